"""`unriddle peg`, `ladder` and `river` from their arguments to their lines and exit codes."""

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


def test_ladder(capsys, words, tmp_path):
    code, found = answer(capsys, "ladder", "cost", "save", *words)
    assert (code, found["status"], found["length"]) == (0, "SOLVED", 4)
    assert found["path"][0] == "cost"
    code, found = answer(capsys, "ladder", "cost", "save", "--all", *words)
    assert (found["count"], len(found["paths"])) == (2, 2)
    code, out, _ = run(capsys, "ladder", "COST", "save", "--all", "--most", "1", *words)
    assert out == "cost -> cast -> case -> cave -> save\n2 best ladders of 4 steps\n"
    assert run(capsys, "ladder", "cost", "save", "--count", *words)[:2] == (0, "2 best ladders\n")
    assert run(capsys, "ladder", "cost", "cats", *words)[:2] == (1, "cost -> cats: no ladder\n")
    assert run(capsys, "ladder", "cats", "cost,case", "--insert-delete", *words)[0] == 1
    assert answer(capsys, "ladder", "--eccentric", *words)[1]["length"] == 4
    assert answer(capsys, "ladder", "--graph", *words)[1]["steps"] == 6
    assert answer(capsys, "ladder", "--distances", "cost", *words)[1]["counts"] == [1, 2, 1, 1, 1]
    assert run(capsys, "ladder", "--random", "--seed", "1", *words)[0] == 0
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("cost cast\n\ncost cats\n")
    assert run(capsys, "ladder", "--pairs", str(pairs), *words)[:2] == (
        1,
        "cost -> cast\ncost -> cats: no ladder\n",
    )
    costs = tmp_path / "costs.txt"
    costs.write_text("cast 5\n")
    code, found = answer(capsys, "ladder", "cost", "save", "--costs", str(costs), *words)
    assert (found["path"][1], found["cost"]) == ("cose", 4)


def test_river(capsys, tmp_path):
    code, out, _ = run(capsys, "river", "--all")
    assert code == 0
    assert out.count("FGCW|\n") == 2
    assert out.endswith("\n2 plans that repeat no state\n")
    code, found = answer(capsys, "river")
    assert (code, found["status"], found["length"], len(found["path"])) == (0, "SOLVED", 7, 8)
    assert answer(capsys, "river", "--missionaries", "3", "--count")[1]["count"] == 4
    assert answer(capsys, "river", "--couples", "3", "--count")[1]["count"] == 486
    assert answer(capsys, "river", "--bridge", "1,2,5,10")[1]["cost"] == 17
    assert run(capsys, "river", "--missionaries", "4")[:2] == (1, "NO_SOLUTION\n")
    puzzle = tmp_path / "river.txt"
    puzzle.write_text("boat 1\npassenger rower rows\n")
    assert run(capsys, "river", str(puzzle), "--animate")[0] == 0
    svg, dot = tmp_path / "x.svg", tmp_path / "x.dot"
    assert run(capsys, "river", "--svg", str(svg), "--dot", str(dot))[0] == 0
    assert svg.read_text().startswith("<svg")
    assert dot.read_text().startswith("digraph")
    assert run(capsys, "river", "--missionaries", "3", "--all", "--best")[1].endswith("\n4 best plans\n")


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
        ["ladder"],
        ["ladder", "cost"],
        ["ladder", "cost", "nope", "WORDS"],
        ["ladder", "cost", "abaci", "WORDS"],
        ["ladder", "cost", "\x1b[2J", "WORDS"],
        ["ladder", "cost", "save", "--lexicon", "EMPTY"],
        ["ladder", "cost", "save", "--lexicon", "BINARY"],
        ["ladder", "cost", "save", "--costs", "CONTROL", "WORDS"],
        ["ladder", "--pairs", "CONTROL", "WORDS"],
        ["river", "missing.txt"],
        ["river", "EMPTY"],
        ["river", "BINARY"],
        ["river", "UTF16"],
        ["river", "CONTROL"],
        ["river", "--boat", "0", "--missionaries", "3"],
        ["river", "--boat", "2"],
        ["river", "--couples", "99"],
        ["river", "--missionaries", "999999"],
        ["river", "--bridge", "1,x"],
        ["river", "--bridge", "0"],
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
    code, found = answer(capsys, "river", "--missionaries", "3", "--max-nodes", "3")
    assert (code, found["status"], found["nodes"]) == (1, "LIMIT", 3)


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
        (["river", "--svg", "-", "--dot", "-"], {"svg", "dot"}),
        (["river", "--dot", "-", "--count"], {"dot"}),
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


def test_a_ladder_on_standard_output(capsys, words):
    code, found = answer(capsys, "ladder", "cost", "save", *words, "--svg", "-")
    assert (code, found["length"]) == (0, 4)
    assert found["svg"].startswith("<svg")
    code, out, _ = run(capsys, "ladder", "cost", "save", *words, "--svg", "-")
    assert (code, out.count("<svg")) == (0, 1)
    assert " -> " not in out


def test_memory_is_a_limit(capsys):
    line = ["peg", "--board", "wiegleb", "--method", "bfs", "--max-memory", "100K"]
    code, _, err = run(capsys, *line)
    assert (code, err) == (1, "limit reached\n")
    code, found = answer(capsys, *line)
    assert (code, found["status"]) == (1, "LIMIT")
    code, _, err = run(capsys, "peg", "--board", "wiegleb", "--positions", "--max-memory", "1m")
    assert (code, err) == (1, "limit reached\n")
    for wrong in ("0", "-1", "K", "5T", "1.5G", "9" * 20):
        code, _, err = run(capsys, "river", f"--max-memory={wrong}")
        assert code == 2
        assert "expected bytes, like" in err
