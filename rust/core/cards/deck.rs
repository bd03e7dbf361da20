//! Shuffled decks: Fisher and Yates from the front, one bounded draw a card.

use super::Card;
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
