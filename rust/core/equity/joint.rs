//! What a spot amounts to without suits: deals with weights.
//!
//! Every combination of the players' range holdings counts with the product of its weights, if its cards can be there
//! together. Combinations with the same ranks are one deal, so only rank classes are gone through; suits are counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::binomial;
use super::deal::Deal;
use super::ranges::{Alternative, count};
use super::spot::{Ending, Spot};
use crate::cards::{Card, CardSet};
use crate::error::{Error, Result};

/// Combinations of alternatives that are gone through at most.
pub(super) const MOST_COMBINATIONS: f64 = 1e7;

/// The deals of a spot.
pub(super) struct Joint {
    /// Each with its weight: ways of suits times weights of ranges times ways of the community card.
    pub deals: Vec<(u128, Deal)>,
    /// For each player with a range: his alternatives with the weight of all combinations they are part of.
    pub shares: Vec<Option<Vec<(String, u128)>>>,
}

/// The alternatives that each player's range still has, or an error that names the cards that block it.
pub(super) fn alternatives(spot: &Spot) -> Result<Vec<Vec<Alternative>>> {
    let left = spot.cards_left();
    let mut all = Vec::new();
    for (i, hand) in spot.hands().iter().enumerate() {
        let Some(range) = &hand.range else {
            all.push(Vec::new());
            continue;
        };
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

/// "As (players[0])".
fn owner(spot: &Spot, card: Card) -> String {
    match spot.hands().iter().position(|h| h.cards.contains(&card)) {
        Some(i) => format!("{card} (players[{i}])"),
        None if spot.dead().contains(&card) => format!("{card} (dead)"),
        None => format!("{card} (community)"),
    }
}

/// The error when each range has holdings, but no two fit together.
pub(super) fn exclude_each_other(spot: &Spot) -> Error {
    let with_range = (0..spot.hands().len()).filter(|&i| spot.hands()[i].range.is_some());
    let names: Vec<String> = with_range.map(|i| format!("players[{i}]")).collect();
    Error::value(format!("{}: the ranges need the same cards, no combination of them is possible", names.join(", ")))
}

impl Joint {
    /// All deals; `None` when there are too many combinations or the weights are beyond 128 bits.
    pub fn new(spot: &Spot, stop: &AtomicBool) -> Result<Option<Joint>> {
        let alternatives = alternatives(spot)?;
        let ranged: Vec<usize> = (0..alternatives.len()).filter(|&i| !alternatives[i].is_empty()).collect();
        if ranged.iter().map(|&i| alternatives[i].len() as f64).product::<f64>() > MOST_COMBINATIONS {
            return Ok(None);
        }
        let mut walk = Walk {
            ranged: &ranged,
            alternatives: &alternatives,
            stop,
            chosen: vec![0; ranged.len()],
            classes: BTreeMap::new(),
            shares: ranged.iter().map(|&i| vec![0; alternatives[i].len()]).collect(),
            overflow: false,
        };
        let free = spot.cards_left();
        walk.go(0, free.bits(), 1);
        if walk.overflow {
            return Ok(None);
        }
        if walk.classes.is_empty() {
            return Err(exclude_each_other(spot));
        }
        let mut shares: Vec<Option<Vec<(String, u128)>>> = vec![None; alternatives.len()];
        for (&player, weights) in ranged.iter().zip(&walk.shares) {
            let labels = alternatives[player].iter().map(Alternative::label);
            shares[player] = Some(labels.zip(weights.iter().copied()).collect());
        }
        let mut deals = Vec::new();
        for (ranks, weight) in &walk.classes {
            let mut held = vec![0u64; alternatives.len()];
            for (&player, &ranks) in ranged.iter().zip(ranks) {
                held[player] = ranks;
            }
            if !push_deals(spot, &held, *weight, &mut deals) {
                return Ok(None);
            }
        }
        Ok(Some(Joint { deals, shares }))
    }
}

/// Adds the deals of one combination of range ranks; false on overflow.
fn push_deals(spot: &Spot, held: &[u64], weight: u128, deals: &mut Vec<(u128, Deal)>) -> bool {
    let mut deck = rank_counts(spot.cards_left().iter());
    let mut hands: Vec<([u8; 13], u8)> = Vec::new();
    for ((hand, &ranks), unknown) in spot.hands().iter().zip(held).zip(spot.unknown()) {
        let mut known = rank_counts(hand.cards.iter().copied());
        for rank in 0..13 {
            let more = count(ranks, rank) as u8;
            known[rank] += more;
            deck[rank] -= more;
        }
        hands.push((known, unknown));
    }
    let share = |hands: &mut Vec<([u8; 13], u8)>, rank: usize, sign: bool| {
        for (known, _) in hands {
            known[rank] = if sign { known[rank] + 1 } else { known[rank] - 1 };
        }
    };
    match spot.ending() {
        Ending::Own => deals.push((weight, Deal::new(&hands, deck))),
        Ending::SharedKnown => {
            let card = spot.shared().expect("a known community card");
            share(&mut hands, usize::from(card.rank().index()), true);
            deals.push((weight, Deal::new(&hands, deck)));
        }
        Ending::Shared => {
            for rank in 0..13 {
                let Some(weight) = weight.checked_mul(u128::from(deck[rank])) else { return false };
                if weight > 0 {
                    share(&mut hands, rank, true);
                    deck[rank] -= 1;
                    deals.push((weight, Deal::new(&hands, deck)));
                    deck[rank] += 1;
                    share(&mut hands, rank, false);
                }
            }
        }
    }
    true
}

/// Cards by rank.
pub(super) fn rank_counts(cards: impl Iterator<Item = Card>) -> [u8; 13] {
    let mut counts = [0; 13];
    for card in cards {
        counts[usize::from(card.rank().index())] += 1;
    }
    counts
}

/// Goes through all combinations.
struct Walk<'a> {
    ranged: &'a [usize],
    alternatives: &'a [Vec<Alternative>],
    stop: &'a AtomicBool,
    /// The alternative of each player with a range.
    chosen: Vec<usize>,
    /// By the ranks of each player with a range: the weight.
    classes: BTreeMap<Vec<u64>, u128>,
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
        let mut ranks = Vec::with_capacity(self.ranged.len());
        for (&player, &at) in self.ranged.iter().zip(&self.chosen) {
            let alternative = &self.alternatives[player][at];
            ranks.push(alternative.ranks);
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
            let class = self.classes.entry(ranks).or_insert(0);
            *class = class.checked_add(w)?;
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
