//! Exact equity: the time of one answer, text to counts.
#![allow(missing_docs)] // of what criterion's macros make

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use razz_core::equity::{Exact, Limits, Sampler, Spot};

const SPOTS: [&[&str]; 11] = [
    &["A23", "456"],
    &["A2K", "678"],
    &["KQJ", "T98"],
    &["KKK", "QQQ"],
    &["A23", "5"],
    &["A23", ""],
    &["A23", "456", "789"],
    &["KQJ", "T98", "765"],
    &["A23", "5", "8"],
    &["A23", "456", "789", "TJQ"],
    &["A29", "{[A-7][A-7]/d}7"],
];

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact equity");
    group.sample_size(10);
    let stop = AtomicBool::new(false);
    for players in SPOTS {
        group.bench_function(players.join(" v "), |bencher| {
            bencher.iter(|| {
                let spot = Spot::parse(black_box(players), "", "").expect("a spot");
                let exact = Exact::new(&spot, &stop).expect("possible").expect("countable");
                exact.count(1, &stop)
            });
        });
    }
    group.finish();
}

/// Deals a second, one thread.
fn sampled(c: &mut Criterion) {
    let mut group = c.benchmark_group("sampled equity");
    let limits = Limits { samples: Some(1_000_000), ..Limits::default() };
    group.throughput(Throughput::Elements(1_000_000)).sample_size(10);
    for players in [SPOTS[0], SPOTS[4], SPOTS[9]] {
        let spot = Spot::parse(players, "", "").expect("a spot");
        let sampler = Sampler::new(&spot, &AtomicBool::new(false)).expect("possible");
        group.bench_function(players.join(" v "), |bencher| {
            bencher.iter(|| sampler.run(1, &limits, 1, &AtomicBool::new(false), &AtomicU64::new(0)));
        });
    }
    group.finish();
}

/// What lowering the variance gains: the rate at which plain deals, and deals in turns, are worth plain deals. One is
/// worth as many plain ones as its variance goes into theirs, so the ratio of the two rates is that of variance x time.
fn worth(c: &mut Criterion) {
    let mut group = c.benchmark_group("sampled equity in plain deals");
    group.sample_size(10);
    for players in [SPOTS[0], SPOTS[6], SPOTS[9], SPOTS[10]] {
        let spot = Spot::parse(players, "", "").expect("a spot");
        let turns = Sampler::new(&spot, &AtomicBool::new(false)).expect("possible");
        let plain = turns.clone().plain();
        let run = |sampler: &Sampler, samples| {
            let limits = Limits { samples: Some(samples), ..Limits::default() };
            let answer = sampler.run(1, &limits, 1, &AtomicBool::new(false), &AtomicU64::new(0));
            answer.expect("no fault").expect("not stopped")
        };
        let variance = |sampler: &Sampler| {
            let answer = run(sampler, 4_000_000);
            answer.std_error().iter().map(|se| se * se).sum::<f64>() * answer.deals() as f64
        };
        let worth = 1e6 * variance(&plain) / variance(&turns);
        for (name, sampler, worth) in [("plain", plain, 1e6), ("turns", turns, worth)] {
            group.throughput(Throughput::Elements(worth as u64));
            group.bench_function(format!("{} ({name})", players.join(" v ")), |bencher| {
                bencher.iter(|| run(&sampler, 1_000_000));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, exact, sampled, worth);
criterion_main!(benches);
