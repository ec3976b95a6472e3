import pytest

from unriddle import GridPegSolitairePuzzle, Limits, Status


@pytest.mark.parametrize("method", [None, *GridPegSolitairePuzzle.METHODS])
def test_memory_is_a_limit(method):
    puzzle = GridPegSolitairePuzzle.named("wiegleb")
    limits = Limits(memory=20_000 if method is None else 100_000, nodes=20_000)
    result = puzzle.solve(method=method, limits=limits)
    assert result.status is Status.LIMIT and result.solution is None and not result.interrupted


def test_the_jumps_of_one_peg_are_a_move():
    puzzle = GridPegSolitairePuzzle.parse("*..../.*.../*.*../.*.../.....", goal="c1", jumps="diagonal")
    best = puzzle.fewest_moves()
    assert best.status in (Status.SOLVED, Status.NO_SOLUTION)
    assert best.solution is None or (puzzle.check(best) and best.moves <= puzzle.solve().moves)
