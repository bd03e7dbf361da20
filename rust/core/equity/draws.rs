//! Random cards for sampling: a Philox stream in pieces of 16 bits, made several blocks at a time.
//!
//! The stream of (seed, index) is that of docs/stream.md with a domain of its own; each word gives four pieces, the lowest
//! first. A piece chooses one of n cards by Lemire's multiply and reject, so every card is exactly equally likely.

use crate::rng::{Rng, philox4x64_10};

/// The stream domain of equity samples; decks and policies of simulations use small numbers.
pub(super) const DOMAIN: u64 = 0x6571_7569_7479;

/// Blocks made together: their rounds overlap in the processor.
const BLOCKS: usize = 4;
const PIECES: usize = 16 * BLOCKS;

/// The stream `Philox::new(seed, index, DOMAIN)`, piece for piece.
pub(super) struct Pieces {
    seed: u64,
    index: u64,
    block: u64,
    pieces: [u16; PIECES],
    next: usize,
}

impl Pieces {
    pub fn new(seed: u64, index: u64) -> Self {
        Pieces { seed, index, block: 0, pieces: [0; PIECES], next: PIECES }
    }

    #[inline(never)]
    fn refill(&mut self) {
        for (k, pieces) in self.pieces.chunks_exact_mut(16).enumerate() {
            let counter = [self.block.wrapping_add(k as u64), self.index, DOMAIN, 0];
            for (word, pieces) in philox4x64_10(counter, [self.seed, 0]).iter().zip(pieces.chunks_exact_mut(4)) {
                for (at, piece) in pieces.iter_mut().enumerate() {
                    *piece = (word >> (16 * at)) as u16;
                }
            }
        }
        self.block = self.block.wrapping_add(BLOCKS as u64);
        self.next = 0;
    }

    #[inline(always)]
    fn piece(&mut self) -> u16 {
        if self.next >= PIECES {
            self.refill();
        }
        let piece = self.pieces[self.next % PIECES];
        self.next += 1;
        piece
    }

    /// A uniform number below `n`, which is at most 52.
    #[inline(always)]
    pub fn one_of(&mut self, n: u32) -> usize {
        let mut m = u32::from(self.piece()) * n;
        if (m & 0xFFFF) < n {
            let threshold = 0x1_0000 % n;
            while (m & 0xFFFF) < threshold {
                m = u32::from(self.piece()) * n;
            }
        }
        (m >> 16) as usize
    }
}

impl Rng for Pieces {
    /// Four pieces, whole words not being kept apart.
    fn next_u64(&mut self) -> u64 {
        (0..4).fold(0, |word, at| word | u64::from(self.piece()) << (16 * at))
    }

    fn next_u32(&mut self) -> u32 {
        u32::from(self.piece()) | u32::from(self.piece()) << 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Philox;

    #[test]
    fn the_same_stream() {
        let (mut fast, mut plain) = (Pieces::new(7, 3), Philox::new(7, 3, DOMAIN));
        for _ in 0..1000 {
            assert_eq!(fast.next_u64(), plain.next_u64());
        }
    }

    /// Every card comes from equally many of the 65,536 pieces, the others being drawn again.
    #[test]
    fn every_card_is_equally_likely() {
        for n in 1..=52u32 {
            let mut pieces = Pieces::new(0, 0);
            let mut chosen = vec![0u32; n as usize];
            let mut again = 0;
            for piece in 0..=u16::MAX {
                // A piece that is never refused follows, so that it shows whether the first was.
                (pieces.pieces[0], pieces.pieces[1], pieces.next) = (piece, u16::MAX, 0);
                let card = pieces.one_of(n);
                if pieces.next == 1 {
                    chosen[card] += 1;
                } else {
                    again += 1;
                }
            }
            assert!(chosen.iter().all(|&times| times == 0x1_0000 / n) && again == 0x1_0000 % n, "{n}");
        }
    }
}
