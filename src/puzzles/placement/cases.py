"""Words into slots: a fill-in of ten slots, and large grids made here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from ...core.assign.reference.placement import fillings
from ..common import textbook
from ..common.cases import Case
from ..common.words import english
from .filling import fill
from .generate import layout
from .puzzle import WordPlacement
from .rules import find_slots

__all__ = ["cases", "puzzle_of"]

SMALL = (
    "ANSWER,DESK,DONE,GLUE,LEARN,STUDY,TAPE,TEACH,TEST,WORK;001111100/000010000/000011111/000010010/"
    "010010010/011111010/010000000/111101000/000101000/000101000/001111000"
)
GRIDS = {9: 24, 15: 70, 21: 140, 27: 246}
"""Side -> slots of the grids that are made."""


def _grid(side: int, n_slots: int, seed: int) -> list[str]:
    """Return a symmetric grid without slots of one or two cells, with about `n_slots` slots."""
    rng = random.Random(seed)
    for step in itertools.count():
        if step % 5000 == 0:
            cells = [["1"] * side for _ in range(side)]
        row, col = rng.randrange(side), rng.randrange(side)
        if cells[row][col] == "0":
            continue
        other = side - 1 - row, side - 1 - col
        cells[row][col] = cells[other[0]][other[1]] = "0"
        rows = ["".join(line) for line in cells]
        lines = rows + ["".join(line) for line in zip(*rows, strict=True)]
        if any(0 < len(part) < 3 for line in lines for part in line.split("0")):
            cells[row][col] = cells[other[0]][other[1]] = "1"
        elif len(find_slots(rows)) >= n_slots:
            return rows
    raise AssertionError


@cache
def puzzle_of(side: int) -> WordPlacement:
    """Return the puzzle of a side, made by filling a grid with words; 0 is the small one."""
    if side == 0:
        return WordPlacement.parse(SMALL)
    grid = _grid(side, GRIDS[side], 2)
    result = fill(grid, english(), seed=2)
    assert result.solution is not None
    return WordPlacement(sorted(placed.word for placed in result.solution.placed), grid)


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for side in (0, 9) if quick else (0, 9, 15, 21, 27):
        made.append(_kernel(side))
        if side < 10:
            made.append(_textbook(side))
        if side == 0:
            made.append(_twin())
    return [*made, _criss_cross(10 if quick else 50)]


def _common(side: int) -> dict[str, Any]:
    return {
        "suite": "placement",
        "group": f"placement {side}x{side}, {GRIDS[side]} slots" if side else "placement 11x9, 10 slots",
        "item": "puzzle",
        "params": {"side": side or 11, "slots": GRIDS.get(side, 10)},
        "series": "placement: by slots",
        "x": GRIDS.get(side, 10),
        "x_name": "slots",
    }


def _kernel(side: int) -> Case:
    """Return all that a call costs: reading, compiling, solving; all solutions counted, to a million."""

    def prepare() -> Callable[[], Any]:
        puzzle = puzzle_of(side)
        return lambda: WordPlacement(puzzle.words, puzzle.board).solve(limit=1_000_000)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.count],
        nodes=lambda result: result.stats.nodes,
        facts=lambda result: {"guesses": result.stats.guesses},
        **_common(side),
    )


def _textbook(side: int) -> Case:
    def prepare() -> Callable[[], tuple[int, int]]:
        puzzle = puzzle_of(side)
        slots = [slot.cells() for slot in puzzle.slots]
        return lambda: textbook.slots_by_fewest_words(slots, puzzle.words)

    return Case(
        name="slot with the fewest words first",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
        **_common(side),
    )


def _twin() -> Case:
    def prepare() -> Callable[[], list[Any]]:
        puzzle = puzzle_of(0)
        width = puzzle.shape[1]
        slots = [[row * width + col for row, col in slot.cells()] for slot in puzzle.slots]
        words = [tuple(ord(letter) - ord("A") for letter in word) for word in puzzle.words]
        ones, every = [1] * len(words), [(1 << 26) - 1] * (width * puzzle.shape[0])
        return lambda: list(fillings(slots, words, ones, ones, every))

    return Case(name="twin", role="twin", prepare=prepare, answer=lambda found: [len(found)], **_common(0))


def _criss_cross(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        words = random.Random(1).sample([word for word in english() if len(word) < 10], count)
        return lambda: layout(words, seed=0)

    return Case(
        suite="placement",
        group=f"placement criss-cross of {count} words",
        name="kernel",
        role="kernel",
        item="layout",
        prepare=prepare,
        answer=lambda made: [made.puzzle.check(made.solution)],
        facts=lambda made: {"left_out": len(made.left_out)},
        params={"words": count},
    )
