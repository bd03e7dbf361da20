"""The real hands of the shared data folder: all 57 load, replay and add up."""

from __future__ import annotations

from pathlib import Path

import pytest
import razz

#: Razz hands, hands of other games, the format.
FILES = {
    "fulltilt/cash-0.10-0.20-2010-listed-seat-not-dealt.txt": (1, 0, "fulltilt"),
    "fulltilt/cash-0.10-0.20-2010-two-time-zones.txt": (1, 0, "fulltilt"),
    "fulltilt/ten-game-2.50-5-2011.txt": (10, 74, "fulltilt"),
    "fulltilt/tournament-2011-all-in-on-bring-in.txt": (1, 0, "fulltilt"),
    "kingsclub/cash-40-80-2021.txt": (1, 0, "kingsclub"),
    "merge/cash-0.50-1.00-2011-all-in.xml": (1, 0, "merge"),
    "phh/20.phh": (1, 0, "phh"),
    "phh/21.phh": (1, 0, "phh"),
    "phh/22.phh": (1, 0, "phh"),
    "phh/23.phh": (1, 0, "phh"),
    "phh/24.phh": (1, 0, "phh"),
    "phh/83.phh": (1, 0, "phh"),
    "pokerstars/cash-0.04-0.08-2009.txt": (9, 0, "pokerstars"),
    "pokerstars/seven-card-stud-community-card-2009.txt": (0, 1, "pokerstars"),
    "winamax/cash-0.05-0.10-2022.txt": (27, 0, "winamax"),
}

#: What a file itself does not tell, by hand: noted on the record, nothing else is.
NOT_TOLD = {
    "28333847000": "bring-in: the amount that the high card posted all-in",
    "43618199-14": "rake 0.39: the pot less what was paid",
    "16976649-16-1645389214": "bring-in: not told by this hand, taken from others of the file",
}


def test_the_count() -> None:
    assert sum(razz_hands for razz_hands, _, _ in FILES.values()) == 57


@pytest.mark.parametrize("name", FILES)
def test_hands_replay_and_add_up(name: str, shared_data: Path) -> None:
    count, others, kind = FILES[name]
    hands = razz.history.load(shared_data / "hands" / name)
    records = list(hands)
    assert (len(records), sum(hands.other_games.values()), hands.format) == (count, others, kind)
    for record in records:
        number = record.fields["hand"]
        state, result = record.state, record.state.result
        assert result is not None
        assert sum(state.payoffs) == -result.rake
        notes = [note for note in record.inferred if not note.startswith(NOT_TOLD.get(number, "?"))]
        assert notes == [], number
        assert bool(record.inferred) == (number in NOT_TOLD), number
        # The bring-in is the highest card; whoever collects holds the best of the hands shown.
        doors = [board[0] for board in state.boards]
        opened = next(event for event in record.events if event.action is not None)
        assert opened.seat == doors.index(max(doors))
        lows = [low for seat in state.shown if (low := state.lows[seat]) is not None]
        if lows:
            assert all(state.lows[seat] == max(lows) for seat in result.winners)
        for text in (
            razz.history.dumps(record),
            razz.history.dumps(record, "phhs"),
            razz.history.dumps(record, "jsonl"),
        ):
            [again] = razz.history.loads(text)
            assert again == record


def test_pokerstars_text_is_written_as_it_was_read(shared_data: Path) -> None:
    records = list(razz.history.load(shared_data / "hands" / "pokerstars/cash-0.04-0.08-2009.txt"))
    again = list(razz.history.loads(razz.history.dumps(records, "pokerstars")))
    assert again == records


def test_money_and_names(shared_data: Path) -> None:
    [kings] = razz.history.load(shared_data / "hands" / "kingsclub/cash-40-80-2021.txt")
    assert kings.stacks == (106_038, 205_840)
    assert kings.fields["unit"] == "0.01"
    assert kings.state.stacks == (101_038, 210_740)
    [full_tilt] = razz.history.load(shared_data / "hands" / "fulltilt/cash-0.10-0.20-2010-listed-seat-not-dealt.txt")
    assert "Player6" not in full_tilt.players
    assert full_tilt.fields["seats"] == "[1, 2, 3, 4, 5, 7, 8]"
    assert full_tilt.fields["currency"] == "USD"
    first = next(razz.history.load(shared_data / "hands" / "winamax/cash-0.05-0.10-2022.txt"))
    assert (first.fields["currency"], first.rules.ante, first.rules.small_bet) == ("EUR", 1, 5)
    assert first.state.cards[0][:2] == (None, None)
