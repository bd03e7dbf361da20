//! Cards: ranks (ace low), suits, cards, sets of cards, text, and shuffled decks.

mod card;
mod deck;
mod parse;
mod set;

pub use card::{Card, Rank, Suit};
pub use deck::Deck;
pub use parse::{parse_cards, parse_cards_with_unknown, parse_plain};
pub use set::CardSet;

/// A card that was dealt but is not known, in card arrays and in states.
pub const UNKNOWN: u8 = 255;
