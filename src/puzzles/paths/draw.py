"""Draw how paths are counted."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from ...svg import Drawing, Ink

MOST_INK, SWATCHES = 0.75, 8
"""How strong the colour of the most is; steps of the legend."""
SIZE, PAD = 64, 4
EXACT = 1 << 53
"""A script's numbers are exact below; larger ones stand on a page as texts."""


def heat_map(grid: Sequence[Sequence[int]], title: str) -> str:
    """Return the paths that begin in each cell as a picture: the more, the stronger the colour."""
    size, pad = SIZE, PAD
    wide, foot = 2 * pad + size * len(grid[0]), pad + size * len(grid)
    picture = Drawing(wide, foot + 28, title)
    counts = [n for row in grid for n in row if n]
    least, most = min(counts, default=0), max(counts, default=0)
    for y, row in enumerate(grid):
        for x, n in enumerate(row):
            share = (n - least) / (most - least) if most > least else 0.0
            box = pad + x * size, pad + y * size, size, size
            picture.rect(*box, fill=Ink.PAPER if n else Ink.WALL, stroke=Ink.LINE)
            if n:
                picture.rect(*box, fill=Ink.WARM, fill_opacity=MOST_INK * share)
                picture.text(pad + (x + 0.5) * size, pad + (y + 0.5) * size, short(n), 12)
    picture.text(pad, foot + 16, short(least), 11, text_anchor="start", fill=Ink.SOFT)
    for k in range(SWATCHES):
        opacity = MOST_INK * k / (SWATCHES - 1)
        left = wide / 2 + (k - SWATCHES / 2) * size / SWATCHES
        picture.rect(left, foot + 11, size / SWATCHES, 10, fill=Ink.WARM, fill_opacity=opacity)
    picture.text(wide - pad, foot + 16, short(most), 11, text_anchor="end", fill=Ink.SOFT)
    return str(picture)


def short(n: int) -> str:
    """Return a number in a few characters."""
    return f"{n:,}" if n < 10**7 else f"{Decimal(n):.2e}".replace("e+", "e")


def numbers(counts: Sequence[int]) -> list[int | str]:
    """Return counts as a script takes them."""
    return [*counts] if max(counts, default=0) < EXACT else [short(n) for n in counts]


def frontier() -> str:
    """Return a board half taken in: cells done, the frontier with two pieces of a path, cells to come."""
    size, pad = 52, 14
    picture = Drawing(2 * pad + 5 * size, 2 * pad + 5 * size, "Counting paths: 12 of 25 cells are taken in")
    taken, edge = 12, range(6, 12)
    for cell in range(25):
        y, x = divmod(cell, 5)
        fill = Ink.NOTE if cell in edge else Ink.GIVEN if cell < taken else Ink.PAPER
        picture.rect(pad + x * size, pad + y * size, size, size, fill=fill, stroke=Ink.LINE)

    def at(cell: int) -> tuple[float, float]:
        return pad + (cell % 5 + 0.5) * size, pad + (cell // 5 + 0.5) * size

    for piece in ([6, 0, 1, 7], [8, 3, 4, 9, 13]):
        picture.polyline([at(cell) for cell in piece if cell < taken], stroke=Ink.ACCENT, stroke_width=4)
        for cell in piece:
            if cell in edge:
                picture.circle(*at(cell), 8, fill=Ink.ACCENT)
    return str(picture)
