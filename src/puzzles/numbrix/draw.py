"""Pictures of Numbrix and Hidato boards."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.drawing import Drawing
from .text import HOLE

__all__ = ["draw", "pictures"]


def draw(grid: Sequence[Sequence[int]], shown: Sequence[Sequence[int]], title: str) -> str:
    """Return a board as SVG: the numbers `shown`, those of `grid` in bold, and the path through them."""
    given = {value for row in grid for value in row}
    side, pad = 36.0, 6.0
    picture = Drawing(len(grid[0]) * side + 2 * pad, len(grid) * side + 2 * pad, title)
    middle = {
        value: (pad + (c + 0.5) * side, pad + (r + 0.5) * side)
        for r, row in enumerate(shown)
        for c, value in enumerate(row)
        if value > 0
    }
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            fill = "#334" if value == HOLE else "#dde7f5" if value > 0 else "#fff"
            picture.rect(pad + c * side, pad + r * side, side, side, fill=fill, stroke="#99a")
    run: list[tuple[float, float]] = []
    for number in range(1, max(middle, default=0) + 2):
        point = middle.get(number)
        jump = bool(run and point) and max(abs(run[-1][k] - point[k]) for k in (0, 1)) > 1.5 * side  # type: ignore[index]
        if (point is None or jump) and len(run) > 1:
            picture.polyline(run, stroke="#6a8fc7", stroke_width=3, stroke_linejoin="round", opacity=0.7)
        if point is None or jump:
            run = []
        if point is not None:
            run.append(point)
    for number, (x, y) in middle.items():
        weight = "bold" if number in given else "normal"
        picture.text(x, y, str(number), 15, font_weight=weight)
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Hidato, Numbrix

    numbrix, hidato = Numbrix.parse("1 . . / . 5 . / 3 . 9"), Hidato.generate(6, seed=7)
    return {"hidato": hidato.solve()._repr_svg_(), "numbrix": numbrix.solve()._repr_svg_()}
