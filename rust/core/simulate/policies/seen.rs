//! What a policy sees: the position through the eyes of its seat.

use crate::error::Result;
use crate::game::{Chips, SeatSet, State, View};

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

    /// The position itself, hidden cards and all.
    pub(super) const fn state(&self) -> &'a State {
        self.state
    }

    /// The seat.
    #[inline]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// A copy of all that the seat knows.
    pub fn view(&self) -> Result<View> {
        self.state.view(self.seat)
    }

    /// How many seats there are.
    pub const fn seats(&self) -> usize {
        self.state.seats()
    }

    /// 3 to 7.
    pub const fn street(&self) -> u8 {
        self.state.street()
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

    /// How many cards a seat has.
    pub fn held(&self, seat: usize) -> usize {
        self.state.cards(seat).len()
    }

    /// The community card.
    pub const fn community(&self) -> Option<u8> {
        self.state.community()
    }

    /// The live seats other than the own.
    pub fn rivals(&self) -> SeatSet {
        let mut rivals = self.state.live();
        rivals.remove(self.seat as u8);
        rivals
    }

    /// Full wagers on this street so far.
    pub const fn bets(&self) -> u8 {
        self.state.bets()
    }

    /// Chips in the pots.
    pub fn pot(&self) -> Chips {
        self.state.pot()
    }

    /// Chips to put in to call; 0 when there is nothing to call, or the bring-in is due.
    pub fn to_call(&self) -> Chips {
        self.state.to_call()
    }
}
