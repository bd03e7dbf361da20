"""`razz play`: sessions from a script, and through a pseudo-terminal as a person has them."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
import razz
from razz import cli
from razz.policies import SITUATION_SHAPE, table

from tests.cli.terminal import Terminal


def play(monkeypatch: pytest.MonkeyPatch, keys: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(keys.split()) + "\n"))
    return cli.main(["play", "--against", "check_call,random", *words])


def hands(path: Path) -> list[razz.Record]:
    return list(razz.history.load(path))


def test_a_session_is_played_reported_and_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["--seed", "7", "--hands", "4", "--json", "--seats", "3", "--seat", "2", "--stakes", "2/3/10/20"]
    keys = "c b r " * 100
    assert play(monkeypatch, keys, *words, "--save", str(tmp_path / "a.phhs")) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert (result["hands"], result["seed"], result["hero"]) == (4, 7, 1)
    assert [seat["policy"] for seat in result["seats"]] == ["check_call", None, "random"]
    assert sum(seat["net"] for seat in result["seats"]) == 0
    assert err.count("--- hand") == 4
    records = hands(tmp_path / "a.phhs")
    assert len(records) == 4
    for seat in range(3):
        assert sum(record.state.payoffs[seat] for record in records) == result["seats"][seat]["net"]
    # The same seed and the same keys are the same session.
    assert play(monkeypatch, keys, *words, "--save", str(tmp_path / "b.phhs")) == 0
    assert capsys.readouterr().out == out
    assert hands(tmp_path / "b.phhs") == records


def test_nothing_hidden_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.phhs"
    assert play(monkeypatch, "c b t d " * 300, "--seed", "3", "--hands", "8", "--save", str(file)) == 0
    played = capsys.readouterr().out.split("--- hand")[1:]
    hidden = 0
    for record, text in zip(hands(file), played, strict=True):
        state = record.state
        drawn = set(re.findall(r"\b[A2-9TJQK][cdhs]\b", text))
        for seat in {0, 1, 2, 3} - set(state.shown):
            down = [str(state.cards[seat][place]) for place in (0, 1, 6) if place < len(state.cards[seat])]
            for card in down:
                assert (card in drawn) == (seat == 0)
                hidden += seat != 0
        for seat in state.shown:
            assert drawn >= set(map(str, state.cards[seat]))
    assert hidden > 10


def test_the_usual_opponents(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\nb\nk\n" * 100))
    assert cli.main(["play", "--seed", "1", "--hands", "5", "--seats", "6", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [seat["policy"] for seat in result["seats"]] == [None, *("tight", "loose") * 2, "tight"]
    assert sum(seat["net"] for seat in result["seats"]) == 0


def test_a_table_of_probabilities_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    np.save(tmp_path / "even.npy", np.full((*SITUATION_SHAPE, 4), 0.25))
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\nb\nk\n" * 100))
    against = f"table:{tmp_path / 'even.npy'},check_call"
    assert cli.main(["play", "--seed", "1", "--hands", "3", "--against", against, "--seats", "4", "--json"]) == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    name = table(tmp_path / "even.npy").name
    assert [seat["policy"] for seat in seats] == [None, name, "check_call", name]
    assert sum(seat["net"] for seat in seats) == 0


def test_keys_that_do_not_fit_are_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "m zz ? d q", "--seed", "7", "--seats", "2") == 0
    out = capsys.readouterr().out
    assert "You cannot do that now. You may " in out
    assert "'zz' is no key." in out
    assert out.count("f fold") == 3
    assert re.search(r"dead: none\nunseen: A:\d 2:\d .* K:\d\n", out)
    left = re.search(r"unseen: (.*)\n", out)
    assert left is not None
    assert sum(int(count) for count in re.findall(r":(\d)", left[1])) == 52 - 4
    assert out.endswith("0 hands, seed 7; the hand that was not finished does not count\n")


def test_equity_on_request(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.phhs"
    assert (
        play(monkeypatch, "e " + "c b " * 20, "--seed", "7", "--seats", "2", "--hands", "1", "--save", str(file)) == 0
    )
    out = capsys.readouterr().out
    [record] = hands(file)
    start = record.replay(6)
    while start.state.to_act != 0:
        start = record.replay(len(start) + 1)
    assert str(razz.equity(start.view(0))) in out
    assert "exact: all" in out


def test_the_end_of_input_leaves_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(monkeypatch, "", "--seed", "7") == 0
    assert "0 hands" in capsys.readouterr().out


def test_who_is_broke_buys_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seed", "5", "--hands", "12", "--stack", "3", "--seats", "3", "--json"]
    assert play(monkeypatch, "c b " * 200, *words) == 0
    out, err = capsys.readouterr()
    assert err.count("buys in for 3.") + err.count("You buy in for 3.") > 3
    assert sum(seat["net"] for seat in json.loads(out)["seats"]) == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--seats", "9"], "--seats 9: expected 2 to 8"),
        (["--seats", "3", "--seat", "4"], "--seat 4: expected 1 to 3"),
        (["--stakes", "1/2/3"], "expected ante/bring-in/small bet/big bet"),
        (["--stakes", "1/9/4/8"], "--stakes: bring-in 9"),
        (["--stack", "0"], "--stack is 0"),
        (["--hands", "-1"], "--hands: '-1'"),
        (["--save", "nowhere/a.phhs"], "--save: nowhere/a.phhs: there is no folder nowhere"),
        (["--rules", "VEGAS"], '--rules "VEGAS"'),
        (["--against", "check_call,nobody"], '--against: "nobody"'),
    ],
)
def test_bad_tables(
    words: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "c", *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err


def test_a_file_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.phhs"
    file.write_text("mine")
    assert play(monkeypatch, "c", "--save", str(file)) == 2
    assert "the file exists" in capsys.readouterr().err
    assert file.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")
def test_a_person_plays_a_hand_in_a_terminal() -> None:
    terminal = Terminal("play", "--seed", "7", "--seats", "2", "--against", "check_call")
    first = terminal.wait_for("your action")
    assert "\x1b[31m" in first, "hearts and diamonds are red"
    assert "(?? ??)" in first
    hands = 0
    while hands == 0:
        terminal.type("c\n")
        shown = terminal.wait_for("? for the keys): ")
        hands += "hand 2" in shown
        if "You cannot do that now" in shown:
            terminal.type("b\n")
            terminal.wait_for("? for the keys): ")
    assert "wins" in terminal.seen
    terminal.type("q\n")
    terminal.wait_for("1 hand, seed 7")
    assert terminal.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")
def test_control_c_in_a_terminal(tmp_path: Path) -> None:
    """Every key, a hand to its end, then Ctrl-C: what was played is told and kept."""
    file = tmp_path / "a.phhs"
    terminal = Terminal("play", "--seed", "7", "--seats", "3", "--stack", "12", "--save", str(file))
    terminal.wait_for("your action")
    for keys, answer in (("d", "unseen: A:4"), ("e", "exact: all "), ("t", "Third street"), ("?", "e your equity")):
        terminal.type(f"{keys}\n")
        terminal.wait_for(answer)
        terminal.wait_for("keys): ")
    terminal.type("r\n")
    while "hand 2" not in terminal.wait_for("keys): "):
        terminal.type("c\n")
    os.killpg(terminal.process.pid, 2)
    shown = terminal.wait_for("does not count")
    assert "1 hand, seed 7; the hand that was not finished" in shown
    assert terminal.end() == 130
    assert len(hands(file)) == 1
