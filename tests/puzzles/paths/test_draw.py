"""The picture of the frontier."""

from unriddle.puzzles.paths.draw import pictures


def test_the_frontier_is_drawn():
    [picture] = pictures().values()
    assert picture.startswith("<svg") and picture.count("<rect") == 25 and picture.count("<circle") == 4
