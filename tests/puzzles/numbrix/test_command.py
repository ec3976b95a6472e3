"""The subcommand, drawings, the game."""

import io
import json
import re
import sys

import pytest

from unriddle import Hidato, Numbrix, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles.numbrix.play import PathGame

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
    assert answer["status"] == "MULTIPLE" and answer["count"] == 2 and len(answer["grid"]) == 3
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
        (b"1,.\n.,.,.\n", "b:2: row 2 has 3 cells, but the first row has 2"),
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


ORIGINAL = Numbrix.parse("1 . . / . 5 . / . . 9")


def test_pictures():
    solution = ORIGINAL.solve().solution
    assert ORIGINAL._repr_svg_().count("<rect") == 9
    assert "<polyline" in ORIGINAL.to_svg(solution) and "<polyline" not in ORIGINAL.to_svg()
    assert ORIGINAL.solve()._repr_svg_() == ORIGINAL.to_svg(solution)
    nothing = Numbrix.parse("1 . 2")
    assert nothing.solve()._repr_svg_() == nothing.to_svg()


def test_steps_of_a_page_keep_the_solution():
    puzzle = Numbrix.generate(6, seed=2, clues=14)
    result = puzzle.solve()
    shown = puzzle.view(result)
    steps = puzzle.steps()
    assert [frame.says for frame in shown.frames[1:-1]] == [step.text for step in steps]
    assert shown.frames[-1].svg == puzzle.to_svg(result.solution)
    assert dict(shown.facts)["difficulty"] == str(puzzle.difficulty())
    flat = [value for row in result.solution for value in row]
    for frame in shown.frames[1:-1]:
        for cell, value in enumerate(flat):
            group = frame.svg.split("<g>")[cell + 1].split("</g>")[0]
            left = re.findall(r">(\d+)</text>", group)
            assert not left or str(value) in left


def test_a_page_of_what_cannot_be_solved_or_is_large():
    none = Numbrix.parse("1 . 2")
    assert all(frame.text for frame in none.view(none.solve()).frames)
    assert none.view(none.solve()).frames[-1].kind == "contradiction"
    large = Numbrix.generate("21x20", seed=1)
    shown = large.view(large.solve())
    assert len(shown.frames) == 2 and shown.notes == ("Steps are shown for boards of at most 400 cells.",)


def test_a_path_has_arrows_and_a_marked_start():
    picture = Numbrix.parse("1 . / . .").to_svg(((1, 2), (4, 3)))
    assert picture.count("<polygon") == 3 and picture.count("<circle") == 1


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1 1 2", "row 1, column 1 was given"),
        ("2 3 1", "1 is at row 1, column 1 already"),
        ("3 1 2", "1 is at row 1, column 1, which is not next to this cell"),
        ("2 1 10", "'10', expected a number from 1 to 8"),
        ("2 1 x", "expected a number"),
        ("2 2 4", "row 2, column 2 was given"),
    ],
)
def test_what_cannot_stand_is_refused(move, reason):
    with pytest.raises(PuzzleError, match=reason):
        PathGame(Numbrix.parse("1 . 3/. # ./. . 7")).move(move)


def test_numbers_are_put_changed_and_taken_out():
    game = PathGame(Hidato.parse("1 . ./. . ./. . 9"))
    game.move("2 2 2")
    game.move("2 2 8")
    assert game.state.places[8] == (1, 1) and 2 not in game.state.places
    game.move("r2c2=.")
    assert game.state == game.puzzle


def test_a_full_board_that_is_no_solution_is_said_so():
    game = PathGame(Numbrix.parse("1 . / . ."))
    for move in ("1 2 4", "2 1 2"):
        game.move(move)
    assert game.said() == ""
    game.move("2 2 3")
    assert game.finished and game.said() == ""


def test_both_are_played(tmp_path, capsys):
    (tmp_path / "moves").write_text("hint\nquit\n")
    moves = ["--moves", str(tmp_path / "moves")]
    for name in ("numbrix", "hidato"):
        assert main(["play", name, "--size", "4x5", "--seed", "2", *moves]) == 0
        shown = capsys.readouterr().out
        assert "   1" in shown and shown.endswith("Not solved: 0 moves, 1 hint.\n")
    assert main(["play", "numbrix", "1 .", "--size", "4x5", *moves]) == 2
    assert "--size is for a new puzzle" in capsys.readouterr().err
