"""Sudokus with proof that the solution is the only one: 9x9 one by one and in batches, and other orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.assign.reference import sudoku as plain
from ...core.assign.reference import sudoku9 as plain9
from ..common.cases import Case
from ..common.threads import workers_for
from .many import solve_many
from .puzzle import SudokuPuzzle

__all__ = ["cases"]


@cache
def puzzles(order: int, count: int) -> NDArray[np.uint8]:
    """Return generated puzzles as rows of numbers: the first `count` of a fixed sequence."""
    effort = 30 if order > 9 else None
    return np.stack(
        [SudokuPuzzle.generate(order, seed=seed, effort=effort).array().ravel() for seed in range(count)]
    )


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    count = 20 if quick else 200
    made = [_batch(9, count), _one_by_one(count), _twin9(2 if quick else 10), _strings(count)]
    made += [_textbook(9, 2), _dlxsudoku(2 if quick else 20), _py_sudoku(2)]
    for order in (4, 9) if quick else (4, 9, 16, 25):
        made.append(_order(order, {4: 50, 9: 50, 16: 10, 25: 2}[order] if not quick else 5))
    made.append(_textbook(4, 5))
    for threads in range(1, min(workers_for(0), 16) + 1):
        made.append(_threads(count, 2 if quick else 100, threads))
    return made


def _solutions(batch: Any) -> list[list[int]]:
    assert (batch.counts == 1).all()
    return [row.tolist() for row in batch.solutions.reshape(len(batch.counts), -1)]


def _common(count: int, order: int = 9) -> dict[str, Any]:
    return {
        "suite": "sudoku",
        "group": f"sudoku {order}x{order}",
        "item": "puzzle",
        "items": count,
        "params": {"order": order, "puzzles": count},
    }


def _batch(order: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        cells = puzzles(order, count)
        return lambda: solve_many(cells, threads=1)

    return Case(
        name="kernel, batch",
        role="kernel",
        prepare=prepare,
        answer=_solutions,
        nodes=lambda batch: int(batch.nodes),
        facts=lambda batch: {"guesses": int(batch.guesses.sum())},
        **_common(count, order),
    )


def _strings(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        lines = ["".join(map(str, row)) for row in puzzles(9, count).tolist()]
        return lambda: solve_many(lines, threads=1)

    return Case(
        name="kernel, batch of strings",
        role="kernel",
        prepare=prepare,
        answer=_solutions,
        nodes=lambda batch: int(batch.nodes),
        **_common(count),
    )


def _one_by_one(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        boards = [SudokuPuzzle.parse("".join(map(str, row))) for row in puzzles(9, count).tolist()]
        return lambda: [board.solve() for board in boards]

    return Case(
        name="kernel, one puzzle a call",
        role="kernel",
        prepare=prepare,
        answer=lambda results: [result.solution.array().ravel().tolist() for result in results],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        **_common(count),
    )


def _twin9(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        cells = puzzles(9, count).tolist()
        return lambda: [plain9.search(puzzle, 2) for puzzle in cells]

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [solutions[0] for solutions, _, _ in found if len(solutions) == 1],
        nodes=lambda found: sum(nodes for _, _, nodes in found),
        **_common(count),
    )


def _textbook(order: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        cells, side = puzzles(order, count).tolist(), isqrt(order)
        return lambda: [list(plain.solutions(puzzle, side, side)) for puzzle in cells]

    return Case(
        name="backtracking, fewest candidates first",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [solutions[0] for solutions in found if len(solutions) == 1],
        **_common(count, order) | {"group": "sudoku 9x9" if order == 9 else f"sudoku order {order}"},
    )


def _dlxsudoku(count: int) -> Case:
    """Return the package dlxsudoku: singles, then dancing links; no proof that there is no other solution."""

    def prepare() -> Callable[[], Any]:
        from dlxsudoku import Sudoku as Peer

        lines = ["".join(map(str, row)) for row in puzzles(9, count).tolist()]

        def work() -> list[Any]:
            boards = [Peer(line) for line in lines]
            for board in boards:
                board.solve()
            return boards

        return work

    return Case(
        name="dlxsudoku",
        role="peer",
        peer="dlxsudoku",
        prepare=prepare,
        answer=lambda boards: [[int(digit) for digit in board.to_oneliner()] for board in boards],
        **_common(count),
    )


def _py_sudoku(count: int) -> Case:
    """Return the package py-sudoku: backtracking; no proof that there is no other solution."""

    def prepare() -> Callable[[], Any]:
        from sudoku import Sudoku as Peer

        grids = [[[v or None for v in row] for row in grid] for grid in _grids(count)]
        return lambda: [Peer(3, 3, board=grid).solve() for grid in grids]

    return Case(
        name="py-sudoku",
        role="peer",
        peer="sudoku",
        prepare=prepare,
        answer=lambda found: [[int(value) for row in board.board for value in row] for board in found],
        **_common(count),
    )


def _grids(count: int) -> list[list[list[int]]]:
    grids: list[list[list[int]]] = puzzles(9, count).reshape(-1, 9, 9).tolist()
    return grids


def _order(order: int, count: int) -> Case:
    common = _common(count, order) | {"group": f"sudoku order {order}"}

    def prepare() -> Callable[[], Any]:
        cells = puzzles(order, count)
        return lambda: solve_many(cells, threads=1)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=_solutions,
        nodes=lambda batch: int(batch.nodes),
        facts=lambda batch: {"guesses": int(batch.guesses.sum())},
        series="sudoku: by order",
        x=order,
        x_name="order",
        **common,
    )


def _threads(count: int, times: int, threads: int) -> Case:
    def prepare() -> Callable[[], Any]:
        cells = np.tile(puzzles(9, count), (times, 1))
        return lambda: solve_many(cells, threads=threads)

    return Case(
        suite="sudoku",
        group="sudoku threads",
        name=f"kernel, {threads} threads",
        role="kernel",
        item="puzzle",
        items=count * times,
        prepare=prepare,
        answer=lambda batch: [int(found) for found in batch.counts],
        params={"puzzles": count * times, "threads": threads},
        series="sudoku: by threads",
        x=threads,
        x_name="threads",
        threads=threads,
    )
