"""Draws how paths are counted."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from ..framework.html import Frame, Row, Table, View
from ..framework.svg import Drawing

if TYPE_CHECKING:
    from .puzzle import PathCount

__all__ = ["heat_map", "pictures", "view"]

LIGHT, DARK = (255, 247, 236), (179, 0, 0)
SIZE, PAD = 64, 4
MOST_DRAWN = 2_500
"""Cells of a picture on a page."""
EXACT = 1 << 53
"""A script's numbers are exact below; larger ones stand on a page as texts."""


def heat_map(grid: Sequence[Sequence[int]], title: str) -> str:
    """Return the paths that begin in each cell as a picture, from light for the fewest to dark for the most.

    Examples
    --------
    >>> heat_map([[1, 3], [0, 2]], "paths").count("<rect")
    4
    """
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
                picture.text(pad + (x + 0.5) * size, pad + (y + 0.5) * size, _short(n), 12, fill=ink)
    return str(picture)


def _short(n: int) -> str:
    """Return a number in a few characters."""
    return f"{n:,}" if n < 10**7 else f"{Decimal(n):.2e}".replace("e+", "e")


def _numbers(counts: Sequence[int]) -> list[int | str]:
    return [*counts] if max(counts, default=0) < EXACT else [_short(n) for n in counts]


def view(found: PathCount) -> View:
    """Return what the page of a count shows: where the paths begin, and how many there are of each length."""
    rows, cols = found.rows, found.cols
    facts = [("paths", str(found)), ("status", str(found.status)), ("topology", found.topology)]
    facts += [("wrap", "edges touch")] * found.wrap + [("cells", f"{found.cells:,}")]
    facts.append(("states", f"{found.stats.nodes:,}"))
    title = f"Paths of a {rows} × {cols} board"
    frames, table, notes = [], None, []
    grid = found.by_start if rows * cols <= MOST_DRAWN else None
    if grid is not None:
        says = "the paths that begin in each cell: the darker, the more"
        text = "\n".join(" ".join(map(str, row)) for row in grid)
        frames = [Frame(svg=heat_map(grid, title), says=says, text=text)]
    else:
        notes.append(f"Paths by start are not known, or of more than {MOST_DRAWN:,} cells: no picture.")
    if found.by_length is not None:
        lengths = _numbers(found.by_length)
        kept = [Row(values=(cells, lengths[cells])) for cells in range(1, len(lengths))]
        table = Table(noun="lengths", columns=("cells", "paths"), rows=kept)
    elif grid is not None:
        starts = _numbers([n for row in grid for n in row])
        kept = [
            Row(values=(f"{cell // cols + 1},{cell % cols + 1}", n), cells=(cell,))
            for cell, n in enumerate(starts)
        ]
        table = Table(noun="starts", columns=("row,column", "paths"), rows=kept)
    middles = [
        (PAD + (col + 0.5) * SIZE, PAD + (row + 0.5) * SIZE) for row in range(rows) for col in range(cols)
    ]
    return View(
        title=title,
        facts=tuple(facts),
        frames=frames,
        table=table,
        centres=() if grid is None or found.by_length is not None else middles,
        side=SIZE,
        cols=cols,
        notes=tuple(notes),
    )


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
    from .puzzle import count_paths

    return {"frontier": frontier(), "path_starts": count_paths(5, by_start=True).to_svg()}
