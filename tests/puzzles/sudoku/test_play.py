"""Sudoku as a game."""

import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.sudoku.play import SudokuGame

GRID = "123.34.2.1..4321"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1 1 2", "row 1, column 1 was given"),
        ("1 4 3", "3 stands in row 1, column 3 already"),
        ("2 3 2", "2 stands in row 2, column 4 already"),
        ("1 4 5", "'5', expected one of 1 2 3 4"),
        ("1 4 .", "row 1, column 4 is empty already"),
        ("5 1 1", "row 5, column 1, expected rows 1 to 4"),
    ],
)
def test_what_cannot_stand_is_refused(move, reason):
    with pytest.raises(PuzzleError, match=reason):
        SudokuGame(SudokuPuzzle.parse(GRID)).move(move)


def test_values_are_put_changed_and_taken_out():
    game = SudokuGame(SudokuPuzzle.parse("12../..../..../...1"))
    game.move("1 3 3")
    game.move("1 3 4")
    assert game.value_at(game.state, 0, 2) == "4"
    game.move("1 3 .")
    assert game.state == game.puzzle
    assert game.undo() and game.value_at(game.state, 0, 2) == "4"


def test_symbols_are_read_in_any_case_where_they_are_the_same():
    game = SudokuGame(SudokuPuzzle.parse("AB../..../..../...A", symbols="ABCD"))
    game.move("1 3 c")
    assert game.value_at(game.state, 0, 2) == "C"


def test_a_large_grid_has_its_columns_over_them():
    shown = SudokuGame(SudokuPuzzle.generate(16, seed=1, clues=200)).shown().split("\n")
    row = shown[2]
    places = [k for k, sign in enumerate(row) if sign not in " |" and k > 3]
    assert len(places) == 16 and "".join(shown[1][k] for k in places) == "1234567890123456"


def test_the_same_seed_makes_the_same_round(tmp_path, capsys):
    (tmp_path / "moves").write_text("solve\n")
    shown = []
    for _ in range(2):
        assert main(["play", "sudoku", "--size", "4", "--seed", "5", "--moves", str(tmp_path / "moves")]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] and "Not solved" in shown[0]
    assert main(["play", "sudoku", GRID, "--difficulty", "easy"]) == 2
    assert "a puzzle and --difficulty" in capsys.readouterr().err


def test_a_round_without_a_seed_says_it(tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    assert main(["play", "sudoku", "--size", "4", "--moves", str(tmp_path / "moves")]) == 0
    assert capsys.readouterr().err.startswith("seed ")
