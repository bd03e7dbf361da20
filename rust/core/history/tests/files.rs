//! Files as they come: of several sites, indented, endless, of nothing at all.

use super::super::*;
use crate::error::Error;

fn file(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// How many hands are read, and the faults of the others.
fn read(text: &str) -> (usize, Vec<String>) {
    let mut reader = Reader::new(None, None, Options::default());
    let (mut hands, mut faults) = (0, Vec::new());
    let mut take = |reader: &mut Reader| {
        while let Some(hand) = reader.next_hand() {
            match hand {
                Ok(_) => hands += 1,
                Err(Error::File(fault)) => faults.push(fault.to_string()),
                Err(other) => panic!("{other:?} has no place"),
            }
        }
    };
    for piece in text.as_bytes().chunks(1 << 16) {
        reader.feed(piece);
        take(&mut reader);
    }
    reader.finish();
    take(&mut reader);
    (hands, faults)
}

/// Hands of several sites in one file, with one empty line between them or more.
#[test]
fn sites_one_behind_the_other() {
    let sites = ["pokerstars.txt", "fulltilt.txt", "winamax.txt", "kingsclub.txt", "merge.xml"].map(file);
    let alone: usize = sites.iter().map(|text| read(text).0).sum();
    for between in ["\n\n", "\n\n\n\n"] {
        for turn in 0..sites.len() {
            let turned: Vec<&str> = (0..sites.len()).map(|i| sites[(turn + i) % sites.len()].trim_end()).collect();
            assert_eq!(read(&turned.join(between)), (alone, vec![]), "{turn}");
        }
    }
    // What one site does not tell is not taken from another.
    let horse = file("pokerstars.txt");
    let horse = &horse[horse.find("PokerStars Hand #103").unwrap()..horse.find("PokerStars Hand #104").unwrap()];
    let other = "Full Tilt Poker Game #1: Table I (6 max) - $0.10/$0.20 Ante $0.02 - Limit Razz - 9:15:00 ET - \
                 2031/04/01\nSeat 1: P ($5)\nSeat 2: Q ($5)\nP antes $0.02\nQ antes $0.02\n*** 3RD STREET ***\nDealt to P \
                 [4s]\nDealt to Q [5h]\nQ is high with [5h]\nQ brings in for $0.03\nP folds\nUncalled bet of $0.03 returned \
                 to Q\nQ wins the pot ($0.04)\n*** SUMMARY ***\nTotal pot $0.04 | Rake $0\n";
    assert_eq!(read(other), (1, vec![]));
    let (hands, faults) = read(&format!("{horse}\n\n\n{other}"));
    assert_eq!((hands, faults.len()), (1, 1));
    assert!(faults[0].contains("the bring-in is not told"), "{faults:?}");
}

/// Hands in PHH or JSON behind those of a site are refused, not passed over.
#[test]
fn records_behind_hands_of_a_site() {
    for (name, line) in [("three.phhs", 163), ("one.jsonl", 161)] {
        let records = match name {
            "one.jsonl" => {
                format!("{}\n", read_all(&file("winamax.txt"), None, &Options::default()).unwrap()[0].to_json())
            }
            _ => file(name),
        };
        let (hands, faults) = read(&format!("{}\n\n\n{records}", file("pokerstars.txt").trim_end()));
        assert_eq!(hands, 4);
        assert!(faults[0].starts_with(&format!("line {line}, column 1: PHH or JSON among hands")), "{faults:?}");
    }
}

/// A text whose lines only look like hands from afar is refused once, however long it is.
#[test]
fn what_is_no_history() {
    let indented: String = file("pokerstars.txt").lines().map(|line| format!("  {line}\n")).collect();
    for text in [indented, "x".repeat(3 << 20) + "\n" + &file("pokerstars.txt"), "Dear diary\n".repeat(300_000)] {
        let (hands, faults) = read(&text);
        assert_eq!((hands, faults.len()), (0, 1));
        assert!(faults[0].contains("the format is not recognised"), "{faults:?}");
    }
    assert_eq!(read(" \n\r\n"), (0, vec![]));
}

/// Endless hands take time in proportion to their length.
#[test]
fn endless_hands() {
    let start = "PokerStars Game #1: Razz Limit (4/8)\nSeat 1: P (100 in chips)\nSeat 2: Q (100 in chips)\n";
    for line in ["P: posts the ante 1\nDealt to P [Kh]\n", "Seat 3: R (1 in chips)\n", "P: folds\n", "P said, \"x\"\n"]
    {
        let (hands, faults) = read(&format!("{start}{}", line.repeat(100_000)));
        assert!(hands == 0 && !faults.is_empty(), "{faults:?}");
    }
}

/// Lines that end with a carriage return alone, as files of old Macs have it, in pieces of any size.
#[test]
fn bare_carriage_returns() {
    for name in ["pokerstars.txt", "winamax.txt", "merge.xml", "three.phhs"] {
        let text = file(name);
        let (hands, faults) = read(&text);
        let bare = text.replace('\n', "\r");
        assert_eq!(read(&bare), (hands, faults.clone()), "{name}");
        let mut reader = Reader::new(None, None, Options::default());
        bare.as_bytes().chunks(1).for_each(|byte| reader.feed(byte));
        reader.finish();
        assert_eq!(std::iter::from_fn(|| reader.next_hand()).filter(Result::is_ok).count(), hands, "{name}");
    }
    // Of one that stands among other ends of lines nothing is made.
    assert_eq!(read(&file("pokerstars.txt").replace('\n', "\r\n")), read(&file("pokerstars.txt")));
}
