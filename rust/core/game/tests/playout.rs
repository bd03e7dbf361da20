//! Random games: chips are kept, every hand ends, exactly the legal actions are accepted, JSON and
//! records give the same state back.

use super::super::*;
use crate::cards::{Card, Deck};
use crate::rng::{Philox, Rng};

/// Random rules: a preset, then every option with its own chance to change.
pub fn random_rules(rng: &mut impl Rng) -> Rules {
    fn pick<T: Copy>(all: &[T], rng: &mut impl Rng) -> T {
        all[rng.below(all.len() as u32) as usize]
    }
    let (ante, bring_in, small, big) =
        pick(&[(1, 2, 4, 8), (0, 1, 2, 4), (3, 3, 10, 20), (1, 2, 10, 20), (5, 1, 3, 3)], rng);
    let mut rules = Rules::new(ante, bring_in, small, big).with_preset(pick(Preset::ALL, rng));
    if rng.below(2) == 0 {
        rules.max_bets = pick(&[1, 2, 4, 5], rng);
        rules.heads_up_cap = pick(HeadsUpCap::ALL, rng);
        rules.reopen = pick(Reopen::ALL, rng);
        rules.short_bring_in = pick(ShortBringIn::ALL, rng);
        rules.all_in_bring_in = pick(AllInBringIn::ALL, rng);
        rules.board_tie = pick(BoardTie::ALL, rng);
        rules.no_bet_show = pick(NoBetShow::ALL, rng);
        rules.table_all_in_hands = rng.below(2) == 0;
        rules.odd_chip = pick(OddChip::ALL, rng);
        rules.short_deck = pick(ShortDeck::ALL, rng);
        rules.community_opener = pick(CommunityOpener::ALL, rng);
        rules.showdown_choice = rng.below(2) == 0;
        rules.allow_open_fold = rng.below(4) == 0;
    }
    if rng.below(3) == 0 {
        rules.rake = Some(Rake {
            numerator: rng.below(4),
            denominator: 20,
            unit: 1 + u64::from(rng.below(2)),
            cap: std::num::NonZeroU64::new(u64::from(rng.below(4))),
            no_fourth_street_no_drop: rng.below(2) == 0,
        });
    }
    rules
}

/// A random start: two to eight players, stacks from one chip, sometimes an absent player.
pub fn random_setup(rng: &mut impl Rng) -> Setup {
    let rules = random_rules(rng);
    let n = 2 + rng.below(7);
    let deepest = [3, 12, 60, 400][rng.below(4) as usize];
    let stacks: Vec<u64> = (0..n).map(|_| 1 + u64::from(rng.below(deepest))).collect();
    let mut setup = Setup::new(&rules, &stacks);
    if rng.below(5) == 0 {
        setup.absent = SeatSet::from_bits(rng.below(1 << n) as u8);
    }
    setup
}

/// Plays one random step; unknown: some down cards are not known.
pub fn random_step(record: &mut Record, unknown: bool, rng: &mut impl Rng) {
    let state = *record.state();
    match state.phase() {
        Phase::Deal if unknown && record.state().pending().first().is_some_and(|&(_, up)| !up) && rng.below(3) == 0 => {
            record.deal(&[crate::cards::UNKNOWN]).unwrap();
        }
        Phase::Deal => record.deal_random(rng).unwrap(),
        _ => {
            let legal = state.legal_actions();
            assert!(!legal.is_empty(), "{state:?}");
            let (kind, amount) = legal.as_slice()[rng.below(legal.len() as u32) as usize];
            let mut action = Action::new(kind, amount);
            if kind == ActionKind::Show {
                let seat = state.to_act().unwrap();
                let missing = state.cards(seat).iter().filter(|&&card| card == crate::cards::UNKNOWN).count();
                let burns = record.events().iter().rev().take_while(|&event| *event != Event::Scramble);
                let burned: Vec<&Event> = burns.collect();
                let free = |card: &Card| !burned.contains(&&Event::Burn { card: card.index() });
                let fresh: Vec<_> = state.known().complement().iter().filter(free).take(missing).collect();
                action = Action::show(&fresh).unwrap();
            }
            record.act(action).unwrap();
        }
    }
}

/// Every action that is not in the list is refused, with a reason, and changes nothing.
fn check_refusals(state: &State, record: &Record) {
    let legal = state.legal_actions();
    for &kind in ActionKind::ALL {
        let fixed = legal.amount(kind);
        for amount in 0..40 {
            let action = Action::new(kind, amount);
            let show = kind == ActionKind::Show; // its cards decide, not its amount
            if !show {
                assert_eq!(state.why_illegal(&action).is_none(), fixed == Some(amount), "{action:?} {state:?}");
            }
        }
        if fixed.is_none() {
            let mut copy = record.clone();
            assert!(copy.act(Action::of(kind)).is_err());
            assert_eq!(&copy, record);
            assert_eq!(copy.state(), record.state());
            assert_eq!(copy.events(), record.events());
        }
    }
}

fn total(state: &State) -> u64 {
    let stacks: u64 = (0..state.seats()).map(|seat| state.stack(seat)).sum();
    if state.phase() == Phase::End { stacks } else { stacks + state.pot() }
}

/// How many games to play: RAZZ_GAMES, by default what takes a few seconds.
pub fn games() -> u64 {
    std::env::var("RAZZ_GAMES").map_or(500, |text| text.parse().expect("RAZZ_GAMES: a number"))
}

#[test]
fn random_games() {
    let mut community = 0;
    let games = games();
    for index in 0..games {
        let mut rng = Philox::new(7, index, 0);
        let unknown = index % 4 == 0;
        let setup = random_setup(&mut rng);
        let chips: u64 = setup.stacks.iter().sum();
        let deck = Deck::of(7, index);
        let mut record = Record::start(setup.clone()).unwrap();
        let from_deck = index % 2 == 0;
        for step in 0.. {
            assert!(step < 1_000, "no end: {:?}", record.state());
            let state = *record.state();
            if state.phase() == Phase::End {
                break;
            }
            assert_eq!(total(&state), chips);
            let back = State::from_json(&state.to_json()).unwrap();
            assert_eq!(back, state);
            if from_deck && state.phase() == Phase::Deal && !unknown {
                record.deal_from(&deck).unwrap();
            } else {
                if !state.legal_actions().is_empty() {
                    check_refusals(&state, &record);
                }
                random_step(&mut record, unknown, &mut rng);
            }
            let before = {
                let mut copy = record.clone();
                copy.pop().unwrap();
                copy
            };
            assert_eq!(before.state(), record.replay(record.steps().len() - 1).unwrap().state());
            for seat in 0..state.seats() {
                let view = record.state().view(seat).unwrap();
                assert_eq!(View::from_json(&view.to_json()).unwrap(), view);
            }
        }
        let state = record.state();
        community += u64::from(state.community().is_some());
        let rake: u64 =
            record.events().iter().map(|event| if let Event::Rake { amount, .. } = event { *amount } else { 0 }).sum();
        assert_eq!(total(state) + rake, chips, "{record:?}");
        let payoffs: i64 = (0..state.seats()).map(|seat| state.payoff(seat)).sum();
        assert_eq!(payoffs, -(rake as i64));
        assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }
    assert!(community > games / 200, "{community} of {games} hands ended with a community card");
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}
