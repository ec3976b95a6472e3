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


@pytest.fixture(scope="module")
def lexicon():
    data = os.environ.get("UNRIDDLE_DATA")
    if data and (Path(data) / "enable2k.txt").exists():
        return ur.Lexicon.load(Path(data) / "enable2k.txt")
    return ur.Lexicon.load("english")


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


def run(benchmark, folder, source, lexicon, rounds, **options):
    def fresh():
        shutil.rmtree(folder / "out", ignore_errors=True)

    settings = {"lexicon": lexicon, "options": {"qu": True}, "threads": 1} | options
    summary = benchmark.pedantic(
        run_batch, ("boggle", source, folder / "out"), settings, setup=fresh, rounds=1 if QUICK else rounds
    )
    benchmark.extra_info.update(boards=summary.records, parts=summary.parts)
    return summary


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", ["score", "words"])
def bench_forms(benchmark, boards, lexicon, tmp_path, form, what):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    benchmark.group = f"batch {what} of a file"
    rounds = 3 if what == "score" else 1
    summary = run(benchmark, tmp_path, boards, lexicon, rounds, form=form, what=what)
    assert summary.answered == BOARDS


@pytest.mark.parametrize("threads", [1, 2])
def bench_threads(benchmark, boards, lexicon, tmp_path, threads):
    benchmark.group = "batch threads"
    run(benchmark, tmp_path, boards, lexicon, 3, threads=threads)


def bench_kernel_alone(benchmark, lexicon):
    benchmark.group = "batch score of a file"
    codes = letters(BOARDS)
    benchmark.pedantic(score_many, (codes, lexicon), {"qu": True}, rounds=1 if QUICK else 3)
    benchmark.extra_info.update(boards=BOARDS)


def bench_plain_loop(benchmark, boards, lexicon, tmp_path):
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
    benchmark.extra_info.update(boards=LOOP_BOARDS)


def memory():
    """Return the resident memory of this process in MiB."""
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory as Linux shows it")
def bench_large(benchmark, lexicon, tmp_path):
    benchmark.group = "batch large"
    path = tmp_path / "boards.txt"
    write_lines(path, LARGE)
    seen = []

    def note(progress):
        if progress.stage == "solve" and progress.done * 100 >= LARGE:
            seen.append(memory())

    run(benchmark, tmp_path, path, lexicon, 1, progress=note)
    benchmark.extra_info.update(growth_mib=round(max(seen) - seen[0], 2), memory_mib=round(max(seen), 1))
