"""What solving returns."""

import pickle

from unriddle import Numbrix, Status


def test_a_solution():
    result = Numbrix.parse("1 . . / . 5 . / 3 . 9").solve()
    assert str(result) == "1 6 7\n2 5 8\n3 4 9" and result.path[:3] == ((0, 0), (1, 0), (2, 0))
    assert (result.count, result.complete, result.reason, result.learnt) == (1, True, "", 0)
    assert pickle.loads(pickle.dumps(result)) == result
    assert str(Numbrix.parse("1 # / 2 .").solve()) == "1 #\n2 3"


def test_without_one():
    result = Numbrix.parse("1 . 2").solve()
    assert result.status is Status.NO_SOLUTION and result.path == ()
    assert str(result) == result.reason == Numbrix.parse("1 . 2").reason_against()
