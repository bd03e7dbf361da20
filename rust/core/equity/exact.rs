//! The exact answer: every deal counted, by who shares the pot.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::Word;
use super::deal::Deal;
use super::joint::{self, Joint, MOST_COMBINATIONS};
use super::orders::{FiveLow, FourRanks, Graph, ThreeRanks};
use super::result::Equity;
use super::spot::Spot;
use super::{cost, five, heads_up, paired};
use crate::error::{Error, Result};
use crate::threads;

/// Estimated transitions up to which an answer is exact unless another limit is given: on any machine the same.
pub const DEFAULT_LIMIT: f64 = 1e8;

/// Estimated transitions from which several threads are worth their start.
const WORTH_THREADS: f64 = 1e6;

/// What going through one combination of range holdings costs, in transitions.
const COMBINATION: f64 = 200.0;

/// A spot made ready to be counted exactly.
pub struct Exact {
    spot: Spot,
    joint: Joint,
    deals: u128,
    transitions: f64,
}

impl Exact {
    /// `None` when the number of deals, or of combinations of ranges, is beyond what can be counted, and when stopped. An
    /// error when the ranges leave no combination at all.
    pub fn new(spot: &Spot, stop: &AtomicBool) -> Result<Option<Exact>> {
        Exact::within(spot, f64::INFINITY, stop)
    }

    /// The same where a count beyond a limit is not wanted: `None` also when the combinations alone cost more, and the
    /// estimate is a rough one where it is above the limit.
    pub(super) fn within(spot: &Spot, limit: f64, stop: &AtomicBool) -> Result<Option<Exact>> {
        let most = MOST_COMBINATIONS.min(limit / COMBINATION).max(1.0);
        let Some(joint) = Joint::new(spot, most, stop)? else { return Ok(None) };
        let Some(deals) = joint.runouts() else { return Ok(None) };
        let Some(transitions) = estimate(&joint, limit, stop) else { return Ok(None) };
        Ok(Some(Exact { spot: spot.clone(), joint, deals, transitions }))
    }

    /// The estimated transitions of the count; an upper bound for one deal between two players.
    pub fn transitions(&self) -> f64 {
        self.transitions
    }

    /// The deals that the count goes through, weights of ranges included.
    pub fn deals(&self) -> u128 {
        self.deals
    }

    /// Counts. Meaningless, and to be thrown away, once `stop` is set. An error where the states find no room in memory;
    /// then `stop` is set as well.
    pub fn count(&self, threads: usize, stop: &AtomicBool) -> Result<Equity> {
        let players = self.spot.hands().len();
        let threads = if self.transitions < WORTH_THREADS { 1 } else { threads.min(self.joint.len()) };
        let strands = threads::strands(
            threads,
            self.joint.deals(),
            stop,
            || Some(vec![0u128; 1 << players]),
            |strand, (weight, deal)| match (strand.as_mut(), counts(&deal, stop)) {
                // The sum of all products fits 128 bits, as was checked.
                (Some(sums), Some(counts)) => {
                    sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum = sum.wrapping_add(weight.wrapping_mul(n)))
                }
                _ => {
                    *strand = None;
                    stop.store(true, Ordering::Relaxed);
                }
            },
        );
        let mut sums = vec![0u128; 1 << players];
        for strand in strands {
            sums.iter_mut().zip(strand.ok_or_else(no_room)?).for_each(|(sum, n)| *sum = sum.wrapping_add(n));
        }
        let range_weights = self.joint.shares.iter().map(|shares| {
            shares.as_ref().map(|shares| {
                let total = shares.iter().map(|(_, w)| w).sum::<u128>() as f64;
                shares.iter().map(|&(part, w)| (part, w as f64 / total)).collect()
            })
        });
        Ok(Equity {
            players,
            counts: sums,
            exact: true,
            std_error: vec![0.0; players],
            seed: None,
            range_weights: range_weights.collect(),
            ending: self.spot.ending(),
        })
    }
}

/// The estimated transitions of all deals; from a part of them once that has come to more than the limit. `None` when stopped.
fn estimate(joint: &Joint, limit: f64, stop: &AtomicBool) -> Option<f64> {
    let all = joint.len() as f64;
    let (mut sum, mut done) = (0.0, 0.0);
    for (_, deal) in joint.deals() {
        // Most questions are one deal between two players, whose estimate would take longer than it could save.
        sum += if all == 1.0 && deal.players() == 2 { cost::TWO_PLAYERS } else { cost::transitions(&deal) };
        done += 1.0;
        if sum > limit {
            return Some(sum * all / done);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    Some(sum)
}

/// The error of an exact count that is not made ready within the limit.
pub(super) fn refused(spot: &Spot, limit: f64, stop: &AtomicBool) -> Error {
    match joint::alternatives(spot, stop).map(|found| joint::combinations(&found)) {
        Ok(n) if n <= MOST_COMBINATIONS && n * COMBINATION > limit => too_long(n * COMBINATION, limit),
        Ok(_) => too_large(),
        Err(error) => error,
    }
}

/// The error of a count that would take too long.
pub fn too_long(transitions: f64, limit: f64) -> Error {
    Error::value(format!(
        "method: an exact count takes about {transitions:.1e} transitions, more than the limit of {limit:.1e}: \
         raise max_states or sample"
    ))
}

/// The error of a count that does not fit.
pub fn too_large() -> Error {
    Error::value(
        "method: an exact count needs numbers beyond 128 bits or too many combinations of ranges: sample instead",
    )
}

/// The error of a count whose states find no room.
fn no_room() -> Error {
    Error::value("method: an exact count needs more memory than there is: sample instead")
}

/// For every set of players (bit i for player i) the number of deals in which exactly they share the pot; the number of
/// all deals is to fit 128 bits. Meaningless once `stop` is set; `None` if there is no room for the states.
pub(super) fn counts(deal: &Deal, stop: &AtomicBool) -> Option<Vec<u128>> {
    if deal.players() == 2 {
        return Some(with_graphs(2, |graphs| heads_up::counts(deal, &mut graphs.three)).map(u128::from).to_vec());
    }
    match deal.deals() {
        Some(deals) if deals <= <u64 as Word>::MAX => by_players::<u64>(deal, stop),
        _ => by_players::<u128>(deal, stop),
    }
}

fn by_players<W: Word>(deal: &Deal, stop: &AtomicBool) -> Option<Vec<u128>> {
    let counts = with_graphs(deal.players(), |graphs| match deal.players() {
        3 => sweeps::<W, 3>(deal, graphs, stop),
        4 => sweeps::<W, 4>(deal, graphs, stop),
        5 => sweeps::<W, 5>(deal, graphs, stop),
        6 => sweeps::<W, 6>(deal, graphs, stop),
        7 => sweeps::<W, 7>(deal, graphs, stop),
        _ => sweeps::<W, 8>(deal, graphs, stop),
    });
    Some(counts?.into_iter().map(Into::into).collect())
}

/// The count for any number of players.
pub(super) fn sweeps<W: Word, const M: usize>(deal: &Deal, graphs: &mut Graphs, stop: &AtomicBool) -> Option<Vec<W>> {
    let mut counts = vec![W::default(); 1 << M];
    five::sweep::<W, M>(deal, &mut graphs.five, stop, &mut counts)?;
    paired::sweep::<_, W, M>(deal, &mut graphs.four, stop, &mut counts)?;
    paired::sweep::<_, W, M>(deal, &mut graphs.three, stop, &mut counts)?;
    Some(counts)
}

/// What is remembered from deal to deal.
pub(super) struct Graphs {
    five: Graph<FiveLow>,
    four: Graph<FourRanks>,
    pub three: Graph<ThreeRanks>,
}

impl Graphs {
    pub fn new(players: usize) -> Self {
        Graphs { five: Graph::new(players), four: Graph::new(players), three: Graph::new(players) }
    }
}

/// Players up to whom a thread keeps its graphs for the next deal: they are small and worth much there.
const KEPT: usize = 3;

thread_local! {
    static GRAPHS: RefCell<[Option<Graphs>; KEPT + 1]> = const { RefCell::new([const { None }; KEPT + 1]) };
}

fn with_graphs<T>(players: usize, work: impl FnOnce(&mut Graphs) -> T) -> T {
    if players > KEPT {
        return work(&mut Graphs::new(players));
    }
    GRAPHS.with_borrow_mut(|kept| work(kept[players].get_or_insert_with(|| Graphs::new(players))))
}
