//! One line of text for a position: what a person wants to see in a repr.

use std::fmt;

use super::state::{Phase, State};
use super::view::face_down;
use crate::cards::Card;

impl fmt::Display for State {
    /// Seats count from 0; down cards stand in parentheses, "??" is unknown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "street {}, {}", self.street(), self.phase().name())?;
        if let Some(seat) = self.to_act() {
            write!(f, ", seat {seat} to act")?;
        }
        write!(f, ", pot {}", self.pot())?;
        for seat in 0..self.seats() {
            write!(f, "; {seat}: ")?;
            let mut down = false;
            for (place, &index) in self.cards(seat).iter().enumerate() {
                if face_down(place) != down {
                    f.write_str(if down { ")" } else { "(" })?;
                    down = !down;
                }
                match Card::from_index(index) {
                    Ok(card) => write!(f, "{card}")?,
                    Err(_) => f.write_str("??")?,
                }
            }
            write!(f, "{} {}", if down { ")" } else { "" }, self.stack(seat))?;
            if self.street_total(seat) > 0 && self.phase() != Phase::End {
                write!(f, "+{}", self.street_total(seat))?;
            }
            if !self.live().contains(seat as u8) {
                f.write_str(if self.mucked().contains(seat as u8) { " mucked" } else { " folded" })?;
            }
        }
        if let Some(card) = self.community().and_then(Card::known) {
            write!(f, "; community {card}")?;
        }
        Ok(())
    }
}
