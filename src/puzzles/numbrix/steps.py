"""Explain a Numbrix or Hidato by the steps that a person takes, with the cells of each number as an int."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..framework.check import cell_name
from ..framework.steps import FREE, Difficulty, Meter, Step, find_mistake

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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

    def __init__(self, table: NDArray[np.int32], clues: NDArray[np.int32], meter: Meter) -> None:
        self.look = meter.spend
        """Count a number that is looked at; LimitReached where a limit comes."""
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
            self.look()
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

    def around_next(self, k: int) -> tuple[int, list[int]]:
        """Return the free cells around the numbers before and after `k` that stand, and these numbers."""
        cells, known = self.free, [other for other in (k - 1, k + 1) if other in self.at]
        for other in known:
            if other not in self.near:
                self.near[other] = self.around(self.at[other])
            cells &= self.near[other]
        return cells, known


def explained(
    cols: int, table: NDArray[np.int32], clues: NDArray[np.int32]
) -> Iterator[tuple[Step, dict[int, list[int]]]]:
    """Yield the steps, each with the numbers that it leaves to each free cell; see `Numbrix.steps`."""
    board = _Board(table, clues, FREE)
    for step in _reasoned(board, cols):
        yield step, board.left()


def steps_of(cols: int, table: NDArray[np.int32], clues: NDArray[np.int32], meter: Meter) -> Iterator[Step]:
    """Yield the steps alone; LimitReached where a limit comes."""
    return _reasoned(_Board(table, clues, meter), cols)


def _reasoned(board: _Board, cols: int) -> Iterator[Step]:
    """Yield the steps on a board, which stands after each as the step leaves it."""

    def stand(kind: str, k: int, why: str) -> Step:
        row, col = divmod(board.cells[k].bit_length() - 1, cols)
        return Step(kind=kind, text=f"{k} at {cell_name((row, col))}: {why}", cell=(row, col), value=k)

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
    board.look(board.n)
    single = 0
    once = twice = 0
    for k in range(1, board.n + 1):
        if k in board.at:
            continue
        if board.cells[k].bit_count() == 1:
            cells, known = board.around_next(k)
            if known and cells == board.cells[k]:
                names = " and ".join(map(str, known))
                return stand("one place", k, f"the only free cell next to {names}")
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


Places = Mapping[int, tuple[int, int]]


def first_mistake(given: Places, now: Places, solvable: Callable[[Sequence[int]], bool]) -> Step | None:
    """Return the first number of a player's state that no solution has; see `Numbrix.first_mistake`.

    `solvable` returns whether there is a solution with some of the numbers that the player added.
    """
    for number, place in sorted(given.items()):
        if now.get(number) != place:
            text = f"{number} is given at {cell_name(place)}, where the state has it not"
            return Step(kind="mistake", text=text, cell=place, value=number)
    added = [number for number in sorted(now) if number not in given]
    found = find_mistake(added, lambda numbers: not solvable(numbers))
    if found is None:
        return None
    number, alone = found
    text = f"{number} is at {cell_name(now[number])}, but no solution has it there"
    text += "" if alone else " with the numbers before it"
    return Step(kind="mistake", text=text, cell=now[number], value=number)
