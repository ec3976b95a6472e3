"""``unriddle play``: which puzzles have a game, and what those without say."""

import re

import pytest

from unriddle.cli import main
from unriddle.puzzles import registry

GAMES = [spec for spec in registry.specs() if spec.game]
OTHERS = [spec for spec in registry.specs() if spec.puzzle and not spec.game]


def test_there_are_games():
    assert {"boggle", "sudoku", "numbrix", "hidato", "peg", "sliding", "placement"} <= {
        spec.name for spec in GAMES
    }


@pytest.mark.parametrize("spec", OTHERS, ids=lambda spec: spec.name)
def test_a_puzzle_without_a_game_says_so(spec, capsys):
    for words in ([], [spec.example], ["--seed", "1"]):
        assert main(["play", spec.name, *words]) == 2
        error = capsys.readouterr().err
        assert (
            error.startswith(f"{spec.name} cannot be played; choose one of boggle, ")
            and error.count("\n") == 1
        )


def test_play_alone_names_the_games(capsys):
    assert main(["play"]) == 2
    assert capsys.readouterr().err.startswith("no puzzle to play; choose one of boggle, ")
    assert main(["play", "sudokuu"]) == 2
    assert "did you mean sudoku?" in capsys.readouterr().err


def test_the_help_lists_games_alone(capsys):
    assert main(["play", "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(re.search(rf"^    {spec.name}\s", shown, re.M) for spec in GAMES)
    assert not [spec.name for spec in OTHERS if re.search(rf"^    {spec.name}\s", shown, re.M)]
