"""`unriddle ladder` from its arguments to its lines and exit codes."""

import json

import pytest

from unriddle import Status, WordLadderPuzzle
from unriddle.cli import main

WORDS = ["cost", "cast", "case", "cave", "save", "cose", "dog", "cats", "abaci"]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS) + "\n")
    return ["--lexicon", str(path)]


def run(capsys, *args):
    code = main(["ladder", *args])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answer(capsys, *args):
    code, out, _ = run(capsys, *args, "--format", "json")
    assert out.count("\n") == 1
    return code, json.loads(out)


def test_a_ladder(capsys, words):
    code, found = answer(capsys, "cost", "save", *words)
    assert (code, found["status"], found["length"], found["cost"]) == (0, "SOLVED", 4, 4)
    assert found["path"] == list(WordLadderPuzzle("cost", "save", WORDS).solve().solution)
    lines = "cost -> cast -> case -> cave -> save\nSOLVED: 4 steps\n"
    for given in (["cost", "save"], ["cost save"], ["cost -> save"], ["COST", "Save"], ["cost,dog", "save"]):
        assert run(capsys, *given, *words)[:2] == (0, lines)
    assert run(capsys, "cost", "cats", *words)[:2] == (1, "NO_SOLUTION: it is proven that there is none\n")
    assert run(capsys, "cats", "cost,case", "--insert-delete", *words)[0] == 1
    assert run(capsys, "cost", "cost", *words)[1] == "cost\nSOLVED: 0 steps\n"


def test_counting_and_listing_agree_with_python(capsys, words):
    count = WordLadderPuzzle("cost", "save", WORDS).count()
    assert run(capsys, "cost", "save", "--count", *words)[:2] == (0, f"{count}\n")
    code, found = answer(capsys, "cost", "save", "--all", *words)
    assert (code, found["count"], len(found["solutions"])) == (0, count, count)
    out = run(capsys, "COST", "save", "--all", "--limit", "1", *words)[1]
    assert out == "cost -> cast -> case -> cave -> save\nSOLVED: 1 solution, the limit\n"
    assert run(capsys, "cost", "cats", "--count", *words)[:2] == (1, "0\n")
    code, found = answer(capsys, "cost", "save", "--max-nodes", "1", *words)
    assert (code, found["status"], found["nodes"]) == (1, "LIMIT", 1)


def test_the_list_as_a_whole(capsys, words):
    code, found = answer(capsys, "--diameter", *words)
    assert (code, found["length"], found["pairs"]) == (0, 4, [["cost", "save"]])
    assert answer(capsys, "--graph", *words)[1]["steps"] == 6
    assert answer(capsys, "--graph", "--letters", "5", *words)[1]["words"] == 1
    assert answer(capsys, "--distances", "Cost", *words)[1]["counts"] == [1, 2, 1, 1, 1]
    assert run(capsys, "--distances", "cost", *words)[1].endswith("3 words out of reach\n")
    one, two = (run(capsys, "--random", "--seed", "1", *words) for _ in range(2))
    assert one == two and one[0] == 0
    code, found = answer(capsys, "--random", "--seed", "1")
    assert found["path"] == list(WordLadderPuzzle.random(seed=1).solve().solution)


def test_a_ladder_for_each_pair(capsys, words, tmp_path):
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("cost cast\n\nCOST -> cats\n")
    assert run(capsys, "--pairs", str(pairs), *words)[:2] == (
        1,
        "cost -> cast\ncost -> cats: NO_SOLUTION\n",
    )
    code, out, _ = run(capsys, "--pairs", str(pairs), "--format", "json", *words)
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["SOLVED", "NO_SOLUTION"]
    pairs.write_text("cost cast\ncost\n")
    code, _, err = run(capsys, "--pairs", str(pairs), *words)
    assert (code, err) == (2, f"{pairs}:2: 1 word, expected two: FROM TO\n")


def test_costs(capsys, words, tmp_path):
    costs = tmp_path / "costs.txt"
    costs.write_text("cast 5\n\nCose 1.5\ncose 1.5\n")
    code, found = answer(capsys, "cost", "save", "--costs", str(costs), *words)
    assert (code, found["path"][1], found["cost"]) == (0, "cose", 4.5)
    lines = run(capsys, "cost", "save", "--costs", str(costs), *words)[1]
    assert lines.endswith("SOLVED: 4 steps, cost 4.5\n")
    code, _, err = run(capsys, "cost", "save", "--costs", str(costs), "--method", "astar", *words)
    assert (code, err) == (0, "")


def test_animation_and_drawing(capsys, words):
    out = run(capsys, "cost", "case", "--animate", *words)[1]
    assert out.startswith("step 0 of 2\ncost -> case\nstep 1 of 2\ncast -> case\nstep 2 of 2\ncase -> case\n")
    code, found = answer(capsys, "cost", "save", *words, "--svg", "-")
    assert (code, found["length"]) == (0, 4) and found["svg"].startswith("<svg")
    code, out, _ = run(capsys, "cost", "save", *words, "--svg", "-")
    assert (code, out.count("<svg")) == (0, 1) and " -> " not in out


def test_every_method(capsys, words):
    for method in WordLadderPuzzle.METHODS:
        code, found = answer(capsys, "cost", "save", "--method", method, *words)
        assert (code, found["status"]) == (0, Status.SOLVED)


@pytest.mark.parametrize(
    "args",
    [
        ["cost"],
        ["cost", "nope", "WORDS"],
        ["cost", "abaci", "WORDS"],
        ["cost", "cast", "save", "WORDS"],
        ["cost", "\x1b[2J", "WORDS"],
        ["cost", "save", "--lexicon", "EMPTY"],
        ["cost", "save", "--lexicon", "BINARY"],
        ["cost", "save", "--costs", "CONTROL", "WORDS"],
        ["--pairs", "CONTROL", "WORDS"],
        ["cost", "save", "--graph", "WORDS"],
        ["cost", "save", "--random", "WORDS"],
        ["cost", "save", "--seed", "1", "WORDS"],
        ["--graph", "--seed", "1", "WORDS"],
        ["--graph", "--random", "WORDS"],
        ["--graph", "--limit", "1", "WORDS"],
        ["--graph", "--diameter", "WORDS"],
        ["--distances", "nope", "WORDS"],
        ["--random", "--letters", "5", "WORDS"],
    ],
    ids=repr,
)
def test_wrong_input_is_one_line_and_exit_2(capsys, tmp_path, words, args):
    files = {"EMPTY": b"", "BINARY": bytes(range(256)), "CONTROL": b"\x1b[2J \x07 c\n"}
    given = []
    for arg in args:
        if arg in files:
            (tmp_path / arg).write_bytes(files[arg])
            given.append(str(tmp_path / arg))
        else:
            given += words if arg == "WORDS" else [arg]
    code, out, err = run(capsys, *given)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and "\x1b" not in err and "Traceback" not in err
