"""URLs of puzz.link and its relatives (pzpr): the genre, columns, rows and numbers of a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from ...base import PuzzleError
from .format import Format, PuzzleText
from .grids import made_of, numbers_of, usual_box

BOXES = (4, 6, 9, 16, 25)
"""Rows of the boards that have boxes there."""
NUMBER = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|([g-z])|([.])")
GENRE = "sudoku"
PLACE = re.compile(r"https?://[^\s?]*\?(?:pzprv3(?:edit)?/)?(\w+)/(\S*)\Z")


def decode(body: str, count: int) -> list[int]:
    """Return the numbers of `count` cells, 0 for a cell without one.

    Examples
    --------
    >>> decode("1h-1f", 4)
    [1, 0, 0, 31]
    """
    found: list[int] = []
    at = 0
    while at < len(body) and len(found) <= count:
        match = NUMBER.match(body, at)
        if match is None:
            raise PuzzleError(f"{body[at]!r} in the cells, expected digits, a to z, - or +")
        hexadecimal = match[1] or match[2] or match[3]
        if match[4]:
            found += [0] * (ord(match[4]) - ord("g") + 1)
        else:
            value = int(hexadecimal, 16) if hexadecimal else 0
            if hexadecimal and not value:
                raise PuzzleError("0 in a cell, expected 1 or more")
            found.append(value)
        at = match.end()
    if len(found) > count:
        raise PuzzleError(f"more than the {count} cells of the board")
    return found + [0] * (count - len(found))


def encode(numbers: Sequence[int]) -> str:
    """Return numbers as `decode` reads them.

    Examples
    --------
    >>> encode([1, 0, 0, 31])
    '1h-1f'
    """

    def blanks(found: re.Match[str]) -> str:
        full, rest = divmod(len(found[0]), 20)
        return "z" * full + (chr(ord("g") + rest - 1) if rest else "")

    signs = [f"{value:x}" if value < 16 else f"-{value:02x}" for value in numbers]
    marked = "".join(sign if value else "_" for value, sign in zip(numbers, signs, strict=True))
    return re.sub(r"_+", blanks, marked)


def _read(text: str) -> PuzzleText:
    place = PLACE.fullmatch(text)
    genre, parts = (place[1], place[2].split("/")) if place else ("", [])
    if genre != GENRE:
        raise PuzzleError(f"a board of {genre or 'an unknown genre'!s:.40}, expected one {GENRE} URL")
    if len(parts) < 3 or not all(re.fullmatch(r"\d{1,2}", part) for part in parts[:2]):
        raise PuzzleError("no columns, rows and cells, expected ?GENRE/COLUMNS/ROWS/CELLS")
    n = int(parts[0])
    if n != int(parts[1]) or n not in BOXES:
        raise PuzzleError(f"a board of {parts[1]}×{parts[0]}, expected a square of {BOXES} rows")
    box = None if isqrt(n) ** 2 == n else list(usual_box(n))
    return made_of(decode(parts[2], n * n), n, box=box)


def _write(puzzles: Sequence[PuzzleText]) -> str:
    puzzle = puzzles[0]
    numbers, n = numbers_of(puzzle, "box")
    if n not in BOXES or tuple(puzzle.rules.get("box", usual_box(n))) != usual_box(n):
        raise PuzzleError(f"a grid of {n}×{n}, or with such boxes; expected {BOXES} rows and the usual boxes")
    return f"https://puzz.link/p?{GENRE}/{n}/{n}/{encode(numbers)}\n"


FORMATS = (
    Format(
        name="puzzlink",
        title="puzz.link URL",
        reads="numbers; 4, 6, 9, 16 or 25 rows with the usual boxes",
        writes="the same",
        begins=re.compile(r"https?://[^\s?]{0,99}(?:puzz\.link|pzv\.jp|pzpr|/p(?:\.html)?\?)", re.IGNORECASE),
        read=_read,
        write=_write,
    ),
)
