"""One street of betting (docs/rules.md sections 3 and 4)."""

from typing import TYPE_CHECKING

from .opening import clockwise

if TYPE_CHECKING:
    from .engine import State


class Betting:
    """Street totals, the level to match, and who still has to act. `s` is the State it belongs to."""

    def __init__(self, s: "State") -> None:
        self.level = 0
        self.full_level = 0
        self.bets = 0
        self.totals = [0] * s.seats
        self.acted: list[int | None] = [None] * s.seats  # the level when the seat last acted
        self.waiting: list[bool] = [False] * s.seats
        self.bring_in: str | None = None  # the bring-in is due: "FORCED" or "OPTIONAL"
        self.last_to_lift: int | None = None
        if s.rules.heads_up_cap == "UNCAPPED_IF_TWO_LEFT_IN_EVENT":
            self.uncapped = s.event_players == 2
        else:
            starts_heads_up = len(s.able_seats()) == 2
            self.uncapped = s.rules.heads_up_cap == "UNCAPPED_IF_ROUND_STARTS_HEADS_UP" and starts_heads_up
        self.watch_heads_up(s)

    def clone(self) -> "Betting":
        other = Betting.__new__(Betting)
        other.__dict__.update(self.__dict__)
        other.totals, other.acted, other.waiting = self.totals[:], self.acted[:], self.waiting[:]
        return other

    def watch_heads_up(self, s: "State") -> None:
        if s.rules.heads_up_cap != "UNCAPPED_IF_HEADS_UP_BEFORE_CAP":
            return
        if len(s.able_seats()) == 2 and self.bets < s.rules.max_bets:
            self.uncapped = True

    # -- what is legal ---------------------------------------------------------------------------

    def to_call(self, s: "State", seat: int) -> int:
        return min(self.level - self.totals[seat], s.stacks[seat])

    def legal(self, s: "State", seat: int) -> list[tuple[str, int]]:
        if self.bring_in:
            return self._legal_bring_in(s, seat)
        facing = self.level > self.totals[seat]
        actions = []
        if facing or s.rules.allow_open_fold:
            actions.append(("FOLD", 0))
        actions.append(("CALL", self.to_call(s, seat)) if facing else ("CHECK", 0))
        target = self.lift_to(s, seat)
        if target > self.level and self._may_raise(s, seat) and self._can_be_answered(s, seat):
            if s.street == 3:
                kind = "COMPLETE" if self.bets == 0 else "RAISE"
            else:
                kind = "BET" if self.level == 0 else "RAISE"
            actions.append((kind, target))
        return actions

    def _legal_bring_in(self, s: "State", seat: int) -> list[tuple[str, int]]:
        stack = s.stacks[seat]
        actions = [("FOLD", 0)] if self.bring_in == "OPTIONAL" else []
        actions.append(("BRING_IN", min(stack, s.rules.bring_in)))
        if stack > s.rules.bring_in and self._can_be_answered(s, seat):
            actions.append(("COMPLETE", self.lift_to(s, seat)))
        return actions

    def lift_to(self, s: "State", seat: int) -> int:
        return min(self.totals[seat] + s.stacks[seat], self.full_level + s.rules.bet_size(s.street))

    def _may_raise(self, s: "State", seat: int) -> bool:
        if self.bets >= s.rules.max_bets and not self.uncapped:
            return False
        last = self.acted[seat]
        return last is None or self._is_full(s, self.level - last)

    def _can_be_answered(self, s: "State", seat: int) -> bool:
        return any(other != seat and self.totals[other] + s.stacks[other] > self.level for other in s.live_seats())

    def _is_full(self, s: "State", increment: int) -> bool:
        """Whether an increment counts as a whole bet."""
        factor = 2 if s.rules.reopen == "HALF" else 1
        return factor * increment >= s.rules.bet_size(s.street)

    # -- acting ----------------------------------------------------------------------------------

    def apply(self, s: "State", seat: int, kind: str, amount: int) -> None:
        self.waiting[seat] = False
        if kind == "FOLD":
            s.live[seat] = False
        elif kind == "CHECK":
            self.acted[seat] = 0
        elif kind == "CALL":
            self._put(s, seat, amount)
            # calling no more than the bring-in
            self.acted[seat] = 0 if s.street == 3 and self.level <= s.rules.bring_in else self.level
        elif kind == "BRING_IN":
            self._put(s, seat, amount)
            self.level = amount if s.rules.short_bring_in == "SHORT" else s.rules.bring_in
            self.acted[seat] = 0
            self._everybody_else_waits(s, seat)
        else:
            self._put(s, seat, amount - self.totals[seat])
            if self._is_full(s, amount - self.full_level):
                self.full_level = amount
                self.bets += 1
            self.level = amount
            self.acted[seat] = amount
            self.last_to_lift = seat
            self._everybody_else_waits(s, seat)
        if kind != "FOLD":
            self.bring_in = None  # a fold of an optional bring-in passes it on
        self.watch_heads_up(s)

    def _put(self, s: "State", seat: int, chips: int) -> None:
        self.totals[seat] += chips
        s.put(seat, chips)

    def _everybody_else_waits(self, s: "State", seat: int) -> None:
        self.waiting = [other != seat and s.able(other) for other in range(s.seats)]

    def next_seat(self, s: "State", after: int) -> int | None:
        return next((seat for seat in clockwise(s.seats, (after + 1) % s.seats) if self.waiting[seat]), None)

    def uncalled(self, s: "State") -> tuple[int, int] | None:
        """(seat, chips) of what nobody matched, if its owner is live."""
        highest, second = sorted(self.totals, reverse=True)[:2]
        owner = self.totals.index(highest)
        return (owner, highest - second) if highest > second and s.live[owner] else None
