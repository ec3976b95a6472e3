"""The one list of puzzles; others join through entry points of the group ``unriddle.puzzles``.

What can be solved from files by `unriddle batch` stands in `BATCHES`; others join through the group
``unriddle.batches``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError

if TYPE_CHECKING:
    from .batching import Batch

__all__ = ["BATCHES", "BUILT_IN", "batch", "batch_names", "get", "names"]

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

BATCHES = {
    "boggle": "unriddle.puzzles.boggle_batch:BoggleRecords",
    "gogen": "unriddle.puzzles.solve_batches:GogenRecords",
    "hidato": "unriddle.puzzles.solve_batches:HidatoRecords",
    "ladder": "unriddle.puzzles.solve_batches:LadderRecords",
    "numbrix": "unriddle.puzzles.solve_batches:NumbrixRecords",
    "peg": "unriddle.puzzles.solve_batches:PegRecords",
    "placement": "unriddle.puzzles.solve_batches:PlacementRecords",
    "sliding": "unriddle.puzzles.solve_batches:SlidingRecords",
    "sudoku": "unriddle.puzzles.sudoku_records:SudokuRecords",
}
"""Name of a puzzle -> ``module:class`` of its `Batch`."""


def names() -> list[str]:
    """Return the names of all puzzles, the built-in ones and those of other packages.

    Examples
    --------
    >>> "boggle" in names()
    True
    """
    return _names(BUILT_IN, "unriddle.puzzles")


def batch_names() -> list[str]:
    """Return the names of all puzzles that can be solved from files.

    Examples
    --------
    >>> "boggle" in batch_names()
    True
    """
    return _names(BATCHES, "unriddle.batches")


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
    return _load(name, BUILT_IN, "unriddle.puzzles")


def batch(name: str) -> type[Batch]:
    """Return the class by which the puzzle called `name` is solved from files.

    Raises
    ------
    PuzzleError
        No puzzle of that name can be.

    Examples
    --------
    >>> batch("boggle").WHAT
    ('score', 'words', 'paths')
    """
    found: type[Batch] = _load(name, BATCHES, "unriddle.batches")
    return found


def _names(built_in: dict[str, str], group: str) -> list[str]:
    from importlib.metadata import entry_points

    return sorted({*built_in, *(entry.name for entry in entry_points(group=group))})


def _load(name: str, built_in: dict[str, str], group: str) -> Any:
    if name in built_in:
        module, _, attribute = built_in[name].partition(":")
        return getattr(importlib.import_module(module), attribute)
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=name):
        return entry.load()
    known = ", ".join(_names(built_in, group))
    raise PuzzleError(f"no puzzle is called {name!r:.40}, expected one of {known}")
