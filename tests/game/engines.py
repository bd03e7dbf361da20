"""One thin face for both rules engines, so that the same scenario runs on the twin and on razz.

Seats count from 0, a card is its index (None: dealt but unknown), an action is (kind, amount), pots are
(chips, contestants), events are tuples: (ANTE | RETURN, seat, chips), (DEAL, seat or "BOARD", "down" or
"up", card), (BURN, card), (kind of action, seat, amount), (SHOW | MUCK, seat, 0), (AWARD, seat, chips, pot).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from tests.reference import engine as twin
from tests.reference import evaluator
from tests.reference.options import Rake, Rules

Action = tuple[str, int]


class Game(Protocol):
    phase: str
    street: int
    to_act: int | None
    pending: list[tuple[int | str, str]]
    legal: list[Action]
    default: Action | None
    pots: list[tuple[int, tuple[int, ...]]]
    pot: int
    to_call: int
    stacks: list[int]
    payoffs: list[int]
    events: list[tuple[Any, ...]]

    def play(self, kind: str, amount: int, cards: Sequence[int] | None = None) -> None: ...
    def deal(self, cards: Iterable[int | None]) -> None: ...
    def deal_from(self, deck: Sequence[int]) -> None: ...
    def auto_showdown(self) -> None: ...


class Engine(Protocol):
    illegal: type[Exception]
    invalid_deal: type[Exception]

    def start(
        self,
        stacks: Sequence[int],
        *,
        preset: str = "DEFAULT",
        absent: Sequence[int] = (),
        event_players: int | None = None,
        rake: tuple[str, int, int | None, bool] | None = None,
        **options: Any,
    ) -> Game: ...

    def strength(self, cards: Sequence[int]) -> int: ...
    def best_five(self, cards: Sequence[int]) -> tuple[int, ...]: ...


class TwinGame:
    def __init__(self, state: twin.State) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        names = {"legal": "legal_actions", "default": "default_action"}
        return getattr(self.state, names.get(name, name))

    def play(self, kind: str, amount: int, cards: Sequence[int] | None = None) -> None:
        self.state.play(kind, amount, cards)

    def deal(self, cards: Iterable[int | None]) -> None:
        self.state.deal(cards)

    def deal_from(self, deck: Sequence[int]) -> None:
        self.state.deal_from(deck)

    def auto_showdown(self) -> None:
        self.state.auto_showdown()


class TwinEngine:
    illegal: type[Exception] = twin.IllegalActionError
    invalid_deal: type[Exception] = twin.InvalidDealError

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
        rules = Rules.preset(preset, rake=Rake.parse(*rake) if rake else None, **options)
        game: Game = TwinGame(twin.State.start(rules, stacks, absent=absent, event_players=event_players))
        return game

    def strength(self, cards: Sequence[int]) -> int:
        return evaluator.strength(cards)

    def best_five(self, cards: Sequence[int]) -> tuple[int, ...]:
        return evaluator.best_cards(cards)
