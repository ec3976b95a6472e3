"""Batches of word placements: solving records, and generating criss-crosses and dense grids."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...base import PuzzleError
from ...lexicon import Lexicon
from ..framework.arguments import check_shape
from ..framework.batch_records import Column, Option, SolveRecords
from ..framework.generator import Factory, whole
from .generate import (
    DRAWN_LEVEL,
    FILL_IN_LEVEL,
    MOST_LAID,
    SYMMETRIES,
    Filler,
    drawn,
    make,
    make_fill_in,
    pattern_of,
    room,
)
from .puzzle import WordPlacement

__all__ = ["PlacementFactory", "PlacementRecords"]

CRISS_CROSS, FILL_IN = "criss-cross", "fill-in"
WORDS = 12
"""Words of a criss-cross by default."""
GRID = ("mask", "blocks", "longest", "symmetry")
"""Options of dense grids alone."""


class PlacementRecords(SolveRecords):
    """Fill-ins: the words, a semicolon and the rows, ``GTU,TECH;111/010/010/010``."""

    KIND: ClassVar[type[WordPlacement]] = WordPlacement
    OPTIONS = (
        *SolveRecords.OPTIONS,
        Option("reuse", "let a word be used more than once", False),
        Option("spare", "let words stay unused", False),
    )

    def rules(self) -> dict[str, Any]:
        """Return whether words may be used again, and whether all have to be used."""
        return {"reuse": self.options["reuse"], "exact": not self.options["spare"]}


class PlacementFactory(Factory):
    """Words across each other, with one way to fill them in; a grid and its mirror are the same."""

    KIND = WordPlacement
    OWN = (
        Option(
            "kind",
            "lay words out, or fill dense grids (default: fill-in with --mask, --blocks, --longest or"
            " --symmetry, else criss-cross)",
            None,
            (CRISS_CROSS, FILL_IN),
        ),
        Option("words", f"lay out N words in a criss-cross (default: {WORDS})"),
        Option(
            "shape",
            "limit a criss-cross to RxC cells, or set the size of a fill-in (default: 13x13)",
            metavar="RxC",
        ),
        Option("mask", "fill a grid of rows of # (forbidden), . (open) and letters", metavar="ROWS"),
        Option("blocks", "forbid at least N cells of a fill-in (default: 22 per 100 cells)"),
        Option("longest", "fill in words of at most N letters (default: 8)"),
        Option(
            "symmetry",
            "choose the symmetry of a fill-in's forbidden cells (default: rotation)",
            None,
            tuple(SYMMETRIES),
        ),
    )
    MEASURES = (Column("words", "int"), Column("given", "int"), Column("guesses", "int"))
    USES_LEXICON = True
    LEVEL = FILL_IN_LEVEL
    LEVELS = f"{DRAWN_LEVEL} for a {CRISS_CROSS}, {FILL_IN_LEVEL} for a {FILL_IN}"
    CHUNK = 4

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        level = FILL_IN_LEVEL if self._dense else DRAWN_LEVEL
        self.lexicon = Lexicon.load("english", level=level, clean=True) if lexicon is None else lexicon
        _ = self._words  # a list without words for this is refused before any work

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        grid = [name for name in GRID if given[name] is not None]
        kind = given["kind"] or (FILL_IN if grid else CRISS_CROSS)
        self._dense = kind == FILL_IN
        if self._dense and given["words"] is not None:
            raise PuzzleError(
                f"--words is for a {CRISS_CROSS}; the grid of a {FILL_IN} determines the number of words"
            )
        if grid and not self._dense:
            raise PuzzleError(f"--{grid[0]} goes with --kind {FILL_IN}")
        if self._dense:
            self._check_grid()
        else:
            self._check_words()

    def _check_grid(self) -> None:
        given = self.options
        blocks = None if given["blocks"] is None else whole("blocks", given["blocks"], 0)
        longest = None if given["longest"] is None else whole("longest", given["longest"], 3)
        self._grid = pattern_of(given["shape"], given["mask"], blocks, longest, given["symmetry"])

    def _check_words(self) -> None:
        words, shape = self.options["words"], self.options["shape"]
        self._number = whole("words", WORDS if words is None else words, 1, MOST_LAID)
        self._shape = None if shape is None else check_shape(shape)
        if self._shape is not None and self._number > room(*self._shape):
            most = room(*self._shape)
            raise PuzzleError(f"--words {self._number} in --size {shape}, expected at most {most}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_words"}

    @cached_property
    def _words(self) -> Filler | list[str]:
        """What the words of puzzles are taken from."""
        assert self.lexicon is not None
        return Filler(self.lexicon) if self._dense else drawn(self.lexicon)

    def draw(self, seed: int) -> WordPlacement:
        """Return the puzzle of a seed."""
        words = self._words
        if not isinstance(words, Filler):
            made = make(self._number, self._shape, seed, words)
        elif (found := make_fill_in(words, self._grid, random.Random(seed))) is not None:
            made = found
        else:
            raise PuzzleError("no words of the list fill this grid")
        return WordPlacement(made.words, made.board)

    def size(self, puzzle: WordPlacement) -> str:
        """Return rows and columns."""
        return "x".join(map(str, puzzle.shape))

    def form(self, puzzle: WordPlacement, result: Any) -> bytes:
        """Return the grid or its mirror along the diagonal, and the words."""
        rows = ["".join(row) for row in puzzle.board]
        mirrored = ["".join(column) for column in zip(*rows, strict=True)]
        least = min("/".join(rows), "/".join(mirrored))
        return f"{least};{' '.join(sorted(map(str, puzzle.words)))}".encode()

    def measures(self, puzzle: WordPlacement, result: Any) -> Sequence[Any]:
        """Return how many words and letters are given, and the guesses of the search."""
        given = sum(cell.isalpha() for row in puzzle.board for cell in row)
        return len(puzzle.words), given, result.stats.guesses

    def text(self, puzzle: WordPlacement) -> str:
        """Return the words, a semicolon and the rows."""
        words, _, rows = puzzle.text().strip().partition("\n\n")
        return f"{','.join(words.splitlines())};{'/'.join(rows.split())}"
