"""The subcommand of any puzzle, on a puzzle that has nothing but its five methods."""

import argparse
import json
import re
import sys
import types

import pytest

from unriddle import PuzzleError, SearchStats, Status
from unriddle.puzzles.framework import command
from unriddle.puzzles.framework.command import PuzzleCommand, animate, shape, stats_text
from unriddle.puzzles.framework.spec import Spec
from unriddle.puzzles.framework.state_puzzle import StepPuzzle

SPEC = Spec(name="climb", home="climb_puzzle", summary="climb to 10", puzzle=":Climb", example="4")


class Climb(StepPuzzle):
    """From a number to 10 by adding 1 or doubling."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        if not text.strip().isdigit():
            raise PuzzleError(f"{text!r:.20}, expected a number", file=file)
        return cls(int(text))

    @classmethod
    def generate(cls, *, seed=None):
        return cls(1 + (seed or 0) % 9)

    def text(self):
        return f"{self.n}\n"

    def format(self, solution=None):
        return str(self.n) if solution is None else " ".join(text.strip() for text in solution)

    def is_solved(self):
        return self.n == 10

    def extensions(self):
        return [Climb(self.n + 1), Climb(self.n * 2)]

    def fail_fast(self):
        return self.n > 10


@pytest.fixture
def climb(monkeypatch, capsys):
    """Run the subcommand: exit code and output."""
    home = types.ModuleType("climb_puzzle")
    home.Climb = Climb
    monkeypatch.setitem(sys.modules, "climb_puzzle", home)
    made = PuzzleCommand(SPEC)
    parser = argparse.ArgumentParser()
    made.configure(parser)

    def run(*arguments):
        code = made.run(parser.parse_args(list(arguments)))
        return code, capsys.readouterr().out

    run.parser, run.made = parser, made
    return run


def refused(climb, *arguments):
    with pytest.raises(PuzzleError) as error:
        climb(*arguments)
    return str(error.value)


def without_times(text):
    return re.sub(r'"seconds":[^,}]*', '"seconds":0', text)


def test_solving(climb):
    assert climb("4") == (0, "4 5 10\nSOLVED\n")
    assert climb("11") == (1, "NO_SOLUTION: it is proven that there is none\n")
    assert climb("1", "--max-nodes", "1") == (1, "LIMIT: a limit came first\n")
    code, out = climb("4", "--stats", "--method", "bfs")
    assert code == 0 and re.fullmatch(
        r"4 5 10\nSOLVED\n2 steps, \d+ nodes visited, .*efficiency 1\.0000, .*s\n", out
    )
    assert refused(climb, "four") == "four: 'four', expected a number (no file has that name)"


def test_solving_as_json(climb):
    code, out = climb("4", "--format", "json")
    found = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert (found["status"], found["solution"], found["length"]) == ("SOLVED", "4 5 10", 2)
    assert set(found) == {
        "status",
        "solution",
        "length",
        "nodes",
        "guesses",
        "propagations",
        "efficiency",
        "seconds",
    }
    assert json.loads(climb("11", "--format", "json")[1])["solution"] is None


def test_listing(climb):
    assert climb("8", "--all") == (0, "8 9 10\nUNIQUE: 1 solution, all of them\n")
    assert climb("4", "--all", "--limit", "1")[1].endswith("SOLVED: 1 solution, the limit\n")
    assert climb("4", "--all")[1].splitlines()[-1] == "MULTIPLE: 3 solutions, all of them"
    assert climb("11", "--all") == (1, "NO_SOLUTION: 0 solutions, all of them\n")
    code, out = climb("1", "--all", "--max-nodes", "4")
    assert code == 1 and out.endswith("LIMIT: 0 solutions, stopped\n")
    found = json.loads(climb("4", "--all", "--format", "json")[1])
    assert (found["count"], found["complete"], len(found["solutions"])) == (3, True, 3)


def test_ctrl_c_while_listing_closes_the_object(climb, monkeypatch):
    forms = iter(["first"])

    def form(puzzle, solution):
        for text in forms:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr(climb.made, "form", form)
    code, out = climb("4", "--all", "--format", "json")
    found = json.loads(out)
    assert code == 130 and found["solutions"] == ["first"] and found["status"] == "LIMIT"


def test_counting(climb):
    assert climb("4", "--count") == (0, "3\n")
    assert climb("1", "--count", "--max-nodes", "4") == (1, "at least 0\n")
    found = json.loads(climb("4", "--count", "--limit", "2", "--format", "json")[1])
    assert (found["count"], found["complete"], found["status"]) == (2, False, "MULTIPLE")


def test_a_new_puzzle(climb):
    assert climb("--generate", "--seed", "3") == (0, "4\n")
    assert climb("--generate", "3", "--seed", "3") == (0, "4\n5\n6\n")
    assert climb("--generate", "--seed", "3", "--format", "json") == (0, '{"puzzle":"4\\n","seed":3}\n')
    assert refused(climb, "4", "--generate") == "a puzzle and --generate, expected one of them"
    assert refused(climb, "4", "--seed", "3") == "--seed is for --generate, expected --generate with it"


def test_drawing(climb, tmp_path):
    code, out = climb("4", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count("<svg") == 1
    path = tmp_path / "way.svg"
    assert climb("4", "--svg", str(path)) == (0, "4 5 10\nSOLVED\n")
    assert path.read_text(encoding="utf-8") == Climb(4).to_svg(Climb(4).solve().solution)


def test_animation_where_there_is_no_terminal(climb):
    code, out = climb("4", "--animate")
    assert code == 0
    assert out == "step 0 of 2\n4\nstep 1 of 2\n5\nstep 2 of 2\n10\n4 5 10\nSOLVED\n"


def test_animation_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    waited = []
    monkeypatch.setattr(command.time, "sleep", waited.append)
    animate(["a\nb", "c\x1bd\ne"])
    shown = capsys.readouterr().out
    assert shown == "step 0 of 1\na\x1b[K\nb\x1b[K\n\x1b[3Astep 1 of 1\nc\\x1bd\x1b[K\ne\x1b[K\n"
    assert waited == [command.FRAME_SECONDS] * 2


@pytest.mark.parametrize("option", ["--steps", "--hint", "--unique", "--random"])
def test_options_that_a_puzzle_cannot_have(climb, option, capsys):
    with pytest.raises(SystemExit):
        climb("4", option)
    assert f"unrecognized arguments: {option}" in capsys.readouterr().err


def test_what_does_not_go_together(climb, capsys):
    assert refused(climb, "4", "--limit", "2") == "--limit goes with --all or --count"
    with pytest.raises(SystemExit):
        climb("4", "--all", "--count")
    assert "not allowed with argument" in capsys.readouterr().err


def test_the_page_of_help_shows_the_example(climb):
    assert climb.made.__doc__ == 'Climb to 10.\n\nunriddle climb "4"\nunriddle climb FILE --all --format json'
    assert PuzzleCommand(SPEC, "another").__doc__ == "another"


@pytest.mark.parametrize(
    ("status", "more", "line"),
    [
        (Status.UNIQUE, {}, "UNIQUE: exactly one solution"),
        (Status.MULTIPLE, {"count": 7, "complete": True}, "MULTIPLE: 7 solutions"),
        (Status.MULTIPLE, {"count": 2, "complete": False}, "MULTIPLE: at least two solutions"),
        (Status.NO_SOLUTION, {"reason": "two fives in row 1"}, "NO_SOLUTION: two fives in row 1"),
        (Status.NO_SOLUTION, {}, "NO_SOLUTION: it is proven that there is none"),
        (Status.LIMIT, {}, "LIMIT: a limit came first"),
        (Status.LIMIT, {"interrupted": True}, "LIMIT: interrupted"),
        (Status.SOLVED, {}, "SOLVED"),
    ],
)
def test_the_line_below_a_solution(status, more, line, climb):
    result = types.SimpleNamespace(**{"status": status, "interrupted": False} | more)
    assert climb.made.verdict(result) == line


def test_statistics_in_a_line():
    stats = SearchStats(nodes=10_000, path_length=5, generated=1_000, guesses=3, seconds=2.5)
    assert stats_text(stats) == (
        "5 steps, 10,000 nodes visited, 1,000 generated, 3 guesses, efficiency 0.0005, 2.5 s"
    )


def test_a_shape_is_an_argument():
    assert shape("2x3") == (2, 3) and shape("4") == (4, 4)
    for wrong in ("", "0x3", "x", "2x3x4"):
        with pytest.raises(argparse.ArgumentTypeError) as error:
            shape(wrong)
        assert str(error.value) == f"{wrong!r}, expected rows x columns such as 4x5"
