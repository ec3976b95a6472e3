"""Gogens by the million."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...lexicon.arguments import lexicon_of
from ..framework.arguments import check_shape
from ..framework.batch_records import Column, Option
from ..framework.generator import Factory, Made, whole
from .generate import GogenGenerator, kernel_seed, maker_of
from .parse import default_alphabet
from .puzzle import Gogen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...lexicon import Lexicon

LARGEST = 8


class GogenFactory(Factory):
    """Gogens with exactly one solution; equal are those that turns and mirrors take into each other."""

    KIND = Gogen
    OWN = (
        Option("shape", "set rows and columns", "5x5", metavar="RxC"),
        Option("givens", "give N letters on random cells (default: where odd rows and columns cross)"),
    )
    MEASURES = (Column("words", "int"), Column("givens", "int"), Column("guesses", "int"))
    USES_LEXICON = True
    CHUNK, PART = 32, 4096

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        self._maker()

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        self._shape = check_shape(given["shape"])
        cells = self._shape[0] * self._shape[1]
        if max(self._shape) > LARGEST:
            raise PuzzleError(f"--size {given['shape']!r:.40}, expected at most {LARGEST} rows and columns")
        self._givens = None if given["givens"] is None else whole("givens", given["givens"], 1, cells)

    def _maker(self) -> GogenGenerator:
        """Return what makes the puzzles; PuzzleError where no word fits on a board of this size."""
        rows, cols = self._shape
        try:
            return maker_of(self._shape, default_alphabet(rows * cols), self.lexicon)
        except PuzzleError:
            wrong = f"--size {rows}x{cols} has no room for any word of the list"
            raise PuzzleError(wrong) from None

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the puzzles of some seeds, each that of `Gogen.generate` with this seed and one try."""
        made = self._maker().make([kernel_seed(seed) for seed in seeds], self._givens)
        return [None if one is None else self.recorded(Gogen(*one)) for one in made]

    @property
    def eases(self) -> bool:
        """Whether more letters may be given: not where their number is given."""
        return self._givens is None

    def form(self, puzzle: Gogen, result: Any) -> bytes:
        """Return the least of the grids that are equal to this one, and the words."""
        rows = list(puzzle.grid)
        forms = []
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            forms += ["/".join(rows), "/".join(row[::-1] for row in rows)]
        return f"{min(forms)}:{' '.join(sorted(puzzle.words))}".encode()

    def measures(self, puzzle: Gogen, result: Any) -> Sequence[Any]:
        """Return how many words and letters are given, and the guesses of the search."""
        given = sum(cell != "." for row in puzzle.grid for cell in row)
        return len(puzzle.words), given, result.stats.guesses

    def line(self, puzzle: Gogen, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "/".join(result.solution or ())
