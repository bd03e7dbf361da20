//! The classes by which hands at the showdown are counted.

use crate::hands::{CLASSES, Category, Strength};

/// How many classes there are.
pub const HAND_CLASSES: usize = 14;

/// Their names, best first: the nine lows by top card (the five-low is the wheel), then the categories with a pair or more.
pub const HAND_CLASS_NAMES: [&str; HAND_CLASSES] = [
    "wheel",
    "six-low",
    "seven-low",
    "eight-low",
    "nine-low",
    "ten-low",
    "jack-low",
    "queen-low",
    "king-low",
    "pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
];

/// The class of a strength, an index into [`HAND_CLASS_NAMES`].
///
/// # Panics
/// On [`Strength::NONE`].
pub fn hand_class(strength: Strength) -> usize {
    match strength.category() {
        Category::NoPair => usize::from(strength.ranks()[0]) - 4,
        category => 8 + category as usize,
    }
}

/// The classes of all strengths by number, for look-up in the hot path.
pub(super) fn class_table() -> Box<[u8]> {
    let classes = Strength::all().map(|strength| hand_class(strength) as u8);
    let table: Box<[u8]> = std::iter::once(u8::MAX).chain(classes).collect();
    debug_assert_eq!(table.len(), usize::from(CLASSES) + 1);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_has_its_class() {
        let mut sizes = [0; HAND_CLASSES];
        for (index, strength) in Strength::all().enumerate() {
            let class = hand_class(strength);
            assert_eq!(usize::from(class_table()[index + 1]), class);
            let name = strength.name();
            let expected = match strength.category() {
                Category::NoPair => name,
                category => category.to_string(),
            };
            assert_eq!(HAND_CLASS_NAMES[class], expected);
            sizes[class] += 1;
        }
        // C(k, 4) ways to complete a top card with k lower ranks; docs/rules.md section 2 for the rest.
        assert_eq!(sizes, [1, 5, 15, 35, 70, 126, 210, 330, 495, 2860, 858, 858, 156, 156]);
    }
}
