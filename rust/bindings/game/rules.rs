//! Rules and Rake.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString, PyType};
use razz_core::game::{
    AllInBringIn, BoardTie, CommunityOpener, HeadsUpCap, NoBetShow, OddChip, Preset, Reopen, Rules as CoreRules,
    ShortBringIn, ShortDeck,
};

use super::values::{chips_of, number_of};
use crate::cards::shown;
use crate::errors::to_py;
use crate::text::text_of;

/// The house's share of a pot: floor(fraction x pot / unit) x unit, pot by pot, the main pot first, up to the cap
/// (rules section 7.6). Uncalled bets are not raked.
///
/// Parameters
/// ----------
/// fraction : Fraction, int or str
///     0 to 1 exactly: a `fractions.Fraction`, or text such as ``"0.05"`` or ``"1/20"``; never a float.
/// unit : int
///     Rake is taken in multiples of this many chips.
/// cap : int or None
///     The most that is taken from a hand, in chips; None: no limit.
/// no_fourth_street_no_drop : bool
///     Nothing is taken from a hand in which no fourth street was dealt.
///
/// Raises
/// ------
/// TypeError
///     A float fraction.
/// ValueError
///     A fraction outside 0 to 1, a unit or cap below 1.
///
/// Examples
/// --------
/// >>> import razz
/// >>> razz.Rake("0.05", unit=5, cap=20)
/// Rake('1/20', unit=5, cap=20, no_fourth_street_no_drop=False)
#[pyclass(frozen, eq, hash, module = "razz", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rake(razz_core::game::Rake);

#[pymethods]
impl Rake {
    #[new]
    #[pyo3(signature = (fraction, unit=None, cap=None, no_fourth_street_no_drop=false))]
    fn new(
        py: Python<'_>,
        fraction: &Bound<'_, PyAny>,
        unit: Option<&Bound<'_, PyAny>>,
        cap: Option<&Bound<'_, PyAny>>,
        no_fourth_street_no_drop: bool,
    ) -> PyResult<Self> {
        if fraction.is_instance_of::<PyFloat>() || fraction.is_instance_of::<PyBool>() {
            let found = shown(fraction);
            return Err(PyTypeError::new_err(format!(
                "fraction: expected a Fraction or text such as '0.05', found {found}, which is not exact"
            )));
        }
        let fault = || PyValueError::new_err(format!("fraction: expected 0 to 1, found {}", shown(fraction)));
        let exact = py.import("fractions")?.getattr("Fraction")?.call1((fraction,)).map_err(|_| fault())?;
        let part = |name: &str| exact.getattr(name)?.extract::<u32>().map_err(|_| fault());
        let (numerator, denominator) = (part("numerator")?, part("denominator")?);
        if numerator > denominator {
            return Err(fault());
        }
        let unit = unit.map_or(Ok(1), |unit| chips_of(unit, "unit"))?;
        if unit == 0 {
            return Err(PyValueError::new_err("unit: expected at least 1, found 0"));
        }
        let cap = cap.map(|cap| chips_of(cap, "cap")).transpose()?;
        let cap = cap
            .map(|cap| {
                std::num::NonZeroU64::new(cap).ok_or_else(|| PyValueError::new_err("cap: expected at least 1, found 0"))
            })
            .transpose()?;
        Ok(Rake(razz_core::game::Rake { numerator, denominator, unit, cap, no_fourth_street_no_drop }))
    }

    /// The fraction, a `fractions.Fraction`.
    #[getter]
    fn fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("fractions")?.getattr("Fraction")?.call1((self.0.numerator, self.0.denominator))
    }

    /// Rake is taken in multiples of this many chips.
    #[getter]
    fn unit(&self) -> u64 {
        self.0.unit
    }

    /// The most that is taken from a hand, or None.
    #[getter]
    fn cap(&self) -> Option<u64> {
        self.0.cap.map(std::num::NonZeroU64::get)
    }

    /// Whether nothing is taken when no fourth street was dealt.
    #[getter]
    fn no_fourth_street_no_drop(&self) -> bool {
        self.0.no_fourth_street_no_drop
    }

    fn __repr__(&self) -> String {
        let cap = self.cap().map_or("None".to_owned(), |cap| cap.to_string());
        let no_drop = if self.0.no_fourth_street_no_drop { "True" } else { "False" };
        let (numerator, denominator) = (self.0.numerator, self.0.denominator);
        format!(
            "Rake('{numerator}/{denominator}', unit={}, cap={cap}, no_fourth_street_no_drop={no_drop})",
            self.0.unit
        )
    }

    fn __getnewargs__(&self) -> (String, u64, Option<u64>, bool) {
        let fraction = format!("{}/{}", self.0.numerator, self.0.denominator);
        (fraction, self.0.unit, self.cap(), self.0.no_fourth_street_no_drop)
    }
}

/// Stakes and options of a game (rules section 9). All amounts are whole chips in the smallest unit.
///
/// Parameters
/// ----------
/// ante, bring_in, small_bet, big_bet : int
///     The stakes; 0 <= ante, 0 < bring_in < small_bet <= big_bet.
/// max_bets : int
///     Bets and raises per street, the completion included: 4 (TDA, Robert's Rules, online rooms) or 5 (WSOP).
/// heads_up_cap : str
///     Whether that cap holds heads-up (exactly two live players not all-in): ``"ALWAYS"``;
///     ``"UNCAPPED_IF_ROUND_STARTS_HEADS_UP"`` (2024 WSOP Live Action Rules); ``"UNCAPPED_IF_HEADS_UP_BEFORE_CAP"``
///     (Robert's Rules); ``"UNCAPPED_IF_TWO_LEFT_IN_EVENT"`` (2024 TDA and WSOP Tournament Rules).
/// reopen : str
///     How much of a bet an all-in must add to be a full wager and to let others raise again: ``"HALF"`` (WSOP, TDA,
///     Robert's Rules) or ``"FULL"`` (PokerKit).
/// short_bring_in : str
///     The level after a bring-in of a short stack: the ``"FULL"`` bring-in, or the ``"SHORT"`` amount (PokerKit).
/// all_in_bring_in : str
///     When the high card is all-in from the ante the next player is ``"FORCED"`` to bring in, or has the ``"OPTIONAL"``
///     choice to fold too (WSOP, TDA, Robert's Rules).
/// board_tie : str
///     Who opens among equal boards: ``"POSITION"`` (WSOP, Robert's Rules), ``"HIGH_SUIT"`` (2024 TDA) or ``"LOW_SUIT"``.
/// no_bet_show : str
///     Who shows first without a bet on seventh street: ``"EARLIEST_SEAT"`` or ``"LOW_BOARD"`` (TDA, Robert's Rules).
/// table_all_in_hands : bool
///     Whether live hands are tabled once no betting is possible and one is all-in (TDA, WSOP tournaments).
/// odd_chip : str
///     Who gets odd chips: ``"HIGH_SUIT"`` (WSOP, TDA), ``"LOW_SUIT"`` (Robert's Rules), ``"POSITION"`` or
///     ``"FIRST_WINNER"`` (PokerKit).
/// short_deck : str
///     Burns and what happens when the deck runs out: ``"ONLINE"`` (no burns), ``"TDA"`` (WSOP the same) or ``"ROBERT"``.
/// community_opener : str
///     Who opens with a community card: ``"SIXTH_STREET"`` boards, or ``"RECOMPUTE"`` (Robert's Rules).
/// showdown_choice : bool
///     Whether players decide about showing; otherwise the showdown is automatic.
/// allow_open_fold : bool
///     Whether a player may fold with nothing to call.
/// rake : Rake or None
///     The house's share.
///
/// Raises
/// ------
/// ValueError
///     Rules by which no game can be played; all faults in one message.
///
/// Examples
/// --------
/// >>> import razz
/// >>> rules = razz.Rules(ante=1, bring_in=2, small_bet=10, big_bet=20, odd_chip="POSITION")
/// >>> rules
/// Rules(ante=1, bring_in=2, small_bet=10, big_bet=20, odd_chip='POSITION')
/// >>> rules == razz.Rules.from_json(rules.to_json())
/// True
#[pyclass(frozen, eq, hash, module = "razz", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rules(pub CoreRules);

/// Calls a macro for every option that is an enumeration: field and type.
macro_rules! for_each_option {
    ($run:ident) => {
        $run!(heads_up_cap, HeadsUpCap);
        $run!(reopen, Reopen);
        $run!(short_bring_in, ShortBringIn);
        $run!(all_in_bring_in, AllInBringIn);
        $run!(board_tie, BoardTie);
        $run!(no_bet_show, NoBetShow);
        $run!(odd_chip, OddChip);
        $run!(short_deck, ShortDeck);
        $run!(community_opener, CommunityOpener);
    };
}

/// Calls a macro for every field that is true or false.
macro_rules! for_each_switch {
    ($run:ident) => {
        $run!(table_all_in_hands);
        $run!(showdown_choice);
        $run!(allow_open_fold);
    };
}

/// Sets the fields that a dictionary names; all faults are gathered.
fn set_fields(rules: &mut CoreRules, fields: &Bound<'_, PyDict>) -> PyResult<Vec<String>> {
    let mut faults = Vec::new();
    for (key, value) in fields.iter() {
        let key = text_of(&key, "fields")?;
        macro_rules! stake {
            ($field:ident) => {
                if key == stringify!($field) {
                    rules.$field = chips_of(&value, stringify!($field))?;
                    continue;
                }
            };
        }
        macro_rules! option {
            ($field:ident, $kind:ident) => {
                if key == stringify!($field) {
                    let name = value
                        .cast::<PyString>()
                        .map(|name| name.to_string())
                        .map_err(|_| PyTypeError::new_err(format!("{key}: expected text, found {}", shown(&value))))?;
                    match $kind::from_name(&name) {
                        Some(chosen) => rules.$field = chosen,
                        None => {
                            let names: Vec<&str> = $kind::ALL.iter().map(|value| value.name()).collect();
                            faults.push(format!("{key} {name:?}: expected one of {}", names.join(", ")));
                        }
                    }
                    continue;
                }
            };
        }
        macro_rules! switch {
            ($field:ident) => {
                if key == stringify!($field) {
                    rules.$field = value.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| {
                        PyTypeError::new_err(format!("{key}: expected True or False, found {}", shown(&value)))
                    })?;
                    continue;
                }
            };
        }
        stake!(ante);
        stake!(bring_in);
        stake!(small_bet);
        stake!(big_bet);
        for_each_option!(option);
        for_each_switch!(switch);
        match key {
            "max_bets" => match u8::try_from(number_of(&value, "max_bets", "a whole number")?) {
                Ok(bets) => rules.max_bets = bets,
                Err(_) => faults.push(format!("max_bets {}: expected 1 to 255", shown(&value))),
            },
            "rake" if value.is_none() => rules.rake = None,
            "rake" => {
                let rake = value.extract::<Rake>();
                let fault = || PyTypeError::new_err(format!("rake: expected a Rake or None, found {}", shown(&value)));
                rules.rake = Some(rake.map_err(|_| fault())?.0);
            }
            _ => return Err(PyTypeError::new_err(format!("{key}: Rules has no such option"))),
        }
    }
    Ok(faults)
}

fn checked(py: Python<'_>, rules: CoreRules, mut faults: Vec<String>) -> PyResult<Rules> {
    if let Err(error) = rules.validate() {
        faults.push(error.to_string());
    }
    if faults.is_empty() { Ok(Rules(rules)) } else { Err(to_py(py, &razz_core::Error::value(faults.join("; ")))) }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (ante=None, bring_in=None, small_bet=None, big_bet=None, **options),
           text_signature = "(ante=1, bring_in=2, small_bet=4, big_bet=8, *, max_bets=4, heads_up_cap='ALWAYS', \
                             reopen='HALF', short_bring_in='FULL', all_in_bring_in='FORCED', board_tie='POSITION', \
                             no_bet_show='EARLIEST_SEAT', table_all_in_hands=True, odd_chip='HIGH_SUIT', \
                             short_deck='ONLINE', community_opener='SIXTH_STREET', showdown_choice=False, \
                             allow_open_fold=False, rake=None)")]
    fn new(
        py: Python<'_>,
        ante: Option<&Bound<'_, PyAny>>,
        bring_in: Option<&Bound<'_, PyAny>>,
        small_bet: Option<&Bound<'_, PyAny>>,
        big_bet: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let fields = options.map_or_else(|| Ok(PyDict::new(py)), |options| options.copy())?;
        let stakes = [("ante", ante), ("bring_in", bring_in), ("small_bet", small_bet), ("big_bet", big_bet)];
        for (name, value) in stakes {
            value.map_or(Ok(()), |value| fields.set_item(name, value))?;
        }
        let mut rules = CoreRules::default();
        let faults = set_fields(&mut rules, &fields)?;
        checked(py, rules, faults)
    }

    /// The options of a preset (rules section 9), with other values where given.
    ///
    /// Parameters
    /// ----------
    /// name : str
    ///     ``"DEFAULT"``, ``"WSOP_LIVE"`` (2024 WSOP Live Action Rules), ``"WSOP_TOURNAMENT"`` (2024 WSOP Tournament
    ///     Rules), ``"TDA"`` (2024 Poker TDA), ``"ROBERT"`` (Robert's Rules of Poker), ``"POKERKIT"`` (PokerKit 0.7.7 as
    ///     measured).
    /// **fields
    ///     Stakes and options as for `Rules`.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> rules = razz.Rules.preset("WSOP_LIVE", ante=5, bring_in=10, small_bet=25, big_bet=50)
    /// >>> rules.max_bets, rules.short_deck
    /// (5, 'TDA')
    #[classmethod]
    #[pyo3(signature = (name, **fields))]
    fn preset(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let name = text_of(name, "name")?;
        let preset = Preset::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
            PyValueError::new_err(format!("preset {name:?}: expected one of {}", names.join(", ")))
        })?;
        let mut rules = CoreRules::default().with_preset(preset);
        let faults = fields.map_or_else(|| Ok(Vec::new()), |fields| set_fields(&mut rules, fields))?;
        checked(py, rules, faults)
    }

    /// These rules with some fields changed.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Rules().replace(max_bets=5).max_bets
    /// 5
    #[pyo3(signature = (**fields))]
    fn replace(&self, py: Python<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut rules = self.0;
        let faults = fields.map_or_else(|| Ok(Vec::new()), |fields| set_fields(&mut rules, fields))?;
        checked(py, rules, faults)
    }

    /// The ante, in chips.
    #[getter]
    fn ante(&self) -> u64 {
        self.0.ante
    }

    /// The bring-in, in chips.
    #[getter]
    fn bring_in(&self) -> u64 {
        self.0.bring_in
    }

    /// The bet on third and fourth street, in chips.
    #[getter]
    fn small_bet(&self) -> u64 {
        self.0.small_bet
    }

    /// The bet from fifth street on, in chips.
    #[getter]
    fn big_bet(&self) -> u64 {
        self.0.big_bet
    }

    /// Bets and raises per street, the completion included.
    #[getter]
    fn max_bets(&self) -> u8 {
        self.0.max_bets
    }

    /// Whether the cap holds heads-up.
    #[getter]
    fn heads_up_cap(&self) -> &'static str {
        self.0.heads_up_cap.name()
    }

    /// What counts as a full wager.
    #[getter]
    fn reopen(&self) -> &'static str {
        self.0.reopen.name()
    }

    /// The level after a short bring-in.
    #[getter]
    fn short_bring_in(&self) -> &'static str {
        self.0.short_bring_in.name()
    }

    /// The duty of the player to whom the bring-in passes.
    #[getter]
    fn all_in_bring_in(&self) -> &'static str {
        self.0.all_in_bring_in.name()
    }

    /// Who opens among equal boards.
    #[getter]
    fn board_tie(&self) -> &'static str {
        self.0.board_tie.name()
    }

    /// Who shows first without a bet on seventh street.
    #[getter]
    fn no_bet_show(&self) -> &'static str {
        self.0.no_bet_show.name()
    }

    /// Whether hands are tabled once no betting is possible and one of them is all-in.
    #[getter]
    fn table_all_in_hands(&self) -> bool {
        self.0.table_all_in_hands
    }

    /// Who gets odd chips.
    #[getter]
    fn odd_chip(&self) -> &'static str {
        self.0.odd_chip.name()
    }

    /// Burns and the end of the deck.
    #[getter]
    fn short_deck(&self) -> &'static str {
        self.0.short_deck.name()
    }

    /// Who opens with a community card.
    #[getter]
    fn community_opener(&self) -> &'static str {
        self.0.community_opener.name()
    }

    /// Whether players decide about showing.
    #[getter]
    fn showdown_choice(&self) -> bool {
        self.0.showdown_choice
    }

    /// Whether a player may fold with nothing to call.
    #[getter]
    fn allow_open_fold(&self) -> bool {
        self.0.allow_open_fold
    }

    /// The house's share, or None.
    #[getter]
    fn rake(&self) -> Option<Rake> {
        self.0.rake.map(Rake)
    }

    /// All fields by name.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Rules(**razz.Rules(5, 10, 25, 50).to_dict())
    /// Rules(ante=5, bring_in=10, small_bet=25, big_bet=50)
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("ante", self.0.ante)?;
        fields.set_item("bring_in", self.0.bring_in)?;
        fields.set_item("small_bet", self.0.small_bet)?;
        fields.set_item("big_bet", self.0.big_bet)?;
        fields.set_item("max_bets", self.0.max_bets)?;
        macro_rules! option {
            ($field:ident, $kind:ident) => {
                fields.set_item(stringify!($field), self.0.$field.name())?;
            };
        }
        macro_rules! switch {
            ($field:ident) => {
                fields.set_item(stringify!($field), self.0.$field)?;
            };
        }
        for_each_option!(option);
        for_each_switch!(switch);
        fields.set_item("rake", self.rake())?;
        Ok(fields)
    }

    /// The rules as JSON text, versioned and byte-stable.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Rules of their JSON text.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     Text that is not such JSON.
    /// ValueError
    ///     Fields that make no rules; all faults in one message.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        CoreRules::from_json(text_of(text, "text")?).map(Rules).map_err(|e| to_py(py, &e))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let stakes = ["ante", "bring_in", "small_bet", "big_bet"];
        let usual = Rules(CoreRules::default()).to_dict(py)?;
        let mut parts = Vec::new();
        for (name, value) in self.to_dict(py)?.iter() {
            let name: String = name.extract()?;
            let differs = !usual.get_item(&name)?.is_some_and(|usual| usual.eq(&value).unwrap_or(false));
            if differs || stakes.contains(&name.as_str()) {
                parts.push(format!("{name}={}", value.repr()?));
            }
        }
        Ok(format!("Rules({})", parts.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Rules>().getattr("from_json")?, (self.to_json(),)))
    }
}
