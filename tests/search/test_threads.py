"""How many threads are used, and how they are waited for."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from unriddle import PuzzleError
from unriddle.puzzles.framework.result_sequence import in_slices
from unriddle.search.threads import wait_interruptibly, workers_for


@pytest.mark.parametrize("threads", [1, 3, 1000, np.int64(2)])
def test_what_is_asked_for(threads):
    assert workers_for(threads) == threads


def test_none_named_is_as_many_as_the_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 2, 5}, raising=False)
    assert workers_for(0) == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert workers_for(0) == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers_for(0) == 1


@pytest.mark.parametrize("threads", [-1, True, 1.0, "2", None, []])
def test_what_is_no_number_of_threads(threads):
    with pytest.raises(PuzzleError) as error:
        workers_for(threads)
    assert str(error.value) == f"threads {threads!r}, expected a whole number from 0 up"


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_is_answered_where_signals_restart_what_they_interrupt():
    """Other packages set the action of a signal so that a wait without an end goes on after it."""
    signal.siginterrupt(signal.SIGINT, False)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    over = threading.Event()
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(over.wait, 30)
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                wait_interruptibly(future)
            assert not future.done()
            over.set()
    finally:
        over.set()
        timer.cancel()
        signal.siginterrupt(signal.SIGINT, True)


def test_what_work_raises_is_raised():
    def late():
        raise TimeoutError("of the work")

    with ThreadPoolExecutor(1) as pool:
        assert wait_interruptibly(pool.submit(int, "7")) == 7
        with pytest.raises(TimeoutError, match="of the work"):
            wait_interruptibly(pool.submit(late))


def test_ctrl_c_while_work_is_handed_out_ends_what_runs(monkeypatch):
    submit, ended = ThreadPoolExecutor.submit, []

    def interrupted(self, *arguments):
        if ended:
            raise KeyboardInterrupt
        ended.append(None)
        return submit(self, *arguments)

    def work(part, stopped):
        until = time.monotonic() + 20
        while not stopped() and time.monotonic() < until:
            time.sleep(0.001)
        ended[0] = stopped()

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        in_slices(work, 8, threads=2)
    assert ended == [True]
