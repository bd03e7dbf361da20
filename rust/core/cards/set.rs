//! A set of cards as 52 bits.

use super::Card;

/// A set of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// Adds a card; false when it was there before.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.index();
        new
    }

    /// Takes a card out; false when it was not there.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.index());
        there
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// The card of the highest suit among those of a rank 0 (ace) … 12 (king).
    pub fn highest_of_rank(self, rank: u8) -> Option<Card> {
        let suits = self.0 >> (4 * rank) & 0xF;
        let suit = suits.checked_ilog2()? as u8;
        Card::known(4 * rank + suit)
    }

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of the deck that are not in the set.
    pub const fn complement(self) -> CardSet {
        CardSet(!self.0 & Self::FULL.0)
    }

    /// The set with these bits; those beyond the deck are left out.
    pub(crate) const fn of_bits(bits: u64) -> CardSet {
        CardSet(bits & Self::FULL.0)
    }

    /// The bits, bit i for the card of index i.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cards in index order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let card = Card::known(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = CardSet::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}
