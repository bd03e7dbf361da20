//! A player that knows its equity against unknown hands behind the boards.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::simple::first_of;
use super::{Answer, Policy, Seen};
use crate::cards::{Card, UNKNOWN};
use crate::equity::{Limits, Method, Options, Spot, answer};
use crate::error::{Error, Result};
use crate::game::{ActionKind, LegalActions};
use crate::rng::{Philox, Rng};

use ActionKind::{Bet, BringIn, Call, Check, Complete, Fold, Raise};

/// Estimated transitions up to which the equity is exact: about a millisecond.
const EXACT: f64 = 2e5;

/// Deals of a sample at most: a run is stopped between decisions, which are not to take long.
const MOST_SAMPLES: u32 = 100_000;

/// Plays by its share of the pot if all cards came, every rival holding unknown cards behind his board: exactly where
/// that takes about a millisecond, else by a sample. It calls when that share pays for the call `cut` times over, and bets
/// or raises with more than a fair share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByEquity {
    /// How much of the price of a call the equity must be worth, in hundredths: 100 calls at even value.
    cut: u32,
    /// Deals of a sample.
    samples: u32,
}

impl ByEquity {
    /// A player of up to two parameters: the cut ("1.25", by default 1) and the number of deals of a sample (by default 500).
    pub fn parse(parameters: &[&str]) -> Result<ByEquity> {
        let cut = parameters.first().map_or(Ok(1.0), |text| text.parse::<f64>());
        let samples = parameters.get(1).map_or(Ok(500), |text| text.parse::<u32>());
        match (cut, samples) {
            (Ok(cut), Ok(samples @ 1..=MOST_SAMPLES)) if (0.0..=100.0).contains(&cut) => {
                Ok(ByEquity { cut: (cut * 100.0).round() as u32, samples })
            }
            _ => Err(Error::value(format!(
                "equity({}): expected a cut from 0 to 100 and 1 to {MOST_SAMPLES} samples",
                parameters.join(", ")
            ))),
        }
    }

    /// The share of the pot of the seat.
    fn share(&self, seen: &Seen<'_>, rng: &mut Philox) -> Result<f64> {
        let rivals: Vec<usize> = seen.rivals().iter().map(usize::from).collect();
        let mut players = vec![text(seen.own_cards())];
        players.extend(rivals.iter().map(|&rival| text(seen.up_cards(rival))));
        // Folded boards are dead; hidden cards of folded hands too, but nobody has seen them.
        let mut dead = String::new();
        for seat in (0..seen.seats()).filter(|&seat| seat != seen.seat() && !rivals.contains(&seat)) {
            dead.push_str(&text(seen.up_cards(seat)));
            (seen.up_cards(seat).len()..seen.held(seat)).for_each(|_| dead.push_str("??"));
        }
        let community = seen.community().map(|card| text(&[card])).unwrap_or_default();
        let spot = Spot::parse(&players, &dead, &community)?;
        let limits = Limits { samples: Some(u64::from(self.samples)), ..Limits::default() };
        let options =
            Options { method: Method::Auto, max_transitions: Some(EXACT), limits, seed: rng.next_u64(), threads: 1 };
        let equity = answer(&spot, &options, &AtomicBool::new(false), &AtomicU64::new(0))?;
        Ok(equity.map_or(0.0, |equity| equity.equity(0)))
    }
}

impl Policy for ByEquity {
    fn name(&self) -> String {
        format!("equity({},{})", f64::from(self.cut) / 100.0, self.samples)
    }

    fn draws(&self) -> bool {
        true
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        // Fewer than two hands, or a spot that no deck can end: nothing to reckon with, so nothing is risked.
        let Ok(share) = self.share(seen, rng) else { return Ok(first_of(legal, &[Check, BringIn, Fold])) };
        let players = f64::from(seen.rivals().len() + 1);
        let (pot, price) = (seen.pot() as f64, seen.to_call() as f64);
        let kinds: &[ActionKind] = if share * players > 1.0 {
            &[Complete, Bet, Raise, Call, Check, BringIn]
        } else if share * (pot + price) >= price * f64::from(self.cut) / 100.0 {
            &[Check, Call, BringIn]
        } else {
            &[Check, BringIn, Fold]
        };
        Ok(first_of(legal, kinds))
    }
}

/// Known cards as text.
fn text(cards: &[u8]) -> String {
    let mut text = String::new();
    for card in cards.iter().filter(|&&card| card != UNKNOWN).filter_map(|&card| Card::from_index(card).ok()) {
        let _ = write!(text, "{card}"); // a String takes everything
    }
    text
}
