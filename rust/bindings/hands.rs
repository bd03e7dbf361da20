//! LowHand, Category and evaluate.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use razz_core::{CardSet, Strength};

use crate::cards::{Card, cards_of, integer_fault, shown};
use crate::enums::str_enum;
use crate::errors::to_py;

static CATEGORY: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn category_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    let class = CATEGORY.get_or_try_init(py, || {
        let keys = razz_core::Category::ALL.map(razz_core::Category::key);
        str_enum(py, "Category", CATEGORY_DOC, &keys)
    })?;
    Ok(class.bind(py))
}

const CATEGORY_DOC: &str = "The category of a low hand, best first: a string enumeration.

Five distinct ranks beat a pair, a pair beats two pairs, and so on; straights and flushes do not count.

Examples
--------
>>> import razz
>>> [category.value for category in razz.Category]
['NO_PAIR', 'PAIR', 'TWO_PAIR', 'TRIPS', 'FULL_HOUSE', 'QUADS']
>>> razz.evaluate(\"As2h3d4c4s\").category is razz.Category.PAIR
True
";

/// A low hand: the best five of some cards, or one of the 6,175 classes by its strength.
///
/// Made by `evaluate` and `from_strength`. Hands are compared, and hashed, by strength alone: ``a > b`` means that a wins.
///
/// Examples
/// --------
/// >>> import razz
/// >>> hand = razz.evaluate("As2h3d4c7s7dKd")
/// >>> str(hand), hand.name, hand.strength, hand.category
/// ('7-4-3-2-A', 'seven-low', 6169, <Category.NO_PAIR: 'NO_PAIR'>)
/// >>> hand > razz.evaluate("As2h3d5c7s")
/// True
#[pyclass(frozen, eq, ord, hash, module = "razz")]
#[derive(Clone, Copy)]
pub struct LowHand {
    strength: Strength,
    /// The cards it was made from; empty for a hand made from its strength.
    held: CardSet,
}

impl PartialEq for LowHand {
    fn eq(&self, other: &Self) -> bool {
        self.strength == other.strength
    }
}

impl PartialOrd for LowHand {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.strength.cmp(&other.strength))
    }
}

impl Hash for LowHand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.strength.hash(state);
    }
}

impl LowHand {
    /// The hand that these cards make, whose strength is known.
    pub fn of(strength: Strength, held: CardSet) -> LowHand {
        LowHand { strength, held }
    }

    /// The five cards that play, where they are known.
    fn five(&self) -> Option<[razz_core::Card; 5]> {
        (!self.held.is_empty()).then(|| razz_core::hands::best_five_of_set(self.held, self.strength))
    }

    /// The text of the five cards, where they are known.
    fn text(&self) -> Option<String> {
        self.five().map(|five| five.iter().map(ToString::to_string).collect())
    }
}

#[pymethods]
impl LowHand {
    /// The hand of a strength, without cards.
    ///
    /// Parameters
    /// ----------
    /// strength : int
    ///     1 (K-K-K-K-Q) to 6,175 (the wheel).
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> hand = razz.LowHand.from_strength(6175)
    /// >>> hand.name, hand.cards
    /// ('wheel', None)
    #[staticmethod]
    pub fn from_strength(strength: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = strength.py();
        let found = || format!("strength: expected an integer 1 to 6175, found {}", shown(strength));
        let index: i64 = strength.extract().map_err(|error| integer_fault(strength, &error, found()))?;
        let made = Strength::from_index(u16::try_from(index).unwrap_or(0));
        made.map(|strength| LowHand { strength, held: CardSet::EMPTY })
            .map_err(|_| to_py(py, &razz_core::Error::value(found())))
    }

    /// 1 (K-K-K-K-Q) to 6,175 (the wheel), greater is stronger.
    #[getter]
    fn strength(&self) -> u16 {
        self.strength.get()
    }

    /// The five cards that play, by (multiplicity, rank) descending; of copies of a rank the highest suits. None for a
    /// hand made from its strength.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> [str(card) for card in razz.evaluate("AcAsAh2c2d3s").cards]
    /// ['2d', '2c', 'As', 'Ah', '3s']
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.five().map(|five| PyTuple::new(py, five.map(Card))).transpose()
    }

    /// The five ranks, 0 (ace) to 12 (king), by (multiplicity, rank) descending.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.evaluate("AsAh2c2d3s").ranks
    /// (1, 1, 0, 0, 2)
    #[getter]
    fn ranks(&self) -> (u8, u8, u8, u8, u8) {
        self.strength.ranks().into()
    }

    /// The category.
    #[getter]
    fn category<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        category_class(py)?.getattr(self.strength.category().key())
    }

    /// The name in words.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.evaluate("KcQdJhTsTc9d").name, razz.evaluate("3s3h2c2dAs").name
    /// ('king-low', 'two pair, threes and twos')
    #[getter]
    fn name(&self) -> String {
        self.strength.name()
    }

    /// 100 times the share of all 133,784,560 seven-card hands that are strictly weaker, and half the share of the equal
    /// ones: how good the hand is as the final low of seven random cards.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> round(razz.evaluate("5s4h3d2cAs").percentile, 4)
    /// 99.7078
    #[getter]
    fn percentile(&self) -> f64 {
        razz_core::hands::percentile(self.strength)
    }

    fn __str__(&self) -> String {
        self.strength.to_string()
    }

    fn __repr__(&self) -> String {
        match self.text() {
            Some(text) => format!("evaluate('{text}')"),
            None => format!("LowHand.from_strength({})", self.strength.get()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        match self.text() {
            Some(text) => Ok((py.import("razz._razz")?.getattr("evaluate")?, PyTuple::new(py, [text])?)),
            None => {
                let make = py.get_type::<LowHand>().getattr("from_strength")?;
                Ok((make, PyTuple::new(py, [self.strength.get()])?))
            }
        }
    }
}

/// The best ace-to-five low of five to seven cards.
///
/// Straights and flushes do not count, the ace is low, the fewest pairs win and then the lowest ranks, compared from the
/// top (the rule is section 2 of the project's rules page).
///
/// Parameters
/// ----------
/// cards : str or iterable of Card, int or str
///     Five to seven different cards: text as for `parse_cards`, or Cards, card numbers 0 to 51, or texts of one card.
///
/// Returns
/// -------
/// LowHand
///
/// Raises
/// ------
/// ValueError
///     Fewer than five or more than seven cards, a card twice, or what is no card (ParseError for faults of a text).
/// TypeError
///     Neither text nor cards.
///
/// Examples
/// --------
/// >>> import razz
/// >>> hand = razz.evaluate("As2s3s4s5s9dKd")
/// >>> hand.name, hand.strength, str(hand)
/// ('wheel', 6175, '5-4-3-2-A')
/// >>> razz.evaluate([3, 4, 8, 12, 20, 24]) == razz.evaluate(razz.parse_cards("As2c3c4c6c"))
/// True
#[pyfunction]
fn evaluate(cards: &Bound<'_, PyAny>) -> PyResult<LowHand> {
    let held = cards_of(cards, "cards")?;
    let strength = razz_core::evaluate(&held).map_err(|e| to_py(cards.py(), &e))?;
    Ok(LowHand { strength, held: held.iter().copied().collect() })
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("Category", category_class(m.py())?)?;
    m.add_class::<LowHand>()?;
    m.add_function(wrap_pyfunction!(evaluate, m)?)
}
