//! A policy that looks its probabilities up.

use super::situation::{SITUATION_SHAPE, SITUATIONS, situation};
use super::{Answer, Policy, Seen};
use crate::error::{Error, Result};
use crate::game::{CODES, LegalActions, code_of};
use crate::rng::{Philox, Rng};
use crate::simulate::summary::fnv1a;

/// The weight of a probability of 1.
const WHOLE: f64 = (1u64 << 31) as f64;
/// How far from 1 the probabilities of a situation may add up.
const TOLERANCE: f64 = 1e-6;

/// Takes each action code with the probability that a table has for the situation. Codes that are not legal are left out
/// and the others keep their proportion; where all of those are 0, it checks, calls or brings in.
#[derive(Clone)]
pub struct Tabled {
    /// Probabilities times 2^31, rounded to the nearest integer, halves up.
    weights: Box<[[u32; CODES]]>,
    digest: u64,
}

impl Tabled {
    /// The policy of [`SITUATIONS`] rows of [`CODES`] probabilities, in C order of [`SITUATION_SHAPE`].
    pub fn new(probabilities: &[f64]) -> Result<Tabled> {
        let (rows, rest) = probabilities.as_chunks::<CODES>();
        if rows.len() != SITUATIONS || !rest.is_empty() {
            let (expected, found) = (CODES * SITUATIONS, probabilities.len());
            return Err(Error::value(format!("probabilities: expected {expected} numbers, found {found}")));
        }
        for (place, row) in rows.iter().enumerate() {
            let fair = row.iter().all(|p| (0.0..=1.0).contains(p));
            if !fair || (row.iter().sum::<f64>() - 1.0).abs() > TOLERANCE {
                return Err(Error::value(format!(
                    "probabilities[{}]: expected four from 0 to 1 with a sum of 1, found {row:?}",
                    coordinates(place)
                )));
            }
        }
        let weights: Box<[_]> = rows.iter().map(|row| row.map(|p| (p * WHOLE + 0.5) as u32)).collect();
        let bytes: Vec<u8> = weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()).collect();
        Ok(Tabled { weights, digest: fnv1a(&bytes) })
    }
}

/// The place of a row in the table's shape: "0, 3, 1, 2, 0".
fn coordinates(mut place: usize) -> String {
    let mut parts = SITUATION_SHAPE.map(|_| String::new());
    for (part, size) in parts.iter_mut().zip(SITUATION_SHAPE).rev() {
        *part = (place % size).to_string();
        place /= size;
    }
    parts.join(", ")
}

impl std::fmt::Debug for Tabled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl Policy for Tabled {
    fn name(&self) -> String {
        format!("table:{:016x}", self.digest)
    }

    fn draws(&self) -> bool {
        true
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        let row = situation(seen).iter().zip(SITUATION_SHAPE).fold(0, |row, (part, size)| row * size + part);
        let weights = &self.weights[row];
        let weight = |&(kind, _): &_| code_of(kind).map_or(0, |code| weights[usize::from(code)]);
        let sum: u32 = legal.as_slice().iter().map(weight).sum();
        if sum == 0 {
            return Ok(legal.place_of_code(1).or_else(|| legal.place_of_code(2)).unwrap_or(0));
        }
        let mut point = rng.below(sum);
        let reached = |action: &_| {
            let weight = weight(action);
            let here = point < weight;
            point = point.saturating_sub(weight);
            here
        };
        Ok(legal.as_slice().iter().position(reached).unwrap_or(0))
    }
}
