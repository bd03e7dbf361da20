//! Which hands of a seed are in a summary: disjoint intervals of indices.

/// Intervals of indices, ascending, disjoint and not adjacent; first and last index of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage(Vec<(u64, u64)>);

impl Coverage {
    /// `count` indices from `first` on; `None` when they go beyond 2^64 - 1.
    pub fn interval(first: u64, count: u64) -> Option<Coverage> {
        match count.checked_sub(1) {
            None => Some(Coverage::default()),
            Some(more) => Some(Coverage(vec![(first, first.checked_add(more)?)])),
        }
    }

    /// The intervals, first and last index of each.
    pub fn intervals(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// Whether an index is covered.
    pub fn contains(&self, index: u64) -> bool {
        let after = self.0.partition_point(|&(first, _)| first <= index);
        after > 0 && self.0[after - 1].1 >= index
    }

    /// How many indices are covered; more than 2^64 - 1 cannot be told from that.
    pub fn count(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, &(first, last)| sum.saturating_add((last - first).saturating_add(1)))
    }

    /// The indices of both; `Err` names the first that is in both.
    pub fn union(&self, other: &Coverage) -> Result<Coverage, u64> {
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let Some(&(first, last)) = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x.0 <= y.0 => a.next(),
            (Some(_), None) => a.next(),
            _ => b.next(),
        } {
            match merged.last_mut() {
                Some(&mut (_, end)) if first <= end => return Err(first),
                Some((_, end)) if first == *end + 1 => *end = last,
                _ => merged.push((first, last)),
            }
        }
        Ok(Coverage(merged))
    }

    /// Adds indices `first` to `last` in place; `Err` names the first that is there already, and nothing changes.
    pub(super) fn insert(&mut self, first: u64, last: u64) -> Result<(), u64> {
        let at = self.0.partition_point(|&(start, _)| start <= first);
        let before = at.checked_sub(1).map(|place| self.0[place]);
        let after = self.0.get(at).copied();
        if before.is_some_and(|(_, end)| end >= first) {
            return Err(first);
        }
        if let Some((start, _)) = after.filter(|&(start, _)| start <= last) {
            return Err(start);
        }
        let joins_before = before.is_some_and(|(_, end)| end + 1 == first);
        let joins_after = after.is_some_and(|(start, _)| last + 1 == start);
        match (joins_before, joins_after) {
            (true, true) => self.0[at - 1].1 = self.0.remove(at).1,
            (true, false) => self.0[at - 1].1 = last,
            (false, true) => self.0[at].0 = first,
            (false, false) => self.0.insert(at, (first, last)),
        }
        Ok(())
    }

    /// The parts of `first..first + count` that are not covered, as first index and count.
    pub fn gaps(&self, first: u64, count: u64) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let (mut next, mut left) = (first, count);
        for &(from, to) in &self.0 {
            if left == 0 || to < next {
                continue;
            }
            let free = from.saturating_sub(next).min(left);
            if free > 0 {
                gaps.push((next, free));
            }
            // What this interval covers of the rest.
            let covered = (to - next.max(from)).saturating_add(1).min(left - free);
            left -= free + covered;
            next = next.saturating_add(free).saturating_add(covered);
        }
        if left > 0 {
            gaps.push((next, left));
        }
        gaps
    }

    /// Intervals read from bytes: refused unless they are as they should be.
    pub(super) fn checked(intervals: Vec<(u64, u64)>) -> Option<Coverage> {
        let apart = intervals.windows(2).all(|pair| pair[0].1.checked_add(1).is_some_and(|next| next < pair[1].0));
        (apart && intervals.iter().all(|&(first, last)| first <= last)).then_some(Coverage(intervals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Philox, Rng};

    /// Against sets of small numbers, one bit an index.
    #[test]
    fn as_sets_are() {
        let mut rng = Philox::new(1, 2, 3);
        let bits = |coverage: &Coverage| (0..64).fold(0u64, |set, i| set | u64::from(coverage.contains(i)) << i);
        let build = |set: u64| {
            (0..64)
                .filter(|i| set >> i & 1 == 1)
                .fold(Coverage::default(), |all, i| all.union(&Coverage::interval(i, 1).unwrap()).unwrap())
        };
        for _ in 0..2000 {
            let (x, y) = (rng.next_u64() & rng.next_u64(), rng.next_u64() & rng.next_u64() & rng.next_u64());
            let (a, b) = (build(x), build(y));
            assert_eq!((bits(&a), a.count()), (x, u64::from(x.count_ones())));
            assert_eq!(Coverage::checked(a.0.clone()), Some(a.clone()));
            let mut grown = a.clone();
            let fault = b.0.iter().find_map(|&(first, last)| grown.insert(first, last).err());
            assert!(fault.is_some() || Ok(&grown) == a.union(&b).as_ref());
            assert_eq!(fault, (x & y != 0).then(|| u64::from((x & y).trailing_zeros())));
            match a.union(&b) {
                Ok(both) => assert!(x & y == 0 && bits(&both) == x | y && both == build(x | y)),
                Err(twice) => assert_eq!(u64::from((x & y).trailing_zeros()), twice),
            }
            let (first, count) = (u64::from(rng.below(40)), u64::from(rng.below(25)));
            let wanted = ((1u64 << count) - 1) << first;
            let free = a.gaps(first, count).iter().fold(0u64, |set, &(i, n)| set | ((1u64 << n) - 1) << i);
            assert_eq!(free, wanted & !x);
        }
    }

    #[test]
    fn the_last_indices() {
        let end = Coverage::interval(u64::MAX, 1).unwrap();
        assert_eq!(Coverage::interval(u64::MAX, 2), None);
        assert_eq!(Coverage::interval(5, 0), Some(Coverage::default()));
        assert!(end.contains(u64::MAX) && end.union(&end) == Err(u64::MAX));
        let before = Coverage::interval(u64::MAX - 2, 2).unwrap();
        assert_eq!(before.union(&end).unwrap().intervals(), [(u64::MAX - 2, u64::MAX)]);
        let mut grown = end.clone();
        assert_eq!(
            (grown.insert(u64::MAX - 2, u64::MAX - 1), grown.insert(u64::MAX, u64::MAX)),
            (Ok(()), Err(u64::MAX))
        );
        assert_eq!(Ok(grown), before.union(&end));
        assert_eq!(end.gaps(u64::MAX - 1, 2), [(u64::MAX - 1, 1)]);
        assert_eq!(Coverage::checked(vec![(3, 5), (6, 7)]), None);
        assert_eq!(Coverage::checked(vec![(5, 3)]), None);
    }
}
