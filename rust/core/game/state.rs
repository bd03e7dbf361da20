//! The position in a hand: a small value without history and without the undealt deck.

use super::action::LegalActions;
use super::event::{Event, Holder, Sink};
use super::rules::{Chips, MAX_CHIPS, Rules};
use super::seats::{MAX_SEATS, SeatSet};
use crate::cards::{CardSet, UNKNOWN};
use crate::error::{Error, Result};
use crate::hands::{Strength, strength_of_counts};

/// A place in a hand to which no card has been dealt.
pub const EMPTY: u8 = 254;
/// No seat: nobody is to act, nobody has lifted the level.
pub const NOBODY: u8 = 255;

/// What the hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Cards.
    Deal,
    /// A betting action.
    Bet,
    /// A Show or a Muck.
    Showdown,
    /// Nothing: the hand is over.
    End,
}

impl Phase {
    /// The name used in Python and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Deal => "DEAL",
            Phase::Bet => "BET",
            Phase::Showdown => "SHOWDOWN",
            Phase::End => "END",
        }
    }
}

/// Whether the player to act has to open third street.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Duty {
    /// The bring-in is posted, or the street has none.
    None,
    /// Bring in or complete.
    Forced,
    /// Bring in, complete or fold.
    Optional,
}

/// How a street is dealt (docs/rules.md section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DealPlan {
    /// One card for all instead of one each.
    pub community: bool,
    /// The burns go back into the stub first.
    pub scramble: bool,
    /// A card is burned first.
    pub burn: bool,
}

impl DealPlan {
    pub(super) const PLAIN: DealPlan = DealPlan { community: false, scramble: false, burn: false };
}

/// A position. Copying it is the undo, the snapshot and the tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) rules: Rules,
    /// Stacks before the antes.
    pub(super) start: [Chips; MAX_SEATS],
    /// Put in over the hand and not returned, antes included.
    pub(super) put: [Chips; MAX_SEATS],
    /// Put in on this street, the ante excluded.
    pub(super) street_put: [Chips; MAX_SEATS],
    /// The level when the seat last acted on this street (docs/rules.md section 4).
    pub(super) acted_level: [Chips; MAX_SEATS],
    /// Paid from the pots.
    pub(super) won: [Chips; MAX_SEATS],
    pub(super) level: Chips,
    pub(super) full_level: Chips,
    /// Every card of the state that is known.
    pub(super) known: CardSet,
    pub(super) cards: [[u8; 7]; MAX_SEATS],
    pub(super) dealt: [u8; MAX_SEATS],
    pub(super) event_players: u16,
    pub(super) seats: u8,
    pub(super) street: u8,
    pub(super) phase: Phase,
    pub(super) to_act: u8,
    pub(super) duty: Duty,
    pub(super) bets: u8,
    pub(super) uncapped: bool,
    /// Not folded.
    pub(super) live: SeatSet,
    /// Without chips; follows from the stacks.
    pub(super) broke: SeatSet,
    /// Have acted on this street.
    pub(super) acted: SeatSet,
    pub(super) absent: SeatSet,
    pub(super) shown: SeatSet,
    pub(super) mucked: SeatSet,
    /// The last to lift the level on this street.
    pub(super) aggressor: u8,
    /// Who opened this street, or would have opened it.
    pub(super) opener: u8,
    /// The community card, or `EMPTY`.
    pub(super) community: u8,
    pub(super) plan: DealPlan,
    pub(super) burns: u8,
    /// All live hands have been tabled.
    pub(super) tabled: bool,
}

impl State {
    /// A new hand: antes are posted, a lone excess is back, third street is to be dealt.
    pub fn start(rules: &Rules, stacks: &[Chips], sink: &mut impl Sink) -> Result<State> {
        State::start_with(rules, stacks, SeatSet::EMPTY, None, sink)
    }

    /// A new hand with absent players, who are dealt in and folded when their turn comes, and the
    /// number of players left in the event (`None`: those dealt in).
    pub fn start_with(
        rules: &Rules,
        stacks: &[Chips],
        absent: SeatSet,
        event_players: Option<u16>,
        sink: &mut impl Sink,
    ) -> Result<State> {
        rules.validate()?;
        let n = stacks.len();
        if !(2..=MAX_SEATS).contains(&n) {
            return Err(Error::value(format!("stacks: expected 2 to {MAX_SEATS} players, found {n}")));
        }
        for (seat, &stack) in stacks.iter().enumerate() {
            if !(1..=MAX_CHIPS).contains(&stack) {
                return Err(Error::value(format!("stacks[{seat}] is {stack}: expected 1 to {MAX_CHIPS}")));
            }
        }
        if let Some(seat) = absent.iter().find(|&seat| usize::from(seat) >= n) {
            return Err(Error::value(format!("absent: seat {seat} of {n} seats (0 to {})", n - 1)));
        }
        let event_players = event_players.unwrap_or(n as u16);
        if usize::from(event_players) < n {
            return Err(Error::value(format!("event_players {event_players}: expected at least the {n} dealt in")));
        }
        let mut state = State {
            rules: *rules,
            start: [0; MAX_SEATS],
            put: [0; MAX_SEATS],
            street_put: [0; MAX_SEATS],
            acted_level: [0; MAX_SEATS],
            won: [0; MAX_SEATS],
            level: 0,
            full_level: 0,
            known: CardSet::EMPTY,
            cards: [[EMPTY; 7]; MAX_SEATS],
            dealt: [0; MAX_SEATS],
            event_players,
            seats: n as u8,
            street: 3,
            phase: Phase::Deal,
            to_act: NOBODY,
            duty: Duty::None,
            bets: 0,
            uncapped: false,
            live: SeatSet::first(n as u8),
            broke: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            absent,
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            aggressor: NOBODY,
            opener: NOBODY,
            community: EMPTY,
            plan: DealPlan::PLAIN,
            burns: 0,
            tabled: false,
        };
        state.start[..n].copy_from_slice(stacks);
        for (seat, &stack) in stacks.iter().enumerate() {
            let amount = rules.ante.min(stack);
            state.put[seat] = amount;
            state.note_chips(seat);
            if amount > 0 {
                sink.event(Event::Ante { seat: seat as u8, amount });
            }
        }
        let antes = state.put;
        state.return_excess(&antes, sink);
        Ok(state)
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many players were dealt in.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// What the hand waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// 3 to 7.
    pub const fn street(&self) -> u8 {
        self.street
    }

    /// The seat to act.
    pub const fn to_act(&self) -> Option<usize> {
        if self.to_act == NOBODY { None } else { Some(self.to_act as usize) }
    }

    /// The stack before the antes.
    pub const fn starting_stack(&self, seat: usize) -> Chips {
        self.start[seat]
    }

    /// The chips in front of a seat now.
    #[inline]
    pub const fn stack(&self, seat: usize) -> Chips {
        self.start[seat] - self.put[seat] + self.won[seat]
    }

    /// What a seat put in over the hand and did not get back, antes included.
    pub const fn contribution(&self, seat: usize) -> Chips {
        self.put[seat]
    }

    /// What a seat put in on this street.
    pub const fn street_total(&self, seat: usize) -> Chips {
        self.street_put[seat]
    }

    /// What a seat was paid from the pots.
    pub const fn won(&self, seat: usize) -> Chips {
        self.won[seat]
    }

    /// What a seat won or lost: final minus starting stack.
    pub const fn payoff(&self, seat: usize) -> i64 {
        self.won[seat] as i64 - self.put[seat] as i64
    }

    /// All that was put in and not returned.
    pub fn pot(&self) -> Chips {
        self.put.iter().sum()
    }

    /// The amount to match on this street.
    pub const fn level(&self) -> Chips {
        self.level
    }

    /// Full wagers on this street so far.
    pub const fn bets(&self) -> u8 {
        self.bets
    }

    /// The last seat to lift the level on this street.
    pub const fn aggressor(&self) -> Option<usize> {
        if self.aggressor == NOBODY { None } else { Some(self.aggressor as usize) }
    }

    /// Who opened this street, or would have opened it.
    pub const fn opener(&self) -> Option<usize> {
        if self.opener == NOBODY { None } else { Some(self.opener as usize) }
    }

    /// Seats that have not folded and have not mucked.
    pub const fn live(&self) -> SeatSet {
        self.live.without(self.mucked)
    }

    /// Seats whose hand is face up.
    pub const fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Seats that gave their hand up at the showdown.
    pub const fn mucked(&self) -> SeatSet {
        self.mucked
    }

    /// Absent seats.
    pub const fn absent(&self) -> SeatSet {
        self.absent
    }

    /// Players left in the event.
    pub const fn event_players(&self) -> u16 {
        self.event_players
    }

    /// Cards that lie burned.
    pub const fn burns(&self) -> u8 {
        self.burns
    }

    /// A seat's cards in dealing order (down, down, up, up, up, up, down), 255 unknown.
    #[inline]
    pub fn cards(&self, seat: usize) -> &[u8] {
        &self.cards[seat][..self.dealt[seat] as usize]
    }

    /// A seat's up-cards.
    #[inline]
    pub fn up_cards(&self, seat: usize) -> &[u8] {
        let dealt = self.dealt[seat] as usize;
        &self.cards[seat][2.min(dealt)..6.min(dealt)]
    }

    /// The community card, 255 unknown.
    pub const fn community(&self) -> Option<u8> {
        if self.community == EMPTY { None } else { Some(self.community) }
    }

    /// Every card that the state knows.
    pub const fn known(&self) -> CardSet {
        self.known
    }

    /// The best low of a seat, own cards and the community card, when all of them are known and
    /// there are five or more.
    #[inline]
    pub fn strength(&self, seat: usize) -> Option<Strength> {
        // Four bits for each rank; unknown cards and places without a card are counted in the sixteenth.
        let count = |sum: u64, &card: &u8| sum.wrapping_add(1 << (card & 60));
        let mut counts = self.cards[seat].iter().fold(0, count);
        let (mut len, mut places) = (usize::from(self.dealt[seat]), 7);
        if self.community != EMPTY {
            counts = count(counts, &self.community);
            (len, places) = (len + 1, 8);
        }
        let known = counts >> 60 == (places - len) as u64;
        if known && (5..=7).contains(&len) { Some(strength_of_counts(counts & ((1 << 52) - 1))) } else { None }
    }

    /// Whether all cards of a seat are known.
    pub(super) fn all_known(&self, seat: u8) -> bool {
        !self.cards(seat as usize).contains(&UNKNOWN)
    }

    /// Live seats with chips.
    #[inline]
    pub(super) const fn able(&self) -> SeatSet {
        self.live().without(self.broke)
    }

    /// Notes whether a seat has chips left, after they have changed.
    #[inline]
    pub(super) fn note_chips(&mut self, seat: usize) {
        // Wrapping, because a state that is being read has not been checked yet.
        if self.start[seat].wrapping_add(self.won[seat]) == self.put[seat] {
            self.broke.insert(seat as u8);
        } else {
            self.broke.remove(seat as u8);
        }
    }

    /// Gives the excess of the highest amount over the second highest back to its live owner.
    pub(super) fn return_excess(&mut self, amounts: &[Chips; MAX_SEATS], sink: &mut impl Sink) {
        let (mut top, mut first, mut second) = (0, 0, 0);
        for (seat, &amount) in amounts.iter().enumerate() {
            if amount > first {
                (top, second, first) = (seat, first, amount);
            } else if amount > second {
                second = amount;
            }
        }
        let amount = first - second;
        if amount > 0 && self.live.contains(top as u8) {
            self.put[top] -= amount;
            self.street_put[top] = self.street_put[top].min(second);
            self.note_chips(top);
            sink.event(Event::Return { seat: top as u8, amount });
        }
    }

    /// The cards still to come before anybody acts, in dealing order; true: face up.
    pub fn pending(&self) -> Vec<(Holder, bool)> {
        let mut pending = Vec::new();
        let mut ahead = *self;
        while let Some((to, up)) = ahead.next_card() {
            pending.push((to, up));
            match to {
                Holder::Seat(seat) => ahead.dealt[seat as usize] += 1,
                Holder::Board => ahead.community = UNKNOWN,
            }
        }
        pending
    }

    /// The legal actions of the seat to act; none while cards are pending.
    #[inline]
    pub fn legal_actions(&self) -> LegalActions {
        match self.phase {
            Phase::Bet => self.legal_bets(),
            Phase::Showdown => self.legal_shows(),
            Phase::Deal | Phase::End => LegalActions::NONE,
        }
    }
}
