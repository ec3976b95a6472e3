"""Pictures of Sudokus."""

from __future__ import annotations

from ..common.drawing import Drawing
from .text import Grid

__all__ = ["draw", "pictures"]


def draw(grid: Grid, fixed: bytes) -> str:
    """Return a grid as SVG; cells that `fixed` leaves empty are shown lighter."""
    n, (height, width), alphabet, cells = grid
    side, margin = 32, 2
    size = n * side + 2 * margin
    picture = Drawing(size, size, f"Sudoku {n} × {n}")
    picture.rect(0, 0, size, size, fill="#fff")
    for k, value in enumerate(cells):
        if value:
            x, y = margin + (k % n + 0.5) * side, margin + (k // n + 0.5) * side
            symbol = alphabet[value - 1]
            picture.text(
                x, y, symbol, size=20 if len(symbol) == 1 else 14, fill="#000" if fixed[k] else "#2563eb"
            )
    for k in range(n + 1):
        at = margin + k * side
        for thick, line in (
            (k % width == 0, (at, margin, at, size - margin)),
            (k % height == 0, (margin, at, size - margin, at)),
        ):
            picture.line(*line, stroke="#000" if thick else "#999", stroke_width=2 if thick else 1)
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import SudokuPuzzle

    line = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
    return {"sudoku": SudokuPuzzle.parse(line).solve()._repr_svg_()}
