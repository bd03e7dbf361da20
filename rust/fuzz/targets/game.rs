//! Whole hands: any rules, any lawful play, unknown cards, absent players, what only imports have.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::Deck;
use razz_core::game::*;
use razz_fuzz::{Bytes, guesses_fit, setup, sound, step, total};

/// An action that may be illegal is refused whole or is in the list.
fn try_any(record: &mut Record, bytes: &mut Bytes) {
    let kind = bytes.pick(ActionKind::ALL);
    let action = if bytes.flag() { Action::of(kind) } else { Action::new(kind, u64::from(bytes.byte())) };
    let legal = record.state().legal_actions();
    let mut copy = record.clone();
    match copy.act(action) {
        Ok(()) => assert!(legal.amount(kind).is_some()),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!((&copy, copy.state(), copy.events()), (&*record, record.state(), record.events()));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let Ok(mut record) = Record::start(setup(&mut bytes)) else { return };
    let chips: Chips = record.setup().stacks.iter().sum();
    let deck = bytes.flag().then(|| Deck::shuffled(&mut bytes));
    let mut raises = 0;
    while record.state().phase() != Phase::End {
        assert_eq!(total(record.state()), chips);
        match bytes.byte() {
            0..16 => sound(record.state()),
            16..32 => try_any(&mut record, &mut bytes),
            32..36 => {
                let replayed = record.replay(record.steps().len()).expect("own steps");
                assert_eq!((replayed.state(), replayed.events()), (record.state(), record.events()));
            }
            _ => {}
        }
        raises += 1;
        if raises > 2_000 {
            return; // the largest stacks have room for 10^15 raises
        }
        step(&mut record, deck.as_ref(), &mut bytes);
    }
    let state = record.state();
    sound(state);
    let rake: Chips =
        record.events().iter().map(|event| if let Event::Rake { amount, .. } = event { *amount } else { 0 }).sum();
    assert_eq!(total(state) + rake, chips, "{record:?}");
    let payoffs: i64 = (0..state.seats()).map(|seat| state.payoff(seat)).sum();
    assert_eq!(payoffs, -(rake as i64));
    let back = Record::from_json(&record.to_json()).expect("own JSON");
    assert_eq!((&back, back.state(), back.events()), (&record, state, record.events()));
    for seat in 0..state.seats() {
        record.information_key(seat).expect("a seat");
    }
    guesses_fit(state, &mut bytes);
    record.pop().expect("a hand has steps");
});
