"""`unriddle river` from its arguments to its lines and exit codes."""

import io
import json
import sys

import pytest

from unriddle import RiverPuzzle
from unriddle.cli import main

ONE_LINE = "boat 2; passenger man rows; passenger dog; passenger cat; never dog with cat unless man"


def run(capsys, *args):
    code = main(["river", *args])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answer(capsys, *args):
    code, out, _ = run(capsys, *args, "--format", "json")
    assert out.count("\n") == 1
    return code, json.loads(out)


def test_a_plan(capsys):
    code, found = answer(capsys, "--farmer")
    assert (code, found["status"], found["length"], len(found["path"])) == (0, "SOLVED", 7, 8)
    assert found["moves"][0] == ["farmer", "goat"] and found["cost"] == 7
    code, out, _ = run(capsys, ONE_LINE)
    assert code == 0 and out.startswith("MDC|\n") and out.endswith("\nSOLVED: 3 crossings\n")
    assert run(capsys, "boat 1; passenger a rows")[1].endswith("SOLVED: 1 crossing\n")
    code, out, _ = run(capsys, "--bridge", "1,2,5,10")
    assert (code, out.splitlines()[-1]) == (0, "SOLVED: 5 crossings, total time 17")
    code, out, _ = run(capsys, "--missionaries", "4")
    assert (code, out) == (1, "NO_SOLUTION: it is proven that there is none\n")


def test_counting_and_listing_agree_with_python(capsys):
    three = RiverPuzzle.missionaries(3, 3)
    known = ["--missionaries", "3", "--boat", "3"]
    assert run(capsys, *known, "--count")[:2] == (0, f"{three.count()}\n") == (0, "94\n")
    assert run(capsys, *known, "--count", "--best")[:2] == (0, f"{three.count_best()}\n")
    assert answer(capsys, *known, "--all")[1]["count"] == 94
    assert answer(capsys, *known, "--all", "--best")[1]["count"] == int(three.count_best())
    assert run(capsys, "--missionaries", "3", "--all", "--best")[1].endswith(
        "\nMULTIPLE: 4 solutions, all of them\n"
    )
    code, found = answer(capsys, "--couples", "7", "--boat", "4", "--count", "--best")
    assert (code, found["count"], found["complete"]) == (0, 2_860_256_000, True)
    assert run(capsys, *known, "--count", "--limit", "5")[1] == "5\n"


def test_a_file_and_standard_input(capsys, tmp_path, monkeypatch):
    puzzle = tmp_path / "river.txt"
    puzzle.write_text("boat 1\npassenger rower rows\n")
    expected = run(capsys, str(puzzle))
    assert expected[:2] == (0, "R|\n|R  rower ->\nSOLVED: 1 crossing\n")
    for args in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(puzzle.read_bytes())))
        assert run(capsys, *args) == expected
    assert run(capsys, str(puzzle), "--animate")[1].startswith("step 0 of 1\nR|\nstep 1 of 1\n|R\n")
    one, two = (run(capsys, "--random", "--seed", "2") for _ in range(2))
    assert one == two and one[0] == 0


def test_several_boats(capsys):
    code, found = answer(capsys, "--couples", "4", "--boat", "2,2")
    assert (code, found["length"]) == (0, 10)
    assert found["moves"][0] == {"load": ["husband1", "wife1"], "to": "right"}
    code, found = answer(capsys, "boat 1; boat 2 right; passenger a x2 rows; left 1")
    assert (code, found["moves"]) == (0, [{"load": ["a"], "to": "right", "boat": 1}])
    code, found = answer(capsys, "boat 1; boat 2; island between; passenger a x2 rows")
    assert found["moves"][0] == {"load": ["a", "a"], "from": "left", "to": "island", "boat": 2}
    one, two = (run(capsys, "--random", "--seed", "2", "--boat", "2,3") for _ in range(2))
    assert one == two and one[0] == 0 and one[1].startswith("boat 2\nboat 3\n")
    for wrong in ("2,", "0", "2,x"):
        assert run(capsys, "--couples", "2", "--boat", wrong)[0] == 2
    assert run(capsys, "--farmer", "--boat", "2")[0] == 2


def test_drawings(capsys, tmp_path):
    svg, dot, graph = (tmp_path / name for name in ("x.svg", "x.dot", "y.svg"))
    code, out, _ = run(capsys, "--farmer", "--svg", str(svg), "--dot", str(dot), "--graph-svg", str(graph))
    assert code == 0 and out.startswith("FGCW|\n")
    assert dot.read_text() == RiverPuzzle.farmer().graph_dot()
    assert graph.read_text() == RiverPuzzle.farmer().graph_svg()
    assert svg.read_text() == RiverPuzzle.farmer().solve()._repr_svg_()
    code, found = answer(capsys, "--farmer", "--svg", "-", "--dot", "-")
    assert code == 0 and found["svg"].startswith("<svg") and found["dot"].startswith("digraph")
    code, out, _ = run(capsys, "--farmer", "--dot", "-")
    assert code == 0 and out == RiverPuzzle.farmer().graph_dot()


def test_limits(capsys):
    code, found = answer(capsys, "--missionaries", "3", "--max-nodes", "3")
    assert (code, found["status"], found["nodes"]) == (1, "LIMIT", 3)
    for more in ([], ["--count"], ["--count", "--best"], ["--all"], ["--method", "bfs"]):
        code, found = answer(capsys, "--couples", "12", "--boat", "4", "--max-memory", "1M", *more)
        assert (code, found["status"]) == (1, "LIMIT")
    code, _, err = run(capsys, "--farmer", "--max-memory", "0")
    assert code == 2 and "expected bytes, like" in err


@pytest.mark.parametrize(
    "args",
    [
        ["missing.txt"],
        ["EMPTY"],
        ["BINARY"],
        ["UTF16"],
        ["CONTROL"],
        ["--boat", "0", "--missionaries", "3"],
        ["--boat", "2"],
        ["--boat", "2", "--farmer"],
        ["--farmer", "--couples", "3"],
        ["--farmer", "--random"],
        ["--random", "--passengers", "2"],
        ["--farmer", "--passengers", "5"],
        ["--farmer", "--seed", "1"],
        ["boat 1; passenger a rows", "--farmer"],
        ["boat 1; passenger a rows", "--random"],
        ["--farmer", "--best"],
        ["--farmer", "--limit", "2"],
        ["--couples", "99"],
        ["--missionaries", "999999"],
        ["--bridge", "1,x"],
        ["--bridge", "0"],
        ["--couples", "7", "--boat", "4", "--dot", "-"],
    ],
    ids=repr,
)
def test_wrong_input_is_one_line_and_exit_2(capsys, tmp_path, args):
    files = {
        "EMPTY": b"",
        "BINARY": bytes(range(256)),
        "UTF16": "a b\n".encode("utf-16"),
        "CONTROL": b"\x1b[2J \x07 c\n",
    }
    given = []
    for arg in args:
        if arg in files:
            (tmp_path / arg).write_bytes(files[arg])
        given.append(str(tmp_path / arg) if arg in files else arg)
    code, out, err = run(capsys, *given)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and "\x1b" not in err and "Traceback" not in err


def test_an_island(capsys):
    code, out, _ = run(capsys, "--couples", "4", "--island", "free")
    assert (code, out.splitlines()[-1]) == (0, "SOLVED: 16 crossings")
    code, found = answer(capsys, "--missionaries", "2", "--island", "between")
    assert (code, found["length"]) == (0, 10)
    assert found["moves"][0] == {"load": ["missionary", "cannibal"], "to": "island"}
    assert answer(capsys, f"{ONE_LINE}; island")[1]["length"] == 3
    for args in (["--farmer"], ["--bridge", "1,2"], [ONE_LINE]):
        code, _, err = run(capsys, *args, "--island", "free")
        assert code == 2 and "--island goes with --missionaries or --couples" in err and err.count("\n") == 1
    code, _, err = run(capsys, f"{ONE_LINE}; island 1")
    assert code == 2 and "one number per passenger" in err
