"""Both kernels in the same clothes."""

import numpy as np
import pytest

from unriddle.core.assign.sudoku9 import Lane
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.parse import parse_grid
from unriddle.puzzles.sudoku.search import LargeSearch, SolutionSource, search_of

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(("limit", "exhausted"), [(1, False), (2, True), (100, True)])
def test_nine_by_nine_in_both_kernels(limit, exhausted):
    cells = parse_grid(LINE).cells
    large = LargeSearch(np.frombuffer(cells, dtype=np.uint8), boxed((3, 3)), limit)
    for search in (Lane(cells, limit), large):
        assert search.first is None and not search.exhausted
        while search.run(1000):
            pass
        assert search.count == 1 and search.exhausted is exhausted and search.nodes >= 1
        assert search.first[:4] == bytes([5, 3, 4, 6])
        assert search.propagations > 0 and search.guesses >= 0


def test_a_search_starts_anew():
    search = LargeSearch(np.zeros(16, np.uint8), boxed((2, 2)), 1000)
    while search.run(100):
        pass
    assert search.count == 288
    search.restart(np.array([1, 1] + [0] * 14, dtype=np.uint8))
    assert search.first is None and not search.run(1000) and search.count == 0 and search.exhausted


@pytest.mark.parametrize("text", ["." * 16, "." * 81])
def test_solutions_come_in_small_numbers(text):
    grid = parse_grid(text)
    assert type(search_of(grid, 2)) is (Lane if grid.n == 9 else LargeSearch)
    source = SolutionSource(grid, 200, bytes)
    found = []
    remains = True
    while remains:
        remains = source.run(1 << 20)
        taken = source.take()
        assert len(taken) <= 1 << 10
        found += taken
    assert len(set(found)) == len(found) == 200 and source.nodes > 0 and source.guesses > 0
    assert source.propagations > 0
