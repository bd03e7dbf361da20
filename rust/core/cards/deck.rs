//! Shuffled decks: Fisher and Yates from the front, one bounded draw a card.

use super::{Card, CardSet};
use crate::error::{Error, Result};
use crate::rng::{Philox, Rng};

/// The 52 cards in an order; position 0 is dealt first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck([Card; 52]);

impl Deck {
    /// The 52 cards in index order.
    pub fn ordered() -> Deck {
        let mut cards = [Card::all().next().expect("52 cards"); 52];
        for (slot, card) in cards.iter_mut().zip(Card::all()) {
            *slot = card;
        }
        Deck(cards)
    }

    /// The deck of 52 different cards in the order given.
    pub fn from_cards(cards: &[Card]) -> Result<Deck> {
        let order: [Card; 52] =
            cards.try_into().map_err(|_| Error::value(format!("deck: expected 52 cards, found {}", cards.len())))?;
        let mut seen = CardSet::EMPTY;
        match order.iter().position(|&card| !seen.insert(card)) {
            Some(twice) => Err(Error::value(format!("deck: card {} at position {twice} is a duplicate", order[twice]))),
            None => Ok(Deck(order)),
        }
    }

    /// A uniformly random order: for i from 0, position i is swapped with position i + below(52 - i).
    pub fn shuffled(rng: &mut impl Rng) -> Deck {
        let mut deck = Deck::ordered();
        for i in 0..51 {
            deck.0.swap(i, i + rng.below(52 - i as u32) as usize);
        }
        deck
    }

    /// The deck of hand `index` under `seed`: domain 0 of the stream.
    pub fn of(seed: u64, index: u64) -> Deck {
        Deck::shuffled(&mut Philox::new(seed, index, 0))
    }

    /// The cards in order.
    pub const fn cards(&self) -> &[Card; 52] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that make `below(n)` return n - 1: every swap takes the last card.
    struct Last;

    impl Rng for Last {
        fn next_u64(&mut self) -> u64 {
            u64::MAX
        }
        fn next_u32(&mut self) -> u32 {
            u32::MAX
        }
    }

    #[test]
    fn forward_shuffle() {
        let deck = Deck::shuffled(&mut Last);
        let mut expected: Vec<Card> = Card::all().collect();
        expected.rotate_right(1);
        assert_eq!(deck.cards()[..], expected, "position i swapped with the last, from i = 0");
        assert_eq!(Deck::from_cards(deck.cards()), Ok(deck));
    }

    #[test]
    fn a_deck_is_52_different_cards() {
        let mut cards = *Deck::of(1, 2).cards();
        assert_eq!(CardSet::from_iter(cards), CardSet::FULL);
        assert!(Deck::from_cards(&cards[..51]).unwrap_err().to_string().contains("found 51"));
        cards[40] = cards[3];
        assert!(Deck::from_cards(&cards).unwrap_err().to_string().contains("position 40"));
    }
}
