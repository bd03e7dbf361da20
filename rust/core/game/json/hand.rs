//! JSON of records: the start and the steps; the events follow from them.

use serde::{Deserialize, Serialize};

use super::super::action::{Action, ActionKind};
use super::super::record::{Meta, Record, Setup, Step};
use super::super::rules::Chips;
use super::super::seats::{MAX_SEATS, SeatSet};
use super::stakes::RulesJson;
use super::{card_text, cards_from, check_header, read, write};
use crate::cards::UNKNOWN;
use crate::error::{Error, Result};

const FORMAT: &str = "razz.record";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MetaJson {
    players: Vec<String>,
    inferred: Vec<String>,
    fields: std::collections::BTreeMap<String, String>,
}

/// `deal` (with `burn`), or `act` (with `amount` and, for a Show, `cards`).
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepJson {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    burn: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    amount: Option<Chips>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cards: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordJson {
    format: String,
    version: u32,
    rules: RulesJson,
    stacks: Vec<Chips>,
    absent: Vec<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    event_players: Option<u16>,
    #[serde(deserialize_with = "Option::deserialize")]
    rake: Option<Vec<Chips>>,
    import: bool,
    steps: Vec<StepJson>,
    meta: MetaJson,
}

impl From<&Step> for StepJson {
    fn from(step: &Step) -> StepJson {
        match *step {
            Step::Deal { card, burn } => StepJson {
                deal: Some(card_text(card)),
                burn: (burn != UNKNOWN).then(|| card_text(burn)),
                ..StepJson::default()
            },
            Step::Act(action) => {
                let cards: String = action.revealed_cards().map(|card| card.to_string()).collect();
                StepJson {
                    act: Some(action.kind.name().to_owned()),
                    amount: action.amount.filter(|&amount| amount > 0),
                    cards: (!cards.is_empty()).then_some(cards),
                    ..StepJson::default()
                }
            }
        }
    }
}

impl StepJson {
    fn step(&self) -> Result<Step> {
        match self {
            StepJson { deal: Some(card), burn, act: None, amount: None, cards: None } => Ok(Step::Deal {
                card: one_card(card)?,
                burn: burn.as_ref().map_or(Ok(UNKNOWN), |card| one_card(card))?,
            }),
            StepJson { deal: None, burn: None, act: Some(name), amount, cards } => {
                let kind = ActionKind::from_name(name)
                    .ok_or_else(|| Error::value(format!("act {name:?}: no such kind of action")))?;
                match cards {
                    Some(_) if amount.is_some() => Err(Error::value(format!("amount: {name} takes none"))),
                    Some(text) if kind == ActionKind::Show => {
                        Ok(Step::Act(Action::show(&crate::cards::parse_cards(text)?)?))
                    }
                    Some(_) => Err(Error::value(format!("cards: {name} reveals none"))),
                    None => Ok(Step::Act(amount.map_or(Action::of(kind), |amount| Action::new(kind, amount)))),
                }
            }
            _ => Err(Error::value("expected either deal (and burn) or act (and amount, cards)")),
        }
    }
}

fn one_card(text: &str) -> Result<u8> {
    match cards_from(text)?.as_slice() {
        [card] => Ok(*card),
        other => Err(Error::value(format!("{text:?}: expected one card, found {}", other.len()))),
    }
}

impl Record {
    /// The record as JSON.
    pub fn to_json(&self) -> String {
        let setup = self.setup();
        write(&RecordJson {
            format: FORMAT.to_owned(),
            version: super::VERSION,
            rules: RulesJson::from(&setup.rules),
            stacks: setup.stacks.clone(),
            absent: setup.absent.iter().collect(),
            event_players: setup.event_players,
            rake: setup.rake.clone(),
            import: setup.import,
            steps: self.steps().iter().map(StepJson::from).collect(),
            meta: MetaJson {
                players: self.meta.players.clone(),
                inferred: self.meta.inferred.clone(),
                fields: self.meta.fields.clone(),
            },
        })
    }

    /// The record of its JSON; every step is played again with all checks.
    pub fn from_json(text: &str) -> Result<Record> {
        let json: RecordJson = read(text)?;
        check_header((&json.format, json.version), FORMAT)?;
        let mut absent = SeatSet::EMPTY;
        for &seat in &json.absent {
            if usize::from(seat) >= json.stacks.len().min(MAX_SEATS) || absent.contains(seat) {
                return Err(Error::value(format!("absent: seat {seat} is not a seat, or stands twice")));
            }
            absent.insert(seat);
        }
        let setup = Setup {
            rules: json.rules.rules()?,
            stacks: json.stacks,
            absent,
            event_players: json.event_players,
            rake: json.rake,
            import: json.import,
        };
        let mut record = Record::start(setup)?;
        let MetaJson { players, inferred, fields } = json.meta;
        record.meta = Meta { players, inferred, fields };
        for (position, step) in json.steps.iter().enumerate() {
            step.step()
                .and_then(|step| record.push(step))
                .map_err(|error| error.within(&format!("steps[{position}]")))?;
        }
        Ok(record)
    }
}
