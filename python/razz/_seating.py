"""Rules and stacks of a table, with the defaults that every run of hands has."""

from __future__ import annotations

from collections.abc import Iterable

from razz._arguments import integer, iterable, of_class
from razz._razz import Rules


def rules_of(rules: Rules | None) -> Rules:
    """The rules given, or the default ones."""
    if rules is None:
        return Rules()
    of_class(rules, "rules", Rules, "Rules")
    return rules


def seats_of(seats: int | None) -> int:
    """How many seats, six by default."""
    return 6 if seats is None else integer(seats, "seats", 2, 8)


def table_of(rules: Rules | None, stacks: Iterable[int] | None, seats: int | None) -> tuple[Rules, Iterable[int]]:
    """Rules, and the stacks given or one of 125 big bets for each seat."""
    rules = rules_of(rules)
    if stacks is None:
        return rules, [125 * rules.big_bet] * seats_of(seats)
    if seats is not None:
        raise TypeError("seats: give either seats or stacks")
    iterable(stacks, "stacks", "the chips of each player")
    return rules, stacks
