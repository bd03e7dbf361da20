"""Statistics of many hands. The samples are fixed by their seeds, so the answers never change; the long run
(`make long-run`) holds a thousand times as many hands to the same."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import razz

from benches import long_run
from benches.long_run import ERRORS, LOWS, findings, job


@pytest.mark.parametrize(("seats", "seed", "raked"), [(6, 1, False), (2, 2, True), (7, 3, False)])
def test_players_who_check_and_call(seats: int, seed: int, raked: bool) -> None:
    summary = job(seats, seed, raked=raked).run(200_000)
    found = list(findings(summary, seats))
    assert len(found) == 2 + 2 + 2 * seats * (3 + 14) + 52
    assert [finding for finding in found if not finding.holds] == []
    assert (summary.rake > 0) == raked
    assert sum(LOWS) == long_run.ALL_HANDS


def test_findings_can_be_wrong() -> None:
    """Another policy, one seat fewer: what is held to the combinations does not fit."""
    summary = razz.Simulation(razz.Rules(), [1000] * 6, "random", 1, rotate=True).run(50_000)
    wrong = {finding.name for finding in findings(summary, 6) if not finding.holds}
    assert "hands that came to the showdown" in wrong
    assert any("shows" in name for name in wrong)
    wrong = {finding.name for finding in findings(job(6, 1).run(50_000), 5) if not finding.holds}
    assert {"Ks brings in", "seat 0: brings in"} <= wrong


def test_players_are_alike_when_the_deal_goes_round() -> None:
    """Equal policies that bet and fold: where one sits matters, who one is does not."""
    summary = razz.simulate(200_000, policies="random", rng=4, rotate=True)
    for player in summary.players:
        assert abs(player.result.mean) <= ERRORS * player.result.std_error
    streets = np.array([player.streets for player in summary.players]) / summary.hands
    share = streets.mean(axis=0)
    assert np.all(np.abs(streets - share) <= ERRORS * np.sqrt(share * (1 - share) / summary.hands) + 1e-12)
    fourth = [seat.streets[1] for seat in summary.seats]
    assert max(fourth) - min(fourth) > 0


@pytest.mark.parametrize("seats", [6, 8])
def test_cards_and_positions_are_independent(seats: int) -> None:
    """Chi-square of card by position, over the decks and over the hands as they are dealt to the seats."""
    hands = 6000
    dealt = razz.Simulation(razz.Rules(), [1000] * seats, "check_call", seed=5)
    decks = np.zeros((52, 52), dtype=np.int64)
    held = np.zeros((seats * 6, 52), dtype=np.int64)
    for index in range(hands):
        decks[np.arange(52), [card.index for card in razz.deck_of(5, index)]] += 1
        state = dealt.replay(index).state
        cards = [card.index for seat in range(seats) for card in state.cards[seat][:6] if card is not None]
        held[np.arange(len(cards)), cards] += 1
    for counts in (decks, held):
        places = len(counts)
        assert counts.sum() == hands * places
        pearson = ((counts - hands / 52) ** 2 / (hands / 52)).sum() * 51 / 52
        # The covariance of what lies where is 1/51 of the product of two centring matrices; of positions there may be
        # fewer than 52, which leaves 51 weights of 1 - places / 52 besides 51 (places - 1) of 1.
        last = 1 - places / 52
        mean, variance = 51 * (places - 1 + last), 2 * 51 * (places - 1 + last**2)
        assert abs(pearson - mean) <= ERRORS * np.sqrt(variance)


def test_the_long_run_can_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seed", "9", "--checkpoint", str(tmp_path / "run"), "--hands"]
    assert long_run.main([*words, "20000"]) == 0
    assert long_run.main([*words, "3e4"]) == 0
    out = capsys.readouterr().out
    facts = json.loads(out[out.rindex("\n{") :])
    assert (facts["hands"], facts["wrong"]) == (30_000, [])
    assert 0 < facts["largest deviation in standard errors"] <= ERRORS
