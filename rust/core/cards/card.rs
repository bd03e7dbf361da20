//! Rank, suit and card. A card's index is 4 * rank + suit, and its order is the bring-in order.

use std::fmt;

use crate::error::{Error, Result};

/// A rank, ace (0) low to king (12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// A suit in bring-in order: clubs 0, diamonds 1, hearts 2, spades 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

/// A card of the 52-card deck; `a > b` when `a` is the higher up-card for the bring-in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const SUITS: [char; 4] = ['c', 'd', 'h', 's'];

impl Rank {
    /// The ace, the lowest rank.
    pub const ACE: Rank = Rank(0);
    /// The king, the highest rank.
    pub const KING: Rank = Rank(12);

    /// The rank of an index 0 (ace) … 12 (king).
    pub fn new(index: u8) -> Result<Rank> {
        if index < 13 { Ok(Rank(index)) } else { Err(Error::value(format!("rank index {index}: expected 0 to 12"))) }
    }

    /// 0 (ace) … 12 (king).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// `A23456789TJQK`.
    pub const fn letter(self) -> char {
        RANKS[self.0 as usize]
    }

    /// The rank a letter stands for, in either case.
    pub fn from_letter(letter: char) -> Option<Rank> {
        let upper = letter.to_ascii_uppercase();
        RANKS.iter().position(|&r| r == upper).map(|i| Rank(i as u8))
    }

    /// All ranks, ace first.
    pub fn all() -> impl Iterator<Item = Rank> {
        (0..13).map(Rank)
    }
}

impl Suit {
    /// Clubs, the lowest suit.
    pub const CLUBS: Suit = Suit(0);
    /// Spades, the highest suit.
    pub const SPADES: Suit = Suit(3);

    /// The suit of an index 0 (clubs) … 3 (spades).
    pub fn new(index: u8) -> Result<Suit> {
        if index < 4 { Ok(Suit(index)) } else { Err(Error::value(format!("suit index {index}: expected 0 to 3"))) }
    }

    /// 0 (clubs) … 3 (spades).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// `cdhs`.
    pub const fn letter(self) -> char {
        SUITS[self.0 as usize]
    }

    /// The suit a letter or a suit sign stands for.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Some(Suit(match letter {
            'c' | 'C' | '♣' | '♧' => 0,
            'd' | 'D' | '♦' | '♢' => 1,
            'h' | 'H' | '♥' | '♡' => 2,
            's' | 'S' | '♠' | '♤' => 3,
            _ => return None,
        }))
    }

    /// All suits, clubs first.
    pub fn all() -> impl Iterator<Item = Suit> {
        (0..4).map(Suit)
    }
}

impl Card {
    /// The card of an index 0 (A♣) … 51 (K♠).
    pub fn from_index(index: u8) -> Result<Card> {
        Card::known(index).ok_or_else(|| Error::value(format!("card index {index}: expected 0 to 51")))
    }

    /// The card of an index; none of the indices that stand for unknown cards and empty places.
    #[inline]
    pub const fn known(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// A card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(4 * rank.0 + suit.0)
    }

    /// 4 * rank + suit.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 2)
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit(self.0 & 3)
    }

    /// All 52 cards in index order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
