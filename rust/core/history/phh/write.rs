//! A record as PHH text.

use super::super::money::{decimal_text, scale_of_unit};
use super::actions::lines;
use super::document::{key_text, quoted};
use super::{INTEGERS, LISTS, NAMES, OWN, PLAY, STRINGS, options};
use crate::cards::{Card, UNKNOWN};
use crate::error::{Error, Result};
use crate::game::{Chips, Event, Phase, Record};

/// The hand of a `.phh` file. Amounts have the decimals of the record's unit; what the record knows beyond
/// PHH's fields goes into fields that start with `_razz_`.
pub fn write(record: &Record) -> Result<String> {
    let setup = record.setup();
    let rules = &setup.rules;
    let scale = record.meta.fields.get("unit").and_then(|unit| scale_of_unit(unit)).unwrap_or(0);
    let amount = |units: Chips| decimal_text(units, scale);
    let list = |units: &[Chips]| -> String {
        let texts: Vec<String> = units.iter().map(|&units| amount(units)).collect();
        format!("[{}]", texts.join(", "))
    };
    let seats = setup.stacks.len();
    let mut text = String::with_capacity(2_048);
    let mut put = |key: &str, value: String| {
        text.push_str(key);
        text.push_str(" = ");
        text.push_str(&value);
        text.push('\n');
    };
    put("variant", "'FR'".to_owned());
    put("ante_trimming_status", "true".to_owned());
    put("antes", list(&vec![rules.ante; seats]));
    put("bring_in", amount(rules.bring_in));
    put("small_bet", amount(rules.small_bet));
    put("big_bet", amount(rules.big_bet));
    put("starting_stacks", list(&setup.stacks));
    let actions: Vec<String> = lines(record.events(), amount).iter().map(|line| quoted(line)).collect();
    put("actions", format!("[\n  {},\n]", actions.join(",\n  ")).replace("[\n  ,\n]", "[]"));
    if !record.meta.players.is_empty() {
        let names: Vec<String> = record.meta.players.iter().map(|name| quoted(name)).collect();
        put("players", format!("[{}]", names.join(", ")));
    }
    if record.state().phase() == Phase::End {
        let stacks: Vec<Chips> = (0..seats).map(|seat| record.state().stack(seat)).collect();
        put("finishing_stacks", list(&stacks));
    }
    for (name, value) in &record.meta.fields {
        if name == "unit" && scale > 0 {
            continue; // the decimals say it
        }
        let (key, value) = field(name, value)?;
        put(&key, value);
    }
    put("_razz_rules", options::write(rules));
    if !setup.absent.is_empty() {
        let players: Vec<String> = setup.absent.iter().map(|seat| (seat + 1).to_string()).collect();
        put("_razz_absent", format!("[{}]", players.join(", ")));
    }
    if let Some(players) = setup.event_players {
        put("_razz_event_players", players.to_string());
    }
    if let Some(rake) = &setup.rake {
        put("_razz_rake", list(rake));
    }
    if setup.import {
        put("_razz_import", "true".to_owned());
    }
    let burns: Vec<u8> = record
        .events()
        .iter()
        .filter_map(|event| if let Event::Burn { card } = *event { Some(card) } else { None })
        .collect();
    if burns.iter().any(|&card| card != UNKNOWN) {
        let card = |&index: &u8| Card::known(index).map_or_else(|| "??".to_owned(), |card| card.to_string());
        put("_razz_burns", quoted(&burns.iter().map(card).collect::<String>()));
    }
    if !record.meta.inferred.is_empty() {
        let notes: Vec<String> = record.meta.inferred.iter().map(|note| quoted(note)).collect();
        put("_razz_inferred", format!("[{}]", notes.join(", ")));
    }
    Ok(text)
}

/// A named fact as key and value.
fn field(name: &str, value: &str) -> Result<(String, String)> {
    let wrong =
        |expected: &str| Err(Error::value(format!("meta.fields[{name:?}] is {value:?}: PHH expects {expected} there")));
    let literal = literal(value);
    if PLAY.contains(&name) || name.starts_with(OWN) {
        return Err(Error::value(format!("meta.fields[{name:?}]: PHH keeps this name for the play of the hand")));
    }
    let value = match literal {
        _ if STRINGS.contains(&name) => quoted(value),
        Some(Kind::Integer) if NAMES.contains(&name) || INTEGERS.contains(&name) => value.to_owned(),
        _ if NAMES.contains(&name) => quoted(value),
        _ if INTEGERS.contains(&name) => return wrong("a whole number"),
        Some(Kind::List) if LISTS.contains(&name) => value.to_owned(),
        _ if LISTS.contains(&name) => return wrong("a list"),
        Some(Kind::Time) if name == "time" => value.to_owned(),
        _ if name == "time" => return wrong("a time, HH:MM:SS"),
        Some(_) if name.starts_with('_') => value.to_owned(),
        _ => quoted(value),
    };
    let own = name.starts_with('_')
        || [&STRINGS[..], &INTEGERS, &NAMES, &LISTS].iter().any(|names| names.contains(&name))
        || name == "time";
    Ok((key_text(&if own { name.to_owned() } else { format!("{OWN}{name}") }), value))
}

enum Kind {
    Integer,
    List,
    Time,
    Other,
}

/// What a text is when it is a value of TOML, other than a string, that reads back as the same text.
fn literal(text: &str) -> Option<Kind> {
    use toml_edit::Value;
    let document = format!("x = {text}");
    let fields = super::document::Fields::parse(super::super::text::Source { text: &document, first_line: 1 }).ok()?;
    let (_, value) = fields.get("x").filter(|_| fields.table.len() == 1)?;
    if fields.text(value) != text {
        return None;
    }
    match value {
        Value::String(_) => None,
        Value::Integer(_) => Some(Kind::Integer),
        Value::Array(_) => Some(Kind::List),
        Value::Datetime(_) => Some(Kind::Time),
        _ => Some(Kind::Other),
    }
}
