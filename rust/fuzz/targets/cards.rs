//! Any text as cards, a rank, a suit or an action: read or refused with a place inside the text, and what is read is
//! written and read again the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::cards::{parse_cards, parse_cards_with_unknown, parse_plain};
use razz_core::game::Action;
use razz_core::{Card, Error, Rank, Suit, evaluate};

fn within<T>(text: &str, read: Result<T, Error>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(Error::Parse { position, .. }) => {
            assert!(position <= text.chars().count(), "{text:?} {position}");
            None
        }
        Err(_) => None,
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let cards = within(text, parse_cards(text));
    let with_unknown = within(text, parse_cards_with_unknown(text));
    if let Some(cards) = &cards {
        let written: String = cards.iter().map(ToString::to_string).collect();
        assert_eq!(&parse_cards(&written).expect("own text"), cards);
        assert_eq!(with_unknown.expect("known cards"), cards.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(evaluate(cards).is_ok(), (5..=7).contains(&cards.len()));
    }
    let mut plain = ["Ac".parse().expect("a card"); 52];
    if let Some(len) = parse_plain(text, &mut plain) {
        assert_eq!(cards.as_deref(), Some(&plain[..len]));
    }
    within(text, text.parse::<Card>());
    within(text, text.parse::<Rank>());
    within(text, text.parse::<Suit>());
    if let Some(action) = within(text, Action::parse(text)) {
        assert_eq!(Action::parse(&action.to_string()), Ok(action));
    }
});
