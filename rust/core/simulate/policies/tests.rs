use std::sync::atomic::{AtomicBool, AtomicU64};

use super::*;
use crate::game::{Ignore, Rules, State};
use crate::simulate::{Course, Job, Simulation, Summary};

const ALL: [&str; 8] =
    ["check_call", "fold_to_bet", "random", "tight", "loose", "board(T,0)", "equity(1,50)", "equity(1.25,20)"];

fn run(names: &[&str], seats: usize, hands: u64) -> Summary {
    let policies: Vec<_> = names.iter().map(|name| policy(name).unwrap()).collect();
    let course = Course { rotate: true, session: None };
    let job = Job::new(&Rules::default(), &vec![1000; seats], &policies, 3, course).unwrap();
    Simulation::new(job).unwrap().run(0, hands, 2, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap()
}

#[test]
fn names_are_read_back() {
    for name in ALL {
        assert_eq!(policy(name).unwrap().name(), name);
    }
    assert_eq!(policy(" board( 7 , 0 ) ").unwrap().name(), "tight");
    assert_eq!(policy("equity").unwrap().name(), "equity(1,500)");
    for bad in [
        "",
        "clever",
        "tight(1)",
        "board",
        "board(7)",
        "board(x,0)",
        "board(7,9)",
        "board(7,0",
        "equity(x)",
        "equity(1,0)",
        "equity(1,100001)",
    ] {
        assert!(policy(bad).is_err(), "{bad}");
    }
    assert_eq!(policy_list("tight,board(7,0),random"), ["tight", "board(7,0)", "random"]);
}

/// A policy decides the same from the state and from its seat's view: hidden cards do not count.
#[test]
fn hidden_cards_do_not_count() {
    let policies: Vec<_> = ALL.iter().map(|name| policy(name).unwrap()).collect();
    let job = Job::new(&Rules::default(), &[60; 8], &policies[..1], 5, Course::default()).unwrap();
    let mixed = Job { policies: policies.clone(), ..job };
    let simulation = Simulation::new(mixed).unwrap();
    let mut decisions = 0;
    for index in 0..12 {
        let record = simulation.replay(index, 0).unwrap();
        for steps in 0..record.steps().len() {
            let at = record.replay(steps).unwrap();
            let (state, legal) = (at.state(), at.state().legal_actions());
            let Some(seat) = state.to_act().filter(|_| !legal.is_empty()) else { continue };
            let view = state.view(seat).unwrap();
            for policy in &policies {
                let decide =
                    |state: &State| policy.choose(&Seen::new(state, seat), &legal, &mut Philox::new(1, 2, 3)).unwrap();
                let chosen = decide(state);
                assert_eq!(chosen, decide(view.state()), "{policy:?}");
                assert!(chosen < legal.len());
                decisions += 1;
            }
        }
    }
    assert!(decisions > 1000);
}

#[test]
fn folding_to_bets_loses_antes_and_bring_ins() {
    let summary = run(&["fold_to_bet", "check_call", "check_call"], 3, 3000);
    let tally = &summary.totals().players[0];
    // It never puts in more than ante and bring-in, and reaches later streets as the bring-in only.
    assert_eq!(tally.paid, 3000 + 2 * u128::from(tally.bring_ins));
    assert_eq!(tally.streets[1], tally.bring_ins);
}

/// Better players win from worse ones, by far more than chance: each pair in three seats each, the deal going round.
#[test]
fn better_players_win() {
    for (better, worse, hands) in [
        ("check_call", "random", 20_000),
        ("tight", "random", 20_000),
        ("tight", "check_call", 20_000),
        ("loose", "check_call", 20_000),
        ("equity(1,50)", "check_call", 400),
        ("equity(1,50)", "random", 400),
    ] {
        let summary = run(&[better, worse], 6, hands);
        let players = &summary.totals().players;
        let mean: f64 = players.iter().step_by(2).map(|tally| tally.result().mean).sum();
        let error: f64 = players.iter().step_by(2).map(|tally| tally.result().std_error.powi(2)).sum::<f64>().sqrt();
        assert!(mean > 3.0 * error, "{better} against {worse}: {mean} ± {error}");
    }
}

#[test]
fn starting_hands() {
    let rules = Rules::default();
    let decide = |name: &str, hand: &str, doors: &str| {
        // Seat 0 shows a king and brings in; seat 1 has the hand; seats 2 and 3 show the other doors.
        let mut state = State::start(&rules, &[100; 4], &mut Ignore).unwrap();
        let text = format!("Qc{}Jc9d Qd{}Jd9h Kh{}{doors}", &hand[..2], &hand[2..4], &hand[4..]);
        let cards: Vec<u8> = crate::cards::parse_cards(&text).unwrap().iter().map(|card| card.index()).collect();
        state.deal(&cards, &Default::default(), &mut Ignore).unwrap();
        state
            .apply(&crate::game::Action::of(crate::game::ActionKind::BringIn), &Default::default(), &mut Ignore)
            .unwrap();
        let legal = state.legal_actions();
        let place = policy(name).unwrap().choose(&Seen::new(&state, 1), &legal, &mut Philox::new(0, 0, 0)).unwrap();
        legal.as_slice()[place].0.name()
    };
    assert_eq!(decide("tight", "As2h3d", "5c6c"), "COMPLETE");
    assert_eq!(decide("tight", "As2h8d", "5c6c"), "FOLD", "an eight is too high for tight");
    assert_eq!(decide("tight", "As2h8d", "8c8h"), "COMPLETE", "unless its eights are gone");
    assert_eq!(decide("loose", "As2h8d", "5c6c"), "COMPLETE");
    assert_eq!(decide("tight", "Ts2h5d", "6c7c"), "COMPLETE", "a steal: every other door is higher");
    assert_eq!(decide("tight", "Ts2h5d", "4c7c"), "FOLD");
    assert_eq!(decide("loose", "Ts2h5d", "4c7c"), "CALL", "two low cards see fourth street for the bring-in");
    assert_eq!(decide("tight", "2s2h3d", "2c4c"), "FOLD", "a pair");
}
