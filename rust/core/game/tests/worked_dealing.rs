//! Sections 1 and 6 of rules.md: the order of cards, burns, and the end of the deck.

use super::table::{EXAMPLE, Table};
use crate::cards::Deck;
use crate::game::*;
use crate::rng::Philox;

#[test]
fn section_1_the_order_of_cards() {
    let rules = Rules { allow_open_fold: true, short_deck: ShortDeck::Tda, ..EXAMPLE };
    let mut record = Record::start(Setup::new(&rules, &[100; 3])).unwrap();
    let deck = Deck::ordered();
    record.deal_from(&deck).unwrap();
    for seat in 0..3 {
        assert_eq!(
            record.state().cards(seat),
            [seat as u8, 3 + seat as u8, 6 + seat as u8],
            "down, down, up in rounds"
        );
    }
    assert_eq!(record.state().up_cards(1), [7]);
    record.act(Action::of(ActionKind::BringIn)).unwrap();
    record.act(Action::of(ActionKind::Fold)).unwrap();
    record.act(Action::of(ActionKind::Call)).unwrap();
    // a burn, then one card to each live player
    record.deal_from(&deck).unwrap();
    assert_eq!(record.last_events()[0], Event::Deal { to: Holder::Seat(2), up: true, card: 11 });
    assert!(record.events().contains(&Event::Burn { card: 9 }));
    assert_eq!((record.state().cards(0).len(), record.state().cards(1)[3]), (3, 10));
}

/// Eight players to seventh street, of whom only so many are left on fourth to seventh: how seventh
/// street is dealt, and what is left before it.
fn seventh(short_deck: ShortDeck, dealt: [u32; 4], from_deck: bool) -> (usize, String) {
    let rules = Rules { allow_open_fold: true, short_deck, ..EXAMPLE };
    let mut record = Record::start(Setup::new(&rules, &[100; 8])).unwrap();
    let deck = Deck::of(5, 3);
    let mut rng = Philox::new(5, 4, 0);
    let (mut left, mut gone) = (0, 0);
    loop {
        let state = *record.state();
        let street = state.street();
        match state.phase() {
            Phase::Deal => {
                gone = (0..8).map(|seat| state.cards(seat).len()).sum();
                left = 52 - gone - usize::from(state.burns());
                if from_deck { record.deal_from(&deck).unwrap() } else { record.deal_random(&mut rng).unwrap() }
            }
            Phase::Bet if street == 7 => break,
            _ => {
                let stay = state.live().len() <= dealt[usize::from(street - 3)];
                let legal = state.legal_actions();
                let kind = if stay || legal.amount(ActionKind::Fold).is_none() {
                    [ActionKind::Check, ActionKind::Call, ActionKind::BringIn]
                        .into_iter()
                        .find(|&kind| legal.amount(kind).is_some())
                        .unwrap()
                } else {
                    ActionKind::Fold
                };
                record.act(Action::of(kind)).unwrap();
            }
        }
    }
    let before = record.events().iter().rposition(|event| matches!(event, Event::Act { .. })).unwrap();
    let mut how = Vec::new();
    for event in &record.events()[before..] {
        match event {
            Event::Scramble => how.push("scramble"),
            Event::Burn { .. } => how.push("burn"),
            Event::Deal { to: Holder::Board, up: true, .. } => how.push("community"),
            Event::Deal { up: false, .. } if how.last() != Some(&"individual") => how.push("individual"),
            _ => {}
        }
    }
    let new = if how.contains(&"community") { 1 } else { dealt[3] as usize };
    assert_eq!(record.state().known().len(), gone + new);
    (left, how.join(", "))
}

#[test]
fn section_6_h10_the_table() {
    let table = [
        ([8, 8, 8, 8], 4, 1, "community", "scramble, burn, community", "scramble, community"),
        ([8, 8, 8, 4], 4, 1, "individual", "scramble, burn, community", "scramble, individual"),
        ([8, 7, 7, 7], 6, 3, "community", "burn, community", "scramble, community"),
        ([7, 7, 7, 7], 7, 4, "individual", "burn, community", "scramble, individual"),
        ([7, 7, 6, 6], 8, 5, "individual", "scramble, burn, individual", "scramble, individual"),
        ([6, 6, 5, 5], 11, 8, "individual", "burn, individual", "burn, individual"),
    ];
    for (dealt, online_left, left, online, tda, robert) in table {
        for from_deck in [true, false] {
            let found = |short_deck| seventh(short_deck, dealt, from_deck);
            assert_eq!(found(ShortDeck::Online), (online_left, online.into()), "{dealt:?} ONLINE");
            assert_eq!(found(ShortDeck::Tda), (left, tda.into()), "{dealt:?} TDA");
            assert_eq!(found(ShortDeck::Robert), (left, robert.into()), "{dealt:?} ROBERT");
        }
    }
}

#[test]
fn section_6_a_random_street_of_roberts_rules_leaves_the_burns_for_last() {
    // seven live to the river: a stub of seven, of which six go out before the last and the burns are mixed
    let mut burns_dealt = 0;
    let rules = Rules { short_deck: ShortDeck::Robert, ..EXAMPLE };
    for index in 0..40 {
        let mut rng = Philox::new(8, index, 0);
        let mut record = Record::start(Setup::new(&rules, &[100; 7])).unwrap();
        while record.state().street() < 7 || record.state().phase() == Phase::Deal {
            let legal = record.state().legal_actions();
            let passive = [ActionKind::BringIn, ActionKind::Call, ActionKind::Check];
            match passive.into_iter().find(|&kind| legal.amount(kind).is_some()) {
                Some(kind) => record.act(Action::of(kind)).unwrap(),
                None => record.deal_random(&mut rng).unwrap(),
            }
        }
        let burned: Vec<u8> = record
            .events()
            .iter()
            .filter_map(|event| if let Event::Burn { card } = event { Some(*card) } else { None })
            .collect();
        let scramble = record.events().iter().position(|event| *event == Event::Scramble).unwrap();
        let river: Vec<u8> = record.events()[scramble..]
            .iter()
            .filter_map(|event| if let Event::Deal { card, .. } = event { Some(*card) } else { None })
            .collect();
        assert_eq!((burned.len(), river.len()), (3, 7));
        assert!(river[..6].iter().all(|card| !burned.contains(card)), "{burned:?} {river:?}");
        burns_dealt += usize::from(burned.contains(&river[6]));
    }
    assert!((20..40).contains(&burns_dealt), "three of four: {burns_dealt} of 40");
}

#[test]
fn section_6_the_opener_with_a_community_card() {
    // 7-6-5-4 opens before 8-7-6-5; a shared four pairs it
    for (community_opener, seat) in [(CommunityOpener::SixthStreet, "2"), (CommunityOpener::Recompute, "1")] {
        let rules = Rules { community_opener, ..EXAMPLE };
        let hands = ["-- -- 8c 7c 6c 5c", "-- -- 7d 6d 5d 4d", "-- -- Ks Kh Qh Qs"];
        let fill =
            ["-- -- Kc Kd Qc Qd", "-- -- Jc Jd Tc Td", "-- -- Jh Js Th Ts", "-- -- 9c 9d 8d 8h", "-- -- 9h 9s 3c 3d"];
        let hands: Vec<&str> = hands.into_iter().chain(fill).collect();
        let mut table = Table::with(Setup::new(&rules, &[100; 8]), &hands, Some("4c"));
        table.check_to(7);
        assert_eq!((table.state().street(), table.to_act()), (7, seat.to_owned()), "{community_opener:?}");
        assert_eq!(table.state().cards(0).len(), 6);
    }
    // the shared card is left out of the suit comparison
    for (board_tie, seat) in [(BoardTie::HighSuit, "1"), (BoardTie::LowSuit, "2")] {
        let rules = Rules { community_opener: CommunityOpener::Recompute, board_tie, ..EXAMPLE };
        let hands = [
            "-- -- 7s 4c 3c 2c",
            "-- -- 7c 4d 3d 2d",
            "-- -- Ks Kh Qh Qs",
            "-- -- Kc Kd Qc Qd",
            "-- -- Jc Jd Tc Td",
            "-- -- Jh Js Th Ts",
            "-- -- 9c 9d 8d 8h",
            "-- -- 9h 9s Ac Ad",
        ];
        let mut table = Table::with(Setup::new(&rules, &[100; 8]), &hands, Some("8s"));
        assert_eq!(table.check_to(7).to_act(), seat, "{board_tie:?}");
    }
}

#[test]
fn section_6_h10_all_share_the_community_card_the_all_in_players_too() {
    let hands = [
        "2c 3c 4c 5c Kc Kd",
        "-- -- 7c 6d 5d 4d",
        "-- -- Ks Kh Qh Qs",
        "-- -- Qc Qd 9s 9h",
        "-- -- Jc Jd Tc Td",
        "-- -- Jh Js Th Ts",
        "-- -- 9c 9d 8d 8h",
        "2d 3d 4h 5h 8s 8c",
    ];
    let mut stacks = [100; 8];
    stacks[0] = 3;
    let mut table = Table::with(Setup::new(&EXAMPLE, &stacks), &hands, Some("As"));
    table.check_to(8);
    assert_eq!(table.dealing(), "community");
    assert_eq!(table.awards(), "0:1:12 0:8:12");
}

#[test]
fn section_8_bad_deals_are_refused_and_change_nothing() {
    let rules = Rules { short_deck: ShortDeck::Tda, ..EXAMPLE };
    let check = |record: &mut Record| (0..2).for_each(|_| record.act(Action::of(ActionKind::Check)).unwrap());
    let mut record = Record::start(Setup::new(&rules, &[100; 2])).unwrap();
    record.deal(&[0, 1]).unwrap();
    for cards in [&[1][..], &[2, 2], &[2, 3, 4, 5, 6], &[2, 3, 255], &[52], &[254]] {
        let before = record.clone();
        assert!(matches!(record.deal(cards), Err(crate::Error::InvalidDeal(_))), "{cards:?}");
        assert_eq!((&record, record.state(), record.events()), (&before, before.state(), before.events()));
    }
    // a card that has been burned, in the middle of a deal and in a Show
    record.deal(&[255, 255, 2, 3]).unwrap();
    record.act(Action::of(ActionKind::BringIn)).unwrap();
    record.act(Action::of(ActionKind::Call)).unwrap();
    record.push(Step::Deal { card: 20, burn: 30 }).unwrap();
    record.deal(&[24]).unwrap();
    check(&mut record);
    let before = record.clone();
    assert!(record.deal(&[28, 30]).unwrap_err().to_string().contains("burned"));
    assert_eq!((&record, record.state(), record.events()), (&before, before.state(), before.events()));
    for cards in [[28, 29], [32, 33], [36, 37]] {
        record.deal(&cards).unwrap();
        check(&mut record);
    }
    let show = |index| Action::show(&[crate::cards::Card::from_index(index).unwrap()]).unwrap();
    assert!(record.act(show(30)).unwrap_err().to_string().contains("burned"));
    record.act(show(40)).unwrap();
}
