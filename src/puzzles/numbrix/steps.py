"""The reasoning a person follows on a Numbrix or Hidato, with the cells of each number as a Python int."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...base import PuzzleError, Status
from ..framework.steps import Difficulty, Step
from .parse import HOLE, spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .puzzle import Numbrix
    from .result import PathResult

__all__ = ["LEVELS", "explained", "first_mistake", "reason"]

LEVELS = {
    "one place": Difficulty.EASY,
    "contradiction": Difficulty.EASY,
    "corridor": Difficulty.MEDIUM,
    "one number": Difficulty.HARD,
    "guess": Difficulty.EXPERT,
}
"""Technique -> how hard a puzzle is that needs it."""


class _Board:
    """Where each number may stand."""

    def __init__(self, table: NDArray[np.int32], clues: NDArray[np.int32]) -> None:
        flat = clues.tolist()
        self.n = sum(v >= 0 for v in flat)
        self.steps: dict[int, int] = {}  # difference of index -> cells that such a step ends on
        for cell, others in enumerate(table.tolist()):
            for other in others:
                if other < len(flat):
                    self.steps[other - cell] = self.steps.get(other - cell, 0) | 1 << other
        self.free = sum(1 << cell for cell, v in enumerate(flat) if v == 0)
        self.at = {v: 1 << cell for cell, v in enumerate(flat) if v > 0}
        self.near: dict[int, int] = {}  # number that stands -> the cells around it, where they were asked for
        self.cells = [0] + [self.at.get(k, self.free) for k in range(1, self.n + 1)]

    def around(self, cells: int) -> int:
        """Return the cells one step from `cells`."""
        found = 0
        for by, landing in self.steps.items():
            found |= (cells << by if by > 0 else cells >> -by) & landing
        return found

    def narrow(self, changed: set[int]) -> int:
        """Let numbers narrow those before and after them; return one that has no cell left, else 0."""
        while changed:
            k = changed.pop()
            near = self.around(self.cells[k])
            for other in (k - 1, k + 1):
                if 1 <= other <= self.n and self.cells[other] & ~near:
                    self.cells[other] &= near
                    changed.add(other)
                    if not self.cells[other]:
                        return other
        return 0

    def put(self, k: int) -> set[int]:
        """Let a number with one cell stand there; return the numbers that this narrows."""
        bit = self.cells[k]
        self.at[k] = bit
        self.free &= ~bit
        changed = {k}
        for other in range(1, self.n + 1):
            if other != k and self.cells[other] & bit:
                self.cells[other] &= ~bit
                changed.add(other)
        return changed

    def left(self) -> dict[int, list[int]]:
        """Return the numbers that may stand in each free cell."""
        found: dict[int, list[int]] = {}
        for k in range(1, self.n + 1):
            cells = 0 if k in self.at else self.cells[k]
            while cells:
                found.setdefault((cells & -cells).bit_length() - 1, []).append(k)
                cells &= cells - 1
        return found

    def beside(self, k: int) -> tuple[int, list[int]]:
        """Return the free cells beside the numbers next to `k` that stand, and these numbers."""
        cells, known = self.free, [other for other in (k - 1, k + 1) if other in self.at]
        for other in known:
            if other not in self.near:
                self.near[other] = self.around(self.at[other])
            cells &= self.near[other]
        return cells, known


def reason(rows: int, cols: int, table: NDArray[np.int32], clues: NDArray[np.int32]) -> Iterator[Step]:
    """Yield the steps; see `Numbrix.steps`."""
    return _reasoned(_Board(table, clues), cols)


def explained(
    rows: int, cols: int, table: NDArray[np.int32], clues: NDArray[np.int32]
) -> Iterator[tuple[Step, dict[int, list[int]]]]:
    """Yield the steps, each with the numbers that it leaves to each free cell."""
    board = _Board(table, clues)
    for step in _reasoned(board, cols):
        yield step, board.left()


def _reasoned(board: _Board, cols: int) -> Iterator[Step]:
    """Yield the steps on a board, which stands after each as the step leaves it."""

    def stand(kind: str, k: int, why: str) -> Step:
        row, col = divmod(board.cells[k].bit_length() - 1, cols)
        return Step(kind=kind, text=f"{k} at {spot((row, col))}: {why}", cell=(row, col), value=k)

    changed = set(board.at) or set(range(1, board.n + 1))
    while True:
        stuck = board.narrow(changed)
        if not stuck:
            stuck = next((k for k in range(1, board.n + 1) if not board.cells[k]), 0)
        if stuck:
            yield Step(kind="contradiction", text=f"{stuck} has no place left")
            return
        if len(board.at) == board.n:
            return
        step = _next_step(board, stand)
        if step is None:
            k = min(
                (k for k in range(1, board.n + 1) if k not in board.at),
                key=lambda k: board.cells[k].bit_count(),
            )
            places = tuple(
                divmod(cell, cols)
                for cell in range(board.cells[k].bit_length())
                if board.cells[k] >> cell & 1
            )
            text = f"nothing follows; {k} has {len(places)} places left"
            yield Step(kind="guess", text=text, value=k, cells=places)
            return
        if step.kind == "contradiction":
            yield step
            return
        assert isinstance(step.value, int)
        changed = board.put(step.value)
        yield step


def _next_step(board: _Board, stand: Callable[[str, int, str], Step]) -> Step | None:
    """Return the easiest step there is, the number's cells set to the one; None where only a guess helps."""
    single = 0
    once = twice = 0
    for k in range(1, board.n + 1):
        if k in board.at:
            continue
        if board.cells[k].bit_count() == 1:
            cells, known = board.beside(k)
            if known and cells == board.cells[k]:
                names = " and ".join(map(str, known))
                return stand("one place", k, f"the only free cell beside {names}")
            single = single or k
        twice |= once & board.cells[k]
        once |= board.cells[k]
    if single:
        return stand("corridor", single, "the only cell that the numbers before and after can reach")
    if board.free & ~once:
        return Step(kind="contradiction", text="some cell has no number left")
    alone = once & ~twice
    for k in range(1, board.n + 1):
        if k not in board.at and board.cells[k] & alone:
            board.cells[k] &= alone
            if board.cells[k].bit_count() > 1:
                return Step(kind="contradiction", text=f"two cells are left to {k} alone")
            return stand("one number", k, "no other number can stand there")
    return None


def first_mistake(puzzle: Numbrix, state: Numbrix) -> Step | None:
    """Return the first number in a player's state that no solution has; see `Numbrix.mistake`."""
    if type(state) is not type(puzzle) or _board(state) != _board(puzzle):
        raise PuzzleError(f"a state {state!r:.80}, expected {puzzle!r} filled further")
    for number, (row, col) in sorted(puzzle.places.items()):
        if state.places.get(number) != (row, col):
            text = f"{number} is given at {spot((row, col))}, where the state has it not"
            return Step(kind="mistake", text=text, cell=(row, col), value=number)
    added = [(number, place) for number, place in sorted(state.places.items()) if number not in puzzle.places]
    known = _solved(puzzle, 2)
    if known.status is Status.NO_SOLUTION or not added:
        return None
    if known.status is Status.UNIQUE:
        path = known.path
        first = next((k for k, (number, place) in enumerate(added) if path[number - 1] != place), len(added))
    else:
        first = _first_without_solution(puzzle, added)
    if first == len(added):
        return None
    number, place = added[first]
    text = f"{number} stands at {spot(place)}, where no solution has it"
    if first and known.status is not Status.UNIQUE:
        text += " with the numbers before it"
    return Step(kind="mistake", text=text, cell=place, value=number)


def _board(puzzle: Numbrix) -> tuple[object, ...]:
    return puzzle.topology, puzzle.wrap, [[value == HOLE for value in row] for row in puzzle.grid]


def _solved(puzzle: Numbrix, limit: int) -> PathResult:
    result = puzzle.solve(limit=limit)
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def _first_without_solution(puzzle: Numbrix, added: list[tuple[int, tuple[int, int]]]) -> int:
    """Return the place of the number after which no solution is left, ``len(added)`` where one is."""
    boards = [puzzle]
    for number, (row, col) in added:
        boards.append(boards[-1].put(number, row, col))
    low, high = 0, len(boards)  # boards[low] has a solution, boards[high] has none
    while high - low > 1:
        middle = (low + high) // 2
        if _solved(boards[middle], 1).status is Status.NO_SOLUTION:
            high = middle
        else:
            low = middle
    return low
