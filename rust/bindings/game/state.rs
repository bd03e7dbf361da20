//! State: the position in a hand.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use razz_core::game::{Context, Ignore, Phase, SeatSet, State as CoreState};
use razz_core::rng::Philox;

use super::action::{Action, action_of};
use super::rules::Rules;
use super::values::{
    Pot, Result as HandResult, SeatTuple, card, card_tuple, cards_or_unknown, chips_of, holder, items_of, low_hand,
    number_of, phase, seat_of, seed_of, table_svg,
};
use super::view::View;
use crate::cards::Card;
use crate::deck::Deck;
use crate::errors::to_py;
use crate::hands::LowHand;
use crate::text::text_of;

/// The position in a hand: immutable, hashable, without history and without the undealt deck.
///
/// Made by `State.start`; every move gives a new State and leaves the old one as it was. Seats count from 0. Chips are
/// whole numbers in the smallest unit.
///
/// Examples
/// --------
/// >>> import razz
/// >>> rules = razz.Rules(ante=1, bring_in=2, small_bet=10, big_bet=20)
/// >>> state = razz.State.start(rules, [100, 100, 100])
/// >>> state = state.deal("2c 3c 4c  5c 6c 7c  Kd 8h 9h")
/// >>> state.to_act, state.legal_actions
/// (0, (Action('BRING_IN', 2), Action('COMPLETE', 10)))
/// >>> state = state.play("bring-in").play("complete").play("fold").play("fold")
/// >>> state.phase, state.payoffs
/// (<Phase.END: 'END'>, (-3, 4, -1))
#[pyclass(frozen, eq, hash, module = "razz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct State(pub CoreState);

/// Absent seats of an argument.
pub fn seat_set(value: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<SeatSet> {
    let mut set = SeatSet::EMPTY;
    if let Some(value) = value {
        for (place, seat) in items_of(value, "absent", "seats")?.enumerate() {
            set.insert(seat_of(&seat?, &format!("absent[{place}]"), seats.max(1))? as u8);
        }
    }
    Ok(set)
}

/// Stacks of an argument.
pub fn stacks_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let mut stacks = Vec::new();
    for (seat, stack) in items_of(value, "stacks", "the chips of each seat")?.enumerate() {
        stacks.push(chips_of(&stack?, &format!("stacks[{seat}]"))?);
    }
    Ok(stacks)
}

/// Players left in the event, of an argument.
pub fn event_players_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u16>> {
    value.map(|value| number_of(value, "event_players", "a whole number")).transpose()?.map_or(Ok(None), |players| {
        u16::try_from(players).map(Some).map_err(|_| {
            pyo3::exceptions::PyValueError::new_err(format!("event_players {players}: expected at most 65535"))
        })
    })
}

impl State {
    fn step(&self, py: Python<'_>, run: impl FnOnce(&mut CoreState) -> razz_core::Result<()>) -> PyResult<State> {
        let mut next = self.0;
        run(&mut next).map_err(|e| to_py(py, &e))?;
        Ok(State(next))
    }

    fn per_seat<'py, T: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        value: impl Fn(usize) -> T,
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.0.seats()).map(value).collect::<Vec<_>>())
    }
}

#[pymethods]
impl State {
    /// A new hand: antes are posted, a lone excess is back, third street is to be dealt.
    ///
    /// Parameters
    /// ----------
    /// rules : Rules
    ///     Stakes and options.
    /// stacks : iterable of int
    ///     Chips of each seat before the ante, 2 to 8 seats, each at least 1. Seat 0 is first clockwise from the dealer.
    /// absent : iterable of int
    ///     Seats that are dealt in, post what they must and are folded when their turn comes (rules section 8).
    /// event_players : int or None
    ///     Players left in the tournament, for ``heads_up_cap="UNCAPPED_IF_TWO_LEFT_IN_EVENT"``; None: those dealt in.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     A number of players or a stack out of range, an absent seat that is not there.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 60])
    /// >>> state.pot, state.stacks, len(state.pending)
    /// (2, (99, 59), 6)
    #[staticmethod]
    #[pyo3(signature = (rules, stacks, *, absent=None, event_players=None))]
    fn start(
        py: Python<'_>,
        rules: &Bound<'_, Rules>,
        stacks: &Bound<'_, PyAny>,
        absent: Option<&Bound<'_, PyAny>>,
        event_players: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let stacks = stacks_of(stacks)?;
        let absent = seat_set(absent, stacks.len())?;
        let event_players = event_players_of(event_players)?;
        CoreState::start_with(&rules.get().0, &stacks, absent, event_players, &mut Ignore)
            .map(State)
            .map_err(|e| to_py(py, &e))
    }

    /// Plays an action of the seat to act: always checked, and the old state stays as it was.
    ///
    /// Parameters
    /// ----------
    /// action : Action or str
    ///     An action, or its text as for `Action.parse`. Without an amount the one that the rules fix is played.
    /// seat : int or None
    ///     When given, the action is refused unless it is this seat's turn.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     The reason in words, with the numbers.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc")
    /// >>> state.play("fold")
    /// Traceback (most recent call last):
    ///     ...
    /// razz.IllegalActionError: FOLD: the bring-in of 2 is due
    /// >>> state.play("complete").to_call
    /// 4
    #[pyo3(signature = (action, *, seat=None))]
    fn play(&self, action: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let py = action.py();
        check_turn(py, &self.0, seat)?;
        let action = action_of(action, "action")?;
        self.step(py, |state| state.apply(&action, &Context::default(), &mut Ignore))
    }

    /// Deals any prefix of `pending`. Burns are left unknown.
    ///
    /// Parameters
    /// ----------
    /// cards : str or iterable of Card, int, str or None
    ///     Text as for `parse_cards`, where ``"??"`` stands for a card dealt but unknown, or cards, card numbers, None.
    ///
    /// Raises
    /// ------
    /// InvalidDealError
    ///     More cards than are pending, a card dealt twice, an unknown up-card; the message says at which position.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("As 2s ?? ?? 3d")
    /// >>> state.pending
    /// ((1, 'up'),)
    /// >>> state.cards[0]
    /// (Card('As'), None, Card('3d'))
    fn deal(&self, cards: &Bound<'_, PyAny>) -> PyResult<State> {
        let indices = cards_or_unknown(cards, "cards")?;
        self.step(cards.py(), |state| state.deal(&indices, &Context::default(), &mut Ignore))
    }

    /// Deals all that is pending, burns included, from a deck that has served this hand from its first card on.
    ///
    /// The next card's position is the number of cards dealt and burned so far; where burns are scrambled they go behind
    /// the stub in the order they were burned.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal_from(razz.deck_of(1, 0))
    /// >>> state.phase
    /// <Phase.BET: 'BET'>
    fn deal_from(&self, py: Python<'_>, deck: &Bound<'_, Deck>) -> PyResult<State> {
        self.step(py, |state| state.deal_from(&deck.get().0, &Context::default(), &mut Ignore))
    }

    /// Deals all that is pending at random from the cards that the state does not know.
    ///
    /// Parameters
    /// ----------
    /// rng : None, int, SeedSequence, BitGenerator or Generator
    ///     SPEC 7; an int gives the same cards again at the same place of the hand.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100])
    /// >>> state.deal_random(7) == state.deal_random(7)
    /// True
    #[pyo3(signature = (rng=None))]
    fn deal_random(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let mut philox = Philox::new(seed_of(py, rng)?, self.0.known().len() as u64, 0);
        self.step(py, |state| state.deal_random(&mut philox, &Context::default(), &mut Ignore))
    }

    /// The cards of which one is dealt next, all equally likely; empty when none is pending.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> len(razz.State.start(razz.Rules(), [100, 100]).deal("As2s").chance_outcomes())
    /// 50
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.chance_outcomes().into_iter().map(Card).collect::<Vec<_>>())
    }

    /// Everybody shows in order and mucks what cannot win, until the hand is over.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     A hand with unknown cards has to be shown.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(showdown_choice=True), [1, 1])
    /// >>> while state.phase == "DEAL":
    /// ...     state = state.deal_random(3)
    /// >>> state.auto_showdown().phase
    /// <Phase.END: 'END'>
    fn auto_showdown(&self, py: Python<'_>) -> PyResult<State> {
        self.step(py, |state| state.auto_showdown(&Context::default(), &mut Ignore))
    }

    /// Why an action is illegal for the seat to act, in words with the numbers; None when it is legal.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc")
    /// >>> state.why_illegal("complete 5")
    /// 'COMPLETE goes to 4 here, found 5'
    fn why_illegal(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.0.why_illegal(&action_of(action, "action")?))
    }

    /// What the player in a seat knows: all other cards are unknown.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc")
    /// >>> state.view(0).cards
    /// ((Card('2c'), Card('4c'), Card('6c')), (None, None, Card('Kc')))
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<View> {
        let view = self.0.view(seat_of(seat, "seat", self.0.seats())?);
        view.map(View::of).map_err(|e| to_py(seat.py(), &e))
    }

    /// What everybody knows.
    fn public_view(&self) -> View {
        View::of(self.0.public_view())
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(*self.0.rules())
    }

    /// DEAL, BET, SHOWDOWN or END.
    #[getter]
    fn phase(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        phase(py, self.0.phase())
    }

    /// 3 (third street) to 7.
    #[getter]
    fn street(&self) -> u8 {
        self.0.street()
    }

    /// How many seats were dealt in.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The seat to act, None when nobody is.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.0.to_act()
    }

    /// The cards to deal before anybody acts, in dealing order: (seat or ``"BOARD"``, ``"down"`` or ``"up"``).
    #[getter]
    fn pending<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut pending = Vec::new();
        for (to, up) in self.0.pending() {
            pending.push((holder(py, to)?, if up { "up" } else { "down" }));
        }
        PyTuple::new(py, pending)
    }

    /// The legal actions of the seat to act, in the order FOLD, CHECK or CALL, BRING_IN, COMPLETE or BET or RAISE, SHOW,
    /// MUCK; empty while cards are pending.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = self.0.legal_actions();
        PyTuple::new(py, legal.iter().map(Action).collect::<Vec<_>>())
    }

    /// What is done for a player whose time is up (rules section 8); None when nobody is to act, or when a hand with
    /// unknown cards has to be shown.
    #[getter]
    fn default_action(&self) -> Option<Action> {
        self.0.default_action().map(Action)
    }

    /// All chips put in and not returned.
    #[getter]
    fn pot(&self) -> u64 {
        self.0.pot()
    }

    /// The pots, the main pot first.
    #[getter]
    fn pots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pots = self.0.pots();
        let pots = pots.as_slice().iter();
        PyTuple::new(
            py,
            pots.map(|pot| Pot { amount: pot.amount, seats: SeatTuple(pot.contestants.iter().collect()) })
                .collect::<Vec<_>>(),
        )
    }

    /// What the seat to act must put in to match the level, or all it has; 0 when nobody is to act.
    #[getter]
    fn to_call(&self) -> u64 {
        self.0.to_call()
    }

    /// The amount to match on this street.
    #[getter]
    fn level(&self) -> u64 {
        self.0.level()
    }

    /// Full wagers on this street so far.
    #[getter]
    fn bets(&self) -> u8 {
        self.0.bets()
    }

    /// The chips in front of each seat.
    #[getter]
    fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, |seat| self.0.stack(seat))
    }

    /// The chips of each seat before the ante.
    #[getter]
    fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, |seat| self.0.starting_stack(seat))
    }

    /// What each seat put in on this street, the ante not counted.
    #[getter]
    fn street_totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, |seat| self.0.street_total(seat))
    }

    /// What each seat put in over the hand and did not get back.
    #[getter]
    fn contributions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, |seat| self.0.contribution(seat))
    }

    /// What each seat won or lost so far: pot shares minus what it put in. At the end: final minus starting stack.
    #[getter]
    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, |seat| self.0.payoff(seat))
    }

    /// Each seat's cards in dealing order (down, down, four up, down), None where unknown.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands: PyResult<Vec<_>> = (0..self.0.seats()).map(|seat| card_tuple(py, self.0.cards(seat))).collect();
        PyTuple::new(py, hands?)
    }

    /// Each seat's up-cards in dealing order.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let boards: PyResult<Vec<_>> = (0..self.0.seats()).map(|seat| card_tuple(py, self.0.up_cards(seat))).collect();
        PyTuple::new(py, boards?)
    }

    /// The community card, None where none was dealt.
    #[getter]
    fn community(&self) -> Option<Card> {
        self.0.community().and_then(card)
    }

    /// The best low of each seat, None where cards are unknown or fewer than five.
    #[getter]
    fn lows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lows: Vec<Option<LowHand>> = (0..self.0.seats()).map(|seat| low_hand(&self.0, seat)).collect();
        PyTuple::new(py, lows)
    }

    /// Seats that have neither folded nor mucked, ascending.
    #[getter]
    fn live(&self) -> SeatTuple {
        SeatTuple(self.0.live().iter().collect())
    }

    /// Seats whose hand lies face up, ascending.
    #[getter]
    fn shown(&self) -> SeatTuple {
        SeatTuple(self.0.shown().iter().collect())
    }

    /// Seats that gave their hand up at the showdown, ascending.
    #[getter]
    fn mucked(&self) -> SeatTuple {
        SeatTuple(self.0.mucked().iter().collect())
    }

    /// Absent seats, ascending.
    #[getter]
    fn absent(&self) -> SeatTuple {
        SeatTuple(self.0.absent().iter().collect())
    }

    /// Players left in the event.
    #[getter]
    fn event_players(&self) -> u16 {
        self.0.event_players()
    }

    /// How many cards lie burned.
    #[getter]
    fn burns(&self) -> u8 {
        self.0.burns()
    }

    /// Who opened this street, or would have opened it; None on third street and while cards are pending.
    #[getter]
    fn opener(&self) -> Option<usize> {
        self.0.opener()
    }

    /// The last seat to lift the level on this street.
    #[getter]
    fn aggressor(&self) -> Option<usize> {
        self.0.aggressor()
    }

    /// How the hand ended, None before.
    #[getter]
    fn result(&self) -> Option<HandResult> {
        (self.0.phase() == Phase::End).then_some(HandResult(self.0))
    }

    /// The state as JSON text, versioned and byte-stable.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The state of its JSON text.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     Text that is not such JSON.
    /// ValueError
    ///     A state that cannot be played on.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        CoreState::from_json(text_of(text, "text")?).map(State).map_err(|e| to_py(py, &e))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<State>().getattr("from_json")?, (self.0.to_json(),)))
    }

    /// The table as an SVG picture, for notebooks: `razz.render.table_svg`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table_svg(slf.as_any())
    }

    fn __repr__(&self) -> String {
        format!("<State {}>", self.0)
    }
}

/// Refuses an action whose seat is not to act.
pub fn check_turn(py: Python<'_>, state: &CoreState, seat: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(seat) = seat else { return Ok(()) };
    let seat = seat_of(seat, "seat", state.seats())?;
    let turn = match state.to_act() {
        Some(turn) if turn == seat => return Ok(()),
        Some(turn) => format!("it is the turn of seat {turn}"),
        None => "nobody is to act".to_owned(),
    };
    Err(to_py(py, &razz_core::Error::IllegalAction(format!("seat {seat}: {turn}"))))
}
