"""`unriddle peg` from its arguments to its lines and exit codes."""

import json
import signal
import subprocess
import sys
import time

import pytest

from unriddle.cli import main

WORDS = "cost\ncast\ncase\ncave\nsave\ncose\ndog\ncats\nabaci\n"


@pytest.fixture(autouse=True)
def no_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(WORDS)
    return ["--lexicon", str(path)]


def run(capsys, *args):
    code = main(list(args))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answer(capsys, *args):
    code, out, _ = run(capsys, *args, "--format", "json")
    assert out.count("\n") == 1
    found = json.loads(out)
    return code, found


def test_peg(capsys, tmp_path):
    code, found = answer(capsys, "peg", "--board", "english", "--goal", "d4")
    assert code == 0
    assert found["status"] == "SOLVED"
    assert found["length"] == len(found["jumps"]) == len(found["path"]) - 1 == 31
    assert found["nodes"] > 0
    assert found["seconds"] >= 0
    board = tmp_path / "board.txt"
    board.write_text("* * . *\n")
    assert run(capsys, "peg", str(board), "--goal", "b1")[:2] == (0, "a1-c1 d1-b1\n")
    assert run(capsys, "peg", str(board), "--goal", "d1")[:2] == (1, "NO_SOLUTION\n")
    assert run(capsys, "peg", str(board), "--all")[:2] == (0, "a1-c1 d1-b1\n1 solution\n")
    assert run(capsys, "peg", str(board), "--count")[:2] == (0, "1 solution\n")
    assert run(capsys, "peg", str(board), "--fewest")[0] == 0
    assert run(capsys, "peg", str(board), "--hint")[:2] == (0, "winnable by a1-c1\n")
    assert answer(capsys, "peg", str(board), "--positions")[1]["counts"] == [1, 1, 1]
    assert answer(capsys, "peg", str(board), "--solvable")[1]["counts"] == [1, 1, 1]
    goal = tmp_path / "goal.txt"
    goal.write_text("..**\n")
    assert run(capsys, "peg", str(board), "--goal-file", str(goal))[:2] == (0, "a1-c1\n")
    code, out, _ = run(capsys, "peg", str(board), "--animate", "--stats")
    assert code == 0
    assert "step 0 of 2\n**.*\nstep 1 of 2\n..**\nstep 2 of 2\n.*..\n" in out
    assert "2 steps, " in out
    code, out, _ = run(capsys, "peg", str(board), "--svg", "-")
    assert out.startswith("<svg")
    for method in ("dfs", "bfs", "bidirectional", "astar", "ida"):
        assert run(capsys, "peg", str(board), "--method", method)[:2] == (0, "a1-c1 d1-b1\n")
    assert (
        run(capsys, "peg", "--random", "--seed", "1")[1] == run(capsys, "peg", "--random", "--seed", "1")[1]
    )


@pytest.mark.parametrize(
    "args",
    [
        ["peg"],
        ["peg", "missing.txt"],
        ["peg", "."],
        ["peg", "EMPTY"],
        ["peg", "BINARY"],
        ["peg", "UTF16"],
        ["peg", "CONTROL"],
        ["peg", "--board", "x\x1b[2J"],
        ["peg", "--board", "english", "--goal", "z9"],
        ["peg", "--board", "english", "--goal", "4"],
        ["peg", "--board", "english", "--jumps", "diagonal"],
        ["peg", "--board", "english", "--seed", "1"],
        ["peg", "--board", "english", "--max-nodes", "0"],
    ],
    ids=repr,
)
def test_wrong_input_is_one_line_and_exit_2(capsys, tmp_path, words, args):
    files = {
        "EMPTY": b"",
        "BINARY": bytes(range(256)),
        "UTF16": "a b\n".encode("utf-16"),
        "CONTROL": b"\x1b[2J \x07 c\n",
    }
    given = []
    for arg in args:
        if arg in files:
            path = tmp_path / arg
            path.write_bytes(files[arg])
            given.append(str(path))
        elif arg == "WORDS":
            given += words
        else:
            given.append(arg)
    code, out, err = run(capsys, *given)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert "Traceback" not in err


def test_limits_are_exit_1_with_statistics(capsys):
    code, found = answer(capsys, "peg", "--board", "english", "--max-nodes", "10")
    assert (code, found["status"], found["nodes"]) == (1, "LIMIT", 10)
    for work in ("--count", "--hint"):
        code, found = answer(capsys, "peg", "--board", "english", work, "--max-nodes", "10")
        assert (code, found["status"]) == (1, "LIMIT")


def test_ctrl_c_is_quick_and_quiet():
    process = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "peg", "--board", "wiegleb", "--positions", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert json.loads(out)["status"] == "LIMIT"


def test_a_closed_pipe_is_quiet():
    process = subprocess.run(
        f"{sys.executable} -m unriddle peg --board triangle15 --all | head -1",
        shell=True,
        capture_output=True,
        timeout=60,
    )
    assert process.stdout.count(b"\n") == 1
    assert process.stderr == b""


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        (["peg", "--board", "triangle15", "--svg", "-"], {"svg"}),
        (["peg", "--board", "triangle15", "--hint", "--svg", "-"], {"svg"}),
        (["peg", "--random", "--pegs", "3", "--svg", "-"], {"svg"}),
        (["sliding", "--random", "--size", "2x3", "--svg", "-"], {"svg"}),
    ],
)
def test_drawings_on_standard_output(capsys, line, keys):
    code, found = answer(capsys, *line)
    assert code == 0
    assert found["status"] in ("SOLVED", "MULTIPLE")
    for key in keys:
        assert found[key].startswith({"svg": "<svg", "dot": "digraph"}[key])
    code, out, _ = run(capsys, *line)
    assert code == 0
    assert out.startswith("<svg" if "svg" in keys else "digraph")
    assert "SOLVED" not in out


def test_memory_is_a_limit(capsys):
    line = ["peg", "--board", "wiegleb", "--method", "bfs", "--max-memory", "100K"]
    code, _, err = run(capsys, *line)
    assert (code, err) == (1, "limit reached\n")
    code, found = answer(capsys, *line)
    assert (code, found["status"]) == (1, "LIMIT")
    code, _, err = run(capsys, "peg", "--board", "wiegleb", "--positions", "--max-memory", "1m")
    assert (code, err) == (1, "limit reached\n")
    for wrong in ("0", "-1", "K", "5T", "1.5G", "9" * 20):
        code, _, err = run(capsys, "peg", f"--max-memory={wrong}")
        assert code == 2
        assert "expected bytes, like" in err
