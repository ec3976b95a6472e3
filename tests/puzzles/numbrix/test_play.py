"""Numbrix and Hidato as games."""

import pytest

from unriddle import Hidato, Numbrix, PuzzleError
from unriddle.cli import main
from unriddle.puzzles.numbrix.play import PathGame


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1 1 2", "row 1, column 1 was given"),
        ("2 3 1", "1 stands at row 1, column 1 already"),
        ("3 1 2", "1 stands at row 1, column 1, which is not beside it"),
        ("2 1 10", "'10', expected a number from 1 to 8"),
        ("2 1 x", "expected a number"),
        ("2 2 4", "row 2, column 2 was given"),
    ],
)
def test_what_cannot_stand_is_refused(move, reason):
    with pytest.raises(PuzzleError, match=reason):
        PathGame(Numbrix.parse("1 . 3/. # ./. . 7")).move(move)


def test_numbers_are_put_changed_and_taken_out():
    game = PathGame(Hidato.parse("1 . ./. . ./. . 9"))
    game.move("2 2 2")
    game.move("2 2 8")
    assert game.state.places[8] == (1, 1) and 2 not in game.state.places
    game.move("r2c2=.")
    assert game.state == game.puzzle


def test_a_full_board_that_is_no_solution_is_said_so():
    game = PathGame(Numbrix.parse("1 . / . ."))
    for move in ("1 2 4", "2 1 2"):
        game.move(move)
    assert game.said() == ""
    game.move("2 2 3")
    assert game.finished and game.said() == ""


def test_both_are_played(tmp_path, capsys):
    (tmp_path / "moves").write_text("hint\nquit\n")
    moves = ["--moves", str(tmp_path / "moves")]
    for name in ("numbrix", "hidato"):
        assert main(["play", name, "--size", "4x5", "--seed", "2", *moves]) == 0
        shown = capsys.readouterr().out
        assert "   1" in shown and shown.endswith("Not solved: 0 moves, 1 hint.\n")
    assert main(["play", "numbrix", "1 .", "--size", "4x5", *moves]) == 2
    assert "a puzzle and --size" in capsys.readouterr().err
