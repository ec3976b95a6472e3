"""Draw clues over lists of cells: outlines of cages, lines with their ends, quadruples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from ....svg import Drawing, Ink
from .cells import Cells
from .clues import Clue

Point = tuple[float, float]

LINES = {
    "thermometers": (Ink.SOFT, 0.3),
    "whispers": ("#16a34a", 0.22),
    "renban": ("#a21caf", 0.22),
    "palindromes": (Ink.SOFT, 0.16),
    "arrows": (Ink.SOFT, 0.06),
    "little_killers": (Ink.WARM, 0.03),
}
"""Kind drawn as a line -> its colour, and its width as a part of a cell's side."""
SHADE = 0.35
"""How dark lines are: the numbers below them are to be read."""


def draw_clues(picture: Drawing, clues: Iterable[Clue], n: int, side: float, margin: float) -> None:
    """Draw clues on a grid of n × n cells."""

    def corner(cell: int) -> Point:
        return margin + cell % n * side, margin + cell // n * side

    for clue in clues:
        points = [(x + side / 2, y + side / 2) for x, y in map(corner, clue.cells)]
        if clue.kind == "cages":
            _outline(picture, clue.cells, n, side, margin)
        elif clue.kind == "clones":
            for x, y in map(corner, clue.cells):
                picture.rect(x, y, side, side, fill=Ink.SOFT, opacity=0.25)
        elif clue.kind == "sandwiches":
            # To the left of a row, above a column.
            x, y = points[0]
            x, y = (margin / 2, y) if y == points[1][1] else (x, margin / 2)
            picture.text(x, y, str(clue.value), 0.28 * side, fill=Ink.SOFT)
        elif clue.kind in LINES:
            _line(picture, clue.kind, points, side)
        if clue.value is not None and clue.kind not in ("whispers", "sandwiches"):
            x, y = corner(clue.cells[0])
            size = 0.2 * side
            picture.text(
                x + 0.06 * side + size * len(str(clue.value)) * 0.3, y + 0.15 * side, str(clue.value), size
            )


def draw_quadruple(picture: Drawing, clue: Clue, n: int, side: float, margin: float) -> None:
    """Draw the numbers of a quadruple in a circle where its cells touch."""
    row, col = divmod(clue.cells[-1], n)
    x, y, size = margin + col * side, margin + row * side, 0.2 * side
    picture.circle(x, y, 0.27 * side, fill=Ink.PAPER, stroke=Ink.SOFT, stroke_width=1)
    rows = [clue.numbers[:2], clue.numbers[2:]] if len(clue.numbers) > 2 else [clue.numbers]
    for k, numbers in enumerate(rows):
        down = (k - (len(rows) - 1) / 2) * size
        picture.text(x, y + down, " ".join(map(str, numbers)), size)


def _line(picture: Drawing, kind: str, points: Sequence[Point], side: float) -> None:
    colour, width = LINES[kind]
    style = {"stroke": colour, "stroke_width": width * side, "stroke_linecap": "round", "opacity": SHADE}
    picture.polyline(points, stroke_linejoin="round", **style)
    if kind == "thermometers":
        picture.circle(*points[0], 0.36 * side, fill=colour, opacity=SHADE)
    elif kind == "arrows":
        x, y = points[0]
        picture.circle(x, y, 0.4 * side, fill="none", **style)
        (x, y), (u, v) = points[-2:]
        length = hypot(u - x, v - y)
        dx, dy = (u - x) / length * 0.15 * side, (v - y) / length * 0.15 * side
        head = [(u + dx, v + dy), (u - dx - dy, v - dy + dx), (u - dx + dy, v - dy - dx)]
        picture.polygon(head, fill=colour, opacity=SHADE)


def _outline(picture: Drawing, cells: Cells, n: int, side: float, margin: float) -> None:
    """Draw the dashed outline of some cells, inside of them."""
    inside, inset = set(cells), 0.07 * side
    for cell in cells:
        row, col = divmod(cell, n)
        joined = {
            (down, right): 0 <= row + down < n and 0 <= col + right < n and cell + n * down + right in inside
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        }
        left, top = margin + col * side, margin + row * side
        x, u = (left + (0 if joined[0, -1] else inset), left + side - (0 if joined[0, 1] else inset))
        y, v = (top + (0 if joined[-1, 0] else inset), top + side - (0 if joined[1, 0] else inset))
        edges = {(-1, 0): (x, y, u, y), (1, 0): (x, v, u, v), (0, -1): (x, y, x, v), (0, 1): (u, y, u, v)}
        for way, ends in edges.items():
            if not joined[way]:
                picture.line(*ends, stroke=Ink.SOFT, stroke_width=1, stroke_dasharray="3 2")
