import pytest

from unriddle import Limits, MNPuzzle, Status


def interrupt(_):
    raise KeyboardInterrupt


@pytest.mark.parametrize("method", ["patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "beam"])
def test_node_limits_are_exact(method):
    puzzle = MNPuzzle.random(4, seed=2)
    result = puzzle.solve(method=method, limits=Limits(nodes=100))
    assert result.stats.nodes == 100 and result.lower_bound >= puzzle.heuristic()
    if method != "beam":
        assert (result.status, result.length, result.solution) == (Status.LIMIT, None, None)


@pytest.mark.parametrize("method", MNPuzzle.METHODS)
def test_ctrl_c_is_limit_and_keeps_what_is_known(method):
    for puzzle in (MNPuzzle.random(3, seed=2), MNPuzzle.parse("1 2 3 / 4 5 6 / 7 0 8")):
        result = puzzle.solve(method=method, progress=interrupt)
        kept = method == "table" and result.status is Status.SOLVED  # by a table that another test had made
        assert kept or (result.status, result.interrupted) == (Status.LIMIT, True)
        assert result.solution is None or puzzle.check(result)


def test_large_boards_by_every_method_that_takes_them():
    puzzle = MNPuzzle.parse("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 0 22 23 24")
    for method in (None, "ida", "bfs", "bidirectional", "astar", "beam"):
        result = puzzle.solve(method=method)
        assert (result.status, result.solution, result.optimal) == (Status.SOLVED, "LLL", True)
