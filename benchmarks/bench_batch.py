"""Batch runs from a file to a folder, beside the kernel alone and a plain loop over boards.

With UNRIDDLE_DATA the lexicon is ENABLE2K, else the embedded list; with UNRIDDLE_BENCH_QUICK=1 all runs
are tiny. The large run notes how much memory grows between 1 % of the boards and the end.
"""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle.batch import run_batch
from unriddle.puzzles.boggle import score_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
BOARDS = 2_000 if QUICK else 1_000_000
LOOP_BOARDS = 50 if QUICK else 5_000
LARGE = 20_000 if QUICK else 10_000_000
FORMS = ["ndjson", "csv", "npy", "parquet"]


def letters(n_boards):
    return np.random.default_rng(1).integers(0, 26, (n_boards, 16)).astype(np.uint8)


def write_lines(path, n_boards):
    with path.open("wb") as stream:
        for start in range(0, n_boards, 1 << 18):
            codes = np.random.default_rng(start).integers(97, 123, (min(1 << 18, n_boards - start), 17))
            codes[:, 16] = ord("\n")
            stream.write(codes.astype(np.uint8).tobytes())


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "boards.txt"
    rows = np.full((BOARDS, 17), ord("\n"), dtype=np.uint8)
    rows[:, :16] = letters(BOARDS) + ord("a")
    path.write_bytes(rows.tobytes())
    return path


@pytest.fixture
def batch(benchmark, note, lexicon, tmp_path):
    """Run a batch into a fresh folder and record it."""

    def batch(source, rounds, **options):
        return run(benchmark, note, tmp_path, source, lexicon, rounds, **options)

    return batch


def run(benchmark, note, folder, source, lexicon, rounds, curve=None, **options):
    def fresh():
        shutil.rmtree(folder / "out", ignore_errors=True)

    settings = {"lexicon": lexicon, "options": {"qu": True}, "threads": 1} | options
    summary = benchmark.pedantic(
        run_batch, ("boggle", source, folder / "out"), settings, setup=fresh, rounds=1 if QUICK else rounds
    )
    note(role="kernel", item="board", items=summary.records, parts=summary.parts, **curve or {})
    return summary


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", ["score", "words"])
def bench_forms(benchmark, batch, boards, form, what):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    benchmark.group = f"batch {what} of a file"
    rounds = 3 if what == "score" else 1
    summary = batch(boards, rounds, form=form, what=what)
    assert summary.answered == BOARDS


@pytest.mark.parametrize("threads", [1, 2])
def bench_threads(benchmark, batch, boards, threads):
    benchmark.group = "batch threads"
    batch(
        boards, 3, threads=threads, curve={"series": "batch: by threads", "x": threads, "x_name": "threads"}
    )


def bench_kernel_alone(benchmark, note, lexicon):
    benchmark.group = "batch score of a file"
    codes = letters(BOARDS)
    scores = benchmark.pedantic(
        score_many, (codes, lexicon), {"qu": True, "threads": 1}, rounds=1 if QUICK else 3
    )
    note(role="kernel", item="board", items=BOARDS, answer=scores[:LOOP_BOARDS].tolist())


def bench_plain_loop(benchmark, note, boards, lexicon, tmp_path):
    """The textbook: a loop over lines, one board and one line of JSON at a time."""
    benchmark.group = "batch score of a file"
    lines = boards.read_text().split("\n")[:LOOP_BOARDS]
    out = tmp_path / "plain.ndjson"

    def loop():
        with out.open("w") as stream:
            for number, line in enumerate(lines, 1):
                score = ur.Boggle.parse(line, qu=True).solve(lexicon).score
                stream.write(json.dumps({"line": number, "score": score}, separators=(",", ":")) + "\n")

    benchmark.pedantic(loop, rounds=1)
    run_batch("boggle", boards, tmp_path / "check", lexicon=lexicon, options={"qu": True})
    first = (tmp_path / "check" / "part-00000000.ndjson").read_text()
    assert first.startswith(out.read_text())
    scores = [json.loads(line)["score"] for line in out.read_text().splitlines()]
    note(role="textbook", item="board", items=LOOP_BOARDS, answer=scores)


def memory():
    """Return the resident memory of this process in MiB."""
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory as Linux shows it")
def bench_large(benchmark, batch, tmp_path):
    benchmark.group = "batch large"
    path = tmp_path / "boards.txt"
    write_lines(path, LARGE)
    seen = []

    def watch(progress):
        if progress.stage == "solve" and progress.done * 100 >= LARGE:
            seen.append(memory())

    batch(path, 1, progress=watch)
    benchmark.extra_info.update(growth_mib=round(max(seen) - seen[0], 2), memory_mib=round(max(seen), 1))
