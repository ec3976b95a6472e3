import pickle

from unriddle import GridPegSolitairePuzzle, Limits, Status


def test_a_solution():
    puzzle = GridPegSolitairePuzzle.parse("**.*.")
    result = puzzle.solve()
    assert result.solution == result.jumps and result.length == 2 and result.moves == 1 + (" " in str(result))
    assert result.path[0] == "**.*." and len(result.path) == 3
    assert pickle.loads(pickle.dumps(result)) == result
    here = GridPegSolitairePuzzle.parse("*..").solve()
    assert (here.solution, here.path, here.length, here.moves, str(here)) == ((), ("*..",), 0, 0, "")


def test_no_solution():
    result = GridPegSolitairePuzzle.parse("*.*").solve()
    assert (result.solution, result.jumps, result.path, result.moves) == (None, (), (), 0)
    assert str(result) == "NO_SOLUTION"


def test_what_is_winnable_in_words():
    english = GridPegSolitairePuzzle.named("english")
    for puzzle, limits, words, winnable in (
        (GridPegSolitairePuzzle.parse("**.*"), None, "winnable by a1-c1", True),
        (GridPegSolitairePuzzle.parse("*.*"), None, "no longer winnable", False),
        (GridPegSolitairePuzzle.parse("*.."), None, "the goal stands", True),
        (english, Limits(seconds=0), "not known whether it is winnable", None),
    ):
        result = puzzle.winning_jumps(limits=limits)
        assert (str(result), result.winnable) == (words, winnable)
        assert (result.status is Status.LIMIT) == (winnable is None)
        assert pickle.loads(pickle.dumps(result)) == result
