"""The states that a general solver goes through."""

from itertools import pairwise

import pytest

from unriddle import Gogen, Limits
from unriddle.puzzles.gogen.ways import State, way_of

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]


@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_the_way_is_that_of_solve(method):
    puzzle = Gogen.parse("MGDWLYSJB", WORDS)
    stats, way = puzzle.solve(method=method).stats, way_of(puzzle, method)
    assert len(way) == 17 and way[-1].nodes == stats.nodes and way[-1].efficiency == stats.efficiency
    assert way[0] == State(puzzle.grid, 0, 1) and [state.length for state in way] == list(range(17))
    assert all(a.nodes <= b.nodes for a, b in pairwise(way))


def test_no_way():
    assert way_of(Gogen.parse("A.B/.../...", ["AB"]), "dfs") == []
    assert way_of(Gogen.parse("MGDWLYSJB", WORDS), "dfs", Limits(nodes=20)) == []
