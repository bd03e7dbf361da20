//! The facts of docs/rules.md section 2, all of them, and the equality with the obvious evaluator.

use std::collections::BTreeSet;

use super::*;
use crate::cards::{Card, CardSet, Rank, Suit, parse_cards};

/// The cards of rank letters, suits given out clubs first.
fn cards(ranks: &str) -> Vec<Card> {
    let mut used = CardSet::EMPTY;
    ranks
        .chars()
        .map(|letter| {
            let rank = Rank::from_letter(letter).unwrap();
            let card = Suit::all().map(|suit| Card::new(rank, suit)).find(|&c| !used.contains(c)).unwrap();
            used.insert(card);
            card
        })
        .collect()
}

fn low(ranks: &str) -> Strength {
    evaluate(&cards(ranks)).unwrap()
}

/// Calls with each rank multiset of `size` cards of one deck: the counts and the number of hands that have them.
fn multisets(size: u8, visit: &mut impl FnMut(&[u8; 13], u64)) {
    fn go(rank: usize, left: u8, ways: u64, counts: &mut [u8; 13], visit: &mut impl FnMut(&[u8; 13], u64)) {
        if rank == 13 {
            if left == 0 {
                visit(counts, ways);
            }
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count;
            go(rank + 1, left - count, ways * [1, 4, 6, 4, 1][usize::from(count)], counts, visit);
        }
        counts[rank] = 0;
    }
    go(0, size, 1, &mut [0; 13], visit);
}

/// The ranks of counts, each as often as it is counted.
fn spread(counts: &[u8; 13]) -> Vec<u8> {
    (0..13u8).flat_map(|r| std::iter::repeat_n(r, usize::from(counts[usize::from(r)]))).collect()
}

/// Cards of those ranks; the suits turn with the multiset, so that all of them come up.
fn suited(ranks: &[u8], turn: usize) -> Vec<Card> {
    let mut used = CardSet::EMPTY;
    let pick = |(i, &rank): (usize, &u8)| {
        let suits = (0..4).map(|s| ((s + turn + 3 * i) % 4) as u8);
        let mut free = suits.map(|s| Card::from_index(4 * rank + s).unwrap()).filter(|&c| !used.contains(c));
        let card = free.next().unwrap();
        used.insert(card);
        card
    };
    ranks.iter().enumerate().map(pick).collect()
}

#[test]
fn every_class_reads_back() {
    let mut categories = [0; 6];
    let mut previous = None;
    for strength in Strength::all() {
        let ranks = strength.ranks();
        assert_eq!(strength_of(&suited(&ranks, 0)), strength, "{strength}");
        let key = naive::key_of_five(ranks);
        assert_eq!(key, (strength.category(), ranks));
        assert_eq!(naive::strength_of_key(key), strength.get());
        assert!(previous.is_none_or(|worse| key < worse), "{strength} is better than the one before");
        previous = Some(key);
        categories[strength.category() as usize] += 1;
        assert_eq!(Strength::from_index(strength.get()).unwrap(), strength);
    }
    assert_eq!(categories, [1287, 2860, 858, 858, 156, 156]);
    assert_eq!(Strength::all().count(), usize::from(CLASSES));
    assert!(Strength::from_index(0).is_err() && Strength::from_index(6176).is_err());
}

#[test]
fn all_five_card_hands() {
    let deck: Vec<Card> = Card::all().collect();
    let mut categories = [0u32; 6];
    let mut reached = BTreeSet::new();
    let mut top_card = [0u32; 13];
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let hand = [deck[a], deck[b], deck[c], deck[d], deck[e]];
                        let key = naive::key_of_five(hand.map(|card| card.rank().index()));
                        let strength = strength_of(&hand);
                        assert_eq!(strength.get(), naive::strength_of_key(key), "{hand:?}");
                        categories[key.0 as usize] += 1;
                        reached.insert(strength);
                        if key.0 == Category::NoPair {
                            top_card[usize::from(key.1[0])] += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(categories, [1_317_888, 1_098_240, 123_552, 54_912, 3_744, 624]);
    assert_eq!(reached.len(), 6175);
    assert_eq!(top_card[4..], [1_024, 5_120, 15_360, 35_840, 71_680, 129_024, 215_040, 337_920, 506_880]);
}

#[test]
fn all_rank_multisets_of_six_and_seven() {
    for (size, number, reachable, worst) in [(6u8, 18_395, 6_019, "KKKQQ"), (7, 49_205, 5_083, "QQQKK")] {
        let (mut seen, mut reached) = (0, BTreeSet::new());
        multisets(size, &mut |counts, _| {
            let ranks = spread(counts);
            let hand = suited(&ranks, seen);
            let expected = naive::strength(&hand);
            assert_eq!(expected, naive::strength_of_key(naive::best_key(&ranks)));
            assert_eq!(evaluate(&hand).unwrap().get(), expected, "{hand:?}");
            assert_eq!(evaluate_counts(counts).unwrap().get(), expected, "{counts:?}");
            let at_least = |n| (0..13).filter(|&rank| counts[rank] >= n).fold(0u16, |set, rank| set | 1 << rank);
            assert_eq!(strength_of_sets(at_least(1), at_least(2), at_least(3)).get(), expected, "{counts:?}");
            let five = best_five(&hand);
            assert_eq!(five.map(|card| card.rank().index()), strength_of(&hand).ranks());
            assert!(five.iter().all(|card| hand.contains(card)) && five.iter().collect::<BTreeSet<_>>().len() == 5);
            reached.insert(expected);
            seen += 1;
        });
        assert_eq!(seen, number);
        assert_eq!(reached.len(), reachable);
        assert_eq!(*reached.first().unwrap(), low(worst).get());
    }
}

#[test]
fn the_best_low_of_all_seven_card_hands() {
    let mut categories = [0u64; 6];
    let (mut top_card, mut pairs) = ([0u64; 13], [0u64; 13]);
    multisets(7, &mut |counts, ways| {
        let strength = evaluate_counts(counts).unwrap();
        let first = usize::from(strength.ranks()[0]);
        categories[strength.category() as usize] += ways;
        match strength.category() {
            Category::NoPair => top_card[first] += ways,
            Category::Pair => pairs[first] += ways,
            _ => {}
        }
    });
    assert_eq!(categories.iter().sum::<u64>(), 133_784_560);
    assert_eq!(
        top_card[4..],
        [781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400, 23_675_904, 24_837_120, 21_457_920, 13_939_200]
    );
    assert_eq!(categories[1..], [5_948_800, 219_648, 0, 624, 0]);
    assert_eq!(
        pairs,
        [
            1_091_200, 953_920, 825_280, 705_280, 593_920, 491_200, 397_120, 311_680, 234_880, 166_720, 107_200,
            56_320, 14_080
        ]
    );
}

#[test]
fn twelve_hands_weakest_to_strongest() {
    let list =
        ["55532", "KK432", "22765", "AAT98", "KQJT9", "KQJT7", "98765", "97653", "9765A", "65432", "6432A", "5432A"];
    let strengths: Vec<Strength> = list.map(low).to_vec();
    assert!(strengths.is_sorted_by(|a, b| a < b), "{strengths:?}");
    assert!(low("AA654") > low("AA732") && low("AAT98") > low("22765"));
}

#[test]
fn worked_examples() {
    for (held, text, name) in [
        ("KKKKQQQ", "Q-Q-Q-K-K", "full house, queens full of kings"),
        ("2233445", "2-2-5-4-3", "pair of twos"),
        ("AA22334", "A-A-4-3-2", "pair of aces"),
        ("KKQQJJT", "J-J-K-Q-T", "pair of jacks"),
        ("AAA2223", "2-2-A-A-3", "two pair, twos and aces"),
        ("AAAA223", "2-2-A-A-3", "two pair, twos and aces"),
        ("AAAA222", "A-A-A-2-2", "full house, aces full of twos"),
        ("JJTT99Q", "9-9-Q-J-T", "pair of nines"),
        ("A234567", "5-4-3-2-A", "wheel"),
        ("KQJTT9", "K-Q-J-T-9", "king-low"),
        ("6432A", "6-4-3-2-A", "six-low"),
        ("AAA32", "A-A-A-3-2", "three aces"),
        ("AAAA2", "A-A-A-A-2", "four aces"),
        ("KKKKQ", "K-K-K-K-Q", "four kings"),
        ("22334", "3-3-2-2-4", "two pair, threes and twos"),
    ] {
        assert_eq!((low(held).to_string().as_str(), low(held).name().as_str()), (text, name), "{held}");
    }
    let suited_wheel = parse_cards("As2s3s4s5s6s7s").unwrap();
    assert_eq!(evaluate(&suited_wheel).unwrap(), Strength::WHEEL);
    assert!(low("KKKQQQJ") < low("JJJTT99"));
    assert_eq!(low("KKKQQQJ").to_string(), "K-K-Q-Q-J");
    assert_eq!(low("JJJTT99").to_string(), "T-T-9-9-J");
    assert!(low("5566777") > low("4488999"));
    assert!(low("A2345TT") > low("4488999"));
    assert_eq!(Strength::NONE.to_string(), "-");
    assert_eq!(Strength::NONE.name(), "no hand");
    assert_eq!(
        Category::ALL.map(|c| c.to_string()).join(", "),
        "no pair, pair, two pair, three of a kind, full house, four of a kind"
    );
    assert_eq!(Category::ALL.map(Category::key).join(" "), "NO_PAIR PAIR TWO_PAIR TRIPS FULL_HOUSE QUADS");
}

#[test]
fn the_five_that_play_take_the_highest_suits() {
    let text =
        |cards: &str| -> String { best_five(&parse_cards(cards).unwrap()).iter().map(ToString::to_string).collect() };
    assert_eq!(text("AcAdAhAs2c2d3c"), "2d2cAsAh3c");
    assert_eq!(text("5c4c3c2cAcAs5h"), "5h4c3c2cAs");
    assert_eq!(text("KcKdKhKsQcQdQh"), "QhQdQcKsKh");
}

#[test]
fn bad_input_says_where() {
    let message = |cards: &[Card]| evaluate(cards).unwrap_err().to_string();
    assert_eq!(message(&cards("A234")), "cards: expected 5 to 7 cards, found 4");
    assert_eq!(message(&cards("A2345678")), "cards: expected 5 to 7 cards, found 8");
    let mut twice = cards("A2345");
    twice[3] = twice[1];
    assert_eq!(message(&twice), "cards[3]: duplicate card 2c");
    let mut counts = [0; 13];
    assert_eq!(evaluate_counts(&counts).unwrap_err().to_string(), "counts: expected 5 to 7 cards, found 0");
    counts[4] = 5;
    assert!(evaluate_counts(&counts).unwrap_err().to_string().starts_with("counts[4]: 5 cards of a rank"));
    assert!(evaluate_rank_set(0b1111).is_err() && evaluate_rank_set(1 << 13 | 0b11111).is_err());
    assert_eq!(evaluate_rank_set(0b11111).unwrap(), Strength::WHEEL);
    assert_eq!(strength_of_sets(0b11, 0b11, 0b10), low("AA222"));
}

#[test]
fn boards_in_the_order_of_opening() {
    let opens_before = |better: &str, worse: &str| {
        assert!(board_value(&cards(better)) < board_value(&cards(worse)), "{better} before {worse}");
    };
    for (better, worse) in
        [("KJ3", "776"), ("933", "844"), ("AAK", "223"), ("9433", "J776"), ("A", "2"), ("K", "AA"), ("87", "88")]
    {
        opens_before(better, worse);
    }
    for (better, worse) in
        [("KKQJ", "3322"), ("KKQQ", "AAA2"), ("KKKQ", "AAAA"), ("KKK QQ", "AAAA2"), ("KKKQJ", "AAA22")]
    {
        opens_before(&better.replace(' ', ""), worse);
    }
    assert_eq!(board_value(&cards("7A7")), board_value(&cards("77A")));
}

#[test]
fn boards_of_five_agree_with_strength() {
    let mut values: Vec<(u32, Strength)> = Vec::new();
    multisets(5, &mut |counts, _| {
        let hand = suited(&spread(counts), 1);
        values.push((board_value(&hand), strength_of(&hand)));
    });
    values.sort();
    assert!(values.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
}
