"""Sliding puzzles as a game."""

import pytest

from unriddle import MNPuzzle, PuzzleError
from unriddle.cli import main
from unriddle.puzzles.sliding.play import SlidingGame

NEAR = "1 2 3 / 4 0 6 / 7 5 8"


@pytest.mark.parametrize("moves", [["5", "8"], ["5 8"], ["UL"], ["u", "l"], ["U L"]])
def test_tiles_and_ways_are_moves(moves):
    game = SlidingGame(MNPuzzle.parse(NEAR))
    for move in moves:
        game.move(move)
    assert game.finished


@pytest.mark.parametrize("move", ["1", "UU", "x", "5 1", "9", "0", "", ","])
def test_other_moves_are_refused(move):
    game = SlidingGame(MNPuzzle.parse(NEAR))
    with pytest.raises(PuzzleError, match="expected"):
        game.move(move)
    assert game.state == game.puzzle


def test_tiles_that_are_called_like_ways_are_tiles():
    game = SlidingGame(MNPuzzle.parse("U D / L *", goal="U D / * L"))
    game.move("L")
    assert game.finished


def test_hints_lead_to_the_goal():
    game = SlidingGame(MNPuzzle.random("3x3", seed=4))
    steps = game.puzzle.solve().length
    for _ in range(steps):
        game.move(game.hint().split()[1])
    assert game.finished and steps > 5 and game.hint() == "nothing is left to do"


def test_a_board_of_the_wrong_parity(tmp_path, capsys):
    (tmp_path / "moves").write_text("hint\nsolve\n")
    moves = ["--moves", str(tmp_path / "moves")]
    assert main(["play", "sliding", "2 1 3 / 4 5 6 / 7 8 0", *moves]) == 0
    out = capsys.readouterr().out
    assert (
        "the parity of its tiles forbids one" in out
        and "the puzzle has no solution" in out
        and "There is none." in out
    )


def test_options_that_do_not_go_together(tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    moves = ["--moves", str(tmp_path / "moves")]
    assert main(["play", "sliding", NEAR, "--size", "3x3", *moves]) == 2
    assert main(["play", "sliding", "--blank", "x", *moves]) == 2
    assert "a new puzzle knows the goals" in capsys.readouterr().err
    assert main(["play", "sliding", "--size", "2x3", "--seed", "1", *moves]) == 0
    assert len(capsys.readouterr().out.split("\n")[1].split()) == 3
