//! Who wins, for many showdowns at once.

/// Most seats of a showdown: a bit each in a byte.
pub const MOST_SEATS: usize = 8;

/// For each showdown of `seats` strengths: the set of seats that share the best (bit i for seat i) and each seat's share
/// of the pot. A seat with strength 0 has no hand; where no seat has one, nobody wins.
///
/// # Panics
/// If there are no seats or more than [`MOST_SEATS`], or the lengths do not fit together.
pub fn showdowns(strengths: &[u16], seats: usize, winners: &mut [u8], shares: &mut [f64]) {
    assert!((1..=MOST_SEATS).contains(&seats), "{seats} seats: expected 1 to {MOST_SEATS}");
    assert_eq!(strengths.len(), seats * winners.len());
    assert_eq!(shares.len(), strengths.len());
    let rows = strengths.chunks_exact(seats).zip(shares.chunks_exact_mut(seats));
    for ((strengths, shares), winners) in rows.zip(winners) {
        let best = strengths.iter().fold(1, |best, &strength| best.max(strength));
        let mut set = 0u8;
        for (seat, &strength) in strengths.iter().enumerate() {
            set |= u8::from(strength == best) << seat;
        }
        let share = SHARE[set.count_ones() as usize];
        for (slot, &strength) in shares.iter_mut().zip(strengths) {
            *slot = if strength == best { share } else { 0.0 };
        }
        *winners = set;
    }
}

/// The share of each of so many winners.
const SHARE: [f64; MOST_SEATS + 1] = {
    let mut share = [0.0; MOST_SEATS + 1];
    let mut winners = 1;
    while winners <= MOST_SEATS {
        share[winners] = 1.0 / winners as f64;
        winners += 1;
    }
    share
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_and_shares() {
        let strengths = [5, 9, 9, 0, 0, 0, 7, 7, 7, 1, 0, 0];
        let (mut winners, mut shares) = ([0; 4], [9.0; 12]);
        showdowns(&strengths, 3, &mut winners, &mut shares);
        assert_eq!(winners, [0b110, 0, 0b111, 0b001]);
        let third = 1.0 / 3.0;
        assert_eq!(shares, [0.0, 0.5, 0.5, 0.0, 0.0, 0.0, third, third, third, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn eight_seats() {
        let (mut winners, mut shares) = ([0; 1], [0.0; 8]);
        showdowns(&[3; 8], 8, &mut winners, &mut shares);
        assert_eq!((winners, shares), ([0xFF], [0.125; 8]));
    }
}
