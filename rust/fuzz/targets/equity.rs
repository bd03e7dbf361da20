//! Any lines as the players of a spot, the last line as its dead cards: read or refused, and what is cheap is counted.
#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use razz_core::equity::{Exact, Range, Spot};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = Range::parse(text);
    let mut lines: Vec<&str> = text.lines().collect();
    let dead = lines.pop().unwrap_or("");
    let Ok(spot) = Spot::parse(&lines, dead, "") else { return };
    let stop = AtomicBool::new(false);
    let Ok(Some(exact)) = Exact::new(&spot, &stop) else { return };
    if exact.transitions() > 1e5 {
        return;
    }
    let equity = exact.count(1, &stop);
    assert_eq!(equity.counts().iter().sum::<u128>(), exact.deals());
    let sum: f64 = (0..equity.players()).map(|player| equity.equity(player)).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
});
