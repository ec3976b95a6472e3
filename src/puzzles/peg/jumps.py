"""Jumps of peg solitaire, and how people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ...base import PuzzleError, Result
from ...io.text import printable
from ...repr_html import Shown

__all__ = ["Jump", "count_moves", "hole_name", "hole_of", "jumps_of", "jumps_text"]

_HOLE = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,3})")


def hole_name(hole: tuple[int, int]) -> str:
    """Return a hole as people write it: the column as a letter, the row as a number from 1.

    Examples
    --------
    >>> hole_name((0, 0)), hole_name((3, 27))
    ('a1', 'ab4')
    """
    row, column = hole
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return f"{name}{row + 1}"


def hole_of(name: str) -> tuple[int, int] | None:
    """Return row and column of a hole by its name, None where it is no such name.

    Examples
    --------
    >>> hole_of("ab4"), hole_of("**")
    ((3, 27), None)
    """
    match = _HOLE.fullmatch(name.strip().lower())
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    return int(match[2]) - 1, column - 1


@dataclass(frozen=True, slots=True)
class Jump(Shown):
    """A peg at `start` jumps over that at `over`, which goes, and lands at `end`: (row, column) from 0.

    Examples
    --------
    >>> print(Jump((1, 3), (2, 3), (3, 3)))
    d2-d4
    """

    start: tuple[int, int]
    over: tuple[int, int]
    end: tuple[int, int]

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"


def jumps_text(jumps: Iterable[Jump]) -> str:
    """Return jumps as text, those of one peg in a row joined.

    Examples
    --------
    >>> jumps_text([Jump((0, 0), (0, 1), (0, 2)), Jump((0, 2), (0, 3), (0, 4)), Jump((2, 2), (1, 2), (0, 2))])
    'a1-c1-e1 c3-c1'
    """
    text, last = "", None
    for jump in jumps:
        text += f"-{hole_name(jump.end)}" if jump.start == last else f" {jump}"
        last = jump.end
    return text.strip()


def count_moves(jumps: Sequence[Jump]) -> int:
    """Return the number of moves, where jumps of one peg in a row are one.

    Examples
    --------
    >>> count_moves(jumps_of("a1-c1-e1 c3-c1"))
    2
    """
    return bool(jumps) + sum(a.end != b.start for a, b in pairwise(jumps))


def jumps_of(answer: object) -> tuple[Jump, ...]:
    """Return the jumps of an answer: `Jump` objects, their text, or a result.

    Raises
    ------
    PuzzleError
        It is none of these. Whether the jumps can be made is not asked.

    Examples
    --------
    >>> jumps_of("a1-c1-e1")[1]
    Jump(start=(0, 2), over=(0, 3), end=(0, 4))
    >>> jumps_of("a1-b1")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: 'a1-b1', expected jumps such as a1-c1, from hole to hole over one between
    """
    if isinstance(answer, Result):
        answer = getattr(answer, "solution", None)
    if isinstance(answer, str):
        return tuple(jump for word in answer.split() for jump in _chain(word))
    if isinstance(answer, Sequence) and all(isinstance(jump, Jump) for jump in answer):
        return tuple(answer)
    raise PuzzleError(f"{printable(repr(answer))[:40]}, expected jumps, such as a1-c1 d1-b1 or Jump objects")


@lru_cache(maxsize=4096)
def _chain(word: str) -> tuple[Jump, ...]:
    """Return the jumps of a peg: holes with a dash between."""
    holes = [hole_of(name) for name in word.split("-")]
    jumps = []
    for start, end in pairwise(holes) if len(holes) > 1 else [(None, None)]:
        if start is not None and end is not None:
            down, right = end[0] - start[0], end[1] - start[1]
            if {abs(down), abs(right)} <= {0, 2} and (down or right):
                jumps.append(Jump(start, (start[0] + down // 2, start[1] + right // 2), end))
                continue
        raise PuzzleError(
            f"{printable(word)[:40]!r}, expected jumps such as a1-c1, from hole to hole over one between"
        )
    return tuple(jumps)
