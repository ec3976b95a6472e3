"""Pictures of Gogens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..framework.html import Frame, Row, Table, View, answer_of, difficulty_of, facts_of
from ..framework.steps import Step
from ..framework.svg import Drawing

if TYPE_CHECKING:
    from .puzzle import Gogen

__all__ = ["draw", "pictures", "view"]

SIDE, PAD = 48.0, 8.0


def draw(
    grid: Sequence[str],
    shown: Sequence[str],
    words: Sequence[str],
    candidates: Mapping[int, Sequence[str]] | None = None,
    filled: tuple[int, int] | None = None,
) -> str:
    """Return a board as SVG: the letters `shown`, those of `grid` marked, and the words below.

    Parameters
    ----------
    grid, shown : sequence of str
        Rows: what was given, and what stands.
    words : sequence of str
    candidates : mapping, optional
        Cell -> letters that may stand there.
    filled : (int, int), optional
        The cell that was filled last.
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
            fill = "#c8f0d0" if (row, col) == filled else "#dde7f5" if given else "#fff"
            with picture.group():
                picture.rect(x + 3, y + 3, side - 6, side - 6, rx=8, fill=fill, stroke="#445")
                if shown[row][col] != ".":
                    weight = "bold" if given else "normal"
                    picture.text(x + side / 2, y + side / 2, shown[row][col], 22, font_weight=weight)
                elif candidates is not None:
                    letters = candidates.get(row * len(grid[0]) + col, ())
                    picture.candidates(x + 6, y + 6, side - 12, letters)
    for k, line in enumerate(lines):
        picture.text(width / 2, len(grid) * side + 2 * pad + 20 * k + 8, line, 11)
    return str(picture)


def _reasoned(puzzle: Gogen) -> Iterator[Frame]:
    """Yield the board, and the board after each step."""
    from .steps import explained

    cells = list("".join(puzzle.grid))
    free = sorted(set(puzzle.alphabet) - set(cells))
    where: Mapping[str, set[int]] = {}

    def frame(step: Step | None, says: str) -> Frame:
        shown = puzzle._rows("".join(cells))
        candidates: dict[int, list[str]] = {}
        for letter, places in sorted(where.items()):
            for cell in places:
                candidates.setdefault(cell, []).append(letter)
        kind, filled = ("", None) if step is None else (step.kind, step.cell)
        return Frame(
            svg=draw(puzzle.grid, shown, (), candidates, filled), says=says, kind=kind, text="\n".join(shown)
        )

    yield frame(None, f"the puzzle, {len(free)} letters to place")
    for step, left in explained(puzzle):
        where = left
        if step.cell is not None:
            cells[step.cell[0] * puzzle.cols + step.cell[1]] = str(step.value)
        yield frame(step, step.text)


def view(puzzle: Gogen, answer: Any = None) -> View:
    """Return what the page of an answer shows."""
    solution, facts = answer_of(answer), facts_of(answer)
    frames = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format())]
    if answer is not None:
        from .steps import LEVELS

        frames = list(_reasoned(puzzle))
        facts += difficulty_of(frames, LEVELS)
    rows = [Row(values=(word, len(word))) for word in puzzle.words]
    if solution is not None:
        cells = puzzle._cells(solution)
        last = draw(puzzle.grid, puzzle._rows(cells), ())
        frames.append(Frame(svg=last, says="the solution", text=puzzle.format(solution)))
        rows = [
            Row(values=row.values, cells=tuple(map(cells.index, word)))
            for row, word in zip(rows, puzzle.words, strict=True)
        ]
    return View(
        title=f"Gogen {puzzle.rows} × {puzzle.cols}",
        facts=facts,
        frames=frames,
        first=0,
        centres=[
            (PAD + (c + 0.5) * SIDE, PAD + (r + 0.5) * SIDE)
            for r in range(puzzle.rows)
            for c in range(puzzle.cols)
        ],
        side=SIDE,
        cols=puzzle.cols,
        table=Table(noun="words", columns=("word", "letters"), rows=rows),
    )


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Gogen

    puzzle = Gogen.parse("MGDWLYSJB: ACQUIRE AXLE CUT DERV FIR JUST KEG MAN PILE PRY ROB WHAM")
    return {"gogen": puzzle.solve()._repr_svg_()}
