"""The puzzle of the examples keeps to its rules both ways."""

from hypothesis import given
from hypothesis import strategies as st

from unriddle.search.example import Count


@given(st.integers(-5, 40))
def test_predecessors_lead_back(n):
    puzzle = Count(n)
    assert all(puzzle in before.extensions() for before in puzzle.predecessors())
    assert all(puzzle in after.predecessors() for after in puzzle.extensions())
    assert puzzle.is_solved() is (n == 10) and puzzle.fail_fast() is not (0 <= n <= 10)
    assert len({puzzle, Count(n), Count(n + 1)}) == 2
