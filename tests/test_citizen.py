"""A good citizen of a Python process: any arguments, pickles, copies, threads."""

from __future__ import annotations

import contextlib
import copy
import inspect
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import EnumType
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
import razz
import razz.policies
import razz.render
from hypothesis import HealthCheck, given, settings

RULES = razz.Rules(ante=1, bring_in=2, small_bet=4, big_bet=8, rake=razz.Rake("0.05", unit=2, cap=6))


def played() -> razz.Record:
    record = razz.Record(RULES, [100, 40, 100])
    deck = razz.deck_of(5, 3)
    while record.state.phase != "END":
        if record.state.phase == "DEAL":
            record.deal_from(deck)
        else:
            record.play(record.state.default_action or record.state.legal_actions[-1])
    return record


def opened() -> razz.State:
    return razz.State.start(RULES, [100, 40, 100]).deal_from(razz.deck_of(5, 3))


def samples() -> dict[str, Any]:
    """An object of every public class."""
    record = played()
    log = razz.HandLog()
    summary = razz.simulate(50, seats=2, rng=1, log=log)
    found: dict[str, Any] = {
        "Action": razz.Action("RAISE", 8),
        "Card": razz.Card("As"),
        "Comparison": razz.compare("tight", "random", hands=20, seats=2, rng=1),
        "Deck": razz.deck_of(1, 1),
        "Equity": razz.equity(["A23", "456"]),
        "EquityDistribution": razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"]),
        "Event": record.events[-1],
        "HandLog": log,
        "HandOdds": razz.hand_odds("As2h3d"),
        "LowHand": razz.evaluate("As2s3s4s6h"),
        "NextCards": razz.equity_by_next_card(["A238", "4569"]),
        "Pot": opened().pots[0],
        "Rake": razz.Rake(Fraction(1, 20)),
        "Range": razz.parse_range("{[A-8][A-8]/d}4"),
        "Rank": razz.Rank("A"),
        "Record": record,
        "Result": record.state.result,
        "Rules": RULES,
        "Showdowns": razz.showdown_many([[[3, 7, 11, 15, 19], [0, 4, 8, 12, 20]]]),
        "Simulation": razz.Simulation(RULES, [50, 50], "random", seed=1),
        "StartingHands": razz.starting_hands(),
        "State": opened(),
        "Suit": razz.Suit("s"),
        "Summary": summary,
        "View": record.view(1),
        "Tally": summary.seats[0],
        "Estimate": summary.pot,
    }
    return found


def public_classes() -> Iterator[str]:
    for name in razz.__all__:
        thing = getattr(razz, name)
        if isinstance(thing, type) and not issubclass(thing, (BaseException, str)):
            yield name


def test_the_samples_are_complete() -> None:
    assert set(public_classes()) - set(samples()) == set()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_public_object_is_pickled_and_copied(protocol: int) -> None:
    for name, value in samples().items():
        for again in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
            if name in ("EquityDistribution", "NextCards", "Showdowns", "StartingHands"):  # they hold arrays
                assert repr(again) == repr(value), name
            else:
                assert again == value, name


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_choices_are_pickled_as_themselves(protocol: int) -> None:
    """A member of an enumeration comes back as that very member."""
    enums: list[Any] = [thing for name in razz.__all__ if isinstance(thing := getattr(razz, name), EnumType)]
    assert {razz.Phase, razz.Category, razz.ActionKind, razz.EventKind} <= set(enums)
    for member in (member for enum in enums for member in enum):
        assert pickle.loads(pickle.dumps(member, protocol)) is member
        assert copy.deepcopy(member) is member


def test_functions_are_pickled_by_name() -> None:
    """As a process pool sends them."""
    functions = [thing for name in razz.__all__ if inspect.isroutine(thing := getattr(razz, name))]
    assert len(functions) > 10
    for function in functions:
        assert pickle.loads(pickle.dumps(function)) is function


def test_errors_are_pickled() -> None:
    public = [thing for name in razz.__all__ if isinstance(thing := getattr(razz, name), type)]
    errors = [thing for thing in public if issubclass(thing, BaseException)]
    assert {razz.RazzError, razz.ParseError, razz.Interrupted} < set(errors)
    for made in [kind("a") for kind in errors if kind is not razz.ParseError]:
        again = pickle.loads(pickle.dumps(made))
        assert (type(again), again.args) == (type(made), made.args)
    with pytest.raises(razz.ParseError) as caught:
        razz.parse_cards("As 1s")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.position, str(again)) == (caught.value.position, str(caught.value))


def imported(code: str) -> set[str]:
    """The modules that a fresh interpreter has after some code and not before it."""
    code = f"import sys; before = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def test_an_import_is_cheap() -> None:
    """``import razz`` imports the compiled module, and what takes long only where it is used."""
    assert {name for name in imported("import razz") if name.startswith("razz")} == {"razz", "razz._razz"}
    heavy = {"numpy", "json", "dataclasses", "inspect", "fractions", "decimal", "random", "pathlib", "concurrent"}
    assert imported("import razz") & heavy == set()
    assert imported("import razz; razz.evaluate('As2h3d4c5s')") & heavy == set()
    extras = {
        "matplotlib",
        "pyarrow",
        "tqdm",
        "distributed",
        "loky",
        "gymnasium",
        "pettingzoo",
        "pyspiel",
        "argcomplete",
    }
    rare = {"numpy.random", "numpy.typing", "random", "concurrent.futures", "multiprocessing", "asyncio", "http"}
    everything = imported("import numpy; from razz import *") - imported("import numpy")
    assert {"razz.history", "razz.rl", "razz.simulation"} < everything
    assert everything & (extras | rare) == set()


def test_names_are_there_before_their_modules_are() -> None:
    """``dir`` and ``import *`` list what is imported later; a module of razz is had by its name, any other is not."""
    assert set(razz.__all__) <= set(dir(razz))
    code = (
        "import razz; print(set(razz.__all__) <= set(dir(razz)), razz.summary.Tally.__name__, hasattr(razz, 'tables'))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["True", "Tally", "False"]


def callables() -> dict[str, tuple[Callable[..., Any], list[str]]]:
    """Everything public that can be called, with the names of its parameters."""
    found: dict[str, Callable[..., Any]] = {}
    for name in razz.__all__:
        thing = getattr(razz, name)
        if callable(thing) and not isinstance(thing, EnumType):
            found[name] = thing
    for module in (razz.history, razz.policies, razz.render, razz.rl):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isroutine(thing) or isinstance(thing, type):
                found[f"{module.__name__.removeprefix('razz.')}.{name}"] = thing
    for name, value in {**samples(), "rl.BatchEnv": razz.rl.BatchEnv(3)}.items():
        for member in dir(type(value)):
            if not member.startswith("_") or member in ("__getitem__", "__contains__", "__add__", "__eq__", "__lt__"):
                method = getattr(value, member, None)
                if callable(method):
                    found[f"{name}.{member}"] = method
    result = {}
    for name, function in found.items():
        try:
            parameters = [name for name in inspect.signature(function).parameters if name not in FILES]
        except (TypeError, ValueError):
            parameters = []
        result[name] = (function, parameters)
    return result


#: What takes long, or the machine's files, with arguments that are all right.
LEFT_OUT = {"starting_hands", "history.load", "history.dump"}

#: Arguments that name files to be written.
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
}

CALLABLES = {name: entry for name, entry in callables().items() if name not in LEFT_OUT}

numbers = st.integers(-3, 60) | st.integers(-(2**70), 2**70) | st.sampled_from([2**63, 2**64 - 1, 255])
texts = st.text(max_size=12) | st.text("As2h3d?[]{}/@!,- 10KQ", max_size=20) | st.sampled_from(["random", "fold", "{}"])
arrays = st.sampled_from(
    [
        *(np.zeros(7, np.uint8), np.zeros((0, 7), np.uint8), np.arange(14, dtype=np.uint8).reshape(2, 7)),
        *(np.full((3, 7), 255), np.zeros((2, 2, 5)), np.array(3), np.arange(52), np.array([["a"]], object)),
        np.zeros(3, np.uint16),
    ]
)
objects = st.sampled_from([*samples().values(), razz.Card, BaseException(), object(), np.random.default_rng(1)])
simple = numbers | texts | st.floats() | st.none() | st.booleans() | st.binary(max_size=9) | arrays | objects
#: Without numbers that ask for years of work.
modest = st.integers(-3, 60) | texts | st.sampled_from([0.0, -1.0, 0.01, float("nan")]) | st.none() | arrays | objects
players = st.lists(st.sampled_from(["A23", "456", "K", "{[A-8][A-8]/d}5", "As2h3d4c", "??", "x"]) | modest, max_size=4)
anything = simple | st.lists(simple, max_size=9) | st.tuples(simple, simple) | st.dictionaries(st.text(), simple)


@pytest.mark.parametrize("name", CALLABLES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_arguments_are_answered_or_refused(name: str, data: st.DataObject) -> None:
    """With arguments of any kind: an answer or an ordinary error, never a panic."""
    function, parameters = CALLABLES[name]
    values = modest | players if name in LONG else anything
    positional = data.draw(st.lists(values, max_size=3))
    named = data.draw(st.dictionaries(st.sampled_from(parameters), values, max_size=3)) if parameters else {}
    with contextlib.suppress(TypeError, ValueError, LookupError, OverflowError, OSError, razz.RazzError):
        function(*positional, **named)


def test_every_property_is_answered() -> None:
    """Of every sample, and never with anything but an ordinary error."""
    for name, value in samples().items():
        properties = [member for member in dir(type(value)) if not member.startswith("__")]
        assert properties, name
        for member in properties:
            with contextlib.suppress(ValueError, razz.RazzError):
                getattr(value, member)


def test_threads_share_what_does_not_change() -> None:
    """Eight threads use the same rules, state, view, record and array at once and get what one gets."""
    state, record = opened(), played()
    view = state.view(0)
    hands = np.array([razz.deck_of(1, index)[:7] for index in range(500)], dtype=np.uint8)

    def work(_: int) -> tuple[Any, ...]:
        following = state.play(state.legal_actions[0])
        return (
            *(RULES.to_json(), hash(state), state.to_json(), following.to_json(), view.determinize(3).to_json()),
            *(record.to_json(), record.replay(5).state, razz.evaluate_many(hands).sum(), state._repr_svg_()),
        )

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(work, range(200))) == {work(0)}


def test_a_record_that_threads_change_stays_whole() -> None:
    """Each step of a record is whole: threads that deal and take back at once leave a hand that replays."""
    record = razz.Record(RULES, [100] * 4)

    def work(number: int) -> None:
        for _ in range(200):
            with contextlib.suppress(IndexError, razz.RazzError):
                if number % 2:
                    record.pop()
                else:
                    record.deal_random(number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert razz.Record.from_json(record.to_json()) == record


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module that makes interpreters is another since 3.13")
def test_a_second_interpreter_is_refused_as_the_page_says() -> None:
    code = """
import _xxsubinterpreters as interpreters
import razz
razz.simulate(100, rng=1)
second = "import razz; print(razz.evaluate('As2h3d4c5s')); razz.evaluate_many([[0, 4, 8, 12, 16]])"
try:
    interpreters.run_string(interpreters.create(), second)
except Exception as fault:
    print(fault)
print(razz.evaluate_many([[0, 4, 8, 12, 16]]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[-1] == "[6175]"
    assert "ImportError" in lines[-2]


def test_a_fork_after_warm_use() -> None:
    """Every kind of job that uses threads was used; a child has none of them and does the same with its own."""
    hands = np.tile(np.array([razz.deck_of(1, index)[:7] for index in range(500)], dtype=np.uint8), (300, 1))

    def work() -> tuple[Any, ...]:
        sampled = razz.equity(["A23", "456"], method="sample", samples=300_000, rng=1, threads=2)
        exact = razz.equity(["A2", "{[A-8][A-8]/d}5"], threads=2)
        spread = razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"])
        return (
            *(razz.evaluate_many(hands, threads=2).sum(), sampled, exact, spread.mean),
            *(razz.simulate(20_000, rng=1, threads=2).to_bytes(), opened().view(0).determinize(1).to_json()),
        )

    expected = work()
    for _ in range(3):
        child = os.fork()
        if child == 0:
            same = False
            with contextlib.suppress(BaseException):
                same = work() == expected
            os._exit(0 if same else 1)
        assert os.waitpid(child, 0)[1] == 0
