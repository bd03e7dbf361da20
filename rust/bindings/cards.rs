//! Card, Rank, Suit and parse_cards, and how cards come in as arguments.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::to_py;
use crate::text::{text_of, utf8};

/// A rank, ace to king; the ace is low, so it is the smallest.
///
/// Parameters
/// ----------
/// text : str
///     One of ``A 2 3 4 5 6 7 8 9 T J Q K`` in either case, or ``10``.
///
/// Raises
/// ------
/// ParseError
///     Any other text.
///
/// Examples
/// --------
/// >>> import razz
/// >>> rank = razz.Rank("t")
/// >>> rank, str(rank), rank.index, rank > razz.Rank("A")
/// (Rank('T'), 'T', 9, True)
#[pyclass(frozen, eq, ord, hash, module = "razz", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub razz_core::Rank);

#[pymethods]
impl Rank {
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        text_of(text, "text")?.parse().map(Rank).map_err(|e| to_py(py, &e))
    }

    /// The rank of an index, 0 (ace) to 12 (king).
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Rank.from_index(12)
    /// Rank('K')
    #[staticmethod]
    fn from_index(index: &Bound<'_, PyAny>) -> PyResult<Self> {
        small_index(index, "index", 12, razz_core::Rank::new).map(Rank)
    }

    /// 0 (ace) to 12 (king).
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rank('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A suit, in the order of the bring-in: clubs, diamonds, hearts, spades.
///
/// Parameters
/// ----------
/// text : str
///     One of ``c d h s`` in either case, or a suit sign such as ``♠``.
///
/// Raises
/// ------
/// ParseError
///     Any other text.
///
/// Examples
/// --------
/// >>> import razz
/// >>> suit = razz.Suit("♠")
/// >>> suit, str(suit), suit.index, suit > razz.Suit("h")
/// (Suit('s'), 's', 3, True)
#[pyclass(frozen, eq, ord, hash, module = "razz", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(pub razz_core::Suit);

#[pymethods]
impl Suit {
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        text_of(text, "text")?.parse().map(Suit).map_err(|e| to_py(py, &e))
    }

    /// The suit of an index, 0 (clubs) to 3 (spades).
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Suit.from_index(2)
    /// Suit('h')
    #[staticmethod]
    fn from_index(index: &Bound<'_, PyAny>) -> PyResult<Self> {
        small_index(index, "index", 3, razz_core::Suit::new).map(Suit)
    }

    /// 0 (clubs) to 3 (spades).
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Suit('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// One card of the 52-card deck; ``a > b`` when ``a`` is the higher up-card for the bring-in (rank, then suit).
///
/// A card is also an integer where one is asked for (``__index__``): ``numpy.array(cards, dtype="uint8")`` works.
///
/// Parameters
/// ----------
/// text : str
///     Rank and suit, as `parse_cards` reads them: ``"As"``, ``"10h"``, ``"a♠"``.
///
/// Raises
/// ------
/// ParseError
///     A text that is not exactly one card.
///
/// Examples
/// --------
/// >>> import razz
/// >>> card = razz.Card("As")
/// >>> card, str(card), card.rank, card.suit, card.index
/// (Card('As'), 'As', Rank('A'), Suit('s'), 3)
/// >>> max(razz.parse_cards("Qd 9c Qh As"))
/// Card('Qh')
#[pyclass(frozen, eq, ord, hash, module = "razz", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub razz_core::Card);

#[pymethods]
impl Card {
    #[new]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        text_of(text, "text")?.parse().map(Card).map_err(|e| to_py(py, &e))
    }

    /// The card of an index, 4 * rank + suit: 0 (ace of clubs) to 51 (king of spades).
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Card.from_index(3)
    /// Card('As')
    #[staticmethod]
    fn from_index(index: &Bound<'_, PyAny>) -> PyResult<Self> {
        small_index(index, "index", 51, razz_core::Card::from_index).map(Card)
    }

    /// The rank.
    #[getter]
    fn rank(&self) -> Rank {
        Rank(self.0.rank())
    }

    /// The suit.
    #[getter]
    fn suit(&self) -> Suit {
        Suit(self.0.suit())
    }

    /// 4 * rank + suit, 0 to 51: the card's number in arrays.
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    fn __index__(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// An integer argument that a core constructor takes, with an error that names it.
fn small_index<T>(
    value: &Bound<'_, PyAny>,
    name: &str,
    most: u8,
    make: impl Fn(u8) -> razz_core::Result<T>,
) -> PyResult<T> {
    let expected = || format!("{name}: expected an integer 0 to {most}, found {}", shown(value));
    let index: i64 = value.extract().map_err(|error| integer_fault(value, &error, expected()))?;
    u8::try_from(index).ok().and_then(|i| make(i).ok()).ok_or_else(|| PyValueError::new_err(expected()))
}

/// A value that was asked to be an integer and is not: TypeError; ValueError where it is one, but too large.
pub fn integer_fault(value: &Bound<'_, PyAny>, error: &PyErr, message: String) -> PyErr {
    if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(value.py()) {
        PyValueError::new_err(message)
    } else {
        PyTypeError::new_err(message)
    }
}

/// The repr of a value for an error message, cut where it is long.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let text = value.repr().map_or_else(|_| value.get_type().to_string(), |repr| repr.to_string());
    if text.chars().count() > MOST { text.chars().take(MOST).chain("…".chars()).collect() } else { text }
}

/// Some cards, without a heap: as many as a deck has.
pub struct Cards {
    cards: [razz_core::Card; 52],
    len: usize,
}

impl std::ops::Deref for Cards {
    type Target = [razz_core::Card];

    fn deref(&self) -> &[razz_core::Card] {
        &self.cards[..self.len]
    }
}

impl Cards {
    fn push(&mut self, card: razz_core::Card, name: &str) -> PyResult<()> {
        let slot = self.cards.get_mut(self.len);
        *slot.ok_or_else(|| PyValueError::new_err(format!("{name}: more than 52 cards")))? = card;
        self.len += 1;
        Ok(())
    }
}

/// The cards of an argument: text, or an iterable of Cards, of card numbers and of texts of one card. Texts are free of
/// duplicates; other duplicates are left to the caller. `name` is the argument's, for messages.
pub fn cards_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Cards> {
    let mut cards = Cards { cards: [razz_core::Card::new(razz_core::Rank::ACE, razz_core::Suit::CLUBS); 52], len: 0 };
    if let Ok(text) = value.cast::<PyString>() {
        let text = utf8(text, name)?;
        match razz_core::cards::parse_plain(text, &mut cards.cards) {
            Some(len) => cards.len = len,
            None => {
                for card in razz_core::cards::parse_cards(text).map_err(|e| to_py(value.py(), &e.within(name)))? {
                    cards.push(card, name)?;
                }
            }
        }
        return Ok(cards);
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        for (position, item) in tuple.iter_borrowed().enumerate() {
            cards.push(card_of(&item, name, position)?, name)?;
        }
        return Ok(cards);
    }
    let items = value.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected text, Cards or card numbers, found {}", shown(value)))
    })?;
    for (position, item) in items.enumerate() {
        cards.push(card_of(&item?, name, position)?, name)?;
    }
    Ok(cards)
}

/// One card of an iterable argument: a Card, a card number or text.
fn card_of(item: &Bound<'_, PyAny>, name: &str, position: usize) -> PyResult<razz_core::Card> {
    if let Ok(card) = item.cast::<Card>() {
        return Ok(card.get().0);
    }
    if let Ok(text) = item.cast::<PyString>() {
        return utf8(text, name)?.parse().map_err(|e: razz_core::Error| {
            to_py(item.py(), &razz_core::Error::value(format!("{name}: {} at position {position}: {e}", shown(item))))
        });
    }
    let index: i64 = item.extract().map_err(|error| {
        let found = shown(item);
        let expected = format!("{name}: {found} at position {position} is no card, expected a Card, 0 to 51 or text");
        integer_fault(item, &error, expected)
    })?;
    u8::try_from(index).ok().and_then(|index| razz_core::Card::from_index(index).ok()).ok_or_else(|| {
        PyValueError::new_err(format!("{name}: {index} at position {position} is no card, expected 0 to 51"))
    })
}

/// The cards of a text.
///
/// Parameters
/// ----------
/// text : str
///     Cards as rank and suit (``As``, ``10h``, ``T♠``), in any case, with or without spaces and commas between them.
///
/// Returns
/// -------
/// tuple of Card
///
/// Raises
/// ------
/// ParseError
///     What is no card, or a card twice; ``position`` counts characters from 0.
///
/// Examples
/// --------
/// >>> import razz
/// >>> razz.parse_cards("As2h 10d, K♣")
/// (Card('As'), Card('2h'), Card('Td'), Card('Kc'))
/// >>> razz.parse_cards("As2x")
/// Traceback (most recent call last):
/// ...
/// razz.ParseError: 'x' is no suit: expected one of c d h s or ♣ ♦ ♥ ♠ (position 3)
#[pyfunction]
fn parse_cards<'py>(py: Python<'py>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let cards = razz_core::cards::parse_cards(text_of(text, "text")?).map_err(|e| to_py(py, &e))?;
    PyTuple::new(py, cards.into_iter().map(Card))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Rank>()?;
    m.add_class::<Suit>()?;
    m.add_class::<Card>()?;
    m.add_function(wrap_pyfunction!(parse_cards, m)?)
}
