"""Word placement beside CP-SAT: one solution, compiled before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.case import Case
from benchmarks.suites.placement import puzzle_of


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by side; 0 is the small fill-in."""
    made = []
    for side in (0, 9 if quick else 27):
        made += [_kernel(side), _cp_sat(side)]
    return made


def _of(side: int) -> dict[str, Any]:
    group = f"placement {side}x{side}, a solution" if side else "placement 11x9, a solution"
    return {"suite": "placement", "group": group, "item": "puzzle"}


def _kernel(side: int) -> Case:
    """Return the kernel, which proves no more here than CP-SAT does."""

    def prepare() -> Callable[[], Any]:
        compiled = puzzle_of(side).compiled()

        def work() -> Any:
            search = compiled.search()
            search.most_solutions = 1
            search.run(1 << 60)
            return search

        return work

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda search: [search.solutions == 1],
        nodes=lambda search: search.nodes,
        **_of(side),
    )


def _cp_sat(side: int) -> Case:
    """Return CP-SAT with one worker: a Boolean for each word in each slot; the model is made before."""

    def prepare() -> Callable[[], bool]:
        from ortools.sat.python import cp_model

        puzzle, model = puzzle_of(side), cp_model.CpModel()
        of_word: dict[int, list[Any]] = {}
        with_letter: dict[tuple[int, int], dict[int, dict[str, list[Any]]]] = {}
        for s, slot in enumerate(puzzle.slots):
            fitting = [w for w, word in enumerate(puzzle.words) if len(word) == slot.length]
            variables = {w: model.new_bool_var("") for w in fitting}
            model.add_exactly_one(variables.values())
            for w, variable in variables.items():
                of_word.setdefault(w, []).append(variable)
                for cell, letter in zip(slot.cells(), puzzle.words[w], strict=True):
                    letters = with_letter.setdefault(cell, {}).setdefault(s, {})
                    letters.setdefault(letter, []).append(variable)
        for word_variables in of_word.values():
            model.add_exactly_one(word_variables)
        for crossing in with_letter.values():
            if len(crossing) == 2:
                across, down = crossing.values()
                for letter in {*across, *down}:
                    model.add(sum(across.get(letter, [])) == sum(down.get(letter, [])))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return lambda: solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)

    return Case(
        name="CP-SAT",
        role="peer",
        peer="ortools",
        prepare=prepare,
        answer=lambda found: [found],
        **_of(side),
    )
