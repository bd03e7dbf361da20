//! Hands played side by side, so that a policy that decides for many at once is asked for many at once.
//!
//! Every hand goes on by itself to its next question for such a policy; then each policy is asked for all hands that
//! wait for it. What a hand sees and draws is its own, so that the answers do not depend on which hands are together,
//! as long as the policy takes each row for itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::count::add_hand;
use super::job::Seating;
use super::log::Keep;
use super::policies::{Batched, Questions};
use super::simulation::{Pause, Simulation, Streams, Stuck};
use super::summary::Totals;
use super::table::Table;
use crate::error::Error;
use crate::game::LegalActions;

/// Hands that are played side by side, at most.
pub(super) const ABREAST: u64 = 4096;

/// A hand that waits for an answer, or has ended.
struct Hand<'a, T> {
    index: u64,
    seating: &'a Seating,
    table: T,
    streams: Streams,
    /// The seat that is asked, and what it may do; `None` at the end.
    asked: Option<(usize, LegalActions)>,
}

/// Who sat where, and how the hand ended.
type Ended<'a, T> = Vec<(&'a Seating, T)>;

impl<T> Hand<'_, T> {
    fn player(&self) -> Option<usize> {
        self.asked.map(|(seat, _)| self.seating.player(seat))
    }
}

impl Simulation {
    /// Whether a policy decides for many hands at once.
    pub(super) fn is_asked_for_many(&self) -> bool {
        self.job().course.session.is_none() && self.job().policies.iter().any(|policy| policy.batched().is_some())
    }

    /// The sums of some hands, played side by side; of none when stopped, or when a policy gives no answer.
    pub(super) fn side_by_side<K: Keep>(
        &self,
        first: u64,
        count: u64,
        keep: &mut K,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> (Totals, Option<Error>) {
        let mut totals = self.totals();
        match self.abreast(first, count, keep, stop) {
            Ok(hands) => {
                for (index, (seating, table)) in hands.into_iter().flatten().enumerate() {
                    add_hand(table.as_ref(), seating, &self.ledger, &mut totals);
                    totals.units += 1;
                    keep.hand(first + index as u64, 0, seating, table);
                }
                done.fetch_add(totals.units, Ordering::Relaxed);
                (totals, None)
            }
            Err(error) => (totals, Some(error)),
        }
    }

    /// Some hands at their ends; `None` when stopped before.
    pub(super) fn abreast<K: Keep>(
        &self,
        first: u64,
        count: u64,
        keep: &mut K,
        stop: &AtomicBool,
    ) -> Result<Option<Ended<'_, K::Table>>, Error> {
        let mut hand = |index| {
            let (seating, start) = self.start_of(index);
            let streams = self.streams(index, 0, seating);
            Hand { index, seating, table: keep.sit(start), streams, asked: None }
        };
        let mut hands: Vec<_> = (0..count).map(|offset| hand(first + offset)).collect();
        let ended = self.go_on_all(hands.iter_mut(), stop)? && self.answer_all(&mut hands, stop)?;
        Ok(ended.then(|| hands.into_iter().map(|hand| (hand.seating, hand.table)).collect()))
    }

    /// Each hand goes on to its next question; false when stopped before that.
    fn go_on_all<'a, 'b: 'a, T: Table + 'a>(
        &self,
        hands: impl Iterator<Item = &'a mut Hand<'b, T>>,
        stop: &AtomicBool,
    ) -> Result<bool, Error> {
        for hand in hands {
            let pause = self.go_on(&mut hand.streams, hand.seating, &mut hand.table, true, stop);
            hand.asked = match pause.map_err(|stuck| self.failure(hand.index, 0, hand.seating, stuck))? {
                Pause::Over => None,
                Pause::Asked(seat, legal) => Some((seat, legal)),
                Pause::Stopped => return Ok(false),
            };
        }
        Ok(true)
    }

    /// Asks until all hands are over; false when stopped before that.
    fn answer_all<T: Table>(&self, hands: &mut [Hand<'_, T>], stop: &AtomicBool) -> Result<bool, Error> {
        let policies = &self.job().policies;
        loop {
            let mut asked = false;
            for (player, policy) in policies.iter().enumerate() {
                // Players of the same policy are asked together, in the first one's turn.
                let first = policies.iter().position(|other| Arc::ptr_eq(other, policy));
                let Some(batched) = policy.batched().filter(|_| first == Some(player)) else { continue };
                let waits =
                    |hand: &Hand<'_, T>| hand.player().is_some_and(|other| Arc::ptr_eq(&policies[other], policy));
                let mut waiting: Vec<&mut Hand<'_, T>> = hands.iter_mut().filter(|hand| waits(hand)).collect();
                asked |= !waiting.is_empty();
                self.ask(batched, &mut waiting)?;
                if !self.go_on_all(waiting.into_iter(), stop)? {
                    return Ok(false);
                }
            }
            if !asked {
                return Ok(true);
            }
        }
    }

    /// Asks a policy for all hands that wait for it, and plays its answers.
    fn ask<T: Table>(&self, policy: &dyn Batched, waiting: &mut [&mut Hand<'_, T>]) -> Result<(), Error> {
        if waiting.is_empty() {
            return Ok(());
        }
        let mut questions = Questions::with_capacity(waiting.len());
        for hand in waiting.iter_mut() {
            if let Some((seat, legal)) = hand.asked {
                questions.push(hand.table.state(), seat, &legal, &mut hand.streams.draws[seat]);
            }
        }
        let failure = |hand: &Hand<'_, T>, cause| {
            let seat = hand.asked.map_or(0, |(seat, _)| seat);
            let stuck: Stuck = (seat, cause);
            self.failure(hand.index, 0, hand.seating, stuck)
        };
        let codes = policy.answer(questions).map_err(|cause| failure(waiting[0], cause))?;
        if codes.len() != waiting.len() {
            let text = format!("expected {} codes, found {}", waiting.len(), codes.len());
            return Err(failure(waiting[0], Error::value(text).into()));
        }
        for (hand, code) in waiting.iter_mut().zip(codes) {
            let action = hand.table.state().action_of_code(code).map_err(|error| failure(hand, error.into()))?;
            hand.table.act(&action);
        }
        Ok(())
    }
}
