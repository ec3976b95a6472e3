"""What a call held is free when its result is dropped: no search waits for the collector of cycles."""

import contextlib
import gc
import sys
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle import Limits
from unriddle.batch import run_batch, run_generate
from unriddle.puzzles import registry

sys.path.insert(0, str(Path(__file__).parent))
from long_calls import CALLS

each = pytest.mark.parametrize("name", registry.names())


def ours(thing):
    """Yield what an object of this package, or an array, is called; the standard library has cycles too."""
    for one in (thing, type(thing)):
        name = getattr(one, "__qualname__", None)
        if name and str(getattr(one, "__module__", "")).startswith(("unriddle", "numpy", __name__)):
            yield name


@contextlib.contextmanager
def no_cycles():
    """Fail where the block leaves objects that only the collector frees."""
    gc.disable()
    gc.freeze()  # what was there before is not looked at
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
        gc.collect()
        left = sorted({name for thing in gc.garbage for name in ours(thing)})
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()
    assert not left


def verbs(kind):
    """Yield what calls each verb of a puzzle that searches, and drops what comes back."""
    for verb in ("solve", "count", "difficulty", "hint"):
        if hasattr(kind, verb):
            yield verb, lambda puzzle, verb=verb: getattr(puzzle, verb)()
    if hasattr(kind, "steps"):
        yield "steps", lambda puzzle: list(puzzle.steps())
    yield "solutions", lambda puzzle: next(iter(puzzle.solutions()), None)
    yield "solutions not asked for", lambda puzzle: puzzle.solutions()
    yield "solve_many", lambda puzzle: kind.solve_many([puzzle] * 3, threads=2)
    yield "solve within limits", lambda puzzle: puzzle.solve(limits=Limits(nodes=1))
    yield "draw", lambda puzzle: (puzzle.to_svg(), puzzle.to_html(), puzzle.format())
    if hasattr(kind, "random"):
        yield "random", lambda puzzle: kind.random(seed=1)


class Held:
    """What holds itself."""

    def __init__(self):
        self.array, self.method = np.zeros(9), self.call

    def call(self):
        """Do nothing."""


def test_what_holds_itself_is_seen():
    with pytest.raises(AssertionError), no_cycles():
        Held()


@each
def test_verbs_leave_nothing(name):
    spec = registry.spec(name)
    kind = spec.load(spec.puzzle)
    for _verb, call in verbs(kind):
        call(kind.parse(spec.example))  # imports, and what is kept for later calls
        with no_cycles():
            call(kind.parse(spec.example))


@pytest.mark.parametrize("name", CALLS)
def test_calls_that_end_at_a_limit_leave_nothing(name):
    CALLS[name]()(Limits(seconds=0.02))
    call = CALLS[name]()
    with no_cycles():
        call(Limits(seconds=0.02))


@pytest.mark.parametrize("threads", [1, 2])
def test_runs_leave_nothing(threads, tmp_path):
    texts = tmp_path / "in.txt"
    texts.write_text("teasratetrialsor\n" * 500)

    def run(number):
        out = tmp_path / f"{number}"
        run_batch("boggle", texts, out / "a", threads=threads, part_size=100)
        run_generate("sudoku", 3, out / "b", options={"size": 4}, threads=threads)
        ur.boggle.stream(ur.boggle.RandomBoard("200x300", seed=1), threads=threads)
        ur.boggle.survey(boards=100, seed=1, threads=threads)

    run(1)
    with no_cycles():
        run(2)
