"""`razz verify`: what it says when all is well, and that it notices when something is not."""

from __future__ import annotations

import json

import numpy as np
import pytest
import razz
from numpy.typing import NDArray
from razz import cli, hands
from razz.cli import verify
from razz.hands import kernels


def test_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["ok"] is True
    assert result["razz"] == razz.__version__
    assert result["kernel"].startswith(kernels()[-1])
    assert {check["name"] for check in result["checks"]} == verify.CHECKS.keys() >= {"five", "seven", "stream", "game"}
    assert all(check["ok"] and check["detail"] for check in result["checks"])


@pytest.mark.parametrize(
    ("constant", "value"),
    [
        ("SEVEN_CARDS", (0, *verify.SEVEN_CARDS[1:])),
        ("DECKS", ((0, 1, verify.DECKS[0][2]),)),
        ("EQUITIES", ((*verify.EQUITIES[0][:2], {(0,): 1}),)),
        ("PAYOFFS", "0" * 16),
    ],
)
def test_what_differs_is_named(
    constant: str, value: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(verify.CHECKS, "five")
    monkeypatch.setattr(verify, constant, value)
    assert cli.main(["verify"]) == 1
    out, err = capsys.readouterr()
    assert out.count("WRONG") == 1
    assert out.count("ok   ") == len(verify.CHECKS) - 1
    assert "expected" in out
    assert err == "This installation computes wrong results on this machine.\n"


def test_a_kernel_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = hands._evaluate

    def broken(rows: NDArray[np.uint8], kernel: str) -> NDArray[np.uint16]:
        strengths = evaluate(rows, kernel="scalar")
        if kernel == "broken":
            strengths[[0, -1]] = strengths[[-1, 0]]
        return strengths

    monkeypatch.setattr(verify, "kernels", lambda: ["scalar", "broken"])
    monkeypatch.setattr(verify, "_evaluate", broken)
    with pytest.raises(verify.Wrong, match="hands that broken finds different: expected 0, found 2"):
        verify.five_cards()


def test_a_check_that_breaks_down_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise RuntimeError("no such instruction")

    monkeypatch.setattr(verify, "CHECKS", {"game": verify.game, "five": broken})
    assert cli.main(["verify", "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["ok"] is False
    assert [(check["ok"], check["name"]) for check in result["checks"]] == [(True, "game"), (False, "five")]
    assert result["checks"][1]["detail"] == "RuntimeError: no such instruction"


def test_two_hands_of_a_class_exchanged_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = razz.evaluate_ranks

    def exchanged(counts: NDArray[np.uint8]) -> NDArray[np.uint16]:
        found = evaluate(counts)
        return np.where(found == 6100, 6101, np.where(found == 6101, 6100, found)).astype(np.uint16)

    monkeypatch.setattr(razz, "evaluate_ranks", exchanged)
    with pytest.raises(verify.Wrong, match="sets of ranks whose strength differs: expected 0, found"):
        verify.seven_cards()
