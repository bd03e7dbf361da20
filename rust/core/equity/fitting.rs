//! Whether ranges leave any combination at all, found out without going through all of them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::ranges::{Alternative, count};
use crate::cards::CardSet;

/// Alternatives looked at before it stays open.
const MOST_LOOKS: u64 = 10_000_000;

/// What is known of the combinations of some ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fitting {
    /// There is one.
    Some,
    /// There is none.
    None,
    /// The search was given up or stopped.
    Open,
}

/// What an alternative takes that others may lack: cards, and how many of each rank (nibbles).
type Takes = (u64, u64);

/// Searches for a combination: a holding for each range (players without one have no alternatives), from the cards left.
pub(super) fn fitting(alternatives: &[Vec<Alternative>], left: CardSet, stop: &AtomicBool) -> Fitting {
    // Cut short when stopped, which is found out below.
    let ranges = || alternatives.iter().filter(|range| !range.is_empty()).take_while(|_| !stop.load(Ordering::Relaxed));
    // Cards that more than one range names, and the most of each rank that the ranges take.
    let (mut once, mut contested) = (0, 0);
    let mut most = [0; 13];
    for range in ranges() {
        let named = range.iter().filter_map(|a| a.cards).fold(0, |all, cards| all | cards.bits());
        contested |= once & named;
        once |= named;
        for (rank, most) in most.iter_mut().enumerate() {
            *most += range.iter().map(|a| count(a.ranks, rank)).max().unwrap_or(0);
        }
    }
    let have = |rank: usize| (left.bits() >> (4 * rank) & 15).count_ones() as usize;
    // Ranks that cannot run short, and cards that one range alone names, do not matter.
    let short = (0..13).filter(|&rank| most[rank] > have(rank)).fold(0u64, |short, rank| short | 15 << (4 * rank));
    let takes = |a: &Alternative| (a.cards.map_or(0, CardSet::bits) & contested, a.ranks & short);
    let mut choices: Vec<Vec<Takes>> = ranges().map(|range| range.iter().map(takes).collect()).collect();
    if stop.load(Ordering::Relaxed) {
        return Fitting::Open;
    }
    for range in &mut choices {
        range.sort_unstable();
        range.dedup();
        if stop.load(Ordering::Relaxed) {
            return Fitting::Open;
        }
    }
    choices.sort_by_key(Vec::len);
    // What all holdings of a later range need is out of reach.
    let mut needed = 0;
    let mut choices: Vec<(u64, Vec<Takes>)> = choices
        .into_iter()
        .rev()
        .map(|range| {
            let later = needed;
            needed |= range.iter().fold(contested, |all, (cards, _)| all & cards);
            (later, range)
        })
        .collect();
    choices.reverse();
    // With 8 added to what is left of a rank, taking more than that clears the highest bit of its nibble.
    let free = (0..13).fold(0, |free, rank| free | (8 + have(rank) as u64) << (4 * rank));
    fits(&choices, (left.bits(), free), &mut 0, stop)
}

/// The highest bit of every nibble.
const HIGHEST: u64 = 0x8_8888_8888_8888;

fn fits(choices: &[(u64, Vec<Takes>)], (cards, ranks): Takes, looks: &mut u64, stop: &AtomicBool) -> Fitting {
    let Some(((later, range), others)) = choices.split_first() else { return Fitting::Some };
    for &(some_cards, some_ranks) in range {
        *looks += 1;
        if *looks > MOST_LOOKS || looks.is_multiple_of(1 << 16) && stop.load(Ordering::Relaxed) {
            return Fitting::Open;
        }
        let left = ranks - some_ranks;
        if some_cards & !(cards & !later) == 0 && left & HIGHEST == HIGHEST {
            match fits(others, (cards & !some_cards, left), looks, stop) {
                Fitting::None => {}
                found => return found,
            }
        }
    }
    Fitting::None
}

#[cfg(test)]
mod tests {
    use super::super::joint::{self, Joint};
    use super::super::spot::Spot;
    use super::*;
    use crate::rng::{Philox, Rng};

    fn found(players: &[String], dead: &str) -> Fitting {
        let spot = Spot::parse(players, dead, "").expect("a spot");
        fitting(
            &joint::alternatives(&spot, &AtomicBool::new(false)).expect("holdings"),
            spot.cards_left(),
            &AtomicBool::new(false),
        )
    }

    #[test]
    fn like_every_combination() {
        let mut rng = Philox::new(11, 0, 0);
        let mut seen = [0; 2];
        for _ in 0..3000 {
            // A few cards of two ranks, so that both cards and ranks run short.
            let ranges: Vec<String> = (0..2 + rng.below(4))
                .map(|_| {
                    let cards = || ["As", "Ah", "A", "2s", "2h", "2", "[A2]", "3s", "3"];
                    let alternative = (0..1 + rng.below(3)).map(|_| {
                        let first = rng.below(9) as usize;
                        let second = (first + 1 + rng.below(8) as usize) % 9;
                        [cards()[first], cards()[second]].concat()
                    });
                    format!("{{{}}}", alternative.collect::<Vec<_>>().join(","))
                })
                .collect();
            let dead = ["", "Ac2c", "AcAd2c2d"][rng.below(3) as usize];
            let Ok(spot) = Spot::parse(&ranges, dead, "") else { continue };
            let stop = AtomicBool::new(false);
            let (Ok(_), all) =
                (joint::alternatives(&spot, &AtomicBool::new(false)), Joint::new(&spot, f64::INFINITY, &stop))
            else {
                continue;
            };
            let expected = if all.is_ok() { Fitting::Some } else { Fitting::None };
            assert_eq!(found(&ranges, dead), expected, "{ranges:?} {dead}");
            seen[usize::from(all.is_ok())] += 1;
        }
        assert!(seen.iter().all(|&times| times > 300), "{seen:?}");
    }

    #[test]
    fn many_combinations() {
        // A hundred thousand holdings each, all of them with the same card.
        let same = vec!["{As[A-K][A-K][2-K]}".to_string(); 2];
        assert_eq!(found(&same, ""), Fitting::None);
        assert_eq!(found(&vec!["{[A-K][A-K][A-K][A-K][A-K][A-K]}".to_string(); 8], ""), Fitting::Some);
        // Seven players have no two spades each, but that is not seen at once.
        let spades: Vec<String> = "A23456789TJQK".chars().map(|rank| format!("{rank}s")).collect();
        let pairs = (0..13).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| [&*spades[i], &*spades[j]].concat());
        let range = format!("{{{}}}", pairs.collect::<Vec<_>>().join(","));
        assert_eq!(found(&vec![range.clone(); 6], ""), Fitting::Some);
        assert_eq!(found(&vec![range; 7], ""), Fitting::Open);
    }

    #[test]
    fn a_million_looks_may_be_stopped() {
        // Of nine spades five players have no two each, which takes a million looks to find out.
        let pairs = (1..10).flat_map(|i| (1..i).map(move |j| format!("{i}s{j}s"))).collect::<Vec<_>>().join(",");
        let players = vec![format!("{{{}}}", pairs.replace('1', "A")); 5];
        let spot = Spot::parse(&players, "", "").expect("a spot");
        let alternatives = joint::alternatives(&spot, &AtomicBool::new(false)).expect("holdings");
        for (stop, expected) in [(false, Fitting::None), (true, Fitting::Open)] {
            assert_eq!(fitting(&alternatives, spot.cards_left(), &AtomicBool::new(stop)), expected);
        }
        // The same search when it has begun.
        let pairs: Vec<Takes> = (1..10).flat_map(|i| (1..i).map(move |j| (1 << i | 1 << j, 0))).collect();
        for (stop, expected) in [(false, Fitting::None), (true, Fitting::Open)] {
            let found = fits(&vec![(0, pairs.clone()); 5], (0x3FE, HIGHEST), &mut 0, &AtomicBool::new(stop));
            assert_eq!(found, expected);
        }
    }
}
