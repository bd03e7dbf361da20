"""razz behind the face of engines.py; only the public API is used."""

from collections.abc import Iterable, Sequence
from typing import Any

import razz

from tests.game.engines import Action, Game

LIFTS = ("FOLD", "CHECK", "CALL", "BRING_IN", "COMPLETE", "BET", "RAISE")


def plain(action: razz.Action | None) -> Action | None:
    return None if action is None else (str(action.kind), action.amount or 0)


def index(card: razz.Card | None) -> int | None:
    return None if card is None else card.index


def plain_event(event: razz.Event) -> tuple[Any, ...]:
    kind = str(event.kind)
    if kind in ("ANTE", "RETURN"):
        return (kind, event.seat, event.amount)
    if kind == "DEAL":
        assert event.cards is not None
        return (
            kind,
            "BOARD" if event.seat is None else event.seat,
            "up" if event.up else "down",
            index(event.cards[0]),
        )
    if kind == "BURN":
        assert event.cards is not None
        return (kind, index(event.cards[0]))
    if kind == "ACTION":
        assert event.action is not None
        return (str(event.action.kind), event.seat, event.action.amount or 0)
    if kind == "SHOW":
        assert event.cards is not None
        return (kind, event.seat, 0, tuple(index(card) for card in event.cards))
    if kind == "MUCK":
        return (kind, event.seat, 0)
    if kind == "RAKE":
        return (kind, event.amount, event.pot)
    if kind == "AWARD":
        return (kind, event.seat, event.amount, event.pot)
    assert kind == "SCRAMBLE"
    return (kind,)


class RazzGame:
    def __init__(self, record: razz.Record) -> None:
        self.record = record
        self._state: razz.State | None = None

    @property
    def state(self) -> razz.State:
        if self._state is None:
            self._state = self.record.state
        return self._state

    def _changed(self) -> None:
        self._state = None

    @property
    def phase(self) -> str:
        return str(self.state.phase)

    @property
    def street(self) -> int:
        return self.state.street

    @property
    def to_act(self) -> int | None:
        return self.state.to_act

    @property
    def pending(self) -> list[tuple[int | str, str]]:
        return list(self.state.pending)

    @property
    def legal(self) -> list[Action]:
        return [(str(action.kind), action.amount or 0) for action in self.state.legal_actions]

    @property
    def default(self) -> Action | None:
        return plain(self.state.default_action)

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(pot.amount, pot.seats) for pot in self.state.pots]

    @property
    def pot(self) -> int:
        return self.state.pot

    @property
    def to_call(self) -> int:
        return self.state.to_call

    @property
    def stacks(self) -> list[int]:
        return list(self.state.stacks)

    @property
    def payoffs(self) -> list[int]:
        return list(self.state.payoffs)

    @property
    def totals(self) -> list[int]:
        return list(self.state.street_totals)

    @property
    def put_in(self) -> list[int]:
        return list(self.state.contributions)

    @property
    def level(self) -> int:
        return self.state.level

    @property
    def bets(self) -> int:
        return self.state.bets

    @property
    def burns(self) -> int:
        return self.state.burns

    @property
    def live(self) -> list[int]:
        return list(self.state.live)

    @property
    def shown(self) -> list[int]:
        return list(self.state.shown)

    @property
    def mucked(self) -> list[int]:
        return list(self.state.mucked)

    def hands_seen_by(self, seat: int | None) -> list[list[int | None]]:
        view = self.state.public_view() if seat is None else self.state.view(seat)
        return [[index(card) for card in hand] for hand in view.cards]

    @property
    def events(self) -> list[tuple[Any, ...]]:
        return [plain_event(event) for event in self.record.events]

    def play(self, kind: str, amount: int, cards: Sequence[int] | None = None) -> None:
        self._changed()
        self.record.play(razz.Action(kind, amount, cards))

    def deal(self, cards: Iterable[int | None]) -> None:
        self._changed()
        self.record.deal([None if card is None else razz.Card.from_index(card) for card in cards])

    def deal_from(self, deck: Sequence[int]) -> None:
        self._changed()
        self.record.deal_from(razz.Deck(deck))

    def auto_showdown(self) -> None:
        self._changed()
        self.record.auto_showdown()


class RazzEngine:
    illegal: type[Exception] = razz.IllegalActionError
    invalid_deal: type[Exception] = razz.InvalidDealError

    def start(
        self,
        stacks: Sequence[int],
        *,
        preset: str = "DEFAULT",
        absent: Sequence[int] = (),
        event_players: int | None = None,
        rake: tuple[str, int, int | None, bool] | None = None,
        **options: Any,
    ) -> Game:
        rules = razz.Rules.preset(preset, rake=razz.Rake(*rake) if rake else None, **options)
        game: Game = RazzGame(razz.Record(rules, stacks, absent=absent, event_players=event_players))
        return game

    def strength(self, cards: Sequence[int]) -> int:
        return razz.evaluate(cards).strength

    def best_five(self, cards: Sequence[int]) -> tuple[int, ...]:
        found = razz.evaluate(cards).cards
        assert found is not None
        return tuple(card.index for card in found)


class RazzWalker:
    """A position that can be played on without changing it (see lines.py)."""

    def __init__(self, state: razz.State, deck: razz.Deck) -> None:
        while state.phase == "DEAL":
            state = state.deal_from(deck)
        self.state, self.deck = state, deck
        self.over = state.phase == "END"
        self.legal = [(str(action.kind), action.amount or 0) for action in state.legal_actions]
        self.payoffs = state.payoffs

    def after(self, action: Action) -> "RazzWalker":
        return RazzWalker(self.state.play(razz.Action(*action)), self.deck)


def razz_walker(case: dict[str, Any]) -> RazzWalker:
    rules = razz.Rules.preset(case["preset"], **case["stakes"])
    return RazzWalker(razz.State.start(rules, case["stacks"]), razz.Deck(case["deck"]))
