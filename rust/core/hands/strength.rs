//! The strength of a low hand, one number for each of the 6,175 classes, and what can be read off it.

use std::fmt;

use super::tables::{BEST, CHOOSE, CLASSES, nth_set, with_gap};
use crate::cards::Rank;
use crate::error::{Error, Result};

/// How strong a five-card low is: 1 (K-K-K-K-Q) … 6,175 (the wheel), greater is stronger; 0 is "no hand".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Strength(u16);

/// The categories of low hands, best first: `a < b` when `a` is the better category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Five distinct ranks.
    NoPair,
    /// One pair.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three of a rank.
    Trips,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of a rank.
    Quads,
}

impl Category {
    /// All categories, best first.
    pub const ALL: [Category; 6] =
        [Category::NoPair, Category::Pair, Category::TwoPair, Category::Trips, Category::FullHouse, Category::Quads];

    /// The name in the contract of the Python package: `NO_PAIR` … `QUADS`.
    pub const fn key(self) -> &'static str {
        ["NO_PAIR", "PAIR", "TWO_PAIR", "TRIPS", "FULL_HOUSE", "QUADS"][self as usize]
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["no pair", "pair", "two pair", "three of a kind", "full house", "four of a kind"][*self as usize])
    }
}

impl Strength {
    /// No hand; weaker than every hand.
    pub const NONE: Strength = Strength(0);
    /// 5-4-3-2-A.
    pub const WHEEL: Strength = Strength(CLASSES);

    /// The strength of a number 1 … 6,175.
    pub fn from_index(index: u16) -> Result<Strength> {
        match index {
            1..=CLASSES => Ok(Strength(index)),
            _ => Err(Error::value(format!("strength {index}: expected 1 to {CLASSES}"))),
        }
    }

    #[inline]
    pub(super) const fn raw(index: u16) -> Strength {
        Strength(index)
    }

    /// All strengths, weakest first, without [`Strength::NONE`].
    pub fn all() -> impl DoubleEndedIterator<Item = Strength> {
        (1..=CLASSES).map(Strength)
    }

    /// The number: 0 (no hand), 1 … 6,175.
    #[inline]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The category.
    ///
    /// # Panics
    /// On [`Strength::NONE`].
    pub fn category(self) -> Category {
        assert!(self != Strength::NONE, "no hand has no category");
        let better = BEST.iter().skip(1).filter(|&&best| self.0 <= best).count();
        Category::ALL[better]
    }

    /// The five ranks, 0 (ace) … 12 (king), by (multiplicity, rank) descending.
    ///
    /// # Panics
    /// On [`Strength::NONE`].
    pub fn ranks(self) -> [u8; 5] {
        let category = self.category();
        let place = BEST[category as usize] - self.0;
        // The set of the ranks of highest multiplicity, then what is left, each numbered in its colex order.
        let (first, rest, multiplicity) = match category {
            Category::NoPair => (nth_set(place, 5), 0, 1),
            Category::TwoPair => {
                let pairs = nth_set(place / 11, 2);
                let (low, high) = (pairs.trailing_zeros(), 15 - pairs.leading_zeros());
                (pairs, with_gap(with_gap(1 << (place % 11), low), high), 2)
            }
            Category::Pair => Self::one_and_kickers(place, 3, 2),
            Category::Trips => Self::one_and_kickers(place, 2, 3),
            Category::FullHouse => Self::one_and_kickers(place, 1, 3),
            Category::Quads => Self::one_and_kickers(place, 1, 4),
        };
        let mut ranks = [0; 5];
        let mut filled = 0;
        let rest_copies = if category == Category::FullHouse { 2 } else { 1 };
        for (set, copies) in [(first, multiplicity), (rest, rest_copies)] {
            for rank in (0..13u8).rev().filter(|&r| set >> r & 1 == 1) {
                ranks[filled..filled + copies].fill(rank);
                filled += copies;
            }
        }
        ranks
    }

    /// A rank held `multiplicity` times and `kickers` other ranks, from the place within the category.
    fn one_and_kickers(place: u16, kickers: usize, multiplicity: usize) -> (u16, u16, usize) {
        let each = CHOOSE[12][kickers];
        let rank = place / each;
        (1 << rank, with_gap(nth_set(place % each, kickers), u32::from(rank)), multiplicity)
    }

    /// The name in words: "wheel", "six-low", "pair of aces", "two pair, threes and twos", "three aces",
    /// "full house, aces full of twos", "four aces"; "no hand".
    pub fn name(self) -> String {
        if self == Strength::NONE {
            return "no hand".to_owned();
        }
        let ranks = self.ranks();
        let plural = |place: usize| PLURALS[usize::from(ranks[place])];
        match self.category() {
            Category::NoPair if self == Strength::WHEEL => "wheel".to_owned(),
            Category::NoPair => format!("{}-low", SINGULARS[usize::from(ranks[0])]),
            Category::Pair => format!("pair of {}", plural(0)),
            Category::TwoPair => format!("two pair, {} and {}", plural(0), plural(2)),
            Category::Trips => format!("three {}", plural(0)),
            Category::FullHouse => format!("full house, {} full of {}", plural(0), plural(3)),
            Category::Quads => format!("four {}", plural(0)),
        }
    }
}

const SINGULARS: [&str; 13] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const PLURALS: [&str; 13] = [
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings",
];

/// The five ranks, as hands are written: "7-6-4-2-A", "2-2-5-4-3"; "-" for no hand.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Strength::NONE {
            return f.write_str("-");
        }
        for (place, rank) in self.ranks().into_iter().enumerate() {
            let separator = if place == 0 { "" } else { "-" };
            write!(f, "{separator}{}", Rank::new(rank).expect("a rank of the table"))?;
        }
        Ok(())
    }
}
