"""Answers against the definition of the rules."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Hidato, Numbrix
from unriddle.puzzles.numbrix.check import adjacent, board_distance, solves
from unriddle.puzzles.numbrix.parse import HOLE

BOARDS = st.tuples(
    st.sampled_from(["rook", "king", "hex"]), st.booleans(), st.integers(1, 6), st.integers(1, 6)
)


@settings(max_examples=30)
@given(BOARDS)
def test_cells_one_step_away(board):
    _, _, rows, cols = board
    cells = list(itertools.product(range(rows), range(cols)))
    near = adjacent(*board)
    for a, b in itertools.product(cells, cells):
        there = b[0] * cols + b[1] in near[a[0] * cols + a[1]]
        assert there == (board_distance(*board, a, b) == 1)


def defined(puzzle, rows):
    """Return whether rows solve a puzzle, as the rules say it."""
    at = {}
    for r, c in itertools.product(range(puzzle.rows), range(puzzle.cols)):
        clue, value = puzzle.grid[r][c], rows[r][c]
        if (clue == HOLE) != (value == HOLE) or (clue > 0 and clue != value):
            return False
        if value != HOLE:
            at.setdefault(value, []).append((r, c))
    if sorted(at) != list(range(1, puzzle.n_numbers + 1)) or any(len(cells) > 1 for cells in at.values()):
        return False
    return all(puzzle.distance(at[k][0], at[k + 1][0]) == 1 for k in range(1, puzzle.n_numbers))


@settings(max_examples=30)
@given(st.data(), st.sampled_from([Numbrix, Hidato]), st.booleans())
def test_as_the_rules_say(data, kind, wrap):
    cells = data.draw(st.lists(st.sampled_from([0, 0, 0, HOLE]), min_size=6, max_size=6))
    puzzle = kind([cells[:3], cells[3:]] if any(cell == 0 for cell in cells) else [[0] * 3] * 2, wrap=wrap)
    answers = [list(map(list, rows)) for rows in puzzle.solutions(3)]
    answers.append([[data.draw(st.integers(-1, 7)) for _ in range(3)] for _ in range(2)])
    for rows in answers:
        assert solves(puzzle, rows) == defined(puzzle, rows)
        changed = [row[:] for row in rows]
        r, c = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 2))
        changed[r][c] = data.draw(st.integers(-1, 7))
        assert solves(puzzle, changed) == defined(puzzle, changed)


@pytest.mark.parametrize("wrong", [None, 5, [[1.5, 2]], [[1, 2], [3]], [["x", 2]]])
def test_what_is_no_answer(wrong):
    assert not solves(Numbrix([[0, 0]]), wrong)


ANSWERED = Numbrix.parse("1 . 3/. . ./. . 9")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("1 2 3/6 5 4/7 8 9", "RIGHT", ()),
        ("1 2 3 6 5 4 7 8 9", "RIGHT", ()),
        ([["1", 2, "3"], [6, 5, 4], [7, 8, 9]], "RIGHT", ()),
        ("1 2 3/6 5 4/7 . 9", "INCOMPLETE: row 3, column 2 is empty", ((2, 1),)),
        ([[1, 2, 3], [6, None, 4], [7, 8, 9]], "INCOMPLETE: row 2, column 2 is empty", ((1, 1),)),
        ("1 2 5/6 3 4/7 8 9", "NOT_OF_THIS_PUZZLE: row 1, column 3 is 5, but the clue there is 3", ((0, 2),)),
        ("1 2 3/6 5 4/7 # 9", "NOT_OF_THIS_PUZZLE: row 3, column 2 is hole", ((2, 1),)),
        ("1 2 3/6 5 4/7 7 9", "WRONG: 7 stands twice", ((2, 1), (2, 0))),
        ("1 2 3/6 5 4/7 10 9", "WRONG: row 3, column 2 is 10, expected 1 to 9", ((2, 1),)),
        ("1 5 3/6 2 4/7 8 9", "WRONG: 1 and 2 are no neighbours", ((0, 0), (1, 1))),
        ("1 2/3 4", "NOT_OF_THIS_PUZZLE: not 3 rows of 3 cells", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = ANSWERED.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_steps_of_a_king():
    assert Hidato.parse("1 . / . 4").judge("1 3 / 2 4") and not Numbrix.parse("1 . / . 4").judge("1 3 / 2 4")
