"""Solvers of clauses from other packages on Sudoku, Gogen and number paths.

All three puzzles have one model: places that take exactly one value. Each solver looks for a second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

import pytest

from unriddle import Gogen, Numbrix, SudokuPuzzle
from unriddle.io.formats.dimacs import Clauses


def ortools(model: Clauses) -> Iterator[list[int]]:
    """Yield the variables that are true in each solution, by CP-SAT of ortools with one worker."""
    from ortools.sat.python import cp_model

    work = cp_model.CpModel()
    holds = [work.new_bool_var("") for _ in range(model.variables)]
    for group in model.groups:
        work.add_exactly_one(holds[v - 1] for v in group)
    for clause in model.others:
        work.add_bool_or(holds[v - 1] if v > 0 else ~holds[-v - 1] for v in clause)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    used = sorted({v for group in model.groups for v in group})
    while solver.solve(work) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        true = [v for v in used if solver.boolean_value(holds[v - 1])]
        yield true
        work.add_bool_or(~holds[v - 1] for v in true)


def python_sat(model: Clauses) -> Iterator[list[int]]:
    """Yield them by CaDiCaL 1.5.3 of python-sat; "exactly one" by pairs."""
    from pysat.solvers import Cadical153

    with Cadical153() as solver:
        for clause in [*model.groups, *model.others]:
            solver.add_clause(clause)
        for group in model.groups:
            for a, b in combinations(group, 2):
                solver.add_clause([-a, -b])
        while solver.solve():
            true = [v for v in solver.get_model() if v > 0]
            yield true
            solver.add_clause([-v for v in true])


PEERS: dict[str, tuple[str, Callable[[Clauses], Iterator[list[int]]]]] = {
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

    def work() -> list[tuple[Any, Clauses, list[list[int]]]]:
        models = [(puzzle, puzzle.clauses()) for puzzle in puzzles]
        return [(puzzle, model, list(islice(ask(model), 2))) for puzzle, model in models]

    def answers(found: list[tuple[Any, Clauses, list[list[int]]]]) -> list[Any]:
        return [
            read(puzzle, model.read_model(solutions[0]) or []) if len(solutions) == 1 else len(solutions)
            for puzzle, model, solutions in found
        ]

    measure(work, answers, unit="puzzle", way=peer, kind="other", **info)
