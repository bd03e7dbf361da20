"""What a drawing of the table says, in words and numbers; laid out by `razz.render.svg` and `razz.render.text`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from razz._arguments import texts
from razz._razz import Action, Card, Event, Record, State, View

Position = State | View | Record
"""What can be drawn."""

STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}
NAME_LENGTH = 20
_VERBS = {"BRING_IN": "bring in for", "COMPLETE": "complete to", "BET": "bet", "CALL": "call", "RAISE": "raise to"}


@dataclass(frozen=True)
class Seat:
    """One seat of a drawing; chips in the smallest unit."""

    index: int
    """From 0; people read one more."""
    name: str
    stack: int
    bet: int
    """Put in on this street."""
    cards: tuple[tuple[Card | None, bool], ...]
    """The cards in dealing order, None where unknown, and whether each lies face down."""
    out: bool
    """Folded or mucked."""
    to_act: bool
    notes: tuple[str, ...]
    """What else is to be said: the low, the last action, folded, all-in, the result."""
    low: str


@dataclass(frozen=True)
class Table:
    """All that a drawing says."""

    title: str
    facts: tuple[str, ...]
    """The pots, the level, the community card and the burns, a phrase each."""
    seats: tuple[Seat, ...]
    community: Card | None
    viewer: int | None
    prompt: str
    """Who is to act and what he may do, what is to be dealt, or how the hand ended."""
    pots: tuple[str, ...]


def clean(text: str, length: int = NAME_LENGTH) -> str:
    r"""A name or note as one line that cannot steer a terminal or turn the text around, cut to a length.

    Examples
    --------
    >>> clean("Ann\x1b[2J  Lee")
    'Ann�[2J Lee'
    """
    shown = "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(c)[0] == "C" else c for c in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= length else shown[: length - 1] + "…"


def action_words(action: Action) -> str:
    """An action as a person says it, with its amount.

    Examples
    --------
    >>> import razz
    >>> action_words(razz.Action("RAISE", 16)), action_words(razz.Action("FOLD"))
    ('raise to 16', 'fold')
    """
    verb = _VERBS.get(action.kind.value)
    if verb is None:
        return action.kind.value.lower()
    return f"{verb} {action.amount:,}" if action.amount is not None else verb.split()[0]


def seats_words(seats: Iterable[int]) -> str:
    """Seats counted from 1, for text.

    Examples
    --------
    >>> seats_words([0]), seats_words([0, 2])
    ('seat 1', 'seats 1, 3')
    """
    numbers = [str(seat + 1) for seat in seats]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def describe(position: Position, players: Sequence[str] | None = None) -> Table:
    """What a drawing of a position says.

    Parameters
    ----------
    position : State, View or Record
        What to draw. A View says only what its viewer knows.
    players : sequence of str, optional
        Names by seat; those of a Record by default.

    Raises
    ------
    TypeError
        Something else than a position.
    ValueError
        More names than seats.
    """
    if not isinstance(position, (State, View, Record)):
        raise TypeError(f"position: expected a State, a View or a Record, found {type(position).__name__}")
    state = position if isinstance(position, State) else position.state
    actor = position if isinstance(position, View) else state
    names = (position.players if isinstance(position, Record) else ()) if players is None else players
    texts(names, "players", "names")
    if len(names) > state.seats:
        raise ValueError(f"players: expected at most {state.seats} names, found {len(names)}")
    events = () if isinstance(position, State) else position.events or ()
    said = _last_words(events)
    return Table(
        title="The hand is over" if state.phase == "END" else STREETS[state.street],
        facts=_facts(state),
        seats=tuple(_seat(state, seat, names, said.get(seat, "")) for seat in range(state.seats)),
        community=state.community,
        viewer=position.viewer if isinstance(position, View) else None,
        prompt=_prompt(state, actor.legal_actions),
        pots=_pots(state),
    )


def _last_words(events: Sequence[Event]) -> dict[int, str]:
    """The last action of each seat since cards were last dealt."""
    said: dict[int, str] = {}
    for event in events:
        if event.kind == "DEAL":
            said.clear()
        elif event.kind == "ACTION" and event.seat is not None and event.action is not None:
            said[event.seat] = action_words(event.action)
    return said


def _pots(state: State) -> tuple[str, ...]:
    """The pots that more than one seat contests, once somebody is all in for less than the others."""
    pots = [pot for pot in state.pots if len(pot.seats) > 1]
    short = any(state.stacks[seat] == 0 for seat in state.live)
    if len(pots) < 2 or (state.phase == "BET" and not short):
        return ()
    names = ["the main pot", *(f"side pot {n}" if len(pots) > 2 else "the side pot" for n in range(1, len(pots)))]
    return tuple(f"{pot.amount:,} in {name} ({seats_words(pot.seats)})" for name, pot in zip(names, pots, strict=True))


def _facts(state: State) -> tuple[str, ...]:
    facts = [f"pot {state.pot:,}"]
    if state.phase == "BET" and state.level:
        facts.append(f"{state.level:,} to match")
        if state.bets:
            facts.append(f"bet {state.bets} of {state.rules.max_bets}")
    if state.burns:
        facts.append(f"{state.burns} burned")
    return tuple(facts)


def _seat(state: State, seat: int, names: Sequence[str], said: str) -> Seat:
    live = seat in state.live
    over, betting = state.phase == "END", state.phase == "BET"
    tabled = seat in state.shown
    cards = tuple((card, place in (0, 1, 6) and not tabled) for place, card in enumerate(state.cards[seat]))
    low = state.lows[seat] if live else None
    notes = []
    if seat in state.mucked:
        notes.append("mucked")
    elif not live:
        notes.append("folded")
    elif state.stacks[seat] == 0 and not over:
        notes.append("all in")
    if said and betting and live:
        notes.insert(0, said)
    if seat in state.absent:
        notes.append("absent")
    if over:
        notes.append(f"{state.payoffs[seat]:+,}")
    return Seat(
        index=seat,
        name=clean(names[seat]) if seat < len(names) else "",
        stack=state.stacks[seat],
        bet=state.street_totals[seat] if betting else 0,
        cards=cards,
        out=not live,
        to_act=state.to_act == seat,
        notes=tuple(notes),
        low=str(low) if low is not None else "",
    )


def _prompt(state: State, legal: Sequence[Action]) -> str:
    if state.phase == "END" and state.result is not None:
        won = [f"seat {seat + 1} wins {amount:,}" for seat, amount in enumerate(state.result.awards) if amount]
        rake = f", rake {state.result.rake:,}" if state.result.rake else ""
        return ", ".join(won) + rake
    if state.pending:
        count = len(state.pending)
        return f"{count} card{'s' if count > 1 else ''} to be dealt"
    if state.to_act is None:
        return ""
    actions = ", ".join(map(action_words, legal))
    return f"seat {state.to_act + 1} to act" + (f": {actions}" if actions else "")
