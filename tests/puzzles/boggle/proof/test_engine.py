"""The workers of a proof: threads, limits, memory, errors."""

import threading
import time

import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import Rules, prove
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof import engine

WORDS = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "acdc"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


def listed(found):
    return {tuple(board.format().split()) for board in found.boards}


def test_threads_find_the_same_boards(lexicon):
    one, three = (prove("2x3", 6, lexicon, threads=threads) for threads in (1, 3))
    assert len(one.boards) == 300
    assert (listed(one), one.scores, one.stats.nodes) == (listed(three), three.scores, three.stats.nodes)
    limits = Limits(nodes=one.stats.nodes // 2)
    stopped = [prove("2x3", 6, lexicon, threads=1, limits=limits) for _ in range(2)]
    assert len({(tuple(sorted(listed(found))), found.remaining) for found in stopped}) == 1
    assert all(found.status is Status.LIMIT and found.stats.nodes == limits.nodes for found in stopped)
    stopped = prove("2x3", 6, lexicon, threads=3, limits=limits)
    assert (stopped.status, stopped.stats.nodes) == (Status.LIMIT, limits.nodes)
    assert listed(stopped) <= listed(one)


def test_an_error_of_a_thread_is_told(lexicon, monkeypatch):
    def fail(*_):
        raise MemoryError("no room")

    monkeypatch.setattr(engine.Proof, "_tree", fail)
    with pytest.raises(MemoryError, match="no room"):
        prove("2x2", 2, lexicon, threads=2)


def test_too_little_memory_is_a_limit(lexicon, tmp_path):
    path = tmp_path / "state.json"
    found = prove("2x2", 2, lexicon, limits=Limits(memory=1000), checkpoint=path)
    assert (found.status, found.boards, found.remaining, found.stats.nodes) == (Status.LIMIT, [], 1, 0)
    assert listed(prove("2x2", 2, lexicon, checkpoint=path)) == listed(prove("2x2", 2, lexicon))


def test_a_board_that_does_not_fit_by_itself_is_scored(monkeypatch):
    few = ur.Lexicon(["ab", "ba"])
    options = {"objective": "words", "min_length": 2}
    whole = prove("1x2", 1, few, **options)
    assert listed(whole) == {("A", "B")} and whole.scores == [2]
    monkeypatch.setattr(engine, "TERM", 1 << 40)  # one term has room
    found = prove("1x2", 1, few, **options)
    assert (listed(found), found.scores) == (listed(whole), whole.scores)


def test_threads_are_no_more_than_memory_has_room_for(lexicon):
    found = prove("2x2", 2, lexicon, threads=500, limits=Limits(memory=1 << 20))
    assert listed(found) == listed(prove("2x2", 2, lexicon, threads=1))


def test_more_boards_than_are_kept_are_told(lexicon, monkeypatch):
    monkeypatch.setattr(engine, "MOST_BOARDS", 100)
    monkeypatch.setattr(engine, "MOST_WAITING", 10)
    with pytest.raises(PuzzleError, match="more than 100 boards"):
        prove("2x3", 1, lexicon, threads=2)
    assert threading.active_count() < 9


@pytest.mark.timed
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4, 1.0])
def test_seconds_hold_while_terms_are_made_and_sorted(enable, seconds):
    start = time.perf_counter()
    found = prove("4x4", 3000, enable, limits=Limits(seconds=seconds), threads=2)
    assert time.perf_counter() - start < seconds + 1
    assert (found.status, found.interrupted) == (Status.LIMIT, False)
    assert found.remaining >= 26


def test_the_best_3x3_board_in_its_class(enable):
    space = space_of("3x3", enable, Rules(qu=True))
    proof = engine.Proof(space, 540, threads=2)
    proof.stack = [(0,)]  # an A in the middle
    with proof.at_work():
        while proof.run():
            pass
    assert max(proof.boards.values()) == 545
    made = proof.done[0,]
    assert (made.best, made.nodes, list(proof.done)) == (545, proof.nodes, [(0,)])
    assert 500 < proof.nodes < 50_000 and made.leaves >= len(made.boards) > 0
    assert made.bound > 545 and made.terms == proof.terms > 5_000_000
    assert proof.spent[0,] == pytest.approx(made.seconds, abs=1e-3)
