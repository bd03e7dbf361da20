//! The distribution of the best low over all seven-card hands, through rank multisets.

use std::sync::LazyLock;

use super::evaluate::strength_of_counts;
use super::strength::Strength;
use super::tables::CLASSES;

/// The number of seven-card hands, C(52, 7).
pub const ALL_HANDS: u64 = 133_784_560;

/// How many hands have each strength; index 0, no hand, stays 0.
pub type Distribution = [u64; CLASSES as usize + 1];

/// In how many ways 0 to 4 cards of one rank can be chosen.
const WAYS: [u64; 5] = [1, 4, 6, 4, 1];

/// Calls with every multiset of `size` ranks that one deck can give: the rank counts packed in nibbles, the ace
/// lowest, and the number of hands that have them.
pub fn rank_multisets(size: u32, visit: &mut impl FnMut(u64, u64)) {
    fn go(rank: u32, left: u32, counts: u64, ways: u64, visit: &mut impl FnMut(u64, u64)) {
        if left == 0 {
            visit(counts, ways);
        } else if left <= 4 * (13 - rank) {
            for count in 0..=left.min(4) {
                go(rank + 1, left - count, counts | u64::from(count) << (4 * rank), ways * WAYS[count as usize], visit);
            }
        }
    }
    go(0, size, 0, 1, visit);
}

/// How many of the 133,784,560 seven-card hands have each strength, from the 49,205 multisets of seven ranks.
pub fn distribution_by_ranks() -> Box<Distribution> {
    let mut distribution = Box::new([0; CLASSES as usize + 1]);
    rank_multisets(7, &mut |counts, ways| distribution[usize::from(strength_of_counts(counts).get())] += ways);
    distribution
}

static TWICE_BELOW: LazyLock<Box<Distribution>> = LazyLock::new(|| {
    let mut table = distribution_by_ranks();
    let mut weaker = 0;
    for hands in table.iter_mut() {
        let equal = *hands;
        *hands = 2 * weaker + equal;
        weaker += equal;
    }
    table
});

/// Twice the number of seven-card hands that are weaker, plus the number that are equal.
pub(super) fn twice_below(strength: Strength) -> u64 {
    TWICE_BELOW[usize::from(strength.get())]
}

/// 100 times the share of all seven-card hands that are strictly weaker, and half the share of the equal ones.
pub fn percentile(strength: Strength) -> f64 {
    100.0 * twice_below(strength) as f64 / (2 * ALL_HANDS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles() {
        assert_eq!(distribution_by_ranks().iter().sum::<u64>(), ALL_HANDS);
        let wheels = 781_824.0 / ALL_HANDS as f64;
        assert!((percentile(Strength::WHEEL) - 100.0 * (1.0 - wheels / 2.0)).abs() < 1e-12);
        assert_eq!(percentile(Strength::from_index(1).unwrap()), 0.0);
        assert!(Strength::all().map(percentile).is_sorted());
    }
}
