"""What placing words returns: the filled board, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ...answers import PuzzleResult
from ...base import PuzzleError, record
from ...io.formats.crosswords import NO_MARKS, Marks
from .rules import board_text

if TYPE_CHECKING:
    from ..framework.html import View


class Placed(NamedTuple):
    """A word in its slot; row and column count from 1, as in a move.

    Examples
    --------
    >>> Placed(word="TECH", row=1, col=2, direction="V").move
    'R1C2DV'
    """

    word: str
    row: int
    col: int
    direction: str

    @property
    def move(self) -> str:
        """The place as a move writes it."""
        return f"R{self.row}C{self.col}D{self.direction}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordFilling:
    """A filled board: its rows, ``#`` for forbidden cells, and the place of each word.

    `marks` are bars, cells of several letters, of which the rows have the first, and circles, as a crossword
    file has them.

    Examples
    --------
    >>> print(WordFilling(rows=("GTU", "#E#"), placed=()))
    GTU
    #E#
    """

    rows: tuple[str, ...]
    placed: tuple[Placed, ...]
    marks: Marks = field(default=NO_MARKS, repr=False, hash=False)

    def __str__(self) -> str:
        return board_text(self.rows, self.marks)

    def _repr_svg_(self) -> str:
        from .draw import draw

        return draw(self.rows, title="Criss-cross layout", marks=self.marks)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, where the words stand, and the marks that there are as JSON values."""
        words = [placed._asdict() for placed in self.placed]
        return {"rows": list(self.rows), "words": words, **self.marks.to_dict()}

    def clue_text(self, clues: Mapping[str, str] | None = None) -> str:
        """Return the clues across and down by their standard numbers; of a word without one the number alone.

        Examples
        --------
        >>> print(WordFilling(rows=("GTU", "#E#"), placed=()).clue_text({"te": "A note"}))
        Across
        1.
        <BLANKLINE>
        Down
        2. A note
        """
        from .export import clue_lines

        return "\n".join(clue_lines(self.rows, clues, self.marks))

    def entries(self, clues: Mapping[str, str] | None = None) -> dict[str, list[Any]]:
        """Return number, word and clue of each entry, across and down, as JSON values."""
        from .export import entries

        found = entries([row.replace("#", "0") for row in self.rows], self.marks, clues)
        return {way: [entry._asdict() for entry in listed] for way, listed in found.items()}

    def to_ipuz(self, clues: Mapping[str, str] | None = None) -> str:
        """Return the text of an ipuz file: the solution, with standard numbers.

        Parameters
        ----------
        clues : mapping, optional
            Word -> clue, as `clue_list` reads them; a word without one has an empty clue.

        Raises
        ------
        PuzzleError
            A cell without a letter.

        Examples
        --------
        >>> WordFilling(rows=("GTU", "#E#"), placed=()).to_ipuz()[:31]
        '{"version": "http://ipuz.org/v2'
        """
        from .export import ipuz_of

        return ipuz_of(self.rows, clues, self.marks)

    def to_jpz(self, clues: Mapping[str, str] | None = None) -> str:
        """Return the XML text of a jpz file: the solution, and clues as for `to_ipuz`."""
        from .export import jpz_of

        return jpz_of(self.rows, clues, self.marks)

    def to_clue_sheet(self, clues: Mapping[str, str] | None = None, mark: str = ",") -> str:
        """Return a sheet of number, way, word and clue, with `mark` between columns; `clue_list` reads it."""
        from .export import clue_sheet

        return clue_sheet(self.rows, clues, mark, self.marks)

    def to_puz(self, clues: Mapping[str, str] | None = None) -> bytes:
        """Return an Across Lite file: the solution, and clues as for `to_ipuz`. Needs extra ``puz``.

        Raises
        ------
        MissingExtraError
            puzpy is not installed.
        PuzzleError
            A cell without a letter, bars, more than 255 rows or columns, what no .puz file can hold.
        """
        from .export import puz_of

        return puz_of(self.rows, clues, self.marks)


class FilledBoard(PuzzleResult):
    """A result whose answer is a `WordFilling`."""

    __slots__ = ()
    ANSWER: ClassVar[str] = "grid"

    @property
    def grid(self) -> tuple[str, ...] | None:
        """The rows of the filled board, ``#`` for forbidden cells; None where there is none.

        Of a cell of several letters a row has the first; `to_dict` has all.
        """
        found: WordFilling | None = getattr(self, "solution", None)
        return None if found is None else found.rows

    @property
    def words(self) -> tuple[str, ...]:
        """The words on the board; `to_dict` has their places too."""
        found: WordFilling | None = getattr(self, "solution", None)
        return () if found is None else tuple(placed.word for placed in found.placed)

    def columns(self) -> Mapping[str, Any]:
        """Return the columns of the grid by their numbers from 1."""
        found: WordFilling | None = getattr(self, "solution", None)
        if found is not None and found.marks.needed:
            raise PuzzleError("a table has no bars and one letter in a cell; use .json, .svg or .html")
        return super().columns()

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, the words and their places, and what the search did as JSON values."""
        found: WordFilling | None = getattr(self, "solution", None)
        rest = {"words": []} if found is None else found.to_dict()
        return {**super().to_dict(), **{name: value for name, value in rest.items() if name != "rows"}}


@record
class PlacementResult(FilledBoard):
    """What `WordPlacement.solve` returns.

    Examples
    --------
    >>> from unriddle import WordPlacement
    >>> print(WordPlacement.parse("GTU,TECH;111/010/010").solve())
    1 word of 3 letters for 2 slots of that length
    """

    KEYS: ClassVar[tuple[str, ...]] = ("grid", "words", "count", "complete", "reason")
    puzzle: Any = field(repr=False, compare=False)
    """The `WordPlacement` that was solved."""
    solution: WordFilling | None
    """The first solution found."""
    count: int
    """How many were found, at most the limit; all there are where `complete`."""
    complete: bool
    """Whether the search came to its end."""
    reason: str = ""
    """With NO_SOLUTION: why, as far as it can be said in a line; else empty."""

    def __str__(self) -> str:
        return str(self.solution) if self.solution is not None else self.reason or str(self.status)


@record
class FillResult(FilledBoard):
    """What `fill` and `best_fill` return."""

    KEYS: ClassVar[tuple[str, ...]] = ("grid", "words", "score", "total", "optimal", "reason")
    board: tuple[str, ...]
    """The grid as it was given: rows of 0, 1 and letters."""
    marks: Marks = field(default=NO_MARKS, repr=False, hash=False)
    """The bars, cells of several letters and circles of the grid as it was given."""
    solution: WordFilling | None
    """The filled grid."""
    score: float | None = None
    """Mean score of its words, where a score was asked for."""
    total: float | None = None
    """Sum of the scores of its words, each as often as it is used, where a score was asked for."""
    optimal: bool = False
    """Whether it is proven that no filling has a higher sum; only `best_fill` does."""
    reason: str = ""
    """With NO_SOLUTION: why, as far as it can be said in a line; else empty."""

    def __str__(self) -> str:
        return str(self.solution) if self.solution is not None else str(self.status)

    def to_svg(self) -> str:
        """Return a picture of the filled grid, or of the grid as it was given, as SVG text."""
        from .draw import draw

        rows = self.board if self.solution is None else self.solution.rows
        return draw(rows, title="Crossword", marks=self._shown_marks)

    @property
    def _shown_marks(self) -> Marks:
        return self.marks if self.solution is None else self.solution.marks

    def to_ipuz(self, clues: Mapping[str, str] | None = None) -> str:
        """Return the filled grid as an ipuz file; see `WordFilling.to_ipuz`."""
        return self._filled().to_ipuz(clues)

    def to_puz(self, clues: Mapping[str, str] | None = None) -> bytes:
        """Return the filled grid as an Across Lite file; see `WordFilling.to_puz`."""
        return self._filled().to_puz(clues)

    def _filled(self) -> WordFilling:
        if self.solution is None:
            raise PuzzleError(f"{self.status}: there is no filled grid to export")
        return self.solution

    def to_html(self, clues: Mapping[str, str] | None = None) -> str:
        """Return a page of the filled grid: its numbers, and the entries across and down, with clues."""
        from ..framework.html import page

        return page(self._view(clues))

    def _view(self, clues: Mapping[str, str] | None = None) -> View:
        from ..framework.html import facts_of
        from .draw import view_of_grid

        filled = None if self.solution is None else self.solution.rows
        return view_of_grid(self.board, filled, "Crossword", facts_of(self), clues, self._shown_marks)

    def _repr_html_(self) -> str:
        from ..framework.html import in_notebook

        return in_notebook(self._view())
