"""The plain rules engine: a mutable State that deals, bets, shows and pays (docs/rules.md sections 1, 3-8).

phase: "DEAL" (cards are pending), "BET", "SHOWDOWN" (a Show or Muck, or unknown cards, are awaited),
"END". Amounts of actions: BRING_IN, COMPLETE, BET, RAISE give the own street total afterwards, CALL
the chips put in, the others 0.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from . import dealing, opening, showdown
from .betting import Betting
from .options import Rules


class IllegalActionError(Exception):
    pass


class InvalidDealError(Exception):
    pass


class State:
    def __init__(
        self, rules: Rules, stacks: Sequence[int], *, absent: Iterable[int] = (), event_players: int | None = None
    ) -> None:
        self.rules = rules
        self.seats = len(stacks)
        if not 2 <= self.seats <= 8:
            raise ValueError("two to eight players")
        if min(stacks) < 1:
            raise ValueError("every stack must be at least 1")
        self.absent = frozenset(absent)
        if not self.absent <= set(range(self.seats)):
            raise ValueError("absent: no such seat")
        self.event_players = self.seats if event_players is None else event_players
        if self.event_players < self.seats:
            raise ValueError("event_players: fewer than are dealt in")
        self.start_stacks = tuple(stacks)
        self.stacks = list(stacks)
        self.put_in = [0] * self.seats  # chips put in and not returned
        self.live = [True] * self.seats
        self.down: list[list[int | None]] = [[] for _ in stacks]
        self.up: list[list[int]] = [[] for _ in stacks]
        self.board: list[int] = []  # the community card
        self.street = 3
        self.phase = "DEAL"
        self.to_act: int | None = None
        self.events: list[tuple[Any, ...]] = []
        self.dealt_before = 0  # cards dealt before this street
        self.burns: list[int] = []  # places in the deck of the cards burnt before this street
        self.stub = 52
        self.how = dealing.PLAIN
        self.pending = dealing.third_street(self.seats)
        self.queue: list[int] = []  # who still has to show
        self.tabling = False
        self.tabled = False
        self.shown = [False] * self.seats
        self.mucked = [False] * self.seats
        self.raked = 0
        self._post_antes()
        self.betting = Betting(self)

    @classmethod
    def start(cls, rules: Rules, stacks: Sequence[int], **options: Any) -> "State":
        return cls(rules, stacks, **options)

    def clone(self) -> "State":
        other = State.__new__(State)
        other.__dict__.update(self.__dict__)
        for field in ("stacks", "put_in", "live", "board", "pending", "queue", "shown", "mucked", "events", "burns"):
            setattr(other, field, getattr(self, field)[:])
        other.down = [cards[:] for cards in self.down]
        other.up = [cards[:] for cards in self.up]
        other.betting = self.betting.clone()
        return other

    # -- who and how much ------------------------------------------------------------------------

    def live_seats(self) -> list[int]:
        """Who has neither folded nor mucked."""
        return [seat for seat in range(self.seats) if self.live[seat] and not self.mucked[seat]]

    def able(self, seat: int) -> bool:
        return seat in self.live_seats() and self.stacks[seat] > 0

    def able_seats(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.able(seat)]

    def put(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.put_in[seat] += chips

    def _give_back(self, seat: int, chips: int) -> None:
        self.put(seat, -chips)
        self.events.append(("RETURN", seat, chips))

    def _post_antes(self) -> None:
        for seat in range(self.seats):
            ante = min(self.rules.ante, self.stacks[seat])
            self.put(seat, ante)
            if ante:
                self.events.append(("ANTE", seat, ante))
        highest, second = sorted(self.put_in, reverse=True)[:2]
        if highest > second:
            self._give_back(self.put_in.index(highest), highest - second)

    @property
    def actor(self) -> int:
        assert self.to_act is not None
        return self.to_act

    @property
    def pot(self) -> int:
        return sum(self.put_in)

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """(chips, seats that may still win them), the main pot first."""
        return showdown.layers(self.put_in, self.live, [seat for seat in range(self.seats) if self.mucked[seat]])

    @property
    def to_call(self) -> int:
        return self.betting.to_call(self, self.actor) if self.phase == "BET" else 0

    @property
    def payoffs(self) -> list[int]:
        return [now - before for now, before in zip(self.stacks, self.start_stacks, strict=True)]

    # -- dealing ---------------------------------------------------------------------------------

    def deal(self, given: Iterable[int | None], burnt: int | None = None) -> "State":
        """Deal a prefix of what is pending; None is a down card that is not known, or a burn card."""
        cards = list(given)
        if self.phase != "DEAL" or len(cards) > len(self.pending):
            raise InvalidDealError("no card is due")
        known = [card for card in cards if card is not None]
        seen: set[int | None] = {card for held in self.down for card in held}
        seen |= {card for held in [*self.up, self.board] for card in held}
        if len(set(known)) < len(known) or seen & set(known):
            raise InvalidDealError("a card twice")
        if any(card is None and way == "up" for card, (_, way) in zip(cards, self.pending, strict=False)):
            raise InvalidDealError("an up-card must be known")
        if len(self.pending) == self._cards_of_street():
            self.events += [("SCRAMBLE",)] if self.how[1] else []
            self.events += [("BURN", burnt)] if self.how[0] else []
        for card in cards:
            seat, way = self.pending.pop(0)
            if way == "down":
                self.down[int(seat)].append(card)
            elif card is not None:
                (self.board if seat == "BOARD" else self.up[int(seat)]).append(card)
            self.events.append(("DEAL", seat, way, card))
        if not self.pending:
            self._street_dealt()
        return self

    def _cards_of_street(self) -> int:
        if self.street == 3:
            return 3 * self.seats
        return 1 if self.how[2] else len(self.live_seats())

    def deal_from(self, deck: Sequence[int]) -> "State":
        """Deal everything pending from a whole deck in order, burning where the rules burn."""
        if sorted(deck) != list(range(52)):
            raise InvalidDealError("a deck has 52 different cards")
        if self.phase != "DEAL":
            raise InvalidDealError("no card is due")
        done = self._cards_of_street() - len(self.pending)
        stub = list(deck[self.dealt_before + len(self.burns) :])
        burnt, order = dealing.source(self.how, stub, [deck[place] for place in self.burns])
        return self.deal(order[done : done + len(self.pending)], *burnt)

    def _street_dealt(self) -> None:
        burn, mix, _ = self.how
        if burn and not mix:
            self.burns.append(self.dealt_before + len(self.burns))
        self.dealt_before += self._cards_of_street()
        self.stub = 52 - self.dealt_before - len(self.burns)
        self._start_betting()

    def _next_street(self) -> None:
        self.street += 1
        dealees = self.live_seats()  # a hand mucked while tabling is given up: no more cards
        self.how = dealing.procedure(self.rules.short_deck, self.street, len(dealees), self.stub, len(self.burns))
        self.pending = dealing.later_street(self.street, dealees, self.how[2])
        self.phase, self.to_act = "DEAL", None

    # -- betting ---------------------------------------------------------------------------------

    def _start_betting(self) -> None:
        self.betting = Betting(self)
        if len(self.able_seats()) < 2:
            self._street_over()
            return
        if self.street == 3:
            high = opening.high_card_seat(self)
            self.to_act = opening.next_able(self, high)
            self.betting.bring_in = "FORCED" if self.to_act == high else self.rules.all_in_bring_in
        else:
            self.to_act = opening.next_able(self, opening.low_board_seat(self))
        self.betting.waiting = [self.able(seat) for seat in range(self.seats)]
        self.phase = "BET"
        self._play_for_absent()

    @property
    def legal_actions(self) -> list[tuple[str, int]]:
        if self.phase == "BET":
            return self.betting.legal(self, self.actor)
        if self.phase == "SHOWDOWN":
            return self._legal_shows()
        return []

    @property
    def default_action(self) -> tuple[str, int] | None:
        """What a player who runs out of time does; none where only cards that are not known could be shown."""
        if self.phase not in ("BET", "SHOWDOWN"):
            return None
        action = self._default_action()
        return None if action[0] == "SHOW" and None in self.down[self.actor] else action

    def _default_action(self) -> tuple[str, int]:
        legal = self.legal_actions
        if self.phase == "BET":
            if self.betting.bring_in == "FORCED":
                return next(action for action in legal if action[0] == "BRING_IN")
            facing = self.betting.bring_in or self.betting.level > self.betting.totals[self.actor]
            return ("FOLD", 0) if facing else ("CHECK", 0)
        return legal[-1]

    def play(self, kind: str, amount: int | None = None, cards: Iterable[int] | None = None) -> "State":
        """Play an action of the seat to act. `cards`: the down cards that a SHOW reveals."""
        action = next((a for a in self.legal_actions if a[0] == kind and amount in (None, a[1])), None)
        if action is None:
            raise IllegalActionError(f"{kind} {amount}: legal is {self.legal_actions}")
        if self.phase == "SHOWDOWN":
            self._show_or_muck(kind, cards)
        else:
            self._bet(*action)
            self._play_for_absent()
        return self

    def _play_for_absent(self) -> None:
        while self.phase == "BET" and self.to_act in self.absent:
            seat = self.to_act
            kind, amount = self._default_action()
            self._bet(kind, amount, moves_on=kind == "FOLD")
            if kind != "FOLD":
                self._bet("FOLD", 0)
            assert not self.live[seat]

    def _bet(self, kind: str, amount: int, moves_on: bool = True) -> None:
        seat = self.actor
        self.betting.apply(self, seat, kind, amount)
        self.events.append((kind, seat, amount))
        if not moves_on:
            return
        if len(self.live_seats()) == 1:
            self._give_back_uncalled()
            self._pay()
            return
        self.to_act = self.betting.next_seat(self, seat)
        if self.to_act is None:
            self._street_over()

    def _give_back_uncalled(self) -> None:
        uncalled = self.betting.uncalled(self)
        if uncalled:
            seat, chips = uncalled
            self.betting.totals[seat] -= chips
            self._give_back(seat, chips)

    def _street_over(self) -> None:
        self._give_back_uncalled()
        live = self.live_seats()
        closed = self.street == 7 or len(self.able_seats()) < 2
        all_in = any(self.stacks[seat] == 0 for seat in live)
        if self.rules.table_all_in_hands and closed and all_in and not self.tabled:
            self.tabling = True
            self._await_shows(live)
        else:
            self._after_tabling()

    def _after_tabling(self) -> None:
        if self.street < 7:
            self._next_street()
        elif self.tabled:
            # only cards dealt unknown after the tabling are still to be shown
            self._await_shows([seat for seat in self.live_seats() if showdown.hand(self, seat) is None])
        else:
            self._await_shows(showdown.show_order(self))

    # -- showing ---------------------------------------------------------------------------------

    def _await_shows(self, queue: list[int]) -> None:
        self.queue = queue
        self.phase = "SHOWDOWN"
        while self.queue and len(self.live_seats()) > 1:
            self.to_act = self.queue[0]
            if self._decides(self.queue[0]):
                return
            self._one_shows(self._default_action()[0])
        if self.tabling:
            self.tabling, self.tabled = False, True
            if len(self.live_seats()) == 1:
                self._pay()
            else:
                self._after_tabling()
        else:
            self._pay()

    def _decides(self, seat: int) -> bool:
        chooses = self.rules.showdown_choice and seat not in self.absent and not self.tabling
        return None in self.down[seat] or chooses

    def _legal_shows(self) -> list[tuple[str, int]]:
        """SHOW, and MUCK where the hand need not be shown."""
        seat = self.queue[0]
        if None not in self.down[seat]:
            may_muck = not self.tabling and not showdown.can_win(self, seat)
        elif self.rules.showdown_choice and not self.tabling:
            may_muck = any(self.shown) or any(self.mucked)  # the first may not
        else:
            may_muck = True  # the state waits for its cards or a muck
        return [("SHOW", 0), ("MUCK", 0)] if may_muck and not self.shown[seat] else [("SHOW", 0)]

    def _show_or_muck(self, kind: str, cards: Iterable[int] | None) -> None:
        seat = self.queue[0]
        if kind == "SHOW":
            revealed: list[int | None] = self.down[seat] if cards is None else list(cards)
            self._check_revealed(seat, revealed)
            self.down[seat] = revealed
        self._one_shows(kind)
        self._await_shows(self.queue)

    def _check_revealed(self, seat: int, revealed: list[int | None]) -> None:
        if len(revealed) != len(self.down[seat]) or None in revealed:
            raise InvalidDealError("a show needs all down cards")
        if any(old not in (None, new) for old, new in zip(self.down[seat], revealed, strict=True)):
            raise InvalidDealError("a known card cannot change")
        others = [card for other in range(self.seats) if other != seat for card in self.down[other]]
        seen = [*others, *(card for cards in self.up for card in cards), *self.board]
        if len(set(revealed)) < len(revealed) or set(revealed) & set(seen):
            raise InvalidDealError("a card twice")

    def _one_shows(self, kind: str) -> None:
        seat = self.queue.pop(0)
        if kind == "SHOW":
            self.shown[seat] = True
        else:
            self.mucked[seat] = True
        shown = (tuple(self._hand(seat)),) if kind == "SHOW" else ()
        self.events.append((kind, seat, 0, *shown))

    def _hand(self, seat: int) -> list[int | None]:
        """The cards of a seat in the order dealt."""
        return [*self.down[seat][:2], *self.up[seat], *self.down[seat][2:]]

    def auto_showdown(self) -> "State":
        """Everybody shows in order and mucks what cannot win."""
        while self.phase == "SHOWDOWN":
            self.play(*self._default_action())
        return self

    def _pay(self) -> None:
        raked, paid = showdown.awards(self)
        self.raked = sum(raked)
        for number, chips in enumerate(raked):
            if chips:
                self.events.append(("RAKE", chips, number))
            for pot, seat, share in paid:
                if pot == number and share:
                    self.stacks[seat] += share
                    self.events.append(("AWARD", seat, share, number))
        self.phase, self.to_act = "END", None

    # -- what a seat knows -----------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that `seat` (None: a spectator) may know."""
        return {
            "phase": self.phase,
            "street": self.street,
            "to_act": self.to_act,
            "pending": list(self.pending),
            "stacks": list(self.stacks),
            "put_in": list(self.put_in),
            "totals": list(self.betting.totals),
            "live": list(self.live),
            "mucked": list(self.mucked),
            "shown": list(self.shown),
            "up": [list(cards) for cards in self.up],
            "board": list(self.board),
            "down": [
                list(cards) if other == seat or self.shown[other] else [None] * len(cards)
                for other, cards in enumerate(self.down)
            ],
            "legal_actions": self.legal_actions if seat == self.to_act else [],
        }
