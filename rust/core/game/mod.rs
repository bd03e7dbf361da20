//! The game of Razz (docs/rules.md sections 1 and 3 to 9): a position, what may be done in it, and the
//! record of a hand.
//!
//! | question | file |
//! |---|---|
//! | which rules, which options, which presets | `rules`, `options` |
//! | who brings in, who opens | `opening` |
//! | what may be bet, called, raised | `betting` |
//! | how a hand goes from street to street | `streets` |
//! | which card goes where, burns, the end of the deck | `dealing` |
//! | who shows, who may muck | `showdown` |
//! | pots, rake, odd chips | `pots` |
//! | checked play, reasons, time-outs, absent players | `play` |
//! | what a seat may know | `view`, `information` |
//! | what a seat may know and do, as numbers | `observation`, `codes` |
//! | a whole hand with its events | `record` |

mod action;
mod betting;
mod codes;
mod dealing;
mod event;
mod information;
mod json;
mod observation;
mod opening;
mod options;
mod play;
mod pots;
mod record;
mod rules;
mod seats;
mod showdown;
mod state;
mod streets;
mod text;
mod view;

#[cfg(test)]
pub(crate) mod tests;

pub use action::{Action, ActionKind, LegalActions};
pub use codes::{CODE_NAMES, CODES, code_of};
pub use dealing::Stub;
pub(crate) use dealing::runs_out_online;
pub use event::{Event, Holder, Ignore, Sink};
pub use observation::{Block, OBSERVATION, OBSERVATION_SIZE, observation_names};
pub use options::{
    AllInBringIn, BoardTie, CommunityOpener, HeadsUpCap, NoBetShow, OddChip, Preset, Reopen, ShortBringIn, ShortDeck,
};
pub use pots::{Pot, Pots};
pub use record::{Meta, Record, Setup, Step};
pub use rules::{Chips, MAX_CHIPS, Rake, Rules};
pub use seats::{MAX_SEATS, SeatSet};
pub use state::{EMPTY, NOBODY, Phase, State};
pub use view::View;

/// What comes from outside a state when it is played on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The rake of each pot as a file states it, the main pot first, instead of the rules' rake.
    pub rake: Option<&'a [Chips]>,
    /// Accept what only imported files have: a raise below the fixed amount that puts every
    /// opponent who can respond all-in.
    pub import: bool,
}
