//! The count of a deal between two players, by itself because it is what nearly everybody asks and can be made short.
//!
//! Seven cards with n distinct ranks have 7 - n *extra* cards, each of a rank that is there already. So a hand of five
//! ranks or more has at most two, a hand of four has three, and going from rank to rank a player is in one of very few
//! states: (ranks so far, extra cards so far), known cards counting like the others. Three parts:
//!
//! - [`five`]: the deals in which both reach five ranks. Who has five against fewer follows from what each does alone.
//! - [`four`]: both have four ranks: the lower lowest pair wins, so the deal is decided at the first pair. Also how often
//!   one has four and the other fewer.
//! - the deals in which both have three ranks or two are few; they are left to the sweep for any number of players.
//!
//! Every number is at most the number of deals, below 2^53, so sums may wrap on the way and still end right.

mod five;
mod four;
mod kernel;
mod side;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use self::side::Spot;
use super::deal::Deal;
use super::orders::{Graph, ThreeRanks};
use super::paired;

/// By the set of players (bits) who share the pot, the number of deals.
pub(super) fn counts(deal: &Deal, three: &mut Graph<ThreeRanks>) -> [u64; 4] {
    let spot = Spot::new(deal);
    let five = five::count(&spot);
    let all = deal.deals().map_or(0, |deals| deals as u64);
    let mut wins: [u64; 2] = std::array::from_fn(|i| five.has[i] - five.tie - five.better[1 - i]);
    let mut tie = five.tie;
    // Neither has five.
    let few = all + (five.tie + five.better[0] + five.better[1]) - five.has[0] - five.has[1];
    if few > 0 {
        let mut both_fewer = [0u64; 4];
        let swept = paired::sweep::<_, u64, 2>(deal, three, &AtomicBool::new(false), &mut both_fewer);
        swept.expect("the states of two players need little room");
        let four = four::count(&spot);
        wins[1] += four.better[1] + four.second_against_fewer + both_fewer[2];
        // Two such hands never tie: the same two or three ranks have fewer cards than two hands, even where one is common.
        tie += four.tie;
        let both_four = four.better[0] + four.better[1] + four.tie;
        let first_against_fewer = few - both_four - four.second_against_fewer - both_fewer.iter().sum::<u64>();
        wins[0] += four.better[0] + first_against_fewer + both_fewer[1];
    }
    [0, wins[0], wins[1], tie]
}
