//! What a job is: stakes, players, seed, and how hands follow each other.

use std::sync::Arc;

use serde_json::json;

use super::policies::Policy;
use crate::error::{Error, Result};
use crate::game::{Chips, Ignore, MAX_CHIPS, MAX_SEATS, Rules, State};

/// How the hands of a job follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The first-dealt seat moves on clockwise by a player every hand.
    pub rotate: bool,
    /// Stacks are carried on from hand to hand, at most so many hands and until one player has all the chips;
    /// `None`: every hand starts with the same stacks.
    pub session: Option<u32>,
}

/// Who sits where in a hand, in dealing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    players: [u8; MAX_SEATS],
    seats: u8,
}

impl Seating {
    /// The players of a mask, clockwise from the first one at or after `from`.
    pub(super) fn clockwise(players: impl Fn(usize) -> bool, count: usize, from: usize) -> Seating {
        let mut seating = Seating { players: [0; MAX_SEATS], seats: 0 };
        for player in (0..count).map(|offset| (from + offset) % count).filter(|&player| players(player)) {
            seating.players[usize::from(seating.seats)] = player as u8;
            seating.seats += 1;
        }
        seating
    }

    /// The player in a seat.
    #[inline]
    pub fn player(&self, seat: usize) -> usize {
        usize::from(self.players[seat])
    }

    /// The players by seat.
    pub fn players(&self) -> impl Iterator<Item = usize> + '_ {
        self.players[..usize::from(self.seats)].iter().map(|&player| usize::from(player))
    }

    /// How many seats are taken.
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }
}

/// A job: the hands, or the sessions, of a seed between players with stacks and policies.
#[derive(Clone, Debug)]
pub struct Job {
    /// The rules.
    pub rules: Rules,
    /// The stacks of the players at the start.
    pub stacks: Vec<Chips>,
    /// The policy of each player.
    pub policies: Vec<Arc<dyn Policy>>,
    /// The seed.
    pub seed: u64,
    /// How hands follow each other.
    pub course: Course,
}

impl Job {
    /// A job. A list of policies shorter than the table is repeated over the players.
    pub fn new(
        rules: &Rules,
        stacks: &[Chips],
        policies: &[Arc<dyn Policy>],
        seed: u64,
        course: Course,
    ) -> Result<Job> {
        State::start(rules, stacks, &mut Ignore)?;
        if policies.is_empty() || policies.len() > stacks.len() {
            let (seats, found) = (stacks.len(), policies.len());
            return Err(Error::value(format!(
                "policies: expected 1 to {seats}, one for each seat or a list to repeat, found {found}"
            )));
        }
        if course.session == Some(0) {
            return Err(Error::value("session: expected at least 1 hand, found 0"));
        }
        let chips: Chips = stacks.iter().sum();
        if course.session.is_some() && chips > MAX_CHIPS {
            return Err(Error::value(format!("stacks: {chips} chips in a session, expected at most {MAX_CHIPS}")));
        }
        let policies: Vec<_> = policies.iter().cloned().cycle().take(stacks.len()).collect();
        Ok(Job { rules: *rules, stacks: stacks.to_vec(), policies, seed, course })
    }

    /// The job as JSON in a fixed form: equal texts, equal hands.
    pub fn to_json(&self) -> String {
        let names: Vec<String> = self.policies.iter().map(|policy| policy.name()).collect();
        format!(
            r#"{{"format":"razz.simulation","version":1,"seed":{},"rules":{},"stacks":{},"policies":{},"rotate":{},"session":{}}}"#,
            self.seed,
            self.rules.to_json(),
            json!(self.stacks),
            json!(names),
            self.course.rotate,
            json!(self.course.session)
        )
    }

    /// Whether seats and players are not the same.
    pub(super) fn seats_change(&self) -> bool {
        self.course.rotate || self.course.session.is_some()
    }

    /// The seating when everybody plays and the deal has moved on `turns` times.
    pub(super) fn seating(&self, turns: u64) -> Seating {
        let count = self.stacks.len();
        let from = if self.course.rotate { (turns % count as u64) as usize } else { 0 };
        Seating::clockwise(|_| true, count, from)
    }
}
