"""Clues at given places: read, there and nowhere else, enough for one solution."""

import random

import numpy as np
import pytest

from unriddle import PuzzleError, Status, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.framework.generator import Chance
from unriddle.puzzles.sudoku.factory import SudokuFactory
from unriddle.puzzles.sudoku.generate import full_grid
from unriddle.puzzles.sudoku.givens import places_of, scrambled
from unriddle.puzzles.sudoku.layout import boxed

CHESS = "1.1.1.1.1/.1.1.1.1./" * 4 + "1.1.1.1.1"
RING = "xx.x/x..x/...x/xxx."


def places(puzzle):
    return [value > 0 for value in puzzle._grid.cells]


def test_blanks_rows_and_symbols_of_a_mask():
    assert places_of("x.0_\n*..1 / .... / ....", 4).tolist() == [True, *[False] * 6, True, *[False] * 8]


@pytest.mark.parametrize("mask", [CHESS, CHESS.replace("/", ""), CHESS.replace("/", "\n")])
def test_clues_stand_where_the_mask_says(mask):
    puzzle = SudokuPuzzle.generate(seed=5, mask=mask)
    assert places(puzzle) == places_of(CHESS, 9).tolist()
    assert puzzle.solve().status is Status.UNIQUE and puzzle == SudokuPuzzle.generate(seed=5, mask=mask)


@pytest.mark.parametrize("rules", [{}, {"variants": "diagonal"}, {"variants": "latin"}])
def test_other_rules(rules):
    mask = RING.replace(".", "x", 2) if rules else RING
    puzzle = SudokuPuzzle.generate(4, seed=2, mask=mask, **rules)
    assert places(puzzle) == places_of(mask, 4).tolist() and puzzle.count() == 1


def test_no_clue_too_many_where_that_is_wished():
    mask = "".join("x" if value else "." for value in SudokuPuzzle.generate(4, seed=1)._grid.cells)
    puzzle = SudokuPuzzle.generate(4, seed=2, mask=mask, minimal=True)
    assert places(puzzle) == places_of(mask, 4).tolist() and puzzle.count() == 1
    for cell in np.flatnonzero(places_of(mask, 4)).tolist():
        less = bytearray(puzzle._grid.cells)
        less[cell] = 0
        assert SudokuPuzzle.parse("".join(".1234"[value] for value in less)).count() > 1


@pytest.mark.parametrize("minimal", [False, True])
def test_many_are_as_each_alone_and_as_wished(minimal):
    factory = SudokuFactory("puzzles", {"mask": CHESS, "minimal": minimal, "tries": 5})
    made = factory.many(range(40))
    assert made[7:9] == factory.many([7, 8])
    there = [one for one in made if one is not None]
    assert len(there) == 40 if not minimal else not there  # 41 clues are never all needed
    for one in there[:5]:
        puzzle = SudokuPuzzle.parse(one.text)
        assert places(puzzle) == places_of(CHESS, 9).tolist() and puzzle.solve().status is Status.UNIQUE
        assert puzzle.check(one.solution)


def test_grids_turned_about_stay_full_ones():
    for box in ((2, 3), (3, 3)):
        n = box[0] * box[1]
        grid = np.frombuffer(full_grid(random.Random(1), boxed(box)), np.uint8).reshape(1, n, n)
        turned = scrambled(np.repeat(grid, 30, axis=0), box, Chance(range(30)))
        assert len({one.tobytes() for one in turned}) > 25
        for one in turned:
            assert all(len({one.ravel()[cell] for cell in unit}) == n for unit in boxed(box).units)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"mask": "x" * 80}, "a mask of 80 cells, expected 81"),
        ({"mask": 7}, "mask=7, expected text"),
        ({"mask": CHESS, "clues": 41}, "mask and clues or symmetry"),
        ({"mask": CHESS, "symmetry": "rotation"}, "mask and clues or symmetry"),
        ({"mask": "." * 81, "tries": 2}, "with clues at these places in 2 tries"),
    ],
)
def test_masks_that_cannot_be(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        SudokuPuzzle.generate(seed=1, **options)


def test_on_the_command_line(capsys):
    assert main(["sudoku", "--generate", "--seed", "3", "--mask", CHESS, "--format", "line"]) == 0
    line = capsys.readouterr().out.strip()
    assert [symbol != "." for symbol in line] == places_of(CHESS, 9).tolist()
    assert main(["sudoku", "--generate", "--seed", "3", "--mask", "xx"]) == 2
    assert "a mask of 2 cells, expected 81" in capsys.readouterr().err
    assert main(["generate", "sudoku", "-n", "1", "-o", "/nonexistent/x", "--mask", "xx"]) == 2
    assert "a mask of 2 cells" in capsys.readouterr().err
