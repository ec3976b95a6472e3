"""The one list of puzzles; others join through entry points of the group ``unriddle.puzzles``."""

from __future__ import annotations

import importlib
from typing import Any

from ..base import PuzzleError

__all__ = ["BUILT_IN", "get", "names"]

BUILT_IN = {
    "boggle": "unriddle.puzzles.boggle:Boggle",
    "gogen": "unriddle.puzzles.gogen:Gogen",
    "hidato": "unriddle.puzzles.numbrix:Hidato",
    "ladder": "unriddle.puzzles.ladder:WordLadderPuzzle",
    "numbrix": "unriddle.puzzles.numbrix:Numbrix",
    "peg": "unriddle.puzzles.peg:GridPegSolitairePuzzle",
    "placement": "unriddle.puzzles.word_placement:WordPlacement",
    "river": "unriddle.puzzles.river:RiverPuzzle",
    "sliding": "unriddle.puzzles.sliding:MNPuzzle",
    "sudoku": "unriddle.puzzles.sudoku:SudokuPuzzle",
}
"""Name of a puzzle -> ``module:class``."""


def names() -> list[str]:
    """Return the names of all puzzles, the built-in ones and those of other packages.

    Examples
    --------
    >>> "boggle" in names()
    True
    """
    from importlib.metadata import entry_points

    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group="unriddle.puzzles"))})


def get(name: str) -> Any:
    """Return the class of the puzzle called `name`.

    Raises
    ------
    PuzzleError
        No puzzle has that name.

    Examples
    --------
    >>> get("boggle").__name__
    'Boggle'
    """
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return getattr(importlib.import_module(module), attribute)
    from importlib.metadata import entry_points

    for entry in entry_points(group="unriddle.puzzles", name=name):
        return entry.load()
    raise PuzzleError(f"no puzzle is called {name!r}, expected one of {', '.join(names())}")
