"""A Dask cluster of two worker processes: the same bytes, and a killed worker changes nothing."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.batch.folder import Folder

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of Dask and what it runs on
    pytest.mark.skipif(os.name != "posix", reason="signals of Unix"),
]


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    rng = random.Random(1)
    boards = folder / "boards.txt"
    boards.write_text("".join("".join(rng.choices("aeilnrst", k=36)) + "\n" for _ in range(3000)) + "12\n")
    lexicon = ur.Lexicon.load("english", level=60)
    run_batch("boggle", boards, folder / "alone", lexicon=lexicon, part_size=50)
    return boards, lexicon, tree(folder / "alone")


def tree(path):
    return {
        str(file.relative_to(path)): file.read_bytes() for file in Path(path).rglob("*") if file.is_file()
    }


def test_the_same_bytes(case, cluster, tmp_path):
    boards, lexicon, expected = case
    summary = run_batch(
        "boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, cluster=cluster.scheduler_address
    )
    assert (summary.records, summary.rejected, summary.complete) == (3001, 1, True)
    assert tree(tmp_path / "out") == expected


def test_packed_input(case, cluster, tmp_path):
    import gzip

    boards, lexicon, expected = case
    packed = tmp_path / "boards.gz"
    packed.write_bytes(gzip.compress(boards.read_bytes()))
    run_batch(
        "boggle", packed, tmp_path / "out", lexicon=lexicon, part_size=50, cluster=cluster.scheduler_address
    )
    assert tree(tmp_path / "out") == expected


def test_a_killed_worker(case, cluster, tmp_path):
    boards, lexicon, expected = case
    killed = []

    def kill_one():
        while not list((tmp_path / "out").glob("part-0000000[1-9].*")):
            time.sleep(0.002)
        worker = min(cluster.scheduler_info["workers"])
        pid = cluster.workers[0].pid if hasattr(cluster.workers[0], "pid") else None
        assert worker and pid
        os.kill(pid, signal.SIGKILL)
        killed.append(len(list((tmp_path / "out").glob("part-*"))))

    thread = threading.Thread(target=kill_one, daemon=True)
    thread.start()
    run_batch(
        "boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, cluster=cluster.scheduler_address
    )
    thread.join(10)
    assert killed and killed[0] < 61, "the worker was killed in the middle"
    assert tree(tmp_path / "out") == expected


def test_a_slow_worker(case, tmp_path):
    """The others do what it does not come to, and nothing is done twice or left out."""
    boards, lexicon, expected = case
    over = threading.Event()

    def slow(pid):
        while not over.is_set():  # 5 ms of each 55
            os.kill(pid, signal.SIGSTOP)
            over.wait(0.05)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.005)

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        thread = threading.Thread(target=slow, args=(cluster.workers[0].pid,), daemon=True)
        thread.start()
        try:
            run_batch(
                "boggle",
                boards,
                tmp_path / "out",
                lexicon=lexicon,
                part_size=50,
                cluster=cluster.scheduler_address,
            )
        finally:
            over.set()
            thread.join(10)
    assert tree(tmp_path / "out") == expected


def test_workers_that_are_killed_before_they_are_at_work(case, tmp_path, monkeypatch):
    boards, lexicon, expected = case

    def killed(**_):
        raise RuntimeError("Nanny failed to start.")

    with monkeypatch.context() as patch:
        patch.setattr(distributed, "LocalCluster", killed)
        with pytest.raises(PuzzleError, match=r"did not start: Nanny failed to start\.; the parts"):
            run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, cluster="local:2")
    run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, resume=True)
    assert tree(tmp_path / "out") == expected


def test_a_scheduler_that_is_lost(case, tmp_path, monkeypatch, capfd):
    boards, lexicon, expected = case
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "2s"}),  # for what is closed in vain at the end
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as short,
    ):
        address = short.scheduler_address
        finish = Folder.finish
        lost = threading.Event()

        def last(self, *arguments):
            receipt = finish(self, *arguments)
            if receipt.part == 3 and not lost.is_set():
                lost.set()
                short.loop.add_callback(short.scheduler.close)
            return receipt

        monkeypatch.setattr(Folder, "finish", last)
        monkeypatch.setattr("unriddle.search.cluster.SECONDS_TO_RETURN", 0)
        with pytest.raises(PuzzleError, match="the scheduler was lost; the parts that are done are kept"):
            run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, cluster=address)
    assert lost.is_set() and "Traceback" not in capfd.readouterr().err
    kept = len(list((tmp_path / "out" / ".parts").glob("*.json")))
    assert 4 <= kept < 61
    run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, part_size=50, resume=True)
    assert tree(tmp_path / "out") == expected


def scheduler_at(port):
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    return subprocess.Popen([*command, "--port", str(port), "--no-dashboard"], stderr=subprocess.DEVNULL)


def worker_of(port):
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}"]
    options = ["--no-dashboard", "--nthreads", "1", "--no-nanny", "--death-timeout", "60"]
    return subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL)


def test_a_scheduler_that_is_started_again(case, tmp_path, monkeypatch):
    monkeypatch.setattr("unriddle.search.cluster.SECONDS_TO_CONNECT", 60)  # of a busy machine
    boards, lexicon, expected = case
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    processes = [scheduler_at(port), worker_of(port)]
    killed = []

    def restart():
        while not list((tmp_path / "out").glob("part-0000000[3-9].*")):
            time.sleep(0.002)
        for process in processes:
            process.kill()
        killed.append(len(list((tmp_path / "out").glob("part-*"))))
        processes.extend([scheduler_at(port), worker_of(port)])

    thread = threading.Thread(target=restart, daemon=True)
    thread.start()
    try:
        summary = run_batch(
            "boggle",
            boards,
            tmp_path / "out",
            lexicon=lexicon,
            part_size=50,
            cluster=f"tcp://127.0.0.1:{port}",
        )
        thread.join(10)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert killed and killed[0] < 61, "the scheduler was killed in the middle"
    assert (
        summary.complete and (summary.parts, summary.kept) == (61, 0) and tree(tmp_path / "out") == expected
    )


def test_clusters_that_are_none(case, tmp_path, monkeypatch):
    monkeypatch.setattr("unriddle.search.cluster.SECONDS_TO_CONNECT", 1)
    boards, lexicon, _ = case
    for address in ("local:0", "local:x", "tcp://127.0.0.1:1"):  # a name would wait for its server
        with pytest.raises(PuzzleError, match="expected"):
            run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, cluster=address)
        assert not (tmp_path / "out").exists()
    with pytest.raises(PuzzleError, match="--cluster cannot be combined with --shard"):
        run_batch("boggle", boards, tmp_path / "out", lexicon=lexicon, cluster="local:2", shard=(1, 2))
