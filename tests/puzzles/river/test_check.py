import pytest

from unriddle import Crossing, PuzzleError, RiverPuzzle


def test_check_is_strict():
    puzzle = RiverPuzzle.farmer()
    good = puzzle.solve().crossings
    assert puzzle.check(good)
    for bad in (
        (),
        good[:-1],
        good[1:],
        (*good, good[0]),
        (good[2], *good[1:]),
        (good[0], good[0], *good[1:]),
    ):
        assert not puzzle.check(bad)


def test_nonsense_is_no_plan():
    puzzle = RiverPuzzle.missionaries(1)
    both = ("missionary", "cannibal")
    assert puzzle.check([Crossing(load=both, forward=True)])
    for load, forward in (
        (both, False),
        (("missionary",), True),
        ((*both, "missionary"), True),
        (("missionary", "missionary"), True),
        (("missionary", "dog"), True),
        ((), True),
        ("missionary", True),
        (None, True),
        ((["missionary"],), True),
    ):
        assert puzzle.check([Crossing(load=load, forward=forward)]) is False
    for wrong in ([5], [None], "x", {}, both):
        assert puzzle.check(wrong) is False
        with pytest.raises(PuzzleError, match="expected"):
            puzzle.replay(wrong if wrong else 5)
