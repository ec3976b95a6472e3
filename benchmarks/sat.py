"""Solvers of clauses from other packages on Sudoku, Gogen and number paths.

All three puzzles have one model: places that take exactly one value. Each solver looks for a second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from unriddle import Gogen, Numbrix, SudokuPuzzle


@dataclass(frozen=True)
class Model:
    """Variable place * n_values + value + 1 says that a place has a value."""

    n_values: int
    groups: list[list[int]]
    """Of each, exactly one is true."""
    clauses: list[list[int]]

    def values(self, true: list[int]) -> list[int]:
        """Return the value of each place from the variables that are true."""
        return [(variable - 1) % self.n_values for variable in sorted(true)]


def sudoku_model(puzzle: SudokuPuzzle) -> Model:
    """Cells take digits; each unit has each digit once, and what a variant adds is clauses."""
    n, layout = puzzle.n, puzzle.layout
    digits = range(1, n + 1)
    cells = puzzle.array().ravel().tolist()
    groups = [[cell * n + v for v in digits] for cell in range(n * n)]
    groups += [[cell * n + v for cell in unit] for unit in layout.units for v in digits]
    clauses = [[cell * n + v] for cell, v in enumerate(cells) if v]
    clauses += [[-(a * n + v), -(b * n + v)] for a, b in layout.apart for v in digits]
    clauses += [[-(cell * n + v)] for cell in layout.even for v in digits if v % 2]
    clauses += [[-(cell * n + v)] for cell in layout.odd for v in digits if not v % 2]
    clauses += [
        [-(a * n + v), -(b * n + w)]
        for a, b, kept in layout.between
        for v in digits
        for w in digits
        if not kept[v - 1] >> (w - 1) & 1
    ]
    return Model(n, groups, clauses)


def links_model(
    near: list[list[int]], values: int, links: list[tuple[int, int]], fixed: dict[int, int]
) -> Model:
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
    """Return the model of any of the three."""
    if isinstance(puzzle, SudokuPuzzle):
        return sudoku_model(puzzle)
    return gogen_model(puzzle) if isinstance(puzzle, Gogen) else path_model(puzzle)


def ortools(model: Model) -> Iterator[list[int]]:
    """Yield the variables that are true in each solution, by CP-SAT of ortools with one worker."""
    from ortools.sat.python import cp_model

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


def python_sat(model: Model) -> Iterator[list[int]]:
    """Yield them by CaDiCaL 1.5.3 of python-sat; "exactly one" by pairs."""
    from pysat.solvers import Cadical153

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


PEERS: dict[str, tuple[str, Callable[[Model], Iterator[list[int]]]]] = {
    "ortools": ("ortools", ortools),
    "python-sat": ("pysat", python_sat),
}
"""Package -> its module, and how it is asked."""
peers = pytest.mark.parametrize("peer", PEERS)


def measure_peer(
    measure: Callable[..., None],
    peer: str,
    puzzles: Sequence[SudokuPuzzle | Gogen | Numbrix],
    read: Callable[[Any, list[int]], Any],
    **info: Any,
) -> None:
    """Measure how a package solves puzzles and looks for a second solution of each; skip where it is missing.

    `read` makes the answer of the group's other ways of a puzzle and the value of each place.
    """
    module, ask = PEERS[peer]
    pytest.importorskip(module)

    def work() -> list[tuple[Any, Model, list[list[int]]]]:
        models = [(puzzle, model_of(puzzle)) for puzzle in puzzles]
        return [(puzzle, model, list(islice(ask(model), 2))) for puzzle, model in models]

    def answers(found: list[tuple[Any, Model, list[list[int]]]]) -> list[Any]:
        return [
            read(puzzle, model.values(solutions[0])) if len(solutions) == 1 else len(solutions)
            for puzzle, model, solutions in found
        ]

    measure(work, answers, unit="puzzle", way=peer, kind="other", **info)
