//! The hands of a seed: played in batches on any number of threads, or one of them again as a record.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde_json::json;

use super::class::class_table;
use super::layout::Layout;
use super::policies::{Policy, Seen};
use super::summary::{POT_PARTS, Summary, Totals};
use super::table::{Fast, Table};
use crate::cards::UNKNOWN;
use crate::error::{Error, Result};
use crate::game::{Action, Chips, Ignore, MAX_SEATS, Phase, Record, Rules, SeatSet, Setup, State};
use crate::rng::Philox;
use crate::threads;

/// Hands that a thread takes at a time.
const BATCH: u64 = 1024;

/// A job: every hand of a seed between the same stacks, played by a policy for each seat.
#[derive(Clone, Debug)]
pub struct Simulation {
    rules: Rules,
    stacks: Vec<Chips>,
    policies: Vec<Arc<dyn Policy>>,
    seed: u64,
    /// Whether any policy draws random numbers.
    draws: bool,
    /// The position after the antes, from which every hand starts.
    start: State,
    job: Arc<str>,
    classes: Arc<[u8]>,
}

impl Simulation {
    /// A job. A list of policies shorter than the table is repeated over the seats.
    pub fn new(rules: &Rules, stacks: &[Chips], policies: &[Arc<dyn Policy>], seed: u64) -> Result<Simulation> {
        let start = State::start(rules, stacks, &mut Ignore)?;
        if policies.is_empty() || policies.len() > stacks.len() {
            let (seats, found) = (stacks.len(), policies.len());
            return Err(Error::value(format!(
                "policies: expected 1 to {seats}, one for each seat or a list to repeat, found {found}"
            )));
        }
        let policies: Vec<_> = policies.iter().cloned().cycle().take(stacks.len()).collect();
        let names: Vec<String> = policies.iter().map(|policy| policy.name()).collect();
        let job = format!(
            r#"{{"format":"razz.simulation","version":1,"seed":{seed},"rules":{},"stacks":{},"policies":{}}}"#,
            rules.to_json(),
            json!(stacks),
            json!(names)
        );
        let classes = Arc::from(class_table());
        let draws = policies.iter().any(|policy| policy.draws());
        Ok(Simulation {
            rules: *rules,
            stacks: stacks.to_vec(),
            policies,
            seed,
            draws,
            start,
            job: job.into(),
            classes,
        })
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stacks with which every hand starts.
    pub fn stacks(&self) -> &[Chips] {
        &self.stacks
    }

    /// The policy of each seat.
    pub fn policies(&self) -> &[Arc<dyn Policy>] {
        &self.policies
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// A summary of this job without hands.
    pub fn nothing(&self) -> Summary {
        Summary::of_job(self.job.clone(), self.stacks.len())
    }

    /// Plays hands `first` to `first + count - 1` on some threads. Once `stop` is set no further hand begins, and the
    /// summary holds those played. `done` counts hands while they are played.
    pub fn run(&self, first: u64, count: u64, threads: usize, stop: &AtomicBool, done: &AtomicU64) -> Result<Summary> {
        if count > 0 && first.checked_add(count - 1).is_none() {
            return Err(Error::value(format!("hands: {count} from {first} on go beyond index 2^64 - 1")));
        }
        let batches = (0..count.div_ceil(BATCH)).map(|batch| {
            let offset = batch * BATCH;
            (first + offset, BATCH.min(count - offset))
        });
        let threads = threads.min(usize::try_from(count.div_ceil(BATCH)).unwrap_or(usize::MAX));
        let play = |summary: &mut Result<Summary>, (first, count): (u64, u64)| {
            let totals = self.totals(first, count, stop, done);
            if let Ok(sum) = summary
                && let Err(error) = sum.add_batch(first, &totals)
            {
                *summary = Err(error);
                stop.store(true, Ordering::Relaxed);
            }
        };
        let parts = threads::strands(threads, batches, stop, || Ok(self.nothing()), play);
        parts.into_iter().try_fold(self.nothing(), |mut whole, part| {
            whole.absorb(&part?)?;
            Ok(whole)
        })
    }

    /// The sums of some hands; fewer when stopped.
    fn totals(&self, first: u64, count: u64, stop: &AtomicBool, done: &AtomicU64) -> Totals {
        let mut totals = Totals::new(self.stacks.len());
        for offset in 0..count {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut table = Fast::new(&self.start);
            self.play(first + offset, &mut table);
            self.count(&table, &mut totals);
        }
        done.fetch_add(totals.hands, Ordering::Relaxed);
        totals
    }

    /// Hand `index` as a record with all its events.
    pub fn replay(&self, index: u64) -> Result<Record> {
        let mut record = Record::start(Setup::new(&self.rules, &self.stacks))?;
        self.play(index, &mut record);
        Ok(record)
    }

    /// Plays a hand to its end.
    #[inline]
    fn play(&self, index: u64, table: &mut impl Table) {
        let mut layout = Layout::new(self.seed, index, 0, self.stacks.len());
        let mut draws: [Philox; MAX_SEATS] = std::array::from_fn(|seat| Philox::new(self.seed, index, 1 + seat as u64));
        if self.draws {
            draws[..self.stacks.len()].iter_mut().for_each(Philox::prepare);
        }
        loop {
            let state = table.state();
            match state.phase() {
                Phase::Deal => deal(&mut layout, table),
                Phase::Bet => {
                    let Some(seat) = state.to_act() else { return };
                    let legal = state.legal_actions();
                    let chosen = self.policies[seat].choose(&Seen::new(state, seat), &legal, &mut draws[seat]);
                    let (kind, amount) = legal.as_slice()[chosen];
                    table.act(&Action::new(kind, amount));
                }
                Phase::Showdown => match state.default_action() {
                    Some(action) => table.act(&action),
                    None => return,
                },
                Phase::End => return,
            }
        }
    }

    /// Adds a hand that has ended.
    #[inline]
    fn count(&self, table: &Fast, totals: &mut Totals) {
        let state = &table.state;
        let pot = state.pot();
        let at_end = SeatSet::from_bits(state.live().bits() | state.mucked().bits());
        let showdown = at_end.len() > 1;
        totals.hands += 1;
        totals.pots += u128::from(pot);
        totals.pot_squares += u128::from(pot).pow(2);
        totals.rake += u128::from(table.watch.rake);
        totals.community_cards += u64::from(state.community().is_some());
        for (street, live) in table.live.iter().enumerate() {
            totals.streets[street] += u64::from(!live.is_empty());
            for seat in live.iter() {
                totals.seats[usize::from(seat)].streets[street] += 1;
            }
        }
        if let Some(seat) = table.opener {
            let door = state.up_cards(seat)[0];
            totals.openers[usize::from(door / 4)][usize::from(door % 4)] += 1;
            totals.seats[seat].bring_ins += 1;
        }
        let share = POT_PARTS / u64::from(table.watch.main.len().max(1));
        let mut winner = None;
        for (seat, tally) in totals.seats.iter_mut().enumerate() {
            let net = state.payoff(seat);
            let won = u64::from(table.watch.won.contains(seat as u8));
            let main = table.watch.main.contains(seat as u8);
            tally.hands += 1;
            tally.net += i128::from(net);
            tally.net_squares += u128::from(net.unsigned_abs()).pow(2);
            tally.paid += u128::from(state.contribution(seat));
            tally.won += won;
            tally.main_pots += if main { share } else { 0 };
            if showdown && at_end.contains(seat as u8) {
                tally.showdowns += 1;
                tally.showdowns_won += won;
                let strength = state.strength(seat).unwrap_or_default();
                let class = usize::from(self.classes[usize::from(strength.get())]);
                tally.held[class] += 1;
                tally.held_won[class] += won;
                winner = if main { Some(class) } else { winner };
            }
        }
        totals.showdowns += u64::from(showdown);
        if let Some(class) = winner {
            totals.winners[class] += 1;
        }
    }
}

/// Deals the cards of a street.
#[inline]
fn deal<T: Table>(layout: &mut Layout, table: &mut T) {
    let state = table.state();
    if state.scramble_due() {
        layout.scramble();
    }
    let burn = match state.burn_due().then(|| layout.burn()) {
        Some(position) if T::SEES_BURNS => layout.at(position),
        _ => UNKNOWN,
    };
    table.deal_street(burn, |to, held| layout.deal(to, held));
}
