"""Many puzzles at once can be stopped in the middle of one."""

import time

import numpy as np
import pytest

from unriddle import Boggle, Gogen, Numbrix, Sudoku
from unriddle.puzzles import registry
from unriddle.puzzles.framework import result_sequence
from unriddle.puzzles.framework.batch_records import TextRecords
from unriddle.puzzles.gogen import puzzle as gogen
from unriddle.puzzles.sudoku import puzzle as sudoku_batch


class Countdown:
    """Says True from the n-th question on."""

    def __init__(self, n):
        self.left = n

    def __call__(self):
        self.left -= 1
        return self.left <= 0


ENDLESS = {
    "numbrix": lambda stop, threads: result_sequence.solve_each(
        [Numbrix([[0] * 12] * 12)] * 3, limit=None, threads=threads, stop=stop
    ),
    "gogen": lambda stop, threads: gogen.solve_many(
        [Gogen(["....."] * 5, ["ABCDEFGHIJKLM", "NOPQRSTUVWXY"])] * 3,
        limit=1 << 40,
        threads=threads,
        stop=stop,
    ),
    "sudoku": lambda stop, threads: sudoku_batch.solve_many(
        np.zeros((64, 81), np.uint8), limit=1 << 40, threads=threads, stop=stop
    ),
    "sudoku 16x16": lambda stop, threads: sudoku_batch.solve_many(
        np.zeros((64, 256), np.uint8), limit=1 << 40, threads=threads, stop=stop
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ENDLESS)
def test_work_without_end_is_stopped(name, threads):
    with pytest.raises(KeyboardInterrupt):
        ENDLESS[name](Countdown(5), threads)


@pytest.mark.parametrize("name", ["numbrix", "gogen", "sudoku"])
def test_a_batch_is_stopped_in_a_record(name):
    text = {
        "numbrix": "/".join([" ".join(["."] * 20)] * 20),
        "gogen": "...../...../...../...../.....: abcdefghijklm nopqrstuvwxy",
        "sudoku": "." * 256,
    }[name]
    batch = registry.batch(name)("solutions", {"limit": 1 << 40})
    batch.stop = Countdown(1)
    data = np.frombuffer(text.encode(), np.uint8)
    with pytest.raises(KeyboardInterrupt):
        batch.answer(TextRecords(data, np.array([0]), np.array([len(data)])))


def test_an_error_in_a_thread_ends_the_others():
    def work(part, stopped):
        if part.start == 0:
            raise ArithmeticError("first")
        while not stopped():
            time.sleep(0.001)
        raise KeyboardInterrupt

    with pytest.raises(ArithmeticError):
        result_sequence.in_slices(work, 8, threads=2)


SOLVED9 = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
WITH_PROGRESS = {
    "check_many one by one": (
        5000,
        lambda n, **told: Numbrix.check_many("1 . / . 3", ["1 2 / 4 3"] * n, **told),
    ),
    "check_many of sudoku": (70000, lambda n, **told: Sudoku.check_many(SOLVED9, [SOLVED9] * n, **told)),
    "check_many of boggle": (5000, lambda n, **told: Boggle.check_many(["tea/ars"] * n, ["tea"] * n, **told)),
    "generate_many": (200, lambda n, **told: Numbrix.generate_many(n, shape="4x4", seed=1, **told)),
    "solve_many of gogen": (600, lambda n, **told: Gogen.solve_many(["AB/C.: ADC"] * n, **told)),
    "solve_many of sudoku": (5000, lambda n, **told: Sudoku.solve_many([SOLVED9] * n, **told)),
}


@pytest.mark.parametrize("name", WITH_PROGRESS)
def test_progress_of_threads_is_one_count_that_rises(name):
    count, call = WITH_PROGRESS[name]
    told, entered = [], []

    def progress(done):
        entered.append(done)
        if len(entered) == 1:  # without a lock the other threads would be ahead of this one
            time.sleep(0.2)
        told.append(done)

    call(count, threads=4, progress=progress)
    assert told == sorted(set(told)) and told[-1] == count and len(told) > 1
