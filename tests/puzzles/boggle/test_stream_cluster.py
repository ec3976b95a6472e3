"""Enormous boards on a Dask cluster: the same words, whoever finds them and whatever is lost."""

import os
import pickle
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import RandomBoard, Rules, stream, stream_cluster
from unriddle.puzzles.boggle.stream_cluster import Dealt, Task, do_rows

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of Dask and what it runs on
    pytest.mark.skipif(os.name != "posix", reason="signals of Unix"),
]
LEXICON = ur.Lexicon.load("english", level=35)
BOARD = RandomBoard("1500x400", seed=6)


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def small_spans(monkeypatch):
    monkeypatch.setattr(stream_cluster, "LEAST_CELLS", 1)
    monkeypatch.setattr(stream_cluster, "LEAST_ROWS", 100)


def nothing_known(lexicon):
    return np.packbits(np.zeros(len(lexicon), bool)).tobytes()


def test_a_span_on_a_worker():
    rules = Rules()
    task = Task(BOARD, LEXICON, rules, True, None, False, "abcdefghijklmnopqrstuvwxyz", None)
    job, none = pickle.dumps(task), nothing_known(LEXICON)
    assert do_rows((0, 100), none, "unknown board", None) is None
    done = do_rows((0, 100), none, "this board", job)
    part = stream(BOARD, LEXICON, shard=(1, 15), threads=1)
    assert sorted(done.numbers.tolist()) == part.numbers.tolist() and done.moves == part.stats.generated
    assert [list(path[-1]) for path in done.paths] == done.ends.tolist()
    marks = np.zeros(len(LEXICON), bool)
    marks[done.numbers[::2]] = True
    again = do_rows((0, 100), np.packbits(marks).tobytes(), "this board", None)
    assert set(again.numbers.tolist()) == set(done.numbers[1::2].tolist()), "what is known is not looked for"
    assert again.moves < done.moves
    gone = pickle.dumps(replace(task, source="/none/board.txt"))
    assert "no such file" in do_rows((0, 9), none, "no board", gone).error


@pytest.mark.parametrize("wrap", [False, True])
def test_dealt_spans_find_what_the_whole_has(wrap):
    rules, rows = Rules(wrap=wrap), Dealt(0, 1500, 400)
    task = Task(BOARD, LEXICON, rules, False, None, False, "abcdefghijklmnopqrstuvwxyz", None)
    marks, spans = np.zeros(len(LEXICON), bool), []
    while (span := rows.deal(3)) is not None:
        done = task.do(span, np.packbits(marks).tobytes())
        assert not marks[done.numbers].any()
        marks[done.numbers] = True
        rows.done_cells += (span[1] - span[0]) * 400
        spans.append(span)
    assert np.flatnonzero(marks).tolist() == stream(BOARD, LEXICON, wrap=wrap).numbers.tolist()
    assert spans[0] == (0, 100) and spans[-1][1] == 1500
    assert [first for first, _ in spans[1:]] == [end for _, end in spans[:-1]]


def test_the_same_words(cluster, tmp_path):
    words, told, path = ur.Lexicon(list(LEXICON)[::8]), [], tmp_path / "found.json"
    whole = stream(BOARD, words)
    options = {"cluster": cluster.scheduler_address, "checkpoint": path, "paths": True, "watch": told.append}
    found = stream(BOARD, words, **options)
    assert found.words == whole.words and (found.status, found.done_rows) == (whole.status, 1500)
    assert [list(path[-1]) for path in found.paths] == found.ends.tolist()
    assert told[-1].done_rows == 1500 and told[-1].found == found.count
    again = stream(BOARD, words, paths=True, checkpoint=path)
    assert again.words == whole.words and again.stats.nodes == 0
    codes = np.random.default_rng(2).integers(0, 26, (300, 60), dtype=np.uint8)
    np.save(tmp_path / "board.npy", codes)
    for source, rules in [(codes, Rules(wrap=True)), (tmp_path / "board.npy", Rules(topology="hex"))]:
        found = stream(source, LEXICON, rules=rules, cluster=cluster.scheduler_address)
        assert found.words == stream(codes, LEXICON, rules=rules).words


def test_a_killed_worker_costs_its_rows_alone(cluster):
    board, killed, told = RandomBoard("6000x1000", seed=6), [], []

    def kill_one():
        while not told or told[-1].done_rows < 400:
            time.sleep(0.002)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        killed.append(told[-1].done_rows)

    thread = threading.Thread(target=kill_one, daemon=True)
    thread.start()
    found = stream(board, LEXICON, cluster=cluster.scheduler_address, watch=told.append)
    thread.join(10)
    assert killed and killed[0] < 6000, "a worker was killed in the middle"
    assert found.words == stream(board, LEXICON).words and found.error is None


def test_limits_and_ctrl_c_keep_what_is_found(cluster, tmp_path):
    whole, path, told = stream(BOARD, LEXICON).words, tmp_path / "found.json", []

    def interrupt(progress):
        told.append(progress)
        if len(told) == 4:
            raise KeyboardInterrupt

    found = stream(BOARD, LEXICON, cluster=cluster.scheduler_address, checkpoint=path, watch=interrupt)
    assert found.interrupted and found.words and 0 < found.done_rows < 1500
    assert set(found.words) <= set(whole)
    none = stream(BOARD, LEXICON, cluster=cluster.scheduler_address, limits=ur.Limits(seconds=0))
    assert (none.status, none.done_rows, none.own) == (ur.Status.LIMIT, 0, 1500)
    on = stream(BOARD, LEXICON, checkpoint=path)  # without a cluster
    assert on.words == whole


def test_a_shard_on_a_cluster(cluster, tmp_path):
    files = [tmp_path / "1", tmp_path / "2"]
    for number, file in enumerate(files, 1):
        stream(BOARD, LEXICON, shard=(number, 2), checkpoint=file, cluster=cluster.scheduler_address)
    assert ur.boggle.merge_streams(files, LEXICON).words == stream(BOARD, LEXICON).words


def test_what_no_cluster_can_do_is_one_line(cluster, tmp_path):
    address = cluster.scheduler_address
    (tmp_path / "board.txt").write_text("teas\narse\n")
    (tmp_path / "broken.txt").write_text("teas\n" * 250 + "tea\n" + "teas\n" * 49)
    np.zeros((9, 9), np.uint8).tofile(tmp_path / "cells")
    mapped = np.memmap(tmp_path / "cells", np.uint8, "r", shape=(9, 9))
    os.mkfifo(tmp_path / "pipe")
    for source, options, reason in [
        (BOARD, {"cluster": "local:0"}, "expected local:N"),
        (BOARD, {"cluster": 5}, "cluster=5, expected an address"),
        (BOARD, {"limits": ur.Limits(nodes=5)}, "a limit of nodes on a cluster, expected one of seconds"),
        (mapped, {}, "expected the name of the file"),
        (str(tmp_path / "pipe"), {}, "a pipe on a cluster"),
        ("-", {}, "a pipe on a cluster"),
        (tmp_path / "board.txt", {}, "expected their number: --shape RxC"),
    ]:
        with pytest.raises(ur.PuzzleError, match=reason):
            stream(source, LEXICON, **{"cluster": address, **options})
    found = stream(tmp_path / "broken.txt", ["teas", "zebra"], shape="300x4", cluster=address)
    assert found.error.endswith("broken.txt:251: row of 3 tiles, expected 4 as in the first") and found.words
