"""Pictures of Numbrix and Hidato boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..common.drawing import Drawing
from ..common.steps import Step
from ..common.view import Frame, View, answer_of, difficulty_of, facts_of
from .text import HOLE, write_grid

if TYPE_CHECKING:
    from .puzzle import Numbrix

__all__ = ["MOST_REASONED", "draw", "pictures", "view"]

MOST_REASONED, MOST_CANDIDATES = 400, 9
"""Cells of the largest board whose page shows the steps; candidates of a cell that are written there."""


def draw(
    grid: Sequence[Sequence[int]],
    shown: Sequence[Sequence[int]],
    title: str,
    candidates: Mapping[int, Sequence[int]] | None = None,
    filled: tuple[int, int] | None = None,
) -> str:
    """Return a board as SVG: the numbers `shown`, those of `grid` in bold, and the path through them.

    Parameters
    ----------
    grid, shown : sequence of sequences of int
        Rows: what was given, and what stands.
    title : str
    candidates : mapping, optional
        Cell -> numbers that may stand there.
    filled : (int, int), optional
        The cell that was filled last.
    """
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
            x, y = pad + c * side, pad + r * side
            with picture.group():
                picture.rect(x, y, side, side, fill="#c8f0d0" if (r, c) == filled else fill, stroke="#99a")
                found = () if candidates is None else candidates.get(r * len(row) + c, ())
                if len(found) <= MOST_CANDIDATES:
                    picture.candidates(x + 1, y + 1, side - 2, list(map(str, found)))
    with picture.group():
        _path(picture, middle, side)
    for number, (x, y) in middle.items():
        weight = "bold" if number in given else "normal"
        picture.text(x, y, str(number), 15, font_weight=weight)
    return str(picture)


def _path(picture: Drawing, middle: Mapping[int, tuple[float, float]], side: float) -> None:
    """Draw the path through the numbers that stand: its start marked, an arrow on each step."""
    run: list[tuple[float, float]] = []
    for number in range(1, max(middle, default=0) + 2):
        point = middle.get(number)
        jump = bool(run and point) and max(abs(run[-1][k] - point[k]) for k in (0, 1)) > 1.5 * side  # type: ignore[index]
        if (point is None or jump) and len(run) > 1:
            picture.polyline(run, stroke="#6a8fc7", stroke_width=3, stroke_linejoin="round", opacity=0.7)
            for (x1, y1), (x2, y2) in pairwise(run):
                x, y = (x1 + x2) / 2, (y1 + y2) / 2
                dx, dy = (x2 - x1) / side, (y2 - y1) / side
                tail = [
                    (x - 3 * dx - 3 * dy, y - 3 * dy + 3 * dx),
                    (x - 3 * dx + 3 * dy, y - 3 * dy - 3 * dx),
                ]
                picture.polygon([(x + 4 * dx, y + 4 * dy), *tail], fill="#4f75b0")
        if point is None or jump:
            run = []
        if point is not None:
            run.append(point)
    if 1 in middle:
        picture.circle(*middle[1], 0.4 * side, fill="none", stroke="#4f75b0", stroke_width=2)


def _reasoned(puzzle: Numbrix) -> Iterator[Frame]:
    """Yield the board, and the board after each step."""
    from .steps import explained

    shown = [list(row) for row in puzzle.grid]
    title = type(puzzle).__name__

    def frame(step: Step | None, left: Mapping[int, Sequence[int]] | None, says: str) -> Frame:
        kind, filled = ("", None) if step is None else (step.kind, step.cell)
        text = write_grid(shown, puzzle.n_numbers, False)
        return Frame(svg=draw(puzzle.grid, shown, title, left, filled), says=says, kind=kind, text=text)

    yield frame(None, None, f"the puzzle, {puzzle.n_numbers - len(puzzle.places)} numbers to place")
    for step, left in explained(puzzle.rows, puzzle.cols, *puzzle.arrays()):
        if step.cell is not None:
            shown[step.cell[0]][step.cell[1]] = int(str(step.value))
        yield frame(step, left, step.text)


def view(puzzle: Numbrix, answer: Any = None) -> View:
    """Return what the page of an answer shows."""
    solution, facts = answer_of(answer), facts_of(answer)
    title = f"{type(puzzle).__name__} {puzzle.rows} × {puzzle.cols}"
    frames = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format(box=False))]
    notes: tuple[str, ...] = ()
    if answer is not None and puzzle.reason_against():
        says, text = puzzle.reason_against(), frames[0].text
        frames.append(Frame(svg=puzzle.to_svg(), says=says, kind="contradiction", text=text))
    elif answer is not None and puzzle.rows * puzzle.cols <= MOST_REASONED:
        from .steps import LEVELS

        frames = list(_reasoned(puzzle))
        facts += difficulty_of(frames, LEVELS)
        notes = (f"Candidates are written in cells that have at most {MOST_CANDIDATES}.",)
    elif answer is not None:
        notes = (f"Steps are shown for boards of at most {MOST_REASONED} cells.",)
    if solution is not None:
        text = puzzle.format(solution, box=False)
        frames.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=text))
    return View(title=title, facts=facts, frames=frames, notes=notes, first=0)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Hidato, Numbrix

    numbrix, hidato = Numbrix.parse("1 . . / . 5 . / 3 . 9"), Hidato.generate(6, seed=7)
    return {"hidato": hidato.solve()._repr_svg_(), "numbrix": numbrix.solve()._repr_svg_()}
