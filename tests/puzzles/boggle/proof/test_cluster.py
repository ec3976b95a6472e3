"""Proofs on a Dask cluster: the same certificates, and a killed worker costs its class alone."""

import os
import pickle
import signal
import threading
import time
from dataclasses import replace

import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import prove
from unriddle.puzzles.boggle.proof.cluster import ClassJob
from unriddle.puzzles.boggle.rules import Rules

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of Dask and what it runs on
    pytest.mark.skipif(os.name != "posix", reason="signals of Unix"),
]


@pytest.fixture(scope="module")
def lexicon():
    """Some 190 words."""
    english = ur.Lexicon.load("english", level=35)
    return ur.Lexicon([word for word in english if len(word) <= 5 and set(word) <= set("aelnrst")])


def by_class(found):
    return {made.first: made.found for made in found.certificates}


def test_a_class_on_a_worker(lexicon):
    job = pickle.loads(pickle.dumps(ClassJob((2, 4), lexicon, Rules(), "score", 82, 1 << 24)))
    whole = prove("2x4", 82, lexicon)
    first, certificates, spent = job.do((1,))
    assert first == (1,) and spent[first] > 0
    assert [made.found for made in certificates] == [by_class(whole)[1,]]
    _, parts, _ = replace(job, memory=1 << 18).do((1,))
    boards = [board for made in parts for board in made.boards]
    assert sorted(boards) == sorted(board for board, _ in by_class(whole)[1,][2])


def test_the_same_certificates(lexicon, cluster, tmp_path):
    whole = prove("2x4", 82, lexicon)
    found = prove("2x4", 82, lexicon, cluster=cluster.scheduler_address, checkpoint=tmp_path / "proof")
    assert (by_class(found), found.scores, found.status) == (by_class(whole), whole.scores, whole.status)
    assert found.stats.nodes == whole.stats.nodes
    again = prove("2x4", 82, lexicon, checkpoint=tmp_path / "proof")
    assert again.stats.nodes == 0 and by_class(again) == by_class(whole)


def test_a_killed_worker_costs_its_class_alone(cluster, data, tmp_path):
    words = ur.Lexicon.load("english", level=35)
    whole = prove("3x3", 450, words)
    killed, told = [], []

    def kill_one():
        while not told or told[-1] < 1:
            time.sleep(0.002)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        killed.append(told[-1])

    thread = threading.Thread(target=kill_one, daemon=True)
    thread.start()
    found = prove("3x3", 450, words, cluster=cluster.scheduler_address, progress=told.append)
    thread.join(10)
    assert killed and killed[0] < whole.stats.nodes, "a worker was killed in the middle"
    assert by_class(found) == by_class(whole) and found.remaining == 0


def test_a_limit_keeps_what_is_done(lexicon, cluster):
    found = prove("2x4", 82, lexicon, cluster=cluster.scheduler_address, limits=Limits(seconds=0))
    assert (found.status, found.remaining) == (Status.LIMIT, 26)


def test_no_scheduler_is_one_line(lexicon):
    pytest.importorskip("distributed")
    for address in ("local:0", "local:x"):
        with pytest.raises(PuzzleError, match="expected"):
            prove("2x4", 82, lexicon, cluster=address)
