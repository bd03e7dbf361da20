//! What a seat, or anybody at the rail, may know: the state with every other card unknown.

use std::sync::atomic::{AtomicBool, Ordering};

use super::action::LegalActions;
use super::seats::SeatSet;
use super::state::{NOBODY, Phase, State};
use crate::cards::{Card, CardSet, UNKNOWN};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// Draws after which `determinize` gives up to find hands that could have been mucked.
const MAX_DRAWS: usize = 1_000_000;

/// A masked state. Equality and hash follow from the state's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) state: State,
    pub(super) viewer: u8,
}

/// Whether the card at a place of a hand is dealt face down.
pub(super) const fn face_down(place: usize) -> bool {
    place < 2 || place == 6
}

impl State {
    /// What the player in a seat knows.
    pub fn view(&self, seat: usize) -> Result<View> {
        if seat >= self.seats() {
            return Err(Error::value(format!("seat {seat} of {} seats (0 to {})", self.seats(), self.seats() - 1)));
        }
        Ok(View { state: self.masked(seat as u8), viewer: seat as u8 })
    }

    /// What everybody knows.
    pub fn public_view(&self) -> View {
        View { state: self.masked(NOBODY), viewer: NOBODY }
    }

    fn masked(&self, viewer: u8) -> State {
        let mut state = *self;
        for seat in (0..self.seats).filter(|&seat| seat != viewer && !self.shown.contains(seat)) {
            let dealt = self.dealt[seat as usize] as usize;
            for (place, card) in state.cards[seat as usize][..dealt].iter_mut().enumerate() {
                if face_down(place) {
                    *card = UNKNOWN;
                }
            }
        }
        state.known = state.visible_cards();
        state
    }

    /// The known cards, from the places where they lie.
    pub(super) fn visible_cards(&self) -> CardSet {
        let own = (0..self.seats()).flat_map(|seat| self.cards(seat).iter().copied());
        own.chain(self.community()).filter_map(Card::known).collect()
    }
}

impl View {
    /// Whose view it is; `None`: the public's.
    pub const fn viewer(&self) -> Option<usize> {
        if self.viewer == NOBODY { None } else { Some(self.viewer as usize) }
    }

    /// The state with the cards that the viewer does not know set to unknown.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The viewer's legal actions when he is to act; nobody else's: whether a muck is legal depends
    /// on hidden cards.
    pub fn legal_actions(&self) -> LegalActions {
        if self.viewer != NOBODY && self.viewer == self.state.to_act {
            self.state.legal_actions()
        } else {
            LegalActions::NONE
        }
    }

    /// A uniformly random state among those that this viewer cannot tell from the real one: the
    /// hidden cards are drawn from the unseen ones, and drawn again until every mucked hand is one
    /// that could have been mucked.
    pub fn determinize(&self, rng: &mut impl Rng) -> Result<State> {
        self.determinize_until(rng, &AtomicBool::new(false))
    }

    /// As [`View::determinize`]; once `stop` is set it gives up.
    pub fn determinize_until(&self, rng: &mut impl Rng, stop: &AtomicBool) -> Result<State> {
        let unseen: Vec<u8> = self.state.known.complement().iter().map(Card::index).collect();
        let mut draws = 0;
        while draws < MAX_DRAWS && !stop.load(Ordering::Relaxed) {
            draws += 1;
            let mut state = self.state;
            let mut pool = unseen.clone();
            for hand in &mut state.cards {
                for card in hand.iter_mut().filter(|card| **card == UNKNOWN) {
                    *card = pool.swap_remove(rng.below(pool.len() as u32) as usize);
                }
            }
            state.known = state.visible_cards();
            if state.mucks_are_lawful() {
                return Ok(state);
            }
        }
        Err(Error::value(format!("no consistent hands found in {draws} draws")))
    }
}

impl State {
    /// Whether every mucked hand could not win when it was mucked.
    fn mucks_are_lawful(&self) -> bool {
        if self.mucked.is_empty() || self.tabled {
            return true; // tabled hands: only unknown ones can have been mucked
        }
        let mut past = State { phase: Phase::Showdown, shown: SeatSet::EMPTY, mucked: SeatSet::EMPTY, ..*self };
        let (order, len) = self.showing_order();
        for &seat in &order[..len] {
            if self.mucked.contains(seat) {
                if past.must_show(seat) {
                    return false;
                }
                past.mucked.insert(seat);
            } else if self.shown.contains(seat) {
                past.shown.insert(seat);
            }
        }
        true
    }
}
