"""The picture of the frontier."""

from unriddle.puzzles.paths.draw import pictures


def test_the_frontier_is_drawn():
    picture = pictures()["frontier"]
    assert picture.startswith("<svg") and picture.count("<rect") == 25 and picture.count("<circle") == 4


def test_the_starts_are_drawn():
    picture = pictures()["path_starts"]
    assert picture.count("<rect") == 25 and picture.count("<text") == 25 and picture.count("#b30000") == 4
