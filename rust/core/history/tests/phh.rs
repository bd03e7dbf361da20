//! PHH both ways.

use super::super::*;
use crate::error::{Error, Fault};
use crate::game::*;
use crate::rng::Philox;

const SAMPLE: &str = "\
variant = 'FR'
ante_trimming_status = true
antes = [1, 1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
actions = [
  'd dh p1 2c3cKs', 'd dh p2 ????4d', # a comment of TOML
  'd dh p3 5c6cJc',
  'p1 pb', 'p2 cbr 4 # completes', 'p3 cbr 8',
  'p1 f', 'p2 cc',
  'd dh p2 5d', 'd dh p3 Jd', 'p2 cbr 4', 'p3 f',
]
players = ['Ann', 'Bob', \"Cyd's\"]
finishing_stacks = [97, 112, 91]
winnings = [0, 21, 0]
hand = 7
time = 10:24:42
_mine = [1, 'x', 0.5]
";

fn hand(text: &str) -> Record {
    match read_all(text, None, &Options::default()) {
        Ok(records) if records.len() == 1 => records.into_iter().next().unwrap(),
        other => panic!("{other:?}\n{text}"),
    }
}

fn fault(text: &str) -> Fault {
    match read_all(text, None, &Options::default()) {
        Err(Error::File(fault)) => *fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hand() {
    let record = hand(SAMPLE);
    let state = record.state();
    assert_eq!(state.phase(), Phase::End);
    assert_eq!((0..3).map(|seat| state.payoff(seat)).collect::<Vec<_>>(), [-3, 12, -9]);
    assert_eq!(record.meta.players, ["Ann", "Bob", "Cyd's"]);
    assert_eq!(record.meta.fields["hand"], "7");
    assert_eq!(record.meta.fields["time"], "10:24:42");
    assert_eq!(record.meta.fields["_mine"], "[1, 'x', 0.5]");
    assert_eq!(state.cards(1)[..2], [255, 255]);
    let again = hand(&phh::write(&record).unwrap());
    assert_eq!(again, record);
}

#[test]
fn decimals_are_exact() {
    let text = SAMPLE
        .replace("[1, 1, 1]", "[0.01, 0.01, 0.01]")
        .replace("bring_in = 2", "bring_in = 0.02")
        .replace("small_bet = 4", "small_bet = 0.04")
        .replace("big_bet = 8", "big_bet = 0.08")
        .replace("100, 100, 100", "1.00, 1.00, 1")
        .replace("cbr 4", "cbr 0.04")
        .replace("cbr 8", "cbr 0.08")
        .replace("[97, 112, 91]", "[0.97, 1.12, 0.91]")
        .replace("[0, 21, 0]", "[0, 0.21, 0.0]");
    let record = hand(&text);
    assert_eq!(record.meta.fields["unit"], "0.01");
    assert_eq!(record.steps(), hand(SAMPLE).steps());
    assert_eq!(record.setup(), hand(SAMPLE).setup());
    assert_eq!(hand(&phh::write(&record).unwrap()), record);
}

/// Each fault: what is put in the place of what, and the line, column and words of the refusal.
#[test]
fn faults_say_where_and_why() {
    let mut wrong = Vec::new();
    for (old, new, line, column, words) in [
        ("'FR'", "7", 1, 11, "variant: expected \"FR\", found a value of type integer"),
        ("antes = [1, 1, 1]\n", "", 1, 1, "the field antes is missing"),
        ("[1, 1, 1]", "[1, 1, 2]", 3, 16, "antes[2]: all antes have to be equal"),
        ("[1, 1, 1]", "[1, 1, -1]", 3, 16, "antes[2]: expected an amount of at least 0"),
        ("bring_in = 2", "bring_in = 4", 4, 12, "bring_in 4: expected less than small_bet 4"),
        ("bring_in = 2", "bring_in = ", 4, 12, "TOML"),
        ("bring_in = 2", "bring_on = 2", 4, 1, "\"bring_on\" is no field"),
        ("[100, 100, 100]", "[100, 100]", 7, 19, "2 stacks, but 3 antes"),
        ("[100, 100, 100]", "[100, 0, 100]", 1, 1, "stacks[1] is 0"),
        ("2c3cKs", "2c3cZs", 9, 16, "'Z' is no rank"),
        ("2c3cKs", "2c3c", 11, 4, "BRING_IN: a card for seat 0 is pending"),
        ("2c3cKs", "2c3cKs4h", 9, 12, "4 cards for p1: 3 are due"),
        ("????4d", "??????", 9, 30, "the up-card of seat 1 must be known"),
        ("5c6cJc", "5c6c2c", 10, 12, "2c has been dealt already"),
        ("p1 pb", "p2 pb", 11, 4, "player 2 acts out of turn: player 1 is to act"),
        ("p1 pb", "p1 f", 11, 4, "FOLD: the bring-in of 2 is due"),
        ("p1 pb", "p9 pb", 11, 4, "\"p9\" is no player: expected p1 to p3"),
        ("cbr 8", "cbr 7", 11, 37, "RAISE goes to 8 here, found 7"),
        ("cbr 8", "cbr x", 11, 44, "\"x\" is no amount"),
        ("'p1 f'", "'p1 jumps'", 12, 4, "\"p1 jumps\" is no action"),
        ("'d dh p3 Jd', ", "", 13, 18, "a card for seat 2 is pending"),
        ("'p3 f',\n", "\n", 13, 32, "the actions end before the hand does: player 3 is to act"),
        ("[97, 112, 91]", "[97, 111, 92]", 16, 25, "finishing_stacks[1]"),
        ("[97, 112, 91]", "[97, 112]", 16, 20, "finishing_stacks: one for each player"),
        ("[0, 21, 0]", "[0, 25, 0]", 17, 16, "winnings[1]"),
        ("hand = 7", "hand = 7.5", 18, 1, "hand: expected a string or a whole number"),
        ("'Bob', ", "", 15, 11, "players: one for each stack"),
    ] {
        assert!(SAMPLE.contains(old), "{old}");
        let found = fault(&SAMPLE.replacen(old, new, 1));
        if (found.line, found.column) != (line, column) || !found.message.contains(words) {
            wrong.push(format!("{old} -> {new}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let found = fault(&SAMPLE.replace("[97, 112, 91]", "[97, 111, 92]"));
    assert_eq!((found.expected.as_deref(), found.found.as_deref()), (Some("112"), Some("111")));
    assert_eq!(found.hand.as_deref(), Some("7"));
}

#[test]
fn other_games_are_named() {
    assert!(fault("variant = 'NT'\n").message.contains("variant \"NT\": expected \"FR\", Razz"));
    let mut reader = Reader::new(None, None, Options::default());
    reader.feed(format!("[1]\nvariant = 'NT'\n[2]\n{SAMPLE}[3]\nvariant = 'NT'\n[4]\nvariant = 'FT'\n").as_bytes());
    reader.finish();
    assert_eq!(reader.next_hand(), Some(Ok(hand(SAMPLE))));
    assert_eq!(reader.next_hand(), None);
    assert_eq!(reader.format(), Some(Format::Phhs));
    assert_eq!(
        reader.other_games().iter().map(|(name, count)| (name.as_str(), *count)).collect::<Vec<_>>(),
        [("FT", 1), ("NT", 2)]
    );
}

#[test]
fn short_stacks_need_trimming() {
    let text = SAMPLE.replace("ante_trimming_status = true\n", "").replace("[1, 1, 1]", "[5, 5, 5]");
    let found = fault(&text.replace("100, 100, 100", "100, 4, 100"));
    assert!(found.message.contains("starting_stacks[1] is below the ante"), "{found}");
    assert_eq!((found.line, found.column), (6, 25));
}

/// Whole and unfinished hands under all options come back equal.
#[test]
fn random_hands_come_back() {
    for index in 0..2_000 {
        let mut rng = Philox::new(11, index, 0);
        let setup = crate::game::tests::playout::random_setup(&mut rng);
        let mut record = Record::start(setup).unwrap();
        let steps = if index % 3 == 0 { index % 60 } else { 1_000 };
        for _ in 0..steps {
            if record.state().phase() == Phase::End {
                break;
            }
            crate::game::tests::playout::random_step(&mut record, index % 4 == 0, &mut rng);
        }
        record.meta.fields.insert("hand".to_owned(), index.to_string());
        record.meta.fields.insert("site".to_owned(), "a 'site'\n".to_owned());
        if index % 2 == 0 {
            record.meta.fields.insert("unit".to_owned(), "0.001".to_owned());
        }
        let text = phh::write(&record).unwrap();
        assert_eq!(hand(&text), record, "{text}");
    }
}

/// A raise to just what the only opponent has left, below the fixed amount: accepted on import and noted.
#[test]
fn a_covering_raise() {
    let text = SAMPLE
        .replace("100, 100, 100", "100, 7, 100")
        .replace("'p3 cbr 8'", "'p3 cc'")
        .replace("'p1 f', 'p2 cc',", "'p1 f',")
        .replace(
            "'d dh p2 5d', 'd dh p3 Jd', 'p2 cbr 4', 'p3 f',",
            "'d dh p2 5d', 'd dh p3 Jd', 'p2 cc', 'p3 cbr 2', 'p2 cc', 'p2 sm 7c8c4d5d', 'p3 sm -', 'd dh p2 9d', 'd dh p3 Qd', 'd dh p2 Td', 'd dh p3 Qh', 'd dh p2 8d', 'd dh p3 Qc'",
        )
        .replace("[97, 112, 91]", "[97, 17, 93]")
        .replace("[0, 21, 0]", "[0, 17, 0]");
    let record = hand(&text);
    assert!(record.setup().import);
    assert_eq!(record.meta.inferred.len(), 1, "{:?}", record.meta.inferred);
    assert_eq!(hand(&phh::write(&record).unwrap()), record);
    let found = fault(&text.replace("'p3 cbr 2'", "'p3 cbr 1'"));
    assert!(found.message.contains("BET goes to 4 here, found 1"), "{found}");
}

#[test]
fn faults_of_one_hand_leave_the_others() {
    let bad = SAMPLE.replace("'p1 pb'", "'p1 f'");
    let mut reader = Reader::new(None, None, Options::default());
    for byte in format!("[1]\n{SAMPLE}\n[2]\n{bad}\n[3]\n{SAMPLE}").bytes() {
        reader.feed(&[byte]);
    }
    reader.finish();
    let found: Vec<_> = std::iter::from_fn(|| reader.next_hand()).collect();
    assert_eq!(found.len(), 3);
    assert_eq!((&found[0], &found[2]), (&Ok(hand(SAMPLE)), &Ok(hand(SAMPLE))));
    let Err(Error::File(fault)) = &found[1] else { panic!("{found:?}") };
    assert_eq!((fault.line, fault.column), (22 + 12, 4));
}
