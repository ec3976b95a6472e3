"""The solvers as generators: they stop after each node, and count what they hold."""

from itertools import pairwise

import pytest

from unriddle import PuzzleError
from unriddle.search.example import Count
from unriddle.search.steps import Steps


def drained(method, n=1, **options):
    """Run a generator to its end: the search, and its nodes whenever it stopped."""
    search = Steps(Count(n))
    run = getattr(search, method)
    seen = [search.nodes for _ in run(**options)]
    return search, seen


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("dfs", {}),
        ("bfs", {}),
        ("bidirectional", {"goals": [Count(10)]}),
        ("astar", {}),
        ("ida", {"cycles": "path"}),
        ("ida", {"cycles": "parent"}),
    ],
)
def test_a_generator_stops_after_each_node(method, options):
    search, seen = drained(method, **options)
    assert search.found[0] == Count(1) and search.found[-1] == Count(10)
    assert all(b in a.extensions() for a, b in pairwise(search.found))
    assert seen and all(b - a == 1 for a, b in pairwise(seen))
    assert search.kept >= 1 and search.generated >= len(search.found) - 1


@pytest.mark.parametrize("method", ["dfs", "bfs", "astar"])
def test_a_solved_root_takes_one_node(method):
    search, seen = drained(method, 10)
    assert (search.found, search.nodes, search.generated, seen) == ([Count(10)], 1, 0, [])


def test_paths_one_by_one_with_pauses_between():
    search, paths = Steps(Count(4)), []
    for path in search.all_paths():
        if path is not None:
            paths.append([puzzle.n for puzzle in path])
    assert paths == [[4, 5, 6, 7, 8, 9, 10], [4, 5, 10], [4, 8, 9, 10]]
    assert search.pruned > 0 and search.depth == 6


def test_the_deepest_stays():
    search = Steps(Count(1))
    for depth in (3, 1, 2):
        search.deepest(depth)
    assert search.depth == 3


@pytest.mark.parametrize("value", [-1, float("nan"), -0.5])
def test_costs_and_estimates_are_numbers_from_0_up(value):
    class Dear(Count):
        def step_cost(self, other):
            return value

        def extensions(self):
            return [Dear(self.n + 1)]

    class Hopeful(Count):
        def heuristic(self):
            return value

    for kind, what in ((Dear, "step_cost"), (Hopeful, "heuristic")):
        with pytest.raises(PuzzleError) as error:
            list(Steps(kind(1)).astar())
        assert str(error.value) == f"{what} returned {value!r}, expected a number from 0 up"
