"""Draw how paths are counted."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from ...svg import Drawing

LIGHT, DARK = (255, 247, 236), (179, 0, 0)
SIZE, PAD = 64, 4
EXACT = 1 << 53
"""A script's numbers are exact below; larger ones stand on a page as texts."""


def heat_map(grid: Sequence[Sequence[int]], title: str) -> str:
    """Return the paths that begin in each cell as a picture, from light for few to dark for many."""
    size, pad = SIZE, PAD
    picture = Drawing(2 * pad + size * len(grid[0]), 2 * pad + size * len(grid), title)
    counts = [n for row in grid for n in row if n]
    least, most = min(counts, default=0), max(counts, default=0)
    for y, row in enumerate(grid):
        for x, n in enumerate(row):
            share = (n - least) / (most - least) if most > least else 0.0
            mixed = [round(light + share * (dark - light)) for light, dark in zip(LIGHT, DARK, strict=True)]
            fill = "#{:02x}{:02x}{:02x}".format(*mixed) if n else "#555555"
            picture.rect(pad + x * size, pad + y * size, size, size, fill=fill, stroke="#888888")
            if n:
                ink = "#ffffff" if share > 0.5 else "#222222"
                picture.text(pad + (x + 0.5) * size, pad + (y + 0.5) * size, short(n), 12, fill=ink)
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
