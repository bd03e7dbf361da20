//! One job of the evaluator, to be counted by callgrind: benches/NOTES.md has the command and the counts.
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use razz_core::hands::rows::{Kernel, Options, evaluate_rows};
use razz_core::hands::{distribution_by_ranks, odds::hand_odds, strength_of};
use razz_core::{Card, Deck};

const ROWS: usize = 1 << 16;

fn main() {
    let job = std::env::args().nth(1).unwrap_or_default();
    let cards: Vec<Card> = (0..ROWS as u64).flat_map(|i| Deck::of(1, i).cards()[..7].to_vec()).collect();
    let rows: Vec<u8> = cards.iter().map(|card| card.index()).collect();
    let mut out = vec![0; ROWS];
    let mut evaluate = |kernel, validate| {
        let options = Options { validate, kernel, ..Options::default() };
        evaluate_rows(black_box(&rows), 7, &mut out, options, &AtomicBool::new(false)).expect("good rows");
    };
    match job.as_str() {
        "none" => {}
        "scalar" => evaluate(Kernel::Scalar, true),
        "scalar-unchecked" => evaluate(Kernel::Scalar, false),
        "avx2" => evaluate(Kernel::Avx2, true),
        "avx2-unchecked" => evaluate(Kernel::Avx2, false),
        "strength_of" => drop(black_box(cards.chunks(7).map(strength_of).max())),
        "by-ranks" => drop(black_box(distribution_by_ranks())),
        "odds" => drop(black_box(hand_odds(&cards[..3], &[], 7))),
        _ => panic!("jobs: none scalar scalar-unchecked avx2 avx2-unchecked strength_of by-ranks odds"),
    }
    black_box(&out);
}
