"""What the tests of techniques share: boards of given candidates, and all solutions to hold them to."""

import random
from types import SimpleNamespace

import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.candidates import CandidateGrid
from unriddle.puzzles.sudoku.layout import boxed

LAYOUT = boxed((3, 3))


def board_of(places, layout=LAYOUT, rest="123456789"):
    """Return an empty board whose cells (row, column from 1) have these candidates, the others `rest`."""
    board = CandidateGrid([0] * len(layout.peers), layout, "123456789")
    for cell in range(len(layout.peers)):
        shown = places.get((cell // 9 + 1, cell % 9 + 1), rest)
        board.open[cell] = sum(1 << int(symbol) - 1 for symbol in shown)
    return board


def removed(step):
    """Return what a step takes away, as (row, column, symbol) from 1."""
    return {(row + 1, col + 1, symbol) for (row, col), symbol in step.removed}


def only(value, places, others="23456789"):
    """Return candidates for `board_of`: rows of places (from 1) that a value has alone in these rows."""
    return {
        (row, col): (value if col in cols else "") + others
        for row, cols in places.items()
        for col in range(1, 10)
    }


def holds_for_all(puzzle, techniques, solutions, rounds=1000):
    """Run techniques in turn, from the first candidates on: no solution may lose a value.

    Return how often each found something. What it takes away is gone for the next.
    """
    grid = puzzle._grid
    board = CandidateGrid(grid.cells, grid.layout, grid.alphabet)
    found = dict.fromkeys(techniques, 0)
    for _ in range(rounds):
        for name, technique in techniques.items():
            step = technique(board, name)
            if step is None:
                continue
            found[name] += 1
            assert step.removed and step.cells and step.kind == name
            for (row, col), symbol in step.removed:
                for solution in solutions:
                    assert solution[row * grid.n + col] != symbol, f"{puzzle.text()}: {step}"
    return found


def many_solutions(puzzle, most=2000):
    """Return all solutions of a puzzle as lists of symbols, None where there are more than `most`."""
    found = [solution.symbols for solution in puzzle.solutions(limit=most + 1)]
    return None if len(found) > most else found


def samples(count, n=9, seed=0, **options):
    """Yield `count` puzzles with all solutions of each: generated ones less up to two clues."""
    rng = random.Random(seed)
    while count:
        puzzle = SudokuPuzzle.generate(n, seed=rng.randrange(1 << 20), **options)
        array = puzzle.array()
        clues = [(row, col) for row in range(n) for col in range(n) if array[row, col]]
        for row, col in rng.sample(clues, rng.randint(0, 2)):
            array[row, col] = 0
        looser = type(puzzle)._of(puzzle._grid._replace(cells=bytes(array.ravel().tolist())))
        solutions = many_solutions(looser)
        if solutions:
            count -= 1
            yield looser, solutions


@pytest.fixture(scope="session")
def boards():
    """The functions above."""
    return SimpleNamespace(
        board_of=board_of, removed=removed, only=only, holds_for_all=holds_for_all, samples=samples
    )
