//! JSON: byte-stable round trips, strict reading, and states that are refused because they cannot be.

use super::playout::{games, random_setup, random_step};
use super::table::{EXAMPLE, Table};
use crate::game::*;
use crate::rng::{Philox, Rng};

#[test]
fn everything_round_trips_byte_for_byte() {
    for index in 0..games() {
        let mut rng = Philox::new(31, index, 0);
        let mut record = Record::start(random_setup(&mut rng)).unwrap();
        let steps = rng.below(60);
        for _ in 0..steps {
            if record.state().phase() == Phase::End {
                break;
            }
            random_step(&mut record, index % 2 == 0, &mut rng);
        }
        record.meta.players = vec!["Ann \"X\"".into(), "Björn\n".into()];
        record.meta.fields.insert("hand".into(), "7".into());
        let text = record.to_json();
        let back = Record::from_json(&text).unwrap();
        assert_eq!((back.to_json(), back.events(), back.state()), (text, record.events(), record.state()));
        let text = record.state().to_json();
        assert_eq!(State::from_json(&text).unwrap().to_json(), text);
        for view in (0..record.state().seats()).map(|seat| record.view(seat).unwrap()) {
            assert_eq!(View::from_json(&view.to_json()).unwrap().to_json(), view.to_json());
        }
        let text = record.setup().rules.to_json();
        assert_eq!(Rules::from_json(&text), Ok(record.setup().rules));
    }
}

#[test]
fn the_format_of_rules() {
    let rake = Rake {
        numerator: 1,
        denominator: 20,
        unit: 5,
        cap: std::num::NonZeroU64::new(3),
        no_fourth_street_no_drop: true,
    };
    let rules = Rules { rake: Some(rake), ..EXAMPLE.with_preset(Preset::Robert) };
    assert_eq!(
        rules.to_json(),
        concat!(
            r#"{"format":"razz.rules","version":1,"ante":1,"bring_in":2,"small_bet":10,"big_bet":20,"#,
            r#""rake":{"numerator":1,"denominator":20,"unit":5,"cap":3,"no_fourth_street_no_drop":true},"max_bets":4,"#,
            r#""heads_up_cap":"UNCAPPED_IF_HEADS_UP_BEFORE_CAP","reopen":"HALF","short_bring_in":"FULL","#,
            r#""all_in_bring_in":"OPTIONAL","board_tie":"POSITION","no_bet_show":"LOW_BOARD","#,
            r#""table_all_in_hands":false,"odd_chip":"LOW_SUIT","short_deck":"ROBERT","community_opener":"RECOMPUTE","#,
            r#""showdown_choice":false,"allow_open_fold":false}"#
        )
    );
}

/// The texts that come of taking out one `"name":value` after another, at any depth.
fn without_each_field(text: &str) -> Vec<(String, String)> {
    fn visit(value: &serde_json::Value, path: &mut Vec<String>, fields: &mut Vec<Vec<String>>) {
        let children: Vec<(String, &serde_json::Value)> = match value {
            serde_json::Value::Object(object) => object.iter().map(|(name, child)| (name.clone(), child)).collect(),
            serde_json::Value::Array(array) => array.iter().take(1).map(|child| ("0".to_owned(), child)).collect(),
            _ => Vec::new(),
        };
        for (name, child) in children {
            path.push(name);
            if value.is_object() {
                fields.push(path.clone());
            }
            visit(child, path, fields);
            path.pop();
        }
    }
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut fields = Vec::new();
    visit(&value, &mut Vec::new(), &mut fields);
    let mut texts = Vec::new();
    for path in fields {
        let mut copy = value.clone();
        let (name, parents) = path.split_last().unwrap();
        let parent = parents.iter().fold(&mut copy, |at, name| match at {
            serde_json::Value::Array(array) => &mut array[0],
            other => &mut other[name.as_str()],
        });
        parent.as_object_mut().unwrap().remove(name);
        texts.push((path.join("."), copy.to_string()));
    }
    texts
}

#[test]
fn a_missing_an_unknown_and_a_repeated_field_are_errors() {
    let rake = Rake { numerator: 1, denominator: 20, unit: 5, cap: None, no_fourth_street_no_drop: true };
    let mut setup = Setup::new(&Rules { rake: Some(rake), ..EXAMPLE }, &[100; 3]);
    setup.absent = SeatSet::from_bits(4);
    let mut table = Table::with(setup, &["Ac 2c 3c", "-- -- Kd", "-- -- 9h"], None);
    table.play("2 bring-in");
    let view = table.record.view(0).unwrap();
    type Reads = fn(&str) -> bool;
    let formats: [(String, Reads, usize); 4] = [
        (table.record.setup().rules.to_json(), |text| Rules::from_json(text).is_ok(), 25),
        (table.state().to_json(), |text| State::from_json(text).is_ok(), 50),
        (view.to_json(), |text| View::from_json(text).is_ok(), 54),
        // a step has what its kind needs
        (table.record.to_json(), |text| Record::from_json(text).is_ok(), 38),
    ];
    for (text, reads, least) in formats {
        assert!(reads(&text), "{text}");
        let shortened = without_each_field(&text);
        assert!(shortened.len() >= least, "{} {text}", shortened.len());
        for (field, shorter) in shortened {
            assert!(!reads(&shorter), "{field}");
        }
        assert!(!reads(&text.replacen('{', r#"{"more":1,"#, 1)));
        let format = &text[1..text.find(',').unwrap()];
        assert!(!reads(&text.replacen('{', &format!("{{{format},"), 1)));
        assert!(!reads(&text.replacen(r#""version":1"#, r#""version":2"#, 1)));
        assert!(!reads(&text.replacen("razz.", "razz,", 1)));
        assert!(!reads(&text[..text.len() - 1]));
        assert!(!reads(&format!("{text} 1")));
    }
}

/// One replacement in the JSON of a state, and what is said about it.
fn refused(state: &State, changes: &[(&str, &str, &str)]) {
    let text = state.to_json();
    assert_eq!(&State::from_json(&text).unwrap(), state);
    for (from, to, fault) in changes {
        assert!(text.contains(from), "{from} {text}");
        let error = State::from_json(&text.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.contains(fault), "{from} to {to}: {error}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    let mut table = Table::new(EXAMPLE, &[100; 3], &["Ac 2c 3c 4c", "Ad 2d Kd Qd", "Ah 2h 9h 8h"]);
    refused(
        table.state(),
        &[
            (r#""bring_in_due":true"#, r#""bring_in_due":false"#, "to_act"),
            (r#""may_decline":false"#, r#""may_decline":true"#, "to_act"),
            (r#""to_act":1"#, r#""to_act":3"#, "no such seat"),
            (r#""to_act":1"#, r#""to_act":null"#, "to_act"),
            (r#""phase":"BET""#, r#""phase":"END""#, "to_act"),
            (r#""phase":"BET""#, r#""phase":"PLAY""#, "phase"),
            (r#""street":3"#, r#""street":8"#, "street"),
            (r#""event_players":3"#, r#""event_players":2"#, "event_players"),
            (r#""burns":0"#, r#""burns":1"#, "burns"),
            (r#""level":0,"full_level":0"#, r#""level":0,"full_level":1"#, "level"),
            (r#""level":0,"full_level":0"#, r#""level":10,"full_level":0"#, "level"),
            (r#""start":100,"put":1,"#, r#""start":100,"put":101,"#, "seats[0]"),
            (r#""start":100"#, r#""start":0"#, "seats[0]"),
            (r#""won":0"#, r#""won":1"#, "won"),
            (r#""cards":"Ac2c3c""#, r#""cards":"Ac2cAd""#, "stands twice"),
            (r#""cards":"Ac2c3c""#, r#""cards":"Ac2c??""#, "up-card"),
            (r#""cards":"Ac2c3c""#, r#""cards":"Ac2c""#, "2 cards on street 3"),
            (r#""cards":"Ac2c3c""#, r#""cards":"Ac2c3c4c5c6c7c8c""#, "at most 7"),
            (r#""shown":false"#, r#""shown":true"#, "showdown"),
            (r#""mucked":false"#, r#""mucked":true"#, "showdown"),
            (r#""tabled":false"#, r#""tabled":true"#, "tabled"),
            (r#""community":null"#, r#""community":"5c""#, "community"),
            (r#""community":null"#, r#""community":"??""#, "community"),
        ],
    );
    let acted = r#""live":true,"acted":true"#;
    refused(table.state(), &[(r#""live":true,"acted":false"#, acted, "to_act")]);
    table.play("2 bring-in, 3 call");
    refused(
        table.state(),
        &[
            (r#""to_act":0"#, r#""to_act":1"#, "to_act"),
            (r#""to_act":0"#, r#""to_act":null"#, "to_act"),
            (r#""absent":false"#, r#""absent":true"#, "to_act"),
            (r#""level":2"#, r#""level":1"#, "amounts"),
        ],
    );
    table.play("1 call").check_to(8);
    refused(table.state(), &[(r#""won":9"#, r#""won":10"#, "more than was put in")]);
}

#[test]
fn a_showdown_of_one_hand_is_refused() {
    // that hand could be mucked, and nobody would be left to take the pot
    let choice = Rules { showdown_choice: true, ..EXAMPLE };
    let mut table = Table::new(choice, &[100; 2], &["Ac 2c 3c 4c", "-- -- Kd Qd"]);
    table.check_to(8);
    refused(
        table.state(),
        &[(r#""shown":false,"mucked":false}]"#, r#""shown":false,"mucked":true}]"#, "not this seat's turn")],
    );
    // nor a pot to which only mucked hands have given
    let text = table.state().to_json().replacen(r#""put":3"#, r#""put":0"#, 1);
    let text = text.replace(r#""shown":false,"mucked":false}]"#, r#""shown":false,"mucked":true}]"#);
    assert!(State::from_json(&text).unwrap_err().to_string().contains("a pot is left"));
}

#[test]
fn absent_seats_beyond_the_table_are_refused() {
    let record = Record::start(Setup::new(&EXAMPLE, &[100; 3])).unwrap();
    let text = record.to_json().replace("[100,100,100]", &format!("[{}100]", "100,".repeat(254)));
    let error = Record::from_json(&text.replace(r#""absent":[]"#, r#""absent":[200]"#)).unwrap_err().to_string();
    assert!(error.contains("seat 200"), "{error}");
}

#[test]
fn a_show_has_one_form() {
    let choice = Rules { showdown_choice: true, ..EXAMPLE };
    let mut table = Table::new(choice, &[100; 2], &["Ac 2c 3c 4c", "-- -- Kd Qd"]);
    table.check_to(8);
    let mut revealed = [u8::MAX; 7];
    (revealed[1], revealed[4]) = (5, 99);
    let show = Action { kind: ActionKind::Show, amount: None, revealed };
    assert!(table.record.clone().act(Action { revealed: [u8::MAX; 7], amount: Some(3), ..show }).is_err());
    revealed[1] = table.state().cards(0)[0];
    table.record.act(Action { revealed, ..show }).unwrap();
    let back = Record::from_json(&table.record.to_json()).unwrap();
    assert_eq!(back, table.record);
    let text = table.record.to_json().replace(r#""act":"SHOW""#, r#""act":"SHOW","amount":3"#);
    assert!(Record::from_json(&text).unwrap_err().to_string().contains("amount"));
}

#[test]
fn a_view_of_json_holds_nothing_that_the_viewer_may_not_know() {
    let table = Table::new(EXAMPLE, &[100; 2], &["Ac 2c 3c", "Ad 2d Kd"]);
    let view = table.record.view(0).unwrap().to_json();
    let told = view.replacen("????", "Ad??", 1);
    assert!(View::from_json(&told).unwrap_err().to_string().contains("may not know"));
    assert!(View::from_json(&view.replacen(r#""viewer":0"#, r#""viewer":1"#, 1)).is_err());
    assert!(View::from_json(&view.replacen(r#""viewer":0"#, r#""viewer":2"#, 1)).is_err());
}
