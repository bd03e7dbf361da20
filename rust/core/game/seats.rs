//! A set of seats as eight bits, walked in ascending or clockwise order.

/// The most seats at a Razz table.
pub const MAX_SEATS: usize = 8;

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats 0 to n - 1.
    #[inline]
    pub const fn first(n: u8) -> SeatSet {
        SeatSet(((1u16 << n) - 1) as u8)
    }

    /// One seat alone.
    #[inline]
    pub const fn only(seat: u8) -> SeatSet {
        SeatSet(1 << seat)
    }

    /// The set of these bits.
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits)
    }

    /// Bit i for seat i.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether a seat is in the set.
    #[inline]
    pub const fn contains(self, seat: u8) -> bool {
        seat < 8 && self.0 >> seat & 1 == 1
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, seat: u8) {
        self.0 |= 1 << seat;
    }

    /// Takes a seat out.
    #[inline]
    pub fn remove(&mut self, seat: u8) {
        self.0 &= !(1 << seat);
    }

    /// The seats of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats in either.
    #[inline]
    pub const fn with(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats in both.
    #[inline]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat.
    #[inline]
    pub const fn lowest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    /// The highest seat.
    #[inline]
    pub const fn highest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(7 - self.0.leading_zeros() as u8) }
    }

    /// The first seat clockwise from `seat`, itself excluded unless it is the only one.
    #[inline]
    pub const fn after(self, seat: u8) -> Option<u8> {
        let turned = self.0.rotate_right(seat as u32 + 1);
        if turned == 0 { None } else { Some((seat + 1 + turned.trailing_zeros() as u8) & 7) }
    }

    /// The seats, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let seat = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Some(seat)
        })
    }

    /// The seats clockwise, `first` (when it is in the set) and those after it first.
    #[inline]
    pub fn clockwise_from(self, first: u8) -> impl Iterator<Item = u8> {
        SeatSet(self.0.rotate_right(first.into())).iter().map(move |turned| first.wrapping_add(turned) & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise() {
        let seats = SeatSet::from_bits(0b1001_0110);
        assert_eq!(seats.clockwise_from(4).collect::<Vec<_>>(), [4, 7, 1, 2]);
        assert_eq!(seats.clockwise_from(5).collect::<Vec<_>>(), [7, 1, 2, 4]);
        assert_eq!((seats.after(7), seats.after(2), seats.after(3)), (Some(1), Some(4), Some(4)));
        assert_eq!(SeatSet::from_bits(4).after(2), Some(2));
        assert_eq!(SeatSet::first(8).len(), 8);
    }
}
