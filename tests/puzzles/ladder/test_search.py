import pytest

from unriddle import Limits, Status, WordLadderPuzzle


def test_limits_hold_for_each_way(sgb):
    for ends in (("amigo", "signs"), (["amigo", "chaos"], "signs")):
        puzzle = WordLadderPuzzle(*ends, sgb)
        for method in (None, "bfs", "bidirectional", "astar"):
            whole = puzzle.solve(method=method)
            for nodes in (0, 1, whole.stats.nodes - 1):
                result = puzzle.solve(method=method, limits=Limits(nodes=nodes))
                assert (result.status, result.stats.nodes, result.path) == (Status.LIMIT, nodes, ())
            same = puzzle.solve(method=method, limits=Limits(nodes=whole.stats.nodes))
            assert same.path == whole.path
        assert puzzle.solve(method="bfs", limits=Limits(memory=1000)).status is Status.LIMIT


@pytest.mark.parametrize("method", [None, "dfs", "bfs", "bidirectional", "astar", "ida"])
def test_ctrl_c(sgb, method):
    def interrupt(_):
        raise KeyboardInterrupt

    result = WordLadderPuzzle("amigo", "signs", sgb).solve(method=method, progress=interrupt)
    assert (result.status, result.interrupted, result.solution) == (Status.LIMIT, True, None)


def test_several_words_at_the_ends(sgb):
    puzzle = WordLadderPuzzle(["chaos", "amigo"], ["order", "signs"], sgb)
    best = puzzle.solve()
    for method in ("bfs", "bidirectional", "astar", "ida"):
        other = puzzle.solve(method=method)
        assert other.length == best.length == 12 and puzzle.check(other)
    shared = WordLadderPuzzle(["chaos", "order"], ["order", "signs"], sgb)
    for method in (None, "dfs", "bfs", "bidirectional", "astar", "ida"):
        assert shared.solve(method=method).path == ("order",)
