import pickle

from unriddle import Limits, MNPuzzle, Status
from unriddle.puzzles.sliding.result import ways


def test_a_solution():
    puzzle = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8")
    result = puzzle.solve()
    assert (result.solution, result.directions, str(result)) == ("UL", "UL", "UL")
    assert (result.moves, result.length, len(result.path), result.blanks) == (("5", "8"), 2, 3, (4, 7, 8))
    assert pickle.loads(pickle.dumps(result)) == result and result.reason == ""
    here = MNPuzzle.parse("1 2 / 3 0").solve()
    assert (here.solution, here.length, here.moves, here.blanks) == ("", 0, (), (3,))


def test_none():
    result = MNPuzzle.parse("2 1 / 3 0").solve()
    assert (result.solution, result.directions, result.length, result.path) == (None, "", None, [])
    assert str(result) == "NO_SOLUTION" and "odd permutation" in result.reason
    limited = MNPuzzle.random(4, seed=1).solve(limits=Limits(nodes=1))
    assert str(limited) == "LIMIT" and limited.reason == "" and limited.status is Status.LIMIT


def test_ways():
    assert ways((), 3) == ways((4,), 3) == "" and ways((4, 1, 0, 3, 4), 3) == "DRUL"
