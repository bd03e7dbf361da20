"""What an rng= argument resolves to."""

from typing import Any

import numpy as np
import pytest
from razz._rng import resolve_seed


def test_a_seed_is_itself() -> None:
    assert resolve_seed(0) == 0
    assert resolve_seed(np.uint64(2**64 - 1)) == 2**64 - 1


def test_seed_sequence() -> None:
    assert resolve_seed(np.random.SeedSequence(5)) == np.random.SeedSequence(5).generate_state(1, np.uint64)[0]


@pytest.mark.parametrize("make", [np.random.default_rng, np.random.PCG64, np.random.Philox])
def test_one_word_is_drawn(make: Any) -> None:
    rng = make(3)
    first, second = resolve_seed(rng), resolve_seed(rng)
    assert [first, second] == [
        int(x)
        for x in np.random.Generator(np.random.PCG64(3) if make is np.random.default_rng else make(3)).integers(
            2**64, size=2, dtype=np.uint64
        )
    ]


def test_entropy_differs() -> None:
    assert len({resolve_seed() for _ in range(10)}) == 10


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (-1, ValueError),
        (2**64, ValueError),
        (1.0, TypeError),
        ("1", TypeError),
        (np.random.RandomState(1), TypeError),
    ],
)
def test_refused(bad: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="rng"):
        resolve_seed(bad)
