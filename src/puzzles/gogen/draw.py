"""Pictures of Gogens."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.drawing import Drawing

__all__ = ["draw", "pictures"]


def draw(grid: Sequence[str], shown: Sequence[str], words: Sequence[str]) -> str:
    """Return a board as SVG: the letters `shown`, those of `grid` marked, and the words below."""
    side, pad = 48.0, 8.0
    per_line = 4
    lines = [" ".join(words[k : k + per_line]) for k in range(0, len(words), per_line)]
    width = len(grid[0]) * side + 2 * pad
    picture = Drawing(width, len(grid) * side + 2 * pad + 20 * len(lines), "Gogen")
    for row in range(len(grid)):
        for col in range(len(grid[0])):
            x, y = pad + col * side, pad + row * side
            given = grid[row][col] != "."
            picture.rect(
                x + 3, y + 3, side - 6, side - 6, rx=8, fill="#dde7f5" if given else "#fff", stroke="#445"
            )
            if shown[row][col] != ".":
                weight = "bold" if given else "normal"
                picture.text(x + side / 2, y + side / 2, shown[row][col], 22, font_weight=weight)
    for k, line in enumerate(lines):
        picture.text(width / 2, len(grid) * side + 2 * pad + 20 * k + 8, line, 11)
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Gogen

    puzzle = Gogen.parse("MGDWLYSJB: ACQUIRE AXLE CUT DERV FIR JUST KEG MAN PILE PRY ROB WHAM")
    return {"gogen": puzzle.solve()._repr_svg_()}
