"""Explain and grade a Sudoku as a person solves it: the easiest technique that applies, then the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from ...core.assign.sudoku_grading import Grader
from ...core.assign.sudoku_steps import Reasoner
from ..framework.steps import FREE, Difficulty, Meter, Rating, Step, rate_all, rate_counts
from .candidates import CandidateGrid
from .chains import forcing_chain, x_chain, xy_chain
from .constraints.steps import innies_and_outies, sum_combinations
from .layout import Layout
from .parse import Grid
from .techniques import (
    CONTRADICTION,
    colours,
    contradiction,
    fish,
    hidden_set,
    hidden_single,
    locked_candidates,
    mark,
    naked_set,
    naked_single,
    w_wing,
    wing,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

GUESS = "guess"
"""None of the rules applies; the value is taken from a solution."""

Rule = Callable[[CandidateGrid], Step | None]
EASY, MEDIUM, HARD, EXPERT = Difficulty
TECHNIQUES: tuple[tuple[str, Difficulty, Callable[..., Step | None]], ...] = (
    ("naked single", EASY, naked_single),
    ("hidden single", EASY, hidden_single),
    ("mark", EASY, mark),
    ("locked candidates", MEDIUM, locked_candidates),
    ("naked pair", MEDIUM, partial(naked_set, size=2)),
    ("hidden pair", MEDIUM, partial(hidden_set, size=2)),
    ("naked triple", MEDIUM, partial(naked_set, size=3)),
    ("hidden triple", MEDIUM, partial(hidden_set, size=3)),
    ("X-wing", HARD, partial(fish, size=2)),
    ("swordfish", HARD, partial(fish, size=3)),
    ("jellyfish", HARD, partial(fish, size=4)),
    ("XY-wing", HARD, partial(wing, size=2)),
    ("XYZ-wing", HARD, partial(wing, size=3)),
    ("W-wing", HARD, w_wing),
    ("simple colouring", HARD, colours),
    ("X-chain", HARD, x_chain),
    ("XY-chain", HARD, xy_chain),
    ("forcing chain", EXPERT, forcing_chain),
)
SUMS: tuple[tuple[str, Difficulty, Callable[..., Step | None]], ...] = (
    ("sum combinations", EASY, sum_combinations),
    ("innies and outies", MEDIUM, innies_and_outies),
)
"""Techniques of grids with sums, each the first one of its level after marks."""
LEVELS = {name: level for name, level, _ in TECHNIQUES} | {GUESS: EXPERT, CONTRADICTION: EXPERT}
"""Kinds of step, easiest first, and how hard they are; see https://www.sudokuwiki.org/ for pictures."""
SUM_LEVELS = dict(
    [*[*LEVELS.items()][:3], *((name, level) for name, level, _ in SUMS), *[*LEVELS.items()][3:]]
)
"""`LEVELS` of grids with sums."""
RULES: tuple[Rule, ...] = (contradiction, *(partial(find, rule=name) for name, _, find in TECHNIQUES))
SUM_RULES: tuple[Rule, ...] = (*RULES[:4], *(partial(find, rule=name) for name, _, find in SUMS), *RULES[4:])
"""The rules of grids with sums."""
PATTERNS = RULES[9:]
"""The rules beyond those that `core.assign.sudoku_steps` does at once, where no cells are related."""


def levels_of(layout: Layout) -> dict[str, Difficulty]:
    """Return the kinds of step of a layout, easiest first, and how hard they are."""
    return SUM_LEVELS if layout.counted else LEVELS


def explained(
    cells: Sequence[int],
    layout: Layout,
    alphabet: Sequence[str],
    solution: Sequence[int] | None = None,
    meter: Meter = FREE,
) -> Iterator[tuple[Step, list[int]]]:
    """Solve with the rules of `levels_of`, the easiest first: yield each step and what it leaves.

    That is a mask of candidates for each cell, 0 where it is filled; the list is the same one each time.
    Guesses are taken from `solution`, in the cell with the fewest candidates; without one the first is the
    end.
    """
    board = CandidateGrid(cells, layout, alphabet, meter)
    rules = SUM_RULES if layout.counted else RULES
    while not all(board.filled):
        step = next_step(board, rules, solution)
        yield step, board.open
        if step.kind == CONTRADICTION or (step.kind == GUESS and step.cell is None):
            break


def next_step(board: CandidateGrid, rules: Sequence[Rule], solution: Sequence[int] | None) -> Step:
    """Take the step of the first rule that finds one, else guess."""
    for rule in rules:
        step = rule(board)
        if step is not None:
            return step
    cell = min((c for c, mask in enumerate(board.open) if mask), key=lambda c: board.open[c].bit_count())
    choice = board.symbols(board.open[cell])
    if solution is None:
        text = f"no rule of the list applies; {board.names(cell)} is one of {choice}"
        return Step(kind=GUESS, text=text, cells=(board.at(cell),))
    return board.put(GUESS, cell, solution[cell] - 1, f"no rule of the list applies; it was one of {choice}")


# Grades, from steps counted by a kernel where it has room

ORDER = list(Difficulty)
KINDS = list(LEVELS)
BEFORE_CHAINS = KINDS.index("forcing chain") - 1
"""The hardest technique but those whose grade is that of a guess."""


@lru_cache(maxsize=64)
def _waiting(layout: Layout) -> list[tuple[Grader, NDArray[np.uint64]]]:
    """Return the kernels of a layout that no thread has, and what its parities allow."""
    return []


def _counted(
    cells: NDArray[np.uint8], layout: Layout, solutions: NDArray[np.uint8] | None, most: int
) -> NDArray[np.int64] | None:
    """Return the steps of grids by technique, a row each; None where the kernel does not take the layout."""
    if layout.between or layout.counted:
        return None
    waiting = _waiting(layout)
    try:
        grader, allowed = waiting.pop()
    except IndexError:
        allowed = np.array(layout.allowed, dtype=np.uint64)
        try:
            grader = Grader(*layout.reasoning)
        except ValueError:  # more cells or symbols than it has room for
            return None
    counts = np.zeros((len(cells), len(KINDS)), dtype=np.int64)
    for k in range(len(cells)):
        grader.steps(cells[k], allowed, None if solutions is None else solutions[k], most, counts[k])
    waiting.append((grader, allowed))
    return counts


def _row(cells: Sequence[int]) -> NDArray[np.uint8]:
    return np.frombuffer(bytes(cells), dtype=np.uint8)[None]


def rated(
    cells: Sequence[int], layout: Layout, solution: Callable[[], Sequence[int] | None]
) -> Rating | None:
    """Return the rating of the steps, None where the kernel does not count them; guesses call `solution`."""
    counts = _counted(_row(cells), layout, None, len(KINDS))
    if counts is not None and counts[0, KINDS.index(GUESS)] and (known := solution()) is not None:
        counts = _counted(_row(cells), layout, _row(known), len(KINDS))
    return None if counts is None else rate_counts(dict(zip(KINDS, counts[0].tolist(), strict=True)), LEVELS)


def rated_all(
    cells: NDArray[np.uint8], layout: Layout, solutions: NDArray[np.uint8]
) -> list[tuple[str, str, int]] | None:
    """Return difficulty, hardest technique and score of puzzles, uint8 arrays of shape (n, cells)."""
    counts = _counted(cells, layout, solutions, len(KINDS))
    return None if counts is None else rate_all(counts, LEVELS)


def graded(grid: Grid, most: Difficulty = Difficulty.EXPERT, meter: Meter = FREE) -> Difficulty | None:
    """Return the grade of the steps alone, None where it is above `most`; steps end where it is known."""
    meter.spend()
    allowed = ORDER.index(most)
    last = max(k for k, kind in enumerate(KINDS) if ORDER.index(LEVELS[kind]) <= allowed)
    counts = _counted(_row(grid.cells), grid.layout, None, min(last, BEFORE_CHAINS))
    if counts is None:
        return _graded_by_rules(grid, allowed, meter)
    found = np.flatnonzero(counts[0])
    hardest = ORDER.index(LEVELS[KINDS[int(found[-1])]]) if found.size else 0
    return ORDER[hardest] if hardest <= allowed else None


def _graded_by_rules(grid: Grid, allowed: int, meter: Meter) -> Difficulty | None:
    """Return what `graded` does: simple rules at once by a kernel, as their order does not matter."""
    hardest, expert = 0, len(ORDER) - 1
    board = CandidateGrid(grid.cells, grid.layout, grid.alphabet, meter)
    related = grid.layout.between or grid.layout.counted
    reasoner = None if related else Reasoner(*grid.layout.reasoning)
    rules = SUM_RULES if grid.layout.counted else RULES
    while not all(board.filled):
        if reasoner is not None:
            found = board.reduce(reasoner, min(allowed, 1))
            hardest = expert if found < 0 else max(hardest, found)
            if found >= 0 and all(board.filled):
                break
            if allowed == 0:
                return None
        if hardest < expert:
            step = next_step(board, rules if reasoner is None else PATTERNS, None)
            hardest = max(hardest, ORDER.index(SUM_LEVELS[step.kind]))
        if hardest > allowed:
            return None
        if hardest == expert:
            break
    return ORDER[hardest]
