"""What every game keeps to: help and quit at any question, undo to the start, the end of the input."""

import subprocess
import sys

import pytest

from unriddle.cli import main
from unriddle.puzzles import registry

GAMES = [spec for spec in registry.specs() if spec.game]


def play(spec, tmp_path, *entered):
    moves = tmp_path / "moves.txt"
    moves.write_text("".join(f"{line}\n" for line in entered))
    return main(["play", spec.name, spec.example, "--moves", str(moves)])


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_help_and_quit_are_taken(spec, tmp_path, capsys):
    assert play(spec, tmp_path, "help", "hint", "undo", "redo", "quit", "no more") == 0
    out, err = capsys.readouterr()
    assert "quit" in out and "hint" in out and "nothing to" in out and "no more" not in out
    assert err == "" and "\x1b" not in out


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_what_is_no_move_is_said_and_changes_nothing(spec, tmp_path, capsys):
    assert play(spec, tmp_path, "§ 1 2 3", "\x07" * 3, "x" * 10_000) == 0
    out = capsys.readouterr().out
    assert "\x07" not in out and "Traceback" not in out


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_a_pipe_that_ends_ends_the_game(spec):
    done = subprocess.run(
        [sys.executable, "-m", "unriddle", "play", spec.name, spec.example],
        input="help\n", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == "" and "quit" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_a_puzzle_that_cannot_be_read_is_one_line(spec, tmp_path, capsys):
    (tmp_path / "board.txt").write_bytes(b"\xff\x00")
    assert main(["play", spec.name, str(tmp_path / "board.txt")]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1 and out == ""
