//! JSON of states and views, and the check that a state read from it is one that play can reach on from.

use serde::{Deserialize, Serialize};

use super::super::betting;
use super::super::rules::{Chips, MAX_CHIPS};
use super::super::seats::{MAX_SEATS, SeatSet};
use super::super::state::{DealPlan, Duty, EMPTY, NOBODY, Phase, State};
use super::super::view::{View, face_down};
use super::stakes::RulesJson;
use super::{card_text, cards_from, cards_text, check_header, read, write};
use crate::cards::{Card, CardSet, UNKNOWN};
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
    to_act: Option<u8>,
    bring_in_due: bool,
    may_decline: bool,
    level: Chips,
    full_level: Chips,
    bets: u8,
    uncapped: bool,
    aggressor: Option<u8>,
    opener: Option<u8>,
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
        state.check().map_err(|fault| Error::value(format!("state: {fault}")))?;
        let fresh = state.phase == Phase::Deal && state.street > 3;
        if fresh && state.live.iter().all(|seat| state.dealt[seat as usize] == state.street - 1) {
            state.plan = state.deal_plan();
        }
        Ok(state)
    }
}

impl State {
    /// What makes a state from outside unfit to be played on, if anything.
    fn check(&self) -> std::result::Result<(), String> {
        let require = |holds: bool, fault: &str| if holds { Ok(()) } else { Err(fault.to_owned()) };
        require((3..=7).contains(&self.street), "street: expected 3 to 7")?;
        require(usize::from(self.event_players) >= self.seats(), "event_players: fewer than the seats")?;
        require(self.level <= MAX_CHIPS && self.full_level <= self.level, "level: below full_level, or too large")?;
        for i in 0..self.seats() {
            let sound = (1..=MAX_CHIPS).contains(&self.start[i])
                && self.put[i] <= self.start[i]
                && self.street_put[i] <= self.put[i]
                && self.street_put[i] <= self.level
                && self.acted_level[i] <= self.level
                && self.won[i] <= 8 * MAX_CHIPS;
            require(sound, &format!("seats[{i}]: amounts that cannot be"))?;
        }
        let won: u128 = self.won.iter().map(|&amount| u128::from(amount)).sum();
        require(won == 0 || self.phase == Phase::End, "won: before the end")?;
        require(won <= u128::from(self.pot()), "won: more than was put in")?;
        for seat in [self.aggressor, self.opener, self.to_act] {
            require(seat == NOBODY || seat < self.seats, "to_act, aggressor or opener: no such seat")?;
        }
        require(!self.live().is_empty(), "live: nobody is left")?;
        self.check_cards().and_then(|()| self.check_turn())
    }

    fn check_cards(&self) -> std::result::Result<(), String> {
        let mut seen = CardSet::EMPTY;
        let own = (0..self.seats()).flat_map(|seat| self.cards(seat).iter().copied().enumerate());
        let all = own.chain(self.community().map(|card| (3, card)));
        let mut total = usize::from(self.burns);
        for (place, index) in all {
            total += 1;
            match Card::from_index(index) {
                Ok(card) if !seen.insert(card) => return Err(format!("cards: {card} stands twice")),
                Ok(_) => {}
                Err(_) if face_down(place) => {}
                Err(_) => return Err("cards: an up-card is unknown".to_owned()),
            }
        }
        if total > 52 || self.burns > 4 {
            return Err("cards: more than a deck holds".to_owned());
        }
        let shared = self.community != EMPTY;
        if shared && (self.street != 7 || self.phase == Phase::Deal) {
            return Err("community: before the end of seventh street's deal".to_owned());
        }
        let full = if shared { 6 } else { self.street };
        for seat in 0..self.seats {
            let count = self.dealt[seat as usize];
            let live = self.live.contains(seat);
            let least = match (live, self.phase, self.street) {
                (true, Phase::Deal, 3) => 0,
                (true, Phase::Deal, street) => street - 1,
                (true, _, _) => full,
                (false, _, _) => 3,
            };
            if count < least || count > full {
                return Err(format!("seats[{seat}].cards: {count} cards on street {}", self.street));
            }
        }
        // Cards go round in seat order: nobody is ahead of a lower seat, or more than one card ahead.
        let counts: Vec<u8> = self.live.iter().map(|seat| self.dealt[seat as usize]).collect();
        let in_order = counts.windows(2).all(|pair| pair[0] >= pair[1]) && counts[0] <= counts[counts.len() - 1] + 1;
        if self.phase == Phase::Deal && (!in_order || counts[counts.len() - 1] >= self.street) {
            return Err("cards: not in dealing order".to_owned());
        }
        Ok(())
    }

    fn check_turn(&self) -> std::result::Result<(), String> {
        let fits = match self.phase {
            Phase::Deal | Phase::End => self.to_act == NOBODY && self.duty == Duty::None,
            Phase::Showdown => self.live().contains(self.to_act) && self.duty == Duty::None,
            Phase::Bet if self.duty != Duty::None => {
                self.street == 3 && self.level == 0 && (self.to_act, self.duty) == self.bring_in_duty(self.able())
            }
            Phase::Bet => self.live.len() > 1 && betting::next_to_act(self, self.to_act) == Some(self.to_act),
        };
        if !fits {
            return Err("to_act: not this seat's turn".to_owned());
        }
        if self.phase == Phase::Showdown && !self.tabled && (self.street != 7 || self.opener == NOBODY) {
            return Err("phase: no showdown yet".to_owned());
        }
        Ok(())
    }

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
