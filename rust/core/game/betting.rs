//! Betting (docs/rules.md section 4): what is legal, and what an action does.

use super::Context;
use super::action::{ActionKind, LegalActions};
use super::event::{Event, Sink};
use super::options::{AllInBringIn, ShortBringIn};
use super::rules::Chips;
use super::state::{Duty, State};

impl State {
    /// Whether a seat with chips has still to act: it has not acted, or does not match the level. A fold is no act here, so
    /// a bring-in that is declined passes to the next seat.
    #[inline]
    pub(super) const fn is_due(&self, seat: u8) -> bool {
        !self.acted.contains(seat) || self.street_put[seat as usize] < self.level
    }

    /// The next seat clockwise that has chips and is due.
    #[inline]
    pub(super) fn next_to_act(&self, from: u8) -> Option<u8> {
        self.able().clockwise_from(from + 1).find(|&seat| self.is_due(seat))
    }

    /// The duty of a player to whom the bring-in passes.
    pub(super) const fn passed_duty(&self) -> Duty {
        match self.rules.all_in_bring_in {
            AllInBringIn::Forced => Duty::Forced,
            AllInBringIn::Optional => Duty::Optional,
        }
    }

    /// What the seat to act must put in to match the level, or all it has; 0 when nobody is to act.
    pub fn to_call(&self) -> Chips {
        match self.to_act() {
            Some(seat) if self.phase == super::Phase::Bet => {
                self.level.saturating_sub(self.street_put[seat]).min(self.stack(seat))
            }
            _ => 0,
        }
    }

    /// Whether the cap stops further wagers.
    #[inline]
    pub(super) const fn capped(&self) -> bool {
        self.bets >= self.rules.max_bets && !self.uncapped
    }

    /// Whether another live player could match more than the level.
    #[inline]
    fn others_reach_beyond(&self, seat: u8, level: Chips) -> bool {
        let reach = |other: u8| self.street_put[other as usize] + self.stack(other as usize);
        self.live.iter().any(|other| other != seat && reach(other) > level)
    }

    /// The most that another live player could match.
    #[inline]
    pub(super) fn others_reach(&self, seat: u8) -> Chips {
        let mut reach = 0;
        for other in self.live.iter() {
            if other != seat {
                reach = reach.max(self.street_put[other as usize] + self.stack(other as usize));
            }
        }
        reach
    }

    /// Whether a seat that has acted may raise again: the level has risen by a full wager since.
    #[inline]
    pub(super) fn reopened(&self, seat: u8) -> bool {
        !self.acted.contains(seat)
            || self.rules.is_full(self.level - self.acted_level[seat as usize], self.rules.bet(self.street))
    }

    /// The kind of action that lifts the level now.
    #[inline]
    pub(crate) const fn lift_kind(&self) -> ActionKind {
        if self.street == 3 && self.bets == 0 {
            ActionKind::Complete
        } else if self.level == 0 {
            ActionKind::Bet
        } else {
            ActionKind::Raise
        }
    }

    /// The street total after a full wager of the seat, or all it has.
    #[inline]
    pub(super) fn lift_to(&self, seat: u8) -> Chips {
        let reach = self.street_put[seat as usize] + self.stack(seat as usize);
        reach.min(self.full_level + self.rules.bet(self.street))
    }

    #[inline]
    pub(super) fn legal_bets(&self) -> LegalActions {
        let mut legal = LegalActions::NONE;
        let seat = self.to_act;
        let (put, stack) = (self.street_put[seat as usize], self.stack(seat as usize));
        if self.duty != Duty::None {
            if self.duty == Duty::Optional {
                legal.push(ActionKind::Fold, 0);
            }
            legal.push(ActionKind::BringIn, self.rules.bring_in.min(stack));
            if stack > self.rules.bring_in && self.others_reach_beyond(seat, 0) {
                legal.push(ActionKind::Complete, self.lift_to(seat));
            }
            return legal;
        }
        if put < self.level {
            legal.push(ActionKind::Fold, 0);
            legal.push(ActionKind::Call, (self.level - put).min(stack));
        } else {
            if self.rules.allow_open_fold {
                legal.push(ActionKind::Fold, 0);
            }
            legal.push(ActionKind::Check, 0);
        }
        if put + stack > self.level
            && !self.capped()
            && self.reopened(seat)
            && self.others_reach_beyond(seat, self.level)
        {
            legal.push(self.lift_kind(), self.lift_to(seat));
        }
        legal
    }

    /// Does a legal betting action and passes the turn on.
    pub(super) fn do_bet(&mut self, kind: ActionKind, amount: Chips, context: &Context, sink: &mut impl Sink) {
        let seat = self.to_act;
        let i = seat as usize;
        match kind {
            ActionKind::Fold => {
                self.fold(seat, sink);
                if self.duty != Duty::None {
                    self.duty = self.passed_duty();
                }
                return self.pass_on(seat, context, sink);
            }
            ActionKind::Call => {
                self.put[i] += amount;
                self.street_put[i] += amount;
                // Calling no more than the bring-in counts as level 0.
                self.acted_level[i] =
                    if self.street == 3 && self.level <= self.rules.bring_in { 0 } else { self.level };
            }
            ActionKind::BringIn => {
                self.put[i] += amount;
                self.street_put[i] = amount;
                self.level = match self.rules.short_bring_in {
                    ShortBringIn::Full => self.rules.bring_in,
                    ShortBringIn::Short => amount,
                };
            }
            ActionKind::Complete | ActionKind::Bet | ActionKind::Raise => {
                self.put[i] += amount - self.street_put[i];
                self.street_put[i] = amount;
                if self.rules.is_full(amount - self.full_level, self.rules.bet(self.street)) {
                    self.full_level = amount;
                    self.bets = self.bets.saturating_add(1);
                }
                self.level = amount;
                self.acted_level[i] = amount;
                self.aggressor = seat;
            }
            _ => {}
        }
        self.note_chips(i);
        self.duty = Duty::None;
        self.acted.insert(seat);
        sink.event(Event::Act { seat, kind, amount });
        if kind == ActionKind::BringIn && self.absent.contains(seat) {
            self.fold(seat, sink);
        }
        self.pass_on(seat, context, sink);
    }

    /// A wager that differs from the legal one and puts every opponent who can respond all-in with less: some files have
    /// it, and it is accepted on import only.
    pub(super) fn is_covering(&self, kind: ActionKind, amount: Chips, legal: Chips) -> bool {
        kind == self.lift_kind() && amount == self.others_reach(self.to_act).min(legal)
    }
}
