"""Peg solitaire: all solutions counted, fewest moves, every method of the engine."""

import os

import pytest

from unriddle import GridPegSolitairePuzzle
from unriddle.core.search.reference import peg as twin
from unriddle.search import METHODS, find_path

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
SMALL = ".***/****/****"
TINY = "****/.***/***."


def board(name):
    return GridPegSolitairePuzzle.named(name, goal=(3, 3) if name == "english" else None)


@pytest.mark.parametrize("name", ["triangle15"] if QUICK else ["triangle15", "english"])
def bench_count_solutions(run, case, name):
    count = run(
        case(
            f"peg {name}, solutions counted",
            "kernel",
            "kernel",
            board(name).count,
            answer=lambda count: [str(count)],
            item="board",
            seconds=0.0,
        )
    )
    if name == "english":
        assert count == 40_861_647_040_079_968


@pytest.mark.parametrize("role", ["kernel", "twin"])
def bench_solutions_of_a_small_board(run, case, role):
    puzzle = GridPegSolitairePuzzle(TINY.split("/"))
    if role == "kernel":
        work = lambda: int(puzzle.count())  # noqa: E731
    else:
        work = lambda: len(twin.solutions(puzzle.position, set(puzzle.targets), puzzle.board.jumps))  # noqa: E731
    run(case("peg 3x4, solutions counted", role, role, work, item="board"))


@pytest.mark.parametrize("name", ["triangle15"] if QUICK else ["triangle15", "english"])
def bench_fewest_moves(run, case, name):
    puzzle = board(name)
    run(
        case(
            f"peg {name}, fewest moves",
            "kernel",
            "kernel",
            puzzle.fewest_moves,
            answer=lambda result: [len(result.moves) if isinstance(result.moves, tuple) else result.moves],
            item="board",
        )
    )


@pytest.mark.parametrize("method", ["bidirectional", "ida"])
@pytest.mark.parametrize("role", ["kernel", "general"])
def bench_methods(run, case, method, role):
    assert method in METHODS
    puzzle = GridPegSolitairePuzzle(SMALL.split("/"))
    run(
        case(
            f"peg 3x4, {method}",
            "kernel" if role == "kernel" else "plain Python",
            role,
            (lambda: puzzle.solve(method=method))
            if role == "kernel"
            else (lambda: find_path(puzzle, method)),
            answer=lambda result: [result.stats.path_length],
            nodes=lambda result: result.stats.nodes,
        )
    )
