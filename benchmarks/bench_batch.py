"""Batch runs from a file to a folder: forms, threads, memory; the kernel alone and a plain loop."""

import csv
import json
import shutil
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from benchmarks.shared import enable2k, pick, scratch
from unriddle.batch import run_batch
from unriddle.puzzles.boggle import score_many

FORMS = ("ndjson", "csv", "npy", "parquet")
INPUTS = {"txt": "ndjson", "csv": "csv", "npy": "npy", "parquet": "parquet"}
"""Form of the boards -> form of their scores."""
BOARDS, SOME, LARGE = pick((1_000_000, 5_000, 10_000_000), (2_000, 50, 20_000))
STATUS = Path("/proc/self/status")
SCORE, BY_INPUT = (
    "Score the boards of a file in a batch",
    "Score the boards of files of several forms in a batch",
)


def letters():
    return np.random.default_rng(1).integers(0, 26, (BOARDS, 16)).astype(np.uint8)


@cache
def source(form):
    """Return a file of boards of uniform letters in a form."""
    path = scratch() / f"boards-{BOARDS}.{form}"
    if form == "txt":
        lines = np.full((BOARDS, 17), ord("\n"), dtype=np.uint8)
        lines[:, :16] = letters() + np.uint8(ord("a"))
        path.write_bytes(lines.tobytes())
    elif form == "csv":
        path.write_bytes(b"board\n" + source("txt").read_bytes())
    elif form == "npy":
        np.save(path, letters())
    else:
        arrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.table({"board": source("txt").read_text().split()}), path)
    return path


def run(place, **options):
    """Run a batch into a fresh folder, which takes a few milliseconds; return it, and the summary."""
    out = scratch() / "out"
    for folder in (out, out.with_name("out.run")):  # the second is that of Parquet
        shutil.rmtree(folder, ignore_errors=True)
    settings = {"lexicon": enable2k(), "options": {"qu": True}, "threads": 1} | options
    return out, run_batch("boggle", place, out, **settings)


def scores(found):
    """Return the scores that a run wrote, board by board; those of boards without words may be left out."""
    out, summary = found
    assert summary.answered == BOARDS
    made = np.zeros(summary.records, dtype=np.int64)
    for path in sorted(out.glob("part-*")):
        lines, points = columns(path)
        made[np.asarray(lines) - 1] = points
    return made.tolist()


def columns(path):
    """Return the numbers of the records in a part file, and their scores."""
    if path.suffix == ".npy":
        table = np.load(path, mmap_mode="r")
        return table["line"], table["score"]
    if path.suffix == ".parquet":
        table = pytest.importorskip("pyarrow.parquet").read_table(path, columns=["line", "score"]).to_pydict()
        return table["line"], table["score"]
    with path.open(encoding="utf-8", newline="") as stream:
        records = csv.DictReader(stream) if path.suffix == ".csv" else map(json.loads, stream)
        pairs = [(int(record["line"]), int(record["score"])) for record in records]
    return [line for line, _ in pairs], [points for _, points in pairs]


def needs(form):
    if form == "parquet":
        pytest.importorskip("pyarrow")


@pytest.mark.parametrize("what", ["score", "words"])
@pytest.mark.parametrize("form", FORMS)
def test_batch_by_form(measure, what, form):
    needs(form)
    place = source("txt")
    measure(
        lambda: run(place, form=form, what=what),
        scores,
        once=what == "words",
        group=SCORE if what == "score" else "Find the words of the boards of a file in a batch",
        way=f"batch, {form}",
        parts=lambda found: found[1].parts,
    )


@pytest.mark.parametrize(("form", "to"), INPUTS.items())
def test_batch_by_input(measure, form, to):
    needs(form)
    place, column = source(form), {"column": "board"} if form in ("csv", "parquet") else {}
    options = {"form": to, "options": {"qu": True, "shape": "4x4"}, **column}
    measure(lambda: run(place, **options), scores, group=BY_INPUT, way=f"batch, from {form} to {to}")


@pytest.mark.parametrize("group", [SCORE, BY_INPUT], ids=["form", "input"])
def test_batch_by_kernel_alone(measure, group):
    codes, lexicon = letters(), enable2k()
    measure(lambda: score_many(codes, lexicon, qu=True, threads=1), lambda found: found.tolist(), group=group)


def test_batch_by_plain_loop(measure):
    """The first lines: one board and one line of JSON at a time."""
    with source("txt").open(encoding="ascii") as stream:
        lines = [line.rstrip("\n") for line, _ in zip(stream, range(SOME), strict=False)]
    lexicon, out = enable2k(), scratch() / "plain.ndjson"

    def work():
        with out.open("w", encoding="utf-8") as stream:
            for number, line in enumerate(lines, 1):
                score = ur.Boggle.parse(line, qu=True).solve(lexicon).score
                stream.write(json.dumps({"line": number, "score": score}, separators=(",", ":")) + "\n")
        return out

    def answers(out):
        return [json.loads(line)["score"] for line in out.read_text().splitlines()]

    measure(work, answers, group=SCORE)


@pytest.mark.parametrize("threads", [1, 2])
def test_batch_by_threads(measure, threads):
    place = source("txt")
    measure(
        lambda: run(place, threads=threads),
        scores,
        group="Score the boards of a file in a batch by threads",
        way=f"batch, {threads} threads",
        threads=threads,
        curve="a batch of 4×4 boards",
        x=threads,
        x_name="threads",
    )


def resident():
    """Return the resident memory of this process in MiB."""
    return int(STATUS.read_text().partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.skipif(not STATUS.exists(), reason="needs memory as Linux shows it")
def test_large_batch_by_batch(measure):
    """How memory grows between one percent of the boards and the end."""
    path = scratch() / "large.txt"
    with path.open("wb") as stream:
        for start in range(0, LARGE, 1 << 18):
            draw = np.random.default_rng(start)
            lines = draw.integers(97, 123, (min(1 << 18, LARGE - start), 17)).astype(np.uint8)
            lines[:, 16] = ord("\n")
            stream.write(lines.tobytes())

    def work():
        seen = []

        def watch(progress):
            if progress.stage == "solve" and progress.done * 100 >= LARGE:
                seen.append(resident())

        return run(path, progress=watch)[1], seen

    measure(
        work,
        lambda found: [found[0].answered],
        unit=f"file of {LARGE:,} boards",
        expect=[LARGE],
        once=True,
        group=f"Score a file of {LARGE:,} boards",
        growth_mib=lambda found: round(max(found[1]) - found[1][0], 2),
        memory_mib=lambda found: round(max(found[1]), 1),
    )
