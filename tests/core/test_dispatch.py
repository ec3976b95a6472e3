"""The vector path: one list of names, one reader, one error."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import unriddle
from unriddle.core import dispatch
from unriddle.puzzles.sudoku import solve_many

ERROR = "UNRIDDLE_SIMD='foo', expected one of scalar, portable, avx2, avx512"


def test_the_kernel_is_compiled():
    assert dispatch.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("name", dispatch.PATHS)
def test_less_than_the_best_can_be_asked_for(name, monkeypatch):
    monkeypatch.setenv(dispatch.VARIABLE, name)
    assert dispatch.PATHS.index(dispatch.chosen()) == min(map(dispatch.PATHS.index, (name, dispatch.best())))


@pytest.mark.parametrize("value", [None, ""])
def test_the_best_is_taken_where_nothing_is_asked_for(value, monkeypatch):
    monkeypatch.delenv(dispatch.VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(dispatch.VARIABLE, value)
    assert dispatch.chosen() == dispatch.best()


def test_an_unknown_path_is_refused(monkeypatch):
    monkeypatch.setenv(dispatch.VARIABLE, "foo")
    with pytest.raises(ValueError, match=f"^{ERROR}$"):
        dispatch.chosen()
    with pytest.raises(ValueError, match=f"^{ERROR}$"):
        unriddle.Boggle.parse("tea/ars").solve(["tea"])  # a list of its own: no kernel waits
    with pytest.raises(ValueError, match=f"^{ERROR}$"):
        solve_many(["." * 81])


@pytest.mark.parametrize("arguments", [["boggle", "tea/ars"], ["sudoku", "." * 81], ["--version"]])
def test_the_command_line_says_it_in_one_line(arguments):
    environment = {**os.environ, dispatch.VARIABLE: "foo"}
    run = subprocess.run(
        [sys.executable, "-m", "unriddle", *arguments], env=environment, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"{ERROR}\n")


def test_nothing_else_reads_the_variable():
    source = Path(unriddle.__file__).parent
    readers = set()
    for path in source.rglob("*"):
        if path.suffix in {".py", ".pyx", ".pxd", ".pxi", ".h"}:
            text = path.read_text(encoding="utf-8")
            if re.search(r"""["']UNRIDDLE_SIMD["']""", text) or "simd_best()" in text:
                readers.add(path.relative_to(source).as_posix())
    assert readers <= {"core/dispatch.pyx"}


SOLVE = """
import sys, unriddle
unriddle.Boggle.random(SIZE, seed=1).solve(["tea"])
"""
SEEDS = """
import sys
import numpy as np
from unriddle.core.walk.boggle_seeds import SeedTables, SeedWalk
seeds, arms = np.array([[0, -1, -1, 0]], np.int32), np.zeros((0, 2), np.int32)
sides = np.zeros((1, 2, 3), np.uint32)
SeedWalk(SeedTables(seeds, arms, sides, np.zeros(1, np.int32), 1, 0), np.zeros((2, 2), np.uint8))
"""
NEIGHBOURS = """
import sys, unriddle
unriddle.boggle.score_neighbours("teas", ["tea"])
"""
NUMBERED = """
import sys
import numpy as np
from unriddle.core.search.peg import PegBoard
from unriddle.core.search.peg_numbered import PegNumbered
line = PegBoard(4, np.array([[0, 1, 2], [2, 1, 0], [1, 2, 3], [3, 2, 1]]), np.array([[0, 1, 2, 3]]))
PegNumbered(line, np.array([0b1011], dtype=np.uint64))
"""
LANES = """
import sys
import numpy as np
from unriddle.core.assign.sudoku9 import Lanes
from unriddle.puzzles.sudoku.many import simd_lanes
Lanes(np.zeros((1, 81), np.uint8), lanes=simd_lanes())
"""
IMPORTED = """
found = [name.rpartition("_")[2] for name in sys.modules if name.startswith("unriddle.core.KERNEL_")]
print("KERNEL", *(path for path in found if path != "text"))
"""
USES = {
    "walk.boggle_small": SOLVE.replace("SIZE", "4"),
    "walk.boggle_large": SOLVE.replace("SIZE", "20"),
    "walk.boggle_seeds": SEEDS,
    "walk.boggle_neighbours": NEIGHBOURS,
    "search.peg_numbered": NUMBERED,
    "assign.sudoku9": LANES,
}


@pytest.mark.parametrize("path", dispatch.PATHS)
def test_no_module_that_is_compiled_for_more_is_imported(path):
    environment = {**os.environ, dispatch.VARIABLE: path}
    code = "".join(use + IMPORTED.replace("KERNEL", kernel) for kernel, use in USES.items())
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    best = min(path, dispatch.best(), key=dispatch.PATHS.index)
    found = [line.split() for line in run.stdout.splitlines()]
    assert [kernel for kernel, *_ in found] == list(USES)
    for kernel, imported in found:
        assert dispatch.PATHS.index(imported) <= dispatch.PATHS.index(best), kernel
        if dispatch.best() in ("avx2", "avx512"):
            assert imported == best, kernel
