"""Word ladders as drawings."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.drawing import Drawing

__all__ = ["ladder_svg", "pictures"]

CELL, PAD = 28, 10


def ladder_svg(path: Sequence[str]) -> str:
    """Return the SVG of a ladder: a rung a word, the letters that changed marked.

    Examples
    --------
    >>> ladder_svg(["cat", "cot"]).count("#ffe08a")
    1
    """
    widest = max(map(len, path), default=0)
    width, height = (2 * PAD + CELL * max(n, 1) for n in (widest, len(path)))
    picture = Drawing(width, height, " → ".join(path) or "no ladder")
    for row, word in enumerate(path):
        for column, letter in enumerate(word):
            changed = row > 0 and path[row - 1][column : column + 1] != letter
            x, y = PAD + column * CELL, PAD + row * CELL
            fill = "#ffe08a" if changed else "#f4f4f4"
            picture.rect(x + 1, y + 1, CELL - 2, CELL - 2, fill=fill, stroke="#888", rx=4)
            picture.text(x + CELL / 2, y + CELL / 2, letter, 16, fill="#222")
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation."""
    from .puzzle import WordLadderPuzzle

    return {"ladder": WordLadderPuzzle("cost", "save").solve()._repr_svg_()}
