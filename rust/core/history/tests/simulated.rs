//! Simulated hands for round trips: all-ins, side pots, splits, community cards, rake.

use crate::cards::UNKNOWN;
use crate::game::*;
use crate::rng::{Philox, Rng};

/// Rules as PokerStars plays: only what its text can tell varies.
fn rules(index: u64) -> Rules {
    let mut rules = Rules { table_all_in_hands: false, showdown_choice: true, ..Rules::new(2, 3, 10, 20) };
    if index.is_multiple_of(3) {
        rules.rake = Some(Rake {
            numerator: 1,
            denominator: 20,
            unit: 1,
            cap: std::num::NonZeroU64::new(9),
            no_fourth_street_no_drop: true,
        });
    }
    rules
}

/// A whole hand. Players fold seldom, so that many hands reach the showdown and the deck runs out now and then.
pub fn hand(index: u64) -> Record {
    let mut rng = Philox::new(23, index, 0);
    let split = index % 16 == 1;
    let players = if index.is_multiple_of(4) { 8 } else { 2 + rng.below(if split { 3 } else { 7 }) };
    let deep = [40, 120, 2_000][rng.below(3) as usize];
    let stacks: Vec<Chips> = (0..players).map(|_| 1 + Chips::from(rng.below(deep))).collect();
    let mut record = Record::start(Setup::new(&rules(index), &stacks)).unwrap();
    let folds = if index.is_multiple_of(4) { 200 } else { 12 };
    while record.state().phase() != Phase::End {
        let state = *record.state();
        if let Some(&(Holder::Seat(seat), _)) = state.pending().first().filter(|_| split) {
            // Everybody gets the same ranks, each in a suit of his own.
            let rank = (2 * state.cards(usize::from(seat)).len() as u8 + index as u8 / 16) % 13;
            record.deal(&[4 * rank + seat]).unwrap();
            continue;
        }
        if state.phase() == Phase::Deal {
            record.deal_random(&mut rng).unwrap();
            continue;
        }
        let legal = state.legal_actions();
        let (kind, amount) = match state.phase() {
            Phase::Bet if rng.below(folds) > 0 && legal.as_slice()[0].0 == ActionKind::Fold => {
                legal.as_slice()[1 + rng.below(legal.len() as u32 - 1) as usize]
            }
            _ => legal.as_slice()[rng.below(legal.len() as u32) as usize],
        };
        record.act(Action::new(kind, amount)).unwrap();
    }
    record.meta.players = (0..players)
        .map(|seat| match seat {
            0 => "a (b): $c.".to_owned(),
            1 => "a".to_owned(),
            2 => "Dealt to [Zoë] é".to_owned(),
            3 => "a (b)".to_owned(),
            4 => "Seat 1: folds".to_owned(),
            5 => " x ".to_owned(),
            6 => "Player 7 (5 in chips)".to_owned(),
            _ => "*** SUMMARY ***x".to_owned(),
        })
        .collect();
    for (name, value) in [
        ("hand", (1_000 + index).to_string()),
        ("site", "PokerStars".to_owned()),
        ("table", "Pi' 'es".to_owned()),
        ("seat_count", "8".to_owned()),
        ("seats", format!("{:?}", (1..=players).collect::<Vec<_>>())),
        ("unit", "0.01".to_owned()),
        ("currency", "USD".to_owned()),
        ("year", "2031".to_owned()),
        ("month", "2".to_owned()),
        ("day", "9".to_owned()),
        ("time", "07:08:09".to_owned()),
        ("time_zone", "ET".to_owned()),
    ] {
        record.meta.fields.insert(name.to_owned(), value);
    }
    if index.is_multiple_of(2) {
        record.meta.fields.insert("hero".to_owned(), record.meta.players[players as usize / 2].clone());
    }
    record
}

/// The steps of a hand as PokerStars text can tell them: down cards of players who folded or whose hands nobody saw
/// are unknown.
pub fn told_steps(record: &Record) -> Vec<Step> {
    let end = record.state();
    let seats = end.seats();
    let folded = |seat: usize| !end.live().contains(seat as u8) && !end.mucked().contains(seat as u8);
    let hero = record.meta.fields.get("hero").and_then(|name| record.meta.players.iter().position(|p| p == name));
    let mut dealt = vec![0; seats];
    let mut steps = Vec::new();
    for event in record.events() {
        match *event {
            Event::Deal { to: Holder::Board, card, .. } => steps.push(Step::Deal { card, burn: UNKNOWN }),
            Event::Deal { to: Holder::Seat(seat), up, card } => {
                let seat = usize::from(seat);
                dealt[seat] += 1;
                let seen = up || !folded(seat) || hero == Some(seat);
                steps.push(Step::Deal { card: if seen { card } else { UNKNOWN }, burn: UNKNOWN });
            }
            Event::Act { kind, amount, .. } => steps.push(Step::Act(Action::new(kind, amount))),
            Event::Show { .. } => steps.push(Step::Act(Action::of(ActionKind::Show))),
            Event::Muck { .. } => steps.push(Step::Act(Action::of(ActionKind::Muck))),
            _ => {}
        }
    }
    steps
}
