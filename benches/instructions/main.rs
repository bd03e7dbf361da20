//! One job of the evaluator, of equity or of the simulation, to be counted by callgrind: benches/NOTES.md has the command and the counts.
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64};

use razz_core::equity::{Exact, Limits, Sampler, Spot};
use razz_core::game::Rules;
use razz_core::hands::rows::{Kernel, Options, evaluate_rows};
use razz_core::hands::{distribution_by_ranks, odds::hand_odds, strength_of};
use razz_core::simulate::{Course, Job, Simulation, policy};
use razz_core::{Card, Deck};

const ROWS: usize = 1 << 16;

/// Exact answers to one question, or sampled deals.
const ANSWERS: usize = 100;
const DEALS: u64 = 1 << 20;

const HANDS: u64 = 20_000;

fn equity(job: &str, players: &[String]) {
    let stop = AtomicBool::new(false);
    let spot = || Spot::parse(black_box(players), "", "").expect("a spot");
    match job {
        "exact" => {
            for _ in 0..ANSWERS {
                let exact = Exact::new(&spot(), &stop).expect("possible").expect("countable");
                let _ = black_box(exact.count(1, &stop));
            }
        }
        "ready" => (0..ANSWERS).for_each(|_| drop(black_box(Exact::new(&spot(), &stop)))),
        _ => {
            let limits = Limits { samples: Some(DEALS), ..Limits::default() };
            let sampler = Sampler::new(&spot(), &AtomicBool::new(false)).expect("possible");
            black_box(sampler.run(1, &limits, 1, &stop, &AtomicU64::new(0)).expect("no fault"));
        }
    }
}

/// Hands of six seats with a policy.
fn simulate(name: &str) {
    let policies = [policy(name).expect("a built-in name")];
    let job = Job::new(&Rules::default(), &[1000; 6], &policies, 1, Course::default());
    let simulation = job.and_then(Simulation::new).expect("a lawful job");
    black_box(simulation.run(0, HANDS, 1, &AtomicBool::new(false), &AtomicU64::new(0)).expect("no fault"));
}

fn main() {
    let job = std::env::args().nth(1).unwrap_or_default();
    let players: Vec<String> = std::env::args().skip(2).collect();
    if job == "simulate" {
        return players.iter().for_each(|name| simulate(name));
    }
    if !players.is_empty() {
        return equity(&job, &players);
    }
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
