//! Any text as JSON of rules, a state, a view or a record: read or refused; what is read can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::game::*;
use razz_fuzz::{Bytes, play_out, sound};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(rules) = Rules::from_json(text) {
        assert_eq!(Rules::from_json(&rules.to_json()), Ok(rules));
        rules.validate().expect("rules that were read");
    }
    if let Ok(state) = State::from_json(text) {
        sound(&state);
        play_out(state, &mut Bytes::new(data));
    }
    if let Ok(view) = View::from_json(text) {
        sound(view.state());
        assert_eq!(View::from_json(&view.to_json()), Ok(view));
    }
    if let Ok(record) = Record::from_json(text) {
        sound(record.state());
        let back = Record::from_json(&record.to_json()).expect("own JSON");
        assert_eq!((&back, back.state(), back.events()), (&record, record.state(), record.events()));
        play_out(*record.state(), &mut Bytes::new(data));
    }
});
