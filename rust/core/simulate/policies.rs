//! How players choose: the interface, what they see, and the simplest policies.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{ActionKind, LegalActions, State};
use crate::rng::{Philox, Rng};

/// A way of playing. It decides from what its seat may know and from its own random stream alone, so that a hand is a
/// function of seed and index.
pub trait Policy: fmt::Debug + Send + Sync {
    /// Its name with its parameters, as [`policy`] reads it.
    fn name(&self) -> String;

    /// Whether it draws random numbers: its stream is then made ready before the hand.
    fn draws(&self) -> bool;

    /// The place of the chosen action among the legal ones, of which there is at least one.
    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> usize;
}

/// A position through the eyes of a seat, without a copy of it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    state: &'a State,
    seat: usize,
}

impl<'a> Seen<'a> {
    /// What a seat sees.
    #[inline]
    pub const fn new(state: &'a State, seat: usize) -> Seen<'a> {
        Seen { state, seat }
    }

    /// The seat.
    #[inline]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// The seat's own cards, in dealing order.
    #[inline]
    pub fn own_cards(&self) -> &'a [u8] {
        self.state.cards(self.seat)
    }

    /// The up-cards of any seat, folded ones too.
    #[inline]
    pub fn up_cards(&self, seat: usize) -> &'a [u8] {
        self.state.up_cards(seat)
    }
}

/// Checks, or calls whatever is to call; brings in and never completes.
#[derive(Clone, Copy, Debug)]
pub struct CheckCall;

impl Policy for CheckCall {
    fn name(&self) -> String {
        "check_call".to_owned()
    }

    fn draws(&self) -> bool {
        false
    }

    #[inline]
    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, _: &mut Philox) -> usize {
        let passive = |kind| matches!(kind, ActionKind::Check | ActionKind::Call | ActionKind::BringIn);
        legal.as_slice().iter().position(|&(kind, _)| passive(kind)).unwrap_or(0)
    }
}

/// Takes each legal action with the same probability, by one bounded draw.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Policy for Uniform {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn draws(&self) -> bool {
        true
    }

    #[inline]
    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> usize {
        rng.below(legal.len() as u32) as usize
    }
}

/// The policy of a name.
pub fn policy(name: &str) -> Result<Arc<dyn Policy>> {
    match name.trim() {
        "check_call" => Ok(Arc::new(CheckCall)),
        "random" => Ok(Arc::new(Uniform)),
        other => Err(Error::value(format!("policy {other:?}: expected check_call or random"))),
    }
}
