"""Draw peg solitaire: a position, with the jumps of a solution as numbered arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import Any

from ...svg import Drawing, Ink, middles
from ..framework.html import Frame, View, answer_of, facts_of, game_of, played
from .boards import Jump, jumps_of
from .parse import PEG
from .state import PegState

CELL, PAD = 36, 10


def draw(state: PegState, jumps: Sequence[Jump] = (), numbered: bool = True) -> str:
    """Draw a position and jumps from it as SVG: arrows, with their numbers where they follow each other."""
    board = state.board
    height, width = len(board.shape), len(board.shape[0])
    picture = Drawing(2 * PAD + CELL * width, 2 * PAD + CELL * height, "peg solitaire")
    for h, hole in enumerate(board.holes):
        x, y = _middle(hole)
        peg = state.position >> h & 1
        picture.circle(x, y, CELL * (0.38 if peg else 0.16), fill=Ink.WOOD if peg else Ink.LINE)
    used: Counter[frozenset[tuple[int, int]]] = Counter()
    labels = []
    for number, jump in enumerate(jumps):
        line = frozenset((jump.start, jump.end))
        _arrow(picture, jump)
        # Further along for each arrow that lies there already, so that no number hides another.
        labels.append((jump, 0.2 + 0.15 * (used[line] % 5), number + 1))
        used[line] += 1
    for jump, along, number in labels if numbered else ():
        (x1, y1), (x2, y2) = _middle(jump.start), _middle(jump.end)
        x, y = x1 + along * (x2 - x1), y1 + along * (y2 - y1)
        picture.circle(x, y, 7, fill=Ink.PAPER, stroke=Ink.ACCENT)
        picture.text(x, y, str(number), 8)
    return str(picture)


def game(state: PegState, solution: Any) -> dict[str, Any]:
    """Return what is needed to play a position in its page; cells are those of the rows, holes or not."""
    board, cols = state.board, len(state.board.shape[0])
    places = [(r, c) for r in range(len(board.shape)) for c in range(cols)]
    cells = [r * cols + c for r, c in board.holes]
    target = None if state.goal is None else state.targets[0]
    moves = () if solution is None else jumps_of(solution)
    return {
        "kind": "peg",
        "svg": draw(state._at(0)),
        "centres": [_middle(place) if place in board.number else None for place in places],
        "side": CELL,
        "cols": cols,
        "values": [int(mark == PEG) for row in state.marker for mark in row],
        "goal": None if target is None else [cell for h, cell in enumerate(cells) if target >> h & 1],
        "jumps": [[cells[h] for h in jump] for jump in board.jumps],
        "moves": [[r * cols + c for r, c in (jump.start, jump.over, jump.end)] for jump in moves],
    }


def view(state: PegState, answer: Any = None) -> View:
    """Return the page of an answer: the positions from first to last."""
    solution, title = answer_of(answer), "Peg solitaire"
    play = game_of(answer, game(state, solution))
    if solution is None:
        frames = [Frame(svg=draw(state), says="the puzzle", text=state.format())]
        return View(title=title, facts=facts_of(answer), frames=frames, game=play)
    jumps, states = jumps_of(solution), state.replay(solution)

    def jumped(k: int) -> str:
        pegs = states[k].position.bit_count()
        return f"{jumps[k - 1]}, {pegs} peg{'' if pegs == 1 else 's'} left"

    frames, notes = played(
        states, lambda k: draw(states[k], jumps[k - 1 : k] if k else (), numbered=False), jumped
    )
    rows, cols = len(state.board.shape), len(state.board.shape[0])
    return View(
        title=title,
        facts=facts_of(answer),
        frames=frames,
        notes=notes,
        centres=middles(rows, cols, CELL, PAD),
        side=CELL,
        cols=cols,
        axes="a",
        game=play,
    )


def _middle(hole: tuple[int, int]) -> tuple[float, float]:
    return PAD + CELL * (hole[1] + 0.5), PAD + CELL * (hole[0] + 0.5)


def _arrow(picture: Drawing, jump: Jump) -> None:
    (x1, y1), (x2, y2) = _middle(jump.start), _middle(jump.end)
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    x, y = x2 - 9 * dx, y2 - 9 * dy
    picture.line(x1, y1, x, y, stroke=Ink.ACCENT, stroke_width=2)
    picture.polygon([(x2, y2), (x - 4 * dy, y + 4 * dx), (x + 4 * dy, y - 4 * dx)], fill=Ink.ACCENT)
