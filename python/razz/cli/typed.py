"""What was typed for an argument of Python's: messages of the library name `players[1]`, here it is player 2."""

from __future__ import annotations

import re

#: What every command calls the arguments that it has.
_EVERYWHERE = {
    "cards": "CARDS",
    "dead": "--dead",
    "hands": "--hands",
    "name": "--rules",
    "preset": "--rules",
    "seats": "--seats",
    "threads": "--threads",
    **{name: f"--stakes: {said}" for name, said in (("ante", "ante"), ("bring_in", "bring-in"))},
    **{name: f"--stakes: {said}" for name, said in (("small_bet", "small bet"), ("big_bet", "big bet"))},
}
_FILES = {"preset": "--preset"}
#: What a command calls its own; ``name[]`` is a place of it, {} its number from 1.
_COMMANDS: dict[str, dict[str, str]] = {
    "equity": {
        "players": "player",
        "players[]": "player {}",
        "community": "--community",
        "method": "--exact",
        "samples": "--samples",
        "target_se": "--se",
        "max_time": "--max-time",
    },
    "range": {"text": "range"},
    "chart": {"cache": "--cache"},
    "simulate": {
        "stacks": "--stacks",
        "stacks[]": "--stacks, seat {}",
        "policies": "--policy",
        "session": "--session",
        "checkpoint": "--checkpoint",
        "log": "--log",
    },
    "compare": {"a": "A", "b": "B", "others": "--others", "stacks": "--stack"},
    "play": {"stacks": "--stack", "policies": "--against"},
    **dict.fromkeys(("replay", "convert", "stats"), _FILES),
}
#: What is said in the middle of messages.
_INSIDE = {
    "bring_in": "bring-in",
    "small_bet": "small bet",
    "big_bet": "big bet",
    "raise max_states or sample": "raise --max-states or --sample",
    "max_states": "--max-states",
    "method='exact'": "--exact",
    'method="exact"': "--exact",
    "executor=": "--executor",
    "checkpoint=": "--checkpoint",
    " or more or None": " or more",
    ': policy "': ': "',
}


def as_typed(text: str, command: str) -> str:
    """A message of the library with the options and operands of a command for its arguments.

    Examples
    --------
    >>> from razz.cli.typed import as_typed
    >>> as_typed("players[2]: 'x' is no rank", "equity")
    "player 3: 'x' is no rank"
    >>> as_typed("bring_in 9: expected less than small_bet 4", "play")
    '--stakes: bring-in 9: expected less than small bet 4'
    """
    typed = _EVERYWHERE | _COMMANDS.get(command, {})

    def place(found: re.Match[str]) -> str:
        name, number = found[1], int(found[2]) + 1
        return typed.get(f"{name}[]", typed.get(name, found[0])).format(number)

    names = "|".join(name for name in typed if name.isidentifier())
    lead = re.match(rf"(?:{names})(?:, (?:{names}))*(?=[:\s])", text)
    if lead is not None:
        first = ", ".join(typed[name] for name in lead[0].split(", "))
        text = first + text[lead.end() :]
    text = re.sub(r"\b([a-z]+)\[(\d+)\]", place, text)
    for phrase, said in _INSIDE.items():
        text = text.replace(phrase, said)
    return text
