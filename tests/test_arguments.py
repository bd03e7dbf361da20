"""Everything public that can be called, with arguments of any kind: an answer or an error that names the argument."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from enum import EnumType
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
import razz
import razz.policies
from hypothesis import HealthCheck, given, settings

from tests.samples import RULES, first, opened, samples

#: Modules without `__all__`, and where what they hold is tested.
NOT_LISTED = {
    **dict.fromkeys(
        ("comparison", "decks", "equities", "equity_cases", "hands", "odds", "running", "simulation", "starting"),
        "their public names are those of razz",
    ),
    "summary": "its public names are those of razz; Tally and Estimate are in docs/api.md",
    "table_policies": "its public names are those of razz.policies",
    "render.svg": "its public name is that of razz.render",
    "render.text": "its public name is that of razz.render",
    "render.table": "what the two pictures share",
    "render.report": "its public name is in docs/api.md",
    "__main__": "the command line: tests/cli",
    "cli": "the command line: tests/cli",
    "adapters": "the three adapters",
}

#: What is not called with any arguments, and why.
EXCEPTIONS = {
    "adapters.gymnasium": "classes of another library's making: `make test-adapters`",
    "adapters.openspiel": "the same",
    "adapters.pettingzoo": "the same",
}

#: Arguments that name files to be written, of calls that are about something else.
FILES = {"cache", "checkpoint", "log"}

#: What takes long with large numbers.
LONG = {
    "equity",
    "equity_by_next_card",
    "equity_distribution",
    "simulate",
    "compare",
    "Simulation.run",
    "Simulation.batch",
    "rl.BatchEnv",
    "starting_hands",
}

#: Special methods with arguments that a user chooses.
SPECIAL = {"__getitem__", "__contains__", "__add__", "__eq__", "__lt__"}


def modules() -> Iterator[str]:
    """The names of all public modules, without ``razz.``"""
    for module in pkgutil.walk_packages(razz.__path__, "razz."):
        name = module.name.removeprefix("razz.")
        if not any(part.startswith("_") and part != "__main__" for part in name.split(".")) and "cli." not in name:
            yield name


def documented() -> Iterator[str]:
    """What docs/api.md lists, without ``razz.``"""
    text = Path(razz.__path__[0], "..", "..", "docs", "api.md").read_text(encoding="utf-8")
    for name in re.findall(r"auto(?:function|class)::\s+(\S+)", text):
        yield name.removeprefix("razz.")


def listed() -> Iterator[tuple[str, Any]]:
    """Names that are public, and what they stand for."""
    names = {*razz.__all__, *documented()}
    for module in modules():
        if module not in NOT_LISTED and module not in EXCEPTIONS:
            names |= {f"{module}.{name}" for name in importlib.import_module(f"razz.{module}").__all__}
    for name in sorted(names):
        yield name, pkgutil.resolve_name(f"razz.{name}")


def callables() -> dict[str, Callable[..., Any]]:
    """Everything public that can be called: functions, classes, and the methods of a sample of each class."""
    made = samples()
    found: dict[str, Callable[..., Any]] = {}
    for name, thing in listed():
        if inspect.isroutine(thing) or (isinstance(thing, type) and not isinstance(thing, EnumType)):
            found.setdefault(name, thing)
        if isinstance(thing, type) and not isinstance(thing, EnumType) and not issubclass(thing, BaseException):
            sample = made[name.removeprefix("log.")]
            assert type(sample) is thing, name
            ours = {member for base in thing.__mro__ if base.__module__.startswith("razz") for member in vars(base)}
            for member in sorted(ours):
                if (not member.startswith("_") or member in SPECIAL) and callable(getattr(thing, member)):
                    found[f"{name}.{member}"] = getattr(sample, member)
    return found


CALLABLES = callables()

#: There are many of them.
EXAMPLES = settings().max_examples // 2


def test_every_module_says_what_is_public() -> None:
    found = set(modules())
    assert {"history", "policies", "rl", "log", "plot", "render", "cli"} < found
    for name in found - set(EXCEPTIONS) - set(NOT_LISTED):
        assert importlib.import_module(f"razz.{name}").__all__, name
    assert set(NOT_LISTED) | set(EXCEPTIONS) <= found


def test_the_list_is_whole() -> None:
    assert {"history.load", "history.dump", "history.History.close", "log.record", "starting_hands"} < set(CALLABLES)
    assert {"policies.Draws.integers", "rl.BatchEnv.step", "Simulation.run", "render.report.report"} < set(CALLABLES)
    assert set(FILES) <= {name for called in CALLABLES.values() for name in parameters(called)[1]}
    assert set(LONG) <= set(CALLABLES)


def parameters(function: Callable[..., Any]) -> tuple[inspect.Signature | None, list[str]]:
    """The signature, where Python knows it, and the names of the parameters."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None, []
    return signature, list(signature.parameters)


numbers = st.integers(-3, 60) | st.integers(-(2**70), 2**70) | st.sampled_from([2**63, 2**64, 2**64 - 1, 255, 256])
texts = st.text(max_size=12) | st.text("As2h3d?[]{}@!,- 10KQ", max_size=20) | st.sampled_from(["random", "fold", "{}"])
texts = texts.filter(lambda text: "/" not in text)  # they may be names of files, in the test's own folder
arrays = st.sampled_from(
    [
        *(np.zeros(7, np.uint8), np.zeros((0, 7), np.uint8), np.arange(14, dtype=np.uint8).reshape(2, 7)),
        *(np.full((3, 7), 255), np.zeros((2, 2, 5)), np.array(3), np.arange(52), np.array([["a"]], object)),
        *(np.zeros(3, np.uint16), np.full(3, 256), np.array([2.0]), np.array([True])),
    ]
)
objects = st.sampled_from([*samples().values(), razz.Card, BaseException(), object(), np.random.default_rng(1)])
#: Descriptors of open files are numbers: the files that they stand for are not the test's to read and to write.
descriptors = st.just(object())
simple = numbers | texts | st.floats() | st.none() | st.booleans() | st.binary(max_size=9) | arrays | objects
#: Without numbers that ask for years of work.
modest = st.integers(-3, 60) | texts | st.sampled_from([0.0, -1.0, 0.01, float("nan")]) | st.none() | arrays | objects
players = st.lists(st.sampled_from(["A23", "456", "K", "{[A-8][A-8]/d}5", "As2h3d4c", "??", "x"]) | modest, max_size=4)
anything = simple | st.lists(simple, max_size=9) | st.tuples(simple, simple) | st.dictionaries(st.text(), simple)

#: What is right, by the parameter's name, so that calls get beyond their first argument.
RIGHT: dict[str, Any] = {
    "view": opened().view(1),
    "position": opened(),
    "state": opened(),
    "rules": RULES,
    "stacks": [100, 40, 100],
    "seats": 3,
    "hands": 20,
    "count": 20,
    "first": 3,
    "threads": 2,
    "rng": 1,
    "seed": 1,
    "index": 0,
    "cards": "As2h3d",
    "players": ["A23", "456"],
    "policies": "random",
    "policy": "random",
    "choose": first,
    "records": [samples()["Record"]],
    "record": samples()["Record"],
    "source": samples()["HandLog"],
    "text": "As2h3d",
}


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What names a file names one here."""
    with contextlib.chdir(tmp_path_factory.mktemp("files")):
        yield


@pytest.mark.parametrize("name", CALLABLES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=EXAMPLES)
@given(data=st.data())
def test_any_arguments_are_answered_or_refused(name: str, data: st.DataObject) -> None:
    """With arguments of any kind: an answer or an ordinary error, never a panic."""
    function = CALLABLES[name]
    values = modest | players if name in LONG else anything
    signature, names = parameters(function)
    names = [name for name in names if name not in FILES]
    right = [name for name in names if name in RIGHT]
    given = {name: RIGHT[name] for name in data.draw(st.sets(st.sampled_from(right)))} if right else {}
    named = given | (data.draw(st.dictionaries(st.sampled_from(names), values, max_size=3)) if names else {})
    positional = data.draw(st.lists(values, max_size=3))
    with contextlib.suppress(ValueError, LookupError, OSError, razz.RazzError):
        try:
            result = function(*positional, **named)
            if isinstance(result, razz.history.History):
                result.close()
        except (TypeError, OverflowError) as error:
            if signature is None or name.endswith("__"):
                return  # an operator's arguments have no names
            try:
                signature.bind(*positional, **named)
            except TypeError:
                return
            told = " ".join([str(error), *getattr(error, "__notes__", [])])
            # The notes of PyO3 name arguments of the core's function, which are to be those of the one that was called.
            assert set(re.findall(r"while processing '(\w+)'", told)) <= set(signature.parameters), told
            if told.startswith("cannot create") or any(
                re.search(rf"\b{word}\b", told) for word in signature.parameters
            ):
                return
            raise AssertionError(f"{name}(*{positional!r}, **{named!r}): {error!r}") from error


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("equity", {"players": ["A23", "456"], "method": 3}, "method: expected 'auto', 'exact' or 'sample', found 3"),
        ("Rules", {"max_bets": "a"}, "max_bets: expected a whole number, at least 0, found 'a'"),
        ("Record.replay", {"steps": -1}, "steps: expected a whole number, at least 0, found -1"),
    ],
)
def test_what_an_error_says(name: str, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises((TypeError, ValueError)) as fault:
        CALLABLES[name](**arguments)
    assert str(fault.value) == told
    assert getattr(fault.value, "__notes__", []) == []


@pytest.mark.parametrize("name", CALLABLES)
def test_half_a_character_is_refused_by_name(name: str) -> None:
    """Python's strings may hold lone surrogates, which no text of the core and no file's name has."""
    signature, names = parameters(CALLABLES[name])
    for name_of_it in names:
        assert signature is not None
        needed = {other for other in names if signature.parameters[other].default is inspect.Parameter.empty}
        rest = {other: RIGHT[other] for other in needed - {name_of_it} if other in RIGHT}
        for value in ("\ud800", ["\ud800"]):
            told = ""
            try:
                CALLABLES[name](**rest, **{name_of_it: value})
            except (ValueError, TypeError, LookupError, AttributeError) as fault:
                told = f"{type(fault).__name__}: {fault}"
            assert not re.search("UnicodeEncodeError|codec|failed to extract", told), (name_of_it, told)


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("parse_cards", {"text": "As\ud800"}, "text: expected text, found a lone surrogate (position 2)"),
        ("evaluate", {"cards": "\ud800"}, "cards: expected text, found a lone surrogate (position 0)"),
        ("State.from_json", {"text": "\ud800"}, "text: expected text, found a lone surrogate (position 0)"),
        ("Card", {"text": 3}, "text: expected text, found 3"),
        ("equity", {"players": ["A23", "\ud800"]}, "players[1]: expected text, found a lone surrogate (position 0)"),
        (
            "simulate",
            {"hands": 1, "policies": "\ud800"},
            "policies: expected text, found a lone surrogate (position 0)",
        ),
        (
            "simulate",
            {"hands": 1, "policies": ["tight", "\ud800"]},
            "policies[1]: expected text, found a lone surrogate (position 0)",
        ),
        (
            "policies.choose",
            {"view": opened().view(1), "policy": "\ud800"},
            "policy: expected text, found a lone surrogate (position 0)",
        ),
        (
            "compare",
            {"a": "tight", "b": "\ud800", "hands": 1},
            "b: expected text, found a lone surrogate (position 0)",
        ),
        (
            "equity",
            {"players": {"hero": "A23", "villain": "456"}},
            "players: expected a sequence such as ['A23', '456'] or a View, found {'hero': 'A23', 'villain': '456'}",
        ),
        ("history.load", {"source": "\ud800"}, "source: expected a path, found '\\ud800'"),
        ("history.load", {"source": "a\0"}, "source: expected a path, found 'a\\x00'"),
        ("history.loads", {"text": "\ud800"}, "text: expected text, found a lone surrogate (position 0)"),
        ("simulate", {"hands": 1, "checkpoint": "\ud800"}, "checkpoint: expected a path, found '\\ud800'"),
        (
            "Record.annotated",
            {"fields": {"hand": "\ud800"}},
            'fields["hand"]: expected text, found a lone surrogate (position 0)',
        ),
        ("Record.annotated", {"players": "Ann"}, "players: expected a sequence of names, found 'Ann'"),
    ],
)
def test_what_is_refused_says_why(name: str, arguments: dict[str, Any], told: str) -> None:
    test_what_an_error_says(name, arguments, told)
