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
    for players in [SPOTS[0], SPOTS[9]] {
        let spot = Spot::parse(players, "", "").expect("a spot");
        let sampler = Sampler::new(&spot).expect("possible");
        group.bench_function(players.join(" v "), |bencher| {
            bencher.iter(|| sampler.run(1, &limits, 1, &AtomicBool::new(false), &AtomicU64::new(0)));
        });
    }
    group.finish();
}

criterion_group!(benches, exact, sampled);
criterion_main!(benches);
