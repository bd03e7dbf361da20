"""A good citizen of a Python process: any arguments, pickles, copies, threads."""

from __future__ import annotations

import contextlib
import copy
import inspect
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import EnumType
from typing import Any

import numpy as np
import pytest
import razz

from tests.samples import RULES, opened, played, samples


def public_classes() -> Iterator[str]:
    for name in razz.__all__:
        thing = getattr(razz, name)
        if isinstance(thing, type) and not issubclass(thing, (BaseException, str)):
            yield name


def test_the_samples_are_complete() -> None:
    assert set(public_classes()) - set(samples()) == set()


#: What holds arrays, and is compared by its text.
ARRAYS = {"EquityDistribution", "NextCards", "Showdowns", "StartingHands", "rl.BatchEnv", "rl.Decisions", "rl.Step"}

#: What is no value: a file that is read, and the random stream of a seat, which is where its policy is.
NO_VALUES = {"history.History", "policies.Draws"}


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_public_object_is_pickled_and_copied(protocol: int) -> None:
    for name, value in samples().items():
        if name in NO_VALUES:
            continue
        for again in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
            if name in ARRAYS:
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
        "import razz; print(set(razz.__all__) <= set(dir(razz)), razz.summary.Tally.__name__, "
        "razz.plot.session.__name__, razz.render.table_text.__name__, hasattr(razz, 'tables'))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["True", "Tally", "session", "table_text", "False"]


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


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process as Linux does")
def test_an_exact_count_without_room_is_refused() -> None:
    """Six players who can hold anything behind two ranks: their states take many gigabytes."""
    code = """
import resource
import razz
resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
try:
    razz.equity(["A2", "23", "34", "45", "56", "67"], method="exact", max_states=1e30, threads=1)
except ValueError as fault:
    print(fault)
print(razz.equity(["A23", "456"]).exact)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "method: an exact count needs more memory than there is: sample instead",
        "True",
    ]


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
