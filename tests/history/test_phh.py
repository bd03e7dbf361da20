"""PHH files: invented ones, real ones, and both ways against PokerKit's reader and writer."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest
import razz

DATA = Path(__file__).parents[1] / "data"
SAMPLE = (DATA / "three.phhs").read_text()


def one(number: int) -> str:
    """One hand of the sample, without its table header."""
    return SAMPLE.split(f"[{number}]\n")[1].split("\n\n")[0] + "\n"


@pytest.mark.parametrize("name", ["20", "21", "22", "23", "24", "83"])
def test_real_hands(name: str, shared_data: Path) -> None:
    path = shared_data / "hands" / "phh" / f"{name}.phh"
    file = tomllib.loads(path.read_text())
    [record] = razz.history.load(path)
    state = record.state
    assert state.phase == "END"
    assert list(state.stacks) == file["finishing_stacks"]
    assert list(record.stacks) == file["starting_stacks"]
    assert sum(state.payoffs) == 0
    assert record.inferred == ()
    first = next(action for action in file["actions"] if not action.startswith("d "))
    doors = [board[0] for board in state.boards]
    assert first == f"p{doors.index(max(doors)) + 1} pb"
    told = [action for action in file["actions"] if not action.startswith("d ")]
    assert len([event for event in record.events if event.kind in ("ACTION", "SHOW", "MUCK")]) == len(told)
    [again] = razz.history.loads(razz.history.dumps(record))
    assert again == record


def test_many_hands_lazily() -> None:
    hands = razz.history.load(DATA / "three.phhs")
    assert hands.format is None
    first = next(hands)
    assert hands.format == "phhs"
    assert first.players == ("Ann", "Bob", "Cyd")
    assert first.state.payoffs == (-3, 12, -9)
    assert first.state.cards[1][:2] == (None, None)
    second = next(hands)
    assert second.state.result is not None
    assert second.state.result.winners == (0, 1)
    with pytest.raises(razz.ParseError, match="hand 3: ") as caught:
        next(hands)
    assert (caught.value.line, caught.value.hand) == (51, "3")
    assert list(hands) == []


def test_a_file_not_read_to_its_end_is_closed() -> None:
    with razz.history.load(DATA / "three.phhs") as hands:
        next(hands)
    assert list(hands) == []
    hands.close()
    with (DATA / "three.phhs").open("rb") as file:
        with razz.history.load(file) as hands:
            next(hands)
        assert not file.closed


def test_errors_collected_or_skipped() -> None:
    collected = razz.history.loads(SAMPLE, errors="collect")
    assert len(list(collected)) == 2
    assert [problem.hand for problem in collected.problems] == ["3"]
    skipped = razz.history.loads(SAMPLE, errors="skip")
    assert (len(list(skipped)), skipped.failed, skipped.problems) == (2, 1, [])
    with pytest.raises(ValueError, match="errors 'loud'"):
        razz.history.loads(SAMPLE, errors="loud")  # type: ignore[arg-type]


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "one.phh"
    path.write_text(one(1))
    [record] = razz.history.load(path)
    for source in (str(path), one(1), one(1).encode(), io.BytesIO(one(1).encode()), one(1).encode("utf-16")):
        assert list(razz.history.load(source)) == [record]
    with pytest.raises(TypeError, match="binary mode"):
        next(razz.history.load(io.StringIO(one(1))))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found int"):
        razz.history.load(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text: expected str or bytes, found int"):
        razz.history.loads(7)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        next(razz.history.load(tmp_path / "none.phh"))


@pytest.mark.parametrize("kind", ["phh", "phhs", "jsonl"])
def test_writing_reads_back(kind: str, tmp_path: Path) -> None:
    records = [next(razz.history.loads(one(1)))]
    if kind != "phh":
        records.append(next(razz.history.loads(one(2))))
    path = tmp_path / f"out.{kind}"
    assert razz.history.dump(records if kind != "phh" else records[0], path) == len(records)
    assert list(razz.history.load(path)) == records
    assert path.read_text() == razz.history.dumps(records, kind)


def test_writing_refuses() -> None:
    record = next(razz.history.loads(one(1)))
    with pytest.raises(ValueError, match="one hand"):
        razz.history.dumps([record, record], "phh")
    unfinished = razz.Record(razz.Rules(), [100, 100])
    with pytest.raises(ValueError, match=r"records\[1\]: the hand is not over"):
        razz.history.dumps([record, unfinished], "pokerstars")
    with pytest.raises(ValueError, match="format 'doc': expected one of phh, phhs"):
        razz.history.dumps(record, "doc")
    with pytest.raises(ValueError, match=r"suffix '\.doc'"):
        razz.history.dump(record, "hand.doc")
    with pytest.raises(TypeError, match=r"records\[0\]: expected a Record, found int"):
        razz.history.dumps([7])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        ("p1 pb", "p1 f", 10, 4, "FOLD: the bring-in of 2 is due"),
        ("cbr 8", "cbr 9", 10, 37, "RAISE goes to 8 here, found 9"),
        ("5c6cJc", "5c6c2c", 9, 48, "2c has been dealt already"),
        ("5c6cJc", "5c6cJx", 9, 53, "'x' is no suit"),
        ("112", "113", 15, 25, "expected 112, found 113"),
        ("small_bet = 4", "small_bet = 2", 4, 12, "bring_in 2: expected less than small_bet 2"),
        ("players", "gamblers", 14, 1, '"gamblers" is no field'),
        ("]\nplayers", "\nplayers", 14, 9, "TOML"),
    ],
)
def test_illegal_files_are_refused(old: str, new: str, line: int, column: int, reason: str) -> None:
    text = one(1)
    assert old in text
    with pytest.raises(razz.ParseError) as caught:
        next(razz.history.loads(text.replace(old, new, 1)))
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert reason in str(caught.value)


def test_presets_for_files_of_others() -> None:
    text = one(1)
    [record] = razz.history.loads(text, preset="POKERKIT")
    assert record.rules == razz.Rules.preset(
        "POKERKIT", ante=1, bring_in=2, small_bet=4, big_bet=8, showdown_choice=True
    )
    [own] = razz.history.loads(razz.history.dumps(record), preset="TDA")
    assert own == record
    with pytest.raises(ValueError, match='preset "HOME"'):
        razz.history.loads(text, preset="HOME")


def test_no_history_at_all() -> None:
    with pytest.raises(razz.ParseError, match="line 2, column 1: the format is not recognised"):
        next(razz.history.loads("\nDear diary\n"))
    assert list(razz.history.loads("")) == []
