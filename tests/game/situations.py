"""What happened in a random game, read off the twin: so that a test can tell that it has seen enough."""

from collections import Counter
from typing import Any

from tests.reference.betting import Betting
from tests.reference.engine import State
from tests.reference.opening import board_key

LIFTS = ("COMPLETE", "BET", "RAISE")


def before_action(s: State, seen: Counter[str]) -> None:
    """Call when a seat is to act."""
    seat = s.actor
    if s.phase == "SHOWDOWN":
        seen["a choice to muck"] += ("MUCK", 0) in s.legal_actions
        seen["unknown cards awaited"] += None in s.down[seat]
        return
    b: Betting = s.betting
    raises = any(kind in LIFTS for kind, _ in s.legal_actions)
    could = s.stacks[seat] > b.level - b.totals[seat] and b._can_be_answered(s, seat)
    capped = b.bets >= s.rules.max_bets and not b.uncapped
    acted = b.acted[seat]
    if b.bring_in is None and could:
        seen["cap reached"] += capped
        seen["raise beyond the cap"] += raises and b.bets >= s.rules.max_bets
        if acted is not None and not capped and b.level != b.full_level:
            seen["reopened by short all-ins" if raises else "not reopened"] += 1
    if b.bring_in is None and not could and s.stacks[seat] > b.level - b.totals[seat]:
        seen["nobody could answer a raise"] += 1
    if b.bring_in == "OPTIONAL":
        seen["an optional bring-in"] += 1
    if s.street == 3 and b.bring_in and s.stacks[max(range(s.seats), key=lambda i: s.up[i][0])] == 0:
        seen["bring-in passed on"] += 1


def after_deal(s: State, seen: Counter[str]) -> None:
    """Call when the cards of a street are dealt."""
    if s.street > 3 and not s.board and s.phase == "BET":
        keys = sorted(board_key(card // 4 for card in s.up[seat]) for seat in s.live_seats())
        seen["tied low boards"] += keys[0] == keys[1]


def at_the_end(s: State, seen: Counter[str]) -> None:
    kinds = Counter(event[0] for event in s.events)
    awards = [event for event in s.events if event[0] == "AWARD"]
    shares: dict[int, list[int]] = {}
    for _, _, chips, pot in awards:
        shares.setdefault(pot, []).append(chips)
    happened: dict[str, Any] = {
        "all-in": any(s.put_in[seat] >= s.start_stacks[seat] for seat in range(s.seats)),
        "all-in from the ante": min(s.start_stacks) <= s.rules.ante,
        "short bring-in": any(e[0] == "BRING_IN" and e[2] < s.rules.bring_in for e in s.events),
        "side pot": len(shares) > 1,
        "three pots": len(shares) > 2,
        "split": any(len(chips) > 1 for chips in shares.values()),
        "odd chip": any(len(set(chips)) > 1 for chips in shares.values()),
        "community card": bool(s.board),
        "scramble": s.street == 7 and s.how[1] and s.rules.short_deck != "ONLINE",
        "burn": kinds["BURN"],
        "absent": bool(s.absent),
        "absent brings in": any(e[0] == "BRING_IN" and e[1] in s.absent for e in s.events),
        "rake": s.raked,
        "rake at its cap": s.rules.rake is not None and s.raked and s.raked == s.rules.rake.cap,
        "muck": kinds["MUCK"],
        "tabled before the last card": s.tabled and s.events[-1 - len(awards)][0] != "SHOW",
        "all fold": len(s.live_seats()) == 1,
        "uncalled": kinds["RETURN"],
        "open fold": any(
            e[0] == "FOLD" and f[0] == "DEAL" and s.rules.allow_open_fold
            for f, e in zip(s.events, s.events[1:], strict=False)
        ),
    }
    for situation, value in happened.items():
        seen[situation] += bool(value)
