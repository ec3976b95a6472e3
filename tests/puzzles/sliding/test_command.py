"""`unriddle sliding` and `unriddle play sliding` from their arguments to their lines."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import chain

import pytest

from unriddle import MNPuzzle, PuzzleError
from unriddle.cli import main
from unriddle.lexicon import cache
from unriddle.puzzles.sliding import command, pattern_database
from unriddle.puzzles.sliding.command import SlidingGame

EIGHT = "8 6 7\n2 5 4\n3 0 1\n"


@pytest.fixture
def board(tmp_path):
    def write(text):
        path = tmp_path / "board.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def test_text(board, capsys):
    assert main(["sliding", board("1 2 3\n4 0 6\n7 5 8\n"), "--stats", "--trace"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 steps; no solution is shorter\ntiles: 5 8\nUL\nSOLVED\n")
    assert out.count("nodes") == 1
    assert "1 2 3\n4 5 6\n7 8 0" in out


@pytest.mark.parametrize("method", ["patterns", "ida", "bfs", "bidirectional", "astar", "table"])
def test_json(board, capsys, method):
    assert main(["sliding", board(EIGHT), "--method", method, "--format", "json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    value = json.loads(lines[0])
    assert len(lines) == 1 and {"status", "length", "moves", "nodes", "seconds"} <= set(value)
    assert (value["status"], value["length"], len(value["moves"])) == ("SOLVED", 31, 31)
    assert len(value["directions"]) == 31 and value["puzzle"] == "8 6 7 / 2 5 4 / 3 0 1"


def test_all(board, capsys):
    assert main(["sliding", board(EIGHT), "--all"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "MULTIPLE: 40 solutions, all of them"
    assert main(["sliding", board(EIGHT), "--all", "--format", "json", "--limit", "3"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["count"] == len(value["solutions"]) == 3 and not value["complete"]


def test_goal_and_random(board, capsys):
    assert main(["sliding", board("a b\n_ c\n"), "--goal", "a b / c _"]) == 0
    assert "tiles: c\nL\n" in capsys.readouterr().out
    for goal in ("blank-first", "blank-last"):
        assert main(["sliding", "--random", "--size", "3x3", "--seed", "1", "--goal", goal]) == 0
        first = capsys.readouterr().out
        assert main(["sliding", "--random", "--size", "3x3", "--seed", "1", "--goal", goal]) == 0
        assert capsys.readouterr().out == first


def test_no_solution_and_limit(board, capsys):
    assert main(["sliding", board("2 1\n3 0\n")]) == 1
    assert "NO_SOLUTION: the tiles are an odd permutation" in capsys.readouterr().out
    assert main(["sliding", "--random", "--seed", "1", "--max-nodes", "50", "--format", "json"]) == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["status"], value["nodes"], value["length"], value["moves"]) == ("LIMIT", 50, None, [])


def test_depth_table(capsys):
    assert main(["sliding", "--depth-table", "--size", "2x3"]) == 0
    assert "360 configurations, the furthest 21 steps away" in capsys.readouterr().out
    assert main(["sliding", "--depth-table", "--size", "2x2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == [1, 2, 2, 2, 2, 2, 1]


def test_animate_and_svg(board, capsys, tmp_path):
    picture = tmp_path / "board.svg"
    assert main(["sliding", board("1 2\n0 3\n"), "--animate", "--svg", str(picture)]) == 0
    out = capsys.readouterr().out
    assert "step 0 of 1" in out and "step 1 of 1" in out and "\x1b" not in out
    assert picture.read_text().startswith("<svg")


def test_a_wrong_goal_is_named(capsys):
    assert main(["sliding", "8 6 7/2 5 4/3 0 1", "--goal", "middle"]) == 2
    said = "--goal 'middle', expected blank-last, blank-first or rows of tiles\n"
    assert capsys.readouterr().err == said
    assert main(["sliding", "8 6 7/2 5 4/3 0 1", "--goal", "1 2 3/4 5 6/7 7 0"]) == 2
    assert capsys.readouterr().err == "--goal:1:15: '7' is given twice\n"


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (b"", [], "is empty"),
        (b"\0\1\2", [], "NUL byte"),
        (b"\xff\xfe1\0 \0", [], "UTF-16"),
        (b"\x80\x81", [], "not UTF-8"),
        (b"1 " * 40_000, [], "65,536"),
        (b"1 2 2 0", [], "twice"),
        (b"1 2 \x1b[31m 0", [], "printable"),
        (b"1 2 3 0", ["--goal", "1 2 9 0"], "not in the goal"),
        (b"1 2 3 0", ["--method", "best"], "best"),
        (b"1 2 3 0", ["--random"], "--random cannot be combined with a puzzle"),
        (b"1 2 3 0", ["--optimal", "--method", "dfs"], "does not prove"),
    ],
)
def test_wrong_input_is_one_line(board, capsys, text, arguments, words):
    assert main(["sliding", board(text), *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err and captured.err.count("\n") == 1 and "\x1b" not in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        *(["/"], ["nowhere.txt"], ["1 2 3 0", "--limit", "1"], ["1 2 3 0", "--size", "4"]),
        *(["--random", *rest] for rest in (["--size", "9x9"], ["--size", "x"], ["--seed", "x"])),
        *(["--random", *rest] for rest in (["--blank", "x"], ["--goal", "1 2"], ["--max-nodes", "0"])),
        *(["--depth-table", *rest] for rest in ([], ["--size", "4x4"], ["--size", "3x3", "--limit", "5"])),
        *(["--depth-table", "--size", "3x3", *rest] for rest in (["1 2 3 0"], ["--svg", "-"], ["--random"])),
    ],
)
def test_wrong_arguments_are_one_line(capsys, arguments):
    assert main(["sliding", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_standard_input_and_a_closed_pipe():
    command = [sys.executable, "-m", "unriddle", "sliding"]
    done = subprocess.run(command, input=EIGHT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("31 steps; no solution is shorter")
    closed = subprocess.run(
        f"{sys.executable} -m unriddle sliding --random --size 3x3 --seed 4 --trace | head -n 1",
        shell=True, capture_output=True, text=True,
    )  # fmt: skip
    assert closed.stderr == "" and closed.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_interrupt():
    command = [sys.executable, "-u", "-m", "unriddle", "sliding", "--random", "--seed", "4"]
    command += ["--method", "dfs", "--size", "5x5", "--max-seconds", "20"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also where it was ignored
    ) as process:
        for _ in range(6):  # the puzzle; then the search begins
            process.stdout.readline()
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in errors
    assert not out or out.endswith("LIMIT: interrupted\n")


def test_depth_table_within_limits(capsys):
    assert main(["sliding", "--depth-table", "--size", "3x4", "--max-nodes", "1000"]) == 1
    assert capsys.readouterr().out.endswith("LIMIT: a limit was reached\n")
    arguments = ["sliding", "--depth-table", "--size", "3x4", "--max-seconds", "0.05", "--format", "json"]
    assert main(arguments) == 1 and json.loads(capsys.readouterr().out)["status"] == "LIMIT"


def test_large_boards(capsys):
    arguments = ["sliding", "--random", "--size", "5", "--seed", "1", "--max-nodes", "50000"]
    assert main([*arguments, "--trace"]) == 0
    out = capsys.readouterr().out
    assert (
        "no solution is shorter than" in out
        and out.count("\n\n") == int(out.split(" steps;")[0].split()[-1]) + 2
    )
    assert main(["sliding", "--random", "--size", "6", "--all"]) == 2
    assert "at most 25" in capsys.readouterr().err


def test_random_goes_with_counting(capsys):
    assert main(["sliding", "--random", "--size", "3x3", "--seed", "1", "--count"]) == 0
    assert capsys.readouterr().out.split("\n\n")[1].strip().isdigit()


@pytest.mark.usefixtures("_fresh")
def test_large_tables_are_made_and_used(capsys):
    assert main(["sliding", "--build-tables", "--size", "3x4", "--tables", "4-4-3", "--stats"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("4-4-3: 11,880, 11,880, 1,320 placements\n3 made, 12,540 bytes in all, in ")
    assert "SOLVED" in out and "states" in out
    arguments = ["sliding", "--build-tables", "--size", "3x4", "--tables", "4-4-3", "--format", "json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["made"], found["bytes"], found["status"]) == (0, 12540, "SOLVED")
    assert sorted(chain.from_iterable(found["groups"])) == list(range(1, 12))
    board = ["sliding", "--random", "--size", "3x4", "--seed", "1"]
    assert main([*board, "--tables", "4-4-3", "--threads", "1", "--format", "json"]) == 0
    tabled = json.loads(capsys.readouterr().out)
    assert main([*board, "--format", "json"]) == 0
    assert tabled["length"] == json.loads(capsys.readouterr().out)["length"] == tabled["lower_bound"]


@pytest.mark.usefixtures("_fresh")
def test_making_tables_keeps_to_limits(capsys, monkeypatch):
    assert main(["sliding", "--build-tables", "--max-seconds", "0.05"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("6-6-6-6: ") and out.endswith("LIMIT: a limit was reached\n")
    assert main(["sliding", "--build-tables", "--max-memory", "1K"]) == 1
    assert capsys.readouterr().out == "LIMIT: a limit was reached\n"
    monkeypatch.setenv("UNRIDDLE_CACHE", "off")
    assert main(["sliding", "--build-tables", "--size", "2x3", "--tables", "5"]) == 0
    assert "in no folder: the cache is off" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--build-tables", "1 2 3 0"], "--build-tables takes no puzzle"),
        (["--build-tables", "--size", "6x6"], "at most 25"),
        (["--build-tables", "--tables", "9-9-6"], "1 to 8 tiles"),
        (["1 2 3 0", "--tables", "3", "--all"], "--tables cannot be combined with --all or --count"),
        (["1 2 3 0", "--tables", "3", "--method", "bfs"], "not for bfs"),
        (["1 2 3 0", "--tables", "x"], "such as 6-6-6-6"),
    ],
)
def test_tables_that_do_not_fit_are_one_line(capsys, arguments, message):
    assert main(["sliding", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_each_better_solution_is_shown_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["sliding", "--random", "--size", "6", "--seed", "1", "--max-nodes", "300000"]) == 0
    shown = capsys.readouterr()
    lines = [line for line in shown.err.split("\n") if "none shorter than" in line]
    lengths = [int(line.split("\r")[-1].split(" steps")[0]) for line in lines]
    assert len(lengths) > 1 and lengths == sorted(lengths, reverse=True)
    assert f"{lengths[-1]} steps; no solution is shorter than" in shown.out


NEAR = "1 2 3 / 4 0 6 / 7 5 8"


@pytest.mark.parametrize("moves", [["5", "8"], ["5 8"], ["UL"], ["u", "l"], ["U L"]])
def test_tiles_and_ways_are_moves(moves):
    game = SlidingGame(MNPuzzle.parse(NEAR))
    for move in moves:
        game.move(move)
    assert game.finished


@pytest.mark.parametrize("move", ["1", "UU", "x", "5 1", "9", "0", "", ","])
def test_other_moves_are_refused(move):
    game = SlidingGame(MNPuzzle.parse(NEAR))
    with pytest.raises(PuzzleError, match="expected"):
        game.move(move)
    assert game.state == game.puzzle


def test_tiles_that_are_called_like_ways_are_tiles():
    game = SlidingGame(MNPuzzle.parse("U D / L *", goal="U D / * L"))
    game.move("L")
    assert game.finished


def test_hints_lead_to_the_goal():
    game = SlidingGame(MNPuzzle.random("3x3", seed=4))
    steps = game.puzzle.solve().length
    for _ in range(steps):
        game.move(game.hint().split()[1])
    assert game.finished and steps > 5 and game.hint() == "nothing is left to do"


def test_a_board_of_the_wrong_parity(tmp_path, capsys):
    (tmp_path / "moves").write_text("hint\nsolve\n")
    moves = ["--moves", str(tmp_path / "moves")]
    assert main(["play", "sliding", "2 1 3 / 4 5 6 / 7 8 0", *moves]) == 0
    out = capsys.readouterr().out
    assert (
        "the parity of its tiles forbids one" in out
        and "the puzzle has no solution" in out
        and "There is none." in out
    )


def test_options_that_do_not_go_together(tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    moves = ["--moves", str(tmp_path / "moves")]
    assert main(["play", "sliding", NEAR, "--size", "3x3", *moves]) == 2
    assert main(["play", "sliding", "--blank", "x", *moves]) == 2
    assert "a new puzzle takes the goals" in capsys.readouterr().err
    assert main(["play", "sliding", "--size", "2x3", "--seed", "1", *moves]) == 0
    assert len(capsys.readouterr().out.split("\n")[1].split()) == 3


LONG = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


@pytest.mark.usefixtures("_fresh")
def test_a_long_search_of_a_4x4_board_builds_tables(capsys, monkeypatch):
    monkeypatch.setattr(pattern_database, "FOUR", "5-5-5")
    monkeypatch.setattr(command, "FOUR", "5-5-5")
    arguments = ["sliding", LONG, "--goal", "blank-first", "--format", "json"]
    assert main(arguments) == 0
    plain, said = capsys.readouterr()
    monkeypatch.setattr(command, "LONG_NODES", 10_000)
    for limits in (["--max-nodes", "10000"], ["--max-nodes", "10", "--max-seconds", "100"]):
        assert main([*arguments, *limits]) == 1
        assert capsys.readouterr().err == said == ""
    assert main([*arguments, "--max-memory", "1G", "--threads", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*arguments, "--threads", "1", "--max-nodes", "2000000"]) == 0
    out, said = capsys.readouterr()
    assert said == f"building pattern databases 5-5-5 of 4×4 boards, kept in {cache.folder()}\n"
    plain, found = json.loads(plain), json.loads(out)
    assert (found["moves"], found["status"]) == (plain["moves"], "SOLVED")
    assert found["nodes"] != plain["nodes"] and len(pattern_database._ARRAYS) > 0


@pytest.mark.usefixtures("_fresh")
def test_limits_hold_while_a_long_search_builds_tables(capsys, monkeypatch):
    monkeypatch.setattr(command, "LONG_NODES", 10_000)
    start = time.perf_counter()
    assert main(["sliding", LONG, "--goal", "blank-first", "--max-seconds", "1"]) == 1
    assert time.perf_counter() - start < 3
    out, said = capsys.readouterr()
    assert "LIMIT" in out and said.startswith("building pattern databases 7-8 of 4×4 boards")
