//! A hand of a file on its way through the rules engine: every card and action is checked.

use crate::error::{Error, Result};
use crate::game::{Action, ActionKind, Event, Phase, Record, Setup, Step};

/// A record in the making, and what the engine did by itself that the file may tell as well: hands
/// tabled or shown by rule, absent players' actions.
pub(super) struct Replay {
    pub record: Record,
    automatic: Vec<Event>,
}

impl Replay {
    pub fn start(setup: Setup) -> Result<Replay> {
        Ok(Replay { record: Record::start(setup)?, automatic: Vec::new() })
    }

    /// Deals the next card, 255 unknown, with the card burned before it.
    pub fn deal(&mut self, card: u8, burn: u8) -> Result<()> {
        self.push(Step::Deal { card, burn })
    }

    fn push(&mut self, step: Step) -> Result<()> {
        self.record.push(step)?;
        let own = usize::from(matches!(step, Step::Act(_)));
        let new = self.record.last_events().iter().skip(own);
        self.automatic
            .extend(new.filter(|event| matches!(event, Event::Act { .. } | Event::Show { .. } | Event::Muck { .. })));
        Ok(())
    }

    /// Whether the engine has done this already; then it is struck off.
    fn claim(&mut self, seat: usize, action: &Action) -> bool {
        let same = |event: &Event| match *event {
            Event::Act { seat: other, kind, amount } => {
                usize::from(other) == seat && kind == action.kind && action.amount.is_none_or(|own| own == amount)
            }
            Event::Show { seat: other, cards } => {
                usize::from(other) == seat
                    && action.kind == ActionKind::Show
                    && action.revealed_cards().all(|card| cards.contains(&card.index()))
            }
            Event::Muck { seat: other } => usize::from(other) == seat && action.kind == ActionKind::Muck,
            _ => false,
        };
        match self.automatic.iter().position(same) {
            Some(position) => {
                self.automatic.remove(position);
                true
            }
            None => false,
        }
    }

    /// Whether a seat's hand lies open with just these cards among its own: showing it again says nothing new.
    fn lies_open(&self, seat: usize, action: &Action) -> bool {
        let state = self.record.state();
        let cards = state.cards(seat);
        action.kind == ActionKind::Show
            && state.shown().contains(seat as u8)
            && action.revealed_cards().all(|card| cards.contains(&card.index()))
    }

    /// Plays an action of a seat; the reason when it is refused.
    pub fn act(&mut self, seat: usize, action: &Action) -> std::result::Result<(), String> {
        if self.claim(seat, action) {
            return Ok(());
        }
        match self.record.state().to_act() {
            Some(next) if next != seat && !self.lies_open(seat, action) => {
                return Err(format!("player {} acts out of turn: player {} is to act", seat + 1, next + 1));
            }
            Some(next) if next == seat => {}
            _ if self.lies_open(seat, action) => return Ok(()),
            _ => {}
        }
        match self.push(Step::Act(*action)) {
            Ok(()) => Ok(()),
            Err(_) if self.accept_imported(action) => Ok(()),
            Err(error) => Err(error.message().to_owned()),
        }
    }

    /// Plays a raise that is accepted only on import, and notes it on the record.
    fn accept_imported(&mut self, action: &Action) -> bool {
        let setup = self.record.setup();
        if setup.import {
            return false;
        }
        let again = Record::start(Setup { import: true, ..setup.clone() }).and_then(|mut record| {
            self.record.steps().iter().try_for_each(|&step| record.push(step))?;
            record.push(Step::Act(*action))?;
            Ok(record)
        });
        let Ok(mut record) = again else { return false };
        record.meta = std::mem::take(&mut self.record.meta);
        let amount = action.amount.unwrap_or(0);
        let street = self.record.state().street();
        record.meta.inferred.push(format!(
            "street {street}: the raise to {amount}, below the fixed amount, puts every opponent who can respond all-in"
        ));
        self.record = record;
        true
    }

    /// What the pots paid a seat.
    pub fn won(&self, seat: usize) -> u64 {
        let paid = |event: &Event| match *event {
            Event::Award { seat: other, amount, .. } if usize::from(other) == seat => amount,
            _ => 0,
        };
        self.record.events().iter().map(paid).sum()
    }

    /// Why the hand is not over; `None` when it is.
    pub fn unfinished(&self) -> Option<String> {
        let state = self.record.state();
        let who = state.to_act().map_or(0, |seat| seat + 1);
        match state.phase() {
            Phase::End => None,
            Phase::Deal => Some("cards are pending".to_owned()),
            Phase::Bet => Some(format!("player {who} is to act")),
            Phase::Showdown => Some(format!("player {who} has to show or muck")),
        }
    }
}

/// The reason of an error of the engine.
pub(super) fn reason(error: &Error) -> &str {
    let message = error.message();
    message.strip_prefix("cards[0]: ").unwrap_or(message) // cards are dealt one by one
}
