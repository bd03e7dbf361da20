//! The obvious evaluator: the best of all fives, compared as the rules say it. Slow, and there to be compared with.

use std::sync::LazyLock;

use super::strength::Category;
use crate::cards::Card;

/// A five-card hand as it is compared: category, then ranks by (multiplicity, rank) descending. The lower, the better.
pub type Key = (Category, [u8; 5]);

/// The key of five ranks, 0 (ace) … 12 (king).
pub fn key_of_five(mut ranks: [u8; 5]) -> Key {
    let copies = ranks.map(|rank| ranks.iter().filter(|&&other| other == rank).count());
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by_key(|&i| std::cmp::Reverse((copies[i], ranks[i])));
    ranks = order.map(|i| ranks[i]);
    let mut pattern = order.map(|i| copies[i]);
    pattern.sort();
    let category = match pattern {
        [1, 1, 1, 1, 1] => Category::NoPair,
        [1, 1, 1, 2, 2] => Category::Pair,
        [1, 2, 2, 2, 2] => Category::TwoPair,
        [1, 1, 3, 3, 3] => Category::Trips,
        [2, 2, 3, 3, 3] => Category::FullHouse,
        _ => Category::Quads,
    };
    (category, ranks)
}

/// The key of the best five of five or more ranks.
pub fn best_key(ranks: &[u8]) -> Key {
    let n = ranks.len();
    let mut best: Option<Key> = None;
    for chosen in (0u32..1 << n).filter(|chosen| chosen.count_ones() == 5) {
        let mut five = (0..n).filter(|&i| chosen >> i & 1 == 1).map(|i| ranks[i]);
        let key = key_of_five([(); 5].map(|()| five.next().expect("five are chosen")));
        best = Some(best.map_or(key, |other| other.min(key)));
    }
    best.expect("five cards or more")
}

/// Every key that five cards of one deck can have, worst first: the strength is the place, counted from 1.
static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys = Vec::new();
    for code in 0..13u32.pow(5) {
        let ranks = [0, 1, 2, 3, 4].map(|i| (code / 13u32.pow(i) % 13) as u8);
        if ranks.is_sorted() && ranks[0] < ranks[4] {
            keys.push(key_of_five(ranks));
        }
    }
    keys.sort_by(|a, b| b.cmp(a));
    keys
});

/// The strength of a key: 1 … 6,175.
pub fn strength_of_key(key: Key) -> u16 {
    let place = KEYS.binary_search_by(|other| key.cmp(other)).expect("a key of five cards of one deck");
    place as u16 + 1
}

/// The strength of the best five of five to seven cards, as [`super::strength_of`] gives it.
pub fn strength(cards: &[Card]) -> u16 {
    let ranks: Vec<u8> = cards.iter().map(|card| card.rank().index()).collect();
    strength_of_key(best_key(&ranks))
}
