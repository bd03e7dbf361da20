//! The odds of one hand: the exact distribution of its final low, and what the next card does.

use super::enumerate::{Distribution, twice_below};
use super::evaluate::strength_of_counts;
use super::strength::Strength;
use super::tables::CLASSES;
use crate::cards::{Card, CardSet};
use crate::error::{Error, Result};

/// What a card of a rank does to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextCard {
    /// It makes the hand better. Of five cards and more: their best low becomes stronger. Of fewer: a rank not held yet,
    /// after which the final low is better on average (by percentile) than before.
    Improves,
    /// Else: a rank that is held already.
    Pair,
    /// Else: of no use.
    Brick,
}

/// The odds of one hand.
#[derive(Clone, Debug)]
pub struct HandOdds {
    /// In how many ways the hand ends with each strength.
    pub ways: Box<Distribution>,
    /// In how many ways the missing cards can come: the sum of `ways`.
    pub deals: u64,
    /// How many cards of each rank, ace first, are still to come from.
    pub unseen: [u8; 13],
    /// What a card of each rank does; None if no card is missing.
    pub next_card: Option<[NextCard; 13]>,
}

/// C(n, k) for the cards of one rank.
const CHOOSE: [[u64; 5]; 5] = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// The odds of a hand of up to `to` cards (5, 6 or 7) that gets the missing ones from what is neither in it nor dead.
pub fn hand_odds(cards: &[Card], dead: &[Card], to: usize) -> Result<HandOdds> {
    if !(5..=7).contains(&to) {
        return Err(Error::value(format!("to: expected 5, 6 or 7 cards, found {to}")));
    }
    if cards.len() > to {
        return Err(Error::value(format!("cards: expected at most {to} cards, found {}", cards.len())));
    }
    let (mut seen, mut unseen, mut held) = (CardSet::EMPTY, [4u8; 13], 0u64);
    for (name, list) in [("cards", cards), ("dead", dead)] {
        for (place, &card) in list.iter().enumerate() {
            if !seen.insert(card) {
                return Err(Error::value(format!("{name}[{place}]: {card} is named a second time")));
            }
            unseen[usize::from(card.rank().index())] -= 1;
        }
    }
    for card in cards {
        held += 1 << (4 * card.rank().index());
    }
    let missing = to - cards.len();
    let left: usize = unseen.iter().map(|&count| usize::from(count)).sum();
    if left < missing {
        return Err(Error::value(format!("dead: {missing} cards are missing, but only {left} are left")));
    }
    let mut ways = Box::new([0; CLASSES as usize + 1]);
    draws(held, &unseen, missing, &mut |counts, number| ways[usize::from(strength_of_counts(counts).get())] += number);
    let deals = ways.iter().sum();
    let next_card = (missing > 0).then(|| next_card(cards.len(), held, &unseen, missing));
    Ok(HandOdds { ways, deals, unseen, next_card })
}

/// Calls with every way to add `missing` cards to packed rank counts, by the counts after it, and how often it occurs.
fn draws(held: u64, unseen: &[u8; 13], missing: usize, visit: &mut impl FnMut(u64, u64)) {
    fn go(rank: usize, missing: usize, counts: u64, ways: u64, unseen: &[u8; 13], visit: &mut impl FnMut(u64, u64)) {
        if missing == 0 {
            visit(counts, ways);
        } else if rank < 13 {
            let there = usize::from(unseen[rank]);
            for (taken, choices) in CHOOSE[there][..=missing.min(there)].iter().enumerate() {
                let counts = counts + ((taken as u64) << (4 * rank));
                go(rank + 1, missing - taken, counts, ways * choices, unseen, visit);
            }
        }
    }
    go(0, missing, held, 1, unseen, visit);
}

fn next_card(size: usize, held: u64, unseen: &[u8; 13], missing: usize) -> [NextCard; 13] {
    // The sum over all ways of twice the percentile's share, and their number.
    let average = |held: u64, unseen: &[u8; 13], missing: usize| {
        let (mut sum, mut deals) = (0u128, 0u128);
        draws(held, unseen, missing, &mut |counts, ways| {
            sum += u128::from(ways) * u128::from(twice_below(strength_of_counts(counts)));
            deals += u128::from(ways);
        });
        (sum, deals)
    };
    let before = if size < 5 { average(held, unseen, missing) } else { (0, 0) };
    std::array::from_fn(|rank| {
        let one = 1u64 << (4 * rank);
        let is_held = held & (15 * one) != 0;
        let improves = if size >= 5 {
            unseen[rank] > 0 && strength_of_counts(held + one) > strength_of_counts(held)
        } else {
            !is_held && unseen[rank] > 0 && {
                let mut rest = *unseen;
                rest[rank] -= 1;
                let (sum, deals) = average(held + one, &rest, missing - 1);
                sum * before.1 > before.0 * deals
            }
        };
        match (improves, is_held) {
            (true, _) => NextCard::Improves,
            (false, true) => NextCard::Pair,
            (false, false) => NextCard::Brick,
        }
    })
}

impl HandOdds {
    /// The number of ways that give a strength or a better one.
    pub fn at_least(&self, strength: Strength) -> u64 {
        self.ways[usize::from(strength.get())..].iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Deck, Rank, parse_cards};
    use crate::hands::{ALL_HANDS, Category, distribution_by_ranks, strength_of};

    fn odds(cards: &str, dead: &str, to: usize) -> HandOdds {
        hand_odds(&parse_cards(cards).unwrap(), &parse_cards(dead).unwrap(), to).unwrap()
    }

    /// Ways to end with five-high, six-high … eight-high.
    fn top_cards(odds: &HandOdds) -> [u64; 4] {
        let mut ways = [0; 4];
        for strength in Strength::all().filter(|s| s.category() == Category::NoPair && s.ranks()[0] < 8) {
            ways[usize::from(strength.ranks()[0]) - 4] += odds.ways[usize::from(strength.get())];
        }
        ways
    }

    #[test]
    fn published_starts() {
        for (cards, deals, ways) in [
            ("As2h3d", 211_876, [15_156, 25_000, 30_300, 31_824]),
            ("As2hKd", 211_876, [2_656, 7_200, 12_864, 18_880]),
            ("AsQhKd", 211_876, [256, 1_024, 2_560, 5_120]),
            ("As2h3d4c", 17_296, [4_052, 3_364, 2_740, 2_180]),
        ] {
            let odds = odds(cards, "", 7);
            assert_eq!((odds.deals, top_cards(&odds)), (deals, ways), "{cards}");
        }
    }

    #[test]
    fn no_card_known_is_every_hand() {
        let odds = odds("", "", 7);
        assert_eq!(odds.deals, ALL_HANDS);
        assert_eq!(odds.ways, distribution_by_ranks());
        assert_eq!(odds.at_least(Strength::WHEEL), 781_824);
    }

    /// All ways to complete a hand, card by card.
    fn brute(cards: &[Card], dead: &[Card], to: usize) -> Box<Distribution> {
        fn go(hand: &mut Vec<Card>, deck: &[Card], to: usize, ways: &mut Distribution) {
            if hand.len() == to {
                ways[usize::from(strength_of(hand).get())] += 1;
                return;
            }
            for (i, &card) in deck.iter().enumerate() {
                hand.push(card);
                go(hand, &deck[i + 1..], to, ways);
                hand.pop();
            }
        }
        let seen: CardSet = cards.iter().chain(dead).copied().collect();
        let deck: Vec<Card> = seen.complement().iter().collect();
        let mut ways = Box::new([0; CLASSES as usize + 1]);
        go(&mut cards.to_vec(), &deck, to, &mut ways);
        ways
    }

    #[test]
    fn card_by_card_gives_the_same() {
        for (cards, dead, to) in [
            ("As2h3d", "", 7),
            ("As2h3d", "AhAc2s2c3s3c", 7),
            ("AsAh3d", "4c5d6h7s8c9d", 7),
            ("KsKhKd", "QsQhQdQc", 7),
            ("8s8h2d2c", "", 7),
            ("7s6h5d", "As", 5),
            ("7s6h5d2c", "KsQs", 6),
            ("7s6h5d2cKh", "", 7),
            ("7s6h5d2cKhQs", "AsAh", 7),
            ("7s6h5d2cKhQsQd", "", 7),
        ] {
            let (held, gone) = (parse_cards(cards).unwrap(), parse_cards(dead).unwrap());
            let odds = odds(cards, dead, to);
            assert_eq!(odds.ways, brute(&held, &gone, to), "{cards} dead {dead} to {to}");
            assert_eq!(odds.deals, odds.ways.iter().sum::<u64>());
            assert_eq!(odds.next_card.is_none(), held.len() == to);
        }
    }

    #[test]
    fn next_cards() {
        let kinds = |cards: &str| -> String {
            let letter = |kind: &NextCard| match kind {
                NextCard::Improves => 'i',
                NextCard::Pair => 'p',
                NextCard::Brick => '.',
            };
            odds(cards, "", 7).next_card.unwrap().iter().map(letter).collect()
        };
        // Ranks from ace to king. A start wants low cards that it does not hold: high ones and pairs are of no use to it.
        assert_eq!(kinds("As2h3d"), "pppiiiiii....");
        assert_eq!(kinds("As2h3d4c"), "ppppiiiii....");
        // An eight-low of five cards: two, three and four improve it.
        assert_eq!(kinds("8s7h6d5cAs"), "piiipppp.....");
        // With a pair of kings any new rank makes a hand without a pair, and a pair of fours is better than one of kings.
        assert_eq!(kinds("KsKh4d3c2s"), "iiiiiiiiiiiip");
        // A rank of which no card is left does nothing.
        let gone = |cards, dead| odds(cards, dead, 7).next_card.unwrap()[..2].to_vec();
        assert_eq!(gone("8s7h6d5cKs", "As2sAh2hAdAc"), [NextCard::Brick, NextCard::Improves]);
        assert_eq!(gone("8s7h6d", "As2sAh2hAdAc"), [NextCard::Brick, NextCard::Improves]);
        // The last card.
        assert_eq!(kinds("As2h3d4cKhKs"), "ppppiiiiiiiip");
    }

    #[test]
    fn a_rank_improves_when_the_hand_with_it_is_better_on_average() {
        let average = |odds: &HandOdds| {
            let sum = odds.ways.iter().zip(0..).skip(1).map(|(&ways, strength)| {
                u128::from(ways) * u128::from(twice_below(Strength::from_index(strength).unwrap()))
            });
            (sum.sum::<u128>(), u128::from(odds.deals))
        };
        let mut equal = 0;
        for index in 0..1000 {
            let deck = Deck::of(9, index);
            let (size, to) = (1 + index as usize % 4, 5 + index as usize % 3);
            let (cards, dead) = (&deck.cards()[..size], &deck.cards()[size..49 - index as usize % 5]);
            let Ok(odds) = hand_odds(cards, dead, to) else { continue };
            let (before, deals) = average(&odds);
            for rank in Rank::all() {
                let more = deck.cards()[size + dead.len()..].iter().find(|card| card.rank() == rank);
                let better = more.is_some_and(|&card| {
                    let (after, of) = average(&hand_odds(&[cards, &[card]].concat(), dead, to).unwrap());
                    equal += u32::from(after * deals == before * of);
                    after * deals > before * of && cards.iter().all(|card| card.rank() != rank)
                });
                let found = odds.next_card.unwrap()[usize::from(rank.index())];
                assert_eq!(found == NextCard::Improves, better, "{cards:?} {dead:?} {rank}");
            }
        }
        assert!(equal > 0);
    }

    #[test]
    fn bad_input() {
        let message = |cards: &str, dead: &str, to| {
            hand_odds(&parse_cards(cards).unwrap(), &parse_cards(dead).unwrap(), to).unwrap_err().to_string()
        };
        assert_eq!(message("As", "", 4), "to: expected 5, 6 or 7 cards, found 4");
        assert_eq!(message("As2s3s4s5s6s", "", 5), "cards: expected at most 5 cards, found 6");
        assert_eq!(message("As2s", "KsAs", 7), "dead[1]: As is named a second time");
        let dead: String = Card::all().skip(4).map(|card| card.to_string()).collect();
        assert_eq!(message("Ac", &dead, 7), "dead: 6 cards are missing, but only 3 are left");
        let dead: String = Card::all().skip(7).map(|card| card.to_string()).collect();
        assert_eq!(odds("Ac", &dead, 7).deals, 1);
    }
}
