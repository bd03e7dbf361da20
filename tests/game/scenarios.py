"""Worked examples as short scripts. Seats count from 1 here, as in the rules.

    table = Table(engine, [100, 100, 100], door="Kd 9c 2h")
    table.play("1 bring_in=2, 2 complete=10, 3 fold")
    assert table.legal == "fold call=8 raise=20"

Cards are dealt as they come due: those a scenario names, the rest from the cards it does not name.
"""

from collections.abc import Sequence
from typing import Any

from tests.game.engines import Engine
from tests.reference import cards as c

EXAMPLE: dict[str, Any] = {"ante": 1, "bring_in": 2, "small_bet": 10, "big_bet": 20}


class Table:
    """A game with its cards laid out beforehand.

    ``door``: the up-cards of third street. ``hands``: per seat its cards in the order dealt (two down, four
    up, one down), "--" or a missing card is any other card. ``board``: the community card.
    """

    def __init__(
        self,
        engine: Engine,
        stacks: Sequence[int],
        *,
        door: str | None = None,
        hands: Sequence[str] | None = None,
        board: str = "",
        absent: Sequence[int] = (),
        dealt: bool = True,
        **options: Any,
    ) -> None:
        seats = len(stacks)
        if hands is None:
            hands = [f"-- -- {card}" for card in (door.split() if door else ["--"] * seats)]
        assert len(hands) == seats
        wanted = [[None if text == "--" else c.card(text) for text in hand.split()] for hand in hands]
        named = {card for hand in wanted for card in hand if card is not None} | set(c.known(board))
        spare = [card for card in range(52) if card not in named]
        self.cards = [[card if card is not None else spare.pop() for card in hand] for hand in wanted]
        self.board = c.known(board) or [spare.pop(0)]
        for length in (6, 7):  # the deck has seventh cards for seven players only
            for hand in self.cards:
                while len(hand) < length and spare:
                    hand.append(spare.pop())
        self.given = [0] * seats
        self.game = engine.start(stacks, absent=[seat - 1 for seat in absent], **{**EXAMPLE, **options})
        self.illegal = engine.illegal
        if dealt:
            self.deal_due()

    def deal_due(self) -> None:
        while self.game.phase == "DEAL":
            cards = []
            for seat, _ in list(self.game.pending):
                if seat == "BOARD":
                    cards += self.board
                else:
                    cards.append(self.cards[int(seat)][self.given[int(seat)]])
                    self.given[int(seat)] += 1
            self.game.deal(cards)

    def play(self, script: str) -> "Table":
        """Play "1 call, 2 raise=20": the seat must be the one to act, an amount given must be the legal one."""
        for step in script.split(","):
            seat, what = step.split()
            kind, _, amount = what.upper().partition("=")
            assert self.to_act == int(seat), f"{step}: seat {self.to_act} is to act"
            due = next((number for name, number in self.game.legal if name == kind), None)
            assert due is not None, f"{step}: legal is {self.legal}"
            assert amount in ("", str(due)), f"{step}: the legal amount is {due}"
            self.game.play(kind, due)
            self.deal_due()
        return self

    def check_down(self, until: int = 8) -> "Table":
        """Bring in, check and call to the end, or up to street `until`."""
        while self.game.phase == "BET" and self.game.street < until:
            kinds = dict(self.game.legal)
            kind = next(kind for kind in ("BRING_IN", "CHECK", "CALL") if kind in kinds)
            self.game.play(kind, kinds[kind])
            self.deal_due()
        return self

    @property
    def to_act(self) -> int | None:
        seat = self.game.to_act
        return None if seat is None else seat + 1

    @property
    def legal(self) -> str:
        return " ".join(kind.lower() + (f"={amount}" if amount else "") for kind, amount in self.game.legal)

    @property
    def pots(self) -> list[tuple[int, str]]:
        return [(chips, "".join(str(seat + 1) for seat in seats)) for chips, seats in self.game.pots]

    def of(self, *kinds: str) -> list[tuple[int, int]]:
        """(seat, chips) of every event of these kinds, in order."""
        return [(event[1] + 1, event[2]) for event in self.game.events if event[0] in kinds]

    @property
    def shown(self) -> str:
        """Seats in the order of showing; a muck as "-3"."""
        signs = {"SHOW": "", "MUCK": "-"}
        return " ".join(f"{signs[e[0]]}{e[1] + 1}" for e in self.game.events if e[0] in signs)

    @property
    def awards(self) -> list[tuple[int, int, int]]:
        """(pot, seat, chips), the main pot is 0."""
        return [(event[3], event[1] + 1, event[2]) for event in self.game.events if event[0] == "AWARD"]
