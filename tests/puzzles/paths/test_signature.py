"""Searches of the signature: path counting."""

from unriddle.core.reference.topology import HEX, KING, ROOK, neighbours
from unriddle.puzzles.common.textbook import count_by_set


def test_the_searches_are_as_recorded(as_recorded):
    counts = as_recorded("path_count")[::2]
    plain = [
        sum(count_by_set(neighbours(rows, cols, kind), set(), cell) for cell in range(rows * cols))
        for rows, cols, kind in ((3, 4, KING), (4, 5, ROOK), (3, 5, HEX))
    ]
    assert counts == plain
