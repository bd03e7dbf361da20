"""``razz play``: a person at a table of built-in policies, in the terminal."""

from __future__ import annotations

import argparse
import io
import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TextIO

import numpy as np

import razz
from razz._tables import counted
from razz.cli.common import (
    POLICIES,
    add_command,
    add_rules,
    colors,
    count,
    format_table,
    new_file,
    print_json,
    rules_of,
)
from razz.policies import PolicyLike, choose, resolve
from razz.render import table_text
from razz.render.table import STREETS, action_words

HELP = """\
  f fold       k check        c call, or check     b bring in
  r raise: complete, bet or raise                  s show       m muck
  t the table  d dead cards and what is unseen     e your equity
  ? these keys                                     q leave"""

#: The kinds of action that a key stands for, the first legal one is taken.
KEYS = {
    "f": ("FOLD",),
    "k": ("CHECK",),
    "c": ("CALL", "CHECK"),
    "b": ("BRING_IN",),
    "r": ("COMPLETE", "BET", "RAISE"),
    "s": ("SHOW",),
    "m": ("MUCK",),
}


#: What stands between the cards of one street and those of the next.
BETWEEN_STREETS = ("ACTION", "RETURN", "BURN", "SCRAMBLE")


class Leave(Exception):  # noqa: N818
    """The player leaves the table."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "play",
        summary="play a table against built-in policies",
        description="Play Razz in the terminal. Stacks are carried on; who is broke buys in again. Ctrl-D or q leaves. "
        "With --json the game goes to standard error and the session's result to standard output.",
        examples=[
            "razz play",
            "razz play --seats 6 --stakes 10/15/50/100 --rules TDA",
            "razz play --against random,check_call --seed 7 --save session.phhs",
        ],
        seed=True,
    )
    parser.add_argument("--seats", type=int, default=4, metavar="N", help="players, you included, 2 to 8 (default 4)")
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="your seat, from 1 (default 1)")
    parser.add_argument("--stack", type=int, metavar="CHIPS", help="what a seat buys in for (default 40 big bets)")
    add_rules(parser)
    parser.add_argument(
        "--against",
        default="tight,loose",
        metavar="NAME,…",
        help=f"policies of the other seats, the list repeated: {POLICIES} (tight,loose)",
    )
    parser.add_argument("--hands", type=count, metavar="N", help="leave after N hands")
    parser.add_argument("--save", type=new_file, metavar="FILE", help="write the hands to a new PHH file (.phhs)")


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves, then say how it went."""
    if args.save is not None and args.save.exists():
        raise ValueError(f"--save {args.save}: the file exists")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no key
    game = Game(args, sys.stderr if args.json else sys.stdout)
    code = 0
    try:
        stakes = "/".join(map(str, args.stakes.values()))
        game.say(f"Razz {stakes}, rules {args.rules}, seed {game.seed}. You are seat {game.hero + 1}.\n{HELP}")
        while args.hands is None or len(game.records) < args.hands:
            game.play_hand()
    except (Leave, EOFError):
        game.say("")
    except KeyboardInterrupt:  # the hands played are kept all the same
        game.say("")
        code = 130
    if args.save is not None and game.records:
        razz.history.dump(game.records, args.save)
    game.report(as_json=args.json)
    return code


class Game:
    """A table: who sits where, with how many chips, and the hands played so far."""

    def __init__(self, args: argparse.Namespace, out: TextIO) -> None:
        self.out: TextIO = out
        self.color: bool = colors(args, out)
        self.rules: razz.Rules = rules_of(args)
        if not 2 <= args.seats <= 8:
            raise ValueError(f"--seats {args.seats}: expected 2 to 8")
        if not 1 <= args.seat <= args.seats:
            raise ValueError(f"--seat {args.seat}: expected 1 to {args.seats}")
        self.hero: int = args.seat - 1
        self.stack: int = 40 * self.rules.big_bet if args.stack is None else args.stack
        self.stacks: list[int] = [self.stack] * args.seats
        self.bought: list[int] = list(self.stacks)
        others = resolve(args.against, "policies")
        # A job of eight seats reads and repeats the list as simulations do.
        called = razz.Simulation(self.rules, [self.rules.big_bet] * 8, others, seed=0).policies
        places = [seat - (seat > self.hero) for seat in range(args.seats)]
        self.seated: list[PolicyLike] = [others[place % len(others)] for place in places]
        self.policies: list[str] = [called[place] for place in places]
        self.names: list[str] = [f"{policy} {seat + 1}" for seat, policy in enumerate(self.policies)]
        self.names[self.hero] = "You"
        self.seed: int = args.seed if args.seed is not None else secrets.randbits(64)
        self.records: list[razz.Record] = []
        self.unfinished: bool = False
        razz.State.start(self.rules, self.stacks)  # refuses bad stacks before anything is said

    def say(self, text: str) -> None:
        """Print to the table."""
        print(text, file=self.out, flush=True)

    def play_hand(self) -> None:
        """Deal and play one hand, asking the player when it is his turn."""
        for seat, stack in enumerate(self.stacks):
            if stack == 0:
                self.stacks[seat] = self.stack
                self.bought[seat] += self.stack
                self.say(f"{self.names[seat]} {'buy' if seat == self.hero else 'buys'} in for {self.stack:,}.")
        number = len(self.records)
        record = razz.Record(self.rules, self.stacks)
        deck = razz.deck_of(self.seed, number)
        told = 0
        self.unfinished = True
        self.say(f"\n--- hand {number + 1} ---")
        while record.state.phase != "END":
            turn = record.state.to_act
            if turn is None:
                record.deal_from(deck)
            elif turn == self.hero:
                told = self.tell(record, told)
                record.play(self.ask(record))
            else:
                rng = np.random.default_rng([self.seed, number, len(record)])
                record.play(choose(record.view(turn), self.seated[turn], rng))
        self.tell(record, told)
        self.show(record)
        self.stacks = list(record.state.stacks)
        self.records.append(record)
        self.unfinished = False

    def tell(self, record: razz.Record, told: int) -> int:
        """Say what has happened since it was last told."""
        events = record.view(self.hero).events or ()
        heading = ""
        for number, event in enumerate(events[told:], told):
            who = self.names[event.seat] if event.seat is not None else ""
            if event.kind == "DEAL" and number and events[number - 1].kind in BETWEEN_STREETS:
                heading = f"- {street(events[: number + 1])} -\n"
            if event.kind == "ACTION" and event.action is not None and event.seat != self.hero:
                self.say(f"{heading}{who}: {action_words(event.action)}")
                heading = ""
            elif event.kind == "DEAL" and event.seat is None:
                self.say("The deck has run out: one community card for everybody.")
        return len(events)

    def show(self, record: razz.Record) -> None:
        """Print the table as the player sees it."""
        self.say(table_text(record.view(self.hero), players=self.names, color=self.color))

    def ask(self, record: razz.Record) -> razz.Action:
        """The player's action; his questions are answered first."""
        legal = record.view(self.hero).legal_actions
        self.show(record)
        while True:
            print("your action (? for the keys): ", end="", file=self.out, flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            word = line.strip().lower()
            if word in KEYS:
                fitting = [action for kind in KEYS[word] for action in legal if action.kind == kind]
                if fitting:
                    return fitting[0]
                self.say("You cannot do that now. You may " + ", ".join(map(action_words, legal)) + ".")
            elif word in ("q", "quit", "exit"):
                raise Leave
            else:
                self.answer(word, record)

    def answer(self, word: str, record: razz.Record) -> None:
        """Answer a question about the table."""
        if word == "t":
            self.show(record)
        elif word == "d":
            self.say(dead_cards(record.view(self.hero).state))
        elif word == "e":
            self.say(str(razz.equity(record.view(self.hero), rng=self.seed)))
        elif word == "?":
            self.say(HELP)
        elif word:
            self.say(f"{word!r} is no key.\n{HELP}")

    def report(self, *, as_json: bool) -> None:
        """Say who won how much, over the finished hands."""
        nets = [stack - bought for stack, bought in zip(self.stacks, self.bought, strict=True)]
        if as_json:
            seats = [
                {"seat": seat, "policy": None if seat == self.hero else self.policies[seat], "net": net}
                for seat, net in enumerate(nets)
            ]
            print_json({"seed": self.seed, "hands": len(self.records), "hero": self.hero, "seats": seats})
            return
        rows = [[name, f"{net:+,}"] for name, net in zip(self.names, nets, strict=True)]
        self.say(format_table([["player", "net"], *rows]))
        hands = len(self.records)
        rest = "; the hand that was not finished does not count" if self.unfinished else ""
        self.say(f"{counted(hands, 'hand')}, seed {self.seed}{rest}")


def street(events: Sequence[razz.Event]) -> str:
    """The name of the street of which a card was dealt last."""
    last = events[-1]
    cards = sum(event.kind == "DEAL" and event.seat == last.seat for event in events)
    return STREETS[7 if last.seat is None else max(3, cards)]


def dead_cards(state: razz.State) -> str:
    """The up-cards of folded hands, and how many cards of each rank a seat has not seen."""
    out = [seat for seat in range(state.seats) if seat not in state.live]
    dead = [str(card) for seat in out for card in state.boards[seat]]
    seen = [card for hand in state.cards for card in hand if card is not None]
    seen += [state.community] if state.community is not None else []
    left = Counter({str(razz.Rank.from_index(index)): 4 for index in range(13)})
    left.subtract(str(card.rank) for card in seen)
    unseen = " ".join(f"{rank}:{count}" for rank, count in left.items())
    return f"dead: {' '.join(dead) if dead else 'none'}\nunseen: {unseen}"
