import pickle

from unriddle import RiverPuzzle, Status


def test_a_plan_and_none():
    puzzle = RiverPuzzle.bridge([1, 2, 5])
    result = puzzle.solve()
    assert result.solution == result.crossings and result.length == 3 and result.cost == 8
    assert [trip.time for trip in result.crossings] == [2, 1, 5]
    assert result.path == tuple(map(str, puzzle.replay(result)))
    assert str(result) == puzzle.format(result.solution)
    again = pickle.loads(pickle.dumps(result))
    assert (again.puzzle, again.solution, str(again)) == (puzzle, result.solution, str(result))
    none = RiverPuzzle.missionaries(4).solve()
    assert (none.solution, none.path, str(none)) == (None, (), "NO_SOLUTION")
    assert none.status is Status.NO_SOLUTION
