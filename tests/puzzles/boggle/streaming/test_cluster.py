"""Enormous boards on a Dask cluster: the same words, whoever finds them and whatever is lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle import RandomBoard, Rules, stream
from unriddle.puzzles.boggle.rules import TOPOLOGIES
from unriddle.puzzles.boggle.streaming import cluster as stream_cluster
from unriddle.puzzles.boggle.streaming import windows
from unriddle.puzzles.boggle.streaming.cluster import Dealt, Task

pytestmark = [
    pytest.mark.filterwarnings("default"),  # of Dask and what it runs on
    pytest.mark.skipif(os.name != "posix", reason="signals of Unix"),
]
LEXICON = ur.Lexicon.load("english", level=35)
BOARD = RandomBoard("1500x400", seed=6)


@pytest.fixture(autouse=True)
def small_spans(monkeypatch):
    monkeypatch.setattr(stream_cluster, "LEAST_CELLS", 1)
    monkeypatch.setattr(stream_cluster, "LEAST_ROWS", 100)


def nothing_known(lexicon):
    return np.packbits(np.zeros(len(lexicon), bool)).tobytes()


def test_a_span_on_a_worker():
    rules = Rules()
    task = Task(BOARD, LEXICON, rules, True, None, False, "abcdefghijklmnopqrstuvwxyz", None)
    none = nothing_known(LEXICON)
    done = task.do((0, 100), none)
    part = stream(BOARD, LEXICON, shard=(1, 15), threads=1)
    assert sorted(done.numbers.tolist()) == part.numbers.tolist() and done.moves == part.stats.generated
    assert [list(path[-1]) for path in done.paths] == done.ends.tolist()
    marks = np.zeros(len(LEXICON), bool)
    marks[done.numbers[::2]] = True
    again = task.do((0, 100), np.packbits(marks).tobytes())
    assert set(again.numbers.tolist()) == set(done.numbers[1::2].tolist()), "what is known is not looked for"
    assert again.moves < done.moves
    assert "no such file" in replace(task, source="/none/board.txt").do((0, 9), none).error


@settings(max_examples=30)
@given(
    seed=st.integers(0, 1 << 30),
    rows=st.integers(8, 20),
    cols=st.integers(5, 7),
    band=st.integers(1, 6),
    topology=st.sampled_from(sorted(TOPOLOGIES)),
    wrap=st.booleans(),
)
def test_spans_that_are_told_find_what_the_whole_has(seed, rows, cols, band, topology, wrap):
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 4, (rows, cols)).astype(np.uint8)
    cells[rng.random(cells.shape) < 0.1] = 255
    lexicon = ur.Lexicon({"".join(rng.choice(list("abcd"), rng.integers(2, 6))) for _ in range(60)})
    rules = Rules(topology=topology, wrap=wrap, min_length=2)
    marks, spans = np.zeros(len(lexicon), bool), [(0, 0)]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"LEAST_ROWS": band, "CELLS": 1, "SEED_AFTER": 1, "SEED_CELLS": 1}.items():
            patch.setattr(windows, name, value)
        patch.setattr(windows, "SEED_ROWS", band + seed % 2)
        patch.setattr(stream_cluster, "LEAST_ROWS", 3)
        dealt, task = Dealt(0, rows, cols), Task(cells, lexicon, rules, True, None, False, "abcd", None)
        while (span := dealt.deal(2)) is not None:
            done = task.do(span, np.packbits(marks).tobytes())
            assert not marks[done.numbers].any() and span[0] == spans[-1][1]
            marks[done.numbers] = True
            dealt.done_cells += (span[1] - span[0]) * cols
            spans.append(span)
            for number, path in zip(done.numbers, done.paths, strict=True):
                letters = "".join("abcd"[cells[row % rows, col % cols]] for row, col in path)
                assert letters == lexicon.decode(np.array([number]))[0]
    text = "\n".join("".join("abcd."[min(code, 4)] for code in row) for row in cells.tolist())
    whole = ur.Boggle.parse(text, rules=rules).solve(lexicon, min_length=2)
    assert lexicon.decode(np.flatnonzero(marks)) == whole.words and spans[-1][1] == rows


def test_words_that_others_left_are_found_by_seeds_at_once():
    words = ur.Lexicon.load("english", level=35)
    board = RandomBoard("1200x1000", seed=3)
    whole = set(stream(board, words).numbers.tolist())
    task = Task(board, words, Rules(), False, None, False, "abcdefghijklmnopqrstuvwxyz", None)
    marks = np.zeros(len(words), bool)
    first = task.do((0, 1200), np.packbits(marks).tobytes())
    marks[first.numbers[100:]] = True
    again = task.do((0, 1200), np.packbits(marks).tobytes())
    assert whole == set(first.numbers.tolist()) == set(np.flatnonzero(marks)) | set(again.numbers.tolist())
    assert again.moves < 6 * 1200 * 1000, "the walk takes up more paths a cell"


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
    board, killed, told = RandomBoard("2000x1000", seed=6), [], []

    def kill_one():
        while not told or told[-1].done_rows < 400:
            time.sleep(0.002)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        killed.append(told[-1].done_rows)

    thread = threading.Thread(target=kill_one, daemon=True)
    thread.start()
    found = stream(board, LEXICON, cluster=cluster.scheduler_address, watch=told.append)
    thread.join(10)
    assert killed and killed[0] < 2000, "a worker was killed in the middle"
    assert found.words == stream(board, LEXICON).words and found.error is None


def test_limits_and_ctrl_c_keep_what_is_found(cluster, tmp_path):
    whole, path, told = stream(BOARD, LEXICON).words, tmp_path / "found.json", []

    def interrupt(progress):
        told.append(progress)
        if progress.done_rows > 0:
            raise KeyboardInterrupt

    found = stream(BOARD, LEXICON, cluster=cluster.scheduler_address, checkpoint=path, watch=interrupt)
    assert found.interrupted and found.words and 0 < found.done_rows < 1500
    assert set(found.words) <= set(whole)
    none = stream(BOARD, LEXICON, cluster=cluster.scheduler_address, limits=ur.Limits(seconds=0))
    assert (none.status, none.done_rows, none.own) == (ur.Status.LIMIT, 0, 1500)
    on = stream(BOARD, LEXICON, checkpoint=path)  # without a cluster
    assert on.words == whole


def test_ctrl_c_on_the_command_line_is_one_line(tmp_path):
    pytest.importorskip("distributed")
    file, board = tmp_path / "found.json", "100000x3000"
    words = [
        "stream",
        "--random",
        "--size",
        board,
        "--seed",
        "1",
        "--level",
        "35",
        "--summary",
        "--cluster",
        "local:1",
    ]
    often = "from unriddle.io import checkpoints; checkpoints.SAVE_EVERY = 0.0"
    call = f"from unriddle.cli import main; raise SystemExit(main({[*words, '--checkpoint', str(file)]!r}))"
    command = [sys.executable, "-c", f"{often}; {call}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.time() + 60
    while time.time() < deadline and not (file.exists() and '"done_rows":0,' not in file.read_text()):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (
        130,
        "interrupted: only the words found so far\n",
    ) and "Found " in out


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
        (BOARD, {"limits": ur.Limits(nodes=5)}, "a cluster has no limit of nodes; use one of seconds"),
        (mapped, {}, "pass the name of the file"),
        (str(tmp_path / "pipe"), {}, "a cluster cannot read a pipe"),
        ("-", {}, "a cluster cannot read a pipe"),
        (tmp_path / "board.txt", {}, "a shard needs the number of rows; give --size RxC"),
    ]:
        with pytest.raises(ur.PuzzleError, match=reason):
            stream(source, LEXICON, **{"cluster": address, **options})
    found = stream(tmp_path / "broken.txt", ["teas", "zebra"], shape="300x4", cluster=address)
    assert (
        found.error.endswith("broken.txt:251: row 251 has 3 cells, but the first row has 4") and found.words
    )
