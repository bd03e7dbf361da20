//! What a seat has seen of a hand: its events with hidden cards unknown, and one key for all
//! histories that are the same to it.

use std::fmt::Write;

use super::event::{Event, Holder};
use super::options::{BoardTie, OddChip};
use super::record::Record;
use super::seats::SeatSet;
use super::state::EMPTY;
use super::view::{View, face_down};
use crate::cards::{Card, CardSet, UNKNOWN};
use crate::error::Result;

impl Record {
    /// What the player in a seat knows now.
    pub fn view(&self, seat: usize) -> Result<View> {
        self.state().view(seat)
    }

    /// The events as a viewer saw them (`None`: the public): other players' down cards and all
    /// burns are unknown, but for the cards that come to a hand after it was tabled.
    pub fn events_seen_by(&self, viewer: Option<usize>) -> Vec<Event> {
        let mut open = SeatSet::EMPTY;
        viewer.filter(|&seat| seat < self.state().seats()).into_iter().for_each(|seat| open.insert(seat as u8));
        let seen = self.events().iter().map(|&event| match event {
            Event::Deal { to: Holder::Seat(seat), up: false, .. } if !open.contains(seat) => {
                Event::Deal { to: Holder::Seat(seat), up: false, card: UNKNOWN }
            }
            Event::Burn { .. } => Event::Burn { card: UNKNOWN },
            Event::Show { seat, .. } => {
                open.insert(seat);
                event
            }
            other => other,
        });
        seen.collect()
    }

    /// A text that is equal for two histories of the same game exactly when they are the same to
    /// the seat, or differ only in suits that decide neither bring-in, board tie nor odd chip. The
    /// order of the two hole cards is no information.
    ///
    /// Suits stay where they can decide: among door cards of the highest rank when it is tied; on
    /// the boards of live players where `board_tie` goes by suit; on every card of live players that
    /// the seat knows where `odd_chip` goes by suit.
    pub fn information_key(&self, seat: usize) -> Result<String> {
        let suited = self.deciding_cards(&self.view(seat)?);
        let card = |index: u8| match Card::from_index(index) {
            Ok(card) if suited.contains(card) => card.to_string(),
            Ok(card) => card.rank().to_string(),
            Err(_) if index == EMPTY => String::new(),
            Err(_) => "?".to_owned(),
        };
        let setup = self.setup();
        let mut key = format!("{seat}|{:?}|{:?}|{:?}", setup.rules, setup.stacks, setup.absent.bits());
        let _ = write!(key, "|{:?}", self.state().event_players());
        let mut hole: Vec<String> = Vec::new();
        for event in self.events_seen_by(Some(seat)) {
            match event {
                Event::Deal { to, up: false, card: index } if to == Holder::Seat(seat as u8) && hole.len() < 2 => {
                    hole.push(card(index));
                    hole.sort();
                    if hole.len() == 2 {
                        let _ = write!(key, "|hole {}", hole.join(" "));
                    }
                }
                Event::Deal { to, up, card: index } => {
                    let _ = write!(key, "|{to:?}{}{}", if up { "+" } else { "-" }, card(index));
                }
                Event::Show { seat, cards } => {
                    let mut hole = [card(cards[0]), card(cards[1])];
                    hole.sort();
                    let rest: Vec<String> = cards[2..].iter().map(|&index| card(index)).collect();
                    let _ = write!(key, "|show {seat} {} {}", hole.join(" "), rest.join(" "));
                }
                other => {
                    let _ = write!(key, "|{other:?}");
                }
            }
        }
        if hole.len() == 1 {
            let _ = write!(key, "|hole {}", hole[0]);
        }
        Ok(key)
    }

    /// The cards of a view whose suits can decide something.
    fn deciding_cards(&self, view: &View) -> CardSet {
        let state = view.state();
        let rules = state.rules();
        let mut deciding = Vec::new();
        let doors: Vec<Card> = (0..state.seats())
            .filter_map(|seat| state.cards(seat).get(2).and_then(|&index| Card::known(index)))
            .collect();
        let highest: Vec<Card> =
            doors.iter().copied().filter(|card| doors.iter().all(|other| other.rank() <= card.rank())).collect();
        if highest.len() > 1 {
            deciding.extend(highest);
        }
        let by_odd_chip = matches!(rules.odd_chip, OddChip::HighSuit | OddChip::LowSuit);
        let by_board = rules.board_tie != BoardTie::Position;
        for seat in state.live().iter() {
            for (place, &index) in state.cards(seat as usize).iter().enumerate() {
                if (by_odd_chip || by_board && !face_down(place))
                    && let Some(card) = Card::known(index)
                {
                    deciding.push(card);
                }
            }
        }
        if by_odd_chip {
            deciding.extend(state.community().and_then(Card::known));
        }
        deciding.into_iter().collect()
    }
}
