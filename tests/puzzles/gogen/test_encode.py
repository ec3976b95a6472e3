"""Letters as numbers, and back on the way to a solution."""

import pytest

from unriddle import Gogen
from unriddle.puzzles.gogen.encode import coded, trace


def test_arrays_are_read_only_and_symmetric():
    givens, links = coded("B..A", ["ABD", "DA"], "ABCD")
    assert givens.tolist() == [3, 0, -1, -1]
    assert [[int(links[a]) >> b & 1 for b in range(4)] for a in range(4)] == [
        [int(int(links[b]) >> a & 1) for b in range(4)] for a in range(4)
    ]
    with pytest.raises(ValueError, match="read-only"):
        links[0] = 1
    assert coded("....", ["AAB"], "ABCD")[1].tolist() == [2, 1, 0, 0]


def test_the_states_on_the_way():
    puzzle = Gogen.parse("A.../..../..../....", ["ABCDEFGHIJKLMNOP"])
    result = puzzle.solve(limit=1)
    states = trace((4, 4), puzzle.arrays(), puzzle.alphabet, list(result.choices))
    assert len(states) == len(result.choices) + 1 and states[-1] == "".join(result.solution)
    filled = [sum(ch != "." for ch in state) for state in states]
    assert filled == sorted(filled)
