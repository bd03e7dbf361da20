"""One thin face for both rules engines, so that the same scenario runs on the twin and on razz.

Seats count from 0, a card is its index (None: dealt but unknown), an action is (kind, amount), pots are
(chips, contestants), events are tuples: (ANTE | RETURN, seat, chips), (DEAL, seat or "BOARD", "down" or
"up", card), (SCRAMBLE,), (BURN, card), (kind of action, seat, amount), (SHOW, seat, 0, cards), (MUCK, seat, 0),
(RAKE, chips, pot), (AWARD, seat, chips, pot).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from tests.reference import engine as twin
from tests.reference import evaluator
from tests.reference.options import Rake, Rules

Action = tuple[str, int]


class Game(Protocol):
    @property
    def phase(self) -> str: ...
    @property
    def street(self) -> int: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def pending(self) -> list[tuple[int | str, str]]: ...
    @property
    def legal(self) -> list[Action]: ...
    @property
    def default(self) -> Action | None: ...
    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]: ...
    @property
    def pot(self) -> int: ...
    @property
    def to_call(self) -> int: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def payoffs(self) -> list[int]: ...
    @property
    def totals(self) -> list[int]: ...  # put in on this street
    @property
    def put_in(self) -> list[int]: ...  # put in and not returned
    @property
    def level(self) -> int: ...
    @property
    def bets(self) -> int: ...
    @property
    def burns(self) -> int: ...
    @property
    def live(self) -> list[int]: ...  # seats that have neither folded nor mucked
    @property
    def shown(self) -> list[int]: ...
    @property
    def mucked(self) -> list[int]: ...
    @property
    def events(self) -> list[tuple[Any, ...]]: ...

    def play(self, kind: str, amount: int, cards: Sequence[int] | None = None) -> None: ...
    def hands_seen_by(self, seat: int | None) -> list[list[int | None]]: ...
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

    def hands_seen_by(self, seat: int | None) -> list[list[int | None]]:
        """Each hand in the order dealt, as this seat (None: a spectator) may see it."""
        view = self.state.view(seat)
        return [[*down[:2], *up, *down[2:]] for down, up in zip(view["down"], view["up"], strict=True)]

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.state.live_seats() if not self.state.mucked[seat]]

    @property
    def shown(self) -> list[int]:
        return [seat for seat, shown in enumerate(self.state.shown) if shown]

    @property
    def mucked(self) -> list[int]:
        return [seat for seat, mucked in enumerate(self.state.mucked) if mucked]

    @property
    def burns(self) -> int:
        return len(self.state.burns)

    def __getattr__(self, name: str) -> Any:
        if name in ("totals", "level", "bets"):
            return getattr(self.state.betting, name)
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
