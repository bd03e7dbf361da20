//! Binomials, and the integers in which deals are counted.

/// Players at most.
pub const MAX_PLAYERS: usize = 8;

/// `BINOMIAL[n][k]` for n up to 52: the ways to take k of n cards.
pub(super) static BINOMIAL: [[u64; 53]; 53] = {
    let mut table = [[0u64; 53]; 53];
    let mut n = 0;
    while n < 53 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The ways to take k of n cards; 0 when n has not that many.
#[inline]
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    BINOMIAL[n][k.min(52)]
}

/// The ways to give each player the number of cards he lacks from `left` cards; `None` beyond 128 bits.
pub(super) fn deals(mut left: usize, unknown: &[u8]) -> Option<u128> {
    let mut ways = 1u128;
    for &n in unknown {
        ways = ways.checked_mul(u128::from(binomial(left, usize::from(n))))?;
        left = left.saturating_sub(usize::from(n));
    }
    Some(ways)
}

/// An integer modulo 2^64 or 2^128.
///
/// The sweeps only add, subtract and multiply, and no count they return is greater than the number of all deals. So
/// where that number fits, so does every result, whatever wraps on the way to it.
pub(super) trait Word: Copy + Default + PartialEq + Into<u128> + Send {
    /// The largest number that a word holds.
    const MAX: u128;
    fn of(value: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const MAX: u128 = <$type>::MAX as u128;

            #[inline(always)]
            fn of(value: u64) -> Self {
                value.into()
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
    };
}

word!(u64);
word!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(binomial(52, 7), 133_784_560);
        assert_eq!(binomial(3, 4), 0);
        assert_eq!(deals(46, &[4, 4]), Some(18_265_297_050));
        assert_eq!(deals(52, &[7; 6]), None);
        assert_eq!(deals(7, &[4, 4]), Some(0));
    }
}
