"""``razz replay``: a hand of a file, action by action."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

import razz
from razz import history
from razz.cli.common import add_command, colors, one_line, print_json
from razz.cli.files import add_options, no_hand, source
from razz.render import table_text

STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "replay",
        summary="replay a hand history action by action, with every check",
        description="Replay a hand history action by action, with every check. With --json each hand is one line.",
        examples=[
            "razz replay hand.phh",
            "razz replay session.txt --hand 3 --step",
            "razz replay session.phhs --json",
        ],
    )
    parser.add_argument(
        "file", metavar="FILE", help="a hand history; format and encoding are detected; - is standard input"
    )
    parser.add_argument("--hand", type=int, metavar="N", help="only the Nth hand of the file, from 1")
    parser.add_argument(
        "--step", action="store_true", help="the table after each action; in a terminal Enter goes on, q leaves"
    )
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the hands."""
    if args.hand is not None and args.hand < 1:
        raise ValueError(f"--hand {args.hand}: hands count from 1")
    with history.load(source(args.file), format=args.format, preset=args.preset) as hands:
        try:
            found = show(hands if args.hand is None else only(hands, args.hand), args)
        except razz.ParseError as fault:
            raise razz.RazzError(f"{args.file}: {fault}") from fault
    if not found:
        raise (
            no_hand(args.file, hands.other_games)
            if args.hand is None
            else ValueError(f"--hand {args.hand}: no such hand in {args.file}")
        )
    return 0


def show(hands: Iterator[razz.Record], args: argparse.Namespace) -> int:
    """Print hands until the reader has had enough; how many."""
    found = 0
    for found, record in enumerate(hands, 1):
        if args.json:
            print_json(summary(record), indent=None)
        elif args.step:
            print("\n" * (2 * (found > 1)) + title(record, Money(record)))
            if not step(record, args):
                break
        else:
            print("\n".join((["", ""] if found > 1 else []) + lines(record)))
    return found


def only(hands: Iterator[razz.Record], number: int) -> Iterator[razz.Record]:
    """The hand with a number; those before it are passed over, whether they can be read or not."""
    for place in range(1, number + 1):
        try:
            record = next(hands)
        except StopIteration:
            return
        except razz.ParseError:
            if place == number:
                raise
            continue
        if place == number:
            yield record


def step(record: razz.Record, args: argparse.Namespace) -> bool:
    """Print the table after each action; False when the reader has had enough."""
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    for steps in range(1, len(record) + 1):
        part = record.replay(steps)
        if part.state.phase == "DEAL" and steps < len(record):
            continue
        print("\n" + table_text(part, players=names(record), color=colors(args)), flush=True)
        if asks:
            print("Enter: on, q: leave ", end="", flush=True)
            answer = sys.stdin.readline()
            if not answer or answer.strip().lower() == "q":
                return False
    return True


def names(record: razz.Record) -> list[str]:
    """What the players are called."""
    return [one_line(name) for name in record.players] or [f"Player {seat + 1}" for seat in range(record.state.seats)]


def bring_in(record: razz.Record) -> tuple[int, razz.Card] | None:
    """The seat that opened third street and its door card; None when nobody had to."""
    for event in record.events:
        if event.action is not None and event.seat is not None:
            if event.action.kind == "FOLD":
                continue
            door = record.state.boards[event.seat][0]
            return event.seat, door
    return None


def summary(record: razz.Record) -> dict[str, object]:
    """The record and what came of it, for JSON."""
    state = record.state
    opened = bring_in(record)
    result = state.result
    return {
        "record": json.loads(record.to_json()),
        "bring_in": None if opened is None else {"seat": opened[0], "card": str(opened[1])},
        "winners": None if result is None else list(result.winners),
        "stacks": list(state.stacks),
        "payoffs": list(state.payoffs),
    }


def lines(record: razz.Record) -> list[str]:
    """The hand as lines of text."""
    money = Money(record)
    who = names(record)
    state = record.state
    text = [title(record, money)]
    for seat, stack in enumerate(record.stacks):
        text.append(f"  {who[seat]}: {money(stack)}")
    dealt: list[list[str]] = [[] for _ in who]
    street = 2
    for event in record.events:
        cards = event.cards or ()
        name = who[event.seat] if event.seat is not None else "The board"
        if event.kind == "DEAL":
            held = dealt[event.seat] if event.seat is not None else []
            held.append(card_text(cards[0]))
            if max(3, len(held)) > street:
                street = max(3, len(held))
                text += ["", STREETS[street]]
            if event.seat is None:
                text.append(f"  community card {card_text(cards[0])}")
            elif len(held) >= 3:
                text.append(f"  {name}: {' '.join(held)}" if len(held) == 3 else f"  {name}: … {held[-1]}")
        elif event.kind == "ANTE":
            text.append(f"  {name} antes {money(event.amount)}")
        elif event.kind == "ACTION" and event.action is not None:
            text.append(f"  {name} {verb(event.action, money)}")
        elif event.kind == "RETURN":
            text.append(f"  {money(event.amount)} comes back to {name}, uncalled")
        elif event.kind == "SHOW":
            text.append(f"  {name} shows {' '.join(card_text(card) for card in cards)}")
        elif event.kind == "MUCK":
            text.append(f"  {name} mucks")
        elif event.kind == "RAKE":
            text.append(f"  rake {money(event.amount)}")
        elif event.kind == "AWARD" and event.seat is not None:
            low = state.lows[event.seat] if event.seat in state.shown else None
            hand = f" with {low}" if low is not None else ""
            pot = f"side pot {event.pot}" if event.pot else "main pot"
            text.append(f"  {name} wins {money(event.amount)} from the {pot}{hand}")
    return [*text, "", *outcome(record, money)]


def title(record: razz.Record, money: Money) -> str:
    """The hand's name and stakes."""
    rules, fields = record.rules, record.fields
    hand = f"hand {one_line(fields['hand'])}" if "hand" in fields else "hand"
    where = one_line(" ".join(filter(None, [fields.get("site", ""), fields.get("table", "")])))
    stakes = "/".join(money(amount) for amount in (rules.ante, rules.bring_in, rules.small_bet, rules.big_bet))
    return f"Razz {stakes} (ante/bring-in/small bet/big bet), {hand}" + (f", {where}" if where else "")


def outcome(record: razz.Record, money: Money) -> list[str]:
    """Bring-in, winners and final stacks."""
    state, who = record.state, names(record)
    text = []
    opened = bring_in(record)
    if opened is not None:
        text.append(f"bring-in: {who[opened[0]]} with {opened[1]}")
    if state.result is not None:
        text.append("winners: " + ", ".join(who[seat] for seat in state.result.winners))
    text.append("final stacks:" if state.result is not None else "stacks so far:")
    for seat, stack in enumerate(state.stacks):
        text.append(f"  {who[seat]}: {money(stack)} ({money(state.payoffs[seat], signed=True)})")
    text += [f"inferred: {note}" for note in record.inferred]
    return text


def card_text(card: razz.Card | None) -> str:
    """A card, ?? where unknown."""
    return "??" if card is None else str(card)


def verb(action: razz.Action, money: Money) -> str:
    """What a player does, with the amount."""
    amount = money(action.amount)
    return {
        "FOLD": "folds",
        "CHECK": "checks",
        "CALL": f"calls {amount}",
        "BRING_IN": f"brings in for {amount}",
        "COMPLETE": f"completes to {amount}",
        "BET": f"bets {amount}",
        "RAISE": f"raises to {amount}",
    }[action.kind]


class Money:
    """Chips of a record as text, with its unit and currency."""

    def __init__(self, record: razz.Record) -> None:
        unit = record.fields.get("unit", "1")
        self._decimals = len(unit.partition(".")[2])
        self._sign = {"USD": "$", "EUR": "€", "GBP": "£"}.get(record.fields.get("currency", ""), "")

    def __call__(self, chips: int | None, *, signed: bool = False) -> str:
        """An amount."""
        chips = chips or 0
        whole, rest = divmod(abs(chips), 10**self._decimals)
        sign = "-" if chips < 0 else "+" if signed else ""
        return f"{sign}{self._sign}{whole:,}" + (f".{rest:0{self._decimals}d}" if self._decimals else "")
