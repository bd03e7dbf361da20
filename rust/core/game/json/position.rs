//! JSON of states and views.

use serde::{Deserialize, Serialize};

use super::super::rules::Chips;
use super::super::seats::{MAX_SEATS, SeatSet};
use super::super::state::{DealPlan, Duty, EMPTY, NOBODY, Phase, State};
use super::super::view::View;
use super::stakes::RulesJson;
use super::{card_text, cards_from, cards_text, check_header, read, write};
use crate::cards::{CardSet, UNKNOWN};
use crate::error::{Error, Result};

const FORMAT: &str = "razz.state";
const VIEW_FORMAT: &str = "razz.view";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatJson {
    start: Chips,
    put: Chips,
    street_put: Chips,
    acted_level: Chips,
    won: Chips,
    cards: String,
    live: bool,
    acted: bool,
    absent: bool,
    shown: bool,
    mucked: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateJson {
    format: String,
    version: u32,
    rules: RulesJson,
    event_players: u16,
    phase: String,
    street: u8,
    #[serde(deserialize_with = "Option::deserialize")]
    to_act: Option<u8>,
    bring_in_due: bool,
    may_decline: bool,
    level: Chips,
    full_level: Chips,
    bets: u8,
    uncapped: bool,
    #[serde(deserialize_with = "Option::deserialize")]
    aggressor: Option<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    opener: Option<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    community: Option<String>,
    burns: u8,
    tabled: bool,
    seats: Vec<SeatJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewJson {
    format: String,
    version: u32,
    #[serde(deserialize_with = "Option::deserialize")]
    viewer: Option<u8>,
    state: StateJson,
}

const fn seat_or_none(seat: u8) -> Option<u8> {
    if seat == NOBODY { None } else { Some(seat) }
}

impl From<&State> for StateJson {
    fn from(state: &State) -> StateJson {
        let seat = |i: usize| SeatJson {
            start: state.start[i],
            put: state.put[i],
            street_put: state.street_put[i],
            acted_level: state.acted_level[i],
            won: state.won[i],
            cards: cards_text(state.cards(i)),
            live: state.live.contains(i as u8),
            acted: state.acted.contains(i as u8),
            absent: state.absent.contains(i as u8),
            shown: state.shown.contains(i as u8),
            mucked: state.mucked.contains(i as u8),
        };
        StateJson {
            format: FORMAT.to_owned(),
            version: super::VERSION,
            rules: RulesJson::from(&state.rules),
            event_players: state.event_players,
            phase: state.phase.name().to_owned(),
            street: state.street,
            to_act: seat_or_none(state.to_act),
            bring_in_due: state.duty != Duty::None,
            may_decline: state.duty == Duty::Optional,
            level: state.level,
            full_level: state.full_level,
            bets: state.bets,
            uncapped: state.uncapped,
            aggressor: seat_or_none(state.aggressor),
            opener: seat_or_none(state.opener),
            community: state.community().map(card_text),
            burns: state.burns,
            tabled: state.tabled,
            seats: (0..state.seats()).map(seat).collect(),
        }
    }
}

impl StateJson {
    fn state(&self) -> Result<State> {
        check_header((&self.format, self.version), FORMAT)?;
        let rules = self.rules.rules()?;
        let n = self.seats.len();
        if !(2..=MAX_SEATS).contains(&n) {
            return Err(Error::value(format!("seats: expected 2 to {MAX_SEATS}, found {n}")));
        }
        let phases = [Phase::Deal, Phase::Bet, Phase::Showdown, Phase::End];
        let phase = phases.into_iter().find(|phase| phase.name() == self.phase);
        let set = |member: fn(&SeatJson) -> bool| {
            let mut seats = SeatSet::EMPTY;
            (0..n).filter(|&i| member(&self.seats[i])).for_each(|i| seats.insert(i as u8));
            seats
        };
        let chips = |amount: fn(&SeatJson) -> Chips| {
            let mut chips = [0; MAX_SEATS];
            chips.iter_mut().zip(&self.seats).for_each(|(chip, seat)| *chip = amount(seat));
            chips
        };
        let mut cards = [[EMPTY; 7]; MAX_SEATS];
        let mut dealt = [0; MAX_SEATS];
        for (i, seat) in self.seats.iter().enumerate() {
            let hand = cards_from(&seat.cards)?;
            if hand.len() > 7 {
                return Err(Error::value(format!("seats[{i}].cards: expected at most 7, found {}", hand.len())));
            }
            cards[i][..hand.len()].copy_from_slice(&hand);
            dealt[i] = hand.len() as u8;
        }
        let community = match &self.community {
            None => EMPTY,
            Some(text) => match cards_from(text)?.as_slice() {
                [card] if *card != UNKNOWN => *card,
                _ => return Err(Error::value(format!("community {text:?}: expected one known card"))),
            },
        };
        let mut state = State {
            rules,
            start: chips(|seat| seat.start),
            put: chips(|seat| seat.put),
            street_put: chips(|seat| seat.street_put),
            acted_level: chips(|seat| seat.acted_level),
            won: chips(|seat| seat.won),
            level: self.level,
            full_level: self.full_level,
            known: CardSet::EMPTY,
            cards,
            dealt,
            event_players: self.event_players,
            seats: n as u8,
            street: self.street,
            phase: phase
                .ok_or_else(|| Error::value(format!("phase {:?}: expected DEAL, BET, SHOWDOWN or END", self.phase)))?,
            to_act: self.to_act.unwrap_or(NOBODY),
            duty: match (self.bring_in_due, self.may_decline) {
                (false, false) => Duty::None,
                (true, false) => Duty::Forced,
                (true, true) => Duty::Optional,
                (false, true) => return Err(Error::value("may_decline: no bring-in is due")),
            },
            bets: self.bets,
            uncapped: self.uncapped,
            live: set(|seat| seat.live),
            broke: SeatSet::EMPTY,
            acted: set(|seat| seat.acted),
            absent: set(|seat| seat.absent),
            shown: set(|seat| seat.shown),
            mucked: set(|seat| seat.mucked),
            aggressor: self.aggressor.unwrap_or(NOBODY),
            opener: self.opener.unwrap_or(NOBODY),
            community,
            plan: DealPlan { community: community != EMPTY, ..DealPlan::PLAIN },
            burns: self.burns,
            tabled: self.tabled,
        };
        state.known = state.visible_cards();
        (0..n).for_each(|seat| state.note_chips(seat));
        state.check().map_err(|fault| Error::value(format!("state: {fault}")))?;
        if state.street_is_undealt() {
            state.plan = state.deal_plan();
        }
        Ok(state)
    }
}

impl State {
    /// The state as JSON.
    pub fn to_json(&self) -> String {
        write(&StateJson::from(self))
    }

    /// The state of its JSON.
    pub fn from_json(text: &str) -> Result<State> {
        read::<StateJson>(text)?.state()
    }
}

impl View {
    /// The view as JSON.
    pub fn to_json(&self) -> String {
        write(&ViewJson {
            format: VIEW_FORMAT.to_owned(),
            version: super::VERSION,
            viewer: seat_or_none(self.viewer),
            state: StateJson::from(&self.state),
        })
    }

    /// The view of its JSON. Cards that the viewer may not know are refused.
    pub fn from_json(text: &str) -> Result<View> {
        let json: ViewJson = read(text)?;
        check_header((&json.format, json.version), VIEW_FORMAT)?;
        let state = json.state.state()?;
        let view = match json.viewer {
            None => state.public_view(),
            Some(seat) => state.view(usize::from(seat))?,
        };
        if view.state != state {
            return Err(Error::value("view: it holds cards that the viewer may not know"));
        }
        Ok(view)
    }
}
