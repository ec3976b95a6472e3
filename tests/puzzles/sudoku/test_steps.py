import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.steps import RULES, Difficulty, Rule, explain, rate

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# X-wing of 7 in rows 5 and 9 (a well-known example of the pattern).
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def replay(puzzle, steps):
    """Hold every step to the solution: what is placed is right, what is taken away is wrong."""
    solution = puzzle.solve(limit=1).solution.symbols
    grid = puzzle.symbols
    for step in steps:
        if step.placed is not None:
            cell, symbol = step.placed
            assert grid[cell] == "*"
            assert solution[cell] == symbol
            grid[cell] = symbol
        for cell, symbol in step.removed:
            assert solution[cell] != symbol
        assert str(step).startswith(step.rule.value)
        assert step.cells
    assert grid == solution


@pytest.mark.parametrize("seed", range(25))
def test_steps_lead_to_the_solution_and_take_away_only_what_is_wrong(seed):
    puzzle = SudokuPuzzle.generate(seed)
    replay(puzzle, puzzle.steps())


@pytest.mark.parametrize(("n", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (4, 3)), (16, None)])
def test_steps_on_other_sizes(n, box):
    puzzle = SudokuPuzzle.generate(1, n, box=box, effort=200)
    replay(puzzle, puzzle.steps())


def test_every_rule_occurs_in_some_puzzle():
    used = set()
    for seed in range(150):
        used |= {step.rule for step in SudokuPuzzle.generate(seed).steps()}
        if len(used) == len(Rule) - 1:
            break
    assert used == set(Rule) - {Rule.CONTRADICTION}
    assert len(RULES) == len(Rule) - 1


def test_known_levels():
    assert SudokuPuzzle.parse(LINE).difficulty() is Difficulty.EASY
    assert {s.rule for s in SudokuPuzzle.parse(LINE).steps()} <= {Rule.NAKED_SINGLE, Rule.HIDDEN_SINGLE}
    assert Rule.X_WING in {step.rule for step in SudokuPuzzle.parse(X_WING).steps()}
    assert SudokuPuzzle.parse(X_WING).difficulty() is Difficulty.HARD
    hard = SudokuPuzzle.parse(HARD)
    assert hard.difficulty() is Difficulty.EXPERT
    replay(hard, hard.steps())


def test_a_grid_without_solution_ends_in_a_contradiction():
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD")
    steps = dead.steps()
    assert steps[-1].rule is Rule.CONTRADICTION
    assert rate(steps) is Difficulty.EXPERT


def test_without_a_solution_the_steps_end_at_the_guess():
    steps = explain([0] * 81, (3, 3), "123456789")
    assert [step.rule for step in steps] == [Rule.GUESS]
    assert steps[0].placed is None


def test_a_full_grid_needs_no_steps():
    assert SudokuPuzzle.parse("1234341221434321").steps() == []
    assert SudokuPuzzle.parse("1234341221434321").difficulty() is Difficulty.EASY
