//! The rows in 256-bit vectors: four hands to a vector, each in a lane of eight bytes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::rare::Rare;
use super::scalar;
use crate::hands::tables::NO_PAIR;

/// Hands that one turn of the loop takes.
const GROUP: usize = 32;
/// Bytes that a turn may read behind its hands: the last load of 16 bytes holds two hands.
const BEHIND: usize = 16;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// For both hands of 16 bytes their cards in lanes of eight bytes, turned by `turn` places; the places left are filled
/// with the card after the one that the unturned lane has there, so that no card meets itself.
const fn lanes<const W: usize>(turn: usize) -> [u8; 32] {
    let mut shuffle = [0; 32];
    let mut i = 0;
    while i < 32 {
        let (hand, place) = (i / 8 % 2, i % 8);
        let place = if place < W { place } else { 0 };
        shuffle[i] = (hand * W + (place + turn) % W) as u8;
        i += 1;
    }
    shuffle
}

/// The one-hot byte of each rank 0 … 7 (`high` false) or 8 … 12, in both halves of the vector.
const fn one_hot(high: bool) -> [u8; 32] {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 32 {
        let rank = i % 16;
        if rank < 13 && (rank >= 8) == high {
            table[i] = 1 << (rank % 8);
        }
        i += 1;
    }
    table
}

/// As [`super::Kernel::run`] says.
pub fn run<const W: usize, const V: bool>(cards: &[u8], out: &mut [u16], rare: &mut Rare) -> bool {
    // SAFETY: `Kernel::is_available` was asked for before.
    unsafe { block::<W, V>(cards, out, rare) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
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
#[target_feature(enable = "avx2")]
fn vector(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes can be read; no alignment is asked for.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// # Safety
/// `turns * GROUP` rows of `W` bytes and BEHIND bytes more can be read at `cards`, as many u16 written at `out`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn whole_turns<const W: usize, const V: bool>(
    cards: *const u8,
    out: *mut u16,
    turns: usize,
    rare: &mut Rare,
) -> bool {
    let mut check = Check::<W>::new();
    for turn in 0..turns {
        let row = turn * GROUP;
        // SAFETY: within the rows of this turn, and BEHIND bytes.
        let [low, high] = unsafe {
            let from = cards.add(row * W);
            [sixteen::<W, V>(from, &mut check), sixteen::<W, V>(from.add(16 * W), &mut check)]
        };
        // SAFETY: 32 strengths of this turn.
        unsafe {
            let to = out.add(row).cast::<__m256i>();
            _mm256_storeu_si256(to, low);
            _mm256_storeu_si256(to.add(1), high);
        }
        let zero = _mm256_setzero_si256();
        let both = _mm256_packs_epi16(_mm256_cmpeq_epi16(low, zero), _mm256_cmpeq_epi16(high, zero));
        let none = _mm256_movemask_epi8(_mm256_permute4x64_epi64(both, 0b11_01_10_00)) as u32;
        rare.push_with(|places| {
            let (mut left, number) = (none, none.count_ones() as usize);
            // Four at a time, and more only where there are more, which is seldom: hardly a branch to guess.
            for four in places.chunks_exact_mut(4).take(number.div_ceil(4).max(1)) {
                for place in four {
                    *place = row as u16 + left.trailing_zeros() as u16;
                    left = _blsr_u32(left);
                }
            }
            number
        });
    }
    !V || check.is_good()
}

/// Strengths of 16 rows.
///
/// # Safety
/// 16 rows of `W` bytes and BEHIND bytes more can be read at `from`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn sixteen<const W: usize, const V: bool>(from: *const u8, check: &mut Check<W>) -> __m256i {
    // Vector k holds the hands 2 k, 2 k + 1 and 8 + 2 k, 9 + 2 k: the order in which packing makes 16 of them.
    let mut sets = [_mm256_setzero_si256(); 2];
    for (half, set) in sets.iter_mut().enumerate() {
        let mut low = [_mm256_setzero_si256(); 2];
        let mut high = low;
        for k in 0..2 {
            let first = 4 * half + 2 * k;
            // SAFETY: two hands each, from hands `first` and `8 + first`.
            let raw = unsafe {
                let near = _mm_loadu_si128(from.add(first * W).cast());
                let far = _mm_loadu_si128(from.add((8 + first) * W).cast());
                _mm256_set_m128i(far, near)
            };
            let hands = _mm256_shuffle_epi8(raw, vector(&const { lanes::<W>(0) }));
            if V {
                check.see(raw, hands);
            }
            let ranks = _mm256_and_si256(_mm256_srli_epi16(hands, 2), _mm256_set1_epi8(0x3F));
            low[k] = _mm256_shuffle_epi8(vector(&const { one_hot(false) }), ranks);
            high[k] = _mm256_shuffle_epi8(vector(&const { one_hot(true) }), ranks);
        }
        *set = union(halves(low), halves(high));
    }
    // SAFETY: the indices have 13 bits, and NO_PAIR has entries to spare behind the last for the four bytes read.
    let [a, b] = unsafe {
        let table = NO_PAIR.as_ptr().cast();
        [_mm256_i32gather_epi32(table, sets[0], 2), _mm256_i32gather_epi32(table, sets[1], 2)]
    };
    let word = _mm256_set1_epi32(0xFFFF);
    _mm256_packus_epi32(_mm256_and_si256(a, word), _mm256_and_si256(b, word))
}

/// Of two vectors with eight bytes a hand: the union of the two halves of each hand, four bytes a hand.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(vectors: [__m256i; 2]) -> __m256i {
    let [a, b] = vectors.map(|v| _mm256_castsi256_ps(v));
    let even = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b10_00_10_00));
    let odd = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b11_01_11_01));
    _mm256_or_si256(even, odd)
}

/// The rank set of each hand, from four bytes whose union has its low eight bits and four for the high ones.
#[inline]
#[target_feature(enable = "avx2")]
fn union(low: __m256i, high: __m256i) -> __m256i {
    let near = _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0b1010_1010);
    let far = _mm256_blend_epi16(_mm256_srli_epi32(low, 16), high, 0b1010_1010);
    let both = _mm256_or_si256(near, far);
    let both = _mm256_or_si256(both, _mm256_srli_epi16(both, 8));
    // Byte 0 has the low ranks, byte 2 the high ones.
    const PICK: [u8; 32] = {
        let mut pick = [0x80; 32];
        let mut i = 0;
        while i < 32 {
            pick[i] = (i % 16) as u8;
            pick[i + 1] = (i % 16) as u8 + 2;
            i += 4;
        }
        pick
    };
    _mm256_shuffle_epi8(both, vector(&PICK))
}

/// What is needed to know in the end that every row was good.
struct Check<const W: usize> {
    /// The greatest value in each place.
    most: __m256i,
    /// The least difference (by XOR) of two cards of a hand in each place.
    least: __m256i,
}

impl<const W: usize> Check<W> {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Check { most: _mm256_setzero_si256(), least: _mm256_set1_epi8(-1) }
    }

    /// Every two cards of a hand meet in one of the turns by one, two and three places.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn see(&mut self, raw: __m256i, hands: __m256i) {
        self.most = _mm256_max_epu8(self.most, hands);
        let turned = [
            _mm256_shuffle_epi8(raw, vector(&const { lanes::<W>(1) })),
            _mm256_shuffle_epi8(raw, vector(&const { lanes::<W>(2) })),
            _mm256_shuffle_epi8(raw, vector(&const { lanes::<W>(3) })),
        ];
        for other in &turned[..W / 2] {
            self.least = _mm256_min_epu8(self.least, _mm256_xor_si256(hands, *other));
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn is_good(&self) -> bool {
        let above = _mm256_subs_epu8(self.most, _mm256_set1_epi8(51));
        let same = _mm256_cmpeq_epi8(self.least, _mm256_setzero_si256());
        _mm256_testz_si256(same, same) == 1 && _mm256_testz_si256(above, above) == 1
    }
}
