//! The TOML of a hand: fields with their places in the file.

use toml_edit::{Document, Item, Table, Value};

use super::super::money::Decimal;
use super::super::text::Source;
use crate::error::{Error, Result};

/// The fields of one hand.
pub(super) struct Fields<'a> {
    pub source: Source<'a>,
    pub table: Table,
    /// Where the table starts.
    pub start: usize,
}

impl<'a> Fields<'a> {
    /// Parses a text that holds one hand, either plain or below one table header.
    pub fn parse(source: Source<'a>) -> Result<Fields<'a>> {
        let document = Document::parse(source.text).map_err(|error| {
            source.fault(error.span().map_or(0, |span| span.start), format!("TOML: {}", error.message()))
        })?;
        let root = document.into_table();
        let tables = root.iter().filter(|(_, item)| item.is_table()).count();
        match (tables, root.len()) {
            (1, 1) => {
                let item = root.into_iter().next().map(|(_, item)| item);
                let table = item.and_then(|item| item.into_table().ok()).unwrap_or_default();
                let start = table.span().map_or(0, |span| span.start);
                Ok(Fields { source, table, start })
            }
            (1.., _) => {
                let at = root.iter().find_map(|(_, item)| item.as_table()?.span()).map_or(0, |span| span.start);
                Err(source.fault(at, "a table among the fields of a hand: expected fields only, or tables only"))
            }
            _ => Ok(Fields { source, table: root, start: 0 }),
        }
    }

    pub fn get(&self, key: &str) -> Option<(usize, &Value)> {
        let value = self.table.get(key)?.as_value()?;
        Some((value.span().map_or(self.start, |span| span.start), value))
    }

    fn missing(&self, key: &str) -> Error {
        self.source.fault(self.start, format!("the field {key} is missing"))
    }

    pub fn require(&self, key: &str) -> Result<(usize, &Value)> {
        self.get(key).ok_or_else(|| self.missing(key))
    }

    pub fn wrong(&self, at: usize, key: &str, value: &Value, expected: &str) -> Error {
        self.source.fault(at, format!("{key}: expected {expected}, found {}", kind(value)))
    }

    pub fn string(&self, key: &str) -> Result<Option<&str>> {
        let Some((at, value)) = self.get(key) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong(at, key, value, "a string"))
    }

    /// An amount of at least 0, exact.
    pub fn decimal(&self, key: &str, value: &Value) -> Result<(usize, Decimal)> {
        let at = value.span().map_or(self.start, |span| span.start);
        let number = match value {
            Value::Integer(number) => u64::try_from(*number.value()).ok().map(Decimal::whole),
            Value::Float(_) => Decimal::parse_plain(self.raw(value)),
            _ => return Err(self.wrong(at, key, value, "a number")),
        };
        let found = self.raw(value);
        let number = number.ok_or_else(|| {
            self.source
                .fault(at, format!("{key}: expected an amount of at least 0, with at most 9 decimals, found {found}"))
        })?;
        Ok((at, number))
    }

    /// A list of amounts.
    pub fn decimals(&self, key: &str) -> Result<Option<Vec<(usize, Decimal)>>> {
        let Some((at, value)) = self.get(key) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| self.wrong(at, key, value, "a list of amounts"))?;
        list.iter()
            .enumerate()
            .map(|(i, value)| self.decimal(&format!("{key}[{i}]"), value))
            .collect::<Result<_>>()
            .map(Some)
    }

    /// A list of strings, each with the place of its first character and whether the text stands there letter by
    /// letter.
    pub fn strings<'b>(&'b self, key: &str, value: &'b Value) -> Result<Vec<(usize, bool, &'b str)>> {
        let at = value.span().map_or(self.start, |span| span.start);
        let list = value.as_array().ok_or_else(|| self.wrong(at, key, value, "a list of strings"))?;
        let text = |(i, value): (usize, &'b Value)| {
            let span = value.span().unwrap_or(at..at);
            let string =
                value.as_str().ok_or_else(|| self.wrong(span.start, &format!("{key}[{i}]"), value, "a string"))?;
            let plain = self.source.text.get(span.start + 1..span.end.saturating_sub(1)) == Some(string);
            Ok((span.start + usize::from(plain), plain, string))
        };
        list.iter().enumerate().map(text).collect()
    }

    /// A value as it stands in the file.
    pub fn raw(&self, value: &Value) -> &str {
        value.span().and_then(|span| self.source.text.get(span)).unwrap_or_default()
    }

    /// A value as text: a string as it is, all else in one way of writing it.
    pub fn text(&self, value: &Value) -> String {
        match value {
            Value::String(string) => string.value().clone(),
            other => self.literal(other),
        }
    }

    fn literal(&self, value: &Value) -> String {
        match value {
            Value::String(string) => quoted(string.value()),
            Value::Integer(number) => number.value().to_string(),
            Value::Boolean(flag) => flag.value().to_string(),
            Value::Array(list) => {
                let items: Vec<String> = list.iter().map(|value| self.literal(value)).collect();
                format!("[{}]", items.join(", "))
            }
            Value::InlineTable(table) => {
                let items: Vec<String> =
                    table.iter().map(|(key, value)| format!("{} = {}", key_text(key), self.literal(value))).collect();
                format!("{{{}}}", items.join(", "))
            }
            Value::Float(_) | Value::Datetime(_) => self.raw(value).to_owned(),
        }
    }

    /// Every field with its place, in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str, Option<&Value>)> {
        self.table.iter().map(|(key, item)| {
            let at = self.table.key(key).and_then(toml_edit::Key::span).map_or(self.start, |span| span.start);
            (at, key, Item::as_value(item))
        })
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the string {:?}", text.value()),
        other => format!("a value of type {}", other.type_name()),
    }
}

/// A key, quoted where it has to be.
pub(super) fn key_text(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A string of TOML.
pub(super) fn quoted(text: &str) -> String {
    if !text.chars().any(|c| c == '\'' || c.is_control()) {
        return format!("'{text}'");
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
