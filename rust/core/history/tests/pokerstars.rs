//! PokerStars text both ways.

use super::super::*;
use super::simulated;
use crate::error::{Error, Fault};
use crate::game::*;

/// Simulated hands, written and read in one file: equal in all that the text can say; the kinds of hands are counted.
#[test]
fn simulated_hands_come_back() {
    let hands: Vec<Record> = (0..2_000).map(simulated::hand).collect();
    let mut text = String::new();
    for hand in &hands {
        text.push_str(&write_pokerstars(hand, 1).unwrap());
        text.push_str("\n\n\n");
    }
    let mut reader = Reader::new(None, None, Options::default());
    reader.feed(text.as_bytes());
    reader.finish();
    let mut kinds = [0; 8];
    for hand in &hands {
        let read = reader.next_hand().unwrap();
        let source = write_pokerstars(hand, 1).unwrap();
        let read = read.unwrap_or_else(|error| panic!("{error}\n{source}"));
        assert_eq!(read.steps(), simulated::told_steps(hand), "{source}");
        assert_eq!(read.setup().stacks, hand.setup().stacks);
        assert_eq!(read.meta.players, hand.meta.players);
        assert_eq!(read.meta.fields, hand.meta.fields);
        assert!(
            read.meta.inferred.iter().all(|note| note.starts_with("bring-in: ") || note.starts_with("ante: ")),
            "{:?}",
            read.meta.inferred
        );
        let (end, told) = (hand.state(), read.state());
        let payoffs = |state: &State| (0..state.seats()).map(|seat| state.payoff(seat)).collect::<Vec<_>>();
        assert_eq!(payoffs(told), payoffs(end), "{source}");
        let outcome = |record: &Record| -> Vec<Event> {
            let kept =
                |event: &&Event| matches!(event, Event::Return { .. } | Event::Award { .. } | Event::Rake { .. });
            record.events().iter().filter(kept).copied().collect()
        };
        assert_eq!(outcome(&read), outcome(hand), "{source}");
        assert_eq!(write_pokerstars(&read, 1).unwrap(), source);
        let pots = outcome(hand)
            .iter()
            .filter_map(|event| if let Event::Award { pot, .. } = event { Some(*pot) } else { None })
            .max();
        let awards = outcome(hand).iter().filter(|event| matches!(event, Event::Award { pot: 0, .. })).count();
        kinds[0] += usize::from((0..end.seats()).any(|seat| end.contribution(seat) == end.starting_stack(seat)));
        kinds[1] += usize::from(pots >= Some(1));
        kinds[2] += usize::from(pots >= Some(2));
        kinds[3] += usize::from(awards > 1);
        kinds[4] += usize::from(end.community().is_some());
        kinds[5] += usize::from(outcome(hand).iter().any(|event| matches!(event, Event::Rake { .. })));
        kinds[6] += usize::from(!end.mucked().is_empty());
        kinds[7] += usize::from(!read.meta.inferred.is_empty());
    }
    assert!(reader.next_hand().is_none());
    println!("all-in, side pot, two side pots, split, community card, rake, muck, inferred: {kinds:?}");
    assert!(kinds.iter().all(|&count| count >= 10), "{kinds:?}");
}

fn fault(text: &str) -> Fault {
    match read_all(text, None, &Options::default()) {
        Err(Error::File(fault)) => *fault,
        other => panic!("{other:?}\n{text}"),
    }
}

fn sample() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pokerstars.txt");
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn invented_hands() {
    let mut reader = Reader::new(None, None, Options::default());
    reader.feed(sample().replace('\n', "\r\n").as_bytes());
    reader.finish();
    let hands: Vec<Record> = std::iter::from_fn(|| reader.next_hand()).map(Result::unwrap).collect();
    assert_eq!(
        reader.other_games().iter().map(|(game, n)| (game.as_str(), *n)).collect::<Vec<_>>(),
        [("Hold'em Limit", 1)]
    );
    let [cash, horse, tournament, home] = &hands[..] else { panic!("{hands:?}") };
    let field = |record: &Record, name: &str| record.meta.fields.get(name).cloned().unwrap_or_default();
    assert_eq!(cash.meta.players, ["Ann", "a (b): $c.", "a", "Dee"]);
    assert_eq!(cash.setup().stacks, [500, 33, 123_456, 210]);
    assert_eq!((0..4).map(|seat| cash.state().payoff(seat)).collect::<Vec<_>>(), [-5, -33, 37, -2]);
    assert_eq!((cash.state().shown().bits(), tournament.state().mucked().bits()), (0b110, 0b100));
    assert_eq!(field(cash, "seats"), "[1, 2, 4, 6]");
    assert_eq!(
        (field(cash, "hero"), field(cash, "currency"), field(cash, "unit")),
        ("a".into(), "USD".into(), "0.01".into())
    );
    assert_eq!(
        (field(cash, "time"), field(cash, "time_zone"), field(cash, "day")),
        ("09:05:07".into(), "CET".into(), "5".into())
    );
    assert_eq!((field(horse, "mix"), horse.setup().rules.bring_in), ("HORSE".into(), 3));
    assert_eq!(horse.meta.inferred, ["bring-in: not told by this hand, taken from others of the file at these stakes"]);
    assert_eq!(tournament.setup().rules.bring_in, 15);
    assert_eq!((0..3).map(|seat| tournament.state().payoff(seat)).collect::<Vec<_>>(), [188, -180, -8]);
    assert_eq!(
        (field(tournament, "buy_in"), field(tournament, "level_name")),
        ("$200+$15 USD".into(), "Level IV".into())
    );
    assert_eq!((field(home, "club"), field(home, "mix")), ("Club {of} Friends".into(), "8-Game".into()));
    assert_eq!(field(home, "level_name"), "Match Round I, Level IV");
    for hand in &hands {
        let text = write_pokerstars(hand, 1).unwrap();
        let filled = text.replace("Ann: bets $0.10\nDee", "Ann: brings in for $0.03\nDee: raises");
        if filled == text {
            let [again] = &read_all(&text, None, &Options::default()).unwrap()[..] else { panic!() };
            assert_eq!(again, hand, "{text}");
        }
    }
}

/// The showdown of the statement: hole 2h 8d, board Kh 6h 3d 6d, river 4h, low 8-6-4-3-2.
#[test]
fn shown_cards_go_to_their_places() {
    let hand = "\
PokerStars Game #1: Razz Limit (4/8) - 2031/01/01 1:00:00 ET
Seat 1: P (100 in chips)
Seat 2: Q (100 in chips)
P: posts the ante 1
Q: posts the ante 1
*** 3rd STREET ***
Dealt to P [Kh]
Dealt to Q [9c]
P: brings in for 2
Q: calls 2
*** 4th STREET ***
Dealt to P [Kh] [6h]
Dealt to Q [9c] [9s]
P: checks
Q: checks
*** 5th STREET ***
Dealt to P [Kh 6h] [3d]
Dealt to Q [9c 9s] [Ts]
P: checks
Q: checks
*** 6th STREET ***
Dealt to P [Kh 6h 3d] [6d]
Dealt to Q [9c 9s Ts] [Td]
P: checks
Q: checks
*** RIVER ***
P: checks
Q: checks
*** SHOW DOWN ***
P: shows [2h 8d Kh 6h 3d 6d 4h] (Lo: 8,6,4,3,2)
Q: mucks hand
P collected 6 from pot
*** SUMMARY ***
Total pot 6 | Rake 0
";
    let [record] = &read_all(hand, None, &Options::default()).unwrap()[..] else { panic!() };
    let cards: Vec<String> = record
        .state()
        .cards(0)
        .iter()
        .map(|&index| crate::cards::Card::from_index(index).unwrap().to_string())
        .collect();
    assert_eq!(cards, ["2h", "8d", "Kh", "6h", "3d", "6d", "4h"]);
    assert_eq!(record.state().strength(0).unwrap().to_string(), "8-6-4-3-2");
    assert_eq!(record.state().cards(1)[..2], [255, 255]);
}

/// Three antes of 1, bring-in 2, complete to 4, raise to 8, the bring-in folds, the completer calls: the pot is 21.
#[test]
fn the_pot_is_21() {
    let hand = "\
PokerStars Game #1: Razz Limit (4/8) - 2031/01/01 1:00:00 ET
Seat 1: P (100 in chips)
Seat 2: Q (100 in chips)
Seat 3: R (100 in chips)
P: posts the ante 1
Q: posts the ante 1
R: posts the ante 1
*** 3rd STREET ***
Dealt to P [Kh]
Dealt to Q [9c]
Dealt to R [8c]
P: brings in for 2
Q: raises 2 to 4
R: raises 4 to 8
P: folds
Q: calls 4
*** 4th STREET ***
Dealt to Q [9c] [3c]
Dealt to R [8c] [4c]
R: bets 4
Q: folds
Uncalled bet (4) returned to R
R collected 21 from pot
*** SUMMARY ***
Total pot 21 | Rake 0
";
    let [record] = &read_all(hand, None, &Options::default()).unwrap()[..] else { panic!() };
    assert_eq!((0..3).map(|seat| record.state().payoff(seat)).collect::<Vec<_>>(), [-3, -9, 12]);
}

/// Each fault: what is put in the place of what, and the line and words of the refusal.
#[test]
fn faults_say_where_and_why() {
    let mut wrong = Vec::new();
    for (old, new, line, words) in [
        ("Ann: posts the ante $0.02\n", "", 3, "no ante of Ann is told"),
        (
            "Ann: posts the ante $0.02",
            "Ann: posts the ante $0.03",
            9,
            "the ante of a (b): $c.: expected 0.03, found 0.02",
        ),
        ("Ann: brings in for $0.03", "Dee: brings in for $0.03", 18, "who acts: expected Ann, found Dee"),
        (
            "raises $0.07 to $0.10",
            "raises $0.07 to $0.11",
            19,
            "the street total after the wager: expected 0.10, found 0.11",
        ),
        ("raises $0.07 to $0.10", "raises $0.10 to $0.10", 19, "the size of the raise: expected 0.07, found 0.10"),
        (
            "lost with Lo: 9,8,5,4,2",
            "lost with Lo: 9,7,5,4,2",
            48,
            "the low of a (b): $c.: expected 98542, found 97542",
        ),
        ("9s 9c 2d] and lost", "9s 0c 2d] and lost", 48, "expected cards in brackets"),
        ("Ann folded on the 3rd Street\n", "Ann folded on the 4rd Street\n", 47, "no street"),
        ("a: raises $0.10 to $0.20\n", "", 21, "who acts: expected a, found Dee"),
        ("Dee: folds", "Dee: sleeps", 22, "\"sleeps\" is nothing that Dee can do"),
        ("Dee: folds", "Dee: checks", 22, "CHECK: 20 to call"),
        ("calls $0.01 and is", "calls $0.02 and is", 27, "the amount of the call: expected 0.01, found 0.02"),
        ("($0.09) returned to a", "($0.08) returned to a", 28, "the uncalled bet: expected 0.09, found 0.08"),
        ("Uncalled bet ($0.09) returned to a\n", "", 43, "an uncalled bet of 0.09 of a is not told"),
        ("Uncalled bet ($0.09) returned to a\n", "Uncalled bet ($0.09) returned to b\n", 28, "\"b\" is none"),
        ("Dealt to Dee [9h] [9d]\n", "", 74, "no card of Dee is told on street 4"),
        ("[4d 5c] [9s]", "[4c 5c] [9s]", 33, "card 3 of a (b): $c.: expected 4d, found 4c"),
        ("[4d 5c 9s] [9c]", "[4d 5c 9s] [7d]", 42, "card 6 of a (b): $c.: expected 7d, found 9c"),
        ("*** 5th STREET ***", "*** 9th STREET ***", 32, "\"9th STREET\" is no street"),
        ("*** 5th STREET ***", "*** 6th STREET ***", 33, "expected 5 or 3 cards before the new one, found 2"),
        (
            "a: shows [3c 5h 7d Qh 2s Jd Ad] (Lo: 7,5,3,2,A)",
            "a: shows [3c 5h 7d Qh 2s Jd Ad] (Lo: 8,5,3,2,A)",
            43,
            "the low of a: expected 7532A, found 8532A",
        ),
        ("a collected $0.70", "a collected $0.69", 44, "what a collects: expected 0.70, found 0.69"),
        ("pot $0.73 | Rake $0.03", "pot $0.74 | Rake $0.03", 46, "the total pot: expected 0.73, found 0.74"),
        ("Rake $0.03", "Rake $0.02", 44, "what a collects: expected 0.71, found 0.70"),
        ("Total pot $0.73 | Rake $0.03 \n", "", 44, "what a collects"),
        ("Dee folded on the 3rd", "Dee folded on the 4th", 50, "the street on which Dee folds: expected 3, found 4"),
        ("Seat 6: Dee folded", "Seat 6: Del folded", 50, "the player in the seat: expected Dee, found Del"),
        ("won ($0.70)", "won ($0.71)", 49, "what a wins: expected 0.70, found 0.71"),
        ("Hal mucked [Qs Qd Kh Kc Qc Jc 9c]", "Hal mucked [Qs 3d Kh Kc Qc Jc 9c]", 109, "3d has been dealt already"),
        ("Seat 2: a (b)", "Seat 1: a (b)", 4, "seat 1, a (b): $c., is listed twice"),
        ("$1,234.56", "$1,234,56", 5, "\"$1,234,56\" is no amount of money"),
        ("#101:", "#101", 1, "the header of the hand: no number"),
    ] {
        assert!(sample().contains(old), "{old}");
        let found = fault(&sample().replacen(old, new, 1));
        if found.line != line || !found.to_string().contains(words) {
            wrong.push(format!("{old} -> {new}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Comings and goings may have a colon like a deed.
#[test]
fn sitting_out_is_no_deed() {
    let text = sample()
        .replace("Dee is disconnected", "Dee: sits out")
        .replace("Zo\u{eb} & [Co] leaves the table", "Dee: is sitting out");
    assert_eq!(read_all(&text, None, &Options::default()).map(|hands| hands.len()), Ok(4));
}

/// A bring-in that no hand of the file tells is reported.
#[test]
fn an_untold_bring_in() {
    let text = sample();
    let horse = &text[text.find("PokerStars Hand #103").unwrap()..text.find("PokerStars Hand #104").unwrap()];
    let found = fault(horse);
    assert_eq!((found.line, found.hand.as_deref()), (10, Some("103")));
    assert!(found.message.starts_with("the bring-in is not told"), "{found}");
    // One behind it in the file is as good as one before.
    let cash = &text[..text.find("PokerStars Game #102").unwrap()];
    let hands = read_all(&format!("{horse}\n\n\n{cash}"), None, &Options::default()).unwrap();
    assert_eq!(hands.iter().map(|hand| hand.setup().rules.bring_in).collect::<Vec<_>>(), [3, 3]);
    // Two that differ are as bad as none.
    let other = cash
        .replace("brings in for $0.03", "brings in for $0.05")
        .replace("$0.70", "$0.72")
        .replace("$0.73", "$0.75")
        .replace("#101", "#106");
    let other = other.replace("raises $0.07 to", "raises $0.05 to");
    let text = format!("{cash}\n\n\n{other}\n\n\n{horse}");
    assert!(fault(&text).message.starts_with("the bring-in is not told"));
}
