"""Equity beside poker-equity, which samples Razz on third street and walks every deal from fifth street on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import poker_equity
import razz

from benches.measure import Row, best_seconds

#: Two-handed spots on third street, split pairs and trips among them.
SPOTS = [
    *(("A23", "456"), ("A23", "678"), ("A2K", "678"), ("A23", "A23"), ("A24", "456"), ("234", "89T"), ("A23", "KQJ")),
    *(("456", "789"), ("A29", "78K"), ("A28", "357"), ("567", "23J"), ("A3Q", "589"), ("KQJ", "T98"), ("A23", "789")),
    *(("AA2", "346"), ("22K", "A37"), ("A23", "KKK"), ("222", "KQJ"), ("KKK", "456"), ("66J", "A48")),
]
#: Three and four players, and a known hand against two unknown ones behind door cards.
MORE = [("A23", "456", "789"), ("KQJ", "T98", "765"), ("A23", "5", "8"), ("A23", "456", "789", "TJQ")]
#: Figures that poker-equity can count as well: fifth and sixth street.
LATER = [("As2h3d8cKc", "4c5d6s9hTd"), ("As2h3d8cKcQd", "4c5d6s9hTdJs")]
SAMPLES = 100_000


def suited(ranks: str, suits: str) -> str:
    """Ranks with suits, the peer's notation having no ranks alone."""
    return "".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


def count(*players: str) -> razz.Equity:
    """The exact answer on one thread."""
    return razz.equity(players, method="exact", threads=1)


def ours(*players: str) -> float:
    """The time of one answer."""
    return best_seconds(lambda: count(*players), repeat=50 if len(players) == 2 else 5)


def sampled_by_peer(players: list[str], samples: int) -> float:
    """The time of the peer's samples on one thread."""
    return best_seconds(lambda: poker_equity.chunk_from_text("razz", players, "", "", samples, 1, 1), repeat=3)


def rows() -> Iterator[Row]:
    """Rows of the table."""
    times = {spot: ours(*spot) for spot in SPOTS}
    slowest = max(times, key=lambda spot: times[spot])
    # Whole cards, the suits of the two players being different: the peer has no ranks alone.
    whole = [suited(slowest[0], "shd"), suited(slowest[1], "cds")]
    if set(razz.parse_cards(whole[0])) & set(razz.parse_cards(whole[1])):
        whole[1] = suited(slowest[1], "cch")
    peer = 1 / sampled_by_peer(whole, SAMPLES)
    what = f"exact equity, third street, slowest of {len(SPOTS)} spots: {' v '.join(slowest)}"
    yield Row(what, 1 / times[slowest], "answers/s", f"poker-equity, {SAMPLES:,} samples", peer)
    yield Row(
        f"exact equity, third street, median of {len(SPOTS)} spots",
        1 / float(np.median([*times.values()])),
        "answers/s",
    )
    for more in MORE:
        yield Row(f"exact equity, third street, {' v '.join(more)}", 1 / ours(*more), "answers/s")
    for players in LATER:
        answer = poker_equity.exact_from_text("razz", list(players))
        assert abs(answer["players"][0]["equity"] - count(*players).equity[0]) < 1e-9, "the two exact answers differ"
        theirs = best_seconds(lambda p=players: poker_equity.exact_from_text("razz", list(p)), repeat=3)  # type: ignore[misc]
        what = f"exact equity, {len(players[0]) // 2} cards each, heads-up"
        yield Row(what, 1 / ours(*players), "answers/s", "poker-equity exact", 1 / theirs)
    seconds = best_seconds(
        lambda: razz.equity(["A23", "456"], method="sample", samples=4_000_000, rng=1, threads=1), repeat=3
    )
    peer = 1e6 / sampled_by_peer(["As2h3d", "4c5d6s"], 10**6)
    yield Row("sampled equity, heads-up on third street, 1 thread", 4e6 / seconds, "deals/s", "poker-equity", peer)
