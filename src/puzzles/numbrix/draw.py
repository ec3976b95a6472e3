"""Pictures of Numbrix and Hidato boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import sqrt
from typing import Any, NamedTuple

from ...io.text import pluralize
from ...svg import Drawing, Ink
from ..framework.html import Frame, View, answer_of, difficulty_of, facts_of, game_of, hints
from ..framework.steps import Step
from .parse import HOLE, NumberBoard, write_grid
from .search import arrays_of, table_of
from .steps import LEVELS, explained

SIDE, PAD = 36.0, 6.0
MOST_REASONED, MOST_CANDIDATES = 400, 9
"""Cells of the largest board whose page shows the steps; candidates of a cell that are written there."""


def draw(
    grid: Sequence[Sequence[int]],
    shown: Sequence[Sequence[int]],
    title: str,
    candidates: Mapping[int, Sequence[int]] | None = None,
    filled: tuple[int, int] | None = None,
    *,
    hexagons: bool = False,
) -> str:
    """Return a board as SVG: the numbers `shown`, those of `grid` in bold, and the path through them.

    `candidates` has the numbers that may stand in a cell; `filled` is the cell that was filled last. Rows of
    hexagons are set half a cell to the right of the one above.
    """
    given = {value for row in grid for value in row}
    middles, (width, height) = _middles(len(grid), len(grid[0]), hexagons)
    picture = Drawing(width, height, title)
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            fill = Ink.WALL if value == HOLE else Ink.GIVEN if value > 0 else Ink.PAPER
            x, y = middles[r, c]
            with picture.group():
                _cell(picture, x, y, Ink.TINT if (r, c) == filled else fill, hexagons)
                found = () if candidates is None else candidates.get(r * len(row) + c, ())
                if len(found) <= MOST_CANDIDATES:
                    room = (0.75 if hexagons else 1) * SIDE - 2
                    picture.candidates(x - room / 2, y - room / 2, room, list(map(str, found)))
    middle = {value: middles[r, c] for r, row in enumerate(shown) for c, value in enumerate(row) if value > 0}
    with picture.group():
        _path(picture, middle, SIDE)
    for number, (x, y) in middle.items():
        weight = "bold" if number in given else "normal"
        picture.text(x, y, str(number), 15, font_weight=weight)
    return str(picture)


def _middles(
    rows: int, cols: int, hexagons: bool
) -> tuple[dict[tuple[int, int], tuple[float, float]], tuple[float, float]]:
    """Return the middle of each cell, and the width and height of the picture."""
    lean, down, tall = (SIDE / 2, SIDE * sqrt(0.75), SIDE / sqrt(0.75)) if hexagons else (0.0, SIDE, SIDE)
    found = {
        (r, c): (PAD + (c + 0.5) * SIDE + r * lean, PAD + tall / 2 + r * down)
        for r in range(rows)
        for c in range(cols)
    }
    x, y = found[rows - 1, cols - 1]
    return found, (x + SIDE / 2 + PAD, y + tall / 2 + PAD)


def _cell(picture: Drawing, x: float, y: float, fill: str, hexagon: bool) -> None:
    """Draw the cell around a point: a square, or a hexagon that stands on a corner."""
    if not hexagon:
        picture.rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill=fill, stroke=Ink.LINE)
        return
    tip, half = SIDE / sqrt(3), SIDE / sqrt(12)
    right = [(0.0, -tip), (SIDE / 2, -half), (SIDE / 2, half)]
    corners = [(x + s * dx, y + s * dy) for s in (1, -1) for dx, dy in right]
    picture.polygon(corners, fill=fill, stroke=Ink.LINE)


def _path(picture: Drawing, middle: Mapping[int, tuple[float, float]], side: float) -> None:
    """Draw the path through the numbers that stand: its start marked, an arrow on each step."""
    run: list[tuple[float, float]] = []
    for number in range(1, max(middle, default=0) + 2):
        point = middle.get(number)
        jump = bool(run and point) and max(abs(run[-1][k] - point[k]) for k in (0, 1)) > 1.5 * side  # type: ignore[index]
        if (point is None or jump) and len(run) > 1:
            picture.polyline(run, stroke=Ink.ACCENT, stroke_width=3, stroke_linejoin="round", opacity=0.5)
            for (x1, y1), (x2, y2) in pairwise(run):
                x, y = (x1 + x2) / 2, (y1 + y2) / 2
                dx, dy = (x2 - x1) / side, (y2 - y1) / side
                tail = [
                    (x - 3 * dx - 3 * dy, y - 3 * dy + 3 * dx),
                    (x - 3 * dx + 3 * dy, y - 3 * dy - 3 * dx),
                ]
                picture.polygon([(x + 4 * dx, y + 4 * dy), *tail], fill=Ink.ACCENT)
        if point is None or jump:
            run = []
        if point is not None:
            run.append(point)
    if 1 in middle:
        picture.circle(*middle[1], 0.4 * side, fill="none", stroke=Ink.ACCENT, stroke_width=2)


class PathView(NamedTuple):
    """What a page shows in addition to the board: the class, other rules than its own, why nothing fits."""

    name: str
    rules: str
    reason: str


def _frames(board: NumberBoard, title: str) -> Iterator[Frame]:
    """Yield the board, and the board after each step."""
    shown = [list(row) for row in board.grid]

    def frame(step: Step | None, left: Mapping[int, Sequence[int]] | None, says: str) -> Frame:
        kind, filled = ("", None) if step is None else (step.kind, step.cell)
        svg = draw(board.grid, shown, title, left, filled, hexagons=board.topology == "hex")
        return Frame(svg=svg, says=says, kind=kind, text=write_grid(shown, board.n_numbers), step=step)

    yield frame(
        None, None, f"the puzzle, {pluralize(board.n_numbers - len(board.places), 'number')} to place"
    )
    for step, left in explained(board.cols, *arrays_of(board)):
        if step.cell is not None:
            shown[step.cell[0]][step.cell[1]] = int(str(step.value))
        yield frame(step, left, step.text)


def game(board: NumberBoard, title: str, solution: Any, frames: Sequence[Frame]) -> dict[str, Any]:
    """Return what is needed to play a board in its page."""
    hexagons = board.topology == "hex"
    middles = _middles(board.rows, board.cols, hexagons)[0]
    values = list(chain(*board.grid))
    return {
        "kind": "path",
        "svg": draw(board.grid, board.grid, title, hexagons=hexagons),
        "centres": [
            None if value == HOLE else middles[divmod(k, board.cols)] for k, value in enumerate(values)
        ],
        "side": SIDE,
        "cols": board.cols,
        "values": values,
        "solution": None if solution is None else list(chain(*solution)),
        "steps": hints(frames, board.cols),
        "near": [sorted({int(cell) for cell in row if 0 <= cell < len(values)}) for row in table_of(board)],
        "most": board.n_numbers,
    }


def view(board: NumberBoard, answer: Any, shown: PathView) -> View:
    """Return what the page of an answer shows."""

    def frame(grid: Sequence[Sequence[int]], says: str, kind: str = "") -> Frame:
        svg = draw(board.grid, grid, shown.name, hexagons=board.topology == "hex")
        return Frame(svg=svg, says=says, kind=kind, text=write_grid(grid, board.n_numbers))

    solution, facts = answer_of(answer), facts_of(answer)
    if shown.rules:
        facts += (("topology", shown.rules),)
    frames = [frame(board.grid, "the puzzle")]
    notes: tuple[str, ...] = ()
    if answer is not None and shown.reason:
        frames.append(frame(board.grid, shown.reason, "contradiction"))
    elif answer is not None and board.rows * board.cols <= MOST_REASONED:
        frames = list(_frames(board, shown.name))
        facts += difficulty_of(frames, LEVELS)
        notes = (f"Candidates are written in cells that have at most {MOST_CANDIDATES}.",)
    elif answer is not None:
        notes = (f"Steps are shown for boards of at most {MOST_REASONED} cells.",)
    if solution is not None:
        frames.append(frame(solution, "the solution"))
    middles, _ = _middles(board.rows, board.cols, board.topology == "hex")
    return View(
        title=f"{shown.name} {board.rows} × {board.cols}",
        facts=facts,
        frames=frames,
        notes=notes,
        centres=list(middles.values()),
        side=SIDE,
        cols=board.cols,
        axes="1",
        game=game_of(answer, game(board, shown.name, solution, frames)),
    )
