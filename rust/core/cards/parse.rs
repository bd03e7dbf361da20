//! Card text: "As2h 3d", "10h", "A♠", spaces and commas between cards, any case, "??" unknown.

use super::{Card, Rank, Suit};
use crate::error::{Error, Result};

/// The cards of a text. A duplicate is an error, as is "??".
pub fn parse_cards(text: &str) -> Result<Vec<Card>> {
    let mut cards = Vec::new();
    for (position, card) in scan(text)? {
        let card = card.ok_or_else(|| Error::parse("unknown card \"??\": a known card is needed here", position))?;
        cards.push(card);
    }
    Ok(cards)
}

/// The cards of a text in which "??" stands for a card that was dealt but is not known.
pub fn parse_cards_with_unknown(text: &str) -> Result<Vec<Option<Card>>> {
    Ok(scan(text)?.into_iter().map(|(_, card)| card).collect())
}

/// Each card with the character position at which it starts; refuses duplicates.
fn scan(text: &str) -> Result<Vec<(usize, Option<Card>)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut cards: Vec<(usize, Option<Card>)> = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        if chars[i].is_whitespace() || chars[i] == ',' {
            i += 1;
            continue;
        }
        let start = i;
        if chars[i] == '?' {
            if chars.get(i + 1) != Some(&'?') {
                return Err(Error::parse("\"?\": an unknown card is written \"??\"", start));
            }
            i += 2;
            cards.push((start, None));
            continue;
        }
        let rank = if chars[i] == '1' && chars.get(i + 1) == Some(&'0') {
            i += 1;
            Rank::from_letter('T')
        } else {
            Rank::from_letter(chars[i])
        };
        let rank = rank.ok_or_else(|| {
            Error::parse(format!("{:?} is no rank: expected one of A 2 3 4 5 6 7 8 9 T (or 10) J Q K", chars[i]), start)
        })?;
        i += 1;
        let suit = match chars.get(i) {
            None => {
                return Err(Error::parse(format!("the text ends after the rank {rank}: expected a suit, c d h s"), i));
            }
            Some(&c) => Suit::from_letter(c)
                .ok_or_else(|| Error::parse(format!("{c:?} is no suit: expected one of c d h s or ♣ ♦ ♥ ♠"), i))?,
        };
        i += 1;
        let card = Card::new(rank, suit);
        if cards.iter().any(|&(_, other)| other == Some(card)) {
            return Err(Error::parse(format!("duplicate card {card}"), start));
        }
        cards.push((start, Some(card)));
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cards: &[Card]) -> String {
        cards.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn spellings() {
        for spelling in ["As2h3dTh", "as 2H,3D 10h", " A♠ 2♥ 3♦ T♥ ", "AS2h\t3d,,10H"] {
            assert_eq!(text(&parse_cards(spelling).unwrap()), "As2h3dTh", "{spelling:?}");
        }
        assert!(parse_cards("").unwrap().is_empty());
    }

    #[test]
    fn faults_say_where() {
        for (bad, at) in [("As1h", 2), ("As2", 3), ("AsXh", 2), ("Ax", 1), ("As 2h As", 6), ("As??", 2), ("As ?", 3)] {
            match parse_cards(bad) {
                Err(Error::Parse { position, .. }) => assert_eq!(position, at, "{bad:?}"),
                other => panic!("{bad:?}: {other:?}"),
            }
        }
        assert_eq!(parse_cards_with_unknown("????Kh").unwrap().len(), 3);
    }

    #[test]
    fn every_card_round_trips() {
        for card in Card::all() {
            assert_eq!(parse_cards(&card.to_string()).unwrap(), [card]);
        }
    }
}
