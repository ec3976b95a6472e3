"""Pictures of Sudokus."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from ..framework.html import Frame, View, answer_of, difficulty_of, facts_of
from ..framework.steps import Step
from ..framework.svg import Drawing
from .parse import Grid

if TYPE_CHECKING:
    from .puzzle import SudokuPuzzle

__all__ = ["MOST_REASONED", "draw", "pictures", "view"]

MOST_REASONED = 16
"""Largest grid whose page shows the steps: candidates of a larger one could not be read."""


def draw(grid: Grid, fixed: bytes) -> str:
    """Return a grid as SVG; cells that `fixed` leaves empty are shown lighter."""
    n, _, alphabet, cells = grid
    side, margin = 32.0, 2.0
    size = n * side + 2 * margin
    picture = Drawing(size, size, f"Sudoku {n} × {n}")
    picture.rect(0, 0, size, size, fill="#fff")
    _marks(picture, grid, side, margin)
    for k, value in enumerate(cells):
        if value:
            x, y = margin + (k % n + 0.5) * side, margin + (k // n + 0.5) * side
            symbol = alphabet[value - 1]
            picture.text(
                x, y, symbol, size=20 if len(symbol) == 1 else 14, fill="#000" if fixed[k] else "#2563eb"
            )
    _lines(picture, grid, side, margin)
    return str(picture)


def _lines(picture: Drawing, grid: Grid, side: float, margin: float) -> None:
    n, box = grid.n, grid.layout.box or (grid.n, grid.n)
    size = n * side + 2 * margin
    for k in range(n + 1):
        at = margin + k * side
        for thick, line in (
            (k % box[1] == 0, (at, margin, at, size - margin)),
            (k % box[0] == 0, (margin, at, size - margin, at)),
        ):
            picture.line(*line, stroke="#000" if thick else "#999", stroke_width=2 if thick else 1)
    regions = grid.layout.regions
    if regions is None:
        return
    for cell in range(n * n):
        row, col = divmod(cell, n)
        x, y = margin + col * side, margin + row * side
        if col + 1 < n and regions[cell] != regions[cell + 1]:
            picture.line(x + side, y, x + side, y + side, stroke="#000", stroke_width=2)
        if row + 1 < n and regions[cell] != regions[cell + n]:
            picture.line(x, y + side, x + side, y + side, stroke="#000", stroke_width=2)


def _marks(picture: Drawing, grid: Grid, side: float, margin: float) -> None:
    """Draw what a variant adds: shaded units, even and odd cells, signs between cells."""
    n, layout = grid.n, grid.layout
    corners = {cell: (margin + cell % n * side, margin + cell // n * side) for cell in range(n * n)}
    plain = 2 * n + (n if layout.box or layout.regions else 0)
    shaded = (
        {cell for unit in layout.units[plain:] for cell in unit}
        if "disjoint" not in layout.variants
        else set()
    )
    for cells in layout.groups:
        shaded.update(cells)
    for cell in sorted(shaded):
        picture.rect(*corners[cell], side, side, fill="#e8eefb")
    for cell in layout.even:
        x, y = corners[cell]
        picture.rect(x + 0.12 * side, y + 0.12 * side, 0.76 * side, 0.76 * side, fill="#dcdcdc")
    for cell in layout.odd:
        x, y = corners[cell]
        picture.circle(x + side / 2, y + side / 2, 0.4 * side, fill="#dcdcdc")
    for first, sign, second in layout.relations:
        (x, y), (u, v) = corners[first], corners[second]
        at = (x + u + side) / 2, (y + v + side) / 2
        turned = {"<": ("<" if x < u else ">") if y == v else ("∧" if y < v else "∨")}.get(sign, sign)
        picture.text(*at, turned, size=0.42 * side, fill="#b45309")


def _width(grid: Grid) -> int:
    """Return how many candidates of a cell stand side by side."""
    return grid.layout.box[1] if grid.layout.box else ceil(sqrt(grid.n))


def draw_step(
    grid: Grid,
    fixed: bytes,
    masks: Sequence[int],
    step: Step | None = None,
    kept: dict[Hashable, str] | None = None,
) -> str:
    """Return a grid with its candidates as SVG, and what a step did there: each cell is a line of the text.

    Parameters
    ----------
    grid : Grid
        As the step left it.
    fixed : bytes
        What was given.
    masks : sequence of int
        The candidates of each cell that are left.
    step : Step, optional
    kept : dict, optional
        Cells as they were drawn before, of the same puzzle: most stay as they are from step to step.
    """
    n, _, alphabet, cells = grid
    width = _width(grid)
    height = ceil(n / width)
    side, margin = 16.0 * max(3, width), 2.0
    picture = Drawing(n * side + 2 * margin, n * side + 2 * margin, f"Sudoku {n} × {n}")
    looked = set() if step is None else set(step.cells)
    filled = None if step is None else step.cell
    removed: dict[tuple[int, int], list[str]] = {}
    for at, symbol in () if step is None else step.removed:
        removed.setdefault(at, []).append(str(symbol))
    known = {} if kept is None else kept
    columns = width if height <= width else 0

    def draw_cell(k: int, fill: str, gone: tuple[str, ...]) -> None:
        x, y = margin + k % n * side, margin + k // n * side
        picture.rect(x, y, side, side, fill=fill)
        if cells[k]:
            symbol, colour = alphabet[cells[k] - 1], "#000" if fixed[k] else "#1d4ed8"
            size = (0.6 if len(symbol) == 1 else 0.42) * side
            picture.text(x + side / 2, y + side / 2, symbol, size, fill=colour)
        else:
            texts = [s if masks[k] >> v & 1 or s in gone else "" for v, s in enumerate(alphabet)]
            picture.candidates(x, y, side, texts, gone, columns=columns)

    for k, value in enumerate(cells):
        at = divmod(k, n)
        fill = "#c8f0d0" if at == filled else "#fff3c4" if at in looked else "#fff"
        gone = tuple(removed.get(at, ()))
        key = k, value, masks[k], fill, gone
        picture.drawn_once(known, key, partial(draw_cell, k, fill, gone))
    _lines(picture, grid, side, margin)
    return str(picture)


def _reasoned(puzzle: SudokuPuzzle, solution: SudokuPuzzle | None) -> Iterator[Frame]:
    """Yield the grid, and the grid after each step."""
    from .candidates import bits
    from .steps import explained

    grid = puzzle._grid
    cells = bytearray(grid.cells)
    masks = []
    for cell, value in enumerate(cells):
        seen = sum({1 << (cells[peer] - 1) for peer in grid.layout.peers[cell] if cells[peer]})
        masks.append(0 if value else ~seen & grid.layout.allowed[cell])
    left = sum(sum(1 for _ in bits(mask)) for mask in masks)

    kept: dict[Hashable, str] = {}

    def frame(step: Step | None, masks: Sequence[int], says: str) -> Frame:
        now = grid._replace(cells=bytes(cells))
        text = puzzle._of(now).format(style="rows")
        kind = "" if step is None else step.kind
        return Frame(svg=draw_step(now, grid.cells, masks, step, kept), says=says, kind=kind, text=text)

    yield frame(None, masks, f"the puzzle, with {left:,} candidates")
    answer = None if solution is None else solution._grid.cells
    for step, open_ in explained(grid.cells, grid.layout, grid.alphabet, answer):
        if step.cell is not None:
            cells[step.cell[0] * grid.n + step.cell[1]] = grid.alphabet.index(str(step.value)) + 1
        yield frame(step, open_, step.text)


def view(puzzle: SudokuPuzzle, answer: Any = None) -> View:
    """Return what the page of an answer shows."""
    n, facts = puzzle.n, facts_of(answer)
    title = f"Sudoku {n} × {n}"
    solution = answer_of(answer)
    if answer is not None and n <= MOST_REASONED:
        from .steps import LEVELS

        frames = list(_reasoned(puzzle, None if solution is None else puzzle._answer(solution)))
        facts += difficulty_of(frames, LEVELS)
        return View(title=title, facts=facts, frames=frames, first=0)
    frames = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format(style="rows"))]
    notes: tuple[str, ...] = ()
    if solution is not None:
        text = puzzle.format(solution, style="rows")
        frames.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=text))
        notes = (f"Steps are shown for grids of at most {MOST_REASONED} × {MOST_REASONED}.",)
    return View(title=title, facts=facts, frames=frames, notes=notes)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import SudokuPuzzle

    line = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
    marks: dict[str, Any] = {"even": "r1c1", "odd": "r2c6", "relations": "r5c1<r5c2"}
    jigsaw = SudokuPuzzle.generate(6, seed=3, regions="random", **marks)
    return {
        "sudoku": SudokuPuzzle.parse(line).solve()._repr_svg_(),
        "sudoku_jigsaw": jigsaw.solve()._repr_svg_(),
    }
