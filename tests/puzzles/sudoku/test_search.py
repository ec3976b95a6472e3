"""Searches of one grid, and Latin squares."""

from math import factorial

import numpy as np
import pytest

from unriddle import Limits, SudokuPuzzle
from unriddle.core.assign.sudoku9 import Lane
from unriddle.puzzles.sudoku.layout import boxed, layout_of
from unriddle.puzzles.sudoku.parse import Grid, parse_grid
from unriddle.puzzles.sudoku.search import LargeSearch, SolutionSource, search_of, second_rows

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


def blank(n, **rules):
    return SudokuPuzzle.from_array(np.zeros((n, n), int), **{"variants": "latin", **rules})


@pytest.mark.parametrize(("n", "reduced"), [(4, 4), (5, 56), (6, 9408), (7, 16_942_080)])
def test_numbers_of_reduced_squares(n, reduced):
    """OEIS A000315: first row and first column in order; n!(n - 1)! times as many in all (A002860)."""
    assert blank(n).count() == factorial(n) * factorial(n - 1) * reduced


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize("row", [0, 1, 3])
def test_second_rows_stand_for_all(n, row):
    """Whichever row is known, and wherever its symbols are: as many squares as there are one by one."""
    cells = np.zeros((n, n), np.uint8)
    cells[row] = np.roll(np.arange(1, n + 1), 2)
    others = [symbol for symbol in range(n, 0, -1) if symbol != cells[row, 2]]
    cells[[k for k in range(n) if k != row], 2] = others
    grid = Grid(n, layout_of(n, variants="latin"), "12345"[:n], cells.tobytes())
    assert len(second_rows(grid)) == 2
    puzzle = SudokuPuzzle.from_array(cells, variants="latin")
    assert puzzle.count() == sum(1 for _ in puzzle.solutions()) == (4 if n == 4 else 56)


def test_what_is_more_than_rows_and_columns_comes_back_alone():
    cells = bytes([1, 2, 3, 4, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0])
    for rules in ({}, {"variants": "latin diagonal"}, {"variants": "latin", "odd": "r1c1"}):
        assert len(second_rows(Grid(4, layout_of(4, **rules), "1234", cells))) == 1
    for broken in (b"\1\2\3\3" + cells[4:], cells[:5] + b"\1" + cells[6:]):
        assert len(second_rows(Grid(4, layout_of(4, variants="latin"), "1234", broken))) == 1


def test_a_limit_of_nodes_leaves_a_part():
    found = blank(7).count(limits=Limits(nodes=1000))
    assert found.status.value == "LIMIT" and 0 < found.found < 61_479_419_904_000
    assert found.stats.nodes <= 1000


def test_one_cell():
    puzzle = SudokuPuzzle.parse(".", variants="latin")
    assert puzzle.count() == 1 and puzzle.solve().rows == ["1"] and puzzle.solve().status.value == "UNIQUE"
    assert (
        puzzle.check("1") and not puzzle.check("2") and SudokuPuzzle.parse("..../", variants="latin").n == 2
    )
    assert SudokuPuzzle.generate(1, seed=1, variants="latin").solve().rows == ["1"]
    assert SudokuPuzzle.parse(".", variants="latin", even="r1c1").solve().status.value == "NO_SOLUTION"
    assert list(SudokuPuzzle.solve_many([".", "1"]).counts) == [1, 1]
    assert puzzle.steps()[-1].value == "1" and "<svg" in puzzle.to_svg()
