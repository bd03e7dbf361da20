//! A small number of situations, for policies that are tables.

use super::Seen;
use crate::cards::UNKNOWN;

/// How many values each part of a situation has: street, own low cards, the best rival board, bets, rivals.
pub const SITUATION_SHAPE: [usize; 5] = [5, 11, 5, 5, 2];
/// How many situations there are.
pub const SITUATIONS: usize = 5 * 11 * 5 * 5 * 2;

/// The ranks of eight and lower.
const LOW: u16 = 0xFF;
/// Of these, the ranks of six and lower.
const SMOOTH: u16 = 0x3F;

/// The situation of the seat that sees it:
///
/// - the street, 0 for third to 4 for seventh;
/// - its low cards: 0 without any, else 2 k - 1 for k distinct ranks of eight or lower (at most five count), and one more
///   where the lowest k of them are six or lower;
/// - the most distinct ranks of eight or lower on the board of a live rival, 0 to 4;
/// - full wagers on this street so far, 4 for four or more;
/// - 0 against one live rival, 1 against more.
pub fn situation(seen: &Seen<'_>) -> [usize; 5] {
    let own = lows(seen.own_cards()) | seen.community().map_or(0, |card| lows(&[card]));
    let count = own.count_ones().min(5);
    let smooth = (own & SMOOTH).count_ones() >= count;
    let own = if count == 0 { 0 } else { 2 * count - 1 + u32::from(smooth) };
    let rivals = seen.rivals();
    let board = rivals.iter().map(|seat| lows(seen.up_cards(usize::from(seat))).count_ones()).max().unwrap_or(0);
    let bets = usize::from(seen.bets().min(4));
    [usize::from(seen.street() - 3), own as usize, board.min(4) as usize, bets, usize::from(rivals.len() > 1)]
}

/// The ranks of eight and lower among cards, bit 0 the ace.
fn lows(cards: &[u8]) -> u16 {
    cards.iter().filter(|&&card| card != UNKNOWN).fold(0, |set, card| set | 1 << (card >> 2)) & LOW
}
