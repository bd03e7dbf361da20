//! The deals in which nobody has five ranks and somebody has four.
//!
//! Four ranks in seven cards make a pair at least, and the lower of the two lowest pairs wins, so nothing else matters once
//! one player has paired a rank and the other has not. When both pair the same rank first, the higher ranks they do not
//! share decide. As long as nobody has a pair there are no extra cards.

use super::kernel::{BothMoves, Compared, EMPTY, Field, place, retreat};
use super::side::{Limits, Spot, WAYS};

/// What the count gives.
#[derive(Default)]
pub(super) struct Four {
    /// Both have four ranks, this player the better.
    pub better: [u64; 2],
    /// Both have four ranks, and the same hand.
    pub tie: u64,
    /// The second player has four ranks, the first fewer.
    pub second_against_fewer: u64,
}

pub(super) fn count(spot: &Spot) -> Four {
    let limits = [0, 1].map(|i| Limits::few(&spot.sides[i], 4, 4));
    let mut four = Four::default();
    if !limits[1].possible() {
        return four;
    }
    let fewer = Limits::few(&spot.sides[0], 2, 3);
    if fewer.possible() {
        let mut field = EMPTY;
        field[place((3, 4), (4, 3))] = 1;
        field[place((2, 5), (4, 3))] = 1;
        let mut moves = BothMoves::new();
        for rank in (0..13).rev() {
            retreat(&mut field, spot, [&fewer, &limits[1]], &mut moves, rank);
        }
        four.second_against_fewer = field[0];
    }
    if limits[0].possible() {
        both(spot, limits, &mut four);
    }
    four
}

/// The ways in which neither player has a pair below a rank, by their ranks.
#[derive(Clone, Copy, Default)]
struct Unpaired {
    ways: Ways,
    /// Both hold the same ranks; the first player's are lower.
    same: Ways,
    first: Ways,
}

type Ways = [[u64; 5]; 5];

fn both(spot: &Spot, limits: [Limits; 2], four: &mut Four) {
    let mut unpaired = [Unpaired::default(); 14];
    (unpaired[0].ways[0][0], unpaired[0].same[0][0]) = (1, 1);
    for rank in 0..13 {
        let (before, after) = unpaired.split_at_mut(rank + 1);
        stay_unpaired(&before[rank], spot, &limits, rank, &mut after[0]);
    }
    // From the king down: the field has the ways to complete the states below the next rank.
    let mut field = EMPTY;
    field[place((4, 3), (4, 3))] = 1;
    let mut moves = BothMoves::new();
    for rank in (0..13).rev() {
        let first = pairs_first(&unpaired[rank].ways, spot, &limits, rank, &field);
        four.better[0] = four.better[0].wrapping_add(first);
        retreat(&mut field, spot, [&limits[0], &limits[1]], &mut moves, rank);
    }
    let (all, end) = (field[0], place((4, 3), (4, 3)));
    let compared = same_pair(&unpaired, spot, limits);
    four.better[0] = four.better[0].wrapping_add(compared.first[end]);
    four.tie = compared.same[end];
    four.better[1] = all.wrapping_sub(four.better[0]).wrapping_sub(four.tie);
}

/// Carries on by one rank, of which each player holds one card at most.
fn stay_unpaired(before: &Unpaired, spot: &Spot, limits: &[Limits; 2], rank: usize, after: &mut Unpaired) {
    let known = spot.known(rank);
    for n0 in limits[0].at[rank].ranks.all() {
        for n1 in limits[1].at[rank].ranks.all() {
            let at = |ways: &Ways| ways[n0 as usize][n1 as usize];
            let (all, same, first) = (at(&before.ways), at(&before.same), at(&before.first));
            if all == 0 {
                continue;
            }
            for gets0 in known[0]..=1 {
                for gets1 in known[1]..=1 {
                    let (m0, m1) = (n0 + gets0, n1 + gets1);
                    if !limits[0].at[rank + 1].has(m0, 0) || !limits[1].at[rank + 1].has(m1, 0) {
                        continue;
                    }
                    let ways =
                        u64::from(WAYS[spot.deck[rank]][(gets0 - known[0]) as usize][(gets1 - known[1]) as usize]);
                    let add = |to: &mut Ways, value: u64| {
                        let sum = &mut to[m0 as usize][m1 as usize];
                        *sum = sum.wrapping_add(value.wrapping_mul(ways));
                    };
                    add(&mut after.ways, all);
                    if gets0 == gets1 {
                        add(&mut after.same, same);
                        add(&mut after.first, first);
                    } else if m0 == m1 && gets1 == 1 {
                        add(&mut after.first, all);
                    }
                }
            }
        }
    }
}

/// The ways in which the first player pairs at a rank and the second does not yet.
fn pairs_first(unpaired: &Ways, spot: &Spot, limits: &[Limits; 2], rank: usize, field: &Field) -> u64 {
    let (known, deck) = (spot.known(rank), spot.deck[rank] as i32);
    let mut sum = 0u64;
    for n0 in limits[0].at[rank].ranks.all().take_while(|&n| n < 4) {
        let after = limits[0].at[rank + 1].extras(n0 + 1);
        for n1 in limits[1].at[rank].ranks.all() {
            let value = unpaired[n0 as usize][n1 as usize];
            if value == 0 {
                continue;
            }
            let mut ways = 0u64;
            for gets in known[1]..=1 {
                if !limits[1].at[rank + 1].has(n1 + gets, 0) {
                    continue;
                }
                let second = gets - known[1];
                for cards in known[0].max(2)..=(known[0] + deck).min(after.high() + 1) {
                    let completed = field[place((n0 + 1, cards - 1), (n1 + gets, 0))];
                    let take = u64::from(WAYS[deck as usize][(cards - known[0]) as usize][second as usize]);
                    ways = ways.wrapping_add(take.wrapping_mul(completed));
                }
            }
            sum = sum.wrapping_add(value.wrapping_mul(ways));
        }
    }
    sum
}

/// The ways in which both pair the same rank first, by how the hands compare.
fn same_pair(unpaired: &[Unpaired; 14], spot: &Spot, limits: [Limits; 2]) -> Compared {
    let limits = limits.map(|mut limits| {
        limits.at_least(1);
        limits
    });
    let mut field = Compared::new();
    for (rank, before) in unpaired.iter().enumerate().take(13) {
        field.carry(spot, &limits, rank);
        let (known, deck) = (spot.known(rank), spot.deck[rank]);
        // Two cards each are all four of the rank; with a community card among them one player can have three.
        if known[0] + known[1] + (deck as i32) < 4 {
            continue;
        }
        for (cards0, cards1) in [(2, 2), (2, 3), (3, 2)] {
            let (take0, take1) = (cards0 - known[0], cards1 - known[1]);
            if take0 < 0 || take1 < 0 || take0 + take1 > deck as i32 {
                continue;
            }
            let ways = u64::from(WAYS[deck][take0 as usize][take1 as usize]);
            for n0 in 0..4 {
                for n1 in 0..4 {
                    let after = [(n0 + 1, cards0 - 1), (n1 + 1, cards1 - 1)];
                    let within = (0..2).all(|i| limits[i].at[rank + 1].has(after[i].0, after[i].1));
                    let value = |from: &Ways| from[n0 as usize][n1 as usize].wrapping_mul(ways);
                    if !within || before.ways[n0 as usize][n1 as usize] == 0 {
                        continue;
                    }
                    field.add(after[0], after[1], [&before.ways, &before.same, &before.first].map(value));
                }
            }
        }
    }
    field
}
