//! The best low of five to seven cards, of rank counts and of rank sets; the order of boards; the five cards that play.

use super::strength::Strength;
use super::tables::{NO_PAIR, pair_strength, with_repeats, without};
use crate::cards::{Card, CardSet};
use crate::error::{Error, Result};

/// The lowest bit of each of the 13 nibbles that count ranks.
pub(super) const ONES: u64 = 0x1_1111_1111_1111;

/// The best low of five to seven distinct cards.
pub fn evaluate(cards: &[Card]) -> Result<Strength> {
    if !(5..=7).contains(&cards.len()) {
        return Err(Error::value(format!("cards: expected 5 to 7 cards, found {}", cards.len())));
    }
    let mut seen = CardSet::EMPTY;
    for (place, &card) in cards.iter().enumerate() {
        if !seen.insert(card) {
            return Err(Error::value(format!("cards[{place}]: duplicate card {card}")));
        }
    }
    Ok(strength_of(cards))
}

/// The best low of five to seven distinct cards, unchecked: other input gives a meaningless strength.
#[inline]
pub fn strength_of(cards: &[Card]) -> Strength {
    debug_assert!((5..=7).contains(&cards.len()));
    let mut ranks = 0u16;
    for &card in cards {
        ranks |= 1 << (card.index() >> 2);
    }
    let strength = NO_PAIR[usize::from(ranks & 0x1FFF)];
    if strength != 0 { Strength::raw(strength) } else { strength_of_paired(cards) }
}

/// The one hand in 22 with fewer than five distinct ranks.
#[cold]
#[inline(never)]
fn strength_of_paired(cards: &[Card]) -> Strength {
    let counts = cards.iter().fold(0u64, |counts, card| counts + (1 << (card.index() & !3)));
    Strength::raw(strength_of_few_ranks(counts, squeeze_under))
}

/// The best low of 13 rank counts packed in nibbles, the ace lowest; 0 to 4 a rank, five to seven in all, unchecked.
#[inline]
pub fn strength_of_counts(counts: u64) -> Strength {
    // A rank held four times is left out: seven cards with one have four ranks at most, with it or without.
    let strength = NO_PAIR[usize::from(squeeze((counts | counts >> 1) & ONES))];
    Strength::raw(if strength != 0 { strength } else { strength_of_few_ranks(counts, squeeze_under) })
}

/// The strength for packed rank counts with fewer than five distinct ranks. `squeeze(bits, mask)` brings the bits under
/// the mask together: there are machines that do it at once.
///
/// Whatever the counts are up to seven, no panic.
#[inline(always)]
pub(super) fn strength_of_few_ranks(counts: u64, squeeze: impl Fn(u64, u64) -> u64) -> u16 {
    let paired = (counts >> 1 | counts >> 2) & ONES;
    let held = counts & ONES | paired;
    let but_one = held & held.wrapping_sub(1);
    let but_two = but_one & but_one.wrapping_sub(1);
    let but_three = but_two & but_two.wrapping_sub(1);
    if but_three != 0 && paired != 0 {
        // Nearly always four ranks: the lowest that can be paired, and the three others.
        let low = paired.trailing_zeros();
        pair_strength(low / 4, squeeze(held, ONES & !(1 << low)) as u16)
    } else {
        let tripled = (counts >> 2 | counts >> 1 & counts) & ONES;
        let [held, paired, tripled] = [held, paired, tripled].map(|bits| squeeze(bits, ONES) as u16);
        with_repeats(held, paired, tripled)
    }
}

/// The bits under a mask, brought together; the mask is that of all 13 ranks or of all but one.
#[inline(always)]
pub(super) fn squeeze_under(bits: u64, mask: u64) -> u64 {
    let set = squeeze(bits & mask);
    u64::from(if mask == ONES { set } else { without(set, (ONES & !mask).trailing_zeros() / 4) })
}

/// The best low of rank sets, unchecked: the ranks held (bit 0 the ace), those held at least twice and at least three
/// times. With five ranks or more the two others do not matter.
#[inline]
pub fn strength_of_sets(ranks: u16, paired: u16, tripled: u16) -> Strength {
    let ranks = ranks & 0x1FFF;
    let strength = NO_PAIR[usize::from(ranks)];
    if strength != 0 { Strength::raw(strength) } else { Strength::raw(with_repeats(ranks, paired, tripled)) }
}

/// The lowest bit of each nibble, brought together; the other bits must be 0.
#[inline]
pub(super) const fn squeeze(nibbles: u64) -> u16 {
    let x = (nibbles | nibbles >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000F_000F_000F_000F;
    // Four bits in each of four words: the product has them side by side at the top, and nothing carries into them.
    (x.wrapping_mul(1 << 48 | 1 << 36 | 1 << 24 | 1 << 12) >> 48) as u16
}

/// The best low of 13 rank counts, ace first: 0 to 4 a rank, five to seven in all.
pub fn evaluate_counts(counts: &[u8; 13]) -> Result<Strength> {
    let mut packed = 0u64;
    let mut total = 0;
    for (rank, &count) in counts.iter().enumerate() {
        if count > 4 {
            return Err(Error::value(format!("counts[{rank}]: {count} cards of a rank, expected 0 to 4")));
        }
        packed |= u64::from(count) << (4 * rank);
        total += u32::from(count);
    }
    if !(5..=7).contains(&total) {
        return Err(Error::value(format!("counts: expected 5 to 7 cards, found {total}")));
    }
    Ok(strength_of_counts(packed))
}

/// The best low of a set of five to thirteen distinct ranks, bit 0 the ace.
pub fn evaluate_rank_set(ranks: u16) -> Result<Strength> {
    if ranks > 0x1FFF {
        return Err(Error::value(format!("rank set {ranks}: expected 13 bits, at most {}", 0x1FFF)));
    }
    match NO_PAIR[usize::from(ranks)] {
        0 => Err(Error::value(format!("rank set {ranks}: expected five ranks or more, found {}", ranks.count_ones()))),
        strength => Ok(Strength::raw(strength)),
    }
}

/// The five cards that play, by (multiplicity, rank) descending; of copies of a rank the highest suits, higher suit
/// first. Five to seven distinct cards, unchecked.
pub fn best_five(cards: &[Card]) -> [Card; 5] {
    best_five_of_set(cards.iter().copied().collect(), strength_of(cards))
}

/// [`best_five`] of a set of cards whose strength is known.
pub fn best_five_of_set(cards: CardSet, strength: Strength) -> [Card; 5] {
    let mut left = cards;
    strength.ranks().map(|rank| {
        let card = left.highest_of_rank(rank).expect("a card of each rank that plays");
        left.remove(card);
        card
    })
}

/// The order of up-cards: of two boards of as many cards (one to five) the one with the lower value is the better low
/// and opens (docs/rules.md section 5). Category first, then the ranks by (multiplicity, rank) descending.
#[inline]
pub fn board_value(cards: &[Card]) -> u32 {
    debug_assert!((1..=5).contains(&cards.len()));
    board_value_of_ranks(cards.iter().map(|card| card.rank().index()))
}

/// [`board_value`] of ranks, 0 (ace) to 12 (king).
#[inline]
pub(crate) fn board_value_of_ranks(ranks: impl Iterator<Item = u8>) -> u32 {
    // Ranks held at least once, twice, three and four times.
    let (mut once, mut twice, mut thrice, mut quads) = (0u32, 0u32, 0u32, 0u32);
    for rank in ranks {
        let bit = 1 << rank;
        quads |= thrice & bit;
        thrice |= twice & bit;
        twice |= once & bit;
        once |= bit;
    }
    let (category, most) = match (thrice, quads) {
        (0, _) => (twice.count_ones(), twice),
        (_, 0) => (if twice == thrice { 3 } else { 4 }, thrice),
        _ => (5, quads),
    };
    // Sets of as many ranks compare as their members do from the top.
    category << 26 | most << 13 | once & !most
}
