//! What a seat may know: views, what they do not depend on, and the states that fit them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicBool;

use super::playout::{games, random_setup, random_step};
use super::table::{EXAMPLE, Table};
use crate::cards::{Card, UNKNOWN};
use crate::game::*;
use crate::rng::{Philox, Rng};

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A random game of known cards, played for some steps.
fn random_record(rng: &mut Philox) -> Record {
    let mut record = Record::start(random_setup(rng)).unwrap();
    let steps = rng.below(60);
    for _ in 0..steps {
        if record.state().phase() == Phase::End {
            break;
        }
        random_step(&mut record, false, rng);
    }
    record
}

/// The same play with other cards where the viewer sees none; `None` where they would have led to
/// something else that he sees.
fn with_other_hidden_cards(record: &Record, viewer: usize, rng: &mut impl Rng) -> Option<Record> {
    let view = record.state().view(viewer).unwrap();
    let mut unseen: Vec<u8> = view.state().known().complement().iter().map(Card::index).collect();
    let mut renamed = std::collections::BTreeMap::new();
    let mut hidden = |index: u8| {
        let seen = index == UNKNOWN || view.state().known().contains(Card::from_index(index).unwrap());
        let mut other = || unseen.swap_remove(rng.below(unseen.len() as u32) as usize);
        if seen { index } else { *renamed.entry(index).or_insert_with(&mut other) }
    };
    let mut other = Record::start(record.setup().clone()).unwrap();
    for step in record.steps() {
        let step = match *step {
            Step::Deal { card, burn } => Step::Deal { card: hidden(card), burn: hidden(burn) },
            act => act,
        };
        other.push(step).ok()?;
    }
    (other.events_seen_by(Some(viewer)) == record.events_seen_by(Some(viewer))).then_some(other)
}

#[test]
fn hidden_cards_change_nothing_that_a_seat_sees() {
    let (mut compared, mut showdowns, mut mucks) = (0, 0, 0);
    for index in 0..games() * 4 {
        let mut rng = Philox::new(21, index, 0);
        let record = random_record(&mut rng);
        let viewer = rng.below(record.state().seats() as u32) as usize;
        let Some(other) = with_other_hidden_cards(&record, viewer, &mut rng) else { continue };
        let (a, b) = (record.state().view(viewer).unwrap(), other.state().view(viewer).unwrap());
        assert_eq!(a, b);
        assert_eq!((a.to_json(), hash(&a), a.legal_actions()), (b.to_json(), hash(&b), b.legal_actions()));
        assert_eq!(record.information_key(viewer), other.information_key(viewer));
        let observed = [record.state(), other.state(), a.state()].map(|state| {
            let mut numbers = [f32::NAN; OBSERVATION_SIZE];
            state.observe(viewer, &mut numbers);
            numbers
        });
        assert!(observed[0] == observed[1] && observed[0] == observed[2]);
        let (a, b) = (record.state().public_view(), other.state().public_view());
        assert!(a != b || (a.to_json(), hash(&a), a.legal_actions()) == (b.to_json(), hash(&b), b.legal_actions()));
        compared += u64::from(record.state() != other.state());
        showdowns += u64::from(!record.state().shown().is_empty());
        mucks += u64::from(!record.state().mucked().is_empty());
    }
    let least = games() / 20;
    assert!(compared > games() && showdowns > least && mucks > least / 4, "{compared} {showdowns} {mucks}");
}

#[test]
fn a_view_shows_own_cards_up_cards_and_shown_hands() {
    for index in 0..games() {
        let mut rng = Philox::new(22, index, 0);
        let record = random_record(&mut rng);
        let state = record.state();
        for viewer in (0..state.seats()).map(Some).chain([None]) {
            let view = viewer.map_or_else(|| state.public_view(), |seat| state.view(seat).unwrap());
            for seat in 0..state.seats() {
                let open = viewer == Some(seat) || state.shown().contains(seat as u8);
                for (place, (&real, &seen)) in state.cards(seat).iter().zip(view.state().cards(seat)).enumerate() {
                    let down = matches!(place, 0 | 1 | 6);
                    assert_eq!(seen, if down && !open { UNKNOWN } else { real });
                }
            }
            let own_turn = viewer.is_some() && viewer == state.to_act();
            assert_eq!(view.legal_actions(), if own_turn { state.legal_actions() } else { LegalActions::NONE });
        }
        assert!(state.view(state.seats()).is_err());
    }
}

#[test]
fn a_determinized_state_looks_the_same_and_hides_nothing() {
    for index in 0..games() {
        let mut rng = Philox::new(23, index, 0);
        let record = random_record(&mut rng);
        let viewer = rng.below(record.state().seats() as u32) as usize;
        let view = record.state().view(viewer).unwrap();
        let guess = view.determinize(&mut rng).unwrap();
        assert_eq!(guess.view(viewer).unwrap(), view);
        assert!((0..guess.seats()).all(|seat| !guess.cards(seat).contains(&UNKNOWN)));
    }
}

/// Chi-square of draws against weights.
fn chi_square(found: &[u64], weights: &[u64]) -> f64 {
    let (draws, all): (u64, u64) = (found.iter().sum(), weights.iter().sum());
    let term = |(&found, &weight): (&u64, &u64)| {
        let expected = draws as f64 * weight as f64 / all as f64;
        (found as f64 - expected).powi(2) / expected
    };
    found.iter().zip(weights).filter(|&(_, &weight)| weight > 0).map(term).sum()
}

#[test]
fn determinize_is_uniform() {
    // the other player's first hole card, behind a door card: 48 cards, all alike
    let table = Table::new(EXAMPLE, &[100; 2], &["Ac 2c 3c", "-- -- Kd"]);
    let view = table.state().view(0).unwrap();
    let mut rng = Philox::new(24, 0, 0);
    let mut found = [0; 52];
    for _ in 0..20_000 {
        found[usize::from(view.determinize(&mut rng).unwrap().cards(1)[0])] += 1;
    }
    let weights: Vec<u64> = Card::all().map(|card| u64::from(!view.state().known().contains(card))).collect();
    assert_eq!(weights.iter().sum::<u64>(), 48);
    assert!(found.iter().zip(&weights).all(|(&found, &weight)| weight > 0 || found == 0));
    // 47 degrees of freedom: six standard deviations above the mean
    assert!(chi_square(&found, &weights) < 47.0 + 6.0 * 94f64.sqrt());
}

#[test]
fn determinize_is_uniform_among_hands_that_could_be_mucked() {
    // seat 1 shows an eight-low; seat 2 mucks behind 6-5-4-K: what he held was no better
    let mut table = Table::new(EXAMPLE, &[100; 2], &["8c 7c 6c 4c 2c Kc Kd", "Qd Js 6d 5d 4d Kh Qs"]);
    table.check_to(8);
    assert_eq!(table.shown(), "1 -2");
    let view = table.state().view(0).unwrap();
    let unseen: Vec<Card> = view.state().known().complement().iter().collect();
    let mine = table.state().strength(0).unwrap();
    let up: Vec<Card> = view.state().up_cards(1).iter().map(|&index| Card::from_index(index).unwrap()).collect();
    // the weight of a card: in how many of the hands that lose is it the first
    let mut weights = [0; 52];
    for &first in &unseen {
        for &second in &unseen {
            for &last in unseen.iter().filter(|_| first != second) {
                let hand: Vec<Card> = up.iter().copied().chain([first, second, last]).collect();
                if last != first && last != second && crate::hands::strength_of(&hand) < mine {
                    weights[usize::from(first.index())] += 1;
                }
            }
        }
    }
    let mut rng = Philox::new(25, 0, 0);
    let mut found = [0; 52];
    for _ in 0..20_000 {
        found[usize::from(view.determinize(&mut rng).unwrap().cards(1)[0])] += 1;
    }
    let (least, most) = (weights.iter().filter(|&&weight| weight > 0).min(), weights.iter().max());
    assert!(least.unwrap() * 5 < most.unwrap() * 4, "the condition matters: {least:?} {most:?}");
    let degrees = weights.iter().filter(|&&weight| weight > 0).count() as f64 - 1.0;
    assert!(chi_square(&found, &weights) < degrees + 6.0 * (2.0 * degrees).sqrt());
}

#[test]
fn determinize_gives_up_when_it_is_told_to() {
    let view = Table::new(EXAMPLE, &[100; 2], &["Ac 2c 3c", "-- -- Kd"]).state().view(0).unwrap();
    let fault = view.determinize_until(&mut Philox::new(26, 0, 0), &AtomicBool::new(true)).unwrap_err();
    assert_eq!(fault.to_string(), "no consistent hands found in 0 draws");
}

/// The key of seat 1 after third street with these hands, and a suit for the odd chip or not.
fn key(rules: Rules, hands: &[&str]) -> String {
    Table::new(rules, &[100; 3], hands).record.information_key(0).unwrap()
}

#[test]
fn information_keys() {
    // no suit decides but among the highest door cards
    let plain = Rules { odd_chip: OddChip::Position, ..EXAMPLE };
    let one = key(plain, &["Ac 2d 3h", "-- -- 9h", "-- -- Kd"]);
    for same in [
        ["2d Ac 3h", "-- -- 9h", "-- -- Kd"],
        ["Ah 2s 3c", "-- -- 9d", "-- -- Ks"],
        ["Ac 2d 3h", "Qs Qh 9h", "Jc Jd Kd"],
    ] {
        assert_eq!(key(plain, &same), one, "{same:?}");
    }
    for other in [
        ["Ac 2d 4h", "-- -- 9h", "-- -- Kd"],
        ["Ac 3h 2d", "-- -- 9h", "-- -- Kd"],
        ["Ac 2d 3h", "-- -- 8h", "-- -- Kd"],
        ["Ac 2d 3h", "-- -- Kh", "-- -- 9d"],
    ] {
        assert_ne!(key(plain, &other), one, "{other:?}");
    }
    let tied = key(plain, &["Ac 2d 3h", "-- -- Kh", "-- -- Kd"]);
    assert_eq!(key(plain, &["Ah 2d 3s", "-- -- Kh", "-- -- Kd"]), tied);
    assert_ne!(key(plain, &["Ac 2d 3h", "-- -- Ks", "-- -- Kd"]), tied);
    // up-cards where a board tie goes by suit; every card that the seat knows where the odd chip does
    let boards = Rules { board_tie: BoardTie::HighSuit, ..plain };
    assert_eq!(key(boards, &["Ac 2d 3h", "-- -- 9h", "-- -- Kd"]), key(boards, &["As 2c 3h", "-- -- 9h", "-- -- Kd"]));
    assert_ne!(key(boards, &["Ac 2d 3h", "-- -- 9h", "-- -- Kd"]), key(boards, &["Ac 2d 3s", "-- -- 9h", "-- -- Kd"]));
    for odd_chip in [OddChip::HighSuit, OddChip::LowSuit] {
        let rules = Rules { odd_chip, ..EXAMPLE };
        let one = key(rules, &["Ac 2d 3h", "-- -- 9h", "-- -- Kd"]);
        assert_eq!(key(rules, &["2d Ac 3h", "-- -- 9h", "-- -- Kd"]), one);
        assert_ne!(key(rules, &["As 2d 3h", "-- -- 9h", "-- -- Kd"]), one);
    }
    // perfect recall: the same position by another way is another history
    let line = |script: &str| {
        let mut table = Table::new(
            Rules { allow_open_fold: true, ..plain },
            &[100; 3],
            &["Ac 2d 3h 4c", "-- -- 9h 9d", "-- -- Kd Kc"],
        );
        table.play("3 bring-in, 1 call, 2 call").play(script);
        (table.record.information_key(0).unwrap(), table.state().pot())
    };
    let (a, b) = (line("1 bet, 2 call, 3 call"), line("1 check, 2 bet, 3 call, 1 call"));
    assert_eq!(a.1, b.1);
    assert_ne!(a.0, b.0);
}

#[test]
fn the_river_of_a_tabled_hand_is_seen() {
    let river = |card: &str| {
        let hand = format!("Kc Kd Qc Qd Jc Jd {card}");
        let mut setup = Setup::new(&EXAMPLE, &[100, 1]);
        setup.rules.odd_chip = OddChip::Position;
        Table::with(setup, &["Ac 2d 3h 4c 5d 6h 7h", &hand], None).record
    };
    let (a, b) = (river("Tc"), river("Ts"));
    assert_eq!(a.state().shown().len(), 2);
    assert_ne!(a.view(0).unwrap(), b.view(0).unwrap());
    let seen = a.events_seen_by(None);
    assert!(seen.contains(&Event::Deal {
        to: Holder::Seat(1),
        up: false,
        card: "Tc".parse::<Card>().unwrap().index()
    }));
    assert_eq!(a.information_key(0), b.information_key(0), "the suit decides nothing");
    assert_ne!(a.information_key(0), river("9c").information_key(0));
}
