//! Random cards for sampling: the words of a Philox stream, made several blocks at a time, and draws without replacement.

use crate::rng::{Rng, philox4x64_10};

/// The stream domain of equity samples; decks and policies of simulations use small numbers.
pub(super) const DOMAIN: u64 = 0x6571_7569_7479;

/// Blocks made together: their rounds overlap in the processor.
const BLOCKS: usize = 4;
const HALVES: usize = 8 * BLOCKS;

/// The stream `Philox::new(seed, index, DOMAIN)`, word for word.
pub(super) struct Words {
    seed: u64,
    index: u64,
    block: u64,
    halves: [u32; HALVES],
    next: usize,
}

impl Words {
    pub fn new(seed: u64, index: u64) -> Self {
        Words { seed, index, block: 0, halves: [0; HALVES], next: HALVES }
    }

    #[inline(never)]
    fn refill(&mut self) {
        for (k, halves) in self.halves.chunks_exact_mut(8).enumerate() {
            let counter = [self.block.wrapping_add(k as u64), self.index, DOMAIN, 0];
            for (word, halves) in philox4x64_10(counter, [self.seed, 0]).iter().zip(halves.chunks_exact_mut(2)) {
                halves[0] = *word as u32;
                halves[1] = (word >> 32) as u32;
            }
        }
        self.block = self.block.wrapping_add(BLOCKS as u64);
        self.next = 0;
    }
}

impl Rng for Words {
    /// Two halves, whole words not being kept apart.
    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) | u64::from(self.next_u32()) << 32
    }

    #[inline(always)]
    fn next_u32(&mut self) -> u32 {
        if self.next >= HALVES {
            self.refill();
        }
        let half = self.halves[self.next % HALVES];
        self.next += 1;
        half
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Philox;

    #[test]
    fn the_same_stream() {
        let (mut fast, mut plain) = (Words::new(7, 3), Philox::new(7, 3, DOMAIN));
        for n in 1..1000 {
            assert_eq!(fast.below(n), plain.below(n));
        }
    }
}
