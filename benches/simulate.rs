//! Hands a second, one thread: six seats, stakes 1/2/4/8, stacks of 1,000.
#![allow(missing_docs)] // of what criterion's macros make

use std::sync::atomic::{AtomicBool, AtomicU64};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use razz_core::game::Rules;
use razz_core::simulate::{Course, Job, Simulation, policy};

const HANDS: u64 = 100_000;

fn simulate(c: &mut Criterion) {
    let mut group = c.benchmark_group("simulate, 1 thread");
    group.throughput(Throughput::Elements(HANDS)).sample_size(10);
    for name in ["random", "check_call", "tight"] {
        let policies = [policy(name).expect("a built-in name")];
        let job = Job::new(&Rules::default(), &[1000; 6], &policies, 1, Course::default());
        let simulation = job.and_then(Simulation::new).expect("a lawful job");
        group.bench_function(name, |bencher| {
            bencher.iter(|| simulation.run(0, HANDS, 1, &AtomicBool::new(false), &AtomicU64::new(0)));
        });
    }
    group.finish();
}

criterion_group!(benches, simulate);
criterion_main!(benches);
