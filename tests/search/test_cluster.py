"""Clusters: what is lost is one line, and errors of the work are their own."""

import gc
import socket
import time
from contextlib import suppress

import pytest

from unriddle.base import PuzzleError
from unriddle.search import cluster
from unriddle.search.cluster import SharedTasks, call_shared, completed, connected

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # of Dask and what it runs on


def double(number):
    if number < 0:
        raise ValueError("below 0")
    return 2 * number


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        yield local.scheduler_address


class Factor:
    """An object that tasks share."""

    def __init__(self, factor):
        self.factor = factor

    def times(self, number):
        return self.factor * number


def test_tasks_that_share_an_object(address):
    assert call_shared("times", (1,), "an object that no worker has", None) is None
    with connected(address, "all is kept") as client:
        tasks, found = SharedTasks(client, Factor(3), "times"), []
        assert tasks.workers == 1 and tasks.results() == []
        for number in range(5):
            tasks.submit(number)
        while tasks.out:
            found += tasks.results()
            time.sleep(0.001)
    assert sorted(found) == [0, 3, 6, 9, 12]


def test_work_and_its_errors(address):
    with connected(address, "all is kept") as client:
        assert sorted(done.result() for done in completed(client.map(double, range(5)))) == [0, 2, 4, 6, 8]
    with pytest.raises(ValueError, match="below 0"), connected(address, "all is kept") as client:
        client.submit(double, -1).result()


@pytest.mark.parametrize(
    "error",
    [
        distributed.comm.CommClosedError("gone"),
        distributed.KilledWorker("task", None, 4),
    ],
)
def test_what_is_lost_is_one_line(address, error):
    with pytest.raises(PuzzleError, match=r"lost.*; all is kept"), connected(address, "all is kept"):
        raise error


@pytest.mark.parametrize("wrong", ["local:x", "local:0", "local:9999", "tcp://127.0.0.1:1", "x"])
def test_no_cluster(wrong, monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(PuzzleError, match="expected"), connected(wrong, "all is kept"):
        raise AssertionError


def test_another_cluster_on_this_machine_is_no_warning(recwarn):
    """The port that a scheduler takes first may be in use, by another run."""
    with socket.socket() as taken:
        with suppress(OSError):  # somebody has it already
            taken.bind(("0.0.0.0", 8787))
            taken.listen()
        with connected("local:1", "nothing") as client:
            assert client.submit(abs, -4).result() == 4
    assert not [str(one.message) for one in recwarn if "Port" in str(one.message)]


@pytest.fixture
def late(monkeypatch):
    """Return a function that lets some starts of an event loop fail at once, as after 10 seconds."""
    runner, left = distributed.utils.LoopRunner, []
    start = runner._start_unlocked

    def started(self):
        if left:
            left.pop()
            raise AssertionError
        start(self)

    monkeypatch.setattr(runner, "_start_unlocked", started)
    return lambda times: left.extend(range(times))


@pytest.mark.parametrize("address", ["local:1", "tcp://127.0.0.1:1"])
def test_a_machine_too_busy_to_start_a_thread_in_time(address, late):
    late(cluster.STARTS)
    with pytest.raises(PuzzleError, match="too busy"), connected(address, "nothing"):
        raise AssertionError


def test_nothing_is_left_of_a_client_that_failed(monkeypatch):
    """The collector would close it in any thread, that of another client which is being made among them."""
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 1)
    gc.collect()
    before = {id(each) for each in gc.get_objects() if isinstance(each, distributed.Client)}
    with pytest.raises(PuzzleError, match="expected"), connected("tcp://127.0.0.1:1", "nothing"):
        raise AssertionError
    after = {id(each) for each in gc.get_objects() if isinstance(each, distributed.Client)}
    assert after <= before


def test_a_thread_that_starts_late(late, recwarn):
    late(cluster.STARTS - 1)
    with connected("local:1", "nothing") as client:
        assert client.submit(abs, -4).result() == 4
    assert not [str(one.message) for one in recwarn]
