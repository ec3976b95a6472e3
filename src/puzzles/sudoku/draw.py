"""Draw Sudokus, and the steps of their solutions, as SVG and pages."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt
from typing import Any

from ...svg import Drawing, Ink, middles
from ..framework.html import Frame, View, difficulty_of, facts_of, game_of, hints
from ..framework.steps import Step
from .constraints.draw import draw_clues, draw_quadruple
from .layout import Layout
from .parse import Grid, format_grid
from .steps import explained, levels_of

MOST_REASONED = 16
"""Largest grid whose page shows the steps: candidates of a larger one could not be read."""
MARGIN, SIDE = 2.0, 32.0
DOTS = {"~": Ink.PAPER, ":": Ink.INK}
"""Sign of a relation -> colour of the dot that stands for it."""


def _margin(layout: Layout, side: float) -> float:
    """Return the room around a grid; sandwiches have their totals there."""
    outside = any(clue.kind == "sandwiches" for clue in layout.clues)
    return MARGIN + side / 2 if outside else MARGIN


def draw(grid: Grid, fixed: bytes) -> str:
    """Return a grid as SVG; cells that `fixed` leaves empty are shown lighter."""
    n, side = grid.n, SIDE
    margin = _margin(grid.layout, side)
    size = n * side + 2 * margin
    picture = Drawing(size, size, f"Sudoku {n} × {n}")
    picture.rect(0, 0, size, size, fill=Ink.PAPER)
    _marks(picture, grid, side, margin)
    for k, value in enumerate(grid.cells):
        if value:
            x, y = margin + (k % n + 0.5) * side, margin + (k // n + 0.5) * side
            symbol = grid.alphabet[value - 1]
            fill = Ink.INK if fixed[k] else Ink.ACCENT
            picture.text(x, y, symbol, size=20 if len(symbol) == 1 else 14, fill=fill)
    _lines(picture, grid, side, margin)
    _signs(picture, grid.layout, side, margin)
    return str(picture)


def _lines(picture: Drawing, grid: Grid, side: float, margin: float) -> None:
    n, box = grid.n, grid.layout.box or (grid.n, grid.n)
    end = n * side + margin
    for k in range(n + 1):
        at = margin + k * side
        for thick, line in (
            (k % box[1] == 0, (at, margin, at, end)),
            (k % box[0] == 0, (margin, at, end, at)),
        ):
            picture.line(*line, stroke=Ink.INK if thick else Ink.LINE, stroke_width=2 if thick else 1)
    regions = grid.layout.regions
    if regions is None:
        return
    for cell in range(n * n):
        row, col = divmod(cell, n)
        x, y = margin + col * side, margin + row * side
        if col + 1 < n and regions[cell] != regions[cell + 1]:
            picture.line(x + side, y, x + side, y + side, stroke=Ink.INK, stroke_width=2)
        if row + 1 < n and regions[cell] != regions[cell + n]:
            picture.line(x, y + side, x + side, y + side, stroke=Ink.INK, stroke_width=2)


def _marks(picture: Drawing, grid: Grid, side: float, margin: float) -> None:
    """Draw what a variant adds below the numbers: shaded units, even and odd cells, clues."""
    n, layout = grid.n, grid.layout
    corners = {cell: (margin + cell % n * side, margin + cell // n * side) for cell in range(n * n)}
    plain = 2 * n + (n if layout.box or layout.regions else 0)
    units = () if "disjoint" in layout.variants else layout.units[plain:]
    for cell in sorted({cell for cells in (*units, *layout.groups) for cell in cells}):
        picture.rect(*corners[cell], side, side, fill=Ink.GIVEN)
    for cell in layout.even:
        x, y = corners[cell]
        picture.rect(x + 0.12 * side, y + 0.12 * side, 0.76 * side, 0.76 * side, fill=Ink.LINE)
    for cell in layout.odd:
        x, y = corners[cell]
        picture.circle(x + side / 2, y + side / 2, 0.4 * side, fill=Ink.LINE)
    draw_clues(picture, layout.clues, n, side, margin)


def _signs(picture: Drawing, layout: Layout, side: float, margin: float) -> None:
    """Draw what stands between cells: signs and dots of relations, quadruples."""
    n = layout.n
    for first, sign, second in layout.relations:
        (y, x), (v, u) = divmod(first, n), divmod(second, n)
        at = margin + (x + u + 1) / 2 * side, margin + (y + v + 1) / 2 * side
        if sign in DOTS:
            picture.circle(*at, 0.13 * side, fill=DOTS[sign], stroke=Ink.INK, stroke_width=1)
        else:
            turned = {"<": ("<" if x < u else ">") if y == v else ("∧" if y < v else "∨")}.get(sign, sign)
            picture.text(*at, turned, size=0.42 * side, fill=Ink.ACCENT)
    for clue in layout.clues:
        if clue.kind == "quadruples":
            draw_quadruple(picture, clue, n, side, margin)


def draw_step(
    grid: Grid, fixed: bytes, masks: Sequence[int], step: Step | None, kept: dict[Hashable, str]
) -> str:
    """Return a grid with its candidates as SVG, and what a step did there; `fixed` is what was given.

    Each cell is a line of the text, kept in `kept`: most stay as they are from step to step.
    """
    n, _, alphabet, cells = grid
    width, side = _width(grid)
    columns, margin = width if ceil(n / width) <= width else 0, _margin(grid.layout, side)
    picture = Drawing(n * side + 2 * margin, n * side + 2 * margin, f"Sudoku {n} × {n}")
    looked = set() if step is None else set(step.cells)
    filled = None if step is None else step.cell
    removed: dict[tuple[int, int], list[str]] = {}
    for at, symbol in () if step is None else step.removed:
        removed.setdefault(at, []).append(str(symbol))

    def draw_cell(k: int, fill: str, gone: tuple[str, ...]) -> None:
        x, y = margin + k % n * side, margin + k // n * side
        picture.rect(x, y, side, side, fill=fill)
        if cells[k]:
            symbol, colour = alphabet[cells[k] - 1], Ink.INK if fixed[k] else Ink.ACCENT
            size = (0.6 if len(symbol) == 1 else 0.42) * side
            picture.text(x + side / 2, y + side / 2, symbol, size, fill=colour)
        else:
            texts = [s if masks[k] >> v & 1 or s in gone else "" for v, s in enumerate(alphabet)]
            picture.candidates(x, y, side, texts, gone, columns=columns)

    for k, value in enumerate(cells):
        at = divmod(k, n)
        fill = Ink.TINT if at == filled else Ink.NOTE if at in looked else Ink.PAPER
        gone = tuple(removed.get(at, ()))
        key = k, value, masks[k], fill, gone
        picture.drawn_once(kept, key, partial(draw_cell, k, fill, gone))
    if clues := grid.layout.clues:
        picture.drawn_once(kept, "clues", partial(draw_clues, picture, clues, n, side, margin))
    _lines(picture, grid, side, margin)
    if clues or grid.layout.relations:
        picture.drawn_once(kept, "signs", partial(_signs, picture, grid.layout, side, margin))
    return str(picture)


def _width(grid: Grid) -> tuple[int, float]:
    """Return how many candidates stand side by side in a cell, and the side of a cell that has them."""
    width = grid.layout.box[1] if grid.layout.box else ceil(sqrt(grid.n))
    return width, 16.0 * max(3, width)


def _reasoned(grid: Grid, answer: bytes | None) -> Iterator[Frame]:
    """Yield the grid, and the grid after each step."""
    cells, kept = bytearray(grid.cells), dict[Hashable, str]()

    def frame(step: Step | None, masks: Sequence[int], says: str) -> Frame:
        now = grid._replace(cells=bytes(cells))
        svg = draw_step(now, grid.cells, masks, step, kept)
        kind = "" if step is None else step.kind
        return Frame(svg=svg, says=says, kind=kind, text=format_grid(now, "rows"), step=step)

    masks = []
    for cell, value in enumerate(cells):
        seen = sum({1 << (cells[peer] - 1) for peer in grid.layout.peers[cell] if cells[peer]})
        masks.append(0 if value else ~seen & grid.layout.allowed[cell])
    left = sum(mask.bit_count() for mask in masks)
    yield frame(None, masks, f"the puzzle, with {left:,} candidates")
    for step, open_ in explained(grid.cells, grid.layout, grid.alphabet, answer):
        if step.cell is not None:
            cells[step.cell[0] * grid.n + step.cell[1]] = grid.alphabet.index(str(step.value)) + 1
        yield frame(step, open_, step.text)


def game(grid: Grid, solution: Grid | None, frames: Sequence[Frame]) -> dict[str, Any]:
    """Return what is needed to play a grid in its page; masks are of the symbols from 0."""
    n, layout = grid.n, grid.layout
    return {
        "kind": "sudoku",
        "svg": draw(grid, grid.cells),
        "centres": middles(n, n, SIDE, _margin(layout, SIDE)),
        "side": SIDE,
        "cols": n,
        "values": list(grid.cells),
        "solution": None if solution is None else list(solution.cells),
        "steps": hints(frames, n),
        "symbols": grid.alphabet,
        "units": [*layout.units, *layout.apart],
        "allowed": layout.allowed,
        "between": layout.between,
    }


def view(grid: Grid, answer: Any = None, solution: Grid | None = None) -> View:
    """Return what the page of an answer shows."""
    n, facts = grid.n, facts_of(answer)
    title = f"Sudoku {n} × {n}"
    if answer is not None and n <= MOST_REASONED:
        frames = list(_reasoned(grid, None if solution is None else solution.cells))
        facts += difficulty_of(frames, levels_of(grid.layout))
        side = _width(grid)[1]
        return View(
            title=title,
            facts=facts,
            frames=frames,
            centres=middles(n, n, side, _margin(grid.layout, side)),
            side=side,
            cols=n,
            axes="1",
            game=game_of(answer, game(grid, solution, frames)),
        )
    frames = [Frame(svg=draw(grid, grid.cells), says="the puzzle", text=format_grid(grid, "rows"))]
    notes: tuple[str, ...] = ()
    if solution is not None:
        svg = draw(solution, grid.cells)
        frames.append(Frame(svg=svg, says="the solution", text=format_grid(solution, "rows")))
        notes = (f"Steps are shown for grids of at most {MOST_REASONED} × {MOST_REASONED}.",)
    play = game_of(answer, game(grid, solution, ()))
    return View(title=title, facts=facts, frames=frames, notes=notes, game=play)
