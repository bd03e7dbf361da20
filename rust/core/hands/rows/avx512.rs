//! The rows in 512-bit vectors: eight hands to a vector, each in a lane of eight bytes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::rare::Rare;
use super::scalar;
use crate::hands::tables::NO_PAIR;

/// Hands that one turn of the loop takes.
const GROUP: usize = 32;
/// Bytes that a turn may read behind its hands: a load of 64 bytes holds eight hands of five cards or more.
const BEHIND: usize = 64 - 8 * 5;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Where in 64 bytes the cards of eight hands are, for lanes of eight bytes; the places left repeat the first card.
const fn spread<const W: usize>() -> [u8; 64] {
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        let place = if i % 8 < W { i % 8 } else { 0 };
        from[i] = (i / 8 * W + place) as u8;
        i += 1;
    }
    from
}

/// For lanes of eight bytes, the cards turned by `turn` places; where the first card is repeated, one that is not it.
const fn turned<const W: usize>(turn: usize) -> [u8; 64] {
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        let place = if i % 8 < W { i % 8 } else { 0 };
        from[i] = (i / 8 % 2 * 8 + (place + turn) % W) as u8;
        i += 1;
    }
    from
}

/// For each card the one-hot byte of its rank, if that is 0 … 7 (`high` false) or 8 … 12.
const fn one_hot(high: bool) -> [u8; 64] {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 52 {
        if (card / 4 >= 8) == high {
            table[card] = 1 << (card / 4 % 8);
        }
        card += 1;
    }
    table
}

/// As [`super::Kernel::run`] says.
pub fn run<const W: usize, const V: bool>(cards: &[u8], out: &mut [u16], rare: &mut Rare) -> bool {
    // SAFETY: `Kernel::is_available` was asked for before.
    unsafe { block::<W, V>(cards, out, rare) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn block<const W: usize, const V: bool>(cards: &[u8], out: &mut [u16], rare: &mut Rare) -> bool {
    let turns = cards.len().saturating_sub(BEHIND) / (W * GROUP);
    let turns = turns.min(out.len() / GROUP);
    // SAFETY: the turns stay within `cards` with BEHIND bytes to spare, and within `out`.
    let good = unsafe { whole_turns::<W, V>(cards.as_ptr(), out.as_mut_ptr(), turns, rare) };
    let rest = scalar::rows::<W, V>(cards, out, turns * GROUP, rare);
    rare.settle::<W>(cards, out, |bits, mask| _pext_u64(bits, mask));
    good && rest
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn vector(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes can be read; no alignment is asked for.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn vector_of_words(words: &[u16; 32]) -> __m512i {
    // SAFETY: 64 bytes can be read; no alignment is asked for.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// # Safety
/// `turns * GROUP` rows of `W` bytes and BEHIND bytes more can be read at `cards`, as many u16 written at `out`.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn whole_turns<const W: usize, const V: bool>(
    cards: *const u8,
    out: *mut u16,
    turns: usize,
    rare: &mut Rare,
) -> bool {
    let mut check = Check::<W>::new();
    // Of two vectors of 16 strengths in dwords, in the order in which `halves` leaves them, all as words in order.
    const ORDER: [u16; 32] = {
        let mut order = [0; 32];
        let mut hand = 0;
        while hand < 32 {
            let (vector, in_vector) = (hand / 16, hand % 16);
            let (second, lane, odd) = (in_vector / 8, in_vector % 8 / 2, in_vector % 2);
            order[hand] = (32 * vector + 2 * (4 * lane + 2 * second + odd)) as u16;
            hand += 1;
        }
        order
    };
    const COUNT: [u16; 32] = {
        let mut count = [0; 32];
        let mut i = 0;
        while i < 32 {
            count[i] = i as u16;
            i += 1;
        }
        count
    };
    for turn in 0..turns {
        let row = turn * GROUP;
        // SAFETY: within the rows of this turn, and BEHIND bytes.
        let [low, high] = unsafe {
            let from = cards.add(row * W);
            [sixteen::<W, V>(from, &mut check), sixteen::<W, V>(from.add(16 * W), &mut check)]
        };
        let strengths = _mm512_permutex2var_epi16(low, vector_of_words(&ORDER), high);
        // SAFETY: 32 strengths of this turn.
        unsafe { _mm512_storeu_si512(out.add(row).cast(), strengths) };
        let none = _mm512_testn_epi16_mask(strengths, strengths);
        rare.push_with(|places| {
            let rows = _mm512_add_epi16(vector_of_words(&COUNT), _mm512_set1_epi16(row as i16));
            // SAFETY: 32 places.
            unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(none, rows)) };
            none.count_ones() as usize
        });
    }
    !V || check.is_good()
}

/// Strengths of 16 rows in the low words of dwords.
///
/// # Safety
/// 16 rows of `W` bytes and BEHIND bytes more can be read at `from`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn sixteen<const W: usize, const V: bool>(from: *const u8, check: &mut Check<W>) -> __m512i {
    let mut low = [_mm512_setzero_si512(); 2];
    let mut high = low;
    for k in 0..2 {
        // SAFETY: eight hands and at most BEHIND bytes.
        let raw = unsafe { _mm512_loadu_si512(from.add(8 * k * W).cast()) };
        let hands = _mm512_permutexvar_epi8(vector(&const { spread::<W>() }), raw);
        if V {
            check.see(hands);
        }
        low[k] = _mm512_permutexvar_epi8(hands, vector(&const { one_hot(false) }));
        high[k] = _mm512_permutexvar_epi8(hands, vector(&const { one_hot(true) }));
    }
    let sets = union(halves(low), halves(high));
    // SAFETY: the indices have 13 bits, and NO_PAIR has entries to spare behind the last for the four bytes read.
    unsafe { _mm512_i32gather_epi32(sets, NO_PAIR.as_ptr().cast(), 2) }
}

/// Of two vectors with eight bytes a hand: the union of the two halves of each hand, four bytes a hand.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn halves(vectors: [__m512i; 2]) -> __m512i {
    let [a, b] = vectors.map(|v| _mm512_castsi512_ps(v));
    let even = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0b10_00_10_00));
    let odd = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0b11_01_11_01));
    _mm512_or_si512(even, odd)
}

/// The rank set of each hand, from four bytes whose union has its low eight bits and four for the high ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn union(low: __m512i, high: __m512i) -> __m512i {
    let low = _mm512_or_si512(low, _mm512_srli_epi32(low, 16));
    let high = _mm512_or_si512(high, _mm512_slli_epi32(high, 16));
    let both = _mm512_mask_blend_epi16(0xAAAA_AAAA, low, high);
    let both = _mm512_or_si512(both, _mm512_srli_epi16(both, 8));
    // Byte 0 has the low ranks, byte 2 the high ones.
    const PICK: [u8; 64] = {
        let mut pick = [0x80; 64];
        let mut i = 0;
        while i < 64 {
            pick[i] = (i % 16) as u8;
            pick[i + 1] = (i % 16) as u8 + 2;
            i += 4;
        }
        pick
    };
    _mm512_shuffle_epi8(both, vector(&PICK))
}

/// What is needed to know in the end that every row was good.
struct Check<const W: usize> {
    /// The greatest value in each place.
    most: __m512i,
    /// The least difference (by XOR) of two cards of a hand in each place.
    least: __m512i,
}

impl<const W: usize> Check<W> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn new() -> Self {
        Check { most: _mm512_setzero_si512(), least: _mm512_set1_epi8(-1) }
    }

    /// Every two cards of a hand meet in one of the turns by one, two and three places.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn see(&mut self, hands: __m512i) {
        self.most = _mm512_max_epu8(self.most, hands);
        let turned = [
            _mm512_shuffle_epi8(hands, vector(&const { turned::<W>(1) })),
            _mm512_shuffle_epi8(hands, vector(&const { turned::<W>(2) })),
            _mm512_shuffle_epi8(hands, vector(&const { turned::<W>(3) })),
        ];
        for other in &turned[..W / 2] {
            self.least = _mm512_min_epu8(self.least, _mm512_xor_si512(hands, *other));
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn is_good(&self) -> bool {
        let above = _mm512_cmpgt_epu8_mask(self.most, _mm512_set1_epi8(51));
        let same = _mm512_testn_epi8_mask(self.least, self.least);
        above == 0 && same == 0
    }
}
