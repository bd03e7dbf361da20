//! The distribution of the best low over all seven-card hands, every hand looked up by itself.
//!
//! A hand is four cards, highest first, and three below them. The rank sets of three cards lie in one list, ordered by
//! the highest card, so that those below a card are the front of it: the inner loop is long and simple.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use super::enumerate::Distribution;
use super::evaluate::{squeeze_under, strength_of_few_ranks};
use super::tables::{CLASSES, NO_PAIR};
use crate::threads::strands;

/// How many of the 133,784,560 seven-card hands have each strength, one hand after the other; all zero if `stop` is set
/// before the end.
pub fn distribution_by_cards(threads: usize, stop: &AtomicBool) -> Box<Distribution> {
    let threes = Threes::new();
    let firsts = (0..52).rev().flat_map(|a| (0..a).rev().map(move |b| [a, b]));
    let tallies =
        strands(threads, firsts, stop, Tally::new, |tally, first| tally.count_on_this_machine(first, &threes));
    let mut distribution = Box::new([0; CLASSES as usize + 1]);
    if !stop.load(Ordering::Relaxed) {
        for lane in tallies.iter().flat_map(|tally| tally.lanes.iter()) {
            distribution.iter_mut().zip(lane).for_each(|(sum, &hands)| *sum += u64::from(hands));
        }
        // Where the look-up gave no strength: those hands were settled and counted again.
        distribution[0] = 0;
    }
    distribution
}

/// Every three cards of the deck, ordered by the highest: their rank sets and their packed rank counts.
struct Threes {
    sets: Vec<u16>,
    counts: Vec<u64>,
}

impl Threes {
    fn new() -> Self {
        let all = (0..52u32).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a / 4, b / 4, c / 4])));
        Threes {
            sets: all.clone().map(|ranks| ranks.iter().fold(0, |set, rank| set | 1 << rank)).collect(),
            counts: all.map(|ranks| ranks.iter().fold(0, |counts, rank| counts + (1 << (4 * rank)))).collect(),
        }
    }
}

/// Places of a lane: one for every u16, so that none needs to be checked, and some more, so that the same place of two
/// lanes is not a multiple of 4,096 bytes apart: processors take such for the same place.
const LANE: usize = (1 << 16) + 80;
/// More than there are ways to choose three cards, and a power of two.
const THREES: usize = 1 << 15;

struct Tally {
    /// How often each strength came up, in four lanes: hands that follow each other often are of one strength, and
    /// would wait for each other to be counted.
    lanes: Box<[[u32; LANE]; 4]>,
    /// Places in the list of threes that gave no strength.
    rare: Box<[u16; THREES]>,
}

impl Tally {
    fn new() -> Self {
        let lanes = vec![[0; LANE]; 4].into_boxed_slice().try_into().expect("four lanes");
        Tally { lanes, rare: vec![0; THREES].into_boxed_slice().try_into().expect("as long as it was made") }
    }

    /// All hands with these two highest cards, with what this machine has.
    fn count_on_this_machine(&mut self, first: [usize; 2], threes: &Threes) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: just asked for.
            unsafe { count_with_bmi2(self, first, threes) };
            return;
        }
        self.count(first, threes, squeeze_under);
    }

    /// All hands with these two highest cards.
    #[inline(always)]
    fn count(&mut self, first: [usize; 2], threes: &Threes, squeeze: impl Fn(u64, u64) -> u64) {
        for c in 0..first[1] {
            for d in 0..c {
                let ranks = [first[0], first[1], c, d].map(|card| card / 4);
                let set = ranks.iter().fold(0u16, |set, rank| set | 1 << rank);
                let counts = ranks.iter().fold(0u64, |counts, rank| counts + (1 << (4 * rank)));
                let below = d * d.saturating_sub(1) * d.saturating_sub(2) / 6;
                if set.count_ones() < 4 {
                    let rare = self.look_up::<true>(set, &threes.sets[..below]);
                    for i in 0..rare {
                        let more = threes.counts[usize::from(self.rare[i])];
                        add(&mut self.lanes[0], strength_of_few_ranks(counts + more, &squeeze));
                    }
                } else {
                    self.look_up::<false>(set, &threes.sets[..below]);
                    if d % 4 == 3 {
                        // Below four ranks, three cards bring no new one only as the others of the lowest rank.
                        add(&mut self.lanes[0], strength_of_few_ranks(counts + threes.counts[below - 1], &squeeze));
                    }
                }
            }
        }
    }

    /// Looks up each hand of a rank set and three more cards; lists those without a strength, if `R`, and returns how
    /// many they are.
    #[inline(always)]
    fn look_up<const R: bool>(&mut self, set: u16, threes: &[u16]) -> usize {
        let (mut rare, mut place) = (0usize, 0u16);
        let mut one = |lane: &mut [u32; LANE], three: u16| {
            let strength = NO_PAIR[usize::from((set | three) & 0x1FFF)];
            add(lane, strength);
            if R {
                self.rare[rare % THREES] = place;
                rare = rare.wrapping_add(usize::from(strength == 0));
                place = place.wrapping_add(1);
            }
        };
        let (fours, rest) = threes.as_chunks::<4>();
        for four in fours {
            self.lanes.iter_mut().zip(four).for_each(|(lane, &three)| one(lane, three));
        }
        rest.iter().for_each(|&three| one(&mut self.lanes[0], three));
        rare
    }
}

#[inline(always)]
fn add(lane: &mut [u32; LANE], strength: u16) {
    // A place counts fewer than C(52, 7) < 2^32 hands.
    lane[usize::from(strength)] = lane[usize::from(strength)].wrapping_add(1);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn count_with_bmi2(tally: &mut Tally, first: [usize; 2], threes: &Threes) {
    tally.count(first, threes, |bits, mask| std::arch::x86_64::_pext_u64(bits, mask));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::distribution_by_ranks;

    #[test]
    fn one_by_one_and_by_ranks_agree() {
        let by_ranks = distribution_by_ranks();
        for threads in [1, 3] {
            assert_eq!(distribution_by_cards(threads, &AtomicBool::new(false)), by_ranks);
        }
        assert_eq!(distribution_by_cards(1, &AtomicBool::new(true)).iter().sum::<u64>(), 0);
    }

    #[test]
    fn without_bmi2_too() {
        let threes = Threes::new();
        for first in [[51, 50], [30, 17], [9, 6]] {
            let (mut here, mut plain) = (Tally::new(), Tally::new());
            here.count_on_this_machine(first, &threes);
            plain.count(first, &threes, squeeze_under);
            assert_eq!(here.lanes, plain.lanes);
        }
    }
}
