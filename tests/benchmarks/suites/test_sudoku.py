"""Benchmark cases of Sudoku: what is timed is right."""

import numpy as np


def test_answers_are_solved_boards(answers_of):
    answers = answers_of("sudoku")
    for name, side in (
        ("sudoku 9x9/kernel, batch", 9),
        ("sudoku order 4/kernel", 4),
        ("sudoku order 9/kernel", 9),
    ):
        for answer in answers[name]:
            board = np.array(answer).reshape(side, side)
            for lines in (board, board.T):
                assert (np.sort(lines, axis=1) == np.arange(1, side + 1)).all(), name


def test_every_puzzle_has_one_solution_on_any_number_of_threads(answers_of):
    answers = answers_of("sudoku")
    for threads in (1, 2):
        assert set(answers[f"sudoku threads/kernel, {threads} threads"]) == {1}
