//! What a spot amounts to without suits: deals with weights.
//!
//! Every combination of the players' range holdings counts with the product of its weights, if its cards can be there
//! together. Combinations with the same ranks are one deal, so only rank classes are gone through; suits are counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::{binomial, deals};
use super::deal::Deal;
use super::fitting::{Fitting, fitting};
use super::ranges::{Alternative, RangePart, count, stopped};
use super::spot::{Ending, Spot};
use crate::cards::{Card, CardSet};
use crate::error::{Error, Result};

/// Combinations of alternatives that are gone through at most.
pub(super) const MOST_COMBINATIONS: f64 = 1e7;

/// The deals of a spot: made one by one, since there can be millions.
pub(super) struct Joint {
    spot: Spot,
    /// The players with a range, and the rank classes of each one's alternatives, ascending.
    ranged: Vec<usize>,
    ranks: Vec<Vec<u64>>,
    /// By the class of each player with a range (see [`Walk::classes`]): ways of suits times weights of ranges.
    classes: Vec<(u128, u128)>,
    /// For each player with a range: his alternatives with the weight of all combinations they are part of.
    pub shares: Vec<Option<Vec<(RangePart, u128)>>>,
}

/// The alternatives that each player's range still has, or an error that names the cards that block it; any error once `stop` is set.
pub(super) fn alternatives(spot: &Spot, stop: &AtomicBool) -> Result<Vec<Vec<Alternative>>> {
    let left = spot.cards_left();
    let mut all = Vec::new();
    for (i, hand) in spot.hands().iter().enumerate() {
        let Some(range) = &hand.range else {
            all.push(Vec::new());
            continue;
        };
        if stop.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        let found = range.alternatives(left);
        if found.is_empty() {
            let blockers: Vec<String> = range.blockers(left).iter().map(|c| owner(spot, c)).collect();
            return Err(Error::value(format!(
                "players[{i}]: no holding of the range {{{}}} is possible: blocked by {}",
                range.text(),
                blockers.join(", ")
            )));
        }
        all.push(found);
    }
    Ok(all)
}

/// The combinations of alternatives, those that need the same cards included.
pub(super) fn combinations(alternatives: &[Vec<Alternative>]) -> f64 {
    alternatives.iter().map(|found| found.len().max(1) as f64).product()
}

/// "As (players[0])".
fn owner(spot: &Spot, card: Card) -> String {
    match spot.hands().iter().position(|h| h.cards.contains(&card)) {
        Some(i) => format!("{card} (players[{i}])"),
        None if spot.dead().contains(&card) => format!("{card} (dead)"),
        None => format!("{card} (community)"),
    }
}

/// The error when each range has holdings, but no two fit together.
fn exclude_each_other(spot: &Spot) -> Error {
    of_ranges(spot, "the ranges need the same cards, no combination of them is possible")
}

/// The error when so many draws of holdings have given no combination, by whether there is one.
pub(super) fn drawn_in_vain(spot: &Spot, draws: u32, fitting: Fitting) -> Error {
    let is_there = match fitting {
        Fitting::None => return exclude_each_other(spot),
        Fitting::Some => "though there are some",
        Fitting::Open => "and whether there is one is not known",
    };
    of_ranges(
        spot,
        &format!(
            "the ranges nearly exclude each other: {draws} draws in a row gave no possible combination, {is_there}: \
             narrow the ranges, or count (method=\"exact\", with max_states where that is refused)"
        ),
    )
}

/// An error about all ranges.
fn of_ranges(spot: &Spot, message: &str) -> Error {
    let with_range = (0..spot.hands().len()).filter(|&i| spot.hands()[i].range.is_some());
    let names: Vec<String> = with_range.map(|i| format!("players[{i}]")).collect();
    Error::value(format!("{}: {message}", names.join(", ")))
}

impl Joint {
    /// All deals; `None` when there are more than `most` combinations of alternatives, when the weights are beyond 128
    /// bits, and when stopped, if that is no error. An error when no combination is possible, as far as that is found out beyond `most`.
    pub fn new(spot: &Spot, most: f64, stop: &AtomicBool) -> Result<Option<Joint>> {
        let alternatives = alternatives(spot, stop)?;
        let ranged: Vec<usize> = (0..alternatives.len()).filter(|&i| !alternatives[i].is_empty()).collect();
        if combinations(&alternatives) > most {
            return match fitting(&alternatives, spot.cards_left(), stop) {
                Fitting::None => Err(exclude_each_other(spot)),
                _ => Ok(None),
            };
        }
        let (mut ranks, mut numbers) = (Vec::new(), Vec::new());
        for &player in &ranged {
            // Alternatives of the same ranks come one after the other.
            let mut found: Vec<u64> = Vec::new();
            let number = |alternative: &Alternative| {
                if found.last() != Some(&alternative.ranks) {
                    found.push(alternative.ranks);
                }
                found.len() as u128 - 1
            };
            numbers.push(alternatives[player].iter().map(number).collect());
            ranks.push(found);
        }
        let mut walk = Walk {
            ranged: &ranged,
            alternatives: &alternatives,
            numbers: &numbers,
            stop,
            chosen: vec![0; ranged.len()],
            classes: BTreeMap::new(),
            shares: ranged.iter().map(|&i| vec![0; alternatives[i].len()]).collect(),
            overflow: false,
        };
        let free = spot.cards_left();
        walk.go(0, free.bits(), 1);
        if walk.overflow || stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if walk.classes.is_empty() {
            return Err(exclude_each_other(spot));
        }
        let mut shares = vec![None; alternatives.len()];
        for (&player, weights) in ranged.iter().zip(&walk.shares) {
            let parts = alternatives[player].iter().map(Alternative::part);
            shares[player] = Some(parts.zip(weights.iter().copied()).collect());
        }
        let classes = walk.classes.into_iter().collect();
        Ok(Some(Joint { spot: spot.clone(), ranged, ranks, classes, shares }))
    }

    /// How many deals there are.
    pub fn len(&self) -> usize {
        self.classes.len() * self.shared_ranks().len()
    }

    /// The number of all runouts, weights included; `None` beyond 128 bits.
    pub fn runouts(&self) -> Option<u128> {
        // In every combination equally many cards are left, and equally many are to come.
        let left = self.spot.deck_size();
        let (community, left) = if self.spot.ending() == Ending::Shared { (left, left - 1) } else { (1, left) };
        let of_class = deals(left, &self.spot.unknown())?.checked_mul(community as u128)?;
        let weights = self.classes.iter().try_fold(0u128, |sum, &(_, weight)| sum.checked_add(weight))?;
        weights.checked_mul(of_class)
    }

    /// The ranks that the community card can have where it is to come, else one that says nothing.
    fn shared_ranks(&self) -> std::ops::Range<usize> {
        if self.spot.ending() == Ending::Shared { 0..13 } else { 0..1 }
    }

    /// Each deal with its weight: ways of suits times weights of ranges times ways of the community card. Their product
    /// with the number of runouts fits 128 bits when that of all does.
    pub fn deals(&self) -> impl Iterator<Item = (u128, Deal)> + Send {
        let of_class = move |&(class, weight): &(u128, u128)| {
            let (hands, deck) = self.hands(class);
            self.shared_ranks().filter_map(move |rank| self.deal(&hands, deck, weight, rank))
        };
        self.classes.iter().flat_map(of_class)
    }

    /// The hands and the deck of a combination, the community card left aside.
    fn hands(&self, class: u128) -> (Vec<([u8; 13], u8)>, [u8; 13]) {
        let mut deck = rank_counts(self.spot.cards_left().iter());
        let known = self.spot.hands().iter().map(|hand| rank_counts(hand.cards.iter().copied()));
        let mut hands: Vec<([u8; 13], u8)> = known.zip(self.spot.unknown()).collect();
        for (place, (&player, ranks)) in self.ranged.iter().zip(&self.ranks).enumerate() {
            let ranks = ranks[(class >> (CLASS_BITS * place)) as usize & CLASS_MASK];
            for (rank, (known, left)) in hands[player].0.iter_mut().zip(&mut deck).enumerate() {
                let more = count(ranks, rank) as u8;
                *known += more;
                *left -= more;
            }
        }
        (hands, deck)
    }

    /// One deal of a combination: with the community card of a rank, where it is to come; `None` where none is left.
    fn deal(&self, hands: &[([u8; 13], u8)], mut deck: [u8; 13], weight: u128, rank: usize) -> Option<(u128, Deal)> {
        let shared = match self.spot.ending() {
            Ending::Own => return Some((weight, Deal::new(hands, deck))),
            Ending::SharedKnown => usize::from(self.spot.shared()?.rank().index()),
            Ending::Shared => rank,
        };
        let mut hands = hands.to_vec();
        hands.iter_mut().for_each(|(known, _)| known[shared] += 1);
        if self.spot.ending() == Ending::SharedKnown {
            return Some((weight, Deal::new(&hands, deck)));
        }
        let ways = deck[rank];
        deck[rank] = ways.checked_sub(1)?;
        Some((weight.wrapping_mul(u128::from(ways)), Deal::new(&hands, deck)))
    }
}

/// Cards by rank.
pub(super) fn rank_counts(cards: impl Iterator<Item = Card>) -> [u8; 13] {
    let mut counts = [0; 13];
    for card in cards {
        counts[usize::from(card.rank().index())] += 1;
    }
    counts
}

/// Bits that number a rank class among those of a range, which are fewer than 2^16: multisets of seven ranks.
const CLASS_BITS: usize = 16;
const CLASS_MASK: usize = (1 << CLASS_BITS) - 1;

/// Goes through all combinations.
struct Walk<'a> {
    ranged: &'a [usize],
    alternatives: &'a [Vec<Alternative>],
    /// The number of each alternative's rank class, as in [`Joint`].
    numbers: &'a [Vec<u128>],
    stop: &'a AtomicBool,
    /// The alternative of each player with a range.
    chosen: Vec<usize>,
    /// By the number of each ranged player's rank class, 16 bits each, the first one's the lowest: the weight.
    classes: BTreeMap<u128, u128>,
    shares: Vec<Vec<u128>>,
    overflow: bool,
}

impl Walk<'_> {
    /// `free` are the cards left over by the holdings chosen so far; `weight` is the product of their weights.
    fn go(&mut self, depth: usize, free: u64, weight: u128) {
        if depth == self.ranged.len() {
            return self.leaf(free, weight);
        }
        let alternatives = &self.alternatives[self.ranged[depth]];
        for (at, alternative) in alternatives.iter().enumerate() {
            if self.overflow || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let cards = alternative.cards.map_or(0, CardSet::bits);
            if cards & !free != 0 {
                continue;
            }
            let Some(weight) = weight.checked_mul(u128::from(alternative.weight)) else {
                self.overflow = true;
                return;
            };
            self.chosen[depth] = at;
            self.go(depth + 1, free & !cards, weight);
        }
    }

    /// Counts the suits of the rank classes among the cards that the holdings with suits have left.
    fn leaf(&mut self, free: u64, weight: u128) {
        let mut left: [u8; 13] = std::array::from_fn(|rank| (free >> (4 * rank) & 15).count_ones() as u8);
        let mut ways = 1u128;
        let mut class = 0u128;
        for (place, (&player, &at)) in self.ranged.iter().zip(&self.chosen).enumerate() {
            let alternative = &self.alternatives[player][at];
            class |= self.numbers[place][at] << (CLASS_BITS * place);
            if alternative.cards.is_none() {
                for (rank, left) in left.iter_mut().enumerate() {
                    let need = count(alternative.ranks, rank);
                    ways *= u128::from(binomial(usize::from(*left), need));
                    *left = left.saturating_sub(need as u8);
                }
            }
        }
        if ways == 0 {
            return;
        }
        let sum = weight.checked_mul(ways).and_then(|w| {
            let sum = self.classes.entry(class).or_insert(0);
            *sum = sum.checked_add(w)?;
            Some(w)
        });
        let Some(weight) = sum else {
            self.overflow = true;
            return;
        };
        for (shares, &at) in self.shares.iter_mut().zip(&self.chosen) {
            match shares[at].checked_add(weight) {
                Some(sum) => shares[at] = sum,
                None => self.overflow = true,
            }
        }
    }
}
