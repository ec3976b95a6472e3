"""One search of an enormous board: limits, Ctrl-C, what it says on the way."""

import threading

import pytest

import unriddle as ur
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming import windows

LEXICON = ur.Lexicon.load("english", level=50)


@pytest.fixture(autouse=True)
def small_bands(monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 14)


def test_limits_keep_what_is_found():
    board = RandomBoard("2000x300", seed=1)
    whole = stream(board, LEXICON)
    for limits in (ur.Limits(nodes=300_000), ur.Limits(seconds=0.02)):
        found = stream(board, LEXICON, limits=limits, threads=1, paths=True)
        assert found.status is ur.Status.LIMIT and 0 <= found.done_rows < 2000
        assert set(found.words) <= set(whole.words) and len(found.paths) == found.count
    again = stream(board, LEXICON, limits=ur.Limits(nodes=300_000), threads=1)
    assert again.stats.nodes <= 300_000 and again.words
    assert stream(board, LEXICON, limits=ur.Limits(memory=100 << 20), threads=1).words == whole.words


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_is_found(threads):
    calls = []

    def interrupt(nodes):
        calls.append(nodes)
        if len(calls) == 5:
            raise KeyboardInterrupt

    found = stream(RandomBoard("3000x300", seed=1), LEXICON, threads=threads, progress=interrupt)
    assert found.interrupted and found.status is ur.Status.LIMIT and found.words
    assert threading.active_count() < 8


def test_it_is_told_how_far_it_is():
    told = []
    found = stream(RandomBoard("1000x300", seed=1), LEXICON, watch=told.append)
    assert told[0].done_rows == 0 and told[-1].done_rows == 1000 and told[-1].found == found.count
    assert [each.done_rows for each in told] == sorted(each.done_rows for each in told)
    assert str(told[1]).startswith(f"{told[1].done_rows} of 1,000 rows, ") and "left" in str(told[1])
    assert all(each.memory == found.memory for each in told)


def test_a_shard_is_told_in_its_own_rows():
    told = []
    found = stream(RandomBoard("1000x300", seed=1), LEXICON, watch=told.append, shard=(2, 4))
    assert (told[0].done_rows, told[-1].done_rows, told[-1].rows) == (0, 250, 250)
    assert (found.first_row, found.done_rows, found.own, found.rows) == (250, 250, 0, 1000)
    assert found.status is ur.Status.LIMIT, "a part is not returned as the whole"
    limits = ur.Limits(nodes=100_000)
    part = stream(RandomBoard("1000x300", seed=1), LEXICON, shard=(2, 4), limits=limits, threads=1)
    assert part.done_rows + part.own == 250 and part.own > 0
