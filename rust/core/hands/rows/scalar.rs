//! The rows in plain code.

use super::rare::Rare;
use crate::hands::evaluate::squeeze_under;
use crate::hands::tables::NO_PAIR;

/// For every card: bit c for card c, and above the 52 of them bit 52 + r for its rank r unless that is the king's, for
/// which there is no room. Nothing for what is no card.
static BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut card = 0;
    while card < 52 {
        let rank = card / 4;
        bits[card] = 1 << card | if rank < 12 { 1 << (52 + rank) } else { 0 };
        card += 1;
    }
    bits
};
const CARDS: u64 = (1 << 52) - 1;
const KINGS: u64 = 0xF << 48;

/// [`NO_PAIR`] for sets turned by a place, so that the king is bit 0 and the ace bit 1.
static KING_FIRST: [u16; 8192] = {
    let mut table = [0; 8192];
    let mut set = 0;
    while set < 8192 {
        table[(set << 1 | set >> 12) & 0x1FFF] = NO_PAIR[set];
        set += 1;
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
    let mut twice = 0u64;
    rare.push_rows(start, hands.iter().zip(out), |(hand, slot)| {
        let (mut any, mut sum) = (0u64, 0u64);
        for &card in hand {
            let bits = BITS[usize::from(card)];
            any |= bits;
            sum = sum.wrapping_add(bits);
        }
        // The sum is the union unless a bit comes twice, and then its place is a hole in the sum.
        twice |= any ^ sum;
        // Adding carries out of the kings' bits if there is one.
        let king = ((any & KINGS) + KINGS) >> 52;
        *slot = KING_FIRST[(2 * (any >> 52) + king) as usize & 0x1FFF];
        *slot == 0
    });
    !V || twice & CARDS == 0 && cards.iter().fold(0, |most, &card| most.max(card)) < 52
}
