import io
import json
import sys

import pytest

from unriddle import Hidato, Status
from unriddle.cli import main

BOARD = "1 . .\n. 5 .\n. . 9\n"


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


def run(capsys, *arguments):
    code = main([*arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_solving_and_listing(capsys, board):
    code, out, err = run(capsys, "numbrix", board)
    assert (code, err) == (0, "") and "| 1 | 2 | 3 |\n+---+---+---+\n| 6 | 5 | 4 |" in out
    assert out.endswith("MULTIPLE: 2 solutions\n")
    code, out, _ = run(capsys, "numbrix", BOARD.replace("\n", "/"), "--plain", "--all")
    assert out == "1 2 3\n6 5 4\n7 8 9\n\n1 6 7\n2 5 8\n3 4 9\nMULTIPLE: 2 solutions, all of them\n"
    assert run(capsys, "numbrix", board, "--method", "dfs", "--plain")[1].endswith("SOLVED\n")


def test_json(capsys, board):
    code, out, _ = run(capsys, "hidato", board, "--format", "json")
    answer = json.loads(out)
    assert code == 0 and out.count("\n") == 1 and not answer["complete"]
    assert answer["status"] == "MULTIPLE" and answer["count"] == 2 and len(answer["solution"]) == 3
    assert {"guesses", "seconds", "nodes", "learnt", "reason"} <= set(answer)
    answer = json.loads(run(capsys, "numbrix", board, "--all", "--format", "json")[1])
    assert len(answer["solutions"]) == answer["count"] == 2 and answer["solutions"][0][0] == [1, 2, 3]


def test_standard_input_and_wrap(capsys, monkeypatch):
    for wrap, count in (([], 0), (["--wrap"], 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 . . 2\n")))
        code, out, _ = run(capsys, "numbrix", "-", "--count", *wrap)
        assert (code, out) == (1 - count, f"{count}\n")


def test_status_steps_and_picture(capsys, board, tmp_path):
    assert run(capsys, "numbrix", board, "--unique")[0] == 1
    assert run(capsys, "numbrix", "1 . 3", "--hint")[1].startswith("one place: 2 at row 1, column 2")
    assert run(capsys, "numbrix", board, "--steps")[1].endswith("difficulty: expert\n")
    picture = tmp_path / "p.svg"
    assert run(capsys, "numbrix", board, "--svg", str(picture))[0] == 0
    assert "<polyline" in picture.read_text()
    far = tmp_path / "far"
    far.write_text("1 . 2\n")
    code, out, _ = run(capsys, "numbrix", str(far))
    assert code == 1 and out.startswith(
        "NO_SOLUTION: 1 at row 1, column 1 and 2 at row 1, column 3 are 2 steps"
    )


@pytest.mark.parametrize("puzzle", ["numbrix", "hidato"])
def test_generate(capsys, tmp_path, puzzle):
    code, out, _ = run(capsys, puzzle, "--generate", "--size", "5x6", "--seed", "3", "--ends")
    assert code == 0
    (tmp_path / "new").write_text(out)
    assert run(capsys, puzzle, str(tmp_path / "new"), "--unique")[0] == 0
    assert run(capsys, puzzle, "--generate", "--size", "5x6", "--seed", "3", "--ends")[1] == out


def test_several_new_boards_are_records(capsys):
    code, out, _ = run(capsys, "hidato", "--generate", "2", "--size", "2x4", "--seed", "5")
    boards = out.splitlines()
    assert code == 0 and boards == [Hidato.generate("2x4", seed=s).text().replace("\n", "/") for s in (5, 6)]
    assert all(Hidato.parse(board).solve().status is Status.UNIQUE for board in boards)


def test_limits(capsys, tmp_path):
    path = tmp_path / "open"
    path.write_text((". " * 7 + "\n") * 7)
    code, out, _ = run(capsys, "hidato", str(path), "--count", "--max-nodes", "50")
    assert code == 1 and out.startswith("at least ")
    code, out, _ = run(capsys, "hidato", str(path), "--all", "--max-nodes", "50", "--format", "json")
    assert code == 1 and json.loads(out)["status"] == "LIMIT"
    assert run(capsys, "hidato", str(path), "--count", "--limit", "5")[:2] == (0, "5\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "b: is empty"),
        (b"\n\n", "b: is empty"),
        (b"\xfe\xff\x00", "b: is UTF-16"),
        (b"1 2\0", "b:1: NUL byte"),
        (b"1 . .\n. 12 .\n", "b:2:3: 12 at row 2, column 2, expected 1 to 6"),
        (b"1 . 1\n", "b:1:5: 1 is given twice, at row 1, column 1 and at row 1, column 3"),
        (b"1,.\n.,.,.\n", "b:2: 3 cells, but the first row has 2"),
        (b"1 . \x1b[31m\n", "b:1:5: '\\x1b[31m'"),
        (b". " * 60, "b:1: 1 row of 60 cells, expected at most 50"),
        (b"9" * 1000, "b:1:1: '99999999999999999999', expected a number"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(capsys, tmp_path, monkeypatch, content, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").write_bytes(content)
    code, out, err = run(capsys, "numbrix", "b")
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1 and "\x1b" not in err


def test_options_that_do_not_go_together(capsys, board):
    for arguments in (
        ["--limit", "2"],
        ["--clues", "5"],
        ["--generate"],
        ["--generate", "--count"],
        ["--clues", "x"],
    ):
        code, _, err = run(capsys, "numbrix", board, *arguments)
        assert code == 2 and err.count("\n") == 1
    for arguments in (["--size", "60x2"], ["--size", "4x"], ["--clues", "99"]):
        assert run(capsys, "numbrix", "--generate", *arguments)[0] == 2
    assert run(capsys, "numbrix", str(board) + "x")[0] == 2
