"""Pictures of Gogens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...io.text import pluralize
from ...svg import Drawing, Ink, middles
from ..framework.html import Frame, Row, Table, View, difficulty_of, facts_of
from ..framework.steps import Step
from .steps import LEVELS

SIDE, PAD = 48.0, 8.0


def draw(
    grid: Sequence[str],
    shown: Sequence[str],
    words: Sequence[str],
    candidates: Mapping[int, Sequence[str]] | None = None,
    filled: tuple[int, int] | None = None,
) -> str:
    """Return a board as SVG: the letters `shown`, those of `grid` marked, and the words below.

    `candidates` has the letters that may stand in a cell; `filled` is the cell that was filled last.
    """
    side, pad = SIDE, PAD
    per_line = 4
    lines = [" ".join(words[k : k + per_line]) for k in range(0, len(words), per_line)]
    width = len(grid[0]) * side + 2 * pad
    picture = Drawing(width, len(grid) * side + 2 * pad + 20 * len(lines), "Gogen")
    for row in range(len(grid)):
        for col in range(len(grid[0])):
            x, y = pad + col * side, pad + row * side
            given = grid[row][col] != "."
            fill = Ink.TINT if (row, col) == filled else Ink.GIVEN if given else Ink.PAPER
            with picture.group():
                picture.rect(x + 3, y + 3, side - 6, side - 6, rx=8, fill=fill, stroke=Ink.LINE)
                if shown[row][col] != ".":
                    weight = "bold" if given else "normal"
                    picture.text(x + side / 2, y + side / 2, shown[row][col], 22, font_weight=weight)
                elif candidates is not None:
                    letters = candidates.get(row * len(grid[0]) + col, ())
                    picture.candidates(x + 6, y + 6, side - 12, letters)
    for k, line in enumerate(lines):
        picture.text(width / 2, len(grid) * side + 2 * pad + 20 * k + 8, line, 11)
    return str(picture)


def _frames(grid: Sequence[str], steps: Iterable[tuple[Step, Mapping[str, set[int]]]]) -> Iterator[Frame]:
    """Yield the board, and the board after each step."""
    cols, cells = len(grid[0]), list("".join(grid))

    def frame(step: Step | None, where: Mapping[str, set[int]], says: str) -> Frame:
        shown = ["".join(cells[k : k + cols]) for k in range(0, len(cells), cols)]
        candidates: dict[int, list[str]] = {}
        for letter, places in sorted(where.items()):
            for cell in places:
                candidates.setdefault(cell, []).append(letter)
        kind, filled = ("", None) if step is None else (step.kind, step.cell)
        svg = draw(grid, shown, (), candidates, filled)
        return Frame(svg=svg, says=says, kind=kind, text="\n".join(shown))

    yield frame(None, {}, f"the puzzle, {pluralize(cells.count('.'), 'letter')} to place")
    for step, left in steps:
        if step.cell is not None:
            cells[step.cell[0] * cols + step.cell[1]] = str(step.value)
        yield frame(step, left, step.text)


def _spaced(rows: Sequence[str]) -> str:
    return "\n".join(" ".join(row) for row in rows)


def view(
    grid: Sequence[str],
    words: Sequence[str],
    answer: Any,
    solution: Sequence[str] | None,
    steps: Iterable[tuple[Step, Mapping[str, set[int]]]] | None,
) -> View:
    """Return what the page of an answer shows, where there is one with its steps."""
    facts, (rows, cols) = facts_of(answer), (len(grid), len(grid[0]))
    if steps is None:
        frames = [Frame(svg=draw(grid, grid, words), says="the puzzle", text=_spaced(grid))]
    else:
        frames = list(_frames(grid, steps))
        facts += difficulty_of(frames, LEVELS)
    words = sorted(words, key=len, reverse=True)
    listed = [Row(values=(word, len(word))) for word in words]
    if solution is not None:
        cells = "".join(solution)
        frames.append(Frame(svg=draw(grid, solution, ()), says="the solution", text=_spaced(solution)))
        listed = [Row(values=(word, len(word)), cells=tuple(map(cells.index, word))) for word in words]
    return View(
        title=f"Gogen {rows} × {cols}",
        facts=facts,
        frames=frames,
        centres=middles(rows, cols, SIDE, PAD),
        side=SIDE,
        cols=cols,
        axes="1",
        table=Table(noun="words", columns=("word", "letters"), rows=listed, chips=1),
    )
