//! What answers for many hands at once must be, and runs that are stopped within a hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;
use crate::Cause;
use crate::game::{CODES, HeadsUpCap, LegalActions, MAX_CHIPS, OBSERVATION_SIZE, Rules};
use crate::rng::Philox;

const GAMES: usize = 5;
const SEATS: usize = 3;

/// What [`Games`] writes to.
#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<u8>,
    to_act: Vec<u8>,
    rewards: Vec<i64>,
    done: Vec<u8>,
}

impl Arrays {
    fn new() -> Arrays {
        Arrays {
            observations: vec![7.0; OBSERVATION_SIZE * GAMES],
            masks: vec![7; CODES * GAMES],
            to_act: vec![7; GAMES],
            rewards: vec![7; SEATS * GAMES],
            done: vec![7; GAMES],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            to_act: &mut self.to_act,
            rewards: &mut self.rewards,
            done: &mut self.done,
        }
    }
}

#[test]
fn a_code_for_each_game_or_nothing_changes() {
    let mut games = Games::new(&Rules::default(), &[100; SEATS], GAMES, 1).unwrap();
    let mut arrays = Arrays::new();
    let standing = |games: &Games| (0..GAMES).map(|game| (*games.state(game), games.index(game))).collect::<Vec<_>>();
    let before = standing(&games);
    for count in [0, 1, GAMES - 1, GAMES + 1, 2 * GAMES] {
        for threads in [1, 2] {
            let error = games.step(&vec![2u8; count], arrays.rows(), threads).unwrap_err().to_string();
            assert_eq!(error, format!("actions: expected 5, one for each game, found {count}"));
            assert_eq!((standing(&games), &arrays), (before.clone(), &Arrays::new()));
        }
    }
    games.step(&[2u8; GAMES], arrays.rows(), 1).unwrap();
    assert!(standing(&games) != before && arrays.done == [0; GAMES] && !arrays.observations.contains(&7.0));
}

/// Answers with so many codes more or fewer than it was asked for.
#[derive(Debug)]
struct Miscounting(isize);

impl Policy for Miscounting {
    fn name(&self) -> String {
        "miscounting".to_owned()
    }

    fn draws(&self) -> bool {
        true
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        answer_one(self, seen, legal, rng)
    }

    fn batched(&self) -> Option<&dyn Batched> {
        Some(self)
    }
}

impl Batched for Miscounting {
    fn answer(&self, questions: Questions) -> Result<Vec<i64>, Cause> {
        let passive = questions.masks.chunks(CODES).map(|mask| if mask[2] { 2 } else { 1 });
        Ok(passive.chain([1; 9]).take(questions.len().saturating_add_signed(self.0)).collect())
    }
}

#[test]
fn as_many_codes_as_were_asked_for() {
    let job = |more| {
        let policies: [Arc<dyn Policy>; 1] = [Arc::new(Miscounting(more))];
        let job = Job::new(&Rules::default(), &[100; SEATS], &policies, 1, Course::default()).unwrap();
        Simulation::new(job).unwrap()
    };
    let run = |more| {
        let done = AtomicU64::new(0);
        let played = job(more).run_part(0, 50, 1, &AtomicBool::new(false), &done).unwrap();
        let hands = played.summary.totals().hands;
        assert_eq!((hands, played.summary.covered().count()), (done.load(Ordering::Relaxed), hands));
        (hands, played.failure.map(|error| error.to_string()))
    };
    for (more, found) in [(1, 51), (-1, 49), (-50, 0)] {
        let (hands, failure) = run(more);
        assert!(
            failure.as_ref().is_some_and(|text| text.contains(&format!("expected 50 codes, found {found}"))),
            "{failure:?}"
        );
        assert_eq!(hands, 0);
        let one = job(more).replay(0, 0).unwrap_err().to_string();
        assert!(one.contains(&format!("expected 1 code, found {}", i64::from(more > 0) * 2)), "{one}");
    }
    assert_eq!(run(0), (50, None));
}

/// Raises, stops the run at its tenth decision and raises no more after the thousandth.
#[derive(Debug, Default)]
struct Stopping {
    decisions: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Policy for Stopping {
    fn name(&self) -> String {
        "stopping".to_owned()
    }

    fn draws(&self) -> bool {
        false
    }

    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, _: &mut Philox) -> Answer {
        let decision = self.decisions.fetch_add(1, Ordering::Relaxed);
        self.stop.fetch_or(decision == 10, Ordering::Relaxed);
        let passive = legal.place_of_code(1).or(legal.place_of_code(2)).unwrap_or(0);
        Ok(if decision < 1000 { legal.len() - 1 } else { passive })
    }
}

/// A job of hands that are over when they are stopped, or never; and its flag.
fn endless(session: Option<u32>) -> (Simulation, Arc<AtomicBool>) {
    let rules = Rules { heads_up_cap: HeadsUpCap::UncappedIfRoundStartsHeadsUp, ..Rules::default() };
    let policy = Stopping::default();
    let stop = policy.stop.clone();
    let policies: [Arc<dyn Policy>; 1] = [Arc::new(policy)];
    let course = Course { rotate: false, session };
    (Simulation::new(Job::new(&rules, &[MAX_CHIPS / 4; 2], &policies, 1, course).unwrap()).unwrap(), stop)
}

#[test]
fn a_run_stops_within_a_hand() {
    for session in [None, Some(3)] {
        let (simulation, stop) = endless(session);
        let played = simulation.run_part(0, 5, 1, &stop, &AtomicU64::new(0)).unwrap();
        assert_eq!((played.summary, played.failure), (simulation.nothing(), None));
        let (simulation, stop) = endless(session);
        assert_eq!(simulation.replay_until(0, 0, &stop), Ok(None));
    }
    let (simulation, stop) = endless(Some(3));
    assert_eq!(simulation.replay_until(0, 2, &stop), Ok(None), "within the hands before it");
    let (simulation, stop) = endless(None);
    let compared = compare([&simulation, &simulation], &[1, -1], 0, 5, 1, &stop, &AtomicU64::new(0)).unwrap();
    assert_eq!((compared.pairs, compared.summaries[0].totals().hands), (Pairs::default(), 0));
}

/// Hands that wait for others are stopped too.
#[test]
fn a_run_of_many_stops_within_a_hand() {
    let (simulation, stop) = endless(None);
    let stopping = simulation.job().policies[0].clone();
    let policies: [Arc<dyn Policy>; 2] = [stopping, Arc::new(Miscounting(0))];
    let rules = &simulation.job().rules;
    let job = Job::new(rules, &[1000; 2], &policies, 1, Course::default()).unwrap();
    let played = Simulation::new(job).unwrap().run_part(0, 50, 1, &stop, &AtomicU64::new(0)).unwrap();
    assert_eq!((played.summary.totals().hands, played.failure), (0, None));
}
