//! In how many ways the rest of the deck can fall once a rank has settled the deal.

use super::counting::{BINOMIAL, Word};
use super::deal::Deal;
use super::steps::{NOWHERE, append};

/// Tables over all numbers of used cards (the grid), each made when first asked for at a rank.
pub(super) struct Settling<W, const M: usize> {
    holders: usize,
    /// Grid size, and the grid's step for each player.
    len: usize,
    strides: [usize; M],
    sizes: [u8; M],
    /// The cards of this rank and above, and above it, that are left.
    here: usize,
    above: usize,
    /// By the set of players who get none of this rank: the ways for each point of the grid.
    without: Tables<W>,
    /// By the ready players and those of them who reach five.
    reaching: Tables<W>,
}

/// Tables of one size, some of which are there.
struct Tables<W> {
    places: Vec<u32>,
    used: Vec<usize>,
    values: Vec<W>,
}

impl<W: Word> Tables<W> {
    fn new(keys: usize) -> Self {
        Tables { places: vec![NOWHERE; keys], used: Vec::new(), values: Vec::new() }
    }

    fn clear(&mut self) {
        for key in self.used.drain(..) {
            self.places[key] = NOWHERE;
        }
        self.values.clear();
    }

    #[inline]
    fn get(&self, key: usize) -> Option<usize> {
        let place = self.places[key];
        (place != NOWHERE).then_some(place as usize)
    }

    fn add(&mut self, key: usize, len: usize) -> Option<usize> {
        let place = append(&mut self.values, len)?;
        self.places[key] = place;
        self.used.push(key);
        Some(place as usize)
    }
}

impl<W: Word, const M: usize> Settling<W, M> {
    pub fn new(deal: &Deal) -> Self {
        let (mut strides, mut sizes) = ([0; M], [0; M]);
        let mut len = 1;
        for i in 0..M {
            strides[i] = len;
            sizes[i] = deal.unknown()[i] + 1;
            len *= usize::from(sizes[i]);
        }
        Settling {
            holders: 0,
            len,
            strides,
            sizes,
            here: 0,
            above: 0,
            without: Tables::new(1 << M),
            reaching: Tables::new(1 << (2 * M)),
        }
    }

    pub fn begin(&mut self, deal: &Deal, rank: usize) {
        self.holders = deal.holders(rank);
        self.here = deal.deck()[rank..].iter().map(|&c| usize::from(c)).sum();
        self.above = self.here - usize::from(deal.deck()[rank]);
        self.without.clear();
        self.reaching.clear();
    }

    /// The ways of all states of a box together: of the ready players exactly `reach` get the rank. The box is given by
    /// the least number of used cards of each player and by how many numbers there are. `None` if there is no room for the
    /// tables.
    #[inline]
    pub fn settle(&mut self, ready: usize, reach: usize, low: &[u8; M], size: &[u8; M], values: &[W]) -> Option<W> {
        let key = ready << M | reach;
        let place = match self.reaching.get(key) {
            Some(place) => place,
            None => self.find_reaching(key, ready, reach)?,
        };
        let table = &self.reaching.values[place..place + self.len];
        let base: usize = (0..M).map(|i| usize::from(low[i]) * self.strides[i]).sum();
        let mut sum = W::default();
        // The lowest two players' numbers run in plain loops, the others' in an odometer.
        let row = usize::from(size[0]);
        let (rows, step) = (usize::from(size[1]), self.strides[1]);
        let mut at = [0u8; M];
        let mut point = base;
        let mut rest = values;
        loop {
            for k in 0..rows {
                let (head, tail) = rest.split_at(row);
                let ways = &table[point + k * step..][..row];
                for (&value, &ways) in head.iter().zip(ways) {
                    sum = sum.plus(value.times(ways));
                }
                rest = tail;
            }
            let mut i = 2;
            while i < M {
                at[i] += 1;
                point += self.strides[i];
                if at[i] < size[i] {
                    break;
                }
                point -= self.strides[i] * usize::from(size[i]);
                at[i] = 0;
                i += 1;
            }
            if i >= M {
                return Some(sum);
            }
        }
    }

    #[inline(never)]
    fn find_reaching(&mut self, key: usize, ready: usize, reach: usize) -> Option<usize> {
        let place = self.reaching.add(key, self.len)?;
        let must = reach & !self.holders;
        // "Gets one" is "whatever" without "gets none".
        let mut none = must;
        loop {
            let without = self.find_without(ready & !reach | none)?;
            let source = &self.without.values[without..without + self.len];
            let target = &mut self.reaching.values[place..place + self.len];
            if none.count_ones().is_multiple_of(2) {
                target.iter_mut().zip(source).for_each(|(t, &s)| *t = t.plus(s));
            } else {
                target.iter_mut().zip(source).for_each(|(t, &s)| *t = t.minus(s));
            }
            if none == 0 {
                return Some(place);
            }
            none = (none - 1) & must;
        }
    }

    /// The ways to fill all hands from the cards from this rank up, some players taking none of this rank.
    fn find_without(&mut self, set: usize) -> Option<usize> {
        if let Some(place) = self.without.get(set) {
            return Some(place);
        }
        let place = self.without.add(set, self.len)?;
        // The players who take none of this rank come first: they are dealt from the cards above it.
        let mut order = [0; M];
        let (mut first, mut last) = (0, set.count_ones() as usize);
        for i in 0..M {
            let at = if set >> i & 1 == 1 { &mut first } else { &mut last };
            order[*at] = i;
            *at += 1;
        }
        let left = if set == 0 { self.here } else { self.above };
        self.fill(&order, 0, set.count_ones() as usize, left, self.here, place, W::of(1));
        Some(place)
    }

    /// Fills the part of a table in which the players before `at` have got what they lack. `left` are the cards that the
    /// next player is dealt from, `rest` those of this rank and above.
    #[allow(clippy::too_many_arguments)]
    fn fill(&mut self, order: &[usize; M], at: usize, above: usize, left: usize, rest: usize, place: usize, ways: W) {
        let i = order[at];
        let most = usize::from(self.sizes[i]) - 1;
        let row = &BINOMIAL[left];
        for used in 0..=most {
            let need = most - used;
            let ways = ways.times(W::of(row[need]));
            let place = place + used * self.strides[i];
            if at + 1 == M {
                self.without.values[place] = ways;
            } else {
                let rest = rest.saturating_sub(need);
                let left = if at + 1 == above { rest } else { left.saturating_sub(need) };
                self.fill(order, at + 1, above, left, rest, place, ways);
            }
        }
    }
}
