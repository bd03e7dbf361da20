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
        let m = u64::from(self.next_u32()) * u64::from(n);
        if m as u32 >= n { (m >> 32) as u32 } else { below_or_again(self, n, m) }
    }
}

/// [`Rng::below`] where the first product may have to be rejected.
#[cold]
fn below_or_again(rng: &mut (impl Rng + ?Sized), n: u32, mut m: u64) -> u32 {
    let threshold = n.wrapping_neg() % n;
    while (m as u32) < threshold {
        m = u64::from(rng.next_u32()) * u64::from(n);
    }
    (m >> 32) as u32
}

/// One Philox4x64-10 stream.
#[derive(Clone, Debug)]
pub struct Philox {
    seed: u64,
    index: u64,
    domain: u64,
    /// The number of the block after `halves`.
    block: u64,
    halves: [u32; 8],
    /// The next unread half word; at the end a new block is due.
    next: usize,
}

const MULTIPLIER: [u64; 2] = [0xD2E7_470E_E14C_6C93, 0xCA5A_8263_9512_1157];
const WEYL: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];

/// The Philox4x64-10 block function.
#[inline(always)]
pub fn philox4x64_10(mut c: [u64; 4], mut key: [u64; 2]) -> [u64; 4] {
    for _ in 0..10 {
        let p0 = u128::from(MULTIPLIER[0]) * u128::from(c[0]);
        let p1 = u128::from(MULTIPLIER[1]) * u128::from(c[2]);
        c = [(p1 >> 64) as u64 ^ c[1] ^ key[0], p1 as u64, (p0 >> 64) as u64 ^ c[3] ^ key[1], p0 as u64];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    c
}

/// The half words of a block of a stream, in the order in which they are taken one by one.
#[inline]
pub fn halves_of_block(seed: u64, index: u64, domain: u64, block: u64) -> [u32; 8] {
    let words = philox4x64_10([block, index, domain, 0], [seed, 0]);
    std::array::from_fn(|half| (words[half / 2] >> (32 * (half & 1))) as u32)
}

impl Philox {
    /// The stream of one (seed, index, domain).
    #[inline]
    pub fn new(seed: u64, index: u64, domain: u64) -> Self {
        Philox { seed, index, domain, block: 0, halves: [0; 8], next: 8 }
    }

    /// The stream with its first block made: for who is sure to draw, and makes several streams at a time.
    #[inline]
    pub fn started(seed: u64, index: u64, domain: u64) -> Self {
        Philox { seed, index, domain, block: 1, halves: halves_of_block(seed, index, domain, 0), next: 0 }
    }

    #[cold]
    fn refill(&mut self) {
        self.halves = halves_of_block(self.seed, self.index, self.domain, self.block);
        self.block = self.block.wrapping_add(1);
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
        let word = u64::from(self.halves[self.next]) | u64::from(self.halves[self.next + 1]) << 32;
        self.next += 2;
        word
    }

    #[inline]
    fn next_u32(&mut self) -> u32 {
        if self.next >= 8 {
            self.refill();
        }
        let half = self.halves[self.next];
        self.next += 1;
        half
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that Random123 1.09 ships for philox4x64-10.
    #[test]
    fn known_answers() {
        for (counter, key, expected) in [
            (
                [0; 4],
                [0; 2],
                [0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b],
            ),
            (
                [u64::MAX; 4],
                [u64::MAX; 2],
                [0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0],
            ),
            (
                [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89],
                [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c],
                [0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5, 0x57bd_43b5_e52b_7fe6],
            ),
        ] {
            assert_eq!(philox4x64_10(counter, key), expected);
        }
    }

    #[test]
    fn words_and_halves_of_one_stream() {
        let blocks: Vec<u64> = (0..3).flat_map(|block| philox4x64_10([block, 5, 7, 0], [42, 0])).collect();
        let mut words = Philox::new(42, 5, 7);
        assert!(blocks.iter().all(|&word| words.next_u64() == word));
        let mut halves = Philox::new(42, 5, 7);
        for &word in &blocks {
            assert_eq!([halves.next_u32(), halves.next_u32()], [word as u32, (word >> 32) as u32]);
        }
        let mut started = Philox::started(42, 5, 7);
        assert!((0..3).flat_map(|block| halves_of_block(42, 5, 7, block)).all(|half| started.next_u32() == half));
        let mut mixed = Philox::new(42, 5, 7);
        assert_eq!(mixed.next_u32(), blocks[0] as u32);
        assert_eq!(mixed.next_u64(), blocks[1], "the high half of the first word is skipped");
        assert_eq!(mixed.next_u32(), blocks[2] as u32);
    }

    /// A source that gives one chosen word, then words of ones, and counts.
    struct Chosen(u32, usize);

    impl Rng for Chosen {
        fn next_u64(&mut self) -> u64 {
            unreachable!("bounded draws take 32 bits")
        }
        fn next_u32(&mut self) -> u32 {
            self.1 += 1;
            if self.1 == 1 { self.0 } else { u32::MAX }
        }
    }

    /// Every value has exactly floor(2^32 / n) words: of the words that map to a value only the first may be rejected,
    /// since two neighbours differ by n in what is compared with a threshold below n.
    #[test]
    fn bounded_draws_are_exactly_uniform() {
        for n in 2..=60u32 {
            let first = |value: u64| (value << 32).div_ceil(u64::from(n));
            for value in 0..u64::from(n) {
                let mut low = Chosen(first(value) as u32, 0);
                low.below(n);
                let rejected = low.1 as u64 - 1;
                for word in [first(value) + 1, first(value + 1) - 1] {
                    let mut source = Chosen(word as u32, 0);
                    assert_eq!((u64::from(source.below(n)), source.1), (value, 1));
                }
                assert_eq!(first(value + 1) - first(value) - rejected, (1 << 32) / u64::from(n), "{n} {value}");
            }
        }
    }
}
