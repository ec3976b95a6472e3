"""Limits of steps, hints, ratings and new puzzles: a hit limit is an outcome, and comes in time."""

import json
import random
import time

import numpy as np
import pytest

from unriddle import Difficulty, Limits, PuzzleError, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.framework.steps import LimitReached, Meter
from unriddle.puzzles.sudoku.search import is_unique

EMPTY = SudokuPuzzle.from_array([[0] * 36] * 36)
SECONDS, NODES = 0.2, 1000


def filled_in_part(share):
    """Return a 36 × 36 grid that is solved at once and takes a person long."""
    row, chance = np.arange(36), random.Random(1)
    grid = np.array([(row + 6 * (r % 6) + r // 6) % 36 + 1 for r in range(36)])
    for cell in chance.sample(range(36 * 36), int(share * 36 * 36)):
        grid[divmod(cell, 36)] = 0
    return SudokuPuzzle.from_array(grid)


def generated(limits):
    with pytest.raises(PuzzleError, match="no puzzle found within the limits"):
        SudokuPuzzle.generate(36, seed=1, limits=limits)
    return "limit"


def state_of(puzzle):
    array = puzzle.array()
    array[tuple(np.argwhere(array == 0)[0])] = 1
    return SudokuPuzzle.from_array(array)


VERBS = {
    "steps": lambda puzzle, limits: puzzle.steps(limits=limits)[-1].kind,
    "hint": lambda puzzle, limits: puzzle.hint(limits=limits).kind,
    "hint of a state": lambda puzzle, limits: puzzle.hint(state_of(puzzle), limits=limits).kind,
    "mistake": lambda puzzle, limits: puzzle.first_mistake(state_of(puzzle), limits=limits) or "limit",
    "rating": lambda puzzle, limits: puzzle.rating(limits=limits) or "limit",
    "difficulty": lambda puzzle, limits: puzzle.difficulty(limits=limits) or "limit",
    "generate": lambda puzzle, limits: generated(limits),
}


@pytest.mark.timed
@pytest.mark.parametrize("limits", [Limits(seconds=SECONDS), Limits(seconds=SECONDS, nodes=NODES)], ids=str)
@pytest.mark.parametrize("verb", VERBS)
def test_an_empty_grid_ends_in_time(verb, limits):
    EMPTY.layout.kernel, EMPTY.layout.reasoning  # noqa: B018 (tables are built once)
    start = time.process_time()
    assert VERBS[verb](EMPTY, limits) == "limit"
    assert time.process_time() - start <= 1.3 * SECONDS + 0.3


@pytest.mark.parametrize("verb", VERBS)
def test_nodes_alone_end_the_work(verb):
    assert VERBS[verb](EMPTY, Limits(nodes=NODES)) == "limit"


@pytest.mark.timed
@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_reasoning_on_a_large_grid_ends_in_time(share):
    puzzle = filled_in_part(share)
    puzzle.steps(limits=Limits(nodes=0))
    start = time.process_time()
    steps = puzzle.steps(limits=Limits(seconds=SECONDS))
    assert time.process_time() - start <= 1.3 * SECONDS + 0.3
    assert steps[-1].kind == "limit" or not steps[-1].removed


LINE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def test_limits_that_are_not_reached_change_nothing():
    puzzle, wide = SudokuPuzzle.parse(LINE), Limits(seconds=60, nodes=1 << 40)
    assert puzzle.steps(limits=wide) == puzzle.steps()
    assert puzzle.rating(limits=wide) == puzzle.rating()
    assert puzzle.difficulty(limits=wide) is puzzle.difficulty() is Difficulty.EXPERT
    assert puzzle.hint(limits=wide) == puzzle.hint()
    assert SudokuPuzzle.generate(seed=3, limits=wide) == SudokuPuzzle.generate(seed=3)


def test_nodes_are_reproducible_and_a_prefix_of_all_steps():
    puzzle = SudokuPuzzle.parse(LINE)
    every = puzzle.steps()
    for nodes in (0, 100, 1000, 2000):
        some = puzzle.steps(limits=Limits(nodes=nodes))
        assert some == puzzle.steps(limits=Limits(nodes=nodes))
        assert some[-1].kind == "limit" and some[:-1] == every[: len(some) - 1]
    with pytest.raises(PuzzleError, match="limits=3, expected Limits"):
        puzzle.steps(limits=3)


def test_a_meter_is_shared_by_searches():
    puzzle = SudokuPuzzle.parse(LINE)
    cells, layout = puzzle._grid.cells, puzzle.layout
    wide = Meter(Limits(nodes=1 << 40))
    assert is_unique(cells, layout, None, wide)
    nodes = (1 << 40) - wide.left().nodes
    meter = Meter(Limits(nodes=5 * nodes // 2))
    assert is_unique(cells, layout, None, meter) and is_unique(cells, layout, None, meter)
    assert not is_unique(cells, layout, nodes // 2)
    with pytest.raises(LimitReached):
        is_unique(cells, layout, None, meter)


def test_the_command_keeps_to_its_limits(capsys):
    text = EMPTY.text()
    assert main(["sudoku", text, "--steps", "--max-nodes", "1000"]) == 1
    *_, last, grade = capsys.readouterr().out.splitlines()
    assert (
        last.endswith("limit: a limit came before the next step was found") and grade == "difficulty: unknown"
    )
    assert main(["sudoku", text, "--steps", "--max-nodes", "1000", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["difficulty"] is None and not found["solved"] and found["steps"][-1]["kind"] == "limit"
    assert main(["sudoku", text, "--hint", "--max-nodes", "1000"]) == 1
    assert capsys.readouterr().out == "limit: a limit came before the next step was found\n"
    assert main(["sudoku", "--generate", "--size", "36", "--seed", "1", "--max-nodes", "1000"]) == 1
    assert capsys.readouterr().err == "limit reached: 0 of 1 puzzles\n"
