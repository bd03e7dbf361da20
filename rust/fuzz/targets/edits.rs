//! States whose JSON has been edited: what is accepted can be played to the end, and keeps its chips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::game::*;
use razz_fuzz::{Bytes, guesses_fit, play_out, setup, sound, step};
use serde_json::Value;

/// The leaves of a value.
fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(array) => array.iter_mut().for_each(|child| leaves(child, found)),
        Value::Object(object) => object.iter_mut().for_each(|(_, child)| leaves(child, found)),
        leaf => found.push(leaf),
    }
}

fn edit(leaf: &mut Value, bytes: &mut Bytes) {
    const CARDS: [&str; 8] = ["", "????", "As", "????Ks", "As2s3s", "????Kd4h", "Kc", "??"];
    const NAMES: [&str; 14] = [
        "DEAL",
        "BET",
        "SHOWDOWN",
        "END",
        "TDA",
        "ROBERT",
        "ONLINE",
        "OPTIONAL",
        "RECOMPUTE",
        "SHORT",
        "FULL",
        "LOW_SUIT",
        "HIGH_SUIT",
        "LOW_BOARD",
    ];
    *leaf = match leaf {
        Value::Bool(flag) => Value::Bool(!*flag),
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            match bytes.choice(8) {
                0 => Value::from(number + 1),
                1 => Value::from(number.saturating_sub(1)),
                2 => Value::from(0),
                3 => Value::from(bytes.byte()),
                4 => Value::from(MAX_CHIPS),
                5 => Value::from(number * 2),
                6 => Value::from(3 + bytes.choice(5)),
                _ => Value::Null,
            }
        }
        Value::Null => match bytes.choice(3) {
            0 => Value::from("Kc"),
            _ => Value::from(bytes.choice(9)),
        },
        Value::String(text) => match bytes.choice(4) {
            0 => Value::from(bytes.pick(&NAMES)),
            1 => Value::from(bytes.pick(&CARDS)),
            2 => Value::from(text.chars().take(text.len().saturating_sub(2)).collect::<String>()),
            _ => Value::from(format!("{text}{}", bytes.pick(&CARDS))),
        },
        _ => return,
    };
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let Ok(mut record) = Record::start(setup(&mut bytes)) else { return };
    for _ in 0..bytes.choice(64) {
        if record.state().phase() == Phase::End {
            break;
        }
        step(&mut record, None, &mut bytes);
    }
    let mut value: Value = serde_json::from_str(&record.state().to_json()).expect("JSON");
    for _ in 0..bytes.choice(6) {
        let mut found = Vec::new();
        leaves(&mut value, &mut found);
        let place = (usize::from(bytes.byte()) << 8 | usize::from(bytes.byte())) % found.len();
        edit(found[place], &mut bytes);
    }
    let Ok(state) = State::from_json(&value.to_string()) else { return };
    sound(&state);
    guesses_fit(&state, &mut bytes);
    play_out(state, &mut bytes);
});
