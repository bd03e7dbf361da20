//! Two jobs on the same deals, hand by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::count::add_hand;
use super::job::Seating;
use super::simulation::{BATCH, Simulation};
use super::summary::Summary;
use super::table::Fast;
use crate::error::{Error, Result};
use crate::threads;

/// Sums over deals that were played in both jobs. In each job a deal has a score: the results of some players less those
/// of some others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Deals.
    pub deals: u64,
    /// The sum of the scores in the first job.
    pub first: i128,
    /// The sum of the scores in the second.
    pub second: i128,
    /// The sum of the squares of the first.
    pub first_squares: u128,
    /// The sum of the squares of the second.
    pub second_squares: u128,
    /// The sum of the products of the two.
    pub products: i128,
}

impl Pairs {
    fn add(&mut self, first: i64, second: i64) {
        self.deals += 1;
        self.first += i128::from(first);
        self.second += i128::from(second);
        self.first_squares += u128::from(first.unsigned_abs()).pow(2);
        self.second_squares += u128::from(second.unsigned_abs()).pow(2);
        self.products += i128::from(first) * i128::from(second);
    }

    fn absorb(&mut self, other: &Pairs) -> Option<()> {
        *self = Pairs {
            deals: self.deals.checked_add(other.deals)?,
            first: self.first.checked_add(other.first)?,
            second: self.second.checked_add(other.second)?,
            first_squares: self.first_squares.checked_add(other.first_squares)?,
            second_squares: self.second_squares.checked_add(other.second_squares)?,
            products: self.products.checked_add(other.products)?,
        };
        Some(())
    }
}

/// What a comparison has played.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The summaries of the two jobs.
    pub summaries: [Summary; 2],
    /// Sums over both.
    pub pairs: Pairs,
    /// What ended the run early, other than its flag: a policy without an answer.
    pub failure: Option<Error>,
}

impl Compared {
    fn absorb(mut self, other: Compared) -> Result<Compared> {
        for (own, part) in self.summaries.iter_mut().zip(&other.summaries) {
            own.absorb(part)?;
        }
        self.pairs.absorb(&other.pairs).ok_or_else(|| Error::value("compare: a sum goes beyond 128 bits"))?;
        self.failure = self.failure.or(other.failure);
        Ok(self)
    }
}

/// Plays hands `first` to `first + count - 1` of two jobs that share their seed. The score of a hand is the sum over the
/// players of `signs[player]` times the player's result. Stops as [`Simulation::run_part`] does.
pub fn compare(
    jobs: [&Simulation; 2],
    signs: &[i8],
    first: u64,
    count: u64,
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Result<Compared> {
    let [a, b] = jobs.map(Simulation::job);
    if a.course.session.is_some() || b.course.session.is_some() {
        return Err(Error::value("compare: hands of sessions cannot be paired"));
    }
    if a.seed != b.seed || a.stacks.len() != b.stacks.len() || signs.len() != a.stacks.len() {
        return Err(Error::value("compare: expected jobs of one seed and one number of players, and a sign for each"));
    }
    let nothing = || Compared { summaries: jobs.map(Simulation::nothing), pairs: Pairs::default(), failure: None };
    let batches = super::simulation::batches(first, count, BATCH)?;
    let play = |part: &mut Result<Compared>, (first, count): (u64, u64)| {
        if let Ok(sum) = part {
            let batch = batch(jobs, signs, first, count, stop, done);
            if batch.as_ref().map_or(true, |batch| batch.failure.is_some()) {
                stop.store(true, Ordering::Relaxed);
            }
            let own = std::mem::replace(sum, nothing());
            *part = batch.and_then(|batch| own.absorb(batch));
        }
    };
    let threads = threads.min(usize::try_from(count.div_ceil(BATCH)).unwrap_or(usize::MAX));
    let parts = threads::strands(threads, batches, stop, || Ok(nothing()), play);
    parts.into_iter().try_fold(nothing(), |whole, part| whole.absorb(part?))
}

fn batch(
    jobs: [&Simulation; 2],
    signs: &[i8],
    first: u64,
    count: u64,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Result<Compared> {
    let mut totals = jobs.map(Simulation::totals);
    let mut pairs = Pairs::default();
    let mut add = |tables: [(&Seating, Fast); 2]| {
        let mut scores = [0; 2];
        for (((job, (seating, table)), totals), score) in jobs.iter().zip(&tables).zip(&mut totals).zip(&mut scores) {
            add_hand(table, seating, &job.ledger, totals);
            totals.units += 1;
            *score = (seating.players().enumerate())
                .map(|(seat, player)| i64::from(signs[player]) * table.state.payoff(seat))
                .sum();
        }
        pairs.add(scores[0], scores[1]);
    };
    let mut failure = None;
    if jobs.iter().any(|job| job.is_asked_for_many()) {
        match jobs.map(|job| job.abreast(first, count, &mut (), stop)) {
            [Ok(Some(a)), Ok(Some(b))] => a.into_iter().zip(b).for_each(|(a, b)| add([a, b])),
            [Err(error), _] | [_, Err(error)] => failure = Some(error),
            _ => {} // stopped
        }
    } else {
        for index in (0..count).map(|offset| first + offset) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match jobs.map(|job| job.hand(index, &mut ())) {
                [Ok(a), Ok(b)] => add([a, b]),
                [Err(error), _] | [_, Err(error)] => {
                    failure = Some(error);
                    break;
                }
            }
        }
    }
    done.fetch_add(pairs.deals, Ordering::Relaxed);
    let mut summaries = jobs.map(Simulation::nothing);
    for (summary, totals) in summaries.iter_mut().zip(&totals) {
        summary.add_batch(first, totals)?;
    }
    Ok(Compared { summaries, pairs, failure })
}
