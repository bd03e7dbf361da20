//! Section 7 of rules.md: who shows, who may muck, pots, odd chips, rake.

use std::num::NonZeroU64;

use super::table::{EXAMPLE, Table};
use crate::game::*;

const OPEN_FOLDS: Rules = Rules { allow_open_fold: true, ..EXAMPLE };
/// All-in hands are not tabled.
const UNTABLED: Rules = Rules { table_all_in_hands: false, ..EXAMPLE };

const BEST: &str = "Ac 2c 3c 4c 9c Tc 5c";
const MIDDLE: &str = "Ad 2d 3d 6d 9d Td 7d";
const WORST: &str = "Kh Qh Jh Th 9h 8h Ks";

fn checked_down(rules: Rules, hands: &[&str]) -> Table {
    let mut table = Table::new(rules, &vec![100; hands.len()], hands);
    table.check_to(8);
    table
}

/// Seats 2, 3 and 5 of six fold on fourth street; seat 6 is low on seventh.
fn one_four_six(rules: Rules, script: &str) -> String {
    let hands = [
        "-- -- 9c Tc Jc Qc",
        "-- -- 9d Td Jd Qd",
        "-- -- 9h Th Jh Qh",
        "-- -- 8s 9s Ts Js",
        "-- -- Kc Kd Kh Ks",
        "-- -- 2c 3c 4c 5c",
    ];
    let mut table = Table::new(rules, &[200; 6], &hands);
    table.check_to(4).play("6 check, 1 check, 2 fold, 3 fold, 4 check, 5 fold").check_to(7);
    table.play(script).shown().replace('-', "")
}

#[test]
fn section_7_1_r16_h5b_the_order_of_showing() {
    let low_board = Rules { no_bet_show: NoBetShow::LowBoard, ..OPEN_FOLDS };
    assert_eq!(one_four_six(OPEN_FOLDS, "6 check, 1 check, 4 check"), "1 4 6");
    assert_eq!(one_four_six(low_board, "6 check, 1 check, 4 check"), "6 1 4");
    for rules in [OPEN_FOLDS, low_board] {
        assert_eq!(one_four_six(rules, "6 check, 1 check, 4 bet, 6 call, 1 call"), "4 6 1");
        assert_eq!(one_four_six(rules, "6 bet, 1 raise, 4 call, 6 call"), "1 4 6");
    }
    // a short all-in is a lift too
    let hands = ["-- -- Kc Qc Jc Tc", "-- -- Kd Qd Jd Td", "-- -- 2h 3h 4h 5h"];
    let mut table = Table::new(UNTABLED, &[100, 28, 100], &hands);
    table.check_to(7).play("3 bet 20, 1 call 20, 2 raise 25, 3 call 5, 1 call 5");
    assert_eq!(table.shown().replace('-', ""), "2 3 1");
    // who opened has folded: the next clockwise
    let folds = Rules { no_bet_show: NoBetShow::LowBoard, ..OPEN_FOLDS };
    assert_eq!(one_four_six(folds, "6 fold, 1 check, 4 check"), "1 4");
}

#[test]
fn section_7_2_what_cannot_win_is_mucked_and_a_tie_must_show() {
    assert_eq!(checked_down(EXAMPLE, &[MIDDLE, WORST, BEST]).shown(), "1 -2 3");
    assert_eq!(checked_down(EXAMPLE, &[WORST, MIDDLE, BEST]).shown(), "1 2 3");
    assert_eq!(checked_down(EXAMPLE, &[BEST, MIDDLE, WORST]).shown(), "1 -2 -3");
    assert_eq!(checked_down(EXAMPLE, &[BEST, "As 2s 3s 4s 9s Ts 5s", WORST]).shown(), "1 2 -3");
}

#[test]
fn section_7_2_players_decide_with_showdown_choice() {
    let choice = Rules { showdown_choice: true, ..EXAMPLE };
    let mut table = checked_down(choice, &[MIDDLE, WORST, BEST]);
    assert_eq!(table.legal(), "1: show");
    assert!(table.state().why_illegal(&Action::of(ActionKind::Muck)).unwrap().contains("first to show"));
    assert_eq!(table.play("1 show").legal(), "2: show, muck");
    assert_eq!(table.state().default_action(), Some(Action::of(ActionKind::Muck)));
    assert_eq!(table.play("2 show").legal(), "3: show");
    assert_eq!(table.state().default_action(), Some(Action::of(ActionKind::Show)));
    assert_eq!(table.play("3 show").shown(), "1 2 3");
    let mut table = checked_down(choice, &[MIDDLE, WORST, BEST]);
    table.record.auto_showdown().unwrap();
    assert_eq!((table.shown(), table.payoffs()), ("1 -2 3".into(), vec![-3, -3, 6]));
    // a lone winner need not show: the others have mucked
    let mut table = checked_down(choice, &[BEST, MIDDLE]);
    table.play("1 show, 2 muck");
    assert_eq!((table.state().phase(), table.awards()), (Phase::End, "0:1:6".into()));
}

/// Two players to the showdown, down cards of some seats unknown.
fn unknown(rules: Rules, unknown: SeatSet) -> Record {
    let mut record = Record::start(Setup::new(&rules, &[100; 2])).unwrap();
    let mut next = 0..52;
    while record.state().phase() != Phase::Showdown && record.state().phase() != Phase::End {
        if let Some(&(Holder::Seat(seat), up)) = record.state().pending().first() {
            let card = next.next().unwrap();
            record.deal(&[if up || !unknown.contains(seat) { card } else { 255 }]).unwrap();
        } else {
            let legal = record.state().legal_actions();
            let passive = [ActionKind::BringIn, ActionKind::Call, ActionKind::Check];
            record.act(Action::of(passive.into_iter().find(|&kind| legal.amount(kind).is_some()).unwrap())).unwrap();
        }
    }
    record
}

fn kinds(record: &Record) -> Vec<ActionKind> {
    record.state().legal_actions().iter().map(|action| action.kind).collect()
}

#[test]
fn section_7_2_an_unknown_hand_waits_for_its_show() {
    use ActionKind::{Muck, Show};
    for choice in [false, true] {
        let rules = Rules { showdown_choice: choice, ..EXAMPLE };
        // who decides himself and is first may not muck
        let mut record = unknown(rules, SeatSet::from_bits(1));
        let kinds = kinds(&record);
        assert_eq!((record.state().to_act(), &kinds[..]), (Some(0), if choice { &[Show][..] } else { &[Show, Muck] }));
        assert_eq!(record.state().default_action(), if choice { None } else { Some(Action::of(Muck)) });
        assert!(record.clone().auto_showdown().unwrap_err().to_string().contains("unknown cards"));
        let reveal = |text: &str| Action::show(&crate::cards::parse_cards(text).unwrap()).unwrap();
        for (cards, fault) in [("Ks", "3 unknown"), ("Ks Kh Kd Kc", "3 unknown"), ("Ks Kh Ac", "another holder")] {
            let found = record.act(reveal(cards)).map_err(|error| error.to_string());
            assert!(cards == "Ks Kh Ac" || found.unwrap_err().contains(fault), "{cards}");
        }
    }
    // not first: it may be mucked
    let mut record = unknown(EXAMPLE, SeatSet::from_bits(2));
    assert_eq!((record.state().to_act(), kinds(&record)), (Some(1), vec![Show, Muck]));
    record.act(Action::of(Muck)).unwrap();
    assert_eq!((record.state().payoff(0), record.state().phase()), (3, Phase::End));
    // both unknown: the second may be mucked once the first has shown
    let mut record = unknown(EXAMPLE, SeatSet::first(2));
    let cards = crate::cards::parse_cards("Ks Kh Kd").unwrap();
    record.act(Action::show(&cards).unwrap()).unwrap();
    assert_eq!((record.state().to_act(), kinds(&record)), (Some(1), vec![Show, Muck]));
}

#[test]
fn section_7_3_all_in_hands_are_tabled_before_the_rest_is_dealt() {
    let mut table = Table::new(EXAMPLE, &[100, 13, 13], &[WORST, BEST, MIDDLE]);
    table.check_to(4).play("2 bet 10, 3 call, 1 call");
    assert_eq!((table.shown(), table.payoffs()), ("1 2 3".into(), vec![-13, 26, -13]));
    let events = table.record.events();
    let first = events.iter().position(|event| matches!(event, Event::Show { .. })).unwrap();
    assert!(events[first..first + 3].iter().all(|event| matches!(event, Event::Show { .. })));
    assert_eq!(events[first..].iter().filter(|event| matches!(event, Event::Deal { .. })).count(), 9);
    // one player with chips and one all-in after the antes: tabled at once
    let table = Table::new(EXAMPLE, &[1, 100], &[WORST, BEST]);
    assert_eq!((table.shown(), table.state().street(), table.state().phase()), ("1 2".into(), 7, Phase::End));
    // not while two can still bet
    let mut table = Table::new(EXAMPLE, &[3, 100, 100], &[WORST, BEST, MIDDLE]);
    assert_eq!(table.check_to(7).shown(), "");
    assert_eq!(table.check_to(8).shown(), "1 2 3", "after the last action on seventh street, in seat order");
    // folded hands are not tabled; a winner without opponents shows nothing
    let mut table = Table::new(EXAMPLE, &[100, 13, 100], &[WORST, BEST, MIDDLE]);
    table.check_to(4).play("2 bet 10, 3 fold, 1 call");
    assert_eq!(table.shown(), "1 2");
}

#[test]
fn section_7_3_a_hand_mucked_while_tabling_gets_no_more_cards() {
    let mut record = Record::start(Setup::new(&EXAMPLE, &[1, 1, 1])).unwrap();
    record.deal(&[255, 255, 255, 255, 255, 255, 0, 1, 2]).unwrap();
    assert_eq!((record.state().to_act(), kinds(&record)), (Some(0), vec![ActionKind::Show, ActionKind::Muck]));
    record.act(Action::of(ActionKind::Muck)).unwrap();
    for hole in ["Ks Kh", "Qs Qh"] {
        record.act(Action::show(&crate::cards::parse_cards(hole).unwrap()).unwrap()).unwrap();
    }
    assert_eq!(record.state().pending().len(), 2);
    assert_eq!((record.state().live().len(), record.state().pots().as_slice()[0].contestants.len()), (2, 2));
    // two of three mucked: the last takes the pot, no cards, no showing
    let mut record = Record::start(Setup::new(&EXAMPLE, &[1, 1, 1])).unwrap();
    record.deal(&[255, 255, 255, 255, 255, 255, 0, 1, 2]).unwrap();
    record.act(Action::of(ActionKind::Muck)).unwrap();
    record.act(Action::of(ActionKind::Muck)).unwrap();
    assert_eq!((record.state().phase(), record.state().payoff(2)), (Phase::End, 2));
}

#[test]
fn section_7_3_a_tabled_hand_whose_river_is_unknown_waits_again() {
    let mut record = Record::start(Setup::new(&EXAMPLE, &[1, 1])).unwrap();
    record.deal(&[0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21]).unwrap_err();
    record.deal(&[0, 1, 4, 5, 8, 9]).unwrap();
    for cards in [[12, 13], [20, 21], [24, 25]] {
        record.deal(&cards).unwrap();
    }
    record.deal(&[255, 30]).unwrap();
    assert_eq!((record.state().to_act(), kinds(&record)), (Some(0), vec![ActionKind::Show]));
    record.act(Action::show(&[crate::cards::Card::from_index(16).unwrap()]).unwrap()).unwrap();
    assert_eq!((record.state().phase(), record.state().payoff(0)), (Phase::End, 1));
}

#[test]
fn section_7_3_not_tabled_the_last_side_pot_shows_first() {
    let mut table = Table::new(UNTABLED, &[3, 100, 100], &[WORST, MIDDLE, BEST]);
    table.check_to(7).play("3 check, 2 bet, 3 call");
    assert_eq!(table.shown(), "2 3 -1");
    let mut table = Table::new(UNTABLED, &[3, 100, 100], &[BEST, MIDDLE, WORST]);
    table.check_to(7).play("2 check, 3 bet, 2 call");
    assert_eq!((table.shown(), table.awards()), ("3 2 1".into(), "0:1:9 1:2:40".into()));
}

#[test]
fn section_7_4_pots_are_layered() {
    // A 11, B 31, C 71, D 71, E 11 folded; A and C tie for the best hand
    let hands =
        ["Ac 2c 8c Kc 9c 3c 4c", "-- -- Qd Qs Js Tc", "Ad 2h 8d Qh Jh 3s 4d", "-- -- Th Kd Ts Td", "-- -- Ks 9s"];
    let mut table = Table::new(EXAMPLE, &[11, 31, 71, 71, 100], &hands);
    table.play("5 complete 10, 1 call, 2 call, 3 call, 4 call, 3 bet 10, 4 raise 20, 5 fold, 2 call, 3 call");
    table.play("3 bet 20");
    assert_eq!(table.pots(), "55:1234 60:234 20:3", "the bet of 20 stands alone so far");
    table.play("4 raise 40, 3 call");
    assert_eq!((table.pots(), table.awards()), ("55:1234 60:234 80:34".into(), "0:1:27 0:3:28 1:3:60 2:3:80".into()));
    // A 10 and B 50 live, C 90 and D 90 folded: 240 are paid out
    let rules = Rules { ante: 0, bring_in: 5, small_bet: 10, big_bet: 40, max_bets: 9, ..OPEN_FOLDS };
    let hands = ["-- -- 9c 9d 9h 2s", "-- -- 2c 3c 4c 6c", "-- -- Kc Qd Jd Td", "-- -- Kd Qc Js Ts"];
    let mut table = Table::new(rules, &[10, 50, 300, 300], &hands);
    table.play("4 complete 10, 1 call, 2 call, 3 call, 2 check, 3 check, 4 check, 2 bet 40, 3 raise 80, 4 call");
    assert_eq!(table.pots(), "40:1234 120:234 80:34");
    assert_eq!(table.legal(), "3: fold, check, bet 40");
    assert_eq!(table.play("3 fold").legal(), "4: fold, check");
    table.play("4 fold");
    assert_eq!(table.payoffs(), [-10, 190, -90, -90]);
}

#[test]
fn section_7_4_a_muck_at_the_showdown_leaves_the_pots_as_they_are() {
    // seat 1 all-in for the main pot cannot win it; the others tie for the main and the side pot, both of
    // an odd number of chips: each pot's odd chip goes to the higher suit
    let hands = ["Kh Kc Qh Qc Jh Js Jc", "5c 4c 3c 2c Ac Ks 9c", "5d 4d 3d 2d Ad Kd 9d", "-- -- Qs Th", "-- -- Qd"];
    let rules = Rules { ante: 1, bring_in: 2, small_bet: 5, big_bet: 7, ..UNTABLED };
    let mut table = Table::new(rules, &[3, 100, 100, 100, 100], &hands);
    table.play("4 bring-in, 5 fold, 1 call 2, 2 complete 5, 3 call, 4 call").check_to(7);
    assert_eq!(table.pots(), "13:1234 9:234");
    assert_eq!(table.check_to(8).shown(), "2 3 -4 -1");
    assert_eq!(table.awards(), "0:2:6 0:3:7 1:2:4 1:3:5");
}

/// A pot of nine between two hands; a third folds on fourth street.
fn nine(odd_chip: OddChip, first: &str, second: &str) -> String {
    let mut table = Table::new(Rules { odd_chip, ..OPEN_FOLDS }, &[100; 3], &[first, second, "-- -- Ks Js"]);
    table.check_to(4);
    let script = if table.to_act() == "1" { "1 check, 2 check, 3 fold" } else { "2 check, 3 fold, 1 check" };
    table.play(script).check_to(8).awards()
}

const TIE: [&str; 2] = ["5c 4c 3c 2c Ac Kc Kd", "5d 4d 3h 2h Ad Qc Qd"];
const FIRST: &str = "0:1:5 0:2:4";
const SECOND: &str = "0:1:4 0:2:5";

#[test]
fn section_7_5_r17_odd_chips() {
    let [a, b] = TIE;
    for (rule, found, turned) in [
        (OddChip::HighSuit, SECOND, FIRST),
        (OddChip::LowSuit, FIRST, SECOND),
        (OddChip::Position, FIRST, FIRST),
        (OddChip::FirstWinner, FIRST, FIRST),
    ] {
        assert_eq!((nine(rule, a, b), nine(rule, b, a)), (found.into(), turned.into()), "{rule:?}");
    }
    // of copies of a rank the highest suit plays; a card outside the five counts for nothing
    assert_eq!(nine(OddChip::HighSuit, "5s 5c 4c 3c 2c Ac Kd", b), FIRST);
    assert_eq!(nine(OddChip::HighSuit, "5c 4s 3s 2s As Kh Kd", b), SECOND);
    // of all seven for LOW_SUIT: another ace outside the five
    assert_eq!(nine(OddChip::LowSuit, "5c 4c 3c 2c Ad Kc Kd", "5d 4d 3h 2h As Ac Qd"), SECOND);
}

#[test]
fn section_7_5_two_odd_chips_among_three() {
    let hands = ["5c 4c 3c 2c Ac Kc Kd", "5d 4d 3d 2d Ad Qc Qd", "5h 4h 3h 2h Ah Jc Jd", "-- -- Ks Th", "-- -- 9s Ts"];
    for (odd_chip, awards) in [
        (OddChip::HighSuit, "0:1:6 0:2:7 0:3:7"),
        (OddChip::LowSuit, "0:1:7 0:2:7 0:3:6"),
        (OddChip::Position, "0:1:7 0:2:7 0:3:6"),
        (OddChip::FirstWinner, "0:1:8 0:2:6 0:3:6"),
    ] {
        let mut table = Table::new(Rules { odd_chip, ante: 2, ..OPEN_FOLDS }, &[100; 5], &hands);
        table.check_to(4).play("1 check, 2 check, 3 check, 4 fold, 5 fold").check_to(8);
        assert_eq!(table.awards(), awards, "{odd_chip:?}");
    }
}

#[test]
fn section_7_5_the_shared_community_card_decides_nothing() {
    let side_pot = |first: &str, second: &str, board, odd_chip| {
        let hands = [
            first,
            second,
            "-- -- Qs Qh Jh Js",
            "-- -- Qc Qd 9s 9h",
            "-- -- Jc Jd Tc Td",
            "-- -- Th Ts 8c 8d",
            "-- -- 9c 9d 8s 8h",
            "-- -- 7c 7d 7h 7s",
        ];
        let mut stacks = [100; 8];
        stacks[7] = 2;
        let mut table = Table::with(Setup::new(&Rules { odd_chip, ..EXAMPLE }, &stacks), &hands, Some(board));
        table.check_to(8);
        table.awards().split(' ').filter(|award| award.starts_with("1:")).collect::<Vec<_>>().join(" ")
    };
    let (a, b) = ("Ac 2c Kc 4c 3c Kh", "Ad 2d Kd 4d 3d Ks");
    // seven chips; both play the six of the board, the next card is the four
    assert_eq!(side_pot(a, b, "6s", OddChip::HighSuit), "1:1:3 1:2:4");
    assert_eq!(side_pot(b, a, "6s", OddChip::HighSuit), "1:1:4 1:2:3");
    let (c, d) = ("2c 3c Kc 4c 6c Kh", "2d 3d Kd 4d 6d Ks");
    assert_eq!(side_pot(c, d, "As", OddChip::LowSuit), "1:1:4 1:2:3");
    assert_eq!(side_pot(d, c, "As", OddChip::LowSuit), "1:1:3 1:2:4");
    // an own six above the board's
    assert_eq!(side_pot("Ac 2c 6h 4c 3c Kh", b, "6c", OddChip::HighSuit), "1:1:4 1:2:3");
}

#[test]
fn section_7_6_rake() {
    let rake = |numerator, unit, cap, no_drop| {
        Some(Rake { numerator, denominator: 100, unit, cap: NonZeroU64::new(cap), no_fourth_street_no_drop: no_drop })
    };
    let awards = |rake, stacks: &[Chips], script: &str| {
        let mut table = Table::new(Rules { rake, ..EXAMPLE }, stacks, &[MIDDLE, BEST, WORST]);
        table.check_to(4).play(script).check_to(8);
        let sum: i64 = table.payoffs().iter().sum();
        (table.awards(), sum)
    };
    // pots of 9 and 40: per pot, before splitting
    let script = "2 bet, 3 call, 1 call";
    let side = "2 bet, 3 call";
    assert_eq!(awards(rake(10, 1, 0, false), &[100; 3], script), ("0:rake:3 0:2:36".into(), -3));
    assert_eq!(awards(rake(10, 1, 0, false), &[3, 100, 100], side), ("0:2:9 1:rake:2 1:2:18".into(), -2));
    assert_eq!(awards(rake(25, 2, 0, false), &[3, 100, 100], side), ("0:rake:2 0:2:7 1:rake:4 1:2:16".into(), -6));
    assert_eq!(awards(rake(25, 2, 3, false), &[3, 100, 100], side), ("0:rake:2 0:2:7 1:rake:1 1:2:19".into(), -3));
    assert_eq!(awards(rake(100, 1, 0, false), &[3, 100, 100], side), ("0:rake:9 1:rake:20".into(), -29));
    // not on the uncalled bet
    assert_eq!(awards(rake(50, 1, 0, false), &[100; 3], "2 bet, 3 fold, 1 fold"), ("0:rake:4 0:2:5".into(), -4));
    // no fourth street, no drop
    for (no_drop, awards) in [(false, "0:rake:1 0:3:2"), (true, "0:3:3")] {
        let rules = Rules { rake: rake(50, 1, 0, no_drop), ..EXAMPLE };
        let mut table = Table::new(rules, &[100; 3], &[MIDDLE, BEST, WORST]);
        assert_eq!(table.play("3 bring-in, 1 fold, 2 fold").awards(), awards);
    }
    let mut table = Table::new(Rules { rake: rake(50, 1, 0, true), ..EXAMPLE }, &[100; 3], &[MIDDLE, BEST, WORST]);
    assert_eq!(table.check_to(4).play("2 bet, 3 fold, 1 fold").awards(), "0:rake:4 0:2:5");
    // what the rake leaves may be too little to split: who gets nothing is not paid
    let [a, b] = TIE;
    let mut table = Table::new(Rules { rake: rake(84, 1, 0, false), ..EXAMPLE }, &[3, 3], &[a, b]);
    assert_eq!(table.check_to(8).awards(), "0:rake:5 0:2:1");
    // a file's own rake, pot by pot, never more than the pot
    let mut setup = Setup::new(&EXAMPLE, &[3, 100, 100]);
    setup.rake = Some(vec![1, 99]);
    let mut table = Table::with(setup, &[MIDDLE, BEST, WORST], None);
    table.check_to(4).play("2 bet, 3 call").check_to(8);
    assert_eq!(table.awards(), "0:rake:1 0:2:8 1:rake:20");
}
