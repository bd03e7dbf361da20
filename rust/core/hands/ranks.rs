//! Hands without suits, many at once: rank counts and rank sets.

use std::fmt;

use super::evaluate::strength_of_counts;
use super::tables::NO_PAIR;

/// What is wrong with the first bad row of rank counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCounts {
    /// More than four cards of a rank.
    TooMany {
        /// The row, from 0.
        row: usize,
        /// The rank, 0 (ace) … 12 (king).
        rank: usize,
        /// How many it has.
        count: u8,
    },
    /// Fewer than five or more than seven cards.
    Total {
        /// The row, from 0.
        row: usize,
        /// How many cards it has.
        cards: u32,
    },
}

impl BadCounts {
    /// The row, from 0.
    pub fn row(&self) -> usize {
        match *self {
            BadCounts::TooMany { row, .. } | BadCounts::Total { row, .. } => row,
        }
    }

    /// The fault in words, for a row of the name `row`; `count` is how the number of cards is written.
    pub fn describe(&self, row: &str, count: impl fmt::Display) -> String {
        match self {
            BadCounts::TooMany { rank, .. } => format!("{row}: {count} cards of rank {rank}, expected 0 to 4"),
            BadCounts::Total { .. } => format!("{row}: {count} cards, expected 5 to 7"),
        }
    }
}

/// The strengths of rows of 13 rank counts, ace first: 0 to 4 a rank, five to seven in all.
///
/// # Panics
/// If `counts` is not 13 times as long as `out`.
pub fn evaluate_rank_counts(counts: &[u8], out: &mut [u16]) -> Result<(), BadCounts> {
    assert_eq!(counts.len(), 13 * out.len());
    for (row, (counts, slot)) in counts.as_chunks::<13>().0.iter().zip(out).enumerate() {
        let (mut packed, mut cards, mut most) = (0u64, 0u32, 0u8);
        for (rank, &count) in counts.iter().enumerate() {
            packed |= u64::from(count & 7) << (4 * rank);
            cards += u32::from(count);
            most = most.max(count);
        }
        if most > 4 {
            let rank = counts.iter().position(|&count| count > 4).unwrap_or(0);
            return Err(BadCounts::TooMany { row, rank, count: counts[rank] });
        }
        if !(5..=7).contains(&cards) {
            return Err(BadCounts::Total { row, cards });
        }
        *slot = strength_of_counts(packed).get();
    }
    Ok(())
}

/// The strengths of sets of distinct ranks, bit 0 the ace; the index of the first that is no set of five ranks or more
/// among 13.
///
/// # Panics
/// If the lengths differ.
pub fn evaluate_rank_sets(sets: &[u16], out: &mut [u16]) -> Result<(), usize> {
    assert_eq!(sets.len(), out.len());
    let mut good = true;
    for (&set, slot) in sets.iter().zip(out.iter_mut()) {
        *slot = NO_PAIR[usize::from(set & 0x1FFF)];
        good &= set <= 0x1FFF && *slot != 0;
    }
    let bad = |&set: &u16| set > 0x1FFF || NO_PAIR[usize::from(set)] == 0;
    if good { Ok(()) } else { sets.iter().position(bad).map_or(Ok(()), Err) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::{evaluate_counts, evaluate_rank_set, rank_multisets};

    #[test]
    fn all_multisets_and_all_sets() {
        for size in 5..=7 {
            let (mut rows, mut expected) = (Vec::new(), Vec::new());
            rank_multisets(size, &mut |counts, _| {
                let row: [u8; 13] = std::array::from_fn(|rank| (counts >> (4 * rank) & 15) as u8);
                expected.push(evaluate_counts(&row).unwrap().get());
                rows.extend(row);
            });
            let mut out = vec![0; expected.len()];
            evaluate_rank_counts(&rows, &mut out).unwrap();
            assert_eq!(out, expected);
        }
        let sets: Vec<u16> = (0..0x2000u16).filter(|set| set.count_ones() >= 5).collect();
        let mut out = vec![0; sets.len()];
        evaluate_rank_sets(&sets, &mut out).unwrap();
        assert!(sets.iter().zip(&out).all(|(&set, &out)| evaluate_rank_set(set).unwrap().get() == out));
    }

    #[test]
    fn the_first_bad_row_is_named() {
        let good = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        let mut rows = good.repeat(4);
        let mut judge = |rank: usize, count| {
            rows[26 + rank] = count;
            let found = evaluate_rank_counts(&rows, &mut [0; 4]);
            rows[26 + rank] = good[rank];
            found
        };
        assert_eq!(judge(7, 5), Err(BadCounts::TooMany { row: 2, rank: 7, count: 5 }));
        assert_eq!(judge(12, 255), Err(BadCounts::TooMany { row: 2, rank: 12, count: 255 }));
        assert_eq!(judge(0, 0), Err(BadCounts::Total { row: 2, cards: 4 }));
        assert_eq!(judge(0, 4), Err(BadCounts::Total { row: 2, cards: 8 }));
        assert_eq!(judge(0, 3), Ok(()));
        let mut four_before = good;
        (four_before[2], four_before[7]) = (4, 5);
        let found = evaluate_rank_counts(&four_before, &mut [0]);
        assert_eq!(found, Err(BadCounts::TooMany { row: 0, rank: 7, count: 5 }));
        let (many, total) = (judge(7, 5).unwrap_err(), judge(0, 0).unwrap_err());
        assert_eq!((many.row(), total.row()), (2, 2));
        assert_eq!(many.describe("counts[2]", 5), "counts[2]: 5 cards of rank 7, expected 0 to 4");
        assert_eq!(total.describe("counts[2]", 4), "counts[2]: 4 cards, expected 5 to 7");
        assert_eq!(evaluate_rank_sets(&[0x1F, 0xF, 0x1F], &mut [0; 3]), Err(1));
        assert_eq!(evaluate_rank_sets(&[0x1F, 0x1FFF, 0x201F], &mut [0; 3]), Err(2));
        assert_eq!([0xF, 0x201F].map(|set| evaluate_rank_sets(&[set], &mut [0])), [Err(0); 2]);
    }
}
