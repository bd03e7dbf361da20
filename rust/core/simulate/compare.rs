//! Two jobs on the same deals, hand by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::count::add_hand;
use super::job::Seating;
use super::simulation::{BATCH, Noted, Simulation};
use super::summary::{Summary, Totals};
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

/// The sums of a thread.
struct Sums {
    totals: [Totals; 2],
    pairs: Pairs,
}

impl Sums {
    fn absorb(&mut self, other: &Sums) -> Result<()> {
        for (own, part) in self.totals.iter_mut().zip(&other.totals) {
            own.add(part)?;
        }
        self.pairs.absorb(&other.pairs).ok_or_else(|| Error::value("compare: a sum goes beyond 128 bits"))
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
    let nothing = || Sums { totals: jobs.map(Simulation::totals), pairs: Pairs::default() };
    let batches = super::simulation::batches(first, count, BATCH)?;
    let played = Noted::default();
    let play = |strand: &mut (Result<Sums>, Option<Error>), (first, count): (u64, u64)| {
        let (Ok(sums), failure) = strand else { return };
        let mut more = nothing();
        *failure = batch(jobs, signs, (first, count), &mut more, stop, done);
        let added = sums.absorb(&more).and_then(|()| played.note(first, more.pairs.deals));
        if failure.is_some() || added.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        if let Err(error) = added {
            strand.0 = Err(error);
        }
    };
    let threads = threads.min(usize::try_from(count.div_ceil(BATCH)).unwrap_or(usize::MAX));
    let (mut whole, mut failure) = (nothing(), None);
    for (sums, stuck) in threads::strands(threads, batches, stop, || (Ok(nothing()), None), play) {
        whole.absorb(&sums?)?;
        failure = failure.or(stuck);
    }
    let (covered, [first, second]) = (played.covered(), whole.totals);
    let summaries = [jobs[0].summary(covered.clone(), first), jobs[1].summary(covered, second)];
    Ok(Compared { summaries, pairs: whole.pairs, failure })
}

/// Adds some deals to the sums; what stopped them, if it was a policy.
fn batch(
    jobs: [&Simulation; 2],
    signs: &[i8],
    (first, count): (u64, u64),
    sums: &mut Sums,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Option<Error> {
    let Sums { totals, pairs } = sums;
    let mut add = |tables: [(&Seating, Fast); 2]| {
        let mut scores = [0; 2];
        for (((job, (seating, table)), totals), score) in
            jobs.iter().zip(&tables).zip(totals.iter_mut()).zip(&mut scores)
        {
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
            match jobs.map(|job| job.hand(index, stop)) {
                [Ok(Some(a)), Ok(Some(b))] => add([a, b]),
                [Err(error), _] | [_, Err(error)] => {
                    failure = Some(error);
                    break;
                }
                _ => break, // stopped
            }
        }
    }
    done.fetch_add(pairs.deals, Ordering::Relaxed);
    failure
}
