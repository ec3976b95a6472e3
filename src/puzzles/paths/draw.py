"""Draws how paths are counted."""

from __future__ import annotations

from ..common.drawing import Drawing

__all__ = ["pictures"]


def frontier() -> str:
    """Return a board half taken in: cells done, the frontier with two pieces of a path, cells to come."""
    size, pad = 52, 14
    picture = Drawing(2 * pad + 5 * size, 2 * pad + 5 * size, "Counting paths: 12 of 25 cells are taken in")
    taken, edge = 12, range(6, 12)
    for cell in range(25):
        y, x = divmod(cell, 5)
        fill = "#f2b84b" if cell in edge else "#dfe3e8" if cell < taken else "#ffffff"
        picture.rect(pad + x * size, pad + y * size, size, size, fill=fill, stroke="#888888")

    def at(cell: int) -> tuple[float, float]:
        return pad + (cell % 5 + 0.5) * size, pad + (cell // 5 + 0.5) * size

    for piece in ([6, 0, 1, 7], [8, 3, 4, 9, 13]):
        picture.polyline([at(cell) for cell in piece if cell < taken], stroke="#20639b", stroke_width=4)
        for cell in piece:
            if cell in edge:
                picture.circle(*at(cell), 8, fill="#20639b")
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    return {"frontier": frontier()}
