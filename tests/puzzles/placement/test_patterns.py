"""Patterns of forbidden cells: symmetric, connected, no slot too short or too long."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError
from unriddle.puzzles.placement.patterns import SYMMETRIES, Pattern
from unriddle.puzzles.placement.rules import find_slots


def connected(rows):
    cells = {(r, c) for r, line in enumerate(rows) for c, entry in enumerate(line) if entry == "1"}
    reached, waiting = set(), [min(cells)]
    while waiting:
        cell = waiting.pop()
        if cell in cells - reached:
            reached.add(cell)
            waiting += [(cell[0] + dr, cell[1] + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return reached == cells


@given(
    st.integers(3, 12),
    st.integers(3, 12),
    st.integers(4, 9),
    st.sampled_from(list(SYMMETRIES)),
    st.integers(),
)
def test_what_a_pattern_is(rows, cols, longest, symmetry, seed):
    drawn = Pattern(rows, cols, None, longest, symmetry).draw(random.Random(seed))
    if drawn is None:
        return
    assert (len(drawn), {len(row) for row in drawn}) == (rows, {cols})
    assert connected(drawn) and sum(row.count("0") for row in drawn) >= round(0.22 * rows * cols)
    lengths = [slot.length for slot in find_slots(drawn)]
    assert min(lengths) >= 3 and max(lengths) <= longest
    columns = list(zip(*drawn, strict=True))
    assert not any("010" in "".join(("0", *line, "0")) for line in [*drawn, *columns])
    image = SYMMETRIES[symmetry]
    if image is not None:
        for r, line in enumerate(drawn):
            for c, entry in enumerate(line):
                there = image(rows, cols, r, c)
                assert drawn[there[0]][there[1]] == entry


def test_so_many_forbidden_cells_and_longer_words():
    drawn = Pattern(13, 13, 50).draw(random.Random(1))
    assert sum(row.count("0") for row in drawn) >= 50
    assert Pattern(4, 4, 0, 4).draw(random.Random(1)) == ("1111",) * 4
    assert Pattern(13, 13, 84, 3).draw(random.Random(1)) is None


IMPOSSIBLE = [
    (2, 9),
    (9, 32),
    (5, 5, -1),
    (5, 5, 13),
    (5, 5, None, 2),
    (5, 5, None, 5, "round"),
    (13, 13, 84, 3),
]


@pytest.mark.parametrize("wanted", IMPOSSIBLE)
def test_no_such_pattern(wanted):
    with pytest.raises(PuzzleError, match="expected"):
        Pattern(*wanted).check()
