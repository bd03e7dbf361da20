//! The random streams: Philox4x64-10 (Salmon et al., SC 2011), addressed by (seed, index, domain).
//!
//! A stream yields the words of consecutive counters `(block, index, domain, 0)` under the key
//! `(seed, 0)`, the first block being 0. Bounded draws take 32 bits (the low half of a word, then
//! its high half) and reject by Lemire's method, so that every value is exactly equally likely.

/// A source of random bits.
pub trait Rng {
    /// The next 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// The next 32 random bits.
    fn next_u32(&mut self) -> u32;

    /// A uniform integer in `0..n` (`n` > 0), without bias: Lemire's multiply and reject.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let mut m = u64::from(self.next_u32()) * u64::from(n);
        if (m as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (m as u32) < threshold {
                m = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (m >> 32) as u32
    }
}

/// One Philox4x64-10 stream.
#[derive(Clone, Debug)]
pub struct Philox {
    seed: u64,
    counter: [u64; 4],
    words: [u64; 4],
    /// The next unread half word, 0..8; 8: a new block is due.
    next: usize,
}

const MULTIPLIER: [u64; 2] = [0xD2E7_470E_E14C_6C93, 0xCA5A_8263_9512_1157];
const WEYL: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];

/// The Philox4x64-10 block function.
#[inline]
pub fn philox4x64_10(mut c: [u64; 4], mut key: [u64; 2]) -> [u64; 4] {
    for _ in 0..10 {
        let p0 = u128::from(MULTIPLIER[0]) * u128::from(c[0]);
        let p1 = u128::from(MULTIPLIER[1]) * u128::from(c[2]);
        c = [(p1 >> 64) as u64 ^ c[1] ^ key[0], p1 as u64, (p0 >> 64) as u64 ^ c[3] ^ key[1], p0 as u64];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    c
}

impl Philox {
    /// The stream of one (seed, index, domain).
    #[inline]
    pub fn new(seed: u64, index: u64, domain: u64) -> Self {
        Philox { seed, counter: [0, index, domain, 0], words: [0; 4], next: 8 }
    }

    #[inline]
    fn refill(&mut self) {
        self.words = philox4x64_10(self.counter, [self.seed, 0]);
        self.counter[0] = self.counter[0].wrapping_add(1);
        self.next = 0;
    }
}

impl Rng for Philox {
    /// Takes a whole word; a half word left over by `next_u32` is skipped.
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.next = (self.next + 1) & !1;
        if self.next >= 8 {
            self.refill();
        }
        let word = self.words[self.next / 2];
        self.next += 2;
        word
    }

    #[inline]
    fn next_u32(&mut self) -> u32 {
        if self.next >= 8 {
            self.refill();
        }
        let half = (self.words[self.next / 2] >> (32 * (self.next & 1))) as u32;
        self.next += 1;
        half
    }
}
