//! Tabling, the showdown's order, and who may muck (docs/rules.md sections 7.1 to 7.3).

use super::Context;
use super::action::{Action, ActionKind, LegalActions};
use super::event::{Event, Sink};
use super::options::NoBetShow;
use super::seats::MAX_SEATS;
use super::state::{EMPTY, NOBODY, Phase, State};
use crate::cards::{Card, UNKNOWN};
use crate::hands::Strength;

impl State {
    /// Tables all live hands in seat order; waits where cards are unknown.
    pub(super) fn table_hands(&mut self, context: &Context, sink: &mut impl Sink) {
        for seat in self.live().without(self.shown).iter() {
            if self.live().len() == 1 {
                break;
            }
            if !self.all_known(seat) {
                return self.await_show(seat);
            }
            self.show(seat, sink);
        }
        self.to_act = NOBODY;
        if self.live().len() == 1 {
            return self.award(context, sink);
        }
        self.next_street(context, sink);
    }

    fn await_show(&mut self, seat: u8) {
        (self.phase, self.to_act) = (Phase::Showdown, seat);
    }

    fn show(&mut self, seat: u8, sink: &mut impl Sink) {
        self.shown.insert(seat);
        sink.event(Event::Show { seat, cards: self.cards[seat as usize] });
    }

    fn muck(&mut self, seat: u8, sink: &mut impl Sink) {
        self.mucked.insert(seat);
        sink.event(Event::Muck { seat });
    }

    /// Goes through the hands in showing order until one has to wait, then pays the pots.
    pub(super) fn showdown(&mut self, context: &Context, sink: &mut impl Sink) {
        let (order, len) = self.showing_order();
        let mut strengths = [None; MAX_SEATS];
        for seat in self.live().iter() {
            strengths[seat as usize] = self.strength(seat as usize);
        }
        for &seat in &order[..len] {
            if self.live().len() == 1 {
                break;
            }
            let known = self.all_known(seat);
            if self.mucked.contains(seat) || self.shown.contains(seat) && known {
                continue;
            }
            let decides = self.rules.showdown_choice && !self.absent.contains(seat) && !self.shown.contains(seat);
            if decides || !known {
                return self.await_show(seat);
            }
            if self.must_show_by(seat, |seat| strengths[seat as usize]) {
                self.show(seat, sink);
            } else {
                self.muck(seat, sink);
            }
        }
        self.to_act = NOBODY;
        self.award(context, sink);
    }

    /// The seats in showing order: the players of the last side pot first, the main pot's last,
    /// among them the last to lift the level on seventh street (or whom `no_bet_show` names), then
    /// clockwise. Tabled hands, which can only wait for an unknown river, keep their seat order.
    pub(super) fn showing_order(&self) -> ([u8; MAX_SEATS], usize) {
        let first = match (self.aggressor, self.rules.no_bet_show) {
            (NOBODY, NoBetShow::LowBoard) => self.opener,
            (NOBODY, NoBetShow::EarliestSeat) => 0,
            (seat, _) => seat,
        };
        let mut order = [0; MAX_SEATS];
        let mut len = 0;
        if self.tabled {
            for seat in self.live.iter() {
                order[len] = seat;
                len += 1;
            }
            return (order, len);
        }
        // Pots of everybody who has not folded, so that a muck does not change the order.
        let mut left = self.live;
        let pots = self.pots_before_mucks();
        for pot in pots.as_slice().iter().rev() {
            for seat in pot.contestants.and(left).clockwise_from(first) {
                left.remove(seat);
                order[len] = seat;
                len += 1;
            }
        }
        (order, len)
    }

    /// Whether a hand may not be mucked: in some pot nothing better has been shown. The pot with the fewest rivals
    /// decides, the highest that the seat contests.
    pub(super) fn must_show(&self, seat: u8) -> bool {
        self.must_show_by(seat, |seat| self.strength(seat as usize))
    }

    /// [`State::must_show`] for who has the strengths at hand.
    fn must_show_by(&self, seat: u8, strength: impl Fn(u8) -> Option<Strength>) -> bool {
        let own = strength(seat);
        let put = self.put[seat as usize];
        let better = |other: u8| self.put[other as usize] >= put && strength(other) > own;
        !self.live().and(self.shown).iter().any(|other| other != seat && better(other))
    }

    /// Whether nobody has shown or mucked yet.
    fn shows_first(&self) -> bool {
        self.shown.is_empty() && self.mucked.is_empty()
    }

    /// Show, and Muck where it is allowed. A hand with unknown cards may be mucked unless its owner
    /// decides and is first.
    pub(super) fn legal_shows(&self) -> LegalActions {
        let mut legal = LegalActions::NONE;
        let seat = self.to_act;
        legal.push(ActionKind::Show, 0);
        let may_muck = if self.all_known(seat) {
            !self.must_show(seat)
        } else {
            !(self.rules.showdown_choice && !self.tabled && self.shows_first())
        };
        if may_muck && !self.shown.contains(seat) {
            legal.push(ActionKind::Muck, 0);
        }
        legal
    }

    /// Where the cards that a Show reveals belong; `Err` says why they do not fit.
    pub(super) fn revealed_hand(&self, action: &Action) -> Result<[u8; 7], String> {
        let seat = self.to_act as usize;
        let mut hand = self.cards[seat];
        let dealt = self.dealt[seat] as usize;
        let unknown = hand[..dealt].iter().filter(|&&card| card == UNKNOWN).count();
        let mut new = Vec::new();
        let mut repeated = crate::cards::CardSet::EMPTY;
        for card in action.revealed_cards() {
            if !repeated.insert(card) {
                return Err(format!("{card} is shown twice"));
            }
            if !hand[..dealt].contains(&card.index()) {
                if self.known.contains(card) {
                    return Err(format!("{card} has been dealt to another holder"));
                }
                new.push(card.index());
            }
        }
        if new.len() != unknown {
            return Err(if unknown == 0 {
                let strange = Card::from_index(new[0]).map(|card| card.to_string()).unwrap_or_default();
                format!("{strange} is not among the cards of seat {seat}")
            } else {
                format!("seat {seat} has {unknown} unknown cards, {} are revealed", new.len())
            });
        }
        let places = hand[..dealt].iter_mut().filter(|card| **card == UNKNOWN);
        places.zip(new).for_each(|(place, card)| *place = card);
        debug_assert!(hand[dealt..].iter().all(|&card| card == EMPTY));
        Ok(hand)
    }

    /// Does a legal Show or Muck, then goes on.
    pub(super) fn do_show(&mut self, action: &Action, context: &Context, sink: &mut impl Sink) {
        let seat = self.to_act;
        // Once all hands are tabled, only a tabled hand with an unknown river can be waited for.
        let tabling = self.tabled && !self.shown.contains(seat);
        if action.kind == ActionKind::Muck {
            self.muck(seat, sink);
        } else {
            if let Ok(hand) = self.revealed_hand(action) {
                self.cards[seat as usize] = hand;
                self.known = self.known.iter().chain(action.revealed_cards()).collect();
            }
            self.show(seat, sink);
        }
        if tabling { self.table_hands(context, sink) } else { self.showdown(context, sink) }
    }
}
