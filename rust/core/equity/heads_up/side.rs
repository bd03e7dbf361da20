//! The two players as they are seen rank by rank, and which states they can be in.

use super::super::counting::binomial;
use super::super::deal::Deal;

/// Cards of a hand.
const HAND: i32 = 7;

/// `WAYS[d][a][b]`: the ways to give one player a and the other b of d cards of a rank.
pub(super) static WAYS: [[[u32; 8]; 8]; 8] = {
    let choose = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    let mut ways = [[[0; 8]; 8]; 8];
    let mut at = 0;
    while at < 125 {
        let (d, a, b) = (at / 25, at / 5 % 5, at % 5);
        if a + b <= d {
            ways[d][a][b] = choose[d][a] * choose[d - a][b];
        }
        at += 1;
    }
    ways
};

/// The ways to take k of n cards; 0 when n is less than k.
#[inline]
pub(super) fn choose(n: usize, k: usize) -> u64 {
    if n < k { 0 } else { binomial(n, k) }
}

/// Numbers from `low` to `high`; none when `high < low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Between {
    low: i8,
    high: i8,
}

impl Between {
    const NONE: Between = Between { low: 1, high: 0 };

    #[inline]
    pub fn low(self) -> i32 {
        self.low.into()
    }

    #[inline]
    pub fn high(self) -> i32 {
        self.high.into()
    }

    #[inline]
    pub fn has(self, n: i32) -> bool {
        self.low() <= n && n <= self.high()
    }

    #[inline]
    pub fn all(self) -> std::ops::Range<i32> {
        self.low()..self.high() + 1
    }
}

/// One player.
pub(super) struct Side {
    /// Known cards by rank.
    pub known: [i32; 13],
    /// Cards to come.
    pub unknown: i32,
    /// By rank: the known ranks below it, and the known extra cards below it.
    ranks: [i32; 14],
    extras: [i32; 14],
}

impl Side {
    fn new(deal: &Deal, player: usize) -> Side {
        let known = std::array::from_fn(|rank| i32::from(deal.known(player, rank)));
        let (mut ranks, mut extras) = ([0; 14], [0; 14]);
        for rank in 0..13 {
            ranks[rank + 1] = ranks[rank] + i32::from(known[rank] > 0);
            extras[rank + 1] = extras[rank] + (known[rank] - 1).max(0);
        }
        Side { known, unknown: i32::from(deal.unknown()[player]), ranks, extras }
    }

    /// Unknown cards still to come to a player who holds so many ranks and extra cards below `rank`.
    #[inline]
    pub fn need(&self, rank: usize, ranks: i32, extras: i32) -> usize {
        (self.unknown + self.ranks[rank] + self.extras[rank] - ranks - extras) as usize
    }
}

/// Both players and the deck.
pub(super) struct Spot {
    pub sides: [Side; 2],
    /// Cards left of each rank.
    pub deck: [usize; 13],
    /// Cards left of each rank and above.
    pub left: [usize; 14],
}

impl Spot {
    pub fn new(deal: &Deal) -> Spot {
        let deck = deal.deck().map(usize::from);
        let mut left = [0; 14];
        for rank in (0..13).rev() {
            left[rank] = left[rank + 1] + deck[rank];
        }
        Spot { sides: [0, 1].map(|player| Side::new(deal, player)), deck, left }
    }

    /// What the two players are known to hold of a rank.
    #[inline]
    pub fn known(&self, rank: usize) -> [i32; 2] {
        [self.sides[0].known[rank], self.sides[1].known[rank]]
    }
}

/// The states of one player below a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Limit {
    /// His ranks.
    pub ranks: Between,
    /// By these: his extra cards.
    extras: [Between; 5],
}

impl Limit {
    #[inline]
    pub fn extras(&self, ranks: i32) -> Between {
        self.extras[ranks as usize]
    }

    /// Whether a state is within the limits.
    #[inline]
    pub fn has(&self, ranks: i32, extras: i32) -> bool {
        ranks <= 4 && self.extras(ranks).has(extras)
    }
}

/// The states of one player on the way to a kind of hand, rank by rank; more than there are do no harm.
pub(super) struct Limits {
    pub at: [Limit; 14],
}

impl Limits {
    /// To five ranks or more, as long as there are at most four.
    pub fn five(side: &Side) -> Limits {
        Limits::new(side, |rank, ranks, extras_above| (ranks + 13 - rank as i32 >= 5).then_some((0, 2 - extras_above)))
    }

    /// To `least` to `most` ranks and no more.
    pub fn few(side: &Side, least: i32, most: i32) -> Limits {
        Limits::new(side, |rank, ranks, extras_above| {
            let ranks_above = side.ranks[13] - side.ranks[rank];
            // The ranks to come hold at most four cards each.
            let low = HAND - ranks - 4 * (most - ranks);
            let possible = ranks + ranks_above <= most && ranks + 13 - rank as i32 >= least;
            possible.then_some((low, HAND - least - extras_above))
        })
    }

    #[inline]
    fn new(side: &Side, extras: impl Fn(usize, i32, i32) -> Option<(i32, i32)>) -> Limits {
        let at = std::array::from_fn(|rank| {
            let (given, given_extras) = (side.ranks[rank], side.extras[rank]);
            let extras_above = side.extras[13] - given_extras;
            let mut limit = Limit { ranks: Between::NONE, extras: [Between::NONE; 5] };
            for n in given..=(given + side.unknown).min(4).min(rank as i32) {
                let Some((low, high)) = extras(rank, n, extras_above) else { continue };
                let low = low.max(given_extras) as i8;
                let high = high.min(given + given_extras + side.unknown - n).min(3 * n) as i8;
                if low <= high {
                    limit.extras[n as usize] = Between { low, high };
                    let low = if limit.ranks == Between::NONE { n as i8 } else { limit.ranks.low };
                    limit.ranks = Between { low, high: n as i8 };
                }
            }
            limit
        });
        Limits { at }
    }

    /// Narrows to states with so many extra cards.
    pub fn at_least(&mut self, extras: i8) {
        for limit in &mut self.at {
            limit.extras.iter_mut().for_each(|between| between.low = between.low.max(extras));
        }
    }

    /// Whether such a hand is possible at all.
    pub fn possible(&self) -> bool {
        self.at[0].has(0, 0)
    }
}

/// So many cards taken by a player with any of `many` numbers of extra cards from `from` on, of which they make `step` more.
#[derive(Clone, Copy, Default)]
pub(super) struct Take {
    pub cards: u8,
    pub from: u8,
    pub many: u8,
    pub step: u8,
}

/// What a player may take of a rank, by the number of ranks he has: the takes that leave it and those that add one, fewest
/// cards first.
pub(super) struct Moves {
    before: Limit,
    after: Limit,
    known: i32,
    deck: usize,
    stays: [Take; 5],
    many: [u8; 5],
    takes: [[Take; 5]; 5],
}

impl Moves {
    pub fn new() -> Moves {
        let none = Limit { ranks: Between::NONE, extras: [Between::NONE; 5] };
        let (stays, takes) = ([Take::default(); 5], [[Take::default(); 5]; 5]);
        Moves { before: none, after: none, known: 0, deck: 0, stays, many: [0; 5], takes }
    }

    /// The moves at a rank; often they are those of another rank.
    pub fn update(&mut self, before: &Limit, after: &Limit, known: i32, deck: usize) {
        if (self.known, self.deck) != (known, deck) || self.before != *before || self.after != *after {
            self.find(before, after, known, deck);
        }
    }

    fn find(&mut self, before: &Limit, after: &Limit, known: i32, deck: usize) {
        (self.before, self.after, self.known, self.deck) = (*before, *after, known, deck);
        for n in before.ranks.all() {
            let from = before.extras(n);
            let take = |to: Between, step: i32, cards: i32| {
                let low = from.low().max(to.low() - step);
                let many = from.high().min(to.high() - step) + 1 - low;
                Take { cards: cards as u8, from: low as u8, many: many.max(0) as u8, step: step as u8 }
            };
            self.stays[n as usize] = if known == 0 { take(after.extras(n), 0, 0) } else { Take::default() };
            let mut many = 0;
            if n < 4 {
                let to = after.extras(n + 1);
                let least = i32::from(known == 0).max(to.low() - from.high() + 1 - known);
                let most = (deck as i32).min(to.high() - from.low() + 1 - known);
                for cards in least..=most {
                    let take = take(to, known + cards - 1, cards);
                    if take.many > 0 {
                        self.takes[n as usize][many] = take;
                        many += 1;
                    }
                }
            }
            self.many[n as usize] = many as u8;
        }
    }

    #[inline]
    pub fn takes(&self, ranks: i32, gets: bool) -> &[Take] {
        let ranks = ranks as usize;
        if gets {
            &self.takes[ranks][..usize::from(self.many[ranks])]
        } else {
            let stay = &self.stays[ranks];
            std::slice::from_ref(stay).get(usize::from(stay.many == 0)..).unwrap_or_default()
        }
    }
}
