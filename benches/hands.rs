//! The evaluator: rows of hands in every kernel of this machine, all hands there are, one hand at a time.
#![allow(missing_docs)] // of what criterion's macros make

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use razz_core::hands::odds::hand_odds;
use razz_core::hands::rows::{Kernel, Options, evaluate_rows};
use razz_core::hands::{ALL_HANDS, distribution_by_cards, distribution_by_ranks, strength_of};
use razz_core::{Card, Deck};

const ROWS: u64 = 1 << 16;

fn random_rows() -> Vec<u8> {
    (0..ROWS).flat_map(|i| Deck::of(1, i).cards()[..7].to_vec()).map(Card::index).collect()
}

fn rows(c: &mut Criterion) {
    let (cards, mut out) = (random_rows(), vec![0; ROWS as usize]);
    let mut group = c.benchmark_group("evaluate_rows, 65,536 of seven cards, 1 thread");
    group.throughput(Throughput::Elements(ROWS));
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        for (validate, how) in [(true, "checked"), (false, "unchecked")] {
            let options = Options { validate, kernel, ..Options::default() };
            group.bench_function(format!("{kernel}, {how}"), |bencher| {
                bencher.iter(|| evaluate_rows(black_box(&cards), 7, &mut out, options, &AtomicBool::new(false)));
            });
        }
    }
    let hands: Vec<Card> = cards.iter().map(|&index| Card::from_index(index).expect("a card")).collect();
    group.bench_function("strength_of, one by one", |bencher| {
        bencher.iter(|| hands.chunks_exact(7).map(|hand| u64::from(strength_of(black_box(hand)).get())).sum::<u64>());
    });
    group.finish();
}

fn every_hand(c: &mut Criterion) {
    let mut group = c.benchmark_group("all seven-card hands, 1 thread");
    group.throughput(Throughput::Elements(ALL_HANDS)).sample_size(10);
    group.bench_function("card by card", |bencher| bencher.iter(|| distribution_by_cards(1, &AtomicBool::new(false))));
    group.bench_function("by rank multisets", |bencher| bencher.iter(distribution_by_ranks));
    group.finish();
}

fn odds(c: &mut Criterion) {
    let cards = razz_core::cards::parse_cards("As2h3d").expect("cards");
    c.bench_function("hand_odds of a start", |bencher| bencher.iter(|| hand_odds(black_box(&cards), &[], 7)));
}

criterion_group!(benches, rows, every_hand, odds);
criterion_main!(benches);
