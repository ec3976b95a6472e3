import numpy as np
import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.steps import Difficulty, grade
from unriddle.puzzles.sudoku.grading import graded
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.steps import LEVELS, RULES, explained

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# X-wing of 7 in rows 5 and 9 (a well-known example of the pattern).
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
# Golden Nugget, one of those that rating programs put first.
HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def replay(puzzle, steps):
    """Hold every step to the solution: what is placed is right, what is taken away is wrong."""
    solution = puzzle.solve(limit=1).solution.symbols
    grid = puzzle.symbols
    for step in steps:
        if step.cell is not None:
            cell = step.cell[0] * puzzle.n + step.cell[1]
            assert grid[cell] == "*"
            assert solution[cell] == step.value
            grid[cell] = step.value
        for (row, col), symbol in step.removed:
            assert solution[row * puzzle.n + col] != symbol
        assert str(step).startswith(step.kind)
        assert step.cells
    assert grid == solution


@pytest.mark.parametrize("seed", range(25))
def test_steps_lead_to_the_solution_and_take_away_only_what_is_wrong(seed):
    puzzle = SudokuPuzzle.generate(seed=seed)
    replay(puzzle, puzzle.steps())


@pytest.mark.parametrize(("n", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (4, 3)), (16, None)])
def test_steps_on_other_sizes(n, box):
    puzzle = SudokuPuzzle.generate(n, seed=1, box=box, effort=200)
    replay(puzzle, puzzle.steps())


def test_every_rule_occurs_in_some_puzzle():
    puzzles = [SudokuPuzzle.generate(seed=seed) for seed in (4, 50, 98)] + [SudokuPuzzle.parse(HARDEST)]
    used = {step.kind for puzzle in puzzles for step in puzzle.steps()}
    # A jellyfish is rare, and marks are those of variants.
    assert used >= set(LEVELS) - {"contradiction", "mark", "jellyfish"}
    assert list(LEVELS.values()) == sorted(LEVELS.values(), key=list(Difficulty).index)
    assert len(RULES) == len(LEVELS) - 1


def test_known_levels():
    assert SudokuPuzzle.parse(LINE).difficulty() is Difficulty.EASY
    assert {s.kind for s in SudokuPuzzle.parse(LINE).steps()} <= {"naked single", "hidden single"}
    assert "X-wing" in {step.kind for step in SudokuPuzzle.parse(X_WING).steps()}
    assert SudokuPuzzle.parse(X_WING).difficulty() is Difficulty.HARD
    hard = SudokuPuzzle.parse(HARD)
    assert hard.difficulty() is Difficulty.EXPERT
    replay(hard, hard.steps())


def test_a_grade_alone_is_that_of_all_steps():
    for seed in range(30):
        puzzle = SudokuPuzzle.generate(seed=seed)
        assert puzzle.difficulty() is puzzle.rating().difficulty is grade(puzzle.steps(), LEVELS)
    hard = SudokuPuzzle.parse(HARD)
    grid, order = hard._grid, list(Difficulty)
    for most in order:
        found = graded(grid.cells, grid.layout, grid.alphabet, most)
        assert found is (Difficulty.EXPERT if most is Difficulty.EXPERT else None)


@pytest.mark.parametrize(
    ("size", "rules"),
    [
        (4, {}),
        (6, {"box": "2x3"}),
        (9, {"variants": "diagonal"}),
        (5, {"variants": "latin"}),
        (4, {"relations": "r1c1<r1c2"}),
    ],
)
def test_grades_of_other_sizes_and_variants_are_those_of_all_steps(size, rules):
    for seed in range(8):
        puzzle = SudokuPuzzle.generate(size, seed=seed, **rules)
        assert puzzle.difficulty() is grade(puzzle.steps(), LEVELS)


def test_a_grid_without_solution_ends_in_a_contradiction():
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD")
    steps = dead.steps()
    assert steps[-1].kind == "contradiction"
    assert grade(steps, LEVELS) is dead.difficulty() is Difficulty.EXPERT


def test_without_a_solution_the_steps_end_at_the_guess():
    steps = [step for step, _ in explained([0] * 81, boxed((3, 3)), "123456789")]
    assert [step.kind for step in steps] == ["guess"]
    assert steps[0].cell is None


def test_a_full_grid_needs_no_steps():
    assert SudokuPuzzle.parse("1234341221434321").steps() == ()
    assert SudokuPuzzle.parse("1234341221434321").difficulty() is Difficulty.EASY


def filled(puzzle, *values):
    """Return a state of a puzzle with (row, column, value) filled in."""
    array = puzzle.array()
    for row, col, value in values:
        array[row, col] = value
    return SudokuPuzzle.from_array(array, puzzle.box)


def test_a_mistake_is_the_first_value_that_no_solution_has():
    puzzle = SudokuPuzzle.parse(LINE)
    assert puzzle.mistake(puzzle) is None and puzzle.mistake(puzzle.solve().solution) is None
    wrong = puzzle.mistake(filled(puzzle, (0, 2, 4), (0, 3, 2), (8, 0, 1)))
    assert (wrong.kind, wrong.cell, wrong.value) == ("mistake", (0, 3), "2")
    assert wrong.text == "row 1, column 4 is 2, which no solution has"
    assert puzzle.hint(filled(puzzle, (0, 3, 2))).kind == "mistake"
    assert puzzle.hint(filled(puzzle, (0, 2, 4))).kind in LEVELS
    assert puzzle.hint(puzzle.solve().solution) is None
    assert "is empty, given 5" in puzzle.mistake(filled(puzzle, (0, 0, 0))).text
    assert "is 6, given 5" in puzzle.mistake(filled(puzzle, (0, 0, 6))).text
    for other in (SudokuPuzzle.parse("1234............"), None, LINE):
        with pytest.raises(PuzzleError, match="expected a grid of the same size"):
            puzzle.mistake(other)


def test_of_several_solutions_a_state_is_wrong_when_it_has_none():
    puzzle = SudokuPuzzle.parse("12../..../..../...1")
    for solution in puzzle.solutions():
        assert puzzle.mistake(solution) is None
    first, *others = puzzle.solutions()
    values = first.array(), others[-1].array()
    apart = [tuple(cell) for cell in np.argwhere(values[0] != values[1]).tolist()]
    mixed = filled(puzzle, *((*cell, values[k % 2][cell]) for k, cell in enumerate(apart)))
    found = puzzle.mistake(mixed)
    assert (found is None) == bool(mixed.count())
    clash = puzzle.mistake(filled(puzzle, (0, 2, 3), (0, 3, 3)))
    assert clash.cell == (0, 3) and clash.text.endswith("which no solution has beside the values before it")
    assert (
        SudokuPuzzle.parse("11../..../..../....", strict=False).mistake(
            SudokuPuzzle.parse("112./..../..../....", strict=False)
        )
        is None
    )


@pytest.mark.parametrize(
    ("n", "rules"),
    [
        (9, {"variants": "diagonal windoku"}),
        (9, {"variants": "nonconsecutive"}),
        (6, {"variants": "latin", "relations": "r1c1<r1c2<r1c3 r3c3>r4c3 r6c6~r6c5"}),
        (5, {"regions": "random", "even": "r1c1 r2c2"}),
    ],
)
def test_steps_of_variants(n, rules):
    kinds = set()
    for seed in range(3):
        puzzle = SudokuPuzzle.generate(n, seed=seed, **rules)
        steps = puzzle.steps()
        replay(puzzle, steps)
        kinds |= {step.kind for step in steps}
    assert ("mark" in kinds) == ("relations" in rules or "nonconsecutive" in str(rules))
