//! Section 4 of rules.md: wagers, short all-ins, the cap, what comes back.

use super::table::{EXAMPLE, Table};
use crate::game::*;

/// Fourth street with these stacks behind: the ante and the called bring-in have cost 3.
/// Seat 1 has the lowest board and opens; the last seat brought it in.
fn fourth(rules: Rules, behind: &[Chips]) -> Table {
    let doors = ["2c", "3c", "4c", "5c", "Kc"];
    let n = behind.len();
    let hands: Vec<String> = (0..n)
        .map(|seat| {
            format!(
                "-- -- {} {}",
                if seat + 1 == n { doors[4] } else { doors[seat] },
                ["7d", "8d", "9d", "Td", "Jd"][seat]
            )
        })
        .collect();
    let stacks: Vec<Chips> = behind.iter().map(|chips| chips + 3).collect();
    let mut table = Table::new(rules, &stacks, &hands.iter().map(String::as_str).collect::<Vec<_>>());
    table.check_to(4);
    table
}

const FULL: Rules = Rules { reopen: Reopen::Full, ..EXAMPLE };

#[test]
fn section_4_r12_r13_bets_and_raises() {
    let mut table = fourth(EXAMPLE, &[500; 3]);
    assert_eq!(table.legal(), "1: check, bet 10");
    table.play("1 check, 2 bet 10, 3 raise 20");
    assert_eq!(table.legal(), "1: fold, call 20, raise 30");
    table.play("1 call, 2 call");
    assert_eq!((table.state().street(), table.to_act()), (5, "1".into()));
    assert_eq!(table.legal(), "1: check, bet 20");
    // no double bet for a pair showing on fourth street
    let table = {
        let mut table = Table::new(EXAMPLE, &[100; 2], &["-- -- 2c 2d", "-- -- Kc Kd"]);
        table.check_to(4);
        table
    };
    assert_eq!(table.legal(), "1: check, bet 10");
    let open_folds = fourth(Rules { allow_open_fold: true, ..EXAMPLE }, &[100; 2]);
    assert_eq!(open_folds.legal(), "1: fold, check, bet 10");
}

#[test]
fn section_4_a_short_all_in_of_less_than_half() {
    let mut table = fourth(EXAMPLE, &[100, 14, 100]);
    table.play("1 bet 10, 2 raise 14");
    assert_eq!(table.legal(), "3: fold, call 14, raise 20");
    table.play("3 call 14");
    assert_eq!(table.legal(), "1: fold, call 4");
}

#[test]
fn section_4_a_short_all_in_of_half_or_more() {
    let mut table = fourth(EXAMPLE, &[100, 15, 100]);
    table.play("1 bet 10, 2 raise 15");
    assert_eq!(table.legal(), "3: fold, call 15, raise 25");
    assert_eq!(table.play("3 call").legal(), "1: fold, call 5, raise 25");
    let mut table = fourth(FULL, &[100, 15, 100]);
    table.play("1 bet 10, 2 raise 15");
    assert_eq!(table.legal(), "3: fold, call 15, raise 20");
    assert_eq!(table.play("3 call").legal(), "1: fold, call 5");
}

#[test]
fn section_4_increments_add_up() {
    let mut table = fourth(EXAMPLE, &[100, 13, 16, 100]);
    table.play("1 bet 10, 2 raise 13, 3 raise 16");
    assert_eq!(table.legal(), "4: fold, call 16, raise 26");
    let mut table = fourth(EXAMPLE, &[100, 14, 100, 18]);
    table.play("1 bet 10, 2 raise 14, 3 call 14, 4 raise 18");
    assert_eq!(table.legal(), "1: fold, call 8, raise 28");
    table.play("1 call 8");
    assert_eq!(table.legal(), "3: fold, call 4");
}

#[test]
fn section_4_opening_all_ins() {
    assert_eq!(fourth(EXAMPLE, &[4, 100, 100]).play("1 bet 4").legal(), "2: fold, call 4, raise 10");
    assert_eq!(fourth(EXAMPLE, &[6, 100, 100]).play("1 bet 6").legal(), "2: fold, call 6, raise 16");
    assert_eq!(fourth(FULL, &[6, 100, 100]).play("1 bet 6").legal(), "2: fold, call 6, raise 10");
    let checked = || {
        let mut table = fourth(EXAMPLE, &[100, 4, 100]);
        table.play("1 check, 2 bet 4");
        table
    };
    assert_eq!(checked().play("3 call").legal(), "1: fold, call 4");
    assert_eq!(checked().play("3 raise 10").legal(), "1: fold, call 10, raise 20");
}

#[test]
fn section_4_third_street_over_a_bring_in() {
    // seat 1 brings in; the all-in stack counts after the ante
    let third = |rules, all_in: Chips| Table::doors(rules, &[100, 100, all_in + 1, 100], "Kc 2c 3c 4c");
    let mut table = third(EXAMPLE, 4);
    table.play("1 bring-in, 2 call, 3 complete 4");
    assert_eq!(table.legal(), "4: fold, call 4, complete 10");
    assert_eq!(table.play("4 call").legal(), "1: fold, call 2");
    assert_eq!(table.play("1 call").legal(), "2: fold, call 2");
    let mut table = third(EXAMPLE, 6);
    table.play("1 bring-in, 2 call, 3 complete 6");
    assert_eq!(table.legal(), "4: fold, call 6, raise 16");
    assert_eq!(table.play("4 call").legal(), "1: fold, call 4, raise 16");
    assert_eq!(table.play("1 call").legal(), "2: fold, call 4, raise 16");
    for rules in [EXAMPLE, FULL] {
        let mut table = third(rules, 99);
        table.play("1 bring-in, 2 call, 3 complete 10, 4 fold");
        assert_eq!(table.legal(), "1: fold, call 8, raise 20");
        assert_eq!(table.play("1 call").legal(), "2: fold, call 8, raise 20");
    }
}

#[test]
fn section_4_a_caller_of_a_completion_has_acted_at_its_level() {
    let mut table = Table::doors(EXAMPLE, &[100, 100, 100, 15], "Kc 2c 3c 4c");
    table.play("1 bring-in, 2 complete 10, 3 call 10, 4 raise 14, 1 fold");
    assert_eq!(table.legal(), "2: fold, call 4");
    assert_eq!(table.play("2 call").legal(), "3: fold, call 4");
}

#[test]
fn section_4_who_can_only_call_has_no_raise() {
    let mut table = fourth(EXAMPLE, &[100, 10, 100]);
    assert_eq!(table.play("1 bet 10").legal(), "2: fold, call 10");
}

#[test]
fn section_4_nothing_is_to_call_at_the_showdown() {
    let choice = Rules { showdown_choice: true, table_all_in_hands: false, ..EXAMPLE };
    let mut table = Table::new(choice, &[100, 8], &["-- -- 2c 3c 4c 5c", "-- -- Kc Qc Jc Tc"]);
    table.check_to(7).play("1 bet 20, 2 call 5");
    assert_eq!(
        (table.state().phase(), table.to_act().as_str(), table.returns().as_str()),
        (Phase::Showdown, "1", "1:15")
    );
    assert_eq!(table.state().to_call(), 0);
}

#[test]
fn section_4_somebody_must_be_able_to_respond() {
    let mut table = fourth(EXAMPLE, &[10, 90, 3]);
    table.play("1 bet 10");
    assert_eq!(table.legal(), "2: fold, call 10");
    table.play("2 call, 3 call 3");
    assert_eq!(table.state().phase(), Phase::End, "nobody can act: dealt to the end");
    let why = {
        let mut table = fourth(EXAMPLE, &[10, 90, 3]);
        table.play("1 bet 10");
        table.state().why_illegal(&Action::of(ActionKind::Raise)).unwrap()
    };
    assert!(why.contains("no other live player"), "{why}");
}

#[test]
fn section_4_the_cap() {
    let mut table = fourth(EXAMPLE, &[100; 3]);
    table.play("1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40");
    assert_eq!(table.legal(), "2: fold, call 20");
    assert!(table.state().why_illegal(&Action::of(ActionKind::Raise)).unwrap().contains("cap of 4"));
    let mut five = fourth(Rules { max_bets: 5, ..EXAMPLE }, &[100; 3]);
    five.play("1 bet, 2 raise, 3 raise, 1 raise 40");
    assert_eq!(five.legal(), "2: fold, call 20, raise 50");
    assert_eq!(five.play("2 raise").legal(), "3: fold, call 20");
    // the completion is the first bet
    let mut third = Table::doors(EXAMPLE, &[100; 3], "Kc 2c 3c");
    third.play("1 bring-in, 2 complete 10, 3 raise 20, 1 raise 30, 2 raise 40");
    assert_eq!(third.legal(), "3: fold, call 20");
    // an all-in that is a full wager counts, one that is none does not, and no all-in goes over the cap
    let mut table = fourth(EXAMPLE, &[100, 15, 100, 36]);
    table.play("1 bet 10, 2 raise 15, 3 raise 25, 4 raise 35");
    assert_eq!(table.legal(), "1: fold, call 25");
    let mut table = fourth(EXAMPLE, &[100, 14, 100, 100]);
    table.play("1 bet 10, 2 raise 14, 3 raise 20, 4 raise 30");
    assert_eq!(table.legal(), "1: fold, call 20, raise 40");
}

/// Whether a fifth bet is legal on fourth street after some have folded; seat 1 opens.
fn fifth_bet(rules: Rules, players: usize, script: &str) -> bool {
    let mut table = fourth(rules, &vec![500; players]);
    table.play(script);
    table.state().legal_actions().amount(ActionKind::Raise) == Some(50)
}

#[test]
fn section_4_the_cap_heads_up() {
    let four_heads_up = "1 bet, 2 raise, 1 raise, 2 raise";
    let fold_first = "1 bet, 2 fold, 3 raise, 1 raise, 3 raise";
    let fold_last = "1 bet, 2 raise, 3 raise, 1 raise, 2 fold";
    for (cap, expected) in [
        (HeadsUpCap::Always, [false; 3]),
        (HeadsUpCap::UncappedIfRoundStartsHeadsUp, [true, false, false]),
        (HeadsUpCap::UncappedIfHeadsUpBeforeCap, [true, true, false]),
        (HeadsUpCap::UncappedIfTwoLeftInEvent, [true, false, false]),
    ] {
        let rules = Rules { heads_up_cap: cap, ..EXAMPLE };
        let found =
            [fifth_bet(rules, 2, four_heads_up), fifth_bet(rules, 3, fold_first), fifth_bet(rules, 3, fold_last)];
        assert_eq!(found, expected, "{cap:?}");
    }
}

#[test]
fn section_4_heads_up_counts_those_not_all_in() {
    // three live, one of them all-in from the ante
    let rules = |cap| Rules { heads_up_cap: cap, ..EXAMPLE };
    for (cap, capped) in [
        (HeadsUpCap::Always, true),
        (HeadsUpCap::UncappedIfRoundStartsHeadsUp, false),
        (HeadsUpCap::UncappedIfHeadsUpBeforeCap, false),
        (HeadsUpCap::UncappedIfTwoLeftInEvent, true),
    ] {
        let mut table = Table::doors(rules(cap), &[500, 500, 1], "Kc 2c 3c");
        table.play("1 bring-in, 2 complete, 1 raise, 2 raise, 1 raise 40");
        assert_eq!(table.state().legal_actions().amount(ActionKind::Raise).is_none(), capped, "{cap:?}");
    }
    // heads-up by an all-in before the cap, and only with the bet that reaches it
    let before = rules(HeadsUpCap::UncappedIfHeadsUpBeforeCap);
    let mut table = fourth(before, &[500, 30, 500]);
    table.play("1 bet 10, 2 call, 3 raise 20, 1 call 10, 2 raise 30, 3 raise 40");
    assert_eq!(table.legal(), "1: fold, call 20, raise 50");
    let mut table = fourth(before, &[500, 40, 500]);
    table.play("1 bet 10, 2 raise 20, 3 raise 30, 1 call, 2 raise 40");
    assert_eq!(table.legal(), "3: fold, call 10");
    // two players dealt in, but more left in the event
    let mut setup = Setup::new(&rules(HeadsUpCap::UncappedIfTwoLeftInEvent), &[500; 2]);
    setup.event_players = Some(9);
    let mut table = Table::with(setup, &["-- -- Kc", "-- -- 2c"], None);
    table.play("1 bring-in, 2 complete, 1 raise, 2 raise, 1 raise");
    assert_eq!(table.legal(), "2: fold, call 10");
}

#[test]
fn section_4_uncalled_chips_come_back() {
    let mut table = fourth(EXAMPLE, &[100, 14, 100]);
    table.play("1 bet 10, 2 raise 14, 3 fold, 1 fold");
    assert_eq!((table.returns(), table.state().phase()), ("2:4".into(), Phase::End));
    // the folded money is the second highest
    let mut table = fourth(EXAMPLE, &[100, 4, 100]);
    table.play("1 bet 10, 2 call 4, 3 raise 20, 1 fold");
    assert_eq!(table.returns(), "3:10");
    // the highest has folded: an absent poster is folded behind his bring-in, which stays
    let mut setup = Setup::new(&EXAMPLE, &[100; 3]);
    setup.absent = SeatSet::from_bits(1);
    let mut table = Table::with(setup, &["-- -- Kc", "-- -- 2c", "-- -- 3c"], None);
    table.play("2 fold");
    assert_eq!((table.returns(), table.payoffs()), (String::new(), vec![-3, -1, 4]));
    // and without an ante that is all there is: whoever is left takes it
    let mut setup = Setup::new(&Rules { ante: 0, ..EXAMPLE }, &[100; 3]);
    setup.absent = SeatSet::from_bits(1);
    let mut table = Table::with(setup, &["-- -- Kc", "-- -- 2c", "-- -- 3c"], None);
    assert_eq!(table.pots(), "2:23");
    table.play("2 fold");
    assert_eq!(table.payoffs(), [-2, 0, 2]);
}

#[test]
fn section_4_the_end_of_a_street() {
    // one player left takes all at once: no cards, no showing
    let mut table = fourth(EXAMPLE, &[100; 2]);
    table.play("1 bet, 2 fold");
    assert_eq!((table.state().street(), table.shown(), table.payoffs()), (4, String::new(), vec![3, -3]));
    // the last who can act still acts: everybody else folded or is all-in
    let open_folds = Rules { allow_open_fold: true, ..EXAMPLE };
    let mut table = fourth(open_folds, &[100, 0, 100]);
    table.play("1 fold");
    assert_eq!(table.legal(), "3: fold, check");
}

#[test]
fn section_11_a_raise_to_what_the_opponents_have_left_is_accepted_on_import_only() {
    for (import, left, legal) in [(true, 14, true), (false, 14, false), (true, 15, false)] {
        let mut setup = Setup::new(&EXAMPLE, &[left + 3, 103]);
        setup.import = import;
        let mut table = Table::with(setup, &["-- -- 2c 7d", "-- -- Kc 8d"], None);
        table.check_to(4).play("1 bet 10");
        assert_eq!(table.record.act(Action::new(ActionKind::Raise, 14)).is_ok(), legal, "{import} {left}");
        assert_eq!(table.legal(), if legal { "1: fold, call 4" } else { "2: fold, call 10, raise 20" });
    }
    // not more than the wager, and no other kind of action with less than its amount
    let on_import = |stacks: &[Chips], hands: &[&str]| {
        let mut setup = Setup::new(&EXAMPLE, stacks);
        setup.import = true;
        Table::with(setup, hands, None)
    };
    let mut table = on_import(&[28, 103], &["-- -- 2c 7d", "-- -- Kc 8d"]);
    table.check_to(4).play("1 bet 10");
    assert!(table.record.act(Action::new(ActionKind::Raise, 25)).is_err());
    let mut table = on_import(&[100, 2], &["-- -- Kc", "-- -- 2c"]);
    assert!(table.record.act(Action::new(ActionKind::BringIn, 1)).is_err());
}
