//! The sampled answer: random deals, the same for a seed whatever the threads.
//!
//! Deals are drawn in batches, batch i from stream i of the seed, and summed as integers. Each draw takes the cards that
//! are to come for all players at once, and plays them out several times in *turns*: the drawn cards go round, so that
//! every player gets to hold other parts of them. Every turn is a fair deal, and their mean varies about as little as that
//! of as many deals apart, for much less work than drawing cards. The standard error is that of the draws, from the
//! squares of each draw's mean share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::counting::MAX_PLAYERS;
use super::draws::Pieces;
use super::fitting::fitting;
use super::joint;
use super::ranges::{Alternative, count, ways};
use super::result::Equity;
use super::spot::{Ending, Spot};
use crate::cards::Card;
use crate::error::Result;
use crate::hands::{NO_PAIR, strength_of_counts};
use crate::rng::Rng;
use crate::threads;

/// Draws of a batch.
pub const BATCH: u64 = 4096;

/// Deals when nothing else says when to stop.
pub const DEFAULT_SAMPLES: u64 = 1_000_000;

/// Shares of a pot are counted in parts of it: 840 divides by every number of players.
const POT: u64 = 840;

/// Batches between two looks at whether to stop: this many at first, then as many as there are already, up to the most.
const FIRST_ROUND: u64 = 4;
const MOST_ROUND: u64 = 256;

/// Draws of range holdings in vain at most before it is an error.
const MOST_ATTEMPTS: u32 = 1_000_000;

/// When to stop. The first reason counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Deals.
    pub samples: Option<u64>,
    /// The largest standard error of any player's equity; looked at between rounds of batches.
    pub target_se: Option<f64>,
    /// Time.
    pub max_time: Option<Duration>,
}

/// What sampling needs of a spot.
#[derive(Clone, Debug)]
pub struct Sampler {
    spot: Spot,
    players: usize,
    known: Vec<Known>,
    unknown: Vec<usize>,
    ranges: Vec<Option<Choices>>,
    /// The cards that are to be dealt or in ranges.
    left: Vec<Card>,
    /// Cards to come: each player's and the community card, if one is to come.
    drawn: usize,
    /// For each turn and player, where his cards begin in the drawn cards.
    starts: Vec<[u8; MAX_PLAYERS]>,
    /// For each turn, where the community card is.
    shared: Vec<u8>,
}

/// Ranks as a bit set and as counts in nibbles.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    set: u16,
    counts: u64,
}

impl Known {
    #[inline]
    fn add(&mut self, rank: u8) {
        self.set |= 1 << rank;
        self.counts += 1 << (4 * rank);
    }
}

/// The alternatives of a range as a table for drawing: cumulated weights.
#[derive(Clone, Debug)]
struct Choices {
    alternatives: Vec<Alternative>,
    upto: Vec<f64>,
}

/// The score of a batch: what [`Tally`] has, small enough to stay close by.
struct Score {
    counts: [u64; 1 << MAX_PLAYERS],
    squares: [u64; MAX_PLAYERS],
}

/// The parts of a pot that each of so many winners gets.
const SHARE: [u64; MAX_PLAYERS + 1] = {
    let mut share = [0; MAX_PLAYERS + 1];
    let mut winners = 1;
    while winners <= MAX_PLAYERS {
        share[winners] = POT / winners as u64;
        winners += 1;
    }
    share
};

/// The strength of a hand with fewer than five distinct ranks.
#[cold]
#[inline(never)]
fn few_ranks(known: u64, cards: &[u16], shared: u16) -> u16 {
    let shared = if shared == 0 { 0 } else { 1 << (4 * shared.trailing_zeros()) };
    strength_of_counts(cards.iter().fold(known + shared, |counts, card| counts + (1 << (4 * card.trailing_zeros()))))
        .get()
}

/// What a batch gave. Lists of what was drawn take no more room where a range has a million holdings.
struct Batch {
    draws: u64,
    score: Score,
    /// For each player with a range the alternative of each draw.
    chosen: Vec<Vec<u32>>,
}

/// What a number of draws gave.
struct Tally {
    draws: u64,
    counts: Vec<u64>,
    /// For each player the sum of squares of his shares of a draw, all turns together, in parts of a pot.
    squares: [u128; MAX_PLAYERS],
    /// For each player with a range how often each alternative was drawn.
    chosen: Vec<Vec<u64>>,
}

impl Tally {
    fn add(&mut self, batch: &Batch) {
        self.draws += batch.draws;
        self.counts.iter_mut().zip(&batch.score.counts).for_each(|(sum, n)| *sum += n);
        self.squares.iter_mut().zip(&batch.score.squares).for_each(|(sum, &n)| *sum += u128::from(n));
        for (counts, chosen) in self.chosen.iter_mut().zip(&batch.chosen) {
            chosen.iter().for_each(|&at| counts[at as usize] += 1);
        }
    }
}

impl Sampler {
    /// An error when a range has no holding that is possible, and once `stop` is set.
    pub fn new(spot: &Spot, stop: &AtomicBool) -> Result<Sampler> {
        let players = spot.hands().len();
        let mut known = vec![Known::default(); players];
        for (known, hand) in known.iter_mut().zip(spot.hands()) {
            hand.cards.iter().chain(spot.shared().as_ref()).for_each(|c| known.add(c.rank().index()));
        }
        let unknown: Vec<usize> = spot.unknown().into_iter().map(usize::from).collect();
        let of_players: usize = unknown.iter().sum();
        let drawn = of_players + usize::from(spot.ending() == Ending::Shared);
        let (mut starts, mut shared) = (Vec::new(), Vec::new());
        let turns = players.min(drawn.max(1));
        for turn in 0..turns {
            let mut at = turn * drawn / turns;
            let mut of = [0; MAX_PLAYERS];
            for (start, n) in of.iter_mut().zip(&unknown) {
                *start = (at % drawn.max(1)) as u8;
                at += n;
            }
            starts.push(of);
            shared.push((at % drawn.max(1)) as u8);
        }
        let free = spot.cards_left();
        let choices = |alternatives: Vec<Alternative>| {
            let mut sum = 0.0;
            let upto = alternatives.iter().map(|a| {
                sum += a.weight as f64 * if a.cards.is_some() { 1.0 } else { ways(a.ranks, free) as f64 };
                sum
            });
            let upto = upto.collect();
            (!alternatives.is_empty()).then_some(Choices { alternatives, upto })
        };
        let ranges = joint::alternatives(spot, stop)?.into_iter().map(choices).collect();
        let left = free.iter().collect();
        Ok(Sampler { spot: spot.clone(), players, known, unknown, ranges, left, drawn, starts, shared })
    }

    /// The same, each draw being played out once only: plain sampling, beside which benchmarks show what the turns gain.
    pub fn plain(mut self) -> Sampler {
        self.starts.truncate(1);
        self.shared.truncate(1);
        self
    }

    /// Deals counted for each draw.
    pub fn turns(&self) -> u64 {
        self.starts.len() as u64
    }

    /// Samples until a limit is reached or `stop` is set; at least one batch, unless stopped before. `done` is kept at
    /// the number of deals so far. `None` when stopped before the first batch was done.
    pub fn run(
        &self,
        seed: u64,
        limits: &Limits,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<Option<Equity>> {
        let begun = Instant::now();
        let unlimited = limits.target_se.is_some() || limits.max_time.is_some();
        let samples = limits.samples.unwrap_or(if unlimited { u64::MAX / 16 } else { DEFAULT_SAMPLES });
        let draws = samples.div_ceil(self.turns()).max(1);
        let batches = draws.div_ceil(BATCH);
        let out_of_time = || limits.max_time.is_some_and(|most| begun.elapsed() >= most);
        let mut sum = self.empty();
        let mut next = 0;
        while next < batches {
            let round = next..batches.min(next + next.clamp(FIRST_ROUND, MOST_ROUND));
            let (first, last) = (round.start, round.end);
            let strands = threads::strands(
                threads.min((last - first) as usize),
                // Out of time no further batch is begun, but the first always is.
                round.take_while(|&batch| batch == 0 || !out_of_time()),
                stop,
                Vec::new,
                |batches, index| {
                    let batch = self.batch(seed, index, BATCH.min(draws - index * BATCH), stop);
                    if let Ok(Some(batch)) = &batch {
                        done.fetch_add(batch.draws * self.turns(), Ordering::Relaxed);
                    }
                    batches.push((index, batch));
                },
            );
            let mut batches: Vec<_> = strands.into_iter().flatten().collect();
            batches.sort_by_key(|&(index, _)| index);
            // Only the batches up to the first that is missing: what a run of so many deals would give.
            for (index, batch) in batches {
                match batch? {
                    Some(batch) if index == next => sum.add(&batch),
                    _ => break,
                }
                next += 1;
            }
            let enough = limits
                .target_se
                .is_some_and(|target| next >= FIRST_ROUND && self.std_error(&sum).iter().all(|&se| se <= target));
            if next < last || enough || stop.load(Ordering::Relaxed) || out_of_time() {
                break;
            }
        }
        done.store(sum.draws * self.turns(), Ordering::Relaxed);
        Ok((sum.draws > 0).then(|| self.result(&sum, seed)))
    }

    fn empty(&self) -> Tally {
        let chosen = self.ranges.iter().map(|r| vec![0; r.as_ref().map_or(0, |r| r.upto.len())]).collect();
        Tally { draws: 0, counts: vec![0; 1 << self.players], squares: [0; MAX_PLAYERS], chosen }
    }

    fn std_error(&self, tally: &Tally) -> Vec<f64> {
        let draws = tally.draws as f64;
        let unit = (POT * self.turns()) as f64;
        let shares = |i: usize| -> u64 {
            let mine = tally.counts.iter().enumerate().filter(|&(set, _)| set >> i & 1 == 1);
            mine.map(|(set, &n)| n * (POT / u64::from(set.count_ones()))).sum()
        };
        (0..self.players)
            .map(|i| {
                let mean = shares(i) as f64 / draws;
                let variance = (tally.squares[i] as f64 / draws - mean * mean).max(0.0);
                (variance / (draws - 1.0).max(1.0)).sqrt() / unit
            })
            .collect()
    }

    fn result(&self, tally: &Tally, seed: u64) -> Equity {
        let weights = self.ranges.iter().zip(&tally.chosen).map(|(range, chosen)| {
            let range = range.as_ref()?;
            let share = |n: &u64| *n as f64 / tally.draws as f64;
            Some(range.alternatives.iter().map(Alternative::part).zip(chosen.iter().map(share)).collect())
        });
        Equity {
            players: self.players,
            counts: tally.counts.iter().map(|&n| u128::from(n)).collect(),
            exact: false,
            std_error: self.std_error(tally),
            seed: Some(seed),
            range_weights: weights.collect(),
            ending: self.spot.ending(),
        }
    }

    /// One batch; `None` when stopped within it.
    fn batch(&self, seed: u64, index: u64, draws: u64, stop: &AtomicBool) -> Result<Option<Batch>> {
        let mut words = Pieces::new(seed, index);
        let mut chosen = vec![Vec::new(); self.players];
        let mut score = Score { counts: [0; 1 << MAX_PLAYERS], squares: [0; MAX_PLAYERS] };
        let (words, most) = (&mut words, self.unknown[0]);
        if self.ranges.iter().all(Option::is_none) {
            let even = most > 0 && self.unknown.iter().all(|&n| n == most) && self.spot.ending() != Ending::Shared;
            match if even { self.players } else { 0 } {
                2 => self.even_draws::<2>(words, draws, &mut score),
                3 => self.even_draws::<3>(words, draws, &mut score),
                4 => self.even_draws::<4>(words, draws, &mut score),
                5 => self.even_draws::<5>(words, draws, &mut score),
                6 => self.even_draws::<6>(words, draws, &mut score),
                7 => self.even_draws::<7>(words, draws, &mut score),
                _ => self.plain_draws(words, draws, &mut score),
            }
        } else if !self.ranged_draws(words, draws, stop, &mut chosen, &mut score)? {
            return Ok(None);
        }
        Ok(Some(Batch { draws, score, chosen }))
    }

    /// Draws where nobody has a range: ranks are enough.
    fn plain_draws(&self, words: &mut Pieces, draws: u64, score: &mut Score) {
        let mut deck = [0u16; 64];
        for (place, card) in deck.iter_mut().zip(&self.left) {
            *place = 1 << card.rank().index();
        }
        let cards = self.left.len();
        let mut known = [Known::default(); MAX_PLAYERS];
        known[..self.players].copy_from_slice(&self.known);
        let mut twice = [0u16; 128];
        for _ in 0..draws {
            // Any order of the deck is as good to begin with as any other.
            for i in 0..self.drawn {
                let j = i + words.one_of((cards - i) as u32);
                deck.swap(i & 63, j & 63);
                let card = deck[i & 63];
                twice[i & 127] = card;
                twice[(i + self.drawn) & 127] = card;
            }
            self.play(&known, &twice, score);
        }
    }

    /// Draws where as many cards are to come to every player: they go round in whole hands, so each is looked at once.
    fn even_draws<const M: usize>(&self, words: &mut Pieces, draws: u64, score: &mut Score) {
        let mut deck = [0u16; 64];
        for (place, card) in deck.iter_mut().zip(&self.left) {
            *place = 1 << card.rank().index();
        }
        let (cards, each, turns) = (self.left.len(), self.unknown[0], self.starts.len());
        let known: [Known; M] = std::array::from_fn(|i| self.known[i]);
        // Of two players: deals won by each, and the squares of the first one's share of a draw in half pots.
        let (mut won, mut lost, mut squares, mut others) = (0u64, 0u64, 0u64, 0u64);
        for _ in 0..draws {
            let mut sets = [0u16; M];
            let mut at = 0;
            for set in &mut sets {
                for _ in 0..each {
                    let j = at + words.one_of((cards - at) as u32);
                    deck.swap(at & 63, j & 63);
                    *set |= deck[at & 63];
                    at += 1;
                }
            }
            let (mut halves, mut shares) = (0u64, [0u64; M]);
            for turn in 0..turns {
                let strengths: [u16; M] = std::array::from_fn(|i| {
                    let from = if i + turn < M { i + turn } else { i + turn - M };
                    match NO_PAIR[usize::from((known[i].set | sets[from]) & 0x1FFF)] {
                        0 => few_ranks(known[i].counts, &deck[from * each..(from + 1) * each], 0),
                        strength => strength,
                    }
                });
                if M == 2 {
                    let (first, second) = (strengths[0] > strengths[1], strengths[1] > strengths[0]);
                    won += u64::from(first);
                    lost += u64::from(second);
                    halves += 1 + u64::from(first) - u64::from(second);
                    continue;
                }
                let best = strengths.iter().fold(0, |best, &strength| strength.max(best));
                let winners = (0..M).fold(0, |set, i| set | usize::from(strengths[i] == best) << i);
                score.counts[winners] += 1;
                let share = SHARE[winners.count_ones() as usize];
                for (i, sum) in shares.iter_mut().enumerate() {
                    *sum += if strengths[i] == best { share } else { 0 };
                }
            }
            if M == 2 {
                let rest = 2 * turns as u64 - halves;
                squares += halves * halves;
                others += rest * rest;
            }
            for (square, share) in score.squares.iter_mut().zip(shares) {
                *square += share * share;
            }
        }
        if M == 2 {
            score.counts[1] += won;
            score.counts[2] += lost;
            score.counts[3] += draws * turns as u64 - won - lost;
            score.squares[0] += squares * (POT / 2).pow(2);
            score.squares[1] += others * (POT / 2).pow(2);
        }
    }

    /// Plays drawn cards (bits of ranks), which are there twice in a row, out in all turns.
    #[inline]
    fn play(&self, known: &[Known; MAX_PLAYERS], twice: &[u16; 128], score: &mut Score) {
        let mut shares = [0u64; MAX_PLAYERS];
        for (starts, &shared) in self.starts.iter().zip(&self.shared) {
            let shared = if self.spot.ending() == Ending::Shared { twice[usize::from(shared)] } else { 0 };
            let (mut best, mut winners) = (0, 0usize);
            for i in 0..self.players {
                let start = usize::from(starts[i]);
                let cards = &twice[start..start + self.unknown[i]];
                let set = cards.iter().fold(known[i].set | shared, |set, card| set | card);
                let mut strength = NO_PAIR[usize::from(set & 0x1FFF)];
                if strength == 0 {
                    strength = few_ranks(known[i].counts, cards, shared);
                }
                if strength > best {
                    (best, winners) = (strength, 1 << i);
                } else if strength == best {
                    winners |= 1 << i;
                }
            }
            score.counts[winners] += 1;
            let share = SHARE[winners.count_ones() as usize];
            let mut left = winners;
            while left != 0 {
                shares[left.trailing_zeros() as usize & 7] += share;
                left &= left - 1;
            }
        }
        for (square, share) in score.squares.iter_mut().zip(&shares[..self.players]) {
            *square += share * share;
        }
    }

    /// Draws with a holding for every range first. False when stopped.
    fn ranged_draws(
        &self,
        words: &mut Pieces,
        draws: u64,
        stop: &AtomicBool,
        all_chosen: &mut [Vec<u32>],
        score: &mut Score,
    ) -> Result<bool> {
        let mut deck = [0u8; 64];
        for (place, card) in deck.iter_mut().zip(&self.left) {
            *place = card.index();
        }
        let mut twice = [0u16; 128];
        let mut chosen = [0usize; MAX_PLAYERS];
        for _ in 0..draws {
            let mut attempts = 0u32;
            let (held, gone) = loop {
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                if let Some(found) = self.hold(words, &mut chosen) {
                    break found;
                }
                attempts += 1;
                if attempts == MOST_ATTEMPTS {
                    return self.in_vain(stop);
                }
            };
            for ((all_chosen, &at), range) in all_chosen.iter_mut().zip(&chosen).zip(&self.ranges) {
                if range.is_some() {
                    all_chosen.push(at as u32);
                }
            }
            // Cards that a range has taken are drawn and thrown away.
            let (mut from, mut to) = (0, 0);
            while to < self.drawn {
                let j = from + words.one_of((self.left.len() - from) as u32);
                deck.swap(from, j);
                let card = deck[from];
                from += 1;
                if gone >> card & 1 == 0 {
                    twice[to] = 1 << (card / 4);
                    twice[to + self.drawn] = twice[to];
                    to += 1;
                }
            }
            self.play(&held, &twice, score);
        }
        Ok(true)
    }

    /// The error of draws in vain. False when stopped.
    fn in_vain(&self, stop: &AtomicBool) -> Result<bool> {
        let fitting = joint::alternatives(&self.spot, stop).map(|found| fitting(&found, self.spot.cards_left(), stop));
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        Err(joint::drawn_in_vain(&self.spot, MOST_ATTEMPTS, fitting?))
    }

    /// Draws a holding for each range; `None` when two of them need the same card. So every combination comes up as often
    /// as the product of its weights says, among those that can be.
    fn hold(&self, words: &mut Pieces, chosen: &mut [usize; MAX_PLAYERS]) -> Option<([Known; MAX_PLAYERS], u64)> {
        let mut held = [Known::default(); MAX_PLAYERS];
        let mut gone = 0u64;
        held[..self.players].copy_from_slice(&self.known);
        for (i, range) in self.ranges.iter().enumerate() {
            let Some(range) = range else { continue };
            let total = range.upto[range.upto.len() - 1];
            let point = (words.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
            let at = range.upto.partition_point(|&upto| upto <= point).min(range.upto.len() - 1);
            chosen[i] = at;
            let alternative = &range.alternatives[at];
            let cards = match alternative.cards {
                Some(cards) => cards.bits(),
                None => self.suits(words, alternative.ranks),
            };
            if cards & gone != 0 {
                return None;
            }
            gone |= cards;
            let mut left = cards;
            while left != 0 {
                held[i].add((left.trailing_zeros() / 4) as u8);
                left &= left - 1;
            }
        }
        Some((held, gone))
    }

    /// Random suits for ranks, of the cards that are left.
    fn suits(&self, words: &mut Pieces, ranks: u64) -> u64 {
        let free = self.spot.cards_left().bits();
        let mut cards = 0u64;
        for rank in 0..13 {
            let mut suits = free >> (4 * rank) & 15;
            for _ in 0..count(ranks, rank) {
                let mut skip = words.one_of(suits.count_ones());
                let mut bits = suits;
                while skip > 0 {
                    bits &= bits - 1;
                    skip -= 1;
                }
                let suit = bits & bits.wrapping_neg();
                suits &= !suit;
                cards |= suit << (4 * rank);
            }
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands that go round whole are what cards that go round are, deal for deal.
    #[test]
    fn even_draws_are_plain_draws() {
        fn check<const M: usize>(players: [&str; M]) {
            let spot = Spot::parse(&players, "7c7d", "").unwrap();
            let whole = Sampler::new(&spot, &AtomicBool::new(false)).unwrap();
            for sampler in [whole.clone().plain(), whole] {
                let score = || Score { counts: [0; 1 << MAX_PLAYERS], squares: [0; MAX_PLAYERS] };
                let (mut short, mut long) = (score(), score());
                sampler.even_draws::<M>(&mut Pieces::new(5, 1), 3000, &mut short);
                sampler.plain_draws(&mut Pieces::new(5, 1), 3000, &mut long);
                assert!(short.counts == long.counts && short.squares == long.squares, "{players:?}");
            }
        }
        check(["A23", "456"]);
        check(["KKQQ", "JJT9"]);
        check(["A23", "456", "A23"]);
        check(["2345", "KKKJ", "A79T"]);
        check(["A2", "34", "56", "K7"]);
        check(["A2345", "6789T", "KKQQJ", "A2345", "99TJ8"]);
        check([""; 6]);
        check(["A", "2", "3", "4", "5", "6", "7"]);
    }

    #[test]
    fn a_stop_is_answered_before_and_within_a_batch() {
        let spot = Spot::parse(&["{[A-8][A-8]}5", "{[A-8][A-8]}6", "7"], "", "").unwrap();
        let stopped = AtomicBool::new(true);
        assert!(Sampler::new(&spot, &stopped).is_err());
        let sampler = Sampler::new(&spot, &AtomicBool::new(false)).unwrap();
        // Longer than anybody would wait.
        assert!(sampler.batch(1, 0, u64::MAX, &stopped).unwrap().is_none());
        let batch = sampler.batch(1, 0, 1000, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(batch.chosen.iter().map(Vec::len).collect::<Vec<_>>(), [1000, 1000, 0]);
    }
}
