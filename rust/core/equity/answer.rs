//! One question, answered exactly or by sampling.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::exact::{DEFAULT_LIMIT, Exact, refused, too_long};
use super::result::Equity;
use super::sampled::{Limits, Sampler};
use super::spot::Spot;
use crate::error::Result;

/// How a question is to be answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly where that is cheap enough, else by sampling.
    #[default]
    Auto,
    /// Exactly, or not at all.
    Exact,
    /// By sampling.
    Sample,
}

/// What an answer may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How.
    pub method: Method,
    /// Estimated transitions up to which an answer is exact; [`DEFAULT_LIMIT`] unless given.
    pub max_transitions: Option<f64>,
    /// When sampling ends.
    pub limits: Limits,
    /// The seed of a sample.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Options {
    /// Estimated transitions up to which an answer is exact.
    pub(super) fn limit(&self) -> f64 {
        self.max_transitions.unwrap_or(DEFAULT_LIMIT)
    }
}

/// Answers. `done` is kept at the number of sampled deals. `None` when `stop` was set before there was anything to
/// show; a sampled answer that was stopped later is the part that was done.
pub fn answer(spot: &Spot, options: &Options, stop: &AtomicBool, done: &AtomicU64) -> Result<Option<Equity>> {
    let exact = if options.method == Method::Sample { None } else { Exact::within(spot, options.limit(), stop)? };
    prepared(spot, exact.as_ref(), options, stop, done)
}

/// Combinations of ranges up to which a spot is made ready in well under a tenth of a second.
const QUICK_COMBINATIONS: f64 = 1e3;
/// Estimated transitions that take well under a tenth of a second.
const QUICK_TRANSITIONS: f64 = 5e6;

/// The exact answer, where it is wanted and there in well under a tenth of a second; `None` where it is not.
pub fn quick_answer(spot: &Spot, options: &Options) -> Result<Option<Equity>> {
    if options.method == Method::Sample || spot.combinations() > QUICK_COMBINATIONS {
        return Ok(None);
    }
    let limit = options.limit().min(QUICK_TRANSITIONS);
    let stop = AtomicBool::new(false);
    let exact = Exact::within(spot, limit, &stop)?.filter(|exact| exact.transitions() <= limit);
    exact.map(|exact| exact.count(1, &stop)).transpose()
}

/// [`answer`] when what can be counted has been found out.
pub(super) fn prepared(
    spot: &Spot,
    exact: Option<&Exact>,
    options: &Options,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Result<Option<Equity>> {
    if options.method != Method::Sample {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let limit = options.limit();
        match exact {
            Some(exact) if exact.transitions() <= limit => {
                let counted = exact.count(options.threads, stop)?;
                return Ok((!stop.load(Ordering::Relaxed)).then_some(counted));
            }
            Some(exact) if options.method == Method::Exact => return Err(too_long(exact.transitions(), limit)),
            None if options.method == Method::Exact => return Err(refused(spot, limit, stop)),
            _ => {}
        }
    }
    Sampler::new(spot, stop)?.run(options.seed, &options.limits, options.threads, stop, done)
}
