"""Which cards of the deck a street takes (docs/rules.md sections 1 and 6)."""

Procedure = tuple[bool, bool, bool]
Pending = list[tuple[int | str, str]]  # (seat or "BOARD", "down" or "up")

# procedure: (a card is burnt, stub and burns are mixed first, one community card instead of one each)
PLAIN = (False, False, False)
COMMUNITY = (False, False, True)
BURN = (True, False, False)
SCRAMBLE = (True, True, False)
BURN_COMMUNITY = (True, False, True)
SCRAMBLE_COMMUNITY = (True, True, True)
LAST_CARD = (False, True, False)
MIX_COMMUNITY = (False, True, True)


def procedure(short_deck: str, street: int, players: int, stub: int, burns: int) -> Procedure:
    """How a street is dealt to `players` with `stub` cards undealt and `burns` burnt so far."""
    if street == 3:
        return PLAIN
    if short_deck == "ONLINE":
        return PLAIN if stub >= players else COMMUNITY
    if short_deck == "TDA":
        enough = players + 2  # the burn, and the last card is never dealt
        if stub >= enough:
            return BURN
        if stub + burns >= enough:
            return SCRAMBLE
        return BURN_COMMUNITY if stub >= 3 else SCRAMBLE_COMMUNITY
    if stub >= players + 1:
        return BURN
    return LAST_CARD if stub + burns >= players else MIX_COMMUNITY


def source(how: Procedure, stub: list[int], burnt: list[int]) -> tuple[list[int], list[int]]:
    """(the card burnt if any, the cards to deal from, in order).

    Mixing is not random here: the mix is the stub, then the burns in the order they were burnt. With
    LAST_CARD the stub but its last card is dealt, then that card and the burns: the same order.
    """
    burn, mix, _ = how
    order = stub + burnt if mix else stub
    return (order[:1], order[1:]) if burn else ([], order)


def third_street(seats: int) -> Pending:
    return [(seat, way) for way in ("down", "down", "up") for seat in range(seats)]


def later_street(street: int, live: list[int], community: bool) -> Pending:
    if community:
        return [("BOARD", "up")]
    return [(seat, "down" if street == 7 else "up") for seat in live]
