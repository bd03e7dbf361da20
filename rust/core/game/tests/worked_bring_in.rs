//! Section 3 of rules.md: antes, the bring-in, third street.

use super::table::{EXAMPLE, Table};
use crate::game::*;

/// What a start leaves before the deal: pots, and what came back.
fn antes(ante: Chips, stacks: &[Chips]) -> (String, String) {
    let record = Record::start(Setup::new(&Rules { ante, ..EXAMPLE }, stacks)).unwrap();
    let pots = record.state().pots();
    let pots: Vec<String> = pots
        .as_slice()
        .iter()
        .map(|pot| {
            format!("{}:{}", pot.amount, pot.contestants.iter().map(|seat| (seat + 1).to_string()).collect::<String>())
        })
        .collect();
    let returns: Vec<String> = record
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Return { seat, amount } => Some(format!("{}:{amount}", seat + 1)),
            _ => None,
        })
        .collect();
    (pots.join(" "), returns.join(" "))
}

#[test]
fn section_3_1_antes() {
    assert_eq!(antes(5, &[2, 100, 100]), ("6:123 6:23".into(), String::new()));
    assert_eq!(antes(5, &[2, 3, 5]), ("6:123 2:23".into(), "3:2".into()));
    assert_eq!(antes(0, &[2, 3, 5]), (String::new(), String::new()));
    let table = Table::doors(EXAMPLE, &[1, 100, 100], "2c Kd 3h");
    assert_eq!((table.state().stack(0), table.legal()), (0, "2: bring-in 2, complete 10".into()));
}

#[test]
fn section_3_2_the_highest_up_card_brings_in() {
    for (doors, seat) in
        [("Qd 9c Qh As", "3"), ("As 2c 2d", "3"), ("Kc Kd Kh Ks", "4"), ("Ks Qs Kh", "1"), ("As Ah", "1")]
    {
        let stacks = vec![100; doors.split(' ').count()];
        assert_eq!(Table::doors(EXAMPLE, &stacks, doors).to_act(), seat, "{doors}");
    }
}

#[test]
fn section_3_3_the_bring_in_is_forced_and_completing_is_judged_as_a_wager() {
    let three = |stack| Table::doors(EXAMPLE, &[100, stack, 100], "9c Kd 2h");
    assert_eq!(three(100).legal(), "2: bring-in 2, complete 10");
    // stacks after the ante of 7, 3, 2 and 1
    assert_eq!(three(8).legal(), "2: bring-in 2, complete 7");
    assert_eq!(three(8).play("2 complete 7").legal(), "3: fold, call 7, raise 17");
    assert_eq!(three(4).legal(), "2: bring-in 2, complete 3");
    assert_eq!(three(4).play("2 complete 3").legal(), "3: fold, call 3, complete 10");
    assert_eq!(three(3).legal(), "2: bring-in 2");
    assert_eq!(three(2).legal(), "2: bring-in 1");
    assert_eq!(Table::doors(EXAMPLE, &[1, 100, 5], "Ac Kd 2h").legal(), "2: bring-in 2, complete 10");
    let open_folds = Rules { allow_open_fold: true, ..EXAMPLE };
    assert_eq!(Table::doors(open_folds, &[100, 100], "9c Kd").legal(), "2: bring-in 2, complete 10");
}

#[test]
fn section_3_4_the_poster_has_no_option_and_wins_the_antes_when_all_fold() {
    let mut table = Table::doors(EXAMPLE, &[100; 3], "9c Kd 2h");
    table.play("2 bring-in 2, 3 call 2");
    assert_eq!(table.legal(), "1: fold, call 2, complete 10");
    table.play("1 call");
    assert_eq!(table.state().street(), 4);
    let mut table = Table::doors(EXAMPLE, &[100; 3], "9c Kd 2h");
    table.play("2 bring-in, 3 fold, 1 fold");
    assert_eq!((table.stacks(), table.returns(), table.shown()), (vec![99, 102, 99], "2:2".into(), String::new()));
}

#[test]
fn section_3_5_a_short_bring_in() {
    let full = EXAMPLE;
    let short = Rules { short_bring_in: ShortBringIn::Short, ..EXAMPLE };
    let three = |rules| Table::doors(rules, &[100, 2, 100], "9c Ks 2h");
    assert_eq!(three(full).play("2 bring-in 1").legal(), "3: fold, call 2, complete 10");
    assert_eq!(three(short).play("2 bring-in 1").legal(), "3: fold, call 1, complete 10");
    let two = |rules| Table::doors(rules, &[2, 100], "Ks 2h");
    assert_eq!(two(full).play("1 bring-in 1").legal(), "2: fold, call 2");
    assert_eq!(two(full).play("1 bring-in, 2 call").returns(), "2:1");
    assert_eq!(two(short).play("1 bring-in 1").legal(), "2: fold, call 1");
    assert_eq!(two(short).play("1 bring-in, 2 call").returns(), "");
    // an all-in of two lifts a short level of one; calling it is calling no more than the bring-in
    let mut table = Table::doors(short, &[100, 2, 3, 100], "9c Ks 2h 3h");
    table.play("2 bring-in 1");
    assert_eq!(table.legal(), "3: fold, call 1, complete 2");
    table.play("3 complete 2, 4 call 2");
    assert_eq!(table.legal(), "1: fold, call 2, complete 10");
    table.play("1 complete 10");
    assert_eq!(table.legal(), "4: fold, call 8, raise 20");
}

#[test]
fn section_3_6_h9_an_all_in_high_card_passes_the_duty_on() {
    let stacks = [100, 1, 100, 100];
    let doors = "9c Kd 2h 3c";
    let mut table = Table::doors(EXAMPLE, &stacks, doors);
    assert_eq!(table.legal(), "3: bring-in 2, complete 10");
    assert_eq!(table.play("3 bring-in, 4 call").legal(), "1: fold, call 2, complete 10");
    let optional = Rules { all_in_bring_in: AllInBringIn::Optional, ..EXAMPLE };
    let mut table = Table::doors(optional, &stacks, doors);
    assert_eq!(table.legal(), "3: fold, bring-in 2, complete 10");
    assert_eq!(table.state().default_action(), Some(Action::of(ActionKind::Fold)));
    assert_eq!(table.play("3 fold").legal(), "4: fold, bring-in 2, complete 10");
    // the last who can act may still decline, and cannot complete: nobody could respond
    assert_eq!(table.play("4 fold").legal(), "1: fold, bring-in 2");
    table.play("1 fold");
    assert_eq!((table.state().phase(), table.payoffs()), (Phase::End, vec![-1, 3, -1, -1]));
    // who holds the high card himself must open
    assert_eq!(Table::doors(optional, &[100, 100], "9c Kd").legal(), "2: bring-in 2, complete 10");
    // declined by all, with two all-in: the hand goes on without betting
    let mut table = Table::doors(optional, &[1, 1, 100], "Kd Kc 2h");
    assert_eq!(table.state().street(), 7, "{}", table.legal());
    table = Table::doors(optional, &[1, 1, 100, 100], "Kd Kc 2h 3h");
    table.play("3 fold, 4 fold");
    assert_eq!((table.state().phase(), table.shown()), (Phase::End, "1 2".into()));
}

#[test]
fn section_3_7_nobody_to_respond() {
    let table = Table::doors(EXAMPLE, &[1, 100], "9c Kd");
    assert_eq!((table.state().phase(), table.returns()), (Phase::End, String::new()));
    let table = Table::doors(Rules { ante: 5, ..EXAMPLE }, &[3, 100], "9c Kd");
    assert_eq!((table.state().phase(), table.returns()), (Phase::End, "2:2".into()));
}

#[test]
fn section_3_8_rules_that_no_game_can_be_played_by() {
    for (rules, fault) in [
        (Rules::new(1, 0, 4, 8), "bring_in 0"),
        (Rules::new(1, 4, 4, 8), "bring_in 4: expected less than small_bet 4"),
        (Rules::new(1, 2, 9, 8), "small_bet 9: expected at most big_bet 8"),
        (Rules { max_bets: 0, ..EXAMPLE }, "max_bets 0"),
        (Rules { ante: MAX_CHIPS + 1, ..EXAMPLE }, "ante 1000000000000001"),
    ] {
        assert!(rules.validate().unwrap_err().to_string().contains(fault), "{fault}");
    }
    let both = Rules { bring_in: 0, max_bets: 0, ..EXAMPLE }.validate().unwrap_err().to_string();
    assert!(both.contains("bring_in 0") && both.contains("max_bets 0"), "{both}");
    assert!(Rules::new(0, 1, 2, 2).validate().is_ok());
    for stacks in [&[100][..], &[100; 9], &[100, 0], &[100, MAX_CHIPS + 1]] {
        assert!(State::start(&EXAMPLE, stacks, &mut Ignore).is_err(), "{stacks:?}");
    }
}
