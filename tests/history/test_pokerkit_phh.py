"""PHH against PokerKit's own reader and writer: the same file, the same stacks on both sides.

PokerKit's deviations (section 9 of the rules, last paragraph) are the only excuse; a hand that shows one is left
out and counted by reason.
"""

from __future__ import annotations

import os
import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import razz
from pokerkit import Automation, FixedLimitRazz, HandHistory

HANDS = int(os.environ.get("RAZZ_POKERKIT_HISTORIES", "2000"))
STAKES = ((1, 2, 4, 8), (0, 1, 2, 4), (1, 1, 5, 10), (2, 3, 10, 20), (5, 10, 25, 50))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns about cards it would not have dealt itself
        yield


def table(rng: random.Random) -> tuple[tuple[int, int, int, int], list[int]]:
    stakes = rng.choice(STAKES)
    deep = rng.random() < 0.4
    stacks = [rng.randint(40, 60) * stakes[2] if deep else rng.randint(1, 60) for _ in range(rng.randint(2, 8))]
    return stakes, stacks


def our_hand(rng: random.Random) -> razz.Record:
    (ante, bring_in, small, big), stacks = table(rng)
    equal = rng.random() < 0.1  # everybody gets the same ranks, each in a suit of his own
    rules = razz.Rules.preset("POKERKIT", ante=ante, bring_in=bring_in, small_bet=small, big_bet=big)
    record = razz.Record(rules, stacks[: 4 if equal else 8])
    loose = rng.random() < 0.6
    ranks = rng.sample("A23456789TJQK", 7)
    while record.state.phase != "END":
        if record.state.phase == "DEAL" and equal:
            seat, _ = record.state.pending[0]
            assert isinstance(seat, int)
            record.deal(ranks[len(record.state.cards[seat])] + "cdhs"[seat])
        elif record.state.phase == "DEAL":
            record.deal_random(rng.getrandbits(60))
        else:
            legal = record.state.legal_actions
            record.play(rng.choices(legal, [0.03 if action.kind == "FOLD" and loose else 1 for action in legal])[0])
    return record


def short_wager(record: razz.Record) -> bool:
    """Whether an all-in lifted the level by less than the fixed size."""
    rules = record.rules
    state, level, street = razz.State.start(rules, record.stacks), 0, 2
    for step in record.steps:
        if isinstance(step, razz.Action):
            state = state.play(step)
            if step.kind in ("COMPLETE", "BET", "RAISE"):
                assert step.amount is not None
                size = rules.small_bet if street <= 4 else rules.big_bet
                if step.amount < level + size:
                    return True
                level = step.amount
        else:
            assert step is not None
            street, level = state.street, 0
            state = state.deal([step])
    return False


def paid_to_winners_alone(record: razz.Record, stacks: list[int]) -> bool:
    """Whether only winners' pots differ: PokerKit makes them after the hands that win nothing are killed."""
    state = record.state
    assert state.result is not None
    losers = [seat for seat in range(state.seats) if seat not in state.result.winners]
    return all(stacks[seat] == state.stacks[seat] for seat in losers) and sum(stacks) == sum(state.stacks)


def reason(record: razz.Record) -> str | None:
    """Why PokerKit's replay of our file is left out; None when it ends with the same stacks."""
    try:
        *_, end = HandHistory.loads(razz.history.dumps(record))
    except (ValueError, KeyError):
        assert short_wager(record) or record.state.community is not None, razz.history.dumps(record)
        return "short all-in" if short_wager(record) else "mucked cards dealt again"
    if not end.status and list(end.stacks) == list(record.state.stacks):
        return None
    if short_wager(record):
        return "short all-in"
    assert paid_to_winners_alone(record, list(end.stacks)), (razz.history.dumps(record), end.stacks)
    return "pots of the winners only"


def test_pokerkit_reads_what_we_write() -> None:
    rng = random.Random(7)
    left_out: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for _ in range(HANDS):
        record = our_hand(rng)
        why = reason(record)
        if why:
            left_out[why] += 1
            continue
        awards = [event for event in record.events if event.kind == "AWARD"]
        kinds["side pot"] += any(event.pot for event in awards)
        kinds["split"] += len([event for event in awards if event.pot == 0]) > 1
        kinds["all-in"] += 0 in record.state.stacks
        [again] = razz.history.loads(razz.history.dumps(record))
        assert again == record
    print(HANDS, "hands, left out:", dict(left_out), "among the others:", dict(kinds))
    assert left_out.total() <= HANDS / 4, left_out
    assert kinds["side pot"] > HANDS / 10
    assert kinds["all-in"] > HANDS / 10
    assert kinds["split"] > HANDS / 100


AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def their_hand(rng: random.Random) -> tuple[Any, Any]:
    (ante, bring_in, small, big), stacks = table(rng)
    game = FixedLimitRazz(AUTOMATIONS, True, ante, bring_in, small, big)
    state = game(tuple(stacks), len(stacks))
    while state.status:
        moves: list[Callable[[], object]] = []
        if state.can_post_bring_in():
            moves.append(state.post_bring_in)
        if state.can_check_or_call():
            moves += [state.check_or_call] * 2
        if state.can_fold() and state.checking_or_calling_amount and rng.random() < 0.3:
            moves.append(state.fold)
        if state.can_complete_bet_or_raise_to():
            moves.append(state.complete_bet_or_raise_to)
        rng.choice(moves)()
    return game, state


def short_wager_told(text: str) -> bool:
    """The same of a file's actions, whether or not our rules allow them."""
    file = HandHistory.loads(text)
    assert file.small_bet is not None
    assert file.big_bet is not None
    level = street = 0
    dealing = False
    for action in file.actions:
        words = action.split()
        if words[0] == "d" and not dealing:
            level, street = 0, max(3, street + 1)
        dealing = words[0] == "d"
        if words[1] == "cbr":
            size = file.small_bet if street <= 4 else file.big_bet
            if int(words[2]) < level + size:
                return True
            level = int(words[2])
    return False


def test_we_read_what_pokerkit_writes() -> None:
    rng = random.Random(11)
    random.seed(11)  # PokerKit shuffles with the module's own generator
    left_out: Counter[str] = Counter()
    count = HANDS // 4
    for _ in range(count):
        game, state = their_hand(rng)
        text = HandHistory.from_game_state(game, state, ante_trimming_status=True).dumps()
        try:
            [record] = razz.history.loads(text, preset="POKERKIT")
        except razz.ParseError as fault:
            if "is not more than the bring-in" in str(fault):
                left_out["completion of a short stack"] += 1
            elif any(words in str(fault) for words in ("dealt already", "community card", "no card is due to")):
                left_out["mucked cards dealt again"] += 1
            else:
                assert short_wager_told(text), text
                left_out["short all-in"] += 1
            continue
        if list(record.state.stacks) != list(state.stacks):
            assert short_wager(record) or paid_to_winners_alone(record, list(state.stacks)), text
            left_out["short all-in" if short_wager(record) else "pots of the winners only"] += 1
    print(count, "hands, left out:", dict(left_out))
    assert left_out.total() <= count / 4, left_out


def test_our_fields_survive_their_reader() -> None:
    record = razz.Record(razz.Rules(max_bets=5, rake=razz.Rake("0.05"), showdown_choice=True), [9, 9])
    record = record.annotated(players=["Ann", "Bob's"], fields={"hand": "7", "site": "home"})
    file = HandHistory.loads(razz.history.dumps(record))
    assert file.user_defined_fields["_razz_rules"]["max_bets"] == 5
    assert file.players == ["Ann", "Bob's"]
    [again] = razz.history.loads(file.dumps())
    assert again == record
