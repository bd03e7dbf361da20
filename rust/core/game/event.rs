//! What happened: the events of a hand, and where they go.

use super::action::ActionKind;
use super::rules::Chips;

/// The holder of a card: a seat from 0, or the board for the community card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A player.
    Seat(u8),
    /// The card that all share.
    Board,
}

/// One event. Seats count from 0; cards are indices, 255 unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An ante.
    Ante {
        /// Who.
        seat: u8,
        /// How much.
        amount: Chips,
    },
    /// The burns went back into the stub.
    Scramble,
    /// A card was burned.
    Burn {
        /// The card, 255 where it is not known.
        card: u8,
    },
    /// A card was dealt.
    Deal {
        /// To whom.
        to: Holder,
        /// Face up.
        up: bool,
        /// The card, 255 where it is not known.
        card: u8,
    },
    /// A betting action.
    Act {
        /// Who.
        seat: u8,
        /// What.
        kind: ActionKind,
        /// As in `Action`.
        amount: Chips,
    },
    /// Uncalled chips came back.
    Return {
        /// To whom.
        seat: u8,
        /// How much.
        amount: Chips,
    },
    /// A hand was shown or tabled.
    Show {
        /// Whose.
        seat: u8,
        /// The cards in dealing order, 254 for places not dealt.
        cards: [u8; 7],
    },
    /// A hand was given up unseen at the showdown.
    Muck {
        /// Whose.
        seat: u8,
    },
    /// The house took its share of a pot.
    Rake {
        /// The pot, 0 the main pot.
        pot: u8,
        /// How much.
        amount: Chips,
    },
    /// A pot or a share of it was paid.
    Award {
        /// To whom.
        seat: u8,
        /// The pot, 0 the main pot.
        pot: u8,
        /// How much.
        amount: Chips,
    },
}

/// Where events go.
pub trait Sink {
    /// Takes an event.
    fn event(&mut self, event: Event);
}

/// Takes no notice: for simulation and search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Sink for Ignore {
    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
