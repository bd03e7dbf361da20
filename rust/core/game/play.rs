//! Checked play: an action is legal or refused with the reason, and a refused one changes nothing.

use super::Context;
use super::action::{Action, ActionKind};
use super::event::{Holder, Sink};
use super::rules::Chips;
use super::state::{Duty, Phase, State};
use crate::cards::Card;
use crate::error::{Error, Result};

impl State {
    /// Plays an action of the seat to act. When it is refused, nothing changes.
    pub fn apply(&mut self, action: &Action, context: &Context, sink: &mut impl Sink) -> Result<()> {
        let action = self.resolve(action, context).map_err(Error::IllegalAction)?;
        self.apply_legal(&action, context, sink);
        Ok(())
    }

    /// Plays an action that is known to be legal, with its amount; then plays for absent players.
    #[inline]
    pub fn apply_legal(&mut self, action: &Action, context: &Context, sink: &mut impl Sink) {
        self.apply_one(action, context, sink);
        self.act_for_absent(context, sink);
    }

    /// [`State::apply_legal`] of a betting action.
    #[inline]
    pub fn bet_legal(&mut self, kind: ActionKind, amount: Chips, context: &Context, sink: &mut impl Sink) {
        self.do_bet(kind, amount, context, sink);
        self.act_for_absent(context, sink);
    }

    #[inline]
    fn apply_one(&mut self, action: &Action, context: &Context, sink: &mut impl Sink) {
        match self.phase {
            Phase::Bet => self.do_bet(action.kind, action.amount.unwrap_or(0), context, sink),
            Phase::Showdown => self.do_show(action, context, sink),
            Phase::Deal | Phase::End => {}
        }
    }

    /// Absent players post the bring-in and fold, or fold when their turn comes.
    #[inline(always)]
    pub(super) fn act_for_absent(&mut self, context: &Context, sink: &mut impl Sink) {
        if !self.absent.is_empty() {
            self.act_for_absent_seats(context, sink);
        }
    }

    fn act_for_absent_seats(&mut self, context: &Context, sink: &mut impl Sink) {
        while self.absent.contains(self.to_act) {
            let action = match (self.phase, self.duty) {
                (Phase::Bet, Duty::Forced) => self.default_action(),
                (Phase::Bet, _) => Some(Action::new(ActionKind::Fold, 0)),
                _ => self.default_action().filter(|_| self.all_known(self.to_act)),
            };
            let Some(action) = action else { return };
            self.apply_one(&action, context, sink);
        }
    }

    /// What is done for a player whose time is up: the bring-in when it is due (a fold where the
    /// duty was passed on and may be declined), a fold facing a bet, else a check; at the showdown
    /// a Show if the hand must or can win, else a Muck. `None` when nobody is to act, or when a hand
    /// with unknown cards has to be shown.
    pub fn default_action(&self) -> Option<Action> {
        let legal = self.legal_actions();
        let first = legal.iter().next()?;
        match first.kind {
            ActionKind::Show => match legal.amount(ActionKind::Muck) {
                Some(amount) => Some(Action::new(ActionKind::Muck, amount)),
                None => self.all_known(self.to_act).then_some(first),
            },
            ActionKind::Fold => legal.iter().find(|action| action.kind == ActionKind::Check).or(Some(first)),
            _ => Some(first),
        }
    }

    /// Everybody shows in order and mucks what cannot win, until the hand is over; an unknown hand
    /// is an error, after the hands before it.
    pub fn auto_showdown(&mut self, context: &Context, sink: &mut impl Sink) -> Result<()> {
        while let Some(action) = self.automatic_show()? {
            self.apply_legal(&action, context, sink);
        }
        Ok(())
    }

    /// The next Show or Muck of an automatic showdown; `None` when no hand is waited for.
    pub(super) fn automatic_show(&self) -> Result<Option<Action>> {
        if self.phase != Phase::Showdown {
            return Ok(None);
        }
        if self.all_known(self.to_act) {
            return Ok(self.default_action());
        }
        Err(Error::IllegalAction(format!("seat {} has unknown cards: it must show them or muck", self.to_act)))
    }

    /// The reason why an action is illegal for the seat to act, in words with the numbers.
    pub fn why_illegal(&self, action: &Action) -> Option<String> {
        self.resolve(action, &Context::default()).err()
    }

    /// The legal action that is meant, with its amount; or why there is none.
    pub(super) fn resolve(&self, action: &Action, context: &Context) -> std::result::Result<Action, String> {
        let legal = self.legal_actions();
        let Some(fixed) = legal.amount(action.kind) else { return Err(self.refusal(action.kind)) };
        if action.kind == ActionKind::Show {
            self.revealed_hand(action)?;
            if action.amount.is_some_and(|amount| amount > 0) {
                return Err("SHOW takes no amount".to_owned());
            }
            let cards: Vec<Card> = action.revealed_cards().collect();
            return Action::show(&cards).map_err(|error| error.to_string());
        }
        if action.revealed_cards().next().is_some() {
            return Err(format!("{} reveals no cards", action.kind.name()));
        }
        match action.amount {
            Some(amount) if amount != fixed => {
                if context.import && self.is_covering(action.kind, amount, fixed) {
                    return Ok(*action);
                }
                let what = match action.kind {
                    ActionKind::Call => "puts in",
                    ActionKind::BringIn => "posts",
                    _ => "goes to",
                };
                Err(format!("{} {what} {fixed} here, found {amount}", action.kind.name()))
            }
            _ => Ok(Action { amount: Some(fixed), ..*action }),
        }
    }

    fn refusal(&self, kind: ActionKind) -> String {
        use ActionKind::{Bet, BringIn, Call, Check, Complete, Fold, Muck, Raise, Show};
        let name = kind.name();
        match self.phase {
            Phase::End => return format!("{name}: the hand is over"),
            Phase::Deal => {
                return match self.next_card() {
                    Some((Holder::Seat(seat), _)) => format!("{name}: a card for seat {seat} is pending"),
                    _ => format!("{name}: the community card is pending"),
                };
            }
            Phase::Showdown => {
                return match kind {
                    Muck if self.shown().is_empty() => "MUCK: the first to show may not muck".to_owned(),
                    Muck => "MUCK: the hand wins or ties for a pot by what has been shown".to_owned(),
                    _ => format!("{name}: it is the showdown, expected SHOW or MUCK"),
                };
            }
            Phase::Bet => {}
        }
        let seat = self.to_act as usize;
        let (put, stack, level) = (self.street_total(seat), self.stack(seat), self.level());
        if self.duty != Duty::None {
            let bring_in = self.rules.bring_in.min(stack);
            return match kind {
                Complete if stack <= self.rules.bring_in => {
                    format!("COMPLETE: a stack of {stack} is not more than the bring-in of {}", self.rules.bring_in)
                }
                Complete => "COMPLETE: no other live player has chips to respond".to_owned(),
                _ => format!("{name}: the bring-in of {bring_in} is due"),
            };
        }
        match kind {
            Fold => "FOLD: there is nothing to call, expected CHECK (allow_open_fold is off)".to_owned(),
            Check => format!("CHECK: {} to call (level {level}, put in {put})", level - put),
            Call => "CALL: there is nothing to call".to_owned(),
            BringIn => "BRING_IN: no bring-in is due".to_owned(),
            Show | Muck => format!("{name}: the betting is not over"),
            Complete | Bet | Raise if self.legal_bets().amount(self.lift_kind()).is_some() => {
                format!("{name}: the wager is {} here", self.lift_kind().name())
            }
            Complete | Bet | Raise => self.no_wager(name),
        }
    }

    /// Why the level cannot be lifted.
    fn no_wager(&self, name: &str) -> String {
        let seat = self.to_act as usize;
        let (put, stack, level) = (self.street_total(seat), self.stack(seat), self.level());
        if put + stack <= level {
            format!("{name}: a stack of {stack} does not exceed the {} to call", level - put)
        } else if self.capped() {
            format!("{name}: the cap of {} bets is reached", self.rules.max_bets)
        } else if !self.reopened(self.to_act) {
            format!(
                "{name}: the level has risen by {} since seat {seat} last acted, too little of a bet of {} to reopen",
                level - self.acted_level[seat],
                self.rules.bet(self.street)
            )
        } else {
            format!("{name}: no other live player has chips beyond the level of {level}")
        }
    }
}
