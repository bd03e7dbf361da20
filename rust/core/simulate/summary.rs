//! The result of simulated hands: sums of integers, so that parts add up to the same whole in any order.

use std::sync::Arc;

use super::class::HAND_CLASSES;
use super::coverage::Coverage;
use super::sums::{Sum, sums};
use crate::error::{Error, Result};

/// Shares of pots are counted in this part of a pot: it can be split evenly among one to eight winners.
pub const POT_PARTS: u64 = 840;

sums! {
    /// What happened to one seat, or to one player, over the hands of a summary.
    Tally {
        /// Hands dealt to it; a policy in two seats counts two.
        hands: u64,
        /// Hands in which it took part; a policy in two seats counts one.
        rounds: u64,
        /// Chips won less chips lost.
        net: i128,
        /// The sum, over the hands in which it took part, of the square of its net result.
        net_squares: u128,
        /// Chips put into the pots and not returned.
        paid: u128,
        /// Hands in which it got chips from a pot.
        won: u64,
        /// Shares of main pots, in 840ths: a pot alone counts 840, one split in two 420.
        main_pots: u64,
        /// Hands in which it was at the showdown, its hand mucked or shown.
        showdowns: u64,
        /// Of these, the hands in which it got chips from a pot.
        showdowns_won: u64,
        /// Hands in which it was live when cards of third, fourth … seventh street came.
        streets: [u64; 5],
        /// Hands in which it had to open third street.
        bring_ins: u64,
        /// Hands held at showdowns, by class.
        held: [u64; HAND_CLASSES],
        /// Of these, hands that got chips from a pot, by class.
        held_won: [u64; HAND_CLASSES],
        /// Sessions played; 0 where there are none.
        sessions: u64,
        /// The sum of the squares of the net result of each session.
        session_squares: u128,
        /// Sessions that it left without chips.
        busts: u64,
    }
}

sums! {
    /// What cannot be added up from the tallies of a policy's players, whose results in a hand depend on each other.
    Group {
        /// Hands in which one of them took part.
        rounds: u64,
        /// The sum of the squares of what they won together in each.
        net_squares: u128,
        /// The sum of the squares of what they won together in each session.
        session_squares: u128,
    }
}

sums! {
    /// The sums of a summary.
    Totals {
        /// What the indices count: hands, or sessions.
        units: u64,
        /// Hands played.
        hands: u64,
        /// Hands in which two or more were live at the end.
        showdowns: u64,
        /// Hands in which cards of third, fourth … seventh street were dealt.
        streets: [u64; 5],
        /// Chips in the pots at the end, uncalled bets excluded.
        pots: u128,
        /// The sum of the squares of each hand's pots.
        pot_squares: u128,
        /// Chips taken by the house.
        rake: u128,
        /// Hands that ended with a community card.
        community_cards: u64,
        /// The class that won the main pot of each showdown.
        winners: [u64; HAND_CLASSES],
        /// The door card that had to open third street, by rank and suit.
        openers: [[u64; 4]; 13],
        /// By seat in dealing order.
        seats: Vec<Tally>,
        /// By player, where players change their seats.
        players: Vec<Tally>,
        /// By policy, in the order in which the players have them.
        groups: Vec<Group>,
    }
}

impl Totals {
    /// No hand yet, for a number of seats, of players that change them, and of policies.
    pub fn new(seats: usize, players: usize, policies: usize) -> Totals {
        let tallies = |count| vec![Tally::default(); count];
        let groups = vec![Group::default(); policies];
        Totals { seats: tallies(seats), players: tallies(players), groups, ..Totals::default() }
    }

    /// Adds other sums; an error leaves these of no use.
    pub(super) fn add(&mut self, other: &Totals) -> Result<()> {
        self.absorb(other).ok_or_else(too_large)
    }

    /// Sessions played; 0 where there are none.
    pub fn sessions(&self) -> u64 {
        self.players.first().map_or(0, |player| player.sessions)
    }

    /// The pots of a hand: mean and standard error in chips.
    pub fn pot(&self) -> Estimate {
        Estimate::of(self.hands, self.pots as f64, self.pot_squares as f64)
    }
}

impl Tally {
    /// The net result of a hand, of one seat: mean and standard error in chips. The hands of a session depend on each
    /// other: there see [`Tally::session_result`].
    pub fn result(&self) -> Estimate {
        Estimate::of(self.rounds, self.net as f64, self.net_squares as f64)
            .scaled(self.rounds as f64 / self.hands as f64)
    }

    /// The net result of a session: mean and standard error in chips.
    pub fn session_result(&self) -> Estimate {
        Estimate::of(self.sessions, self.net as f64, self.session_squares as f64)
    }
}

/// A mean with its standard error; both NaN where there are too few hands to say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The arithmetic mean; needs one hand.
    pub mean: f64,
    /// The standard deviation of the mean, from the unbiased sample variance; needs two hands.
    pub std_error: f64,
}

impl Estimate {
    fn scaled(self, factor: f64) -> Estimate {
        Estimate { mean: self.mean * factor, std_error: self.std_error * factor }
    }

    /// The estimate from the number of hands, the sum of what they gave and the sum of its squares.
    pub fn of(count: u64, sum: f64, squares: f64) -> Estimate {
        let n = count as f64;
        let mean = if count > 0 { sum / n } else { f64::NAN };
        let variance = if count > 1 { ((squares - sum * mean) / (n - 1.0)).max(0.0) } else { f64::NAN };
        Estimate { mean, std_error: (variance / n).sqrt() }
    }
}

/// Simulated hands, added up: which job they belong to, which of its hands they are, and the sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    job: Option<Arc<str>>,
    covered: Coverage,
    totals: Totals,
}

const MAGIC: &[u8; 7] = b"RAZZSUM";
const VERSION: u8 = 1;

impl Summary {
    /// No hand of any job: adding it changes nothing.
    pub fn empty() -> Summary {
        Summary::default()
    }

    /// Hands of a job.
    pub(super) fn of_job(job: Arc<str>, covered: Coverage, totals: Totals) -> Summary {
        Summary { job: Some(job), covered, totals }
    }

    /// The job: its seed, rules, stacks and policies as JSON in a fixed form; `None` for the empty summary.
    pub fn job(&self) -> Option<&str> {
        self.job.as_deref()
    }

    /// A short name of the job, the same exactly when the job is the same as far as 64 bits can tell; 0 for no job.
    pub fn fingerprint(&self) -> u64 {
        self.job.as_deref().map_or(0, |job| fnv1a(job.as_bytes()))
    }

    /// Which hands of the job are in it.
    pub fn covered(&self) -> &Coverage {
        &self.covered
    }

    /// The sums.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// By policy, its players added up, in the order in which the players have them.
    pub fn policies(&self) -> Vec<(String, Tally)> {
        let job = self.job().and_then(|job| serde_json::from_str::<serde_json::Value>(job).ok()).unwrap_or_default();
        let names = job["policies"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
        let tallies = if self.totals.players.is_empty() { &self.totals.seats } else { &self.totals.players };
        let mut policies: Vec<(String, Tally)> = Vec::new();
        for (name, tally) in names.zip(tallies) {
            match policies.iter_mut().find(|(known, _)| known == name) {
                // What was added up once fits together with all the others.
                Some((_, sum)) => sum.absorb(tally).unwrap_or_default(),
                None => policies.push((name.to_owned(), tally.clone())),
            }
        }
        for ((_, tally), group) in policies.iter_mut().zip(&self.totals.groups) {
            (tally.rounds, tally.net_squares) = (group.rounds, group.net_squares);
            (tally.sessions, tally.session_squares) = (self.totals.sessions(), group.session_squares);
        }
        policies
    }

    /// Adds the hands of another summary of the same job; nothing changes when they overlap or the job is another.
    pub fn absorb(&mut self, other: &Summary) -> Result<()> {
        let Some(job) = &other.job else { return Ok(()) };
        match &self.job {
            None => *self = other.clone(),
            Some(own) if own != job => {
                return Err(Error::value(format!("summaries of two jobs: {}", differ(own, job))));
            }
            Some(_) => {
                let covered = self.covered.union(&other.covered).map_err(overlap)?;
                let mut totals = self.totals.clone();
                totals.add(&other.totals)?;
                (self.covered, self.totals) = (covered, totals);
            }
        }
        Ok(())
    }

    /// The summary as bytes: version 1 of the format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.push(VERSION);
        let job = self.job.as_deref().unwrap_or("");
        (job.len() as u64).write(&mut bytes);
        bytes.extend_from_slice(job.as_bytes());
        let intervals: Vec<[u64; 2]> = self.covered.intervals().iter().map(|&(first, last)| [first, last]).collect();
        intervals.write(&mut bytes);
        self.totals.write(&mut bytes);
        fnv1a(&bytes).write(&mut bytes);
        bytes
    }

    /// The summary of [`Summary::to_bytes`]; anything else is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Summary> {
        let damaged = || Error::value("summary: the bytes are damaged or cut short");
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| Error::value("summary: these bytes are no summary"))?;
        match rest.first() {
            Some(&VERSION) => {}
            Some(other) => {
                return Err(Error::value(format!("summary: format version {other}, this release reads {VERSION}")));
            }
            None => return Err(damaged()),
        }
        let (body, sum) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if u64::from_le_bytes(*sum) != fnv1a(body) {
            return Err(damaged());
        }
        Self::read(&body[MAGIC.len() + 1..]).ok_or_else(damaged)
    }

    fn read(mut rest: &[u8]) -> Option<Summary> {
        let len = usize::try_from(u64::read(&mut rest)?).ok()?;
        let (job, mut rest) = rest.split_at_checked(len)?;
        let job = std::str::from_utf8(job).ok()?;
        let intervals = Vec::<[u64; 2]>::read(&mut rest)?.into_iter().map(|[first, last]| (first, last)).collect();
        let covered = Coverage::checked(intervals)?;
        let totals = Totals::read(&mut rest)?;
        let job = (!job.is_empty()).then(|| Arc::from(job));
        let whole =
            rest.is_empty() && covered.count() == totals.units && (job.is_some() || totals == Totals::default());
        whole.then_some(Summary { job, covered, totals })
    }
}

pub(super) fn overlap(index: u64) -> Error {
    Error::value(format!("summaries overlap: hand {index} is in both"))
}

fn too_large() -> Error {
    Error::value("summaries: a sum goes beyond 128 bits, or they differ in the number of seats")
}

/// The first field in which two jobs differ.
fn differ(own: &str, other: &str) -> String {
    let read = |job: &str| serde_json::from_str::<serde_json::Value>(job).unwrap_or_default();
    let (own, other) = (read(own), read(other));
    let fields = own.as_object().into_iter().flatten();
    let pair = fields.map(|(name, value)| (name, value, &other[name])).find(|(_, a, b)| a != b);
    pair.map_or_else(|| "one says more".to_owned(), |(name, a, b)| format!("{name} {a} and {name} {b}"))
}

/// The 64-bit FNV-1a hash: tells damage and different jobs apart, guards against nobody.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Philox, Rng};

    /// A summary of a job with made-up numbers for some hands.
    fn made_up(seed: u64, first: u64, count: u64) -> Summary {
        let (mut all, covered) = (Totals::new(3, 0, 0), Coverage::interval(first, count).unwrap());
        for index in first..first + count {
            let mut rng = Philox::new(seed, index, 0);
            let mut totals = Totals::new(3, 0, 0);
            (totals.units, totals.hands) = (1, 1);
            totals.pots = u128::from(rng.next_u64());
            totals.openers[rng.below(13) as usize][2] = 1;
            for tally in &mut totals.seats {
                let net = i64::from(rng.next_u32()) - (1 << 31);
                *tally = Tally { hands: 1, rounds: 1, net: net.into(), ..Tally::default() };
                tally.net_squares = u128::from(net.unsigned_abs()).pow(2);
                tally.streets[rng.below(5) as usize] = 1;
            }
            all.add(&totals).unwrap();
        }
        Summary::of_job(Arc::from(format!(r#"{{"seed":{seed}}}"#)), covered, all)
    }

    fn sum(parts: &[Summary]) -> Summary {
        parts.iter().fold(Summary::empty(), |mut all, part| {
            all.absorb(part).unwrap();
            all
        })
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let whole = made_up(1, 0, 40);
        let (a, b, c) = (made_up(1, 0, 7), made_up(1, 7, 20), made_up(1, 27, 13));
        for parts in [[&a, &b, &c], [&c, &a, &b], [&b, &c, &a]] {
            assert_eq!(sum(&parts.map(Clone::clone)).to_bytes(), whole.to_bytes());
        }
        let right = sum(&[b.clone(), c.clone()]);
        assert_eq!(sum(&[a.clone(), right]), whole, "(a + b) + c = a + (b + c)");
        assert_eq!(sum(&[Summary::empty(), whole.clone(), Summary::empty()]), whole);
    }

    #[test]
    fn overlaps_and_strangers_are_refused_and_change_nothing() {
        let mut summary = made_up(1, 0, 10);
        let before = summary.clone();
        for (other, text) in [(made_up(1, 9, 2), "hand 9"), (made_up(2, 10, 2), "seed 2")] {
            assert!(summary.absorb(&other).unwrap_err().to_string().contains(text));
            assert_eq!(summary, before);
        }
        let mut full = made_up(1, 20, 1);
        full.totals.pots = u128::MAX;
        assert!(summary.absorb(&full).unwrap_err().to_string().contains("128 bits"));
        assert_eq!(summary, before);
    }

    #[test]
    fn bytes_round_trip_and_damage_is_seen() {
        for summary in [Summary::empty(), made_up(1, 0, 0), sum(&[made_up(1, 0, 5), made_up(1, 9, 2)])] {
            let bytes = summary.to_bytes();
            assert_eq!(Summary::from_bytes(&bytes).as_ref(), Ok(&summary));
            assert!((0..bytes.len()).all(|len| Summary::from_bytes(&bytes[..len]).is_err()));
            let damage = |place: usize| {
                let mut bytes = bytes.clone();
                bytes[place] ^= 4;
                Summary::from_bytes(&bytes).is_err()
            };
            assert!((0..bytes.len()).all(damage));
        }
    }

    #[test]
    fn estimates() {
        let result = |nets: &[i64]| {
            let hands = nets.len() as u64;
            let mut tally = Tally { hands, rounds: hands, ..Tally::default() };
            tally.net = nets.iter().copied().map(i128::from).sum();
            tally.net_squares = nets.iter().map(|net| u128::from(net.unsigned_abs()).pow(2)).sum();
            tally.result()
        };
        assert!(result(&[]).mean.is_nan() && result(&[3]).std_error.is_nan());
        assert_eq!(result(&[3]).mean, 3.0);
        // Sample variance of 2, 4, 4, 4, 5, 5, 7, 9: 32 / 7.
        let estimate = result(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(estimate.mean, 5.0);
        assert!((estimate.std_error - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-15);
    }
}
