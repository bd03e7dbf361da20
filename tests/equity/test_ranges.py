"""Ranges: the grammar, joint weights, cases."""

from __future__ import annotations

import contextlib
import copy
import gc
import os
import pickle
import signal
import threading
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import razz
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import equity as twin


@pytest.mark.parametrize(
    ("text", "dead", "count"),
    [
        ("{[A-8][A-8]/d}4", "", 336),
        ("{[A-8][A-8]/d}4", "AcAdAhAs", 240),
        ("{[A-7][A-7]/d}7", "5c5d6c6d4c3cAc9s2sAd", 93),
        ("[A-K][A-K]", "", 1326),
        ("[A-K]", "KsKh", 50),
        ("AK, AK, AsKs, KA", "", 16),
        ("[A 3 5-7]", "", 20),
        ("[10]", "", 4),
        ("[A-K][A-K], !KK, !AsKs", "", 1319),
        ("!AsKs", "", 1325),
        ("A23", "", 64),
        ("[A-K][A-K][A-K]", "", 22100),
        ("[A-K][A-K][A-K]/d", "", 286 * 64),
        ("As[A-3]", "", 11),
    ],
)
def test_combos(text: str, dead: str, count: int) -> None:
    parsed = razz.parse_range(text)
    combos = parsed.combos(dead)
    assert parsed.combo_count(dead) == len(combos) == len({frozenset(cards) for cards, _ in combos}) == count
    gone = {*razz.parse_cards(dead), *parsed.behind}
    assert all(len(set(cards)) == parsed.cards and not gone & set(cards) for cards, _ in combos)


def test_weights() -> None:
    weights = {frozenset(cards): weight for cards, weight in razz.parse_range("A2@0.25, As2s@2, A3").combos()}
    assert Counter(weights.values()) == {0.25: 15, 2.0: 1, 1.0: 16}
    assert weights[frozenset(razz.parse_cards("As2s"))] == 2


def test_a_range_is_a_value() -> None:
    one, two = razz.parse_range("{[A-8][A-8]/d}4"), razz.parse_range("{[A-8][A-8]/d}4")
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != razz.parse_range("[A-8][A-8]")
    assert eval(repr(one), {"parse_range": razz.parse_range}) == one


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("[A-8", 0),
        ("[8-A]", 1),
        ("AK, A", 4),
        ("AK,", 3),
        ("", 0),
        ("AK@", 3),
        ("AK@0", 3),
        ("AK@1.1234567", 3),
        ("AsAs", 0),
        ("A/x", 1),
        ("AX", 1),
        ("AK}", 2),
        ("!AK@0.5", 3),
        ("[]", 0),
        ("A K 2 3 4 5 6 7", 0),
        ("??", 0),
        ("{A", 0),
        ("{A}x", 3),
        ("{[A-8}5", 1),
    ],
)
def test_faults_say_where(text: str, position: int) -> None:
    with pytest.raises(razz.ParseError, match=r"^range: ") as caught:
        razz.parse_range(text)
    assert caught.value.position == position


def test_too_many_to_list() -> None:
    everything = razz.parse_range("[A-K][A-K][A-K][A-K][A-K][A-K][A-K]")
    assert everything.combo_count() == 133_784_560
    with pytest.raises(ValueError, match="133784560 holdings: too many"):
        everything.combos()


MILLIONS = ",".join(["As[A-K][A-K][A-K][A-K]"] * 1000)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        (lambda: razz.parse_range(MILLIONS), 0.2),
        (lambda: razz.equity([f"{{{MILLIONS}}}", "5"]), 0.2),
        (lambda: razz.equity_distribution(["5", f"{{{MILLIONS}}}"]), 0.2),
        # A quick one: well before it is done.
        (lambda: razz.parse_range("[A-Q][A-Q][A-Q][A-Q][A-Q]").combos(), 0.05),
    ],
)
def test_ctrl_c_while_holdings_are_read_or_listed(call: Callable[[], object], after: float) -> None:
    # The timer gets its turn only where other threads can run meanwhile.
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    gc.disable()  # a Ctrl-C in a callback of the collector, such as Hypothesis has, would be lost
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt) as caught:
            call()
    finally:
        with contextlib.suppress(KeyboardInterrupt):
            timer.join()  # one that comes too late is not for the tests that follow
        gc.enable()
    assert isinstance(caught.value, razz.Interrupted)
    assert caught.value.partial is None


def test_last_card_of_a_known_case() -> None:
    """A7 beats 8-4-3-2-A, A9 does not: 3 aces and 1 seven are left for A7, 3 and 4 nines for A9."""
    result = razz.equity(["As2s3s4s8dKdKh", "{A7,A9}2h3d4hKcQc"], dead="7c7d7h")
    assert result.fractions[0] == Fraction(12, 15)
    assert result.range_weights[1] == {"A7": 0.2, "A9": 0.8}


def test_ninety_three_combos() -> None:
    assert round(float(razz.equity(["A29", "{[A-7][A-7]/d}7"], dead="5,5,6,6,4,3,A").equity[0]), 5) == 0.39932


def test_joint_weights() -> None:
    """Three of the four combinations in which the cards do not collide have the second holding."""
    result = razz.equity(["{As2d3d, 4c5c6c}", "{As4d5d, As4d6d, 7d8d9d}"])
    assert result.range_weights[0] == {"As2d3d": 0.25, "4c5c6c": 0.75}
    assert result.exact


def test_weights_of_ranges_are_kept_and_copied() -> None:
    result = razz.equity(["{As2d3d, 4c5c6c}", "A5", "{As4d5d, As4d6d, 7d8d9d}"], method="sample", samples=5000, rng=1)
    weights = result.range_weights
    assert weights[1] is None
    assert [len(part) for part in weights if part is not None] == [2, 3]
    assert all(abs(sum(part.values()) - 1) < 1e-12 for part in weights if part is not None)
    assert result.range_weights[0] is weights[0]
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert again == result
        assert again.range_weights == weights
        assert pickle.loads(pickle.dumps(again)).range_weights == weights


def test_ctrl_c_while_wide_ranges_are_drawn_from() -> None:
    """What was sampled before is kept, its weights of a quarter of a million holdings too."""
    players = [f"{{{rank}s[A-K][A-K][A-K][A-K]}}" for rank in "A2"]

    def tick(done: int, *_: object) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(razz.Interrupted) as caught:
        razz.equity(players, method="sample", samples=10**12, rng=3, progress=tick)
    partial = caught.value.partial
    assert partial == razz.equity(players, method="sample", samples=partial.deals, rng=3, threads=1)
    assert len(partial.range_weights[0]) > 200_000
    assert sum(partial.range_weights[0].values()) == pytest.approx(1)


@st.composite
def two_ranges(draw: st.DrawFn) -> tuple[list[str], list[list[tuple[frozenset[int], Fraction]]], list[list[int]]]:
    """Two players with five or six cards known and small ranges; the holdings by hand."""
    deck = draw(st.permutations(range(52)))
    texts: list[str] = []
    holdings, known = [], []
    start = 0
    for _ in range(2):
        behind = [int(card) for card in deck[start : start + draw(st.integers(5, 6))]]
        start += len(behind)
        weights: dict[frozenset[int], Fraction] = {}
        parts = []
        size = 7 - len(behind)
        for _ in range(draw(st.integers(1, 4))):
            weight = draw(st.sampled_from(["", "@0.5", "@2"]))
            value = Fraction(weight[1:] or "1")
            classes = []
            text = ""
            for _ in range(size):
                if draw(st.booleans()):
                    card = draw(st.integers(0, 51))
                    classes.append({card})
                    text += str(razz.Card.from_index(card))
                else:
                    low = draw(st.integers(0, 12))
                    high = draw(st.integers(low, min(low + 3, 12)))
                    classes.append(set(range(4 * low, 4 * high + 4)))
                    text += f"[{'A23456789TJQK'[low]}-{'A23456789TJQK'[high]}]"
            new = {frozenset(cards) for cards in product(*classes) if len(set(cards)) == size}
            if not new:
                continue
            parts.append(text + weight)
            weights |= dict.fromkeys(new, value)
        if not parts:
            card = deck[-1 - len(texts)]
            parts = ["".join(str(razz.Card.from_index(c)) for c in deck[-size:])]
            weights = {frozenset(int(c) for c in deck[-size:]): Fraction(1)}
        texts.append("{" + ", ".join(parts) + "}" + "".join(str(razz.Card.from_index(card)) for card in behind))
        holdings.append(list(weights.items()))
        known.append(behind)
    return texts, holdings, known


def test_against_every_combination() -> None:
    """Every pair of holdings that do not collide, by the twin, with the product of their weights."""
    seen: Counter[str] = Counter()

    @settings(max_examples=60, derandomize=True)
    @given(two_ranges())
    def examples(spot: tuple[list[str], list[list[tuple[frozenset[int], Fraction]]], list[list[int]]]) -> None:
        texts, holdings, known = spot
        taken = {*known[0], *known[1]}
        won, total = Fraction(0), Fraction(0)
        share: Counter[frozenset[int]] = Counter()
        for (one, first), (two, second) in product(*holdings):
            if one & two or (one | two) & taken:
                continue
            weight = first * second
            counts = twin.by_cards([[*known[0], *one], [*known[1], *two]])
            won += weight * sum((Fraction(n, len(w)) for w, n in counts.items() if 0 in w), Fraction(0))
            total += weight
            share[one] += weight  # type: ignore[assignment]  # fractions add up too
        if not total:
            seen["impossible"] += 1
            with pytest.raises(ValueError, match="possible"):
                razz.equity(texts)
            return
        result = razz.equity(texts, method="exact")
        assert result.fractions[0] == won / total
        weights = result.range_weights[0]
        assert weights is not None
        assert sum(weights.values()) == pytest.approx(1)
        for label, found in weights.items():
            if len(label) == 2 * len(holdings[0][0][0]):
                cards = frozenset(card.index for card in razz.parse_cards(label))
                assert found == pytest.approx(float(share[cards] / total))
        seen["possible"] += 1
        seen["joint removal"] += any(one & two for (one, _), (two, _) in product(*holdings))

    examples()
    assert seen["possible"] >= 30, seen
    assert seen["joint removal"] >= 10, seen


def test_sampled_ranges() -> None:
    players = ["{[A-8][A-8]/d, KK@0.5, !As2s}5", "{[A-5][A-9]@2, AsKs}6", "Td"]
    exact = razz.equity(players, method="exact", max_states=1e11)
    sampled = razz.equity(players, method="sample", samples=300_000, rng=8)
    assert np.abs(exact.equity - sampled.equity).max() < 4.5 * sampled.std_error.max()
    assert exact.range_weights[0] is not None
    assert sampled.range_weights[0] is not None
    assert exact.range_weights[0].keys() == sampled.range_weights[0].keys()
    for label, weight in exact.range_weights[0].items():
        assert abs(weight - sampled.range_weights[0][label]) < 0.01
    assert razz.equity(players, method="sample", samples=50_000, rng=8, threads=3) == razz.equity(
        players, method="sample", samples=50_000, rng=8, threads=1
    )


def test_wide_ranges_are_sampled_by_themselves() -> None:
    wide = "{[A-K][A-K][A-K]}"
    result = razz.equity([wide, wide, wide, "A23"], samples=20_000, rng=1)
    assert not result.exact
    with pytest.raises(ValueError, match="too many combinations"):
        razz.equity([wide, wide, wide, "A23"], method="exact")


def test_next_cards() -> None:
    cards = razz.equity_by_next_card(["A238", "4569"], 0)
    whole = razz.equity(["A238", "4569"])
    assert [str(rank) for rank in cards.ranks] == list("A23456789TJQK")
    assert cards.probability == pytest.approx([n / 44 for n in (3, 3, 3, 3, 3, 3, 4, 3, 3, 4, 4, 4, 4)])
    assert cards.before == pytest.approx(whole.equity[0], abs=1e-12)
    assert cards.equities.sum(axis=1) == pytest.approx(np.ones(13))
    assert set(cards.outs) | set(cards.bricks) == set(cards.ranks)
    assert cards.equity[3] == pytest.approx(razz.equity(["A2384", "4569"]).equity[0])
    assert cards.to_dict()["ranks"] == list("A23456789TJQK")
    assert "next" in str(cards)
    with pytest.raises(ValueError, match="gets no further card"):
        razz.equity_by_next_card(["A234567", "4569"], 0)
    with pytest.raises(ValueError, match="player: expected an integer from 0 to 1, found 2"):
        razz.equity_by_next_card(["A23", "4569"], 2)


def test_who_wins_whatever_comes_has_no_outs() -> None:
    """The mean of equal equities is rounded, here to less than 1."""
    cards = razz.equity_by_next_card(["A2345", "KKKQQJ"])
    assert cards.equity.tolist() == [1.0] * 13
    assert cards.outs == ()
    assert cards.bricks == cards.ranks


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_next_cards_whose_suits_matter(method: str) -> None:
    """One of two kings blocks a holding: the rank is the mixture of both, by how often each comes."""
    players, dead = ["2347TJ", "{AsKs@3, KcQc, 8s9s}5d6dTd"], "KdKh"
    limit: dict[str, Any] = {"samples": 100_000, "rng": 1} if method == "sample" else {}
    cards = razz.equity_by_next_card(players, dead=dead, method=method, **limit)
    king = cards.results[cards.ranks.index(razz.Rank("K"))]
    assert king.exact == (method == "exact")
    # The king of spades leaves KcQc and 8s9s, that of clubs AsKs, three times as likely, and 8s9s.
    by_card = [razz.equity([f"2347TJ{card}", players[1]], dead=dead, method=method, **limit) for card in ("Ks", "Kc")]
    by_suit = [result.equity[0] for result in by_card]
    # Samples of one seed go wrong together.
    assert king.std_error[0] == pytest.approx((2 * by_card[0].std_error[0] + 4 * by_card[1].std_error[0]) / 6)
    error = 1e-12 if method == "exact" else 0.01
    assert king.equity[0] == pytest.approx((2 * by_suit[0] + 4 * by_suit[1]) / 6, abs=error)
    weights = king.range_weights[1]
    assert weights == pytest.approx({"AsKs": 3 / 6, "QcKc": 1 / 6, "8s9s": 2 / 6}, abs=error)


def test_distribution() -> None:
    spread = razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"], dead="5566 43A")
    assert spread.mean == pytest.approx(0.39932, abs=5e-6)
    assert (np.diff(spread.equity) >= 0).all()
    assert spread.probability.sum() == pytest.approx(1)
    ways = {"A2": 6, "34": 9}
    shares = dict(zip(spread.holdings, spread.probability, strict=True))
    assert all(shares[name] == pytest.approx(n / 93) for name, n in ways.items())
    assert spread.quantile(0) == spread.equity[0]
    assert spread.quantile(1) == spread.equity[-1]
    with pytest.raises(ValueError, match="share"):
        spread.quantile(1.5)
    with pytest.raises(ValueError, match=r"players\[0\]: has no range"):
        razz.equity_distribution(["A29", "{[A-7][A-7]/d}7"], 0, 0)


def test_starting_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "starts.npz"
    seen: list[int] = []
    hands = razz.starting_hands(cache=path, progress=lambda done, _: seen.append(done))
    assert seen[-1] == 103_740
    assert path.exists()
    assert len(set(hands.labels)) == 455
    assert hands.probability.sum() == pytest.approx(1)
    impossible = np.isnan(hands.matrix)
    assert np.triu(impossible).sum() == 169
    assert (hands.matrix + hands.matrix.T)[~impossible] == pytest.approx(1)
    place = hands.index
    assert hands.matrix[place("A23"), place("678")] == pytest.approx(0.5955820562, abs=1e-9)
    # Against unknown hands: the figures of a count of its own.
    for start in ("A23", "KKK", "456", "AAK"):
        assert hands.random[place(start)] == pytest.approx(razz.equity([start, ""]).equity[0], abs=1e-12)
        for door, rank in enumerate("A23456789TJQK"):
            if start == "A23" or rank in "A5K":
                assert hands.behind[place(start), door] == pytest.approx(
                    razz.equity([start, rank]).equity[0], abs=1e-12
                )
    three_low = [i for i, label in enumerate(hands.labels) if len(set(label)) == 3 and set(label) <= set("A2345678")]
    assert 100 * hands.probability[three_low].sum() == pytest.approx(16.22, abs=0.005)
    # Read back, not counted again.
    monkeypatch.setattr("razz._razz._start_matrix", None)
    again = razz.starting_hands(cache=path)
    assert np.array_equal(again.matrix, hands.matrix, equal_nan=True)
    assert again.to_dict() == hands.to_dict()
    with pytest.raises(ValueError, match="read-only"):
        again.matrix[0, 0] = 0
    with pytest.raises(ValueError, match="start"):
        hands.index("A2")


@pytest.mark.parametrize("spoilt", [b"", b"PK\x03\x04 not whole"])
def test_a_spoilt_cache_is_passed_over(tmp_path: Path, spoilt: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "starts.npz"
    path.write_bytes(spoilt)
    made = (list(np.zeros(455 * 455)), list(np.zeros(455)), list(np.zeros(455 * 13)))
    monkeypatch.setattr("razz._razz._start_matrix", lambda *_: made)
    assert razz.starting_hands(cache=path).matrix.sum() == 0
    assert path.read_bytes() != spoilt


def test_a_file_of_another_kind_is_no_cache(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    path.write_bytes(b"PokerStars Hand #1")
    with pytest.raises(ValueError, match=r"cache: .*session.txt is no file of starting hands, and is left as it is"):
        razz.starting_hands(cache=path)
    assert path.read_bytes() == b"PokerStars Hand #1"
    with pytest.raises(ValueError, match="is no file of starting hands"):
        razz.starting_hands(cache=tmp_path)


def test_numbers_that_are_no_cards_are_refused() -> None:
    hands = razz.starting_hands()
    for start in ([float("inf")] * 3, [1.0, 2.0, 3.0]):
        with pytest.raises(TypeError, match="start: expected three ranks or cards"):
            hands.index(start)  # type: ignore[arg-type]


def test_pairs_of_holdings() -> None:
    """All 1,326 pairs of a door card's owner, card by card, are what the rank classes say."""
    combos = razz.parse_range("[A-K][A-K]").combos()
    assert {frozenset(c.index for c in cards) for cards, _ in combos} == {
        frozenset(p) for p in combinations(range(52), 2)
    }


def test_a_parsed_range_is_a_player() -> None:
    for text in ("{A2,A3}5", "{[A-8][A-8]/d, KK@0.5, !A2}4", "{As2s,3d4d}"):
        parsed = razz.parse_range(text)
        assert razz.equity(["K", parsed], samples=1000, rng=1) == razz.equity(["K", text], samples=1000, rng=1)
    assert razz.equity(["K", razz.parse_range("A2, A3")]) == razz.equity(["K", "{A2, A3}"])
    with pytest.raises(TypeError, match=r"players\[1\]: expected text, cards, a Range or None, found 5"):
        razz.equity(["A23", 5])  # type: ignore[list-item]
