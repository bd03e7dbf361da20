//! A plain but sensible Razz player: low starting cards, the rivals' boards, the cards that are gone.

use super::simple::first_of;
use super::{Answer, Policy, Seen};
use crate::cards::Rank;
use crate::error::{Error, Result};
use crate::game::{ActionKind, LegalActions};
use crate::rng::Philox;

use ActionKind::{Bet, BringIn, Call, Check, Complete, Fold, Raise};

/// Eight or lower: what such a player counts as a low card.
const LOW: u8 = 7;
/// The most full wagers of a street to which it raises.
const RAISES: u8 = 2;
/// Chips in the pot for each chip to call from which a hand that is behind goes on.
const GOOD_PRICE: u64 = 8;

/// Plays by its low cards and by what the boards show.
///
/// Third street: three distinct ranks up to `start` are played, a little more when cards that would pair them are gone
/// from the deck, a little less when cards they need are. The first to come in completes; so does a low door card
/// against higher ones. Later: distinct low cards (eight or lower) are compared with those that each rival shows, his
/// hidden cards taken as low; who is ahead bets and raises, who is `slack` cards behind, or has a good price, calls,
/// and who is further behind folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The highest rank of a starting hand that it plays, 0 (ace) to 12 (king).
    start: u8,
    /// How many low cards it may be behind.
    slack: u8,
}

impl Board {
    /// Starts with sevens or lower and folds behind.
    pub const TIGHT: Board = Board { start: 6, slack: 0 };
    /// Starts with nines or lower and calls one card behind.
    pub const LOOSE: Board = Board { start: 8, slack: 1 };

    /// A player that starts with ranks up to `start` ("7", "T") and goes on up to `slack` low cards behind.
    pub fn parse(start: &str, slack: &str) -> Result<Board> {
        let rank: Rank = start.parse().map_err(|_| Error::value(format!("board: start {start:?}: expected a rank")))?;
        match slack.parse() {
            Ok(slack @ 0..=5) => Ok(Board { start: rank.index(), slack }),
            _ => Err(Error::value(format!("board: slack {slack:?}: expected 0 to 5"))),
        }
    }

    fn third_street(&self, seen: &Seen<'_>) -> Choice {
        let own = ranks(seen.own_cards());
        let door = seen.up_cards(seen.seat())[0] >> 2;
        let top = 15 - own.leading_zeros() as i32;
        // Cards that are seen elsewhere: copies of the own ranks cannot pair them, other low ranks are missed.
        let others = (0..seen.seats()).filter(|&seat| seat != seen.seat()).flat_map(|seat| seen.up_cards(seat));
        let (mut pairs_gone, mut lows_gone) = (0, 0);
        for rank in others.map(|card| card >> 2) {
            if own >> rank & 1 == 1 {
                pairs_gone += 1;
            } else if rank <= LOW {
                lows_gone += 1;
            }
        }
        // In quarters of a rank.
        let score = 4 * top + lows_gone - 2 * pairs_gone;
        let limit = 4 * i32::from(self.start) + 2;
        if own.count_ones() == 3 && score <= limit {
            return match seen.bets() {
                0 => Choice::Lift,
                1 if top < i32::from(self.start) => Choice::Lift,
                _ => Choice::Call,
            };
        }
        let steals = seen.bets() == 0
            && door <= LOW
            && seen.rivals().iter().all(|rival| seen.up_cards(usize::from(rival)).iter().all(|card| card >> 2 > door));
        if steals {
            Choice::Lift
        } else if self.slack > 0 && seen.bets() == 0 && own.count_ones() == 3 && lows(own) >= 2 {
            Choice::Call
        } else {
            Choice::Fold
        }
    }

    fn later_street(&self, seen: &Seen<'_>) -> Choice {
        let own = lows(ranks(seen.own_cards()));
        let shows = |rival: u8| {
            let up = seen.up_cards(usize::from(rival));
            // Seven cards: the third hidden one is as likely a brick as not, so two of three are taken as low.
            (lows(ranks(up)) + 2).min(5).min(seen.held(usize::from(rival)) as u32)
        };
        let best = seen.rivals().iter().map(shows).max().unwrap_or(0);
        let good_price = seen.pot() >= GOOD_PRICE * seen.to_call();
        let behind = best.saturating_sub(own.min(5));
        if behind == 0 {
            if seen.bets() < RAISES { Choice::Lift } else { Choice::Call }
        } else if behind <= u32::from(self.slack) + u32::from(good_price) {
            Choice::Call
        } else {
            Choice::Fold
        }
    }
}

enum Choice {
    Lift,
    Call,
    Fold,
}

impl Policy for Board {
    fn name(&self) -> String {
        match *self {
            Board::TIGHT => "tight".to_owned(),
            Board::LOOSE => "loose".to_owned(),
            Board { start, slack } => {
                let rank = Rank::new(start).map_or_else(|_| start.to_string(), |rank| rank.to_string());
                format!("board({rank},{slack})")
            }
        }
    }

    fn draws(&self) -> bool {
        false
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, _: &mut Philox) -> Answer {
        let choice = if seen.street() == 3 { self.third_street(seen) } else { self.later_street(seen) };
        let kinds: &[ActionKind] = match choice {
            Choice::Lift => &[Complete, Bet, Raise, Call, Check, BringIn],
            Choice::Call => &[Check, Call, BringIn],
            Choice::Fold => &[Check, BringIn, Fold],
        };
        Ok(first_of(legal, kinds))
    }
}

/// The set of ranks of known cards, bit 0 the ace.
fn ranks(cards: &[u8]) -> u16 {
    cards.iter().fold(0, |set, card| set | 1 << (card >> 2))
}

/// How many low ranks are in a set.
fn lows(ranks: u16) -> u32 {
    (ranks & ((2 << LOW) - 1)).count_ones()
}
