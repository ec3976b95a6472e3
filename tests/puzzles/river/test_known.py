import pytest

from unriddle import PuzzleError, RiverPuzzle
from unriddle.puzzles.river import known


def test_who_crosses():
    assert [p.name for p in known.farmer()[0]] == ["farmer", "goat", "cabbage", "wolf"]
    assert [p.count for p in known.missionaries(5)[0]] == [5, 5]
    assert len(known.couples(12)[1]) == 12 * 11
    assert [p.time for p in known.walkers([1, 2.5])] == [1, 2.5]


def test_wrong_numbers():
    for make, reason in (
        (lambda: RiverPuzzle.couples(True), "True couples, expected 1 to 12"),
        (lambda: RiverPuzzle.couples("x"), "'x' couples"),
        (lambda: RiverPuzzle.missionaries("x"), "'x' of missionary"),
        (lambda: RiverPuzzle.bridge(5), "times 5, expected numbers"),
        (lambda: RiverPuzzle.bridge("12"), "times '12', expected numbers"),
        (lambda: RiverPuzzle.bridge([1, 0]), "time 0 of a walker"),
        (lambda: RiverPuzzle.bridge([]), "nobody to bring across"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()
