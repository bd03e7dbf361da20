//! Sections 8 and 9 of rules.md: absent players, time-outs, open folds; the presets.

use super::table::{EXAMPLE, Table};
use crate::game::*;

fn absent(rules: Rules, absent: u8, doors: &str) -> Table {
    let hands: Vec<String> = doors.split(' ').map(|door| format!("-- -- {door}")).collect();
    let mut setup = Setup::new(&rules, &vec![100; hands.len()]);
    setup.absent = SeatSet::from_bits(absent);
    Table::with(setup, &hands.iter().map(String::as_str).collect::<Vec<_>>(), None)
}

#[test]
fn section_8_absent_players() {
    // he posts the bring-in with the high card, and is folded right after
    let table = absent(EXAMPLE, 0b010, "9c Kd 2h");
    assert_eq!((table.legal(), table.stacks()), ("3: fold, call 2, complete 10".into(), vec![99, 97, 99]));
    // else he is folded when his turn comes
    let mut table = absent(EXAMPLE, 0b001, "9c Kd 2h");
    table.play("2 bring-in, 3 call");
    assert_eq!((table.state().street(), table.state().live().len()), (4, 2));
    // if only an absent player is left, he wins
    let mut table = absent(EXAMPLE, 0b001, "9c Kd 2h");
    table.play("2 bring-in, 3 fold");
    assert_eq!(table.payoffs(), [-1, 2, -1]);
    let table = absent(EXAMPLE, 0b110, "9c Kd 2h");
    assert_eq!((table.state().phase(), table.payoffs()), (Phase::End, vec![4, -3, -1]));
    let table = absent(EXAMPLE, 0b111, "9c Kd 2h");
    assert_eq!(table.payoffs(), [4, -3, -1], "the last has nobody against him before his turn");
    // all-in from the ante he has no turn: his hand plays
    let mut setup = Setup::new(&EXAMPLE, &[1, 100, 100]);
    setup.absent = SeatSet::from_bits(1);
    setup.rules.showdown_choice = true;
    setup.rules.table_all_in_hands = false;
    let mut table = Table::with(setup, &["Ac 2c 3c 4c 5c 6c 7c", "-- -- Kd", "-- -- 2h"], None);
    table.check_to(8);
    table.record.auto_showdown().unwrap();
    assert_eq!(table.payoffs()[0], 2);
}

#[test]
fn section_8_time_outs() {
    let default = |table: &Table| table.state().default_action().unwrap().to_string();
    let mut table = Table::doors(EXAMPLE, &[100; 3], "9c Kd 2h");
    assert_eq!(default(&table), "bring-in 2");
    table.play("2 bring-in");
    assert_eq!(default(&table), "fold");
    table.play("3 call, 1 call");
    assert_eq!(default(&table), "check");
    let mut table = Table::doors(Rules { allow_open_fold: true, ..EXAMPLE }, &[100; 2], "9c Kd");
    assert_eq!(default(&table), "bring-in 2");
    assert_eq!(default(table.play("2 bring-in, 1 call")), "check");
    let optional = Rules { all_in_bring_in: AllInBringIn::Optional, ..EXAMPLE };
    assert_eq!(default(&Table::doors(optional, &[100, 1, 100], "9c Kd 2h")), "fold");
}

#[test]
fn section_8_open_folds() {
    let mut table = Table::doors(EXAMPLE, &[100; 2], "9c Kd");
    table.play("2 bring-in, 1 call");
    let why = table.state().why_illegal(&Action::of(ActionKind::Fold)).unwrap();
    assert!(why.contains("nothing to call"), "{why}");
}

#[test]
fn refusals_say_why() {
    let three = || Table::doors(EXAMPLE, &[100, 3, 100], "9c Kd 2h");
    let why = |table: &Table, text: &str| table.state().why_illegal(&Action::parse(text).unwrap()).unwrap_or_default();
    let mut table = three();
    for (action, reason) in [
        ("fold", "FOLD: the bring-in of 2 is due"),
        ("complete", "COMPLETE: a stack of 2 is not more than the bring-in of 2"),
        ("bring-in 3", "BRING_IN posts 2 here, found 3"),
        ("show", "SHOW: the bring-in of 2 is due"),
    ] {
        assert_eq!(why(&table, action), reason);
    }
    table.play("2 bring-in");
    for (action, reason) in [
        ("check", "CHECK: 2 to call (level 2, put in 0)"),
        ("call 3", "CALL puts in 2 here, found 3"),
        ("complete 11", "COMPLETE goes to 10 here, found 11"),
        ("raise", "RAISE: the wager is COMPLETE here"),
        ("bring-in", "BRING_IN: no bring-in is due"),
        ("show", "SHOW: the betting is not over"),
        ("call 2", ""),
    ] {
        assert_eq!(why(&table, action), reason);
    }
    table.play("3 complete, 1 fold");
    assert_eq!(why(&table, "call"), "CALL: the hand is over");
    let table = Record::start(Setup::new(&EXAMPLE, &[100; 2])).unwrap();
    let reason = table.state().why_illegal(&Action::of(ActionKind::Check)).unwrap();
    assert_eq!(reason, "CHECK: a card for seat 0 is pending");
}

/// Rows of the table of section 9: default, then WSOP_LIVE to POKERKIT.
#[test]
fn section_9_presets() {
    use {BoardTie::HighSuit as High, BoardTie::Position as Pos, HeadsUpCap as H};
    let presets = Preset::ALL.iter().map(|&preset| Rules::default().with_preset(preset)).collect::<Vec<_>>();
    macro_rules! row {
        ($field:ident: $($value:expr),+) => {
            let found: Vec<_> = presets.iter().map(|rules| rules.$field).collect();
            assert_eq!(found, [$($value),+], stringify!($field));
        };
    }
    row!(max_bets: 4, 5, 5, 4, 4, 4);
    row!(heads_up_cap: H::Always, H::UncappedIfRoundStartsHeadsUp, H::UncappedIfTwoLeftInEvent,
        H::UncappedIfTwoLeftInEvent, H::UncappedIfHeadsUpBeforeCap, H::Always);
    let (half, full) = (Reopen::Half, Reopen::Full);
    row!(reopen: half, half, half, half, half, full);
    let (full, short) = (ShortBringIn::Full, ShortBringIn::Short);
    row!(short_bring_in: full, full, full, full, full, short);
    let (forced, optional) = (AllInBringIn::Forced, AllInBringIn::Optional);
    row!(all_in_bring_in: forced, optional, optional, optional, optional, forced);
    row!(board_tie: Pos, Pos, Pos, High, Pos, Pos);
    let (early, low) = (NoBetShow::EarliestSeat, NoBetShow::LowBoard);
    row!(no_bet_show: early, early, low, low, low, low);
    row!(table_all_in_hands: true, false, true, true, false, true);
    let (high, low, first) = (OddChip::HighSuit, OddChip::LowSuit, OddChip::FirstWinner);
    row!(odd_chip: high, high, high, high, low, first);
    let (online, tda, robert) = (ShortDeck::Online, ShortDeck::Tda, ShortDeck::Robert);
    row!(short_deck: online, tda, tda, tda, robert, online);
    let (sixth, recompute) = (CommunityOpener::SixthStreet, CommunityOpener::Recompute);
    row!(community_opener: sixth, sixth, sixth, sixth, recompute, sixth);
    row!(showdown_choice: false, false, false, false, false, false);
    row!(allow_open_fold: false, false, false, false, false, false);
    // a preset leaves stakes, rake and the two choices of the house as they are
    let rake = Rake { numerator: 1, denominator: 20, unit: 1, cap: None, no_fourth_street_no_drop: true };
    let house = Rules { rake: Some(rake), showdown_choice: true, allow_open_fold: true, ..Rules::new(3, 5, 15, 30) };
    for &preset in Preset::ALL {
        let rules = house.with_preset(preset);
        assert_eq!((rules.ante, rules.bring_in, rules.small_bet, rules.big_bet), (3, 5, 15, 30));
        assert!(rules.rake == Some(rake) && rules.showdown_choice && rules.allow_open_fold);
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
    }
}
