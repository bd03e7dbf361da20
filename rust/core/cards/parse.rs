//! Card text: "As2h 3d", "10h", "A♠", spaces and commas between cards, any case, "??" unknown.

use std::str::FromStr;

use super::{Card, CardSet, Rank, Suit};
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

/// The cards of a text that is nothing but rank letters and suit letters, spaces between cards allowed, written to the
/// front of `cards`; their number. None for any other text, for a duplicate and for more cards than there is room for:
/// [`parse_cards`] says what is wrong or reads what is unusual.
pub fn parse_plain(text: &str, cards: &mut [Card; 52]) -> Option<usize> {
    let mut seen = CardSet::EMPTY;
    let mut len = 0;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b' ' {
            continue;
        }
        let (rank, suit) = (CODE[usize::from(byte)] & 15, CODE[usize::from(bytes.next()?)] >> 4);
        if rank >= 13 || suit >= 4 {
            return None;
        }
        let card = Card::known(4 * rank + suit)?;
        if !seen.insert(card) {
            return None;
        }
        *cards.get_mut(len)? = card;
        len += 1;
    }
    Some(len)
}

/// For each byte its rank in the low four bits and its suit in the high four, 15 for none.
static CODE: [u8; 256] = {
    let mut code = [0xFF; 256];
    let ranks = *b"A23456789TJQK";
    let mut rank = 0;
    while rank < 13 {
        code[ranks[rank] as usize] = 0xF0 | rank as u8;
        code[ranks[rank].to_ascii_lowercase() as usize] = 0xF0 | rank as u8;
        rank += 1;
    }
    let suits = *b"cdhs";
    let mut suit = 0;
    while suit < 4 {
        code[suits[suit] as usize] = (suit as u8) << 4 | 15;
        code[suits[suit].to_ascii_uppercase() as usize] = (suit as u8) << 4 | 15;
        suit += 1;
    }
    code
};

impl FromStr for Card {
    type Err = Error;

    /// A text that is exactly one card.
    fn from_str(text: &str) -> Result<Card> {
        match parse_cards(text)?[..] {
            [card] => Ok(card),
            [] => Err(Error::parse("expected a card, found no text", 0)),
            [_, ..] => Err(Error::parse(format!("expected one card, found {text:?}"), 0)),
        }
    }
}

impl FromStr for Rank {
    type Err = Error;

    /// A rank letter in either case, or "10".
    fn from_str(text: &str) -> Result<Rank> {
        let mut letters = text.chars();
        let rank = match (letters.next(), letters.next()) {
            (Some('1'), Some('0')) if text.len() == 2 => Rank::from_letter('T'),
            (Some(letter), None) => Rank::from_letter(letter),
            _ => None,
        };
        rank.ok_or_else(|| {
            Error::parse(format!("{text:?} is no rank: expected one of A 2 3 4 5 6 7 8 9 T (or 10) J Q K"), 0)
        })
    }
}

impl FromStr for Suit {
    type Err = Error;

    /// A suit letter in either case, or a suit sign.
    fn from_str(text: &str) -> Result<Suit> {
        let mut letters = text.chars();
        let suit = letters.next().filter(|_| letters.next().is_none()).and_then(Suit::from_letter);
        suit.ok_or_else(|| Error::parse(format!("{text:?} is no suit: expected one of c d h s or ♣ ♦ ♥ ♠"), 0))
    }
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
            assert_eq!(card.to_string().parse::<Card>().unwrap(), card);
        }
        for rank in Rank::all() {
            assert_eq!(rank.to_string().parse::<Rank>().unwrap(), rank);
        }
        for suit in Suit::all() {
            assert_eq!(suit.to_string().parse::<Suit>().unwrap(), suit);
        }
        assert_eq!("10".parse::<Rank>().unwrap().letter(), 'T');
        assert!("".parse::<Card>().is_err() && "As2s".parse::<Card>().is_err() && "??".parse::<Card>().is_err());
        assert!("".parse::<Rank>().is_err() && "100".parse::<Rank>().is_err() && "1".parse::<Rank>().is_err());
        assert!("".parse::<Suit>().is_err() && "sh".parse::<Suit>().is_err());
    }

    /// Any text of two bytes: the plain reader takes it only where the full one reads the same.
    #[test]
    fn the_plain_reader_agrees() {
        let mut read = 0;
        for bytes in (0..128u8).flat_map(|a| (0..128u8).map(move |b| [a, b])) {
            let pair = str::from_utf8(&bytes).unwrap().to_owned();
            for text in [format!("{pair}Kd"), format!("2h {pair}"), pair] {
                let mut cards = [Card::new(Rank::ACE, Suit::CLUBS); 52];
                if let Some(len) = parse_plain(&text, &mut cards) {
                    assert_eq!(parse_cards(&text).unwrap(), cards[..len], "{text:?}");
                    read += 1;
                }
            }
        }
        // 18 spellings of ranks, 8 of suits, three texts; not the six with a card twice; and the two spaces.
        assert_eq!(read, 18 * 8 * 3 - 6 + 3);
        let deck: String = Card::all().map(|card| card.to_string()).collect();
        let mut cards = [Card::new(Rank::ACE, Suit::CLUBS); 52];
        assert_eq!(parse_plain(&deck, &mut cards), Some(52));
        assert!(cards.into_iter().eq(Card::all()));
    }
}
