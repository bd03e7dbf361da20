"""PokerKit at the same table: a FixedLimitRazz state fed with the cards and actions of one of our games."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pokerkit import Automation, FixedLimitRazz

from tests.game.engines import Action
from tests.reference import cards as c


@contextmanager
def quietly() -> Iterator[None]:
    """PokerKit warns about cards it would not have dealt itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Peer:
    """Cards, actions and amounts in our terms; burn cards are unknown ones, so that none of ours is burnt."""

    def __init__(
        self, stacks: Sequence[int], *, ante: int, bring_in: int, small_bet: int, big_bet: int, whole: bool = True
    ) -> None:
        """``whole``: show, kill, push and pull chips without being asked."""
        automations = [Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING]
        if whole:
            automations += [Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING]
            automations += [Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING]
        with quietly():
            self.state: Any = FixedLimitRazz.create_state(
                tuple(automations), True, ante, bring_in, small_bet, big_bet, tuple(stacks), len(stacks)
            )

    @property
    def wants_cards(self) -> bool:
        state = self.state
        return bool(any(state.hole_dealing_statuses) or any(state.board_dealing_counts))

    @property
    def wants_board(self) -> bool:
        return any(self.state.board_dealing_counts)

    def deal(self, cards: Sequence[int]) -> None:
        """Burn if a burn is due, then deal in PokerKit's own order."""
        with quietly():
            if self.state.card_burning_status:
                self.state.burn_card("??")
            for card in cards:
                if self.wants_board:
                    self.state.deal_board(c.name(card))
                else:
                    self.state.deal_hole(c.name(card))

    @property
    def to_act(self) -> int | None:
        found: int | None = self.state.actor_index
        return found

    @property
    def legal(self) -> list[Action]:
        """Kinds: FOLD, CHECK, CALL, BRING_IN, LIFT (complete, bet or raise)."""
        state, actions = self.state, []
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a fold with nothing to call is a warning
            if state.can_fold():
                actions.append(("FOLD", 0))
            if state.can_check_or_call():
                due = state.checking_or_calling_amount
                actions.append(("CALL", due) if due else ("CHECK", 0))
            if state.can_post_bring_in():
                actions.append(("BRING_IN", state.effective_bring_in_amount))
            if state.can_complete_bet_or_raise_to():
                actions.append(("LIFT", state.min_completion_betting_or_raising_to_amount))
        return actions

    def play(self, kind: str, amount: int) -> None:
        with quietly():
            if kind == "FOLD":
                self.state.fold()
            elif kind in ("CHECK", "CALL"):
                self.state.check_or_call()
            elif kind == "BRING_IN":
                self.state.post_bring_in()
            else:
                self.state.complete_bet_or_raise_to(amount)

    @property
    def payoffs(self) -> list[int]:
        return [int(payoff) for payoff in self.state.payoffs]


def lifts_alike(legal: Sequence[Action]) -> list[Action]:
    """COMPLETE, BET and RAISE under the one name that PokerKit has for them."""
    return [("LIFT" if kind in ("COMPLETE", "BET", "RAISE") else kind, amount) for kind, amount in legal]
