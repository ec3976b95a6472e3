import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.numbrix import Hidato, Numbrix, solve_many
from unriddle.puzzles.registry import get

ORIGINAL = Numbrix.parse("1 . .\n. 5 .\n. . 9\n")


def depth_first(puzzle):
    """Solve by the contract of `Puzzle` alone."""
    stack = [puzzle]
    while stack:
        state = stack.pop()
        if state.is_solved():
            return state
        if not state.fail_fast():
            stack += reversed(state.extensions())
    return None


def test_public_names():
    assert ur.Numbrix is Numbrix and ur.Hidato is Hidato
    assert get("numbrix") is Numbrix and get("hidato") is Hidato


def test_the_original_example_has_two_solutions():
    result = ORIGINAL.solve()
    assert (result.status, result.count, result.complete) == (Status.MULTIPLE, 2, True)
    assert set(ORIGINAL.solutions()) == {((1, 6, 7), (2, 5, 8), (3, 4, 9)), ((1, 2, 3), (6, 5, 4), (7, 8, 9))}
    assert result.path[0] == (0, 0) and result.path[4] == (1, 1) and len(result.path) == 9


@pytest.mark.parametrize(("file", "cls"), [("numbrix", Numbrix), ("hidato", Hidato)])
def test_known_answers(data, file, cls):
    boards = json.loads((data / f"{file}.json").read_text())
    assert len(boards) > 50
    puzzles = []
    for board in boards:
        puzzle = cls(board["grid"])
        total = board.get("n_solutions", 1)
        result = puzzle.solve()
        assert result.status is (Status.UNIQUE if total == 1 else Status.MULTIPLE), board["id"]
        found = list(puzzle.solutions())
        assert puzzle.count() == len(set(found)) == len(found) == total, board["id"]
        assert all(puzzle.check(solution) for solution in found)
        known = (
            []
            if board["solution"] is None
            else [
                [v if clue >= 0 else -1 for v, clue in zip(*rows, strict=True)]
                for rows in zip(board["solution"], board["grid"], strict=True)
            ]
        )
        assert not known or tuple(map(tuple, known)) in found
        assert cls.parse(puzzle.format()) == cls.parse(puzzle.format(box=False)) == puzzle
        if total == 1 and known:
            for step in puzzle.steps():
                assert step.cell is None or known[step.cell[0]][step.cell[1]] == step.value
        puzzles.append(puzzle)
    results = solve_many(puzzles, threads=2)
    assert [r.solution for r in results] == [puzzle.solve().solution for puzzle in puzzles]


@pytest.mark.parametrize(
    "text",
    [
        "1 . #\n4 0 6",
        "1 _ X / 4 ? 6",
        "1, ., x\n4, ., 6\n",
        "+---+---+---+\n| 1 |   | # |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+",
        "┌───┬───┬───┐\n│ 1 │   │ # │\n├───┼───┼───┤\n│ 4 │ . │ 6 │\n└───┴───┴───┘",
        "\ufeff".strip("\ufeff") + "\n  1 . -1\n\n  4 . 6\n",
    ],
)
def test_forms_of_the_board(text):
    with pytest.raises(PuzzleError, match="6 at row 2, column 3, expected 1 to 5"):
        Numbrix.parse(text)
    assert Numbrix.parse(text.replace("6", "5")).grid == ((1, 0, -1), (4, 0, 5))


def test_wrapping():
    text = "1 . . / . . . / 9 . ."
    plain, wrapped = Numbrix.parse(text), Numbrix.parse(text, wrap=True)
    assert plain.count() < wrapped.count()
    assert all(wrapped.check(solution) for solution in wrapped.solutions())
    ring = Numbrix.parse("1 . . 2", wrap=True)
    assert list(ring.solutions()) == [((1, 4, 3, 2),)]


@pytest.mark.parametrize(
    ("cls", "text", "said"),
    [
        (Numbrix, "1 . . . 3", "1 at row 1, column 1 and 3 at row 1, column 5 are 4 steps apart, 2 by their"),
        (Hidato, "1 . . / . . . / . . 2", "are 2 steps apart, 1 by their numbers"),
        (Numbrix, ". 1 . / . . . / . . .", "1 stands on the wrong colour"),
        (Numbrix, "1 . . / . . 5 / . . .", "1 and 5 clash"),
        (Numbrix, "# . # / . . . / # . #", "1 light and 4 dark cells"),
        (Hidato, ". # . / . # .", "the holes part the board"),
    ],
)
def test_reasons_against(cls, text, said):
    puzzle = cls.parse(text)
    result = puzzle.solve()
    assert result.status is Status.NO_SOLUTION and result.complete and said in result.reason
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
    assert puzzle.steps()[-1].kind == "contradiction"


def test_no_solution_without_a_short_reason():
    result = Numbrix.parse("1 . . / 4 . . / . . 9").solve()
    assert result.status is Status.NO_SOLUTION
    result = Hidato.parse("# . # / . . . / # . #").solve()
    assert result.status is Status.MULTIPLE
    result = Hidato.parse(". # . / # . # / . # .").solve()
    assert result.status is Status.NO_SOLUTION and result.reason == ""


def test_edges():
    assert Numbrix([[0]]).solve().status is Status.UNIQUE
    assert Numbrix([[1]]).solve().solution == ((1,),)
    assert Numbrix([[0, 0, 0]]).count() == 2
    assert Numbrix([[0], [0]]).count() == 2
    assert Hidato([[0, 0], [0, 0]]).count() == 24
    assert Numbrix([[0] * 5] * 5).count() == 8648  # https://oeis.org/A096969
    assert Numbrix(np.zeros((3, 4), np.int64)).solve().status is Status.MULTIPLE


def test_a_large_board_with_all_but_a_few_clues():
    grid = np.arange(1, 2501).reshape(50, 50)
    grid[1::2] = grid[1::2, ::-1].copy()
    full = grid.copy()
    grid[10:13, 10:14] = 0
    for cls in (Numbrix, Hidato):
        result = cls(grid).solve(limit=None)
        assert result.count >= 1 and cls(grid).check(full.tolist())
    assert Numbrix(full).solve().status is Status.UNIQUE


def test_limits():
    open_board = Hidato([[0] * 6] * 6)
    result = open_board.solve(limits=Limits(nodes=100), limit=None)
    assert result.status is Status.LIMIT and result.stats.nodes == 100 and not result.complete
    assert open_board.solve(limit=1).status is Status.SOLVED
    stopped = open_board.solutions(3)
    assert len(list(stopped)) == 3 and stopped.count == 3


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(0, 10**6))
def test_generated_boards_are_unique_and_solved_by_the_contract(rows, cols, king, seed):
    cls = Hidato if king else Numbrix
    puzzle = cls.generate(seed, rows=rows, cols=cols)
    result = puzzle.solve()
    assert result.status is Status.UNIQUE and puzzle.check(result.solution)
    assert cls.generate(seed, rows=rows, cols=cols) == puzzle
    if rows * cols <= 9 and puzzle.grid != result.solution:
        solved = depth_first(puzzle)
        assert solved is not None and solved.grid == result.solution


def test_generate_with_a_number_of_clues():
    puzzle = Numbrix.generate(3, rows=7, cols=6, clues=20, ends=True)
    flat = [v for row in puzzle.grid for v in row]
    assert sum(v > 0 for v in flat) == 20 and {1, 42} <= set(flat)
    assert puzzle.solve().status is Status.UNIQUE
    assert Hidato.generate(2, rows=5, cols=5, wrap=True).wrap
    assert Hidato.generate(1, rows=22, cols=22).solve().status is Status.UNIQUE


@pytest.mark.parametrize(
    "options",
    [{"rows": 0}, {"cols": 51}, {"clues": 82}, {"clues": -1}, {"clues": 1}, {"clues": 1, "ends": True}],
)
def test_generate_refuses(options):
    with pytest.raises(PuzzleError, match="expected"):
        Numbrix.generate(0, **options)


@pytest.mark.parametrize(
    ("text", "said", "line", "column"),
    [
        ("1 . .\n. 5 .\n. . 10", "10 at row 3, column 3, expected 1 to 9", 3, 5),
        ("1 . .\n. 1 .", "1 is given twice, at row 1, column 1 and at row 2, column 2", 2, 3),
        ("1 . .\n. 5", "a row of 2 cells, expected 3", 2, 3),
        ("1 . a", "'a', expected a number", 1, 5),
        ("1 . 99999999999999", "expected a number", 1, 5),
        ("1 . -2", "'-2', expected a number", 1, 5),
        ("", "no cells", None, None),
        ("# #", "holes only", None, None),
        (". " * 51, "more than 50", 1, None),
        (".\n" * 51, "more than 50", 51, None),
    ],
)
def test_wrong_text(text, said, line, column):
    with pytest.raises(PuzzleError, match=said) as caught:
        Numbrix.parse(text, file="board")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("board", line, column)


@pytest.mark.parametrize(
    "grid", [[], [[]], [1], [[1.5]], [[0, 0], [0]], np.zeros((51, 2), int), [["a"]], [[2]], [[-2, 0]]]
)
def test_wrong_arrays(grid):
    with pytest.raises(PuzzleError, match=r"expected"):
        Numbrix(grid)


def test_check_refuses_what_is_wrong():
    right = [[1, 2, 3], [6, 5, 4], [7, 8, 9]]
    assert ORIGINAL.check(right)
    for wrong in (
        [[1, 2, 3], [6, 5, 4]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[0] * 3] * 3,
        [[9, 2, 3], [6, 5, 4], [7, 8, 1]],
    ):
        assert not ORIGINAL.check(wrong)


def test_steps_solve_an_easy_board():
    puzzle = Numbrix.parse("1 . 3 . 5 . 7 / . . . . . . .")
    steps = puzzle.steps()
    assert steps[0].kind == "one place"
    assert puzzle.difficulty() in ("easy", "medium", "hard") and len(steps) == 10


def test_pictures():
    solution = ORIGINAL.solve().solution
    assert ORIGINAL._repr_svg_().count("<rect") == 9
    assert "<polyline" in ORIGINAL.svg(solution) and "<polyline" not in ORIGINAL.svg()
    assert str(ORIGINAL).splitlines()[:2] == ["+---+---+---+", "| 1 | . | . |"]
    assert str(ORIGINAL.solve()) == "1 2 3\n6 5 4\n7 8 9"
