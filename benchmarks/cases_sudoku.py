"""Sudokus from elsewhere: few clues, hard ones, several solutions, large ones; beside other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.case import Case
from benchmarks.suites.sudoku import batch, digits, dlxsudoku, py_sudoku
from reference.assign import sudoku as plain
from reference.assign import sudoku9 as plain9
from unriddle import SudokuPuzzle
from unriddle.core.assign import sudoku, sudoku9
from unriddle.core.assign.sudoku_propagate import boxed

from . import sat
from .data import known, rows

LISTS = ("17_clue", "top1465", "many_solutions")
HARDEST = (
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",  # Golden Nugget
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",  # Easter Monster
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",  # AI Escargot
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",  # Platinum Blonde
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # Inkala 2012
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",  # Fata Morgana
)
"""Grids that rating programs put among the hardest, by the names they go by."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by list."""
    made = of_lines("hardest", list(HARDEST) * (1 if quick else 100), quick)
    rated = [line.split()[0] for line in rows(data, "sudoku_hardest.txt")[: 20 if quick else None]]
    made += of_lines("11 and above", rated, quick, data=data)
    for name in LISTS:
        fields = [line.split(":") for line in rows(data, f"sudoku_{name}.txt")]
        if name == "top1465" and fields:  # the textbook's puzzle first: with fewer clues it takes minutes
            fields.insert(0, fields.pop(next(k for k, field in enumerate(fields) if _clues(field[0]) > 22)))
        fields = fields[: 20 if quick else None]
        expect = [_row(solution) if number == "1" else 2 for _, number, solution in fields]
        made += of_lines(name, [field[0] for field in fields], quick, data=data, expect=expect)
    for name, peers in (("16x16", sat.PEERS), ("25x25", ("python-sat",))):  # CP-SAT: over a minute
        pairs = [line.split() for line in rows(data, f"sudoku_{name}.txt")[: 2 if quick else None]]
        lines, expect = [line for line, _ in pairs], [_row(solution) for _, solution in pairs]
        common: dict[str, Any] = {"suite": "sudoku", "group": f"sudoku {name}", "item": "puzzle"}
        made.append(
            batch(
                "kernel",
                partial(_cells, tuple(lines)),
                guesses=True,
                **common,
                **known(data, len(lines), expect),
            )
        )
        few = 1 if quick else len(lines)
        made += [
            sat.peer(peer, partial(_puzzles, lines[:few]), _read, **common, **known(data, few, expect[:few]))
            for peer in peers
        ]
    return made


def _clues(line: str) -> int:
    return sum(symbol != "." for symbol in line)


def _row(text: str) -> list[int]:
    """Return the digits of a solution."""
    return [SYMBOLS.index(symbol) + 1 for symbol in text]


@cache
def _cells(lines: tuple[str, ...]) -> NDArray[np.uint8]:
    return np.stack([SudokuPuzzle.parse(line).array().ravel() for line in lines])


def _puzzles(lines: Sequence[str]) -> list[SudokuPuzzle]:
    return [SudokuPuzzle.parse(line) for line in lines]


def _read(puzzle: SudokuPuzzle, values: list[int]) -> list[int]:
    return [value + 1 for value in values]


def of_lines(
    name: str, lines: list[str], quick: bool, *, data: Path | None = Path(), expect: Sequence[Any] = ()
) -> list[Case]:
    """Return the cases of a list; without `data` they are left out."""

    def common(count: int) -> dict[str, Any]:
        first = lines[:count]
        return {
            "suite": "sudoku",
            "group": f"sudoku 9x9 {name}",
            "item": "puzzle",
            **known(data, len(first), expect[:count]),
        }

    every, some, few = len(lines), 2 if quick else 20, 1 if quick else 6
    cells = partial(_cells, tuple(lines))
    made = [
        _lanes(cells, width, **common(every)) for width in sorted({sudoku9.lanes(n) for n in (1, 4, 8, 16)})
    ]
    made.append(batch("kernel, batch of strings", lambda: lines, **common(every)))
    made.append(_any_size(lambda: cells()[:100], **common(100)))
    made.append(_twin(lambda: cells()[:some].tolist(), **common(some)))
    if name == "top1465":
        made.append(_textbook(lambda: cells()[:1].tolist(), **common(1)))
    made.append(dlxsudoku(lambda: lines[:few], **common(few)))
    made.append(py_sudoku(lambda: lines[:few], prove=True, **common(few)))
    return made + [sat.peer(peer, lambda: _puzzles(lines[:few]), _read, **common(few)) for peer in sat.PEERS]


def _lanes(cells: Callable[[], NDArray[np.uint8]], width: int, **common: Any) -> Case:
    """Return the kernel alone: arrays in and out, so many puzzles side by side in one thread."""

    def prepare() -> Callable[[], sudoku9.Lanes]:
        puzzles = cells()

        def work() -> sudoku9.Lanes:
            search = sudoku9.Lanes(puzzles, 2, lanes=width)
            search.run(1 << 62)
            return search

        return work

    return Case(
        name=f"kernel, {width} side by side",
        role="kernel",
        prepare=prepare,
        answer=digits,
        nodes=lambda search: search.nodes,
        facts=lambda search: {"guesses": int(search.guesses.sum())},
        **common,
    )


def _any_size(cells: Callable[[], NDArray[np.uint8]], **common: Any) -> Case:
    """Return the kernel for boxes of any size."""

    def prepare() -> Callable[[], Any]:
        puzzles = cells()

        def work() -> list[tuple[int, list[Any], int]]:
            found = []
            for puzzle in puzzles:
                search = sudoku.Search(puzzle, boxed(3, 3))
                search.run(1 << 40)
                found.append((search.count, search.take(), search.nodes))
            return found

        return work

    return Case(
        name="kernel for any size",
        role="kernel",
        prepare=prepare,
        answer=lambda found: [
            solutions[0].ravel().tolist() if count == 1 else count for count, solutions, _ in found
        ],
        nodes=lambda found: sum(nodes for _, _, nodes in found),
        **common,
    )


def _twin(cells: Callable[[], list[list[int]]], **common: Any) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzles = cells()
        return lambda: [plain9.search(puzzle, 2) for puzzle in puzzles]

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [_told(solutions) for solutions, _, _ in found],
        nodes=lambda found: sum(nodes for _, _, nodes in found),
        **common,
    )


def _told(solutions: list[list[int]]) -> list[int] | int:
    """Return the only solution, or how many there are."""
    return solutions[0] if len(solutions) == 1 else len(solutions)


def _textbook(cells: Callable[[], list[list[int]]], **common: Any) -> Case:
    """Return backtracking on the cell with the fewest candidates, to a second solution."""

    def prepare() -> Callable[[], Any]:
        puzzles = cells()
        return lambda: [list(islice(plain.solutions(puzzle, plain.boxed(3, 3)), 2)) for puzzle in puzzles]

    return Case(
        name="backtracking, fewest candidates first",
        role="textbook",
        prepare=prepare,
        answer=lambda found: list(map(_told, found)),
        **common,
    )
