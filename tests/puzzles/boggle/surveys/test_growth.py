"""How the cost of a board grows with its side."""

import json
import re

import pytest

from unriddle import Lexicon
from unriddle.cli import main
from unriddle.puzzles.boggle.surveys.growth import growth

WORDS = Lexicon(["tea", "teas", "sea", "seat", "rat", "rats", "star"])


def test_moves_without_pruning_are_those_of_every_path():
    rows = growth(WORDS, (2, 3, 4, 5))
    assert [row.all_moves for row in rows[:3]] == [64, 10_305, 12_029_640]  # https://oeis.org/A236690
    assert rows[3].all_moves > 10**11 and rows[3].all_seconds > 100 * rows[2].all_seconds
    assert all(0 < row.moves < row.all_moves and row.seconds > 0 for row in rows)


def test_the_table_the_object_and_the_picture(tmp_path, capsys):
    words, picture = tmp_path / "words.txt", tmp_path / "growth.svg"
    words.write_text("tea\nseat\n")
    assert main(["boggle", "--growth", "--size", "8x8", "--lexicon", str(words), "--svg", str(picture)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:7]] == [f"{n}×{n}" for n in (2, 3, 4, 5, 6, 8)]
    assert re.search("≈ .* years$", lines[5]) and "12,029,640" in lines[3]
    assert picture.read_text().count("<polyline") == 2
    assert main(["boggle", "--growth", "--size", "2x2", "--lexicon", str(words), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["growth"][0]["all_moves"] == 64


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--size", "7x7"], "--growth needs a --size of 2x2, 3x3"),
        (["--size", "4x5"], "--growth needs a --size"),
        (["tea/ars"], "--growth cannot be combined with a puzzle"),
        (["--random"], "--growth cannot be combined with --random"),
        (["--format", "csv"], "--growth cannot be written as --format csv"),
    ],
)
def test_what_does_not_go_together(arguments, told, capsys):
    assert main(["boggle", "--growth", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
