//! The deals in which both players reach five distinct ranks.

use super::kernel::{Compared, place};
use super::side::{Limits, Spot, choose};

/// What the count gives.
#[derive(Default)]
pub(super) struct Five {
    /// For each player: the deals in which he has five ranks or more, whatever the other has.
    pub has: [u64; 2],
    /// Both have five, this player the better.
    pub better: [u64; 2],
    /// Both have five, and the same five.
    pub tie: u64,
}

/// By rank, ranks and extra cards of one player below it: the ways in which he alone comes to five ranks.
type Alone = [[[u64; 3]; 5]; 14];

pub(super) fn count(spot: &Spot) -> Five {
    let limits = [0, 1].map(|i| Limits::five(&spot.sides[i]));
    let alone = [0, 1].map(|i| alone(spot, &limits[i], i));
    let mut five = Five::default();
    for (i, alone) in alone.iter().enumerate() {
        let [mine, others] = [i, 1 - i].map(|i| spot.sides[i].unknown as usize);
        five.has[i] = alone[0][0][0].wrapping_mul(choose(spot.left[0].saturating_sub(mine), others));
    }
    if !limits.iter().all(Limits::possible) {
        return five;
    }
    let mut field = Compared::new();
    field.add((0, 0), (0, 0), [1, 1, 0]);
    for rank in 0..13 {
        settle(&field, spot, &limits, &alone, rank, &mut five);
        field.carry(spot, &limits, rank);
    }
    five
}

fn alone(spot: &Spot, limits: &Limits, player: usize) -> Alone {
    let side = &spot.sides[player];
    let mut alone = [[[0; 3]; 5]; 14];
    for rank in (0..13).rev() {
        let (known, deck) = (side.known[rank], spot.deck[rank] as i32);
        for n in limits.at[rank].ranks.all() {
            for e in limits.at[rank].extras(n).all() {
                let need = side.need(rank, n, e);
                alone[rank][n as usize][e as usize] = if n == 4 {
                    // With at most two extra cards the next card is a fifth rank, and there is one.
                    choose(spot.left[rank], need)
                } else {
                    let mut ways = if known == 0 { alone[rank + 1][n as usize][e as usize] } else { 0 };
                    let after = limits.at[rank + 1].extras(n + 1);
                    for take in (1 - known).max(0)..=deck {
                        let extras = e + known + take - 1;
                        if after.has(extras) {
                            let next = alone[rank + 1][n as usize + 1][extras as usize];
                            ways = ways.wrapping_add(choose(deck as usize, take as usize).wrapping_mul(next));
                        }
                    }
                    ways
                };
            }
        }
    }
    alone
}

/// Adds what is settled at a rank: somebody gets his fifth, the other gets his there too or later.
fn settle(field: &Compared, spot: &Spot, limits: &[Limits; 2], alone: &[Alone; 2], rank: usize, five: &mut Five) {
    let (here, above) = (spot.left[rank], spot.left[rank + 1]);
    let known = spot.known(rank);
    for i in 0..2 {
        let j = 1 - i;
        let (mine, other) = (&spot.sides[i], &spot.sides[j]);
        for n in limits[j].at[rank].ranks.all().take_while(|&n| n < 4) {
            for e in limits[j].at[rank].extras(n).all() {
                let others_need = other.need(rank, n, e);
                for mine_extras in limits[i].at[rank].extras(4).all() {
                    let value = field.all[match i {
                        0 => place((4, mine_extras), (n, e)),
                        _ => place((n, e), (4, mine_extras)),
                    }];
                    if value == 0 {
                        continue;
                    }
                    let need = mine.need(rank, 4, mine_extras);
                    // The other is dealt first, so that he comes to five; then the player from what is left.
                    let rest = |left: usize, taken: usize| choose(left.saturating_sub(taken), need);
                    let mut ways = alone[j][rank][n as usize][e as usize].wrapping_mul(rest(here, others_need));
                    if known[i] == 0 {
                        let none =
                            without(spot, &limits[j], &alone[j], j, rank, (n, e), |k| rest(above, others_need - k));
                        ways = ways.wrapping_sub(none);
                    }
                    five.better[i] = five.better[i].wrapping_add(value.wrapping_mul(ways));
                }
            }
        }
    }
    // Both hold four ranks: the next card of each is his fifth.
    for e0 in limits[0].at[rank].extras(4).all() {
        for e1 in limits[1].at[rank].extras(4).all() {
            let at = place((4, e0), (4, e1));
            let (all, same, first) = (field.all[at], field.same[at], field.first[at]);
            if all == 0 {
                continue;
            }
            let [a, b] = [spot.sides[0].need(rank, 4, e0), spot.sides[1].need(rank, 4, e1)];
            // The ways when each is dealt from all that is left or from the ranks above.
            let ways = |first: usize, second: usize| {
                if first <= second {
                    choose(first, a).wrapping_mul(choose(second.saturating_sub(a), b))
                } else {
                    choose(second, b).wrapping_mul(choose(first.saturating_sub(b), a))
                }
            };
            let any = ways(here, here);
            let without0 = if known[0] == 0 { ways(above, here) } else { 0 };
            let without1 = if known[1] == 0 { ways(here, above) } else { 0 };
            let without_both = if known == [0, 0] { ways(above, above) } else { 0 };
            let together = any.wrapping_sub(without0).wrapping_sub(without1).wrapping_add(without_both);
            let alone0 = without1.wrapping_sub(without_both);
            let alone1 = without0.wrapping_sub(without_both);
            let add = |to: &mut u64, value: u64, ways: u64| *to = to.wrapping_add(value.wrapping_mul(ways));
            add(&mut five.better[0], all, alone0);
            add(&mut five.better[1], all, alone1);
            add(&mut five.tie, same, together);
            add(&mut five.better[0], first, together);
            add(&mut five.better[1], all.wrapping_sub(same).wrapping_sub(first), together);
        }
    }
}

/// The ways in which a player with fewer than four ranks comes to five from this rank on, the other taking none of it:
/// `rest` has the ways of the other by the cards that the player takes of the rank.
fn without(
    spot: &Spot,
    limits: &Limits,
    alone: &Alone,
    player: usize,
    rank: usize,
    (n, e): (i32, i32),
    rest: impl Fn(usize) -> u64,
) -> u64 {
    let (known, deck) = (spot.sides[player].known[rank], spot.deck[rank] as i32);
    let n = n as usize;
    let mut ways = if known == 0 { alone[rank + 1][n][e as usize].wrapping_mul(rest(0)) } else { 0 };
    let after = limits.at[rank + 1].extras(n as i32 + 1);
    for take in (1 - known).max(0)..=deck {
        let extras = e + known + take - 1;
        if after.has(extras) {
            let next = choose(deck as usize, take as usize).wrapping_mul(alone[rank + 1][n + 1][extras as usize]);
            ways = ways.wrapping_add(next.wrapping_mul(rest(take as usize)));
        }
    }
    ways
}
