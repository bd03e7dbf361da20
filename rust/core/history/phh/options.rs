//! The options of the rules as an inline table: only those that differ from the default.

use serde_json::{Map, Value as Json};
use toml_edit::Value;

use super::document::{Fields, quoted};
use crate::error::Result;
use crate::game::Rules;

/// What a history starts from: the default, with players who decide about showing.
pub(super) fn base(rules: Rules) -> Rules {
    Rules { showdown_choice: true, ..rules }
}

fn json(rules: &Rules) -> Map<String, Json> {
    match serde_json::from_str(&rules.to_json()) {
        Ok(Json::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The stakes with the options of a `_razz_rules` value.
pub(super) fn read(fields: &Fields, at: usize, value: &Value, stakes: &Rules) -> Result<Rules> {
    let table =
        value.as_inline_table().ok_or_else(|| fields.wrong(at, "_razz_rules", value, "an inline table of options"))?;
    let mut all = json(&base(*stakes));
    for (key, value) in table.iter() {
        let at = value.span().map_or(at, |span| span.start);
        if matches!(key, "format" | "version" | "ante" | "bring_in" | "small_bet" | "big_bet") {
            return Err(fields.source.fault(at, format!("_razz_rules: {key} is no option")));
        }
        let mut value = plain(value);
        if key == "rake"
            && let Json::Object(rake) = &mut value
        {
            rake.entry("cap").or_insert(Json::Null);
        }
        all.insert(key.to_owned(), value);
    }
    Rules::from_json(&Json::Object(all).to_string())
        .map_err(|error| fields.source.fault(at, format!("_razz_rules: {}", error.message())))
}

fn plain(value: &Value) -> Json {
    match value {
        Value::String(text) => Json::String(text.value().clone()),
        Value::Integer(number) => Json::from(*number.value()),
        Value::Boolean(flag) => Json::Bool(*flag.value()),
        Value::InlineTable(table) => {
            Json::Object(table.iter().map(|(key, value)| (key.to_owned(), plain(value))).collect())
        }
        Value::Float(_) | Value::Datetime(_) | Value::Array(_) => Json::Null,
    }
}

/// The options of the rules that differ from what a history starts from.
pub(super) fn write(rules: &Rules) -> String {
    let default = json(&base(Rules::new(rules.ante, rules.bring_in, rules.small_bet, rules.big_bet)));
    let different = json(rules).into_iter().filter(|(key, value)| default.get(key) != Some(value));
    table(different)
}

fn table(entries: impl IntoIterator<Item = (String, Json)>) -> String {
    let text = |value: Json| match value {
        Json::String(text) => quoted(&text),
        Json::Object(map) => table(map),
        other => other.to_string(),
    };
    let entries = entries.into_iter().filter(|(_, value)| !value.is_null());
    let entries: Vec<String> = entries.map(|(key, value)| format!("{key} = {}", text(value))).collect();
    format!("{{{}}}", entries.join(", "))
}
