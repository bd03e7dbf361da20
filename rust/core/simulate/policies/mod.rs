//! How players choose: the interface, the names, and the built-in policies.

mod batched;
mod board;
mod equity;
mod seen;
mod simple;
mod situation;
mod tabled;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

pub use batched::{Batched, Questions, answer_one};
pub use board::Board;
pub use equity::ByEquity;
pub use seen::Seen;
pub use simple::{CheckCall, FoldToBet, Uniform};
pub use situation::{SITUATION_SHAPE, SITUATIONS, situation};
pub use tabled::Tabled;

use crate::error::{Cause, Error, Result};
use crate::game::LegalActions;
use crate::rng::Philox;

/// A policy's decision, or why it has none.
pub type Answer = std::result::Result<usize, Cause>;

/// A way of playing. It decides from what its seat may know and from its own random stream alone, so that a hand is a
/// function of seed and index.
pub trait Policy: fmt::Debug + Send + Sync {
    /// Its name with its parameters, as [`policy`] reads it.
    fn name(&self) -> String;

    /// Whether it draws random numbers: its stream is then made ready before the hand.
    fn draws(&self) -> bool;

    /// The place of the chosen action among the legal ones, of which there is at least one. The built-in policies always
    /// have an answer.
    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer;

    /// Itself, where it decides for many hands at once: its hands are then played side by side.
    fn batched(&self) -> Option<&dyn Batched> {
        None
    }
}

/// What [`policy`] takes, for messages.
pub const POLICY_NAMES: &str =
    "check_call, fold_to_bet, random, tight, loose, board(start, slack) or equity(cut, samples)";

/// The policy of a name, with parameters in brackets where it has some: `board(8, 1)`.
pub fn policy(text: &str) -> Result<Arc<dyn Policy>> {
    let unknown = || Error::value(format!("policy {text:?}: expected {POLICY_NAMES}"));
    let (name, parameters) = match text.trim().split_once('(') {
        None => (text.trim(), Vec::new()),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').ok_or_else(unknown)?;
            (name.trim(), inside.split(',').map(str::trim).collect())
        }
    };
    match (name, parameters.as_slice()) {
        ("check_call", []) => Ok(Arc::new(CheckCall)),
        ("fold_to_bet", []) => Ok(Arc::new(FoldToBet)),
        ("random", []) => Ok(Arc::new(Uniform)),
        ("tight", []) => Ok(Arc::new(Board::TIGHT)),
        ("loose", []) => Ok(Arc::new(Board::LOOSE)),
        ("board", [start, slack]) => Ok(Arc::new(Board::parse(start, slack)?)),
        ("equity", parameters @ ([] | [_] | [_, _])) => Ok(Arc::new(ByEquity::parse(parameters)?)),
        _ => Err(unknown()),
    }
}

/// The names in a list with commas between them; commas in brackets belong to a name.
pub fn policy_list(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let split = |c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    };
    text.split(split).collect()
}
