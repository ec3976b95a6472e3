"""A puzzle of another package: its spec by an entry point; all that knows puzzles by name knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PUZZLE = '''
"""Lights out: press lamps so that all go out; a press turns a lamp and its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import unriddle as ur
from unriddle.puzzles.framework.arguments import check_seed
from unriddle.puzzles.framework.base import PuzzleBase
from unriddle.puzzles.framework.svg import Drawing
from unriddle.puzzles.framework.solutions import Solutions
from unriddle.puzzles.framework.spec import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class LightsResult(ur.Result):
    puzzle: Lights
    solution: tuple[int, ...] | None

    def _repr_svg_(self):
        return self.puzzle.to_svg(self.solution)


class EveryPress:
    """A source of solutions that tries every set of presses."""

    def __init__(self, puzzle):
        self.puzzle, self.nodes, self.left = puzzle, 0, product((0, 1), repeat=len(puzzle.lamps))
        self.ready = []

    def run(self, budget):
        for _ in range(budget):
            presses = next(self.left, None)
            if presses is None:
                return False
            self.nodes += 1
            chosen = tuple(cell for cell, press in enumerate(presses) if press)
            if self.puzzle.check(chosen):
                self.ready.append(chosen)
                return True
        return True

    def take(self):
        found, self.ready = self.ready, []
        return found


class Lights(PuzzleBase):
    def __init__(self, rows):
        if not isinstance(rows, (list, tuple)) or not all(isinstance(row, str) for row in rows) or not rows:
            raise ur.PuzzleError(f"{rows!r:.40}, expected rows of 0 and 1")
        self.rows, self.cols = len(rows), len(rows[0])
        self.lamps = "".join(rows)
        if len(self.lamps) != self.rows * self.cols or not self.lamps or set(self.lamps) - set("01"):
            raise ur.PuzzleError(f"{'/'.join(rows)!r:.40}, expected rows of 0 and 1")

    @classmethod
    def parse(cls, text, *, file=None):
        if not isinstance(text, str):
            raise ur.PuzzleError(f"{text!r:.40}, expected text", file=file)
        try:
            return cls(text.replace("/", "\\n").split())
        except ur.PuzzleError as error:
            raise ur.PuzzleError(error.reason, file=file) from None

    @classmethod
    def random(cls, *, seed=None):
        import random

        draw = random.Random(check_seed(seed))
        return cls.parse("000/000/000").pressed([cell for cell in range(9) if draw.random() < 0.5])

    def configuration(self):
        return self.rows, self.lamps

    def pressed(self, cells):
        lamps = [ch == "1" for ch in self.lamps]
        for cell in cells:
            r, c = divmod(cell, self.cols)
            for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= r + down < self.rows and 0 <= c + right < self.cols:
                    lamps[(r + down) * self.cols + c + right] ^= True
        text = "".join(str(int(lamp)) for lamp in lamps)
        return Lights([text[k : k + self.cols] for k in range(0, len(text), self.cols)])

    def format(self, solution=None):
        if solution is not None:
            return " ".join(map(str, solution)) or "nothing"
        return "\\n".join(self.lamps[k : k + self.cols] for k in range(0, len(self.lamps), self.cols))

    def to_svg(self, solution=None):
        picture = Drawing(30 * self.cols, 30 * self.rows, "lights out")
        for cell, lamp in enumerate(self.lamps):
            fill = "#fc3" if lamp == "1" else "#333"
            picture.circle(30 * (cell % self.cols) + 15, 30 * (cell // self.cols) + 15, 12, fill=fill)
        return str(picture)

    def solutions(self, limit=None, *, limits=None, progress=None):
        return Solutions(EveryPress(self), limit, limits, progress)

    def solve(self, *, limits=None, progress=None):
        found = self.solutions(2, limits=limits, progress=progress)
        answers = []
        try:
            answers += found
        except KeyboardInterrupt:
            pass
        return LightsResult(
            status=found.status, stats=found.stats, interrupted=found.interrupted, puzzle=self,
            solution=answers[0] if answers else None,
        )

    def check(self, solution):
        if isinstance(solution, LightsResult):
            solution = solution.solution
        if not isinstance(solution, tuple) or not all(c in range(len(self.lamps)) for c in solution):
            return False
        return "1" not in self.pressed(solution).lamps


SPEC = Spec(
    name="lights",
    home="lights",
    summary="lamps that must all go out",
    puzzle=":Lights",
    example="010/111/010",
    cannot={
        **dict.fromkeys(("steps", "hint", "difficulty", "is_solved", "extensions"), "it is found by trying"),
        "generate": "several ways may lead to darkness",
    },
)
'''


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """Return a folder to import from that holds a package with a puzzle, as pip would have laid it down."""
    home = tmp_path_factory.mktemp("site")
    (home / "lights.py").write_text(PUZZLE, encoding="utf-8")
    facts = home / "lights-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: lights\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[unriddle.puzzles]\nlights = lights:SPEC\n", encoding="utf-8")
    return home


@pytest.fixture
def run(package):
    def run(*arguments, code=0, python=False, errors=False):
        start = [sys.executable, *([] if python else ["-m", "unriddle"])]
        path = os.pathsep.join([str(package), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [*start, *arguments],
            capture_output=True,
            text=True,
            env=dict(os.environ, PYTHONPATH=path),
            timeout=120,
        )
        assert done.returncode == code, done.stderr
        return done if errors else done.stdout

    return run


def test_it_has_a_subcommand(run):
    assert "UNIQUE" in run("lights", "010/111/010")
    assert json.loads(run("lights", "010/111/010", "--format", "json"))["solution"] == "4"
    assert run("lights", "010/111/010", "--count").strip() == "1"
    assert "lamps that must all go out" in run("--help") and "--count" in run("lights", "--help")
    run("lights", "012", code=2)


def test_it_is_drawn(run, tmp_path):
    run("lights", "010/111/010", "--svg", str(tmp_path / "x.svg"))
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").count("<circle") == 9


def test_it_has_a_page(run, tmp_path):
    run("lights", "010/111/010", "--html", str(tmp_path / "x.html"))
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "UNIQUE" in text and "the solution" in text


def test_it_is_solved_from_files(run, tmp_path):
    (tmp_path / "in.txt").write_text("010/111/010\n010/111/010\nx\n", encoding="utf-8")
    run("batch", "lights", str(tmp_path / "in.txt"), "-o", str(tmp_path / "out"), code=1)
    lines = Path(tmp_path, "out", "part-00000000.ndjson").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["UNIQUE", "UNIQUE"]


def test_it_is_completed(run):
    pytest.importorskip("shtab")
    assert "lights" in run("--completion", "bash")


def test_it_keeps_the_contract(run):
    test = Path(__file__).with_name("test_contract.py")
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(test), "-k", "lights", python=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise BaseException('gone')", "BaseException: gone"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def x(:", "SyntaxError"),
        ("SPEC = 1", "names 1, expected a Spec"),
        ("other = 1", "AttributeError"),
    ],
)
def test_a_package_that_does_not_import_is_left_out(text, why, package, run):
    (package / "lights.py").write_text(text)
    done = run("--help", errors=True)
    assert done.stdout and done.stderr.count("\n") == 1
    assert why in done.stderr and "'lights'" in done.stderr and "it is left out" in done.stderr
    done = run("lights", "010/111/010", code=2, errors=True)
    assert why in done.stderr and done.stderr.count("\n") == 1 and not done.stdout


def test_a_package_that_is_left_out_is_no_matter_to_others(package, run):
    (package / "lights.py").write_text("1 / 0")
    for arguments in ([], ["play", "--help"], ["--completion", "bash"]):
        done = run(*arguments, errors=True)
        assert done.stdout and done.stderr.count("\n") == 1 and "it is left out" in done.stderr
    assert "word list" in run("words", "--help")
    assert run("sudoku", "--help", errors=True).stderr == ""


def test_a_part_that_does_not_import_is_one_line(package, run):
    text = PUZZLE.replace('puzzle=":Lights",', 'puzzle=":Lights", command="nothing",')
    assert text != PUZZLE
    (package / "lights.py").write_text(text)
    done = run("lights", "010/111/010", code=2, errors=True)
    assert done.stderr.startswith("the plug-in 'lights' cannot be imported: ModuleNotFoundError")
    assert done.stderr.count("\n") == 1
