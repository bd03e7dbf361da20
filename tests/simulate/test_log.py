"""Hands as columns: what they hold, the same for any threads, Arrow readers, Parquet files, and back to records."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from razz.log import read, record
from razz.policies import batched, from_views

PRESETS = ["DEFAULT", "WSOP_LIVE", "WSOP_TOURNAMENT", "TDA", "ROBERT", "POKERKIT"]
JOBS = st.builds(
    razz.Simulation,
    st.sampled_from(PRESETS).map(
        lambda name: razz.Rules.preset(name, ante=1, bring_in=2, small_bet=4, big_bet=8, rake=razz.Rake("0.05", cap=3))
    ),
    st.lists(st.integers(1, 120), min_size=2, max_size=8),
    st.sampled_from(["random", "check_call", "random,check_call", "tight,random", "fold_to_bet,loose"]),
    st.integers(0, 2**64 - 1),
    rotate=st.booleans(),
    session=st.none() | st.integers(1, 6),
)


def job(seats: int = 4, session: int | None = None, policies: str = "random") -> razz.Simulation:
    return razz.Simulation(razz.Rules(), [60] * seats, policies, 7, rotate=True, session=session)


def logged(job: razz.Simulation, hands: int, **run: Any) -> razz.HandLog:
    log = razz.HandLog()
    job.run(hands, log=log, **run)
    return log


@given(JOBS, st.integers(0, 2**63))
@settings(max_examples=60)
def test_rows_are_the_hands(job: razz.Simulation, first: int) -> None:
    log = razz.HandLog()
    summary = job.run(5, first=first, log=log)
    assert summary == job.run(5, first=first)
    assert len(log) == summary.hands
    for place in range(len(log)):
        row, replayed = log.row(place), job.replay(int(log["index"][place]), int(log["hand"][place]))
        state, seats = replayed.state, row["seats"]
        assert log.record(place) == replayed
        assert log.record(place).events == replayed.events
        assert row["net"] == list(state.payoffs)
        assert row["stack"] == list(state.starting_stacks)
        held = [[card.index for card in cards if card is not None] for cards in state.cards]
        assert row["cards"] == [cards + [255] * (7 - len(cards)) for cards in held]
        assert row["community"] == (255 if state.community is None else state.community.index)
        assert row["pot"] == state.pot
        assert row["rake"] == -sum(state.payoffs)
        assert row["street"] == state.street
        awards = {event.seat for event in replayed.events if event.kind == "AWARD"}
        assert row["winners"] == sum(1 << seat for seat in awards if seat is not None)
        acts = [(event.seat, event.action) for event in replayed.events if event.action is not None]
        letters = {"FOLD": "f", "CHECK": "x", "CALL": "c", "BRING_IN": "b"}
        told = "".join(f"{seat}{letters.get(action.kind, 'r')}" for seat, action in acts)
        assert row["actions"].replace("/", "") == told
        assert log["actions"][place].decode() == row["actions"]
        assert not acts or row["opener"] == acts[0][0]  # who may have folded: the bring-in is then the next one's
        for column in ("player", "stack", "net", "cards", "strength"):
            rest = log[column][place, seats:]
            assert (rest == (255 if column in ("player", "cards") else 0)).all()
    strengths, net = log["strength"], log["net"]
    assert summary.showdowns == int((np.count_nonzero(strengths, axis=1) > 1).sum())
    assert [player.net for player in summary.players] == [
        int(net[log["player"] == player].sum()) for player in range(len(job.stacks))
    ]
    assert sum(summary.openers.values()) == int((log["opener"] != 255).sum())


def test_threads_and_parts_do_not_matter() -> None:
    whole = logged(job(), 9000, threads=1)
    for threads in (2, 8):
        assert logged(job(), 9000, threads=threads) == whole
    parts = razz.HandLog()
    for first, count in ((0, 100), (100, 5000), (5100, 3900)):
        job().run(count, first=first, threads=2, log=parts)
    assert parts == whole
    assert (np.diff(whole["index"].astype(np.int64)) == 1).all()
    assert logged(job(session=3), 100, threads=3) == logged(job(session=3), 100, threads=1) != whole


def test_the_text_of_actions() -> None:
    """Slashes are the streets: the street of an action is 3 plus those before it."""
    log = logged(job(policies="random,check_call"), 40)
    for place in range(len(log)):
        record, told = log.record(place), []
        for steps in range(len(record)):
            state = record.replay(steps).state
            if state.phase == "BET":
                told.append((state.street, state.to_act))
        street, read_back = 3, []
        for sign in log.row(place)["actions"]:
            street += sign == "/"
            if sign.isdigit():
                read_back.append((street, int(sign)))
        assert read_back == told


def first_code(_: NDArray[np.float32], mask: NDArray[np.bool_], draws: NDArray[np.float64]) -> NDArray[np.int64]:
    codes: NDArray[np.int64] = np.where(draws < 0.5, mask.argmax(axis=1), 3 - mask[:, ::-1].argmax(axis=1))
    return codes


def test_hands_of_policies_that_decide_for_many() -> None:
    """They are played side by side, and logged in their order."""
    own = razz.Simulation(razz.Rules(), [60] * 4, [batched(first_code), "random"], 7, rotate=True)
    log = logged(own, 3000, threads=2)
    assert log == logged(own, 3000, threads=1)
    assert log["index"].tolist() == list(range(3000))
    for row in range(0, 3000, 97):
        assert log.record(row) == own.replay(row)


def test_a_log_is_a_value() -> None:
    log = logged(job(), 50)
    copy = pickle.loads(pickle.dumps(log))
    assert copy == log
    assert copy.record(3) == log.record(3) == log.record(3 - 50)
    assert log != logged(job(), 51)
    assert repr(log) == "<HandLog of 50 hands, seed 7>"
    assert log.job is not None
    assert log.job["policies"] == ["random"] * 4
    assert log.columns[:3] == ("index", "hand", "seats")
    with pytest.raises(ValueError, match="read-only"):
        log["net"][0] = 1
    empty = razz.HandLog()
    assert (len(empty), empty["net"].shape, empty.job) == (0, (0, 0), None)
    assert empty == razz.HandLog() != log


def test_misuse_is_told() -> None:
    log = logged(job(), 5)
    with pytest.raises(IndexError, match="row 5: the log has 5 hands"):
        log.row(5)
    with pytest.raises(IndexError, match="row -6: the log has 5 hands"):
        log.row(-6)
    with pytest.raises(TypeError, match="row: expected an integer, found 'x'"):
        log.record(cast("int", "x"))
    assert log.record(-1) == record(log, -1) == log.record(4)
    with pytest.raises(ValueError, match="log: it holds hand 3 already, make a new HandLog"):
        job().run(5, first=3, log=log)
    with pytest.raises(KeyError, match="expected one of index, hand"):
        log["nets"]
    with pytest.raises(KeyError, match="expected one of index, hand"):
        log[np.zeros((0, 7), np.uint8)]  # type: ignore[index]
    with pytest.raises(ValueError, match="hands of another job"):
        job(seats=3).run(5, log=log)
    assert len(log) == 5
    with pytest.raises(TypeError, match="log: expected a HandLog or the path"):
        job().run(5, log=cast("str", 3))
    with pytest.raises(TypeError, match="log: expected a HandLog or the path"):
        job().run(5, log=cast("str", razz.HandLog))
    with pytest.raises(TypeError, match="source: expected a HandLog or the path"):
        record(cast("str", 3), 0)
    for hands, kind in ((-1, ValueError), (1.5, TypeError)):
        with pytest.raises(kind, match="hands: expected an integer from 0"):
            job().run(cast("int", hands), log=razz.HandLog())
    assert log.job is not None
    log.job["seed"] += 1  # another seed deals other cards
    with pytest.raises(ValueError, match=r"actions|cards"):
        log.record(0)


# Readers of Arrow.


def test_arrow_readers() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    duckdb, pd = pytest.importorskip("duckdb"), pytest.importorskip("pandas")
    log = logged(job(session=4), 300)
    job(session=4).run(100, first=300, log=log)  # a second chunk
    net = log["net"].tolist()
    table = pa.table(log)
    table.validate(full=True)
    assert table.num_rows == len(log)
    assert table.column_names == list(log.columns)
    assert table.schema.metadata[b"razz.seed"] == b"7"
    assert table["net"].to_pylist() == net
    assert table["cards"].to_pylist() == log["cards"].tolist()
    assert table["actions"].to_pylist() == [text.decode() for text in log["actions"]]
    frame = pl.DataFrame(log)
    assert frame["strength"].to_list() == log["strength"].tolist()
    assert frame["pot"].sum() == log["pot"].sum()
    assert frame["cards"][3].to_list() == log["cards"][3].tolist()
    total = duckdb.sql("select sum(pot), sum(net[1]), count(distinct actions) from log").fetchall()
    assert total[0] == (log["pot"].sum(), log["net"][:, 0].sum(), len(set(log["actions"])))
    frame = pd.DataFrame.from_arrow(log) if hasattr(pd.DataFrame, "from_arrow") else table.to_pandas()
    assert frame["actions"].tolist() == [text.decode() for text in log["actions"]]
    # The stream outlives the log, and its memory goes when nobody reads it.
    reader = pa.RecordBatchReader.from_stream(logged(job(), 10))
    assert reader.read_all().num_rows == 10
    del reader
    assert pa.table(razz.HandLog()).num_rows == 0


def test_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq, pl = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.setattr("razz.log.CHUNK", 1000)
    path = tmp_path / "hands.parquet"
    for threads in (1, 2):
        summary = job().run(2500, log=path, threads=threads)
        assert summary == job().run(2500)
        assert [file.name for file in tmp_path.iterdir()] == ["hands.parquet"]
        file = pq.ParquetFile(path)
        assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [1000, 1000, 500]
        assert read(path) == logged(job(), 2500)
        for row in (0, 999, 1000, 2499):
            assert record(path, row) == job().replay(row)
    assert pl.read_parquet(path)["pot"].to_list() == read(path)["pot"].tolist()
    found = duckdb.sql(f"select count(*), sum(list_sum(net)) from '{path}'").fetchall()
    assert found == [(2500, 0)]
    for row in (2500, -2501):
        with pytest.raises(IndexError, match=f"row {row}: .*has 2500 hands"):
            record(path, row)
    assert record(path, -1) == record(path, 2499)
    with pytest.raises(TypeError, match="path: expected the path of a Parquet file, found 3"):
        read(cast("str", 3))
    other = tmp_path / "other.parquet"
    pq.write_table(file.read().replace_schema_metadata({}), other)
    with pytest.raises(ValueError, match="expected a log of razz"):
        read(other)
    sessions = tmp_path / "sessions.parquet"
    job(session=5).run(40, log=str(sessions))
    assert read(sessions) == logged(job(session=5), 40)


def test_what_stops_a_run_leaves_whole_hands(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "hands.parquet"
    began = threading.Event()

    def interrupt() -> None:
        began.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(razz.Interrupted) as stop:
        job().run(10**9, log=path, progress=lambda done, _total: began.set() if done else None)
    thread.join()
    partial, log = stop.value.partial, read(path)
    assert len(log) == partial.hands > 0
    assert [int(index) for index in log["index"]] == [index for part in partial.covered for index in part]
    assert int(log["pot"].sum()) == partial.to_dict()["pots"]

    def fails(view: razz.View, rng: razz.policies.Draws) -> razz.Action:
        if rng.random() < 1e-3:
            raise KeyError("lost")
        return view.legal_actions[0]

    broken = razz.Simulation(razz.Rules(), [60] * 3, from_views(fails), 3)
    with pytest.raises(KeyError) as caught:
        broken.run(10_000, log=path, threads=2)
    assert len(read(path)) == caught.value.partial.hands  # type: ignore[attr-defined]
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        job().run(10**8, log=path, progress=lambda *_: 1 // 0)
    assert path.read_bytes() == before
    with pytest.raises(OSError, match=r"missing"):
        job().run(10, log=tmp_path / "missing" / "hands.parquet")
    assert [file.name for file in tmp_path.iterdir()] == ["hands.parquet"]


def test_no_hand_is_lost_between_playing_and_writing() -> None:
    """Ctrl-C is seen when the last call has just returned."""
    log, whole = razz.HandLog(), job()

    class Late:
        def nothing(self) -> Any:
            return whole._job.nothing()

        def run_logged(self, *args: Any) -> None:
            whole._job.run_logged(*args)
            raise KeyboardInterrupt

    with pytest.raises(razz.Interrupted) as stop:
        razz.log.run_logged(Late(), 0, 10**6, 1, log, None)  # type: ignore[arg-type]
    assert razz.Summary._of(stop.value.partial).hands == len(log) == razz.log.CHUNK


CTRL_C_WHILE_NUMPY_IS_LOADED = """
import signal
import numpy.lib
import razz

version = numpy.lib.NumpyVersion
def slow(text):  # what rust-numpy asks when it makes its first array
    signal.raise_signal(signal.SIGINT)
    return version(text)
numpy.lib.NumpyVersion = slow
log = razz.HandLog()
try:
    razz.Simulation(razz.Rules(), [100] * 2, "random", seed=1).run(10**9, log=log)
except KeyboardInterrupt as stop:
    print(type(stop).__name__, stop.partial.hands == len(log))
"""


def test_ctrl_c_while_numpy_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C_WHILE_NUMPY_IS_LOADED], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("Interrupted True\n", "")


def test_a_file_is_written_only_where_one_may_be(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    pipe, link, loop = (tmp_path / name for name in ("pipe", "link", "loop"))
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):  # a device, too, would be replaced
        with pytest.raises(ValueError, match="a folder, device or pipe, expected a file"):
            job().run(5, log=path)
    assert pipe.is_fifo()
    link.symlink_to(tmp_path / "hands.parquet")
    job().run(5, log=link)
    assert link.is_symlink()
    assert len(read(tmp_path / "hands.parquet")) == 5
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="a link that leads to itself"):
        job().run(5, log=loop)


@pytest.mark.parametrize("when", ["_add", "_end"])
def test_ctrl_c_while_the_last_hands_are_written(when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow.parquet")
    write = getattr(razz.log._ParquetFile, when)

    def stopped(self: Any, *chunk: Any) -> None:
        write(self, *chunk)
        if when == "_add":
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(0.3)
        else:
            raise OSError("no space")

    monkeypatch.setattr(razz.log._ParquetFile, when, stopped)
    path = tmp_path / "hands.parquet"
    with pytest.raises(razz.Interrupted if when == "_add" else OSError) as stop:
        job().run(500, log=path)
    if when == "_add":
        assert len(read(path)) == cast("razz.Interrupted", stop.value).partial.hands == 500
    assert [file.name for file in tmp_path.iterdir()] == ["hands.parquet"]


def test_ctrl_c_in_a_policy_is_interrupted() -> None:
    def stops(view: razz.View, rng: razz.policies.Draws) -> razz.Action:
        if rng.random() < 0.01:
            raise KeyboardInterrupt
        return view.legal_actions[0]

    log = razz.HandLog()
    with pytest.raises(razz.Interrupted) as stop:
        razz.Simulation(razz.Rules(), [60] * 3, from_views(stops), 3).run(10_000, log=log)
    assert len(log) == stop.value.partial.hands


def test_without_pyarrow_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import razz\n"
        "try: razz.simulate(10, seats=2, log='x.parquet')\n"
        "except ModuleNotFoundError as error: print(error)\n"
        "log = razz.HandLog(); razz.simulate(10, seats=2, log=log); print(len(log))\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "Parquet files need pyarrow: pip install 'razz[arrow]'\n10\n"


def test_executors_and_checkpoints_exclude_a_log(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="log: not together with executor"):
        job().run(10, executor=pool, log=razz.HandLog())
    with pytest.raises(ValueError, match="log: not together with"):
        job().run(10, checkpoint=tmp_path / "check", log=razz.HandLog())
    assert list(tmp_path.iterdir()) == []
