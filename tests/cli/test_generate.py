"""`unriddle generate`: options, exit codes, what is said."""

import json

import pytest

from unriddle.cli import main
from unriddle.options import flag_of
from unriddle.puzzles import registry


def test_puzzles_and_a_second_run(tmp_path, capsys):
    out = str(tmp_path / "out")
    command = ["generate", "sudoku", "-n", "6", "-o", out, "--seed", "3", "--size", "6", "--box", "2x3"]
    assert main(command) == 0
    assert capsys.readouterr().err.startswith("sudoku, seed 3: 6 puzzles in ")
    rows = [json.loads(line) for line in (tmp_path / "out/part-00000000.ndjson").read_text().splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6] and rows[0]["size"] == "6x6"
    assert main(command) == 2
    assert "holds a run already; use --resume" in capsys.readouterr().err
    assert main([*command, "--resume"]) == 0


def test_numbers_without_a_puzzle_are_exit_code_1(tmp_path, capsys):
    command = ["generate", "sudoku", "-n", "60", "-o", str(tmp_path / "out"), "--size", "4", "--tries", "2"]
    assert main(command) == 1
    assert "not found, see" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("sudoku", "-n", "5", "--clues", "99"),
        ("sudoku", "-n", "0"),
        ("sudoku", "-n", "5", "--symmetry", "spiral"),
        ("numbrix", "-n", "5", "--size", "x"),
        ("hidato", "-n", "5", "--size", "99x99"),
        ("gogen", "-n", "5", "--size", "9x9"),
        ("peg", "-n", "5", "--board", "moon"),
        ("sliding", "-n", "5", "--scramble", "x"),
        ("boggle", "-n", "5", "--dice", "moon"),
        ("ladder", "-n", "5", "--least", "9", "--most", "3"),
        ("river", "-n", "5", "--boat", "x"),
        ("placement", "-n", "5", "--words", "9999999"),
        ("sudko", "-n", "5"),
        ("sudoku",),
    ],
)
def test_wrong_options_are_one_line_and_leave_no_folder(tmp_path, capsys, arguments):
    assert main(["generate", *arguments, "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.strip().count("\n") == 0
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", registry.factory_names())
def test_help_names_the_options(name, capsys):
    assert main(["generate", name, "--help"]) == 0
    text = capsys.readouterr().out
    for option in registry.factory(name).OPTIONS:
        assert flag_of(option.name) in text


def test_help_without_a_puzzle(capsys):
    assert main(["generate", "--help"]) == 0 and "sudoku" in capsys.readouterr().out
    assert main(["generate"]) == 2


@pytest.mark.parametrize(
    "name, options, said",
    [
        ("ladder", ["--letters", "99"], "the list has no word of 99 letters"),
        (
            "gogen",
            ["--size", "1x1"],
            "--size 1x1 has no room for any word of the list",
        ),
        ("placement", ["--words", "500", "--size", "3x3"], "--words 500 in --size 3x3, expected at most 0"),
        ("placement", ["--words", "99", "--size", "9x9"], "--words 99 in --size 9x9, expected at most 36"),
    ],
)
def test_what_can_never_be_made_is_refused_before_there_is_a_folder(name, options, said, tmp_path, capsys):
    assert main(["generate", name, "-n", "3", "-o", str(tmp_path / "out"), *options]) == 2
    out, err = capsys.readouterr()
    assert said in err and err.count("\n") == 1 and not out
    assert not (tmp_path / "out").exists()
