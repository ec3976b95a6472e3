"""Draws a board of letter tiles, and a path on it, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...textio import printable
from ..common.drawing import Drawing
from .text import HOLE

if TYPE_CHECKING:
    from .puzzle import Boggle

__all__ = ["MOST_CELLS", "Path", "draw", "path_of", "pictures"]

Path = Sequence[int]
MOST_CELLS = 10_000  # a larger picture serves nobody
SIDE, EDGE = 40.0, 6.0


def path_of(board: Boggle, answer: Any) -> Path:
    """Return the path that a picture of an answer shows: that of the longest word, or the path itself."""
    path = getattr(answer, "path", None)
    if path is not None:  # a result, which knows where its words end
        longest = max(answer.words, key=len, default=None)
        return () if longest is None else path(longest) or ()
    if answer is None or not isinstance(answer, Sequence):
        return ()
    if not isinstance(answer, str) and not all(isinstance(word, str) for word in answer):
        return answer
    longest = answer if isinstance(answer, str) else max(answer, key=len, default="")
    found = board.path(longest) if longest else ()
    if found is None:
        raise PuzzleError(f"'{printable(longest[:40])}' is not on the board, expected a word or a path of it")
    return found


def draw(board: Boggle, path: Path = ()) -> str:
    """Return the SVG text of a board with a path of cells drawn on it.

    Raises
    ------
    PuzzleError
        More than 10,000 cells, or a cell of the path that is not on the board.
    """
    rows, cols = board.shape
    if rows * cols > MOST_CELLS:
        raise PuzzleError(f"a picture of {rows * cols:,} cells, expected at most {MOST_CELLS:,}")
    for cell in path:
        if not 0 <= cell < rows * cols:
            raise PuzzleError(f"cell {cell} of the path, expected 0 to {rows * cols - 1}")
    lean = SIDE / 2 if board.topology == "hex" else 0.0
    width = cols * SIDE + (rows - 1) * lean + 2 * EDGE
    picture = Drawing(width, rows * SIDE + 2 * EDGE, f"{rows} by {cols} board of letters")
    picture.rect(0, 0, width, rows * SIDE + 2 * EDGE, fill="#f4f1e8", rx=8)

    def centre(cell: int) -> tuple[float, float]:
        row, col = divmod(cell, cols)
        return EDGE + (col + 0.5) * SIDE + row * lean, EDGE + (row + 0.5) * SIDE

    on_path = set(path)
    for cell in range(rows * cols):
        x, y = centre(cell)
        tile = board.tile(cell)
        fill = "#555555" if tile == HOLE else "#ffe08a" if cell in on_path else "#ffffff"
        picture.rect(
            x - SIDE / 2 + 2, y - SIDE / 2 + 2, SIDE - 4, SIDE - 4, fill=fill, stroke="#8a8577", rx=5
        )
    for start, stop in pairwise(path):
        (x1, y1), (x2, y2) = centre(start), centre(stop)
        picture.line(x1, y1, x2, y2, stroke="#c0392b", stroke_width=4, stroke_linecap="round", opacity=0.6)
    if path:
        picture.circle(*centre(path[0]), 6, fill="#c0392b", opacity=0.6)
    for cell in range(rows * cols):
        tile = board.tile(cell)
        if tile != HOLE:
            picture.text(*centre(cell), tile.capitalize(), 20 if len(tile) == 1 else 14, fill="#222222")
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Boggle

    hexagons = Boggle.parse("tea/ars/ode", topology="hex")
    return {
        "boggle": Boggle.parse("perslatgsineters").to_svg("replastering"),
        "boggle_best": Boggle.parse("streaedlp").to_svg(),
        "boggle_hex": hexagons.to_svg(hexagons.solve(["erodes"])),
    }
