//! The exact counts against every runout counted.

use std::sync::atomic::{AtomicBool, AtomicU64};

use super::cost;
use super::counting::binomial;
use super::deal::Deal;
use super::exact::counts;
use super::joint::Joint;
use super::{Equity, Exact, Limits, Method, Options, Range, Sampler, Spot, answer, by_holding, by_next_card};
use crate::cards::{Card, CardSet, Deck, Rank, parse_cards};
use crate::error::Error;
use crate::hands::{strength_of, strength_of_counts};

/// Ranks of a text such as "A2T".
fn ranks(text: &str) -> [u8; 13] {
    let mut counts = [0; 13];
    for letter in text.chars() {
        counts["A23456789TJQK".find(letter).expect("a rank")] += 1;
    }
    counts
}

fn deal(hands: &[&str], dead: &str) -> Deal {
    let mut deck = [4u8; 13];
    let known: Vec<[u8; 13]> = hands.iter().map(|h| ranks(h)).collect();
    for counts in known.iter().chain([&ranks(dead)]) {
        deck.iter_mut().zip(counts).for_each(|(d, c)| *d -= c);
    }
    let hands: Vec<_> = known.iter().map(|k| (*k, 7 - k.iter().sum::<u8>())).collect();
    Deal::new(&hands, deck)
}

/// Every deal at the level of ranks.
fn brute(deal: &Deal) -> Vec<u128> {
    fn fill(deal: &Deal, player: usize, deck: &mut [u8; 13], hands: &mut Vec<u16>, ways: u128, counts: &mut [u128]) {
        if player == deal.players() {
            let best = hands.iter().max().expect("players");
            let set = (0..hands.len()).filter(|&i| hands[i] == *best).fold(0, |set, i| set | 1 << i);
            counts[set] += ways;
            return;
        }
        let mut hand = 0u64;
        for rank in 0..13 {
            hand += u64::from(deal.known(player, rank)) << (4 * rank);
        }
        draw(deal, player, 0, deal.unknown()[player], hand, deck, hands, ways, counts);
    }

    #[allow(clippy::too_many_arguments)]
    fn draw(
        deal: &Deal,
        player: usize,
        rank: usize,
        need: u8,
        hand: u64,
        deck: &mut [u8; 13],
        hands: &mut Vec<u16>,
        ways: u128,
        counts: &mut [u128],
    ) {
        if need == 0 {
            hands.push(strength_of_counts(hand).get());
            fill(deal, player + 1, deck, hands, ways, counts);
            hands.pop();
        } else if rank < 13 {
            for k in 0..=need.min(deck[rank]) {
                let more = u128::from(binomial(usize::from(deck[rank]), usize::from(k)));
                deck[rank] -= k;
                let hand = hand + (u64::from(k) << (4 * rank));
                draw(deal, player, rank + 1, need - k, hand, deck, hands, ways * more, counts);
                deck[rank] += k;
            }
        }
    }

    let mut counts = vec![0; 1 << deal.players()];
    fill(deal, 0, &mut deal.deck().clone(), &mut Vec::new(), 1, &mut counts);
    counts
}

fn exact(deal: &Deal) -> Vec<u128> {
    let counts = counts(deal, &AtomicBool::new(false)).expect("room");
    assert_eq!(counts.iter().sum::<u128>(), deal.deals().expect("fits"), "all deals are counted");
    counts
}

#[test]
fn heads_up_like_every_runout() {
    for (a, b, dead) in [
        ("A238K", "4569T", ""),
        ("AA22K", "33445", ""),
        ("A238", "4569", ""),
        ("KKKQQQJ", "JJTT99Q", ""),
        ("AAAAKKK", "2222333", ""),
        ("AAKKQQ", "JJTT99", "A2345678"),
        ("AAAA", "KKKK", ""),
        ("AAA2", "222A", "3333444455556666"),
        ("KKQ", "KQQ", "AAAA222233334444555566667777"),
        ("KKK", "QQQ", "22223333444455556666777788889999"),
        ("", "", "222233334444555566667777888899TTJJKK"),
    ] {
        let deal = deal(&[a, b], dead);
        assert_eq!(exact(&deal), brute(&deal), "{a} v {b}, dead {dead}");
    }
}

#[test]
fn three_to_eight_like_every_runout() {
    let counts = |ranks: &[Rank]| {
        let mut counts = [0; 13];
        ranks.iter().for_each(|rank| counts[usize::from(rank.index())] += 1);
        counts
    };
    for players in 3..=8 {
        for seed in 0..8 {
            let mut ranks: Vec<Rank> = Deck::of(seed, 0).cards().iter().map(|card| card.rank()).collect();
            // Pairs for everybody or only for the last of them.
            match seed % 4 {
                0 => ranks.sort(),
                1 => ranks[24..].sort(),
                _ => {}
            }
            let (mut hands, mut dealt) = (Vec::new(), 0);
            for unknown in [2, 0, 1, 2, 0, 1, 0, 1].into_iter().take(players) {
                let known = 7 - usize::from(unknown);
                hands.push((counts(&ranks[dealt..dealt + known]), unknown));
                dealt += known;
            }
            ranks.truncate((dealt + 9).min(52));
            let deal = Deal::new(&hands, counts(&ranks[dealt..]));
            assert_eq!(exact(&deal), brute(&deal), "{deal:?}");
        }
    }
}

#[test]
fn known_figures() {
    for (hands, dead, want) in [
        (["A23", "456"], "", [9_651_514_149u128, 8_607_267_099, 6_515_802]),
        (["A23", ""], "", [7_059_109_511_967, 2_546_241_248_649, 9_501_606_504]),
        (["KKK", ""], "", [421_285_659_520, 9_193_491_055_760, 75_651_840]),
        (["A29", "7"], "", [847_855_835_518, 524_948_578_691, 745_923_951]),
    ] {
        assert_eq!(exact(&deal(&hands, dead))[1..], want, "{hands:?}");
    }
    let three = exact(&deal(&["A23", "456", "789"], ""));
    assert_eq!(
        three[1..],
        [232552764695616, 206204602965477, 266137031160, 92240742620058, 112965296166, 107989239123, 0]
    );
}

#[test]
fn counts_beyond_64_bits() {
    let deal = deal(&["A23", "", ""], "");
    assert!(deal.deals() > Some(u128::from(u64::MAX)));
    exact(&deal);
}

fn ready(players: &[&str], dead: &str) -> Exact {
    let spot = Spot::parse(players, dead, "").expect("a spot");
    Exact::new(&spot, &AtomicBool::new(false)).expect("possible").expect("countable")
}

fn spot(players: &[&str], dead: &str) -> Equity {
    ready(players, dead).count(2, &AtomicBool::new(false)).expect("room")
}

#[test]
fn estimates_add_up_over_deals() {
    assert_eq!(ready(&["A23", "456"], "").transitions(), cost::TWO_PLAYERS);
    let three = |first| cost::transitions(&deal(&[first, "456", "789"], ""));
    assert_eq!(ready(&["A23", "456", "789"], "").transitions(), three("A23"));
    let both = ready(&["{As2s3s, AsKdQd}", "456", "789"], "").transitions();
    assert!((both / (three("A23") + three("AKQ")) - 1.0).abs() < 1e-12);
}

#[test]
fn beyond_a_limit_the_estimate_is_a_rough_one() {
    let stop = AtomicBool::new(false);
    let spot = Spot::parse(&["{A2,KK,99,[78][56]}5", "456", "789"], "", "").expect("a spot");
    let joint = Joint::new(&spot, f64::INFINITY, &stop).expect("possible").expect("not stopped");
    let costs: Vec<f64> = joint.deals().map(|(_, deal)| cost::transitions(&deal)).collect();
    let within = |limit| Exact::within(&spot, limit, &stop).expect("possible").expect("few combinations").transitions();
    let sum = costs.iter().sum();
    assert_eq!(within(sum), sum);
    // The first deal alone is not beyond its own cost.
    assert!(costs[0] != costs[1] && costs.len() > 5, "{costs:?}");
    assert_eq!(within(costs[0]), (costs[0] + costs[1]) * costs.len() as f64 / 2.0);
    // Where a community card is to come, each of its ranks is a deal.
    let spot = Spot::parse(&["{A2,KK}5", "4", "6", "7", "8", "9", "T", "J"], "", "").expect("a spot");
    let joint = Joint::new(&spot, f64::INFINITY, &stop).expect("possible").expect("not stopped");
    assert_eq!((joint.len(), joint.deals().count()), (2 * 13, 2 * 13));
}

#[test]
fn what_is_not_made_ready_is_refused_by_its_cost() {
    let refused = |players: &[&str], limit: f64| {
        let spot = Spot::parse(players, "", "").expect("a spot");
        let options = Options { method: Method::Exact, max_transitions: Some(limit), threads: 1, ..Options::default() };
        let refused = answer(&spot, &options, &AtomicBool::new(false), &AtomicU64::new(0));
        refused.expect_err("too much").to_string()
    };
    // 81 pairs of ranks each, 200 transitions a combination.
    let wide = ["{[A-9][A-9],[A-9]T,[A-9]J,[A-9]Q,[A-9]K}"; 2];
    assert!(refused(&wide, 1e6).contains("about 1.3e6 transitions, more than the limit of 1.0e6"));
    assert!(refused(&["{[A-K][A-K][A-K][A-K][A-K]}"; 2], 1e9).contains("beyond 128 bits"));
    // Sixteen combinations, whose weights are what is too much.
    let heavy =
        ["{As@999999,2s@0.000001}", "{Ah@999999,2h@0.000001}", "{Ac@999999,2c@0.000001}", "{Ad@999999,2d@0.000001}"];
    for limit in [3200.0, 1e9] {
        assert!(refused(&heavy, limit).contains("beyond 128 bits"));
    }
}

#[test]
fn ranges_by_joint_weight() {
    let hero = spot(&["As2s3s4s8dKdKh", "{A7,A9}2h3d4hKcQc"], "7c7d7h");
    assert_eq!((hero.counts()[1], hero.deals()), (12, 15));
    let against = spot(&["A29", "{[A-7][A-7]/d}7"], "5566 43A");
    assert!((against.equity(0) - 0.39932).abs() < 5e-6, "{}", against.equity(0));
    let both = spot(&["{As2d3d, 4c5c6c}", "{As4d5d, As4d6d, 7d8d9d}"], "");
    let weights = both.range_weights()[0].iter().flatten().map(|(part, weight)| (part.to_string(), *weight));
    assert_eq!(weights.collect::<Vec<_>>(), [("As2d3d".to_string(), 0.25), ("4c5c6c".to_string(), 0.75)]);
}

#[test]
fn combinations_are_counted() {
    for (text, dead, want) in [
        ("{[A-8][A-8]/d}4", "", 336),
        ("{[A-8][A-8]/d}4", "AsAhAdAc", 240),
        ("{[A-7][A-7]/d}7", "As9s2h5s5h6s6h4s3sAh", 93),
        ("[A-K][A-K]", "", 1326),
        ("[A-K][A-K], !AsKs, !22", "", 1319),
        ("!AsKs", "", 1325),
        ("AK, AsKs@0.5, A[K]", "", 16),
    ] {
        let (range, behind) = Range::parse(text).expect(text);
        let gone: CardSet = parse_cards(dead).expect("cards").into_iter().chain(behind).collect();
        assert_eq!(range.combo_count(gone.complement()), want, "{text}");
        assert_eq!(range.combos(gone.complement()).count() as u64, want, "{text}");
    }
}

#[test]
fn faults_in_ranges_say_where() {
    for (text, at) in [
        ("{[A-8}5", 1),
        ("{[8-A]}5", 2),
        ("{AK, A}5", 5),
        ("{AK,}5", 4),
        ("{}5", 1),
        ("{AK@}5", 4),
        ("{AK@0}5", 4),
        ("{AK@0.1234567}", 4),
        ("{AsAs}", 1),
        ("{A/x}", 2),
        ("{AX}", 2),
        ("{A K Q J T 9 8 7}", 1),
        ("{AK", 0),
        ("{!AK@0.5}", 4),
        ("{[]2}", 1),
        ("{AK}23456789", 0),
        ("{A5/d}5", 1),
        ("AsAs", 2),
        ("As2", 3),
    ] {
        match Spot::parse(&[text, ""], "", "") {
            Err(Error::Parse { position, message }) => {
                assert_eq!(position, at, "{text:?}: {message}");
                assert!(message.starts_with("players[0]: "), "{message}");
            }
            other => assert!(text == "As2" && other.is_ok(), "{text:?}: {other:?}"),
        }
    }
}

#[test]
fn a_community_card_like_every_card() {
    // Not in every deck does the card decide anything.
    (0..16).for_each(community_card_of);
}

fn community_card_of(index: u64) {
    let stop = AtomicBool::new(false);
    let text = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<String>();
    // Eight hands of six cards, the first a range of two; four cards are left.
    let deck = Deck::of(2, index);
    let (cards, left) = deck.cards().split_at(48);
    let mut hands: Vec<String> = cards.chunks(6).map(text).collect();
    let with_range = |a: &[Card], b: &[Card]| format!("{{{}, {}}}{}", text(a), text(b), text(&cards[2..6]));
    hands[0] = with_range(&cards[..2], &left[..2]);
    let mut all = vec![0u128; 256];
    let free = [&cards[..2], left].concat();
    for first in [&cards[..2], &left[..2]] {
        for shared in free.iter().filter(|card| !first.contains(card)) {
            let own = |i: usize| if i == 0 { [first, &cards[2..6]].concat() } else { cards[6 * i..6 * i + 6].to_vec() };
            let strengths: Vec<_> = (0..8).map(|i| strength_of(&[own(i), vec![*shared]].concat())).collect();
            let best = strengths.iter().max();
            all[(0..8).filter(|&i| strengths.get(i) == best).fold(0, |set, i| set | 1 << i)] += 1;
        }
    }
    let ready = |hands: &[String], shared: &str| {
        let spot = Spot::parse(hands, "", shared).expect("a spot");
        Exact::new(&spot, &stop).map(|exact| exact.expect("countable"))
    };
    let exact = ready(&hands, "").expect("possible");
    assert_eq!((exact.deals(), exact.count(1, &stop).expect("room").counts()), (8, &all[..]));
    // With an own card to come as well: five for the one place, four for the other.
    let mut fewer = hands.clone();
    fewer[7].truncate(10);
    assert_eq!(ready(&fewer, "").expect("possible").deals(), 2 * 5 * 4);
    // The sum over the cards known to lie there.
    let mut sum = vec![0u128; 256];
    for shared in &free {
        let counts = ready(&hands, &shared.to_string()).expect("possible").count(1, &stop).expect("room");
        sum.iter_mut().zip(counts.counts()).for_each(|(sum, n)| *sum += n);
    }
    assert_eq!(sum, all);
    hands[0] = with_range(&left[..2], &[left[0], left[2]]);
    let error = ready(&hands, &left[0].to_string()).err().expect("impossible").to_string();
    assert!(error.contains(&format!("blocked by {} (community)", left[0])), "{error}");
}

#[test]
fn impossible_ranges_name_what_blocks_them() {
    let stop = AtomicBool::new(false);
    for (players, dead, want) in [
        (["{AsKs}", "Ks"], "", "blocked by Ks (players[1])"),
        (["{AA}2", "KQJ"], "AsAhAd", "(dead)"),
        (["{AsKs, AsQs}", "{AsJs, AsTs}"], "", "need the same cards"),
    ] {
        let spot = Spot::parse(&players, dead, "").expect("a spot");
        let error = Exact::new(&spot, &stop).err().expect("impossible").to_string();
        assert!(error.contains(want), "{error}");
    }
}

fn sample(players: &[&str], dead: &str, samples: u64, threads: usize) -> Equity {
    let spot = Spot::parse(players, dead, "").expect("a spot");
    let limits = Limits { samples: Some(samples), ..Limits::default() };
    let sampler = Sampler::new(&spot, &AtomicBool::new(false)).expect("possible");
    sampler
        .run(5, &limits, threads, &AtomicBool::new(false), &AtomicU64::new(0))
        .expect("no fault")
        .expect("not stopped")
}

#[test]
fn samples_agree_with_counts() {
    for (players, dead) in [
        (&["A23", "456"][..], ""),
        (&["A23", "5"], ""),
        (&["KKK", "QQQ"], ""),
        (&["A23", "456", "789"], "KKQQJ"),
        (&["A29", "{[A-7][A-7]/d}7"], "5566 43A"),
        (&["{As2d3d, 4c5c6c}", "{As4d5d, As4d6d, 7d8d9d}"], ""),
        (&["{[A-8][A-8]@0.5,KK@2}5", "{[2-9][2-9]}6"], ""),
        (&["A2345", "6789T", "JQKA2", "34567", "89TJQ", "KA234", "56789", "TJQKA"], ""),
    ] {
        let (exact, sampled) = (spot(players, dead), sample(players, dead, 400_000, 2));
        assert!(sampled.deals() >= 400_000);
        for i in 0..players.len() {
            let (difference, se) = (sampled.equity(i) - exact.equity(i), sampled.std_error()[i]);
            assert!(se < 0.002 && difference.abs() <= 4.5 * se, "{players:?} {i}: {difference} {se}");
        }
        for (a, b) in
            sampled.range_weights().iter().flatten().flatten().zip(exact.range_weights().iter().flatten().flatten())
        {
            assert!(a.0 == b.0 && (a.1 - b.1).abs() < 0.01, "{a:?} {b:?}");
        }
    }
}

#[test]
fn sampled_in_vain_says_why() {
    let error = |players: &[&str]| {
        let spot = Spot::parse(players, "", "").expect("a spot");
        let sampler = Sampler::new(&spot, &AtomicBool::new(false)).expect("holdings");
        let result = sampler.run(1, &Limits::default(), 1, &AtomicBool::new(false), &AtomicU64::new(0));
        result.expect_err("no combination comes up").to_string()
    };
    // Two of a million million combinations are possible.
    let rare = ["{AsKs@999999, QdJd@0.000001}", "{AsQs@999999, 5d6d@0.000001}"];
    let said = error(&rare);
    assert!(said.starts_with("players[0], players[1]: ") && said.contains("though there are some"), "{said}");
    assert_eq!(spot(&rare, "").range_weights()[0].as_ref().expect("a range").len(), 2);
    let said = error(&["{AsKs, AsQs}", "{AsJs, AsTs}"]);
    assert!(said.contains("no combination of them is possible"), "{said}");
}

#[test]
fn ranges_beyond_counting_that_exclude_each_other() {
    // Some 10^8 combinations, each with the same card twice.
    let spot = Spot::parse(&["{As[A-K][A-K][2-K]}"; 2], "", "").expect("a spot");
    let error = Exact::new(&spot, &AtomicBool::new(false)).err().expect("impossible").to_string();
    assert!(error.contains("no combination of them is possible"), "{error}");
}

#[test]
fn the_same_for_any_number_of_threads() {
    for samples in [1, 5_000, 100_000] {
        let one = sample(&["A23", "456", "7"], "", samples, 1);
        assert!(
            one == sample(&["A23", "456", "7"], "", samples, 2) && one == sample(&["A23", "456", "7"], "", samples, 8)
        );
    }
}

#[test]
fn cases_add_up() {
    let options = Options { threads: 2, ..Options::default() };
    let stop = AtomicBool::new(false);
    for (players, dead) in [
        (["A23", "456"], ""),
        (["A238", "{As4s, Kd9s, [2-5][6-7]@0.3}8"], "AK"),
        (["{[A-8][A-8]/d, !2s3s}5", "{As2s,Ks2s@0.5}4"], ""),
    ] {
        let spot = Spot::parse(&players, dead, "").expect("a spot");
        let whole = answer(&spot, &options, &stop, &AtomicU64::new(0)).expect("possible").expect("not stopped");
        let check = |parts: Vec<(f64, f64)>| {
            let (sum, mean) = parts.iter().fold((0.0, 0.0), |(s, m), (p, e)| (s + p, m + p * e));
            assert!((sum - 1.0).abs() < 1e-12 && (mean - whole.equity(0)).abs() < 1e-12, "{players:?}: {sum} {mean}");
        };
        for player in 0..2 {
            let cases = by_next_card(&spot, player, &options, &stop).expect("possible").expect("not stopped");
            assert!(cases.len() > 11);
            check(cases.iter().map(|c| (c.probability, c.equity.equity(0))).collect());
            if spot.hands()[player].range.is_some() {
                let cases = by_holding(&spot, player, &options, &stop).expect("possible").expect("not stopped");
                let weights = whole.range_weights()[player].as_ref().expect("a range");
                // Holdings that the other range leaves no room for are no cases.
                let possible: Vec<_> = weights.iter().filter(|(_, weight)| *weight > 0.0).collect();
                assert_eq!(cases.len(), possible.len());
                for (case, (part, weight)) in cases.iter().zip(possible) {
                    assert!(case.what == *part && (case.probability - weight).abs() < 1e-12);
                }
                check(cases.iter().map(|c| (c.probability, c.equity.equity(0))).collect());
            }
        }
    }
}
