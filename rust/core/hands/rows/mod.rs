//! Many hands at once: rows of five, six or seven card numbers to strengths.
//!
//! The rows go through one of several kernels, chosen at run time, which look up every row by its rank set. The rows
//! with fewer than five distinct ranks come out as 0; they are collected and settled apart, block by block, so that
//! the main loop has no branch to guess.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod rare;
mod scalar;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use self::rare::Rare;
use crate::error::Error;
use crate::threads::strands;

/// Rows that one kernel call handles before its rare rows are settled: their cards and strengths stay in the cache.
const BLOCK: usize = 1024;
/// Rows that one strand takes at a time.
const CHUNK: usize = 32 * BLOCK;

/// A way to go through the rows; all give the same strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain code, for every machine.
    Scalar,
    /// 256-bit vectors (x86-64 with AVX2).
    Avx2,
    /// 512-bit vectors (x86-64 with AVX-512 F, BW and VBMI).
    Avx512,
}

impl Kernel {
    /// All kernels, slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest kernel of this machine.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rev().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Scalar)
    }

    /// Strengths of the rows of a block. False if a row has a card twice or what is no card (looked for only if `V`).
    fn run<const W: usize, const V: bool>(self, cards: &[u8], out: &mut [u16], rare: &mut Rare) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::run::<W, V>(cards, out, rare),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::run::<W, V>(cards, out, rare),
            _ => scalar::run::<W, V>(cards, out, rare),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        })
    }
}

/// What is wrong with the first bad row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The row, from 0.
    pub row: usize,
    /// The place in the row, from 0.
    pub column: usize,
    /// The value there.
    pub value: u8,
}

impl BadRow {
    /// The fault in words, for a row of the name `row` in which `value` is written so.
    pub fn describe(&self, row: &str, value: impl fmt::Display) -> String {
        match crate::Card::from_index(self.value) {
            Ok(card) => format!("{row}: duplicate card {card} ({value}) at position {}", self.column),
            Err(_) => format!("{row}: {value} at position {} is no card, expected 0 to 51", self.column),
        }
    }
}

impl From<BadRow> for Error {
    fn from(bad: BadRow) -> Error {
        Error::value(bad.describe(&format!("cards[{}]", bad.row), bad.value))
    }
}

/// How to go through the rows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Look for values above 51 and for cards twice in a row. Without, such rows get a meaningless strength.
    pub validate: bool,
    /// The number of threads, 1 or more.
    pub threads: usize,
    /// The kernel; [`Kernel::best`] unless it is to be compared.
    pub kernel: Kernel,
}

impl Default for Options {
    fn default() -> Self {
        Options { validate: true, threads: 1, kernel: Kernel::best() }
    }
}

/// The strength of each row of `width` (5, 6 or 7) card numbers; `out` has one place a row. Ends early once `stop` is
/// set. With an error the strengths are unspecified.
///
/// # Panics
/// If the width is another, the kernel is not available, or `cards` is not `width` times as long as `out`.
pub fn evaluate_rows(
    cards: &[u8],
    width: usize,
    out: &mut [u16],
    options: Options,
    stop: &AtomicBool,
) -> Result<(), BadRow> {
    assert!(options.kernel.is_available(), "{:?} is not available", options.kernel);
    assert_eq!(cards.len(), width * out.len(), "cards for {} rows of {width}", out.len());
    match (width, options.validate) {
        (5, true) => in_chunks::<5, true>(cards, out, options, stop),
        (5, false) => in_chunks::<5, false>(cards, out, options, stop),
        (6, true) => in_chunks::<6, true>(cards, out, options, stop),
        (6, false) => in_chunks::<6, false>(cards, out, options, stop),
        (7, true) => in_chunks::<7, true>(cards, out, options, stop),
        (7, false) => in_chunks::<7, false>(cards, out, options, stop),
        _ => panic!("rows of {width} cards: expected 5, 6 or 7"),
    }
}

/// The rows in chunks, shared out to the strands in their order: so the first bad row is among those looked at.
fn in_chunks<const W: usize, const V: bool>(
    cards: &[u8],
    out: &mut [u16],
    options: Options,
    stop: &AtomicBool,
) -> Result<(), BadRow> {
    let threads = options.threads.min(out.len().div_ceil(CHUNK));
    let first_bad: Mutex<Option<BadRow>> = Mutex::new(None);
    let found = AtomicBool::new(false);
    let chunks = cards.chunks(W * CHUNK).zip(out.chunks_mut(CHUNK)).enumerate();
    strands(
        threads,
        chunks.take_while(|_| !found.load(Ordering::Relaxed)),
        stop,
        || (),
        |(), (i, (cards, out))| {
            if let Err(mut bad) = in_blocks::<W, V>(options.kernel, cards, out) {
                bad.row += i * CHUNK;
                found.store(true, Ordering::Relaxed);
                let mut first = first_bad.lock().unwrap_or_else(PoisonError::into_inner);
                if first.is_none_or(|other| bad.row < other.row) {
                    *first = Some(bad);
                }
            }
        },
    );
    first_bad.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The rows of a chunk in blocks, each settled while it is in the cache.
fn in_blocks<const W: usize, const V: bool>(kernel: Kernel, cards: &[u8], out: &mut [u16]) -> Result<(), BadRow> {
    let mut rare = Rare::new();
    for (i, (cards, out)) in cards.chunks(W * BLOCK).zip(out.chunks_mut(BLOCK)).enumerate() {
        let good = kernel.run::<W, V>(cards, out, &mut rare);
        if !good && let Some(mut bad) = first_bad_row::<W>(cards) {
            bad.row += i * BLOCK;
            return Err(bad);
        }
    }
    Ok(())
}

/// The first row with a value above 51 or a card twice; None if all are good.
#[cold]
fn first_bad_row<const W: usize>(cards: &[u8]) -> Option<BadRow> {
    for (row, hand) in cards.chunks_exact(W).enumerate() {
        let mut seen = 0u64;
        for (column, &value) in hand.iter().enumerate() {
            if value > 51 || seen >> value & 1 == 1 {
                return Some(BadRow { row, column, value });
            }
            seen |= 1 << value;
        }
    }
    None
}
