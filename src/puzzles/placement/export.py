"""Filled grids as files of crossword programs: ipuz and Across Lite."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...base import MissingExtraError, PuzzleError
from .clues import entries
from .draw import numbering
from .rules import fold

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["export_of", "ipuz_of", "puz_of"]

MOST_SIDE = 255
"""Cells of a side of an Across Lite grid, which has a byte for it."""
MOST_REBUS = 99
"""Entries of the rebus of an Across Lite file, whose numbers have two digits."""


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

    Letters and clues of Latin-1 make a file of version 1.3, which every program reads; others one of version
    2.0, which is UTF-8. Its grid has a byte for each cell: a letter that takes more is written as a rebus.

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
        A cell without a letter, more than 255 rows or columns, more than 99 letters that are not ASCII, a
        clue with a NUL or half a surrogate pair.

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
    # In the order of the numbers, across before down.
    listed = sorted(
        (e.number, k, e.clue) for k, found in enumerate(entries(grid, clues).values()) for e in found
    )
    for _, _, clue in listed:
        if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in clue):
            wrong = f"clue {clue[:40]!r} cannot be written to .puz; remove the characters that are no text"
            raise PuzzleError(wrong)
    latin = all(ord(sign) <= 0xFF for sign in text + "".join(clue for _, _, clue in listed))
    made = puz.Puzzle("1.3" if latin else "2.0")
    made.width, made.height = len(grid[0]), len(grid)
    made.solution = text if latin else _with_rebus(text, made)
    made.fill = "".join("." if letter == "." else "-" for letter in text)
    made.clues = [clue for _, _, clue in listed]
    content: bytes = made.tobytes()
    return content


def _with_rebus(text: str, made: Any) -> str:
    """Return the cells in ASCII; the letters that are not become entries of the rebus of a file."""
    cells: dict[str, list[int]] = {}
    for index, letter in enumerate(text):
        if not letter.isascii():
            cells.setdefault(letter, []).append(index)
    if len(cells) > MOST_REBUS:
        raise PuzzleError(f"{len(cells)} letters that are not ASCII; a .puz file takes {MOST_REBUS}")
    for letter, places in cells.items():
        made.rebus().add_rebus_squares(places, letter)
    return "".join(letter if letter.isascii() else _plain(letter) for letter in text)


def _plain(letter: str) -> str:
    """Return the letter of A to Z that is nearest to a letter, for programs without rebus; else X."""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.isascii() and base.isalpha() else "X"


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
