"""The judge of boards of numbers against its definition."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Hidato, Numbrix
from unriddle.puzzles.numbrix.check import beside, board_distance, solves
from unriddle.puzzles.numbrix.parse import HOLE

BOARDS = st.tuples(
    st.sampled_from(["rook", "king", "hex"]), st.booleans(), st.integers(1, 6), st.integers(1, 6)
)


@settings(max_examples=30)
@given(BOARDS)
def test_cells_one_step_away(board):
    _, _, rows, cols = board
    cells = list(itertools.product(range(rows), range(cols)))
    near = beside(*board)
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
