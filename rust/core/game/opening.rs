//! Who acts first: the bring-in on third street (docs/rules.md section 3), the lowest board afterwards
//! (section 5).

use std::cmp::Reverse;

use super::options::{BoardTie, CommunityOpener};
use super::seats::SeatSet;
use super::state::{Duty, NOBODY, State};
use crate::hands::board_value_of_ranks;

impl State {
    /// Who brings in, and whether he must: the highest door card (the order of card indices is the
    /// bring-in order); when it is all-in from the ante, the next clockwise with chips.
    pub(super) fn bring_in_duty(&self, able: SeatSet) -> (u8, Duty) {
        let high = self.live().iter().max_by_key(|&seat| self.cards[seat as usize][2]).unwrap_or(NOBODY);
        if able.contains(high) {
            (high, Duty::Forced)
        } else {
            (able.after(high).unwrap_or(NOBODY), self.passed_duty())
        }
    }

    /// The seat that opens fourth to seventh street: the lowest board, and if it cannot act the
    /// next clockwise that can. With nobody able to act it is the lowest board itself.
    pub(super) fn low_board_seat(&self, able: SeatSet) -> u8 {
        let lowest = self.lowest_board();
        if able.is_empty() || able.contains(lowest) { lowest } else { able.after(lowest).unwrap_or(lowest) }
    }

    fn lowest_board(&self) -> u8 {
        let shared = self.community().filter(|_| self.rules.community_opener == CommunityOpener::Recompute);
        let value = |seat: u8| {
            // Most boards have no pair: their value is the set of their ranks. Places without a card are beyond 32 bits.
            let (mut ranks, mut paired) = (0u64, shared.map_or(0, |card| 1 << (card >> 2)));
            for card in &self.cards[seat as usize][2..6] {
                let rank = 1 << (card >> 2);
                paired |= ranks & rank;
                ranks |= rank;
            }
            if paired as u32 == 0 {
                return ranks as u32;
            }
            let board = self.up_cards(seat as usize).iter().copied().chain(shared);
            board_value_of_ranks(board.map(|card| card >> 2))
        };
        // Equal boards have equal ranks, so their highest up-cards differ in suit alone.
        let highest = |seat: u8| self.up_cards(seat as usize).iter().copied().max().unwrap_or(0);
        let seats = self.live().iter();
        let best = match self.rules.board_tie {
            BoardTie::Position => seats.min_by_key(|&seat| value(seat)),
            BoardTie::HighSuit => seats.min_by_key(|&seat| (value(seat), Reverse(highest(seat)))),
            BoardTie::LowSuit => seats.min_by_key(|&seat| (value(seat), highest(seat))),
        };
        best.unwrap_or(NOBODY)
    }
}
