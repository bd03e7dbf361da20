//! The rows with fewer than five distinct ranks: collected by the kernels, settled block by block.

use super::BLOCK;
use crate::hands::evaluate::strength_of_few_ranks;

/// One in the nibble that counts the rank of a card; nothing for what is no card.
static COUNT: [u64; 256] = {
    let mut count = [0; 256];
    let mut card = 0;
    while card < 52 {
        count[card] = 1 << (card & !3);
        card += 1;
    }
    count
};

/// Places behind the last row that may be written to: a kernel appends as many at once.
const SPARE: usize = 32;

/// Rows of a block, by their place in it.
pub struct Rare {
    list: [u16; BLOCK + SPARE],
    len: usize,
}

impl Rare {
    pub fn new() -> Self {
        Rare { list: [0; BLOCK + SPARE], len: 0 }
    }

    /// Adds those of the rows from `start` on that `is_rare` says so of, without a branch to guess.
    #[inline(always)]
    pub fn push_rows<T>(&mut self, start: usize, rows: impl Iterator<Item = T>, mut is_rare: impl FnMut(T) -> bool) {
        let (mut len, mut row) = (self.len, start as u16);
        for item in rows {
            self.list[len] = row;
            row = row.wrapping_add(1);
            len = len.wrapping_add(usize::from(is_rare(item)));
        }
        self.len = len;
    }

    /// Adds what `write` puts at the front of the places it is given: 32 at most; it returns how many.
    #[inline(always)]
    pub fn push_with(&mut self, write: impl FnOnce(&mut [u16; SPARE]) -> usize) {
        let places = self.list[self.len..].first_chunk_mut().expect("no row comes twice");
        self.len += write(places);
    }

    /// Writes the strengths of the rows and forgets them. `squeeze(bits, mask)` brings the bits under the mask together.
    ///
    /// Whatever the bytes are, no panic: unchecked rows, and rows that another thread changes meanwhile, come here too.
    #[inline(always)]
    pub fn settle<const W: usize>(&mut self, cards: &[u8], out: &mut [u16], squeeze: impl Fn(u64, u64) -> u64) {
        let (rows, _) = cards.as_chunks::<W>();
        for &row in &self.list[..self.len] {
            let row = usize::from(row);
            // No carry: a rank is there at most seven times.
            let counts = rows[row].iter().map(|&card| COUNT[usize::from(card)]).fold(0u64, u64::wrapping_add);
            out[row] = strength_of_few_ranks(counts, &squeeze);
        }
        self.len = 0;
    }
}
