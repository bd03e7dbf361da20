"""Cards as numbers: 4 * rank + suit, the ace low."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def rank(card: int) -> int:
    return card // 4


def suit(card: int) -> int:
    return card % 4


def card(text: str) -> int:
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str) -> list[int | None]:
    """Read "As 2h ??" or "As2h??": [3, 6, None]."""
    text = text.replace(" ", "")
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    return [None if pair == "??" else card(pair) for pair in pairs]


def known(text: str) -> list[int]:
    return [number for number in cards(text) if number is not None]


def name(number: int | None) -> str:
    return "??" if number is None else RANKS[rank(number)] + SUITS[suit(number)]


def ranks(text: str) -> list[int]:
    """Read "A23": [0, 1, 2]."""
    return [RANKS.index(letter) for letter in text]
