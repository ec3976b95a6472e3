"""River crossings: state graph and plans, compiled against the general solvers in plain Python."""

import os

import pytest

from unriddle import RiverPuzzle
from unriddle.core.reference.river import state_graph
from unriddle.search import find_path

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
COUPLES = (3, 2) if QUICK else (5, 3)
METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


@pytest.mark.benchmark(group="river: state graph")
def bench_kernel(benchmark):
    graph = benchmark(lambda: RiverPuzzle.couples(*COUPLES).graph)
    benchmark.extra_info["states"], benchmark.extra_info["edges"] = len(graph), graph.n_edges


@pytest.mark.benchmark(group="river: state graph")
def bench_twin(benchmark):
    puzzle = RiverPuzzle.couples(*COUPLES)
    loads = [tuple(map(int, load)) for load in puzzle._loads]
    graph = benchmark.pedantic(lambda: state_graph(puzzle.left, loads, puzzle._bank_is_safe), rounds=1)
    assert len(graph) == len(puzzle.graph)
    benchmark.extra_info["states"] = len(graph)


@pytest.mark.benchmark(group="river: plans counted")
def bench_count_best(benchmark):
    puzzle = RiverPuzzle.couples(3, 2) if QUICK else RiverPuzzle.couples(7, 4)
    assert len(puzzle.graph)
    benchmark.extra_info["plans"] = benchmark(puzzle.count_best)


@pytest.mark.benchmark(group="river: plans counted")
def bench_count_simple(benchmark):
    puzzle = RiverPuzzle.farmer() if QUICK else RiverPuzzle.missionaries(5, 3)
    benchmark.extra_info["plans"] = benchmark(puzzle.count)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="river: engine")
def bench_engine(benchmark, method):
    puzzle = RiverPuzzle.missionaries(3)
    assert len(puzzle.graph)
    result = benchmark(lambda: puzzle.solve(method))
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="river: engine")
def bench_plain(benchmark, method):
    result = benchmark(lambda: find_path(RiverPuzzle.missionaries(3), method))
    benchmark.extra_info["nodes"] = result.stats.nodes
