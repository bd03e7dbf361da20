//! Names go, everything else stays.

use std::fmt::Write;

use super::super::*;
use super::simulated;
use crate::game::Record;

fn without_names(text: &str) -> String {
    let mut anonymiser = Anonymiser::new(None, None);
    let mut out = String::new();
    for piece in text.as_bytes().chunks(777) {
        out += &anonymiser.feed(piece, false).unwrap();
    }
    out + &anonymiser.feed(&[], true).unwrap()
}

fn records(text: &str) -> Vec<Record> {
    read_all(text, None, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The anonymised text reads as the records without their names.
fn check(text: &str) -> String {
    let out = without_names(text);
    let mut anonymiser = Anonymiser::new(None, None);
    let mut expected = records(text);
    // The numbers go by the order of first mention.
    let mut numbers = Vec::new();
    for (was, is) in expected.iter().zip(records(&out)) {
        assert_eq!((was.steps(), was.setup()), (is.steps(), is.setup()));
        for (name, alias) in was.meta.players.iter().zip(&is.meta.players) {
            assert!(alias.strip_prefix("Player").is_some_and(|n| n.parse::<u8>().is_ok()), "{alias}");
            numbers.push((name.clone(), alias.clone()));
        }
    }
    numbers.sort();
    numbers.dedup();
    for pair in numbers.windows(2) {
        assert!(pair[0].0 != pair[1].0, "{pair:?}: one player has two numbers");
    }
    expected.iter_mut().for_each(|record| anonymiser.record(record));
    assert_eq!(expected.len(), records(&out).len());
    out
}

#[test]
fn invented_hands() {
    for file in ["pokerstars.txt", "fulltilt.txt", "winamax.txt", "kingsclub.txt", "merge.xml"] {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let out = check(&text);
        for name in ["Ann", "Zo\u{eb}", "Bob", "Cyd", "Dee", "Eve", "a (b)"] {
            assert!(!out.contains(name), "{file}: {name} in\n{out}");
        }
        assert!(!out.contains("said") && !out.contains("I fold"), "{out}");
        let chat = text.lines().filter(|line| line.contains("said, \"") || line.starts_with("Dee: I fold")).count();
        assert_eq!(out.lines().count(), text.lines().count() - chat, "{out}");
    }
}

#[test]
fn simulated_hands() {
    let mut text = String::new();
    for index in 0..200 {
        let _ = write!(text, "{}\n\n\n", write_pokerstars(&simulated::hand(index), 1).unwrap());
    }
    check(&text);
}

/// People who are not listed: known comings and goings lose the name, all else goes.
#[test]
fn bystanders() {
    let text = "PokerStars Hand #1: Razz Limit (4/8)\nSeat 1: Al (5 in chips)\nSeat 2: Bo (5 in chips)\nStranger joins the \
                table at seat #4 \nStranger said, \"hi Al\"\nThe dealer greets Stranger\nAl wins the $25 bounty for \
                eliminating Bo\nAl: folds\n";
    assert_eq!(
        without_names(text),
        "PokerStars Hand #1: Razz Limit (4/8)\nSeat 1: Player1 (5 in chips)\nSeat 2: Player2 (5 in chips)\nPlayer3 joins \
         the table at seat #4 \nPlayer1 wins the $25 bounty for eliminating Player2\nPlayer1: folds\n"
    );
    let cut_off = "Al: folds\nBo collected 3 from pot\n*** SUMMARY ***\nSeat 1: Al folded\n\n\n\n";
    assert_eq!(without_names(&format!("{cut_off}{text}")).lines().next(), Some("*** SUMMARY ***"));
    let crowd: String = (0..20_000).map(|n| format!("Seat {}: P{n} (5 in chips)\n", n % 200)).collect();
    assert!(!without_names(&format!("PokerStars Hand #1: Razz Limit (4/8)\n{crowd}P7: folds\n")).contains("P7"));
    assert!(Anonymiser::new(None, None).feed(b"variant = 'FR'\n", true).is_err());
    assert!(Anonymiser::new(None, None).feed(b"Dear diary\n", true).is_err());
    assert!(Anonymiser::new(None, None).feed(&b"Dear diary\n".repeat(100_000), false).is_err());
}
