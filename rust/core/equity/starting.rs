//! The 455 starting hands by rank: how often each is dealt, and each against each.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::counting::binomial;
use super::deal::Deal;
use super::exact::counts;
use crate::threads;

/// Multisets of three ranks.
pub const STARTS: usize = 455;

/// The ranks of every start, ascending within it, in the order of (highest, middle, lowest).
pub fn starts() -> Vec<[u8; 3]> {
    let mut found = Vec::with_capacity(STARTS);
    for high in 0..13 {
        for middle in 0..=high {
            for low in 0..=middle {
                found.push([low, middle, high]);
            }
        }
    }
    found
}

fn rank_counts(start: [u8; 3]) -> [u8; 13] {
    let mut counts = [0; 13];
    start.iter().for_each(|&r| counts[usize::from(r)] += 1);
    counts
}

/// The ways to be dealt ranks from a deck.
fn ways(deck: &[u8; 13], ranks: &[u8; 13]) -> u64 {
    deck.iter().zip(ranks).map(|(&d, &r)| binomial(usize::from(d), usize::from(r))).product()
}

fn without(ranks: &[u8; 13]) -> [u8; 13] {
    let mut deck = [4; 13];
    deck.iter_mut().zip(ranks).for_each(|(d, &r)| *d -= r);
    deck
}

/// The probability of each start; the order is that of [`starts`].
pub fn probabilities() -> Vec<f64> {
    starts().into_iter().map(|s| ways(&[4; 13], &rank_counts(s)) as f64 / 22_100.0).collect()
}

/// The exact equity of every start (row) against every other (column), heads-up, no dead cards, row after row; NaN for the
/// pairs that need more than four cards of a rank. `done` is kept at the number of pairs. `None` when stopped.
pub fn matrix(threads: usize, stop: &AtomicBool, done: &AtomicU64) -> Option<Vec<f64>> {
    let all: Vec<[u8; 13]> = starts().into_iter().map(rank_counts).collect();
    let row = |rows: &mut Vec<(usize, Vec<f64>)>, i: usize| {
        let mut values = Vec::with_capacity(i + 1);
        for j in 0..=i {
            values.push(equity(&all[i], &all[j], stop));
            done.fetch_add(1, Ordering::Relaxed);
            if stop.load(Ordering::Relaxed) {
                return;
            }
        }
        rows.push((i, values));
    };
    // The longest rows first, so that the threads end together.
    let rows = threads::strands(threads, (0..STARTS).rev(), stop, Vec::new, row);
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut matrix = vec![f64::NAN; STARTS * STARTS];
    for (i, values) in rows.into_iter().flatten() {
        for (j, value) in values.into_iter().enumerate() {
            matrix[i * STARTS + j] = value;
            matrix[j * STARTS + i] = 1.0 - value;
        }
    }
    Some(matrix)
}

fn equity(a: &[u8; 13], b: &[u8; 13], stop: &AtomicBool) -> f64 {
    if (0..13).any(|r| a[r] + b[r] > 4) {
        return f64::NAN;
    }
    let deck = std::array::from_fn(|r| 4 - a[r] - b[r]);
    let counts = counts(&Deal::new(&[(*a, 4), (*b, 4)], deck), stop).expect("two players need little room");
    (counts[1] as f64 + counts[3] as f64 / 2.0) / counts.iter().sum::<u128>() as f64
}

/// From the matrix: each start's equity against one random hand, and (13 to a row) against a random hand behind each door
/// card. Every hand of the opponent is weighted by how often he is dealt it.
pub fn against_random(matrix: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let all: Vec<[u8; 13]> = starts().into_iter().map(rank_counts).collect();
    let (mut random, mut doors) = (Vec::with_capacity(STARTS), Vec::with_capacity(13 * STARTS));
    for (i, mine) in all.iter().enumerate() {
        let deck = without(mine);
        let row = &matrix[i * STARTS..(i + 1) * STARTS];
        let mean = |weight: &dyn Fn(&[u8; 13]) -> u64| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (other, &equity) in all.iter().zip(row) {
                let weight = weight(other) as f64;
                if weight > 0.0 {
                    sum += weight * equity;
                    weights += weight;
                }
            }
            sum / weights
        };
        random.push(mean(&|other| ways(&deck, other)));
        for door in 0..13 {
            doors.push(mean(&|other| {
                let mut hole = *other;
                if hole[door] == 0 || deck[door] == 0 {
                    return 0;
                }
                let mut left = deck;
                hole[door] -= 1;
                left[door] -= 1;
                ways(&left, &hole)
            }));
        }
    }
    (random, doors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_starts() {
        let starts = starts();
        assert_eq!(starts.len(), STARTS);
        assert!((probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let counts: Vec<[u8; 13]> = starts.into_iter().map(rank_counts).collect();
        let impossible = |i: usize, j: usize| (0..13).any(|r| counts[i][r] + counts[j][r] > 4);
        let pairs: usize = (0..STARTS).map(|i| (0..=i).filter(|&j| impossible(i, j)).count()).sum();
        assert_eq!(pairs, 169);
    }
}
