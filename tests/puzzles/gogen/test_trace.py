"""The states that a general solver goes through."""

from itertools import pairwise

import pytest

from unriddle import Gogen, Limits
from unriddle.core.assign.gogen import GogenSearch
from unriddle.puzzles.gogen.trace import State, kernel_way, way_of

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]


@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_the_way_is_that_of_solve(method):
    puzzle = Gogen.parse("MGDWLYSJB", WORDS)
    stats, way = puzzle.solve(method=method).stats, way_of(puzzle, method)
    assert len(way) == 17 and way[-1].nodes == stats.nodes and way[-1].efficiency == stats.efficiency
    assert way[0] == State(puzzle.grid, 0, 1) and [state.length for state in way] == list(range(17))
    assert all(a.nodes <= b.nodes for a, b in pairwise(way))


@pytest.mark.parametrize("givens", ["M.G.D/...../W.L.Y/...../S.J.B", "M...D/...../...../...../....B"])
def test_the_way_of_the_kernel_has_what_it_had_visited(givens):
    puzzle = Gogen.parse(givens, WORDS)
    result = puzzle.solve()
    way = kernel_way(puzzle, result.choices)
    assert way[0] == State(puzzle.grid, 0, 1) and way[-1].length == len(result.choices) + 1
    assert all(a.nodes <= b.nodes for a, b in pairwise(way)) and way[-1].efficiency <= 1
    assert all(a.nodes < b.nodes for a, b in pairwise(way[1:]))
    search = GogenSearch(puzzle.rows, puzzle.cols, *puzzle.arrays(), 1)
    while search.run(1):
        pass
    assert way[-1].nodes == search.nodes and search.count


def test_no_way():
    assert way_of(Gogen.parse("A.B/.../...", ["AB"]), "dfs") == []
    assert way_of(Gogen.parse("MGDWLYSJB", WORDS), "dfs", Limits(nodes=20)) == []
