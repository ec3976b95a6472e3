"""How many threads are used."""

import os

import numpy as np
import pytest

from unriddle import PuzzleError
from unriddle.puzzles.common.threads import workers_for


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
