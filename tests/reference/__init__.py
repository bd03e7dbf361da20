"""The plain twin: cards, evaluator, equity and rules engine, written from the rules alone.

Standard library only and nothing from razz: it is the other side of every cross-check, so it is
slow and obvious on purpose. A card is 4 * rank + suit, rank ace 0 ... king 12, suit clubs 0,
diamonds 1, hearts 2, spades 3. ``None`` is a card that was dealt but is not known.
"""
