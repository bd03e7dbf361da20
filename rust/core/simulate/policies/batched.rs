//! Policies that decide for many hands at once.

use super::{Answer, Seen};
use crate::error::{Cause, Error};
use crate::game::{CODES, LegalActions, OBSERVATION_SIZE, State};
use crate::rng::{Philox, Rng};

/// What a policy is asked: a row for each hand that waits for its decision.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// What the seat to act knows, [`OBSERVATION_SIZE`] numbers a row.
    pub observations: Vec<f32>,
    /// Which of the [`CODES`] codes are legal.
    pub masks: Vec<bool>,
    /// A number from 0 to 1, 1 excluded, of the seat's own random stream.
    pub draws: Vec<f64>,
}

/// A policy that decides for many hands at once, each row by itself.
pub trait Batched {
    /// A code for each row; what is none is found by the caller.
    fn answer(&self, questions: Questions) -> std::result::Result<Vec<i64>, Cause>;
}

impl Questions {
    /// No question yet, room for some.
    pub fn with_capacity(rows: usize) -> Questions {
        Questions {
            observations: Vec::with_capacity(OBSERVATION_SIZE * rows),
            masks: Vec::with_capacity(CODES * rows),
            draws: Vec::with_capacity(rows),
        }
    }

    /// Adds the decision of a seat, which may do what is in `legal`.
    pub fn push(&mut self, state: &State, seat: usize, legal: &LegalActions, rng: &mut Philox) {
        let rows = self.observations.len();
        self.observations.resize(rows + OBSERVATION_SIZE, 0.0);
        state.observe_with(seat, legal, &mut self.observations[rows..]);
        let codes = legal.codes();
        self.masks.extend((0..CODES).map(|code| codes >> code & 1 == 1));
        self.draws.push((rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.draws.len()
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.draws.is_empty()
    }
}

/// One decision of such a policy, for [`Policy::choose`](super::Policy::choose).
pub fn answer_one(policy: &dyn Batched, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
    let mut questions = Questions::with_capacity(1);
    questions.push(seen.state(), seen.seat(), legal, rng);
    let codes = policy.answer(questions)?;
    let &[code] = codes.as_slice() else {
        return Err(Error::value(format!("expected 1 code, found {}", codes.len())).into());
    };
    // The action of the code, or the error that says which are legal.
    seen.state().action_of_code(code)?;
    Ok(u8::try_from(code).ok().and_then(|code| legal.place_of_code(code)).unwrap_or_default())
}
