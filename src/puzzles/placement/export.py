"""Filled grids as files of crossword programs: ipuz and Across Lite."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...base import MissingExtraError, PuzzleError
from .clues import entries
from .draw import numbering
from .rules import fold

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["export_of", "ipuz_of", "puz_of"]

MOST_SIDE = 255
"""Cells of a side of an Across Lite grid, which has a byte for it."""


def ipuz_of(rows: Sequence[str], clues: Mapping[str, str] | None = None) -> str:
    """Return a filled grid as the text of an ipuz file, with the standard numbers.

    Parameters
    ----------
    rows : sequence of str
        Letters, ``#`` for forbidden cells.
    clues : mapping, optional
        Word -> clue; a word without one has an empty clue.

    Raises
    ------
    PuzzleError
        A cell without a letter.

    Examples
    --------
    >>> json.loads(ipuz_of(["AB", "C#"]))["puzzle"]
    [[1, 0], [0, '#']]
    """
    grid = _checked(rows)
    numbers = numbering(grid)
    value = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": len(grid[0]), "height": len(grid)},
        "block": "#",
        "empty": "0",
        "puzzle": [
            ["#" if letter == "0" else numbers.get((r, c), 0) for c, letter in enumerate(row)]
            for r, row in enumerate(grid)
        ],
        "solution": [["#" if letter == "0" else letter for letter in row] for row in grid],
        "clues": {
            way: [[entry.number, entry.clue] for entry in found]
            for way, found in entries(grid, clues).items()
        },
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def puz_of(rows: Sequence[str], clues: Mapping[str, str] | None = None) -> bytes:
    """Return a filled grid as an Across Lite file. Needs extra ``puz``.

    Parameters
    ----------
    rows : sequence of str
        Letters, ``#`` for forbidden cells.
    clues : mapping, optional
        Word -> clue; a word without one has an empty clue.

    Raises
    ------
    MissingExtraError
        puzpy is not installed.
    PuzzleError
        A cell without a letter, a letter or a clue that is not of Latin-1, more than 255 rows or columns.

    Examples
    --------
    >>> puz_of(["AB", "C#"])[2:13]  # doctest: +SKIP
    b'ACROSS&DOWN'
    """
    puz = _puzpy()
    grid = _checked(rows)
    if max(len(grid), len(grid[0])) > MOST_SIDE:
        raise PuzzleError(f"a grid of {len(grid)} x {len(grid[0])}, expected at most {MOST_SIDE} for .puz")
    text = "".join(grid).replace("0", ".")
    for letter in text:
        if ord(letter) > 0xFF:
            raise PuzzleError(f"letter {letter!r}, expected letters of Latin-1 for .puz")
    made = puz.Puzzle()
    made.width, made.height = len(grid[0]), len(grid)
    made.solution = text
    made.fill = "".join("." if letter == "." else "-" for letter in text)
    # In the order of the numbers, across before down.
    listed = sorted(
        (e.number, k, e.clue) for k, found in enumerate(entries(grid, clues).values()) for e in found
    )
    made.clues = [clue for _, _, clue in listed]
    for clue in made.clues:
        if any(ord(sign) > 0xFF for sign in clue):
            raise PuzzleError(f"clue {clue[:40]!r}, expected letters of Latin-1 for .puz")
    content: bytes = made.tobytes()
    return content


def export_of(path: str) -> Callable[..., str | bytes]:
    """Return what makes the content of a file from a filled grid and its clues, by the end of its name.

    Raises
    ------
    PuzzleError
        Another end than ``.ipuz`` or ``.puz``.
    MissingExtraError
        ``.puz`` without puzpy: said before any search.

    Examples
    --------
    >>> export_of("grid.ipuz").__name__
    'to_ipuz'
    """
    from .result import WordFilling

    if path.lower().endswith(".puz"):
        _puzpy()
        return WordFilling.to_puz
    if path.lower().endswith(".ipuz"):
        return WordFilling.to_ipuz
    raise PuzzleError(f"export to {path!r:.60}, expected a name that ends in .ipuz or .puz")


def _puzpy() -> ModuleType:
    try:
        import puz
    except ImportError:
        raise MissingExtraError("Across Lite files", "puzpy", "puz") from None
    module: ModuleType = puz
    return module


def _checked(rows: Sequence[str]) -> list[str]:
    """Return a filled grid in upper case, with 0 for forbidden cells."""
    grid = [fold(row).replace("#", "0") for row in rows]
    for r, row in enumerate(grid, 1):
        for c, letter in enumerate(row, 1):
            if letter != "0" and not letter.isalpha():
                raise PuzzleError(f"row {r}, column {c} has no letter, expected a grid that is filled")
    return grid
