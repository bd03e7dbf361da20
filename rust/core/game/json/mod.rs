//! JSON of rules, states, views and records: versioned, strict, byte-stable.
//!
//! Every object names its format and version; unknown, missing and repeated fields are errors.
//! Cards are text ("As", "??"), seats count from 0.

mod check;
mod hand;
mod position;
mod stakes;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cards::{Card, UNKNOWN};
use crate::error::{Error, Result};

/// The version of every format below.
const VERSION: u32 = 1;

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() // plain structs with text keys: cannot fail
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let line_start: usize = text.lines().take(error.line().saturating_sub(1)).map(|l| l.chars().count() + 1).sum();
        Error::parse(format!("JSON: {error}"), line_start + error.column().saturating_sub(1))
    })
}

fn check_header(found: (&str, u32), format: &str) -> Result<()> {
    match found {
        (name, _) if name != format => Err(Error::value(format!("format {name:?}: expected {format:?}"))),
        (_, VERSION) => Ok(()),
        (_, version) => Err(Error::value(format!("version {version} of {format}: this release reads {VERSION}"))),
    }
}

fn card_text(index: u8) -> String {
    Card::known(index).map_or_else(|| "??".to_owned(), |card| card.to_string())
}

fn cards_text(cards: &[u8]) -> String {
    cards.iter().map(|&index| card_text(index)).collect()
}

/// Card indices, 255 for "??".
fn cards_from(text: &str) -> Result<Vec<u8>> {
    let cards = crate::cards::parse_cards_with_unknown(text)?;
    Ok(cards.into_iter().map(|card| card.map_or(UNKNOWN, Card::index)).collect())
}
