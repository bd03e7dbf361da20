//! One rank for the states of both players: what everybody may take of it, forwards and backwards.

use super::side::{Limit, Limits, Moves, Spot, Take, WAYS};

/// Ways by the states of both players, at [`place`].
pub(super) type Field = [u64; ROWS * COLUMNS];

/// No ways.
pub(super) const EMPTY: Field = [0; ROWS * COLUMNS];

// A player with three ranks or fewer, who is then the first, has up to five extra cards, others have up to three. A row is
// gone through four states at a time, those beyond the limits too: they come to lie where nothing is read.
const ROW_BASE: usize = 6;
const ROWS: usize = 4 * ROW_BASE + LANES;
const COLUMN_BASE: usize = 2 * LANES - 1;
const COLUMNS: usize = 5 * COLUMN_BASE;
const LANES: usize = 4;

/// The place of a state of both players, each with so many ranks and extra cards.
#[inline]
pub(super) fn place(first: (i32, i32), second: (i32, i32)) -> usize {
    let row = first.0 as usize * ROW_BASE + first.1 as usize;
    row * COLUMNS + second.0 as usize * COLUMN_BASE + second.1 as usize
}

/// Who gets a rank: all but nobody.
const EVENTS: [[bool; 2]; 3] = [[true, true], [true, false], [false, true]];

/// The same cards taken in a block of states: rows from `at`, each `shift` places on, in so many ways.
struct Block {
    ways: u64,
    at: usize,
    rows: usize,
    shift: usize,
}

impl Block {
    #[inline(always)]
    fn places(&self, mut visit: impl FnMut(usize, usize)) {
        let mut at = self.at;
        for _ in 0..self.rows {
            visit(at, at + self.shift);
            at += COLUMNS;
        }
    }

    /// Adds to the places of a field what comes from places of it, or of another.
    #[inline(always)]
    fn forward(&self, field: &mut Field) {
        self.places(|before, after| add(field, after, lanes(field, before), self.ways));
    }

    #[inline(always)]
    fn forward_from(&self, source: &Field, target: &mut Field) {
        self.places(|before, after| add(target, after, lanes(source, before), self.ways));
    }

    /// Adds to the places of a field what they can be completed to.
    #[inline(always)]
    fn back(&self, field: &mut Field) {
        self.places(|before, after| add(field, before, lanes(field, after), self.ways));
    }
}

#[inline(always)]
fn lanes(field: &Field, at: usize) -> [u64; LANES] {
    let row = &field[at..at + LANES];
    [row[0], row[1], row[2], row[3]]
}

#[inline(always)]
fn add(field: &mut Field, at: usize, values: [u64; LANES], ways: u64) {
    let row = &mut field[at..at + LANES];
    for (sum, value) in row.iter_mut().zip(values) {
        *sum = sum.wrapping_add(value.wrapping_mul(ways));
    }
}

#[inline(always)]
fn clear(field: &mut Field, limits: [&Limit; 2], n0: i32, n1: i32) {
    for e0 in limits[0].extras(n0).all() {
        let at = place((n0, e0), (n1, 0));
        field[at..at + COLUMN_BASE].fill(0);
    }
}

/// The moves of both players.
pub(super) struct BothMoves([Moves; 2]);

impl BothMoves {
    pub fn new() -> BothMoves {
        BothMoves([Moves::new(), Moves::new()])
    }

    fn update(&mut self, spot: &Spot, limits: [&Limits; 2], rank: usize) {
        let known = spot.known(rank);
        for i in 0..2 {
            self.0[i].update(&limits[i].at[rank], &limits[i].at[rank + 1], known[i], spot.deck[rank]);
        }
    }

    /// Calls with all blocks of an event.
    #[inline(always)]
    fn blocks(&self, deck: usize, ranks: [i32; 2], gets: [bool; 2], mut visit: impl FnMut(Block)) {
        let takes = |player: usize| -> &[Take] { self.0[player].takes(ranks[player], gets[player]) };
        let (at, up) = (place((ranks[0], 0), (ranks[1], 0)), place((gets[0].into(), 0), (gets[1].into(), 0)));
        let seconds = takes(1);
        for first in takes(0) {
            let ways = &WAYS[deck & 7][usize::from(first.cards & 7)];
            let at = at + usize::from(first.from) * COLUMNS;
            let shift = up + usize::from(first.step) * COLUMNS;
            let left = deck - usize::from(first.cards);
            for second in seconds {
                if usize::from(second.cards) > left {
                    break;
                }
                let ways = ways[usize::from(second.cards & 7)].into();
                visit(Block { ways, at, rows: first.many.into(), shift: shift + usize::from(second.step) });
            }
        }
    }
}

/// Ways, and of those in which both players hold equally many ranks how their rank sets compare.
pub(super) struct Compared {
    pub all: Field,
    /// Both hold the same ranks.
    pub same: Field,
    /// The first player's set is lower, that is better.
    pub first: Field,
    /// By the first player's ranks and (bits) the second's: whether there is anything in `all`. By the ranks of both (bits):
    /// in `same`, in `first`.
    some: [u8; 5],
    some_same: u8,
    some_first: u8,
    moves: BothMoves,
}

impl Compared {
    pub fn new() -> Compared {
        let (all, same, first) = (EMPTY, EMPTY, EMPTY);
        Compared { all, same, first, some: [0; 5], some_same: 0, some_first: 0, moves: BothMoves::new() }
    }

    /// Adds ways to a state: all, with the same ranks, with the first player's lower.
    pub fn add(&mut self, first: (i32, i32), second: (i32, i32), [all, same, lower]: [u64; 3]) {
        let at = place(first, second);
        self.all[at] = self.all[at].wrapping_add(all);
        self.same[at] = self.same[at].wrapping_add(same);
        self.first[at] = self.first[at].wrapping_add(lower);
        self.some[first.0 as usize] |= 1 << second.0;
        self.some_same |= u8::from(same != 0) << first.0;
        self.some_first |= u8::from(lower != 0) << first.0;
    }

    /// Carries the states below a rank on to those below the next. Players who reach a fifth rank are left out.
    pub fn carry(&mut self, spot: &Spot, limits: &[Limits; 2], rank: usize) {
        if self.some == [0; 5] {
            return;
        }
        let limits = [&limits[0], &limits[1]];
        self.moves.update(spot, limits, rank);
        let (known, deck) = (spot.known(rank), spot.deck[rank]);
        let before = limits.map(|limits| &limits.at[rank]);
        // From the most ranks down: no state is reached before it has been carried on itself.
        for n0 in before[0].ranks.all().rev() {
            for n1 in before[1].ranks.all().rev() {
                if self.some[n0 as usize] >> n1 & 1 == 0 {
                    continue;
                }
                for gets in EVENTS {
                    self.moves.blocks(deck, [n0, n1], gets, |block| {
                        block.forward(&mut self.all);
                        self.some[(n0 + i32::from(gets[0])) as usize] |= 1 << (n1 + i32::from(gets[1]));
                        // Who alone holds the highest rank so far is worse.
                        if gets == [false, true] && n0 == n1 + 1 {
                            block.forward_from(&self.all, &mut self.first);
                            self.some_first |= 1 << n0;
                        }
                    });
                }
                if n0 == n1 {
                    for (field, some) in
                        [(&mut self.same, &mut self.some_same), (&mut self.first, &mut self.some_first)]
                    {
                        if *some >> n0 & 1 == 1 {
                            self.moves.blocks(deck, [n0, n1], [true, true], |block| {
                                block.forward(field);
                                *some |= 2 << n0;
                            });
                            if known != [0, 0] {
                                clear(field, before, n0, n1);
                                *some &= !(1 << n0);
                            }
                        }
                    }
                }
                if known != [0, 0] {
                    clear(&mut self.all, before, n0, n1);
                    self.some[n0 as usize] &= !(1 << n1);
                }
            }
        }
    }
}

/// From the ways to complete the states below the next rank those of the states below this one.
pub(super) fn retreat(field: &mut Field, spot: &Spot, limits: [&Limits; 2], moves: &mut BothMoves, rank: usize) {
    moves.update(spot, limits, rank);
    let before = limits.map(|limits| &limits.at[rank]);
    // From the fewest ranks up: what is read is still that of the next rank.
    for n0 in before[0].ranks.all() {
        for n1 in before[1].ranks.all() {
            if spot.known(rank) != [0, 0] {
                clear(field, before, n0, n1);
            }
            for gets in EVENTS {
                moves.blocks(spot.deck[rank], [n0, n1], gets, |block| block.back(field));
            }
        }
    }
}
