//! The course of a hand: a street opens, is bet, ends; the next one, the showdown or the end follows.

use super::Context;
use super::event::{Event, Sink};
use super::options::HeadsUpCap;
use super::seats::MAX_SEATS;
use super::state::{Duty, NOBODY, Phase, State};

impl State {
    /// All cards of the street are dealt: betting, if anybody can bet.
    pub(super) fn open_street(&mut self, context: &Context, sink: &mut impl Sink) {
        self.street_put = [0; MAX_SEATS];
        self.acted_level = [0; MAX_SEATS];
        self.acted = Default::default();
        (self.level, self.full_level, self.bets) = (0, 0, 0);
        (self.aggressor, self.opener, self.duty) = (NOBODY, NOBODY, Duty::None);
        let able = self.able();
        self.uncapped = match self.rules.heads_up_cap {
            HeadsUpCap::Always => false,
            HeadsUpCap::UncappedIfTwoLeftInEvent => self.event_players == 2,
            HeadsUpCap::UncappedIfRoundStartsHeadsUp | HeadsUpCap::UncappedIfHeadsUpBeforeCap => able.len() == 2,
        };
        if self.street > 3 {
            self.opener = self.low_board_seat(able);
        }
        if able.len() < 2 {
            return self.end_street(context, sink);
        }
        self.phase = Phase::Bet;
        if self.street > 3 {
            self.to_act = self.opener;
            return;
        }
        (self.to_act, self.duty) = self.bring_in_duty(able);
    }

    /// The turn passes on from a seat that has acted.
    pub(super) fn pass_on(&mut self, from: u8, context: &Context, sink: &mut impl Sink) {
        if self.rules.heads_up_cap == HeadsUpCap::UncappedIfHeadsUpBeforeCap
            && self.bets < self.rules.max_bets
            && self.able().len() == 2
        {
            self.uncapped = true;
        }
        let next = if self.live.len() == 1 { None } else { self.next_to_act(from) };
        match next {
            Some(seat) => self.to_act = seat,
            None => self.end_street(context, sink),
        }
    }

    /// Betting is over: uncalled chips go back, then tabling, the showdown or the next street.
    pub(super) fn end_street(&mut self, context: &Context, sink: &mut impl Sink) {
        (self.to_act, self.duty) = (NOBODY, Duty::None);
        let street_put = self.street_put;
        self.return_excess(&street_put, sink);
        if self.live.len() == 1 {
            return self.award(context, sink);
        }
        let able = self.able();
        if self.rules.table_all_in_hands && !self.tabled && able != self.live() && (self.street == 7 || able.len() < 2)
        {
            self.tabled = true;
            return self.table_hands(context, sink);
        }
        self.next_street(context, sink);
    }

    /// After a street and any tabling.
    pub(super) fn next_street(&mut self, context: &Context, sink: &mut impl Sink) {
        if self.street == 7 {
            return self.showdown(context, sink);
        }
        self.street += 1;
        self.phase = Phase::Deal;
        self.plan = self.deal_plan();
    }

    /// Folds a seat.
    pub(super) fn fold(&mut self, seat: u8, sink: &mut impl Sink) {
        self.live.remove(seat);
        sink.event(Event::Act { seat, kind: super::ActionKind::Fold, amount: 0 });
    }
}
