"""`unriddle check` from its arguments to its lines."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from unriddle.cli import main

PUZZLE, RIGHT = "12../..../..../...1", "1234/3412/2143/4321"


@pytest.fixture
def files(tmp_path):
    answers = [RIGHT, "1234/3412/2143/432.", "1.../..../..../..11", "1234341221434322", "", "?"]
    (tmp_path / "p.txt").write_text(f"{PUZZLE}\n" * len(answers))
    (tmp_path / "a.txt").write_text("".join(f"{answer}\n" for answer in answers))
    return str(tmp_path / "p.txt"), str(tmp_path / "a.txt")


def test_each_verdict_has_a_line(files, capsys):
    assert main(["check", "sudoku", *files]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "1: RIGHT",
        "2: INCOMPLETE: row 4, column 4 is empty",
        "3: WRONG: row 4 has 1 twice",
        "4: NOT_OF_THIS_PUZZLE: row 4, column 4 is 2, but the clue there is 1",
        "5: INCOMPLETE: there is no answer",
        "6: NOT_OF_THIS_PUZZLE: 1 cell, but a 4×4 Sudoku has 16",
    ]
    head, _, _ = err.partition(";")
    assert head == "sudoku: 6 answers, 1 right, 1 wrong, 2 incomplete, 2 not of this puzzle"


def test_ndjson_says_where(files, capsys):
    assert main(["check", "sudoku", *files, "--format", "ndjson"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == {"line": 1, "verdict": "RIGHT"} and [row["line"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[2] == {
        "line": 3,
        "verdict": "WRONG",
        "reason": "row 4 has 1 twice",
        "places": [[3, 2], [3, 3]],
    }
    assert "places" not in rows[4]


def test_only_some_lines_or_none(files, capsys):
    assert main(["check", "sudoku", *files, "--wrong"]) == 1
    assert [line[0] for line in capsys.readouterr().out.splitlines()] == list("23456")
    assert main(["check", "sudoku", *files, "--quiet"]) == 1 and capsys.readouterr().out == ""
    assert main(["check", "sudoku", *files, "--limit", "1"]) == 0
    assert capsys.readouterr().out == "1: RIGHT\n"


def test_a_limit_of_time_is_no_success(files, capsys):
    assert main(["check", "sudoku", files[0], files[0], "--max-seconds", "0"]) == 1
    assert "a limit was reached" in capsys.readouterr().err


def test_bad_input_is_one_line(files, tmp_path, capsys):
    (tmp_path / "bad.txt").write_text(f"{PUZZLE}\n11../..../..../....\n" + f"{PUZZLE}\n" * 4)
    for arguments, said in (
        ([str(tmp_path / "bad.txt"), files[1]], f"{tmp_path / 'bad.txt'}:2:2: clues clash"),
        ([PUZZLE[:-1], RIGHT], "row 4 has 3 cells, but a 4×4 Sudoku has 4 per row"),
        ([str(tmp_path / "none.txt"), RIGHT], "no such file"),
        ([PUZZLE], "no answers"),
        ([PUZZLE, RIGHT, "--rules", "5"], "--rules"),
    ):
        assert main(["check", "sudoku", *arguments]) == 2
        out, err = capsys.readouterr()
        assert said in err and err.count("\n") == 1 and not out


def test_rules_are_options(capsys):
    assert main(["check", "numbrix", "1 . . 4", "1 2 3 4", "--wrap"]) == 0
    assert main(["check", "peg", "**.*", "a1-c1 d1-b1", "--rules", '{"goal":"b1"}']) == 0
    assert main(["check", "peg", "**.*", "a1-c1 d1-b1", "--rules", '{"goal":"a1"}']) == 1


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "unriddle", "check", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    (tmp_path / "a.txt").write_text("x\n" * 2_000)
    with start("sudoku", PUZZLE, str(tmp_path / "a.txt")) as process:
        assert process.stdout.readline().startswith("1: ")
        process.stdout.close()
        assert process.stderr.read() == "" and process.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_it(tmp_path):
    with start("sudoku", PUZZLE, "-") as process:
        process.stdin.write(f"{RIGHT}\n" * 100)
        process.stdin.flush()
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.strip().endswith("interrupted") and "Traceback" not in err
