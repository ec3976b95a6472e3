"""Word placement: beside CP-SAT (extra peers), without a solution, crosswords filled."""

import importlib.util
import os

import pytest

from unriddle.lexicon import Lexicon
from unriddle.puzzles.placement import WordPlacement, fill
from unriddle.puzzles.placement.cases import puzzle_of

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LARGE = 9 if QUICK else 27
GRID = """\
....#.....#....
....#.....#....
....#.....#....
.......#.......
...#.....#.....
###...#....#...
.....#...#.....
....#.....#....
.....#...#.....
...#....#...###
.....#.....#...
.......#.......
....#.....#....
....#.....#....
....#.....#....
"""


def cp_sat(puzzle):
    """Return what solves with CP-SAT, one worker: a Boolean for each word in each slot.

    What is timed leaves out the making of the model.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    of_word, with_letter = {}, {}
    for s, slot in enumerate(puzzle.slots):
        fitting = [w for w, word in enumerate(puzzle.words) if len(word) == slot.length]
        variables = {w: model.new_bool_var("") for w in fitting}
        model.add_exactly_one(variables.values())
        for w, variable in variables.items():
            of_word.setdefault(w, []).append(variable)
            for cell, letter in zip(slot.cells(), puzzle.words[w], strict=True):
                with_letter.setdefault(cell, {}).setdefault(s, {}).setdefault(letter, []).append(variable)
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


@pytest.mark.parametrize("way", ["kernel", "CP-SAT"])
@pytest.mark.parametrize("side", [0, LARGE])
def bench_a_solution(run, case, side, way):
    """One solution, compiled before: the kernel proves nothing more than CP-SAT does."""
    puzzle = puzzle_of(side)
    group = f"placement {side}x{side}, a solution" if side else "placement 11x9, a solution"
    if way == "kernel":
        compiled = puzzle.compiled()

        def work():
            search = compiled.search()
            search.most_solutions = 1
            search.run(1 << 60)
            return search

        run(
            case(
                group, way, "kernel", work,
                answer=lambda search: [search.solutions == 1], nodes=lambda search: search.nodes,
            )
        )  # fmt: skip
    else:
        if importlib.util.find_spec("ortools") is None:
            pytest.skip("ortools is not installed (extra peers)")
        run(case(group, way, "peer", cp_sat(puzzle), peer="ortools"))


def bench_no_solution_by_counting(run, case):
    """One letter of one word changed length: counting tells."""
    large = puzzle_of(LARGE)
    words = [*large.words[1:], large.words[0] + "S"]
    run(
        case(
            "placement without a solution, by counting", "kernel", "kernel",
            lambda: WordPlacement(words, large.board).solve(),
            answer=lambda result: [bool(result.reason)],
        )
    )  # fmt: skip


def bench_no_solution_by_search(run, case):
    """One letter changed: propagation tells. Words may be left over, so that the letters need not pair up."""
    large = puzzle_of(LARGE)
    words = [*large.words[1:], "Q" + large.words[0][1:-1] + "Q", large.words[0][:-1] + "Q"]
    run(
        case(
            "placement without a solution, by search", "kernel", "kernel",
            lambda: WordPlacement(words, large.board, exact=False).solve(),
            answer=lambda result: [result.solution], nodes=lambda result: result.stats.nodes,
        )
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(1 if QUICK else 3))
def bench_fill(run, case, seed):
    words = Lexicon.load("english", level=60 if QUICK else 80)
    run(
        case(
            f"placement crossword 15x15 filled, seed {seed}", "kernel", "kernel",
            lambda: fill(GRID, words, seed=seed),
            answer=lambda result: [result.solution is not None], item="grid",
            nodes=lambda result: result.stats.nodes, facts=lambda result: {"words": len(words)},
        )
    )  # fmt: skip
