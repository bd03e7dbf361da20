//! The hands of a job: played in batches on any number of threads, or one of them again as a record.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::count::{Ledger, add_hand};
use super::coverage::Coverage;
use super::job::{Job, Seating};
use super::layout::Layout;
use super::lockstep::ABREAST;
use super::log::{Columns, Keep};
use super::policies::Seen;
use super::summary::{Summary, Totals, overlap};
use super::table::{Fast, Table};
use crate::cards::UNKNOWN;
use crate::error::{Cause, Error, Failure, Result};
use crate::game::{Chips, Ignore, LegalActions, MAX_SEATS, Phase, Record, Setup, State};
use crate::rng::Philox;
use crate::threads;

/// Hands that a thread takes at a time, at most.
pub(super) const BATCH: u64 = 1024;
/// A session's hands have their own domains: 16 for each.
pub(super) const DOMAINS: u64 = 16;

/// A job made ready to be played.
#[derive(Clone, Debug)]
pub struct Simulation {
    job: Job,
    text: Arc<str>,
    /// Whether any policy draws random numbers.
    draws: bool,
    /// The seatings of hands that start with the same stacks, and the positions after the antes.
    starts: Vec<(Seating, State)>,
    pub(super) ledger: Ledger,
}

/// A hand of a session.
struct Chapter {
    /// Which of the session's hands.
    hand: u32,
    seating: Seating,
    stacks: Vec<Chips>,
}

/// What a run has played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The hands that were played to their end.
    pub summary: Summary,
    /// What ended the run early, other than its flag: a policy without an answer.
    pub failure: Option<Error>,
}

/// A decision that was not made: the seat, and why.
pub(super) type Stuck = (usize, Cause);

/// Why a hand goes on no further.
pub(super) enum Pause {
    /// It is over.
    Over,
    /// A policy that decides for many is asked: the seat, and what it may do.
    Asked(usize, LegalActions),
    /// The run was stopped.
    Stopped,
}

/// The random streams of a hand.
pub(super) struct Streams {
    /// The deck.
    layout: Layout,
    /// Each seat's own.
    pub draws: [Philox; MAX_SEATS],
}

impl Simulation {
    /// The job made ready.
    pub fn new(job: Job) -> Result<Simulation> {
        let turns = if job.course.rotate { job.stacks.len() as u64 } else { 1 };
        let start = |turn| {
            let seating = job.seating(turn);
            let stacks: Vec<Chips> = seating.players().map(|player| job.stacks[player]).collect();
            Ok((seating, State::start(&job.rules, &stacks, &mut Ignore)?))
        };
        let starts = (0..turns).map(start).collect::<Result<_>>()?;
        let draws = job.policies.iter().any(|policy| policy.draws());
        let (text, ledger) = (job.to_json().into(), Ledger::new(&job));
        Ok(Simulation { job, text, draws, starts, ledger })
    }

    /// The job.
    pub const fn job(&self) -> &Job {
        &self.job
    }

    /// A summary of this job without hands.
    pub fn nothing(&self) -> Summary {
        self.summary(Coverage::default(), self.totals())
    }

    pub(super) fn summary(&self, covered: Coverage, totals: Totals) -> Summary {
        Summary::of_job(self.text.clone(), covered, totals)
    }

    pub(super) fn totals(&self) -> Totals {
        let players = self.job.stacks.len();
        Totals::new(players, if self.job.seats_change() { players } else { 0 }, self.ledger.policies)
    }

    /// Plays hands (or sessions) `first` to `first + count - 1` on some threads. Once `stop` is set no further one
    /// begins, and the summary holds those played. `done` counts them while they are played.
    pub fn run(&self, first: u64, count: u64, threads: usize, stop: &AtomicBool, done: &AtomicU64) -> Result<Summary> {
        let played = self.run_part(first, count, threads, stop, done)?;
        played.failure.map_or(Ok(played.summary), Err)
    }

    /// As [`Simulation::run`]; where a policy gives no answer, what was played before.
    pub fn run_part(
        &self,
        first: u64,
        count: u64,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<Played> {
        self.run_keeping::<()>(first, count, threads, stop, done).map(|(played, ())| played)
    }

    /// As [`Simulation::run_part`], with every hand that is in the summary, in the order of the indices; at most
    /// [`Columns::MOST`] hands or sessions.
    pub fn run_logged(
        &self,
        first: u64,
        count: u64,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<(Played, Columns)> {
        if count > Columns::MOST {
            return Err(Error::value(format!(
                "log: expected at most {} hands at a time, found {count}",
                Columns::MOST
            )));
        }
        let (played, parts) = self.run_keeping::<Columns>(first, count, threads, stop, done)?;
        Ok((played, Columns::joined(self.job.stacks.len(), parts)?))
    }

    fn run_keeping<K: Keep>(
        &self,
        first: u64,
        count: u64,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<(Played, K::Parts)> {
        // Small enough that no thread is left alone with much of a short run of slow policies.
        let share = |parts: u64| count / (threads as u64).saturating_mul(parts).max(1);
        let size = match self.job.course.session {
            Some(_) => 1,
            None if self.is_asked_for_many() => share(1).clamp(1, ABREAST),
            None => share(8).clamp(1, BATCH),
        };
        let batches = batches(first, count, size)?;
        let threads = threads.min(usize::try_from(count.div_ceil(size)).unwrap_or(usize::MAX));
        let played = Noted::default();
        let play = |strand: &mut (Result<Totals>, Option<Error>, K::Parts), (first, count): (u64, u64)| {
            let (Ok(sum), failure, parts) = strand else { return };
            let mut keep = K::new(self.job.stacks.len());
            let (totals, stuck) = self.batch(first, count, &mut keep, stop, done);
            keep.file(first, parts);
            *failure = stuck;
            let added = sum.add(&totals).and_then(|()| played.note(first, totals.units));
            if failure.is_some() || added.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            if let Err(error) = added {
                strand.0 = Err(error);
            }
        };
        let nothing = || (Ok(self.totals()), None, K::Parts::default());
        let (mut totals, mut failure, mut parts) = (self.totals(), None, K::Parts::default());
        for (sum, stuck, more) in threads::strands(threads, batches, stop, nothing, play) {
            totals.add(&sum?)?;
            failure = failure.or(stuck);
            K::join(&mut parts, more);
        }
        Ok((Played { summary: self.summary(played.covered(), totals), failure }, parts))
    }

    /// The sums of some hands or sessions: of fewer when stopped, or when a policy gives no answer.
    fn batch<K: Keep>(
        &self,
        first: u64,
        count: u64,
        keep: &mut K,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> (Totals, Option<Error>) {
        if self.is_asked_for_many() {
            return self.side_by_side(first, count, keep, stop, done);
        }
        let mut totals = self.totals();
        let mut failure = None;
        for index in (0..count).map(|offset| first + offset) {
            let played = match self.job.course.session {
                None => {
                    let (seating, start) = self.start_of(index);
                    let mut table = keep.sit(start);
                    let played = self.play_on(index, 0, seating, &mut table, stop);
                    if matches!(played, Ok(true)) {
                        add_hand(table.as_ref(), seating, &self.ledger, &mut totals);
                        totals.units += 1;
                        keep.hand(index, 0, seating, table);
                    }
                    played
                }
                Some(hands) => self.session(index, hands, keep, stop).map(|session| {
                    let whole = session.is_some();
                    // A session is a batch.
                    totals = session.unwrap_or_else(|| self.totals());
                    whole
                }),
            };
            match played {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        done.fetch_add(totals.units, Ordering::Relaxed);
        (totals, failure)
    }

    /// Plays hand `index` of a job without sessions; `None` when stopped before its end.
    pub(super) fn hand(&self, index: u64, stop: &AtomicBool) -> Result<Option<(&Seating, Fast)>> {
        let (seating, start) = self.start_of(index);
        let mut table = Fast::new(start);
        Ok(self.play_on(index, 0, seating, &mut table, stop)?.then_some((seating, table)))
    }

    /// Who sits where in a hand that starts with the job's stacks, and the position after its antes.
    #[inline]
    pub(super) fn start_of(&self, index: u64) -> &(Seating, State) {
        &self.starts[(index % self.starts.len() as u64) as usize]
    }

    pub(super) fn failure(&self, index: u64, hand: u32, seating: &Seating, (seat, cause): Stuck) -> Error {
        let policy = self.job.policies[seating.player(seat)].name();
        let hand = self.job.course.session.map(|_| hand);
        Error::Policy(Box::new(Failure { index, hand, seat, policy, cause: cause.into() }))
    }

    /// The sums of a session; `None` when stopped before its end. What of it has been kept goes unless it is whole.
    fn session<K: Keep>(&self, index: u64, hands: u32, keep: &mut K, stop: &AtomicBool) -> Result<Option<Totals>> {
        let mut totals = self.totals();
        let mut chapter = Some(self.first_chapter());
        let mut kept = K::new(self.job.stacks.len());
        while let Some(this) = chapter.take() {
            let Some((table, stacks)) = self.play_chapter(index, &this, &mut kept, stop)? else { return Ok(None) };
            add_hand(table.as_ref(), &this.seating, &self.ledger, &mut totals);
            kept.hand(index, this.hand, &this.seating, table);
            chapter = self.next_chapter(&this, &stacks).filter(|next| next.hand < hands);
            if chapter.is_none() {
                self.add_session(&stacks, &mut totals);
            }
        }
        totals.units = 1;
        *keep = kept;
        Ok(Some(totals))
    }

    /// Adds what a session's players have at its end.
    fn add_session(&self, stacks: &[Chips], totals: &mut Totals) {
        let mut groups = [0i64; MAX_SEATS];
        for (player, (&now, &before)) in stacks.iter().zip(&self.job.stacks).enumerate() {
            let tally = &mut totals.players[player];
            tally.sessions += 1;
            tally.session_squares += u128::from(now.abs_diff(before)).pow(2);
            tally.busts += u64::from(now == 0);
            groups[self.ledger.group(player)] += now as i64 - before as i64;
        }
        for (sum, net) in totals.groups.iter_mut().zip(groups) {
            sum.session_squares += u128::from(net.unsigned_abs()).pow(2);
        }
    }

    fn first_chapter(&self) -> Chapter {
        Chapter { hand: 0, seating: self.job.seating(0), stacks: self.job.stacks.clone() }
    }

    /// Plays a hand of a session: the table at its end and the players' stacks afterwards; `None` when stopped before.
    fn play_chapter<K: Keep>(
        &self,
        index: u64,
        chapter: &Chapter,
        keep: &mut K,
        stop: &AtomicBool,
    ) -> Result<Option<(K::Table, Vec<Chips>)>> {
        let stacks: Vec<Chips> = chapter.seating.players().map(|player| chapter.stacks[player]).collect();
        let start =
            State::start(&self.job.rules, &stacks, &mut Ignore).expect("players with chips, as the job has them");
        let mut table = keep.sit(&start);
        if !self.play_on(index, chapter.hand, &chapter.seating, &mut table, stop)? {
            return Ok(None);
        }
        let mut after = chapter.stacks.clone();
        for (seat, player) in chapter.seating.players().enumerate() {
            after[player] = table.state().stack(seat);
        }
        Ok(Some((table, after)))
    }

    /// Plays a hand to its end, of a session its hand `hand`; false when stopped before.
    #[inline]
    fn play_on(
        &self,
        index: u64,
        hand: u32,
        seating: &Seating,
        table: &mut impl Table,
        stop: &AtomicBool,
    ) -> Result<bool> {
        let mut streams = self.streams(index, DOMAINS * u64::from(hand), seating);
        match self.go_on(&mut streams, seating, table, false, stop) {
            Ok(pause) => Ok(matches!(pause, Pause::Over)),
            Err(stuck) => Err(self.failure(index, hand, seating, stuck)),
        }
    }

    /// The next hand between those who have chips; `None` when one has them all.
    fn next_chapter(&self, chapter: &Chapter, stacks: &[Chips]) -> Option<Chapter> {
        let count = stacks.len();
        let from = if self.job.course.rotate { (chapter.seating.player(0) + 1) % count } else { 0 };
        let seating = Seating::clockwise(|player| stacks[player] > 0, count, from);
        (seating.seats() > 1).then(|| Chapter { hand: chapter.hand + 1, seating, stacks: stacks.to_vec() })
    }

    /// Hand `index` as a record with all its events; of a session, its hand `hand`.
    pub fn replay(&self, index: u64, hand: u32) -> Result<Record> {
        let record = self.replay_until(index, hand, &AtomicBool::new(false))?;
        Ok(record.expect("nobody stops it"))
    }

    /// As [`Simulation::replay`]; `None` once `stop` is set.
    pub fn replay_until(&self, index: u64, hand: u32, stop: &AtomicBool) -> Result<Option<Record>> {
        let mut chapter = self.first_chapter();
        match self.job.course.session {
            None if hand > 0 => {
                return Err(Error::value(format!("hand {hand}: the job has no sessions, expected 0")));
            }
            None => chapter.seating = self.job.seating(index),
            Some(_) => {
                while chapter.hand < hand {
                    let Some((_, stacks)) = self.play_chapter(index, &chapter, &mut (), stop)? else { return Ok(None) };
                    let next = self.next_chapter(&chapter, &stacks);
                    let played = chapter.hand + 1;
                    chapter =
                        next.filter(|next| self.job.course.session.is_some_and(|hands| next.hand < hands)).ok_or_else(
                            || Error::value(format!("hand {hand}: session {index} has {played} hands, from 0")),
                        )?;
                }
            }
        }
        let stacks: Vec<Chips> = chapter.seating.players().map(|player| chapter.stacks[player]).collect();
        let mut record = Record::start(Setup::new(&self.job.rules, &stacks))?;
        Ok(self.play_on(index, hand, &chapter.seating, &mut record, stop)?.then_some(record))
    }

    /// The random streams of a hand; `domain` is that of its deck.
    #[inline]
    pub(super) fn streams(&self, index: u64, domain: u64, seating: &Seating) -> Streams {
        let (seed, seats) = (self.job.seed, seating.seats());
        let own = |seat| domain + 1 + seat as u64;
        let mut streams = Streams {
            layout: Layout::new(seed, index, domain, seats),
            draws: std::array::from_fn(|seat| Philox::new(seed, index, own(seat))),
        };
        if self.draws {
            for (seat, draws) in streams.draws[..seats].iter_mut().enumerate() {
                *draws = Philox::started(seed, index, own(seat));
            }
        }
        streams
    }

    /// Plays a hand to its end, or, where `ask` is set, to the next decision of a policy that decides for many. Without a
    /// cap deep stacks may raise for ever, so the flag is looked at within a hand.
    #[inline(always)]
    pub(super) fn go_on(
        &self,
        streams: &mut Streams,
        seating: &Seating,
        table: &mut impl Table,
        ask: bool,
        stop: &AtomicBool,
    ) -> std::result::Result<Pause, Stuck> {
        while !stop.load(Ordering::Relaxed) {
            let state = table.state();
            match state.phase() {
                Phase::Deal => deal(&mut streams.layout, table),
                Phase::Bet => {
                    let Some(seat) = state.to_act() else { return Ok(Pause::Over) };
                    let legal = state.legal_actions();
                    let policy = &self.job.policies[seating.player(seat)];
                    if ask && policy.batched().is_some() {
                        return Ok(Pause::Asked(seat, legal));
                    }
                    let answer = policy.choose(&Seen::new(state, seat), &legal, &mut streams.draws[seat]);
                    let chosen = answer.map_err(|cause| (seat, cause))?;
                    let (kind, amount) = legal.as_slice()[chosen];
                    table.bet(kind, amount);
                }
                Phase::Showdown => match state.default_action() {
                    Some(action) => table.act(&action),
                    None => return Ok(Pause::Over),
                },
                Phase::End => return Ok(Pause::Over),
            }
        }
        Ok(Pause::Stopped)
    }
}

/// Which hands of a run have been played, by all of its threads: what one thread has are pieces without end, what all have
/// is soon one.
#[derive(Default)]
pub(super) struct Noted(Mutex<Coverage>);

impl Noted {
    /// Notes a batch.
    pub fn note(&self, first: u64, units: u64) -> Result<()> {
        let Some(more) = units.checked_sub(1) else { return Ok(()) };
        let mut covered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        covered.insert(first, first + more).map_err(overlap)
    }

    /// All that was noted.
    pub fn covered(self) -> Coverage {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cuts units into batches: the first of each and how many.
pub(super) fn batches(first: u64, count: u64, size: u64) -> Result<impl Iterator<Item = (u64, u64)> + Send> {
    if count > 0 && first.checked_add(count - 1).is_none() {
        return Err(Error::value(format!("hands: {count} from {first} on go beyond index 2^64 - 1")));
    }
    Ok((0..count.div_ceil(size)).map(move |batch| {
        let offset = batch * size;
        (first + offset, size.min(count - offset))
    }))
}

/// Deals the cards of a street.
#[inline]
pub(super) fn deal<T: Table>(layout: &mut Layout, table: &mut T) {
    let state = table.state();
    if state.scramble_due() {
        layout.scramble();
    }
    let burn = match state.burn_due().then(|| layout.burn()) {
        Some(position) if T::SEES_BURNS => layout.at(position),
        _ => UNKNOWN,
    };
    table.deal_street(burn, layout);
}
