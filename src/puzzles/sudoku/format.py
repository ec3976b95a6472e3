"""Sudoku grids as text: drawn with their boxes, in rows, on a line that is read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...base import PuzzleError
from .parse import Grid

__all__ = ["format_grid", "grid_text", "signs_of"]


@lru_cache(maxsize=32)
def _letters(alphabet: tuple[str, ...], empty: str) -> bytes | None:
    """Return what stands for each code, where that is one ASCII character."""
    signs = "".join((empty, *alphabet))
    return signs.encode().ljust(256) if signs.isascii() and len(signs) == len(alphabet) + 1 else None


def signs_of(grid: Grid, empty: str = ".") -> Sequence[str]:
    """Return the sign of each cell: a string where all are ASCII characters, else a list.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> signs_of(Grid(2, boxed((1, 2)), ("A", "B"), bytes([1, 0, 0, 2])))
    'A..B'
    """
    letters = _letters(grid.alphabet, empty)
    if letters is not None:
        return grid.cells.translate(letters).decode()
    signs = (empty, *grid.alphabet)
    return [signs[value] for value in grid.cells]


def format_grid(grid: Grid, style: str = "grid", empty: str = ".") -> str:
    """Draw a grid: `grid` with boxes, `rows` without, `line` in one line.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> print(format_grid(Grid(4, boxed((2, 2)), ("1", "2", "3", "4"), bytes([1, 2, 0, 0] * 4)))[:19])
    1 2 | . .
    1 2 | . .
    """
    n, box = grid.n, grid.layout.box
    signs = signs_of(grid, empty)
    broad = 1 if isinstance(signs, str) else max(map(len, (empty, *grid.alphabet)))
    if style == "line":
        return (" " if broad > 1 else "").join(signs)
    rows: list[Sequence[str]] = [signs[k : k + n] for k in range(0, n * n, n)]
    if broad > 1:
        rows = [[sign.rjust(broad) for sign in row] for row in rows]
    if style == "rows":
        return "\n".join(" ".join(row) for row in rows)
    if style != "grid":
        raise PuzzleError(f"style {style!r}, expected grid, rows or line")
    if box is None:
        return _with_regions(grid, rows, broad)
    height, width = box
    rule = "-+-".join("-" * (width * (broad + 1) - 1) for _ in range(n // width))
    lines = []
    for r, row in enumerate(rows):
        if r and r % height == 0:
            lines.append(rule)
        lines.append(" | ".join(" ".join(row[c : c + width]) for c in range(0, n, width)))
    return "\n".join(lines)


def _with_regions(grid: Grid, rows: Sequence[Sequence[str]], broad: int) -> str:
    """Return rows with lines between cells of different regions; without regions there are none."""
    n, regions = grid.n, grid.layout.regions
    if regions is None:
        return "\n".join(" ".join(row) for row in rows)
    lines = []
    for r, row in enumerate(rows):
        here = regions[n * r : n * r + n]
        above = regions[n * (r - 1) : n * r] if r else here
        if above != here:
            marks = ["-" * broad if here[c] != above[c] else " " * broad for c in range(n)]
            corners = [
                "+" if len({here[c], here[c + 1], above[c], above[c + 1]}) > 1 else " " for c in range(n - 1)
            ]
            lines.append(
                "".join(mark + corner for mark, corner in zip(marks, [*corners, ""], strict=True)).rstrip()
            )
        sides = ["|" if here[c] != here[c + 1] else " " for c in range(n - 1)]
        lines.append("".join(sign + side for sign, side in zip(row, [*sides, ""], strict=True)))
    return "\n".join(lines)


def grid_text(grid: Grid) -> str:
    """Return a grid on one line as `parse_grid` reads it: rows apart by ``/`` where a line would not do.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid_text(Grid(2, boxed((1, 2)), ("1", "2"), bytes([1, 0, 0, 0])))
    '1./..'
    """
    n = grid.n
    empty = next(mark for mark in ".*" if mark not in grid.alphabet)
    signs = signs_of(grid, empty)
    if max(map(len, grid.alphabet)) > 1:
        return " / ".join(" ".join(signs[k : k + n]) for k in range(0, n * n, n))
    line = "".join(signs)
    return line if n > 3 else "/".join(line[k : k + n] for k in range(0, n * n, n))
