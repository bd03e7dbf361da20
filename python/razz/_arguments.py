"""Checks of arguments: which one, what was expected, what was found."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence


def integer(value: object, name: str, least: int, most: int | None = None, *, optional: bool = False) -> int:
    """A whole number; `optional` says in the message that None would do too.

    Examples
    --------
    >>> from razz._arguments import integer
    >>> integer(True, "n", 1)
    Traceback (most recent call last):
    TypeError: n: expected an integer of 1 or more, found True
    """
    expected = f"an integer of {least} or more" if most is None else f"an integer from {least} to {most}"
    expected += " or None" if optional else ""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # that is what is asked here
    except TypeError:
        raise TypeError(f"{name}: expected {expected}, found {value!r}") from None
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name}: expected {expected}, found {number}")
    return number


def real(value: object, name: str, expected: str) -> float:
    """A number that is not None, as a float.

    Examples
    --------
    >>> from razz._arguments import real
    >>> real("x", "level", "more than 0 and less than 1")
    Traceback (most recent call last):
    TypeError: level: expected more than 0 and less than 1, found 'x'
    """
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        return float(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        raise TypeError(f"{name}: expected {expected}, found {value!r}") from None


def iterable(value: object, name: str, expected: str) -> None:
    """Something to go through.

    Examples
    --------
    >>> from razz._arguments import iterable
    >>> iterable(3, "records", "records")
    Traceback (most recent call last):
    TypeError: records: expected records, found 3
    """
    try:
        iter(value)  # type: ignore[call-overload]  # an array without an axis has the method and refuses
    except TypeError:
        raise TypeError(f"{name}: expected {expected}, found {value!r}") from None


def encoded(text: str, name: str) -> bytes:
    r"""A text as UTF-8, which has no halves of characters.

    Examples
    --------
    >>> from razz._arguments import encoded
    >>> encoded("a\ud800", "text")
    Traceback (most recent call last):
    ValueError: text: expected text, found a lone surrogate (position 1)
    """
    try:
        return text.encode()
    except UnicodeEncodeError as fault:
        raise ValueError(f"{name}: expected text, found a lone surrogate (position {fault.start})") from None


def path_of(value: object, name: str, expected: str = "a path") -> str:
    r"""What names a file, as the system takes it.

    Examples
    --------
    >>> from razz._arguments import path_of
    >>> path_of("a\0", "log")
    Traceback (most recent call last):
    ValueError: log: expected a path, found 'a\x00'
    """
    if not isinstance(value, str | os.PathLike) or not isinstance(text := os.fspath(value), str):
        raise TypeError(f"{name}: expected {expected}, found {value!r}")
    try:
        named = "\0" not in os.fsdecode(os.fsencode(text))
    except UnicodeEncodeError:
        named = False
    if not named:
        raise ValueError(f"{name}: expected {expected}, found {text!r}")
    return text


def texts(value: object, name: str, what: str) -> None:
    """A sequence of texts.

    Examples
    --------
    >>> from razz._arguments import texts
    >>> texts(["Ann", 3], "players", "names")
    Traceback (most recent call last):
    TypeError: players: expected a sequence of names, found ['Ann', 3]
    """
    if not isinstance(value, Sequence) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"{name}: expected a sequence of {what}, found {value!r}")


def of_class(value: object, name: str, classes: type | tuple[type, ...], expected: str) -> None:
    """An object of a class.

    Examples
    --------
    >>> from razz._arguments import of_class
    >>> of_class(3, "name", str, "text")
    Traceback (most recent call last):
    TypeError: name: expected text, found 3
    """
    if not isinstance(value, classes):
        raise TypeError(f"{name}: expected {expected}, found {value!r}")
