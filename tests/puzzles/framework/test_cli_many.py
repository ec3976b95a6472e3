"""One puzzle a line, and a page of them all."""

import json

import pytest

from unriddle import Numbrix
from unriddle.cli import main

BOARDS = "1 . / . .\n\n1 2 / 4 .\n1 . 2\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "in.txt").write_text(BOARDS, encoding="utf-8")
    return str(tmp_path / "in.txt"), tmp_path / "out.html"


def run(capsys, *arguments):
    code = main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return code, out, err


def test_statuses_are_counted_and_empty_lines_are_none(files, capsys):
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1])
    assert code == 1 and out == "3 puzzles: 1 MULTIPLE, 1 UNIQUE, 1 NO_SOLUTION\n"
    assert "<h1>3 puzzles</h1>" in files[1].read_text(encoding="utf-8")
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1], "--format", "json")
    assert code == 1 and json.loads(out) == {
        "puzzles": 3,
        "statuses": {"MULTIPLE": 1, "UNIQUE": 1, "NO_SOLUTION": 1},
    }
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", "-")
    assert code == 1 and out.startswith("<!doctype html>")


def test_limits_are_a_status(files, capsys):
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1], "--max-nodes", "1")
    assert code == 1 and "LIMIT" in out


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--lines"], "--lines goes with --html; unriddle batch numbrix writes records"),
        (["--lines", "--html", "x.html", "--all"], "--lines and --all, expected one of them"),
        (["--lines", "--html", "x.html", "--svg", "x.svg"], "--lines and --svg, expected one of them"),
    ],
)
def test_what_does_not_go_together(files, capsys, arguments, said):
    code, out, err = run(capsys, "numbrix", files[0], *arguments)
    assert (code, out, err) == (2, "", f"{said}\n")


def test_no_file_and_no_puzzles(tmp_path, capsys):
    code, _, err = run(capsys, "numbrix", "1 . / . .", "--lines", "--html", tmp_path / "x.html")
    assert code == 2 and err == "--lines takes a file of puzzles, expected FILE or -\n"
    (tmp_path / "empty.txt").write_text("\n\n", encoding="utf-8")
    code, _, err = run(capsys, "numbrix", tmp_path / "empty.txt", "--lines", "--html", tmp_path / "x.html")
    assert code == 2 and "no puzzles" in err and not (tmp_path / "x.html").exists()


def test_words_and_rules_hold_for_all_lines(tmp_path, capsys):
    (tmp_path / "boards.txt").write_text("tear\nstar\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("tea\nstar\n", encoding="utf-8")
    target = tmp_path / "x.html"
    arguments = [tmp_path / "boards.txt", "--lines", "--html", target, "--lexicon", tmp_path / "words.txt"]
    code, out, _ = run(capsys, "boggle", *arguments)
    assert code == 0 and out == "2 puzzles: 2 UNIQUE\n"
    (tmp_path / "ladders.txt").write_text("cat cot\ncat -> dog\n", encoding="utf-8")
    (tmp_path / "list.txt").write_text("cat\ncot\ncog\ndog\n", encoding="utf-8")
    arguments = [tmp_path / "ladders.txt", "--lines", "--html", target, "--lexicon", tmp_path / "list.txt"]
    code, out, err = run(capsys, "ladder", *arguments)
    assert code == 0 and out == "2 puzzles: 2 SOLVED\n", err


def test_a_sudoku_file_has_its_own_lines(tmp_path, capsys):
    (tmp_path / "two.txt").write_text("12../..../..../...1\n" * 2, encoding="utf-8")
    code, out, _ = run(capsys, "sudoku", tmp_path / "two.txt", "--html", tmp_path / "x.html")
    assert code == 0 and out == "2 puzzles: 2 MULTIPLE\n"


def test_new_puzzles_make_one_page(tmp_path, capsys):
    target = tmp_path / "x.html"
    arguments = ["numbrix", "--generate", "3", "--size", "4x4", "--seed", "1", "--html", target]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (0, "3 puzzles\n"), err
    text = target.read_text(encoding="utf-8")
    assert "<h1>3 puzzles</h1>" in text and "the solution" not in text.split("<script>")[0]
    code, out, _ = run(capsys, *arguments, "--format", "json")
    found = json.loads(out)["puzzles"]
    assert [Numbrix.parse(one) for one in found] == [Numbrix.generate(4, seed=seed) for seed in (1, 2, 3)]
    code, _, err = run(capsys, *arguments, "--svg", tmp_path / "x.svg")
    assert code == 2 and err.count("\n") == 1
    code, out, _ = run(capsys, "numbrix", "--generate", "--size", "4x4", "--seed", "1", "--html", target)
    assert code == 0 and "<h1>Numbrix 4 × 4</h1>" in target.read_text(encoding="utf-8")
