"""Sudokus with proof that the solution is the only one: 9x9 one by one and in batches, and other orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.assign import sudoku as plain
from reference.assign import sudoku9 as plain9
from unriddle.base import PuzzleError
from unriddle.puzzles.sudoku import solve_many
from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle
from unriddle.search import find_path
from unriddle.search.threads import workers_for

from ..case import Case, Work, each, visited

__all__ = ["batch", "cases", "digits", "dlxsudoku", "py_sudoku", "work_of", "works"]

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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
    made = [
        batch("kernel, batch", lambda: puzzles(9, count), guesses=True, **_common(count)),
        _one_by_one(count),
        _twin9(2 if quick else 10),
        batch("kernel, batch of strings", lambda: _strings(count), **_common(count)),
    ]
    few = 2 if quick else 20
    made += [_textbook(9, 2), dlxsudoku(lambda: _strings(few), **_common(few))]
    made.append(py_sudoku(lambda: _strings(2), **_common(2)))
    for order in (4, 9) if quick else (4, 9, 16, 25):
        made.append(_order(order, {4: 50, 9: 50, 16: 10, 25: 2}[order] if not quick else 5))
    made.append(_textbook(4, 5))
    for threads in range(1, min(workers_for(0), 16) + 1):
        made.append(_threads(count, 2 if quick else 100, threads))
    made += [_easy()]
    made += [_fail_fast(kind, method) for kind in (SudokuPuzzle, _Patient) for method in ("dfs", "bfs")]
    made += [_all_grids("kernel"), _all_grids("twin")]
    return made + [_generated(3 if quick else 200, symmetry) for symmetry in ("none", "rotation")]


def digits(found: Any) -> list[list[int] | int]:
    """Return the answers of many puzzles: the cells of the solution, or how many there are (two at most)."""
    rows = found.solutions.reshape(len(found.counts), -1).tolist()
    return [row if count == 1 else count for row, count in zip(rows, found.counts.tolist(), strict=True)]


def _common(count: int, order: int = 9) -> dict[str, Any]:
    return {
        "suite": "sudoku",
        "group": f"sudoku {order}x{order}",
        "item": "puzzle",
        "items": count,
        "params": {"order": order, "puzzles": count},
    }


def batch(
    name: str, make: Callable[[], Any], *, threads: int = 1, guesses: bool = False, **common: Any
) -> Case:
    """Return the case that solves puzzles in one call."""

    def prepare() -> Callable[[], Any]:
        made = make()
        return lambda: solve_many(made, threads=threads)

    settings: dict[str, Any] = {"answer": digits, "nodes": lambda found: int(found.nodes)} | common
    if guesses:
        settings["facts"] = lambda found: {"guesses": int(found.guesses.sum())}
    return Case(name=name, role="kernel", prepare=prepare, threads=threads, **settings)


def _strings(count: int) -> list[str]:
    return ["".join(map(str, row)) for row in puzzles(9, count).tolist()]


def _one_by_one(count: int) -> Case:
    return Case(
        name="kernel, one puzzle a call",
        role="kernel",
        prepare=each(lambda: [SudokuPuzzle.parse(line) for line in _strings(count)]),
        answer=lambda results: [result.solution.array().ravel().tolist() for result in results],
        nodes=visited,
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
        return lambda: [list(plain.solutions(puzzle, plain.boxed(side, side))) for puzzle in cells]

    return Case(
        name="backtracking, fewest candidates first",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [solutions[0] for solutions in found if len(solutions) == 1],
        **_common(count, order) | {"group": "sudoku 9x9" if order == 9 else f"sudoku order {order}"},
    )


def _zeros(lines: list[str]) -> list[str]:
    return [line.replace(".", "0") for line in lines]


def dlxsudoku(make: Callable[[], list[str]], **common: Any) -> Case:
    """Return the package dlxsudoku on lines of digits: singles, then dancing links, to a second solution."""

    def prepare() -> Callable[[], Any]:
        from dlxsudoku import Sudoku as Peer
        from dlxsudoku.exceptions import SudokuHasMultipleSolutionsError

        lines = _zeros(make())

        def solved(line: str) -> Any:
            board = Peer(line)
            try:
                board.solve()
            except SudokuHasMultipleSolutionsError:
                return None
            return board

        return lambda: [solved(line) for line in lines]

    return Case(
        name="dlxsudoku",
        role="peer",
        peer="dlxsudoku",
        prepare=prepare,
        answer=lambda boards: [
            2 if board is None else [int(digit) for digit in board.to_oneliner()] for board in boards
        ],
        **common,
    )


def py_sudoku(make: Callable[[], list[str]], *, prove: bool = False, **common: Any) -> Case:
    """Return the package py-sudoku on lines of digits: backtracking; twice where it shall also `prove`."""

    def prepare() -> Callable[[], Any]:
        from sudoku import Sudoku as Peer

        grids = [[[int(ch) for ch in line[k : k + 9]] for k in range(0, 81, 9)] for line in _zeros(make())]

        def solved(grid: list[list[int]]) -> Any:
            board = Peer(3, 3, board=[[v or None for v in row] for row in grid])
            return None if prove and board.has_multiple_solutions() else board.solve().board

        return lambda: [solved(grid) for grid in grids]

    return Case(
        name="py-sudoku",
        role="peer",
        peer="sudoku",
        prepare=prepare,
        answer=lambda found: [
            2 if rows is None else [int(value) for row in rows for value in row] for rows in found
        ],
        **common,
    )


def _order(order: int, count: int) -> Case:
    common = _common(count, order) | {"group": f"sudoku order {order}"}
    curve: dict[str, Any] = {"series": "sudoku: by order", "x": order, "x_name": "order"}
    return batch("kernel", lambda: puzzles(order, count), guesses=True, **common, **curve)


def _threads(count: int, times: int, threads: int) -> Case:
    return batch(
        f"kernel, {threads} threads",
        lambda: np.tile(puzzles(9, count), (times, 1)),
        threads=threads,
        suite="sudoku",
        group="sudoku threads",
        item="puzzle",
        items=count * times,
        answer=lambda found: found.counts.tolist(),
        params={"puzzles": count * times, "threads": threads},
        series="sudoku: by threads",
        x=threads,
        x_name="threads",
    )


class _Patient(SudokuPuzzle):
    """A Sudoku whose configurations are never given up early."""

    def fail_fast(self) -> bool:
        """Never."""
        return False


def _fail_fast(kind: type[SudokuPuzzle], method: str) -> Case:
    """Return what `fail_fast` saves the general solvers: it shows in the nodes."""
    patience = "without fail_fast, " if kind is _Patient else ""
    return Case(
        suite="sudoku",
        group="sudoku fail_fast",
        name=f"{patience}{method}",
        role="general",
        item="puzzle",
        prepare=each(lambda: [kind.parse(EASY)], lambda puzzle: find_path(puzzle, method)),
        answer=lambda results: [result.path[-1].array().tolist() for result in results],
        nodes=visited,
        params={"method": method},
    )


def _easy() -> Case:
    return Case(
        suite="sudoku",
        group="sudoku fail_fast",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=each(lambda: [SudokuPuzzle.parse(EASY)]),
        answer=lambda results: [result.solution.array().tolist() for result in results],
        nodes=visited,
    )


def _all_grids(role: str) -> Case:
    def prepare() -> Callable[[], int]:
        if role == "twin":
            return lambda: plain.count([0] * 16, plain.boxed(2, 2), 1000)
        empty = SudokuPuzzle.from_array([[0] * 4] * 4)
        return lambda: int(empty.count())

    return Case(
        suite="sudoku",
        group="sudoku, all grids of 4x4",
        name=role,
        role=role,
        item="order",
        prepare=prepare,
        answer=lambda count: [count],
        expect=[288],
    )


def _generated(count: int, symmetry: str) -> Case:
    """Return the making of minimal puzzles; the same seeds make the same."""

    def prepare() -> Callable[[], list[SudokuPuzzle]]:
        return lambda: [SudokuPuzzle.generate(seed=seed, symmetry=symmetry) for seed in range(count)]

    return Case(
        suite="sudoku",
        group="sudoku generate",
        name=f"kernel, symmetry {symmetry}",
        role="kernel",
        item="puzzle",
        items=count,
        prepare=prepare,
        answer=lambda made: [puzzle.solve().count for puzzle in made],
        facts=lambda made: {"clues": sum(puzzle.clues for puzzle in made) // len(made)},
        params={"puzzles": count, "symmetry": symmetry},
        expect=[1] * count,
    )


def works(quick: bool) -> list[Work]:
    """Return puzzles of which another program can be asked for the number of solutions."""
    return [_work("sudoku 9x9", [line.replace("0", ".") for line in _strings(20 if quick else 200)])]


def work_of(name: str, lines: list[str]) -> Work | None:
    """Return puzzles 9x9 as a work, None where the first line is none.

    Raises
    ------
    PuzzleError
        A line is no puzzle.
    """
    puzzles = [line.replace("0", ".") for line in lines]
    if set(puzzles[0]) - set(".123456789"):
        return None
    for number, puzzle in enumerate(puzzles, 1):
        if len(puzzle) != 81 or set(puzzle) - set(".123456789"):
            raise PuzzleError(f"{puzzle!r:.40}, expected 81 digits or dots", file=name, line=number)
    return _work(name, puzzles)


def _work(name: str, lines: list[str]) -> Work:
    def kernel() -> Callable[[], list[int]]:
        codes = np.frombuffer("".join(lines).encode(), dtype=np.uint8).reshape(len(lines), -1)
        cells = np.where(codes == ord("."), 0, codes - ord("0")).astype(np.uint8)
        return lambda: solve_many(cells, threads=1).counts.tolist()

    return Work(name, "puzzle", lambda file: "sudoku 9", lines, kernel)
