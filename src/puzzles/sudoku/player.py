"""What a player asks of a Sudoku: what is wrong with an answer, the next step, the first mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...base import Result
from ..framework.base import ExplainMixin
from ..framework.check import Judgement, Verdict, VerdictMany, cell_name, empty_cells, judge_nulled
from ..framework.steps import Difficulty
from .parse import Grid

if TYPE_CHECKING:
    from ..framework.result_sequence import Stop

__all__ = ["SudokuPlayer", "said_of"]


def _wrong(grid: Grid, cells: bytes) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what is wrong with cells and where, by the rules alone; rows first."""
    layout, n = grid.layout, grid.n
    for name, unit in zip(layout.names, layout.units, strict=True):
        seen: dict[int, int] = {}
        for cell in unit:
            value = cells[cell]
            if value and (first := seen.setdefault(value, cell)) != cell:
                yield f"{name} has {grid.alphabet[value - 1]} twice", (first, cell)
    for first, second in layout.apart:
        if cells[first] and cells[first] == cells[second]:
            both = " and ".join(cell_name(divmod(cell, n)) for cell in (first, second))
            yield f"{both} are both {grid.alphabet[cells[first] - 1]}", (first, second)
    for cells_marked, parity, word in ((layout.even, 0, "even"), (layout.odd, 1, "odd")):
        for cell in cells_marked:
            if cells[cell] and cells[cell] % 2 != parity:
                at, symbol = cell_name(divmod(cell, n)), grid.alphabet[cells[cell] - 1]
                yield f"{at} is {symbol}, expected an {word} number", (cell,)
    for first, second, kept in layout.between:
        if cells[first] and cells[second] and not kept[cells[first] - 1] >> (cells[second] - 1) & 1:
            symbols = [grid.alphabet[cells[cell] - 1] for cell in (first, second)]
            where = [cell_name(divmod(cell, n)) for cell in (first, second)]
            yield (
                f"{where[0]} is {symbols[0]} and {where[1]} is {symbols[1]}, which may not be",
                (first, second),
            )


class SudokuPlayer(ExplainMixin):
    """A Sudoku as its player sees it; shares no code with the solver."""

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first."""
        from .steps import LEVELS

        return LEVELS

    def read_answer(self, answer: Any) -> Any:
        """Return an answer as a grid: from a result, text, rows or numbers."""
        me: Any = self
        return me._answer(answer) if not isinstance(answer, Result) else answer

    def read_state(self, text: str) -> Any:
        """Return where a player stands, as a grid; values may clash: that is a mistake, no error."""
        me: Any = self
        return me._answer(text)

    @classmethod
    def check_many(
        cls,
        puzzles: Any,
        answers: Any = None,
        *,
        threads: int = 0,
        progress: Callable[[int], None] | None = None,
        stop: Stop | None = None,
        errors: str = "raise",
        **rules: Any,
    ) -> VerdictMany:
        """Judge many answers; see `PuzzleBase.check_many`. Lines of the usual symbols are judged as arrays.

        Both sides may be arrays too, of shape (grids, cells): 1 to n, 0 is empty.

        Examples
        --------
        >>> from unriddle import SudokuPuzzle
        >>> many = SudokuPuzzle.solve_many(["1234............"])
        >>> SudokuPuzzle.check_many(many.puzzles, many.solutions).right
        1
        """
        from .check_many import check_many

        kind: Any = cls

        def judge(puzzles: Any, answers: Any) -> VerdictMany:
            return check_many(kind, puzzles, answers, threads=threads, progress=progress, stop=stop, **rules)

        found: VerdictMany = judge_nulled(kind, judge, puzzles, answers, errors, rules)
        return found

    def against(self, answer: Any) -> Verdict:
        """Return what is wrong with a grid: what is given changed, a symbol twice, an empty cell."""
        me: Any = self
        grid, shown = me._grid, answer._grid
        if shown[:3] != grid[:3]:
            text = f"{shown.layout.words()}, expected {grid.layout.words()}"
            if shown.layout is grid.layout:
                text = f"symbols {' '.join(shown.alphabet)[:80]}, expected {' '.join(grid.alphabet)[:80]}"
            return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=text)
        return said_of(grid, shown.cells)


def said_of(grid: Grid, cells: bytes) -> Verdict:
    """Return what is wrong with cells of the same size and symbols as a grid: 1 to n, 0 is empty.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> print(said_of(Grid(2, boxed((1, 2)), ("1", "2"), bytes([1, 0, 0, 0])), bytes([1, 1, 0, 0])))
    WRONG: row 1 has 1 twice
    """
    n = grid.n
    changed = [cell for cell, given in enumerate(grid.cells) if given and cells[cell] not in (0, given)]
    if changed:
        first = changed[0]
        given, found = (grid.alphabet[at[first] - 1] for at in (grid.cells, cells))
        return Verdict(
            status=Judgement.NOT_OF_THIS_PUZZLE,
            reason=f"{cell_name(divmod(first, n))} is {found}, given {given}",
            places=tuple(divmod(cell, n) for cell in changed),
        )
    clashes = list(_wrong(grid, cells))
    if clashes:
        reason, at = clashes[0]
        # A value that was given is right; the other one comes first.
        places = dict.fromkeys(cell for _, found in clashes for cell in found)
        order = sorted(places, key=lambda cell: (bool(grid.cells[cell]), cell not in at))
        return Verdict(
            status=Judgement.WRONG,
            reason=reason,
            places=tuple(divmod(cell, n) for cell in order),
        )
    empty = [divmod(cell, n) for cell, value in enumerate(cells) if not value]
    return empty_cells(empty)
