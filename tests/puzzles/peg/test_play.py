"""Peg solitaire as a game."""

import pytest

from unriddle import GridPegSolitairePuzzle, PuzzleError
from unriddle.cli import main
from unriddle.puzzles.peg.play import PegGame


def test_one_peg_jumps_on_and_on():
    game = PegGame(GridPegSolitairePuzzle.parse("**.*."))
    game.move("a1-c1-e1")
    assert game.finished and game.closing() == "Solved: 1 move."


@pytest.mark.parametrize("move", ["a1", "a1-b1", "b1-d1", "x9-z9", "a1-c1-b1", "jump"])
def test_what_cannot_be_jumped_is_refused(move):
    game = PegGame(GridPegSolitairePuzzle.parse("**.*."))
    with pytest.raises(PuzzleError, match="expected"):
        game.move(move)
    assert game.state == game.puzzle


def test_a_dead_end_is_said_so_and_hints_know_it():
    game = PegGame(GridPegSolitairePuzzle.parse("**.*.", goal="d1"))
    assert game.hint() == "contradiction: no jumps lead to the goal: the puzzle has no solution"
    game.move("a1-c1")
    assert game.said() == ""
    game.move("d1-b1")
    assert game.said() == "No jump is left, and 1 peg is; undo takes jumps back."


def test_a_hint_after_the_goal_was_lost():
    game = PegGame(GridPegSolitairePuzzle.parse(".**..", goal="a1"))
    assert game.hint().startswith("jump: ")
    game.move("b1-d1")
    assert game.hint() == "mistake: no jumps lead to the goal from here"


def test_hints_lead_to_the_goal():
    game = PegGame(GridPegSolitairePuzzle.named("english", goal="d4"))
    for _ in range(31):
        game.move(game.hint().split()[1].rstrip(":"))
    assert game.finished and game.state.position.bit_count() == 1


@pytest.mark.parametrize(
    ("options", "pegs"),
    [([], 32), (["--board", "triangle15"], 14), (["--seed", "3"], 12), (["--pegs", "5", "--seed", "1"], 5)],
)
def test_which_board_is_played(options, pegs, tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    assert main(["play", "peg", *options, "--moves", str(tmp_path / "moves")]) == 0
    assert capsys.readouterr().out.count(" *") == pegs


def test_options_that_do_not_go_together(capsys):
    assert main(["play", "peg", "--empty-hole", "d4", "--seed", "1"]) == 2
    assert "--empty-hole is for a whole board" in capsys.readouterr().err
