//! The rows in plain code: cards are looked up two at a time; bad rows are looked for in a pass of its own, made of
//! comparisons of bytes in order, which compilers turn into vectors on every machine that has some.

use super::rare::Rare;
use crate::hands::evaluate::squeeze_under;
use crate::hands::tables::NO_PAIR;

/// The rank set of two cards by their bytes, in either order; empty if one is no card. Only the entries of cards are ever
/// read, and they are few enough for the first cache.
static PAIRS: [u16; 1 << 16] = {
    let mut table = [0; 1 << 16];
    let mut i = 0;
    while i < 52 * 52 {
        let (one, other) = (i / 52, i % 52);
        table[one << 8 | other] = 1 << (one / 4) | 1 << (other / 4);
        i += 1;
    }
    table
};

/// As [`super::Kernel::run`] says.
pub fn run<const W: usize, const V: bool>(cards: &[u8], out: &mut [u16], rare: &mut Rare) -> bool {
    let good = rows::<W, V>(cards, out, 0, rare);
    rare.settle::<W>(cards, out, squeeze_under);
    good
}

/// The rows from `start` on, without settling the rare ones.
#[inline(always)]
pub fn rows<const W: usize, const V: bool>(cards: &[u8], out: &mut [u16], start: usize, rare: &mut Rare) -> bool {
    let (cards, out) = (&cards[W * start..], &mut out[start..]);
    let (hands, _) = cards.as_chunks::<W>();
    rare.push_rows(start, hands.iter().zip(out), |(hand, slot)| {
        // As one load of two bytes, not two of one.
        let two = |place: usize| {
            let bytes = *hand[place..].first_chunk().expect("two cards from every place but the last");
            PAIRS[usize::from(u16::from_ne_bytes(bytes))]
        };
        let mut ranks = two(0) | two(2) | two(W - 2);
        if W == 7 {
            ranks |= two(4);
        }
        *slot = NO_PAIR[usize::from(ranks & 0x1FFF)];
        *slot == 0
    });
    !V || all_good::<W>(cards)
}

/// Rows that are checked together.
const GROUP: usize = 64;

/// Bytes of a group, with room for rows of eight.
#[repr(align(16))]
struct Bytes([u8; 8 * GROUP]);

/// What does not change from group to group.
struct Pattern<const W: usize>;

impl<const W: usize> Pattern<W> {
    /// Good rows.
    const GOOD: Bytes = {
        let mut bytes = [0; 8 * GROUP];
        let mut i = 0;
        while i < 8 * GROUP {
            bytes[i] = (i % W) as u8;
            i += 1;
        }
        Bytes(bytes)
    };

    /// For every distance the places from which the card at that distance is of the same row.
    const SAME_ROW: [Bytes; W] = {
        let mut masks = [const { Bytes([0; 8 * GROUP]) }; W];
        let mut i = 0;
        while i < W * W * GROUP {
            let (distance, place) = (i / (W * GROUP), i % (W * GROUP));
            if place % W + distance < W {
                masks[distance].0[place] = 0xFF;
            }
            i += 1;
        }
        masks
    };
}

/// Whether every row is one of different cards.
fn all_good<const W: usize>(cards: &[u8]) -> bool {
    (0..cards.len()).step_by(W * GROUP).all(|from| {
        let rest = &cards[from..];
        match rest.first_chunk() {
            Some(bytes) => is_good::<W>(bytes),
            None => {
                let mut bytes = Pattern::<W>::GOOD;
                bytes.0[..rest.len()].copy_from_slice(rest);
                is_good::<W>(&bytes.0)
            }
        }
    })
}

/// Whether the first `GROUP` rows are good.
fn is_good<const W: usize>(bytes: &[u8; 8 * GROUP]) -> bool {
    let same_row = const { &Pattern::<W>::SAME_ROW };
    let (mut most, mut twice) = (0, 0);
    for place in 0..W * GROUP {
        let card = bytes[place];
        most = card.max(most);
        for distance in 1..W {
            twice |= if card == bytes[place + distance] { same_row[distance].0[place] } else { 0 };
        }
    }
    most < 52 && twice == 0
}
