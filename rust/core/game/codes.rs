//! Betting actions as four numbers, for learners and arrays: FOLD 0, CHECK_CALL 1, BRING_IN 2, RAISE 3.
//!
//! At most one action of a code is legal at a time: check or call, and complete, bet or raise, exclude each other.

use super::action::{Action, ActionKind, LegalActions};
use super::state::{Phase, State};
use crate::error::{Error, Result};

/// How many codes there are.
pub const CODES: usize = 4;
/// Their names.
pub const CODE_NAMES: [&str; CODES] = ["FOLD", "CHECK_CALL", "BRING_IN", "RAISE"];

/// The code of an action; `None` at the showdown, which has no codes.
#[inline]
pub const fn code_of(kind: ActionKind) -> Option<u8> {
    match kind {
        ActionKind::Fold => Some(0),
        ActionKind::Check | ActionKind::Call => Some(1),
        ActionKind::BringIn => Some(2),
        ActionKind::Complete | ActionKind::Bet | ActionKind::Raise => Some(3),
        ActionKind::Show | ActionKind::Muck => None,
    }
}

impl LegalActions {
    /// The legal codes, bit i for code i.
    #[inline]
    pub fn codes(&self) -> u8 {
        self.as_slice().iter().filter_map(|&(kind, _)| code_of(kind)).fold(0, |bits, code| bits | 1 << code)
    }

    /// The place of a code among the legal actions.
    #[inline]
    pub fn place_of_code(&self, code: u8) -> Option<usize> {
        self.as_slice().iter().position(|&(kind, _)| code_of(kind) == Some(code))
    }
}

impl State {
    /// The legal action that a code stands for.
    pub fn action_of_code(&self, code: impl Into<i64>) -> Result<Action> {
        let (code, legal) = (code.into(), self.legal_actions());
        let place = u8::try_from(code).ok().and_then(|code| legal.place_of_code(code));
        let (kind, amount) = place.map(|place| legal.as_slice()[place]).ok_or_else(|| {
            let found = match usize::try_from(code).ok().and_then(|code| CODE_NAMES.get(code)) {
                Some(name) => format!("code {code} ({name})"),
                None => format!("code {code}"),
            };
            Error::IllegalAction(format!("{found}: {}", self.expected_codes()))
        })?;
        Ok(Action::new(kind, amount))
    }

    /// Which codes are legal, in words.
    pub fn expected_codes(&self) -> String {
        if self.phase() != Phase::Bet {
            return format!("no betting action is due, the hand is at {}", self.phase().name());
        }
        let bits = self.legal_actions().codes();
        let legal =
            (0..CODES).filter(|code| bits >> code & 1 == 1).map(|code| format!("{code} ({})", CODE_NAMES[code]));
        format!("expected {}", legal.collect::<Vec<_>>().join(" or "))
    }
}
