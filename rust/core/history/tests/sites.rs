//! Invented hands of the sites that are only read.

use super::super::*;
use crate::game::*;

/// Hands of a file of tests/data, and the other games in it.
fn read(name: &str, change: impl Fn(String) -> Vec<u8>) -> (Vec<Record>, Vec<(String, u64)>) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut reader = Reader::new(None, None, Options::default());
    for piece in change(text).chunks(1_000) {
        reader.feed(piece);
    }
    reader.finish();
    let hands =
        std::iter::from_fn(|| reader.next_hand()).map(|hand| hand.unwrap_or_else(|error| panic!("{error}"))).collect();
    (hands, reader.other_games().iter().map(|(game, count)| (game.clone(), *count)).collect())
}

fn payoffs(record: &Record) -> Vec<i64> {
    (0..record.state().seats()).map(|seat| record.state().payoff(seat)).collect()
}

fn field<'a>(record: &'a Record, name: &str) -> &'a str {
    record.meta.fields.get(name).map_or("", String::as_str)
}

#[test]
fn full_tilt() {
    let utf_16 = |text: String| {
        let text = text.replace('\n', "\r\n");
        [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let (hands, others) = read("fulltilt.txt", utf_16);
    assert_eq!(others, [("Pot Limit Hold'em".to_owned(), 1)]);
    let [cash, all_in, last] = &hands[..] else { panic!("{hands:?}") };
    assert_eq!(payoffs(cash), [-5, 38, -36]);
    assert_eq!(cash.meta.players, ["Ann", "Zoë B.", "Cyd"]);
    assert!(cash.setup().rules.table_all_in_hands && cash.meta.inferred.is_empty());
    assert_eq!((field(cash, "table"), field(cash, "seat_count"), field(cash, "hero")), ("Invented", "6", "Ann"));
    assert_eq!((field(cash, "time"), field(cash, "time_zone"), field(cash, "year")), ("09:15:00", "CET", "2031"));
    assert_eq!(payoffs(all_in), [2, 2, -4]);
    assert_eq!((field(all_in, "tournament"), field(all_in, "table"), field(all_in, "unit")), ("33000", "2", "1"));
    assert_eq!(
        all_in.meta.inferred,
        ["bring-in: not told by this hand, taken from others of the file at these stakes"]
    );
    assert_eq!((payoffs(last), last.setup().rules.bring_in), (vec![7, -7], 10));
}

#[test]
fn winamax() {
    let (hands, others) = read("winamax.txt", String::into_bytes);
    assert_eq!(others, [("Holdem no limit".to_owned(), 1)]);
    let [cash, tournament] = &hands[..] else { panic!("{hands:?}") };
    assert_eq!((cash.setup().stacks[2], field(cash, "currency"), field(cash, "unit")), (143_005, "EUR", "0.01"));
    assert_eq!(payoffs(cash), [-36, -21, 54]);
    assert_eq!(cash.setup().rake, Some(vec![3]));
    assert_eq!(cash.state().pots().as_slice().iter().map(|pot| pot.amount).collect::<Vec<_>>(), [63, 30]);
    assert_eq!(payoffs(tournament), [-15, 15]);
    assert!(field(tournament, "event").starts_with("\"Razz du dimanche\""));
}

#[test]
fn kings_club() {
    let (hands, others) = read("kingsclub.txt", String::into_bytes);
    assert_eq!(others, [("Limit Stud8".to_owned(), 1)]);
    let [hand] = &hands[..] else { panic!("{hands:?}") };
    assert_eq!((hand.setup().stacks.clone(), payoffs(hand)), (vec![106_050, 35_840], vec![-17_000, 16_500]));
    assert_eq!(hand.state().mucked().bits(), 1);
}

#[test]
fn merge() {
    let (hands, others) = read("merge.xml", String::into_bytes);
    assert_eq!(others, [("gametype 3".to_owned(), 1)]);
    let [hand] = &hands[..] else { panic!("{hands:?}") };
    // The dealer's left is dealt first, and only who is dealt in.
    assert_eq!(hand.meta.players, ["Cyd", "Ann & Co", "Bob"]);
    assert_eq!((field(hand, "seats"), field(hand, "hero")), ("[6, 3, 5]", "Ann & Co"));
    assert_eq!(payoffs(hand), [155, -15, -155]);
    assert_eq!(hand.meta.inferred, ["rake 0.15: the pot less what was paid; the file does not tell it"]);
}

/// What is changed, and the words of the refusal.
#[test]
fn faults() {
    let mut wrong = Vec::new();
    for (file, old, new, line, words) in [
        (
            "fulltilt.txt",
            "Ann is high with [Kd]",
            "Cyd is high with [5h]",
            14,
            "the highest door card: expected Ann, found Cyd",
        ),
        ("fulltilt.txt", "is high with [Kd]", "is high with [Kh]", 14, "card 3 of Ann: expected Kd, found Kh"),
        ("fulltilt.txt", "(Total Pot: $0.77, ", "(Total Pot: $0.78, ", 30, "the pot: expected 0.77, found 0.78"),
        ("fulltilt.txt", "wins the pot ($0.74) with J,7", "wins the pot ($0.74) with J,8", 41, "the low of Zo"),
        ("fulltilt.txt", "Ann folded on 3rd St.", "Ann folded on 2nd St.", 44, "is no street"),
        ("winamax.txt", "raises 0.05€ to 0.15€", "raises 0.06€ to 0.15€", 26, "expected 0.05, found 0.06"),
        (
            "winamax.txt",
            "(High card : King)",
            "(High card : Queen)",
            45,
            "the low of Bob x: expected KQ65A, found Q as the highest card",
        ),
        ("winamax.txt", "lost with High card : King", "lost with High card : X", 51, "\"X\" is no rank"),
        ("kingsclub.txt", "(523.40) +165", "(523.40) +166", 38, "what Bob gains: expected +165.00, found +166.00"),
        ("merge.xml", "hand=\"7-", "hand=\"8-", 53, "the low of Cyd"),
        ("fulltilt.txt", "Cyd antes $0.02\n", "", 4, "no ante of Cyd is told"),
        ("fulltilt.txt", "$0.04, and is all in", "$0.04", 0, ""),
        ("fulltilt.txt", "Cyd shows [Ks Kh 5h 6d]\n", "", 0, ""),
        ("fulltilt.txt", "Cyd raises to $0.20", "Cyd raises to $0.15", 18, "expected 0.20, found 0.15"),
        ("fulltilt.txt", "side pot (1)", "side pot (x)", 91, "\"x\" is no amount of money"),
        ("fulltilt.txt", "Side pot 2.", "Side pot 3.", 97, "side pot 1: expected 2, found 3"),
        (
            "fulltilt.txt",
            "Uncalled bet of 1 returned",
            "Uncalled bet of 2 returned",
            65,
            "the uncalled bet: expected 1, found 2",
        ),
        ("winamax.txt", "0.40€ from side", "0.41€ from side", 48, "what Cyd collects"),
        ("winamax.txt", "raises 0.03€ to 0.05€", "raises 0.03€", 15, "expected raises AMOUNT to AMOUNT"),
        ("winamax.txt", "(5/30/60)", "(5/30)", 61, "expected the stakes as (ante/small bet/big bet)"),
        (
            "kingsclub.txt",
            "(523.40) +165",
            "(523.50) +165",
            38,
            "the final stack of Bob: expected 523.40, found 523.50",
        ),
        ("kingsclub.txt", "Rake 5", "Rake 6", 40, "what Bob collects"),
        ("merge.xml", "player=\"6\" amount=\"0.50\"", "player=\"7\" amount=\"0.50\"", 22, "player \"7\" is none"),
        ("merge.xml", "<description type=\"Razz\" stakes=\"Limit $0.50/$1\"/>\n", "", 1, "no <description> above"),
        ("merge.xml", "id=\"FIFTH_STREET\"", "id=\"FIFTH\"", 31, "\"FIFTH\" is no round"),
        ("merge.xml", "amount=\"3.10\"", "amount=\"3.30\"", 53, "what Cyd collects: expected 3.25, found 3.30"),
    ] {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        match read_all(&text.replacen(old, new, 1), None, &Options::default()) {
            Ok(_) if line == 0 => {}
            Err(crate::Error::File(fault)) if fault.line == line && fault.to_string().contains(words) => {}
            other => wrong.push(format!("{file}: {old} -> {new}: {:?}", other.map(|hands| hands.len()))),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A site's own way of playing shows in a hand and is noted, not passed over in silence.
#[test]
fn ways_of_playing_are_noted() {
    let path = format!("{}/tests/data/kingsclub.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    // Nobody bets at the end, and the low board shows first.
    let text = text
        .replace("Bob bets 80\nAnn calls 80\n", "Bob checks\nAnn checks\n")
        .replace("(890.50) -170", "(970.50) -90")
        .replace("(523.40) +165", "(443.40) +85")
        .replace("pot (335)", "pot (175)");
    let hands = read_all(&text, None, &Options::default()).unwrap();
    assert_eq!(hands[0].meta.inferred, ["no_bet_show LOW_BOARD: the hand is legal and adds up only so"]);
    assert_eq!(hands[0].setup().rules.no_bet_show, NoBetShow::LowBoard);
}
