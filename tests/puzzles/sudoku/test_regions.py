import random

import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.regions import random_regions


def pieces(rows):
    """Return the sizes of the connected pieces of letters that are equal."""
    left = {(r, c) for r, row in enumerate(rows) for c in range(len(row))}
    found = []
    while left:
        todo, size = [left.pop()], 0
        while todo:
            r, c = todo.pop()
            size += 1
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left and rows[near[0]][near[1]] == rows[r][c]:
                    left.remove(near)
                    todo.append(near)
        found.append(size)
    return found


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 9])
def test_regions_are_connected_and_of_one_size(n):
    divisions = set()
    for seed in range(8):
        rows = random_regions(n, random.Random(seed))
        assert pieces(rows) == [n] * n
        assert random_regions(n, random.Random(seed)) == rows
        divisions.add("/".join(rows))
    assert len(divisions) > (1 if n < 4 else 5)


def test_puzzles_with_regions_of_their_own():
    first, again, other = (SudokuPuzzle.generate(6, seed=seed, regions="random") for seed in (1, 1, 2))
    assert first == again != other
    assert first.layout is not other.layout
    for puzzle in (first, other):
        result = puzzle.solve()
        assert result.status.value == "UNIQUE" and puzzle.check(result.solution)
        assert SudokuPuzzle.from_dict(puzzle.to_dict()) == puzzle
        drawn = SudokuPuzzle.parse(puzzle.format(), regions=puzzle.rules()["regions"])
        assert drawn == puzzle
