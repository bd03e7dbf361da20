//! Card text as equity takes it: whole cards, ranks without a suit, unknown cards.

use crate::cards::{Card, Rank, Suit};
use crate::error::{Error, Result};

/// One card of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Card(Card),
    Rank(Rank),
    Unknown,
}

/// A text as characters, with what errors in it are to say about the place.
pub(super) struct Text<'a> {
    /// The argument, such as "players[1]".
    pub name: &'a str,
    pub chars: Vec<char>,
}

impl<'a> Text<'a> {
    pub fn new(name: &'a str, text: &str) -> Self {
        Text { name, chars: text.chars().collect() }
    }

    /// A parse error at a character.
    pub fn error(&self, position: usize, message: impl std::fmt::Display) -> Error {
        Error::parse(format!("{}: {message}", self.name), position)
    }

    /// The character at a place, blanks and commas passed over up to `end`.
    pub fn skip(&self, mut at: usize, end: usize, commas: bool) -> usize {
        while at < end && (self.chars[at].is_whitespace() || commas && self.chars[at] == ',') {
            at += 1;
        }
        at
    }

    /// The rank that begins at a place, and the place after it.
    pub fn rank(&self, at: usize) -> Result<(Rank, usize)> {
        let letter = self.chars.get(at).copied();
        if letter == Some('1') && self.chars.get(at + 1) == Some(&'0') {
            return Ok((Rank::from_letter('T').expect("a rank"), at + 2));
        }
        match letter {
            None => Err(self.error(at, "the text ends where a rank is expected")),
            Some(letter) => match Rank::from_letter(letter) {
                Some(rank) => Ok((rank, at + 1)),
                None => {
                    Err(self
                        .error(at, format!("{letter:?} is no rank: expected one of A 2 3 4 5 6 7 8 9 T (or 10) J Q K")))
                }
            },
        }
    }

    /// The card or rank that begins at a place, and the place after it.
    pub fn card(&self, at: usize) -> Result<(Token, usize)> {
        let (rank, next) = self.rank(at)?;
        Ok(match self.chars.get(next).copied().and_then(Suit::from_letter) {
            Some(suit) => (Token::Card(Card::new(rank, suit)), next + 1),
            None => (Token::Rank(rank), next),
        })
    }

    /// The cards between two places, each with where it begins. "?" and "??" are one unknown card each.
    pub fn cards(&self, start: usize, end: usize) -> Result<Vec<(usize, Token)>> {
        let mut tokens = Vec::new();
        let mut at = self.skip(start, end, true);
        while at < end {
            let (token, next) = if self.chars[at] == '?' {
                let double = at + 1 < end && self.chars[at + 1] == '?';
                (Token::Unknown, at + 1 + usize::from(double))
            } else {
                self.card(at)?
            };
            tokens.push((at, token));
            at = self.skip(next, end, true);
        }
        Ok(tokens)
    }
}
