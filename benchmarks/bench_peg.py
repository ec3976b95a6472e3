"""Peg solitaire: first solution, solvable positions, counting; compiled against plain Python."""

import os

import pytest

from unriddle import GridPegSolitairePuzzle, Limits
from unriddle.core.reference import peg as twin
from unriddle.search import find_path

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
BOARDS = ("english", "triangle15") if QUICK else ("english", "wiegleb", "triangle15")
SMALL = "****/*.**/**.*"
METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


def board(name):
    return GridPegSolitairePuzzle.named(name, goal=(3, 3) if name == "english" else None)


def textbook(position, jumps, goals, seen):
    """Return whether a goal can be reached: depth-first with a set of positions, as the textbook has it."""
    if position in goals:
        return True
    for _, other in twin.after(position, jumps):
        if other not in seen:
            seen.add(other)
            if textbook(other, jumps, goals, seen):
                return True
    return False


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.benchmark(group="peg: first solution")
def bench_solve(benchmark, name):
    puzzle = board(name)
    result = benchmark(puzzle.solve)
    assert result.path
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.benchmark(group="peg: first solution")
def bench_textbook(benchmark):
    puzzle = board("triangle15" if QUICK else "english")
    seen = set()

    def search():
        seen.clear()
        return textbook(puzzle.position, puzzle.board.jumps, set(puzzle.targets), seen)

    assert benchmark.pedantic(search, rounds=1)
    benchmark.extra_info["nodes"] = len(seen)


@pytest.mark.benchmark(group="peg: positions")
def bench_layers(benchmark):
    puzzle, limits = board("english"), Limits(nodes=4_000 if QUICK else 136_605)
    result = benchmark(lambda: puzzle.count_positions(limits=limits))
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.benchmark(group="peg: positions")
def bench_layers_twin(benchmark):
    puzzle = board("triangle15")
    start = puzzle.position if not QUICK else (1 << 6) - 1
    layers = benchmark.pedantic(
        lambda: twin.layers(start, puzzle.board.jumps, puzzle.board.symmetries), rounds=1
    )
    benchmark.extra_info["nodes"] = sum(map(len, layers))


@pytest.mark.benchmark(group="peg: solvable positions")
def bench_solvable(benchmark):
    puzzle = board("triangle15" if QUICK else "english")
    result = benchmark.pedantic(puzzle.solvable_positions, rounds=1 if QUICK else 3)
    benchmark.extra_info["positions"] = result.total


@pytest.mark.benchmark(group="peg: solvable positions")
def bench_count_solutions(benchmark):
    puzzle = board("triangle15" if QUICK else "english")
    benchmark.extra_info["solutions"] = str(benchmark.pedantic(puzzle.count_solutions, rounds=1))


@pytest.mark.benchmark(group="peg: solvable positions")
def bench_fewest_moves(benchmark):
    puzzle = board("triangle15" if QUICK else "english")
    benchmark.extra_info["moves"] = benchmark.pedantic(puzzle.fewest_moves, rounds=1).moves


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="peg: engine")
def bench_engine(benchmark, method):
    puzzle = GridPegSolitairePuzzle(SMALL.split("/"))
    result = benchmark(lambda: puzzle.solve(method))
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="peg: engine")
def bench_plain(benchmark, method):
    puzzle = GridPegSolitairePuzzle(SMALL.split("/"))
    result = benchmark.pedantic(lambda: find_path(puzzle, method), rounds=1)
    benchmark.extra_info["nodes"] = result.stats.nodes
