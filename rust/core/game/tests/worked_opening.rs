//! Section 5 of rules.md: who opens fourth to seventh street.

use super::table::{EXAMPLE, Table};
use crate::game::*;

/// Who opens with these up-cards ("Kc Jd 3s"), all of one length.
fn opener(rules: Rules, boards: &[&str]) -> String {
    let hands: Vec<String> = boards.iter().map(|board| format!("-- -- {board}")).collect();
    let street = 2 + boards[0].split(' ').count() as u8;
    let mut table = Table::new(rules, &vec![100; boards.len()], &hands.iter().map(String::as_str).collect::<Vec<_>>());
    table.check_to(street).to_act()
}

#[test]
fn section_5_r12_to_r15_h5_the_lowest_board_opens() {
    for (boards, seat) in [
        (["7c 7d 6h", "Kc Jd 3h"], "2"),
        (["8c 4d 4h", "9c 3d 3h"], "2"),
        (["2c 2d 3h", "Ac Ad Kh"], "2"),
        (["Jc 7d 7h 6s", "9c 4d 3h 3s"], "2"),
        (["8c 2d", "7c 6d"], "2"),
        (["5c 5d 5h", "Kc Qd Qh"], "2"),
        (["Kc Kd Qh Qs", "Ac Ad 2h 3s"], "2"),
        (["2c 2d 2h 3s", "Kc Kd Qh Qs"], "2"),
        (["2c 2d 2h 2s", "Kc Kd Kh Qs"], "2"),
        (["8c 2d 3h", "8d 4c Ah"], "1"),
    ] {
        assert_eq!(opener(EXAMPLE, &boards), seat, "{boards:?}");
    }
}

#[test]
fn section_5_equal_boards() {
    let boards = ["9c 4s", "9s 4h", "9d 4d"];
    for (board_tie, seat) in [(BoardTie::Position, "1"), (BoardTie::HighSuit, "2"), (BoardTie::LowSuit, "1")] {
        assert_eq!(opener(Rules { board_tie, ..EXAMPLE }, &boards), seat, "{board_tie:?}");
    }
    // the highest up-card is by rank first: the king, not the pair; of two kings the higher suit
    let boards = ["4s 4h Kc", "4c 4d Kd"];
    assert_eq!(opener(Rules { board_tie: BoardTie::HighSuit, ..EXAMPLE }, &boards), "2");
    let boards = ["Ks Kc 4h", "Kh Kd 4s"];
    assert_eq!(opener(Rules { board_tie: BoardTie::HighSuit, ..EXAMPLE }, &boards), "1");
    assert_eq!(opener(Rules { board_tie: BoardTie::LowSuit, ..EXAMPLE }, &boards), "2");
}

#[test]
fn section_5_an_all_in_opener_passes_the_turn_clockwise() {
    let hands = ["-- -- 9c 9d", "-- -- 2c 3c", "-- -- Kc Qc", "-- -- 4c 5c"];
    let mut table = Table::new(EXAMPLE, &[100, 3, 100, 100], &hands);
    table.check_to(4);
    assert_eq!((table.state().stack(1), table.legal()), (0, "3: check, bet 10".into()));
    // the tie is resolved first: the higher suit holds the duty and passes it on
    let rules = Rules { board_tie: BoardTie::HighSuit, ..EXAMPLE };
    let hands = ["-- -- 2c 3c", "-- -- 9c 9d", "-- -- 2d 3d", "-- -- Kc Qc"];
    let mut table = Table::new(rules, &[100, 100, 3, 100], &hands);
    assert_eq!(table.check_to(4).to_act(), "4");
    // a folded board does not count
    let mut table = Table::new(EXAMPLE, &[100; 3], &["-- -- 2c 3c", "-- -- 9c 9d", "-- -- Kc Qc"]);
    table.play("3 bring-in, 1 fold, 2 call");
    assert_eq!(table.to_act(), "3");
}

#[test]
fn section_5_seventh_street_goes_by_up_cards_only() {
    let hands = ["2c 3c 9c 8c 7c 6c Ac", "Kh Kd 4d 5d 7d 6d Ks"];
    let mut table = Table::new(EXAMPLE, &[100; 2], &hands);
    table.check_to(7);
    assert_eq!((table.state().street(), table.to_act()), (7, "2".into()));
}
