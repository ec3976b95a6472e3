"""What other packages from PyPI do with Sudoku, Gogen and number paths, all asked in the same way.

Each peer takes a puzzle of the package and returns (solutions found, at most 2; the solution as array, None
where there are several). SAT solvers get one model for all three puzzles: places that take exactly one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations, pairwise

import numpy as np

from unriddle import Gogen, Numbrix, SudokuPuzzle

Answer = tuple[int, "np.ndarray | None"]


@dataclass(frozen=True)
class Model:
    """Variable place * n_values + value + 1 says that a place has a value."""

    n_values: int
    groups: list[list[int]]
    """Of each, exactly one is true."""
    clauses: list[list[int]]

    def values(self, true: list[int]) -> np.ndarray:
        """Return the value of each place from the variables that are true."""
        return np.array([(variable - 1) % self.n_values for variable in sorted(true)])


def sudoku_model(puzzle: SudokuPuzzle) -> Model:
    """Cells take digits; each row, column and box has each digit once."""
    n, (height, width) = puzzle.n, puzzle.box
    cells = puzzle.array().ravel().tolist()
    units = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
    units += [
        [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        for top in range(0, n, height)
        for left in range(0, n, width)
    ]
    groups = [[cell * n + v + 1 for v in range(n)] for cell in range(n * n)]
    groups += [[(r * n + c) * n + v + 1 for r, c in unit] for unit in units for v in range(n)]
    return Model(n, groups, [[cell * n + v] for cell, v in enumerate(cells) if v])


def links_model(near: list[list[int]], values: int, links: list[tuple[int, int]], fixed: dict) -> Model:
    """Places take cells, all different; linked places take neighbours."""

    def var(place: int, cell: int) -> int:
        return place * values + cell + 1

    groups = [[var(place, cell) for cell in range(values)] for place in range(values)]
    groups += [[var(place, cell) for place in range(values)] for cell in range(values)]
    clauses = [
        [-var(a, cell), *(var(b, other) for other in near[cell])]
        for pair in links
        for a, b in (pair, pair[::-1])
        for cell in range(values)
    ]
    return Model(values, groups, clauses + [[var(place, cell)] for place, cell in fixed.items()])


def gogen_model(puzzle: Gogen) -> Model:
    """Letters take cells; letters that follow each other in a word touch."""
    code = {letter: k for k, letter in enumerate(puzzle.alphabet)}
    pairs = sorted({(code[a], code[b]) for word in puzzle.words for a, b in pairwise(word)})
    fixed = {code[letter]: cell for cell, letter in enumerate("".join(puzzle.grid)) if letter != "."}
    return links_model([puzzle.near(cell) for cell in range(len(code))], len(code), pairs, fixed)


def path_model(puzzle: Numbrix) -> Model:
    """Numbers take cells (the board has no holes); each touches the next."""
    table, clues = puzzle.arrays()
    n = len(clues)
    near = [[other for other in row if other < n] for row in table.tolist()]
    fixed = {clue - 1: cell for cell, clue in enumerate(clues.tolist()) if clue > 0}
    return links_model(near, n, [(k, k + 1) for k in range(n - 1)], fixed)


def model_of(puzzle: SudokuPuzzle | Gogen | Numbrix) -> Model:
    if isinstance(puzzle, SudokuPuzzle):
        return sudoku_model(puzzle)
    return gogen_model(puzzle) if isinstance(puzzle, Gogen) else path_model(puzzle)


def _answer(model: Model, found: Iterator[list[int]]) -> Answer:
    first = next(found, None)
    if first is None:
        return 0, None
    return (1, model.values(first)) if next(found, None) is None else (2, None)


def ortools(puzzle: SudokuPuzzle | Gogen | Numbrix) -> Answer:
    """CP-SAT of ortools, a Boolean for each place and value, one worker."""
    from ortools.sat.python import cp_model

    model = model_of(puzzle)

    def found() -> Iterator[list[int]]:
        work = cp_model.CpModel()
        holds = [work.new_bool_var("") for _ in range(model.n_values * len(model.groups))]
        for group in model.groups:
            work.add_exactly_one(holds[v - 1] for v in group)
        for clause in model.clauses:
            work.add_bool_or(holds[v - 1] if v > 0 else ~holds[-v - 1] for v in clause)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        used = sorted({v for group in model.groups for v in group})
        while solver.solve(work) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            true = [v for v in used if solver.boolean_value(holds[v - 1])]
            yield true
            work.add_bool_or(~holds[v - 1] for v in true)

    return _answer(model, found())


def python_sat(puzzle: SudokuPuzzle | Gogen | Numbrix) -> Answer:
    """CaDiCaL 1.5.3 of python-sat; "exactly one" by pairs."""
    from pysat.solvers import Cadical153

    model = model_of(puzzle)

    def found() -> Iterator[list[int]]:
        with Cadical153() as solver:
            for clause in model.groups + model.clauses:
                solver.add_clause(clause)
            for group in model.groups:
                for a, b in combinations(group, 2):
                    solver.add_clause([-a, -b])
            while solver.solve():
                true = [v for v in solver.get_model() if v > 0]
                yield true
                solver.add_clause([-v for v in true])

    return _answer(model, found())


def dlxsudoku(puzzle: SudokuPuzzle) -> Answer:
    """Singles, then dancing links, until a second solution shows."""
    from dlxsudoku import Sudoku
    from dlxsudoku.exceptions import SudokuHasMultipleSolutionsError

    work = Sudoku(puzzle.format(style="line").replace(".", "0"))
    try:
        work.solve()
    except SudokuHasMultipleSolutionsError:
        return 2, None
    return 1, np.array([int(ch) - 1 for ch in work.to_oneliner()])


def py_sudoku(puzzle: SudokuPuzzle) -> Answer:
    """Backtracking with the fewest candidates, once from each end of the digits."""
    from sudoku import Sudoku

    height, width = puzzle.box
    work = Sudoku(width, height, board=[[v or None for v in row] for row in puzzle.array().tolist()])
    if work.has_multiple_solutions():
        return 2, None
    return 1, np.array(work.solve().board).ravel() - 1


PEERS: dict[str, tuple[Callable[..., Answer], str]] = {
    "dlxsudoku": (dlxsudoku, "dlxsudoku"),
    "ortools": (ortools, "ortools.sat.python.cp_model"),
    "py-sudoku": (py_sudoku, "sudoku"),
    "python-sat": (python_sat, "pysat.solvers"),
}
"""Package -> what answers a puzzle, and the module without which it is skipped."""
GENERAL = ("ortools", "python-sat")
"""Those that take every puzzle."""


def name_of(peer: str) -> str:
    """Return package and version."""
    return f"{peer} {version(peer)}"


def expected(puzzle: SudokuPuzzle | Gogen | Numbrix) -> Answer:
    """Return what every peer must answer, by the package's own solver."""
    result = puzzle.solve()
    if result.count != 1:
        return result.count, None
    if isinstance(puzzle, SudokuPuzzle):
        return 1, result.solution.array().ravel() - 1
    flat = "".join(result.solution) if isinstance(puzzle, Gogen) else sum(result.solution, ())
    places = puzzle.alphabet if isinstance(puzzle, Gogen) else range(1, puzzle.n_numbers + 1)
    return 1, np.array([flat.index(place) for place in places])


def same(one: Answer, other: Answer) -> bool:
    return one[0] == other[0] and np.array_equal(one[1], other[1])
