"""`unriddle hint` from its arguments to its line."""

import json

import pytest

from unriddle.cli import main

PUZZLE = "12../..../..../...1"


def test_a_step_a_mistake_the_end(capsys):
    assert main(["hint", "sudoku", PUZZLE]) == 0
    assert capsys.readouterr().out.startswith("hidden single: row 2, column 3 is 1")
    assert main(["hint", "sudoku", PUZZLE, "1223/..../..../...1"]) == 1
    assert capsys.readouterr().out.startswith("mistake: row 1, column 3 is 2")
    assert main(["hint", "sudoku", PUZZLE, "1234/3412/2143/4321"]) == 0
    assert capsys.readouterr().out == "nothing is left to do\n"


def test_json(capsys):
    assert main(["hint", "peg", "**.*", "a1-c1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["hint"]["value"] == "d1-b1"
    assert main(["hint", "peg", "**.*", "a1-c1 d1-b1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"hint": None}


def test_the_state_may_be_a_file(tmp_path, capsys):
    (tmp_path / "state.txt").write_text("1234\n3412\n2143\n43.1\n")
    assert main(["hint", "sudoku", PUZZLE, str(tmp_path / "state.txt")]) == 0
    assert capsys.readouterr().out.startswith("naked single: row 4, column 3 is 2")


def test_limits_and_words(tmp_path, capsys):
    assert main(["hint", "peg", "**.*", "--max-nodes", "1"]) in (0, 1)
    capsys.readouterr()
    assert main(["hint", "numbrix", "1 . / . 3", "--max-nodes", "1"]) == 1
    assert capsys.readouterr().out.startswith("limit: ")
    (tmp_path / "words.txt").write_text("tea\neat\n")
    assert main(["hint", "boggle", "tea/ars", "tea", "--lexicon", str(tmp_path / "words.txt")]) == 0
    assert capsys.readouterr().out == "word: eat, from row 1, column 2: 1 of 2 words are left\n"


@pytest.mark.parametrize("arguments", [["-", "-"], ["1x"], [PUZZLE, "?"], [PUZZLE, "none.txt"]])
def test_bad_input(arguments, capsys):
    assert main(["hint", "sudoku", *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1
