"""Draw sliding puzzles: a configuration, or the start, the end and the steps of a solution."""

from __future__ import annotations

from typing import Any

from ...io.text import printable
from ...svg import Drawing, Ink, middles
from ..framework.html import Frame, View, answer_of, facts_of, game_of, played
from .parse import flat
from .state import SlidingState

SIZE, EDGE, BETWEEN, LINE, LETTER = 48, 8, 40, 20, 9


def draw(puzzle: SlidingState, solution: str | None = None) -> str:
    """Draw a configuration, and a solution given by the directions of its tiles, as SVG."""
    width, height = puzzle.cols * SIZE + EDGE, puzzle.rows * SIZE + EDGE
    title = f"{puzzle.rows}×{puzzle.cols} sliding puzzle"
    if solution is None:
        picture = Drawing(width, height, title)
        _board(picture, puzzle, 0)
        return str(picture)
    whole = 2 * width + BETWEEN
    groups = [solution[k : k + 5] for k in range(0, len(solution), 5)]
    room = max(1, whole // (6 * LETTER))  # groups on a line
    lines = [" ".join(groups[k : k + room]) for k in range(0, len(groups), room)]
    picture = Drawing(whole, height + LINE * len(lines) + EDGE, title)
    _board(picture, puzzle, 0)
    x, y = width + BETWEEN / 2, height / 2
    picture.polygon([(x - 8, y - 8), (x + 8, y), (x - 8, y + 8)], fill=Ink.SOFT)
    _board(picture, puzzle.replay(solution)[-1], width + BETWEEN)
    for number, line in enumerate(lines):
        y = height + LINE * (number + 0.5) + EDGE / 2
        picture.text(whole / 2, y, line, 14, font_family="monospace")
    return str(picture)


def game(puzzle: SlidingState, title: str, solution: Any) -> dict[str, Any]:
    """Return what is needed to play a configuration in its page: names of tiles, "" for the blank."""
    picture = Drawing(puzzle.cols * SIZE + EDGE, puzzle.rows * SIZE + EDGE, title)
    picture.rect(0, 0, puzzle.cols * SIZE + EDGE, puzzle.rows * SIZE + EDGE, fill=Ink.LINE, rx=6)
    start, goal = (
        ["" if symbol == puzzle.blank else printable(str(symbol)) for symbol in flat(grid)]
        for grid in (puzzle.from_grid, puzzle.to_grid)
    )
    return {
        "kind": "sliding",
        "svg": str(picture),
        "centres": middles(puzzle.rows, puzzle.cols, SIZE, EDGE / 2),
        "side": SIZE,
        "cols": puzzle.cols,
        "values": start,
        "goal": goal,
        "moves": "" if solution is None else puzzle.directions(solution),
    }


def view(puzzle: SlidingState, answer: Any = None) -> View:
    """Return the page of an answer: the configurations from first to last."""
    solution, title = answer_of(answer), f"{puzzle.rows}×{puzzle.cols} sliding puzzle"
    play = game_of(answer, game(puzzle, title, solution))
    if solution is None:
        frames = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format())]
        return View(title=title, facts=facts_of(answer), frames=frames, game=play)
    directions, states = puzzle.directions(solution), puzzle.replay(solution)
    names = {"U": "up", "D": "down", "L": "left", "R": "right"}
    blanks = [divmod(state._blank_cell, puzzle.cols) for state in states]

    def moved(k: int) -> str:
        row, col = blanks[k - 1]  # the tile has moved to where the blank was
        tile = printable(str(states[k].from_grid[row][col]))
        return f"{tile} {names[directions[k - 1]]}, to row {row + 1}, column {col + 1}"

    def drawn(k: int) -> str:
        return _state(states[k], title, blanks[k - 1] if k else None)

    frames, notes = played(states, drawn, moved)
    return View(
        title=title,
        facts=facts_of(answer),
        frames=frames,
        notes=notes,
        centres=middles(puzzle.rows, puzzle.cols, SIZE, EDGE / 2),
        side=SIZE,
        cols=puzzle.cols,
        axes="1",
        game=play,
    )


def _state(puzzle: SlidingState, title: str, moved: tuple[int, int] | None) -> str:
    """Return a configuration on the way; the tile that moved last has an edge."""
    picture = Drawing(puzzle.cols * SIZE + EDGE, puzzle.rows * SIZE + EDGE, title)
    _board(picture, puzzle, 0)
    if moved is not None:
        x, y = 4 + moved[1] * SIZE, 4 + moved[0] * SIZE
        edge = {"fill": "none", "stroke": Ink.ACCENT, "stroke_width": 3}
        picture.rect(x + 3, y + 3, SIZE - 6, SIZE - 6, rx=4, **edge)
    return str(picture)


def _board(picture: Drawing, puzzle: SlidingState, left: int) -> None:
    """Draw a configuration; tiles that are home are green."""
    picture.rect(left, 0, puzzle.cols * SIZE + EDGE, puzzle.rows * SIZE + EDGE, fill=Ink.LINE, rx=6)
    for row, symbols in enumerate(puzzle.from_grid):
        for col, symbol in enumerate(symbols):
            if symbol == puzzle.blank:
                continue
            x, y = left + 4 + col * SIZE, 4 + row * SIZE
            home = puzzle.to_grid[row][col] == symbol
            picture.rect(x + 2, y + 2, SIZE - 4, SIZE - 4, fill=Ink.HOME if home else Ink.PAPER, rx=4)
            name = printable(str(symbol))
            picture.text(x + SIZE / 2, y + SIZE / 2, name, size=min(20, 56 / max(1, len(name))))
