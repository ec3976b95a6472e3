"""Batch runs from a file to a folder: forms, threads, memory; beside the kernel alone and a plain loop."""

from __future__ import annotations

import csv
import importlib.util
import json
import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import unriddle as ur
from benchmarks.case import Case
from unriddle.batch import run_batch
from unriddle.puzzles.boggle import score_many

from .data import enable2k, scratch

FORMS = ("ndjson", "csv", "npy", "parquet")
INPUTS = {"txt": "ndjson", "csv": "csv", "npy": "npy", "parquet": "parquet"}
"""Form of the boards -> form of their scores."""
STATUS = Path("/proc/self/status")


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases; the lexicon is ENABLE2K where it is, else the embedded one."""
    boards, loop, large = (2_000, 50, 20_000) if quick else (1_000_000, 5_000, 10_000_000)
    made = [_form(what, form, boards, data) for what in ("score", "words") for form in FORMS]
    made += [_alone("batch score of a file", boards, data), _plain_loop(boards, loop, data)]
    made += [_input(source, form, boards, data) for source, form in INPUTS.items()]
    made += [_alone("batch score by input", boards, data)]
    return [*made, *(_threads(threads, boards, data) for threads in (1, 2)), _large(large, data)]


def _letters(boards: int) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 26, (boards, 16)).astype(np.uint8)


@cache
def _file(boards: int) -> Path:
    """Return a file of boards of uniform letters, one on a line."""
    path = scratch() / f"boards-{boards}.txt"
    rows = np.full((boards, 17), ord("\n"), dtype=np.uint8)
    rows[:, :16] = _letters(boards) + np.uint8(ord("a"))
    path.write_bytes(rows.tobytes())
    return path


@cache
def _source(boards: int, form: str) -> Path:
    """Return a file of the same boards in another form."""
    lines, path = _file(boards), scratch() / f"boards-{boards}.{form}"
    if form == "csv":
        path.write_bytes(b"board\n" + lines.read_bytes())
    elif form == "npy":
        np.save(path, _letters(boards))
    elif form == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({"board": lines.read_text().split()}), path)
    return path


def _run(source: Path, data: Path | None, **options: Any) -> tuple[Path, Any]:
    """Run a batch into a fresh folder, which takes a few milliseconds; return it, and the summary."""
    out = scratch() / "out"
    for folder in (out, out.with_name("out.run")):  # the second is that of Parquet
        shutil.rmtree(folder, ignore_errors=True)
    settings: dict[str, Any] = {"lexicon": enable2k(data), "options": {"qu": True}, "threads": 1}
    return out, run_batch("boggle", source, out, **settings | options)


def _scores(found: tuple[Path, Any]) -> list[int]:
    """Return the scores that a run wrote, board by board; those of boards without words may be left out."""
    out, summary = found
    scores = np.zeros(summary.records, dtype=np.int64)
    for path in sorted(out.glob("part-*")):
        for lines, points in _columns(path):
            scores[np.asarray(lines) - 1] = points
    listed: list[int] = scores.tolist()
    return listed


def _columns(path: Path) -> list[tuple[Any, Any]]:
    """Return the numbers of the records in a part file, and their scores."""
    if path.suffix == ".npy":
        table = np.load(path, mmap_mode="r")
        return [(table["line"], table["score"])]
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        columns = pq.read_table(path, columns=["line", "score"]).to_pydict()
        return [(columns["line"], columns["score"])]
    with path.open(encoding="utf-8", newline="") as stream:
        records = csv.DictReader(stream) if path.suffix == ".csv" else map(json.loads, stream)
        pairs = [(int(record["line"]), int(record["score"])) for record in records]
    return [([line for line, _ in pairs], [score for _, score in pairs])]


def _of(group: str, items: int) -> dict[str, Any]:
    return {"suite": "batch", "group": group, "item": "board", "items": items}


def _lack(form: str) -> str:
    return "pyarrow" if form == "parquet" and importlib.util.find_spec("pyarrow") is None else ""


def _input(source: str, form: str, boards: int, data: Path | None) -> Case:
    def prepare() -> Callable[[], tuple[Path, Any]]:
        column = {"column": "board"} if source in ("csv", "parquet") else {}
        return partial(
            _run, _source(boards, source), data, form=form, options={"qu": True, "shape": "4x4"}, **column
        )

    return Case(
        name=f"kernel, from {source} to {form}",
        role="kernel",
        prepare=prepare,
        answer=_scores,
        check=lambda found: "" if found[1].answered == boards else f"{found[1].answered} are answered",
        needs=_lack(source),
        **_of("batch score by input", boards),
    )


def _form(what: str, form: str, boards: int, data: Path | None) -> Case:
    return Case(
        name=f"kernel, {form}",
        role="kernel",
        prepare=lambda: partial(_run, _file(boards), data, form=form, what=what),
        answer=_scores,
        facts=lambda found: {"parts": found[1].parts},
        check=lambda found: "" if found[1].answered == boards else f"{found[1].answered} are answered",
        needs=_lack(form),
        once=what == "words",
        **_of(f"batch {what} of a file", boards),
    )


def _alone(group: str, boards: int, data: Path | None) -> Case:
    def prepare() -> Callable[[], NDArray[np.int32]]:
        codes, lexicon = _letters(boards), enable2k(data)
        return lambda: score_many(codes, lexicon, qu=True, threads=1)

    return Case(
        name="kernel alone",
        role="kernel",
        prepare=prepare,
        answer=lambda scores: scores.tolist(),
        **_of(group, boards),
    )


def _plain_loop(boards: int, some: int, data: Path | None) -> Case:
    """Return a loop over the first lines: one board and one line of JSON at a time."""

    def prepare() -> Callable[[], Path]:
        with _file(boards).open(encoding="ascii") as stream:
            lines = [line.rstrip("\n") for line, _ in zip(stream, range(some), strict=False)]
        lexicon, out = enable2k(data), scratch() / "plain.ndjson"

        def work() -> Path:
            with out.open("w", encoding="utf-8") as stream:
                for number, line in enumerate(lines, 1):
                    score = ur.Boggle.parse(line, qu=True).solve(lexicon).score
                    stream.write(json.dumps({"line": number, "score": score}, separators=(",", ":")) + "\n")
            return out

        return work

    return Case(
        name="plain loop",
        role="textbook",
        prepare=prepare,
        answer=lambda out: [json.loads(line)["score"] for line in out.read_text().splitlines()],
        **_of("batch score of a file", some),
    )


def _threads(threads: int, boards: int, data: Path | None) -> Case:
    return Case(
        name=f"kernel, {threads} threads",
        role="kernel",
        prepare=lambda: partial(_run, _file(boards), data, threads=threads),
        answer=_scores,
        threads=threads,
        series="batch: by threads",
        x=threads,
        x_name="threads",
        **_of("batch threads", boards),
    )


def _large(boards: int, data: Path | None) -> Case:
    """Return a run of many boards, and how memory grows between one percent of them and the end."""

    def prepare() -> Callable[[], tuple[Any, list[float]]]:
        path = scratch() / "large.txt"
        with path.open("wb") as stream:
            for start in range(0, boards, 1 << 18):
                draw = np.random.default_rng(start)
                rows = draw.integers(97, 123, (min(1 << 18, boards - start), 17)).astype(np.uint8)
                rows[:, 16] = ord("\n")
                stream.write(rows.tobytes())

        def work() -> tuple[Any, list[float]]:
            seen: list[float] = []

            def watch(progress: Any) -> None:
                if progress.stage == "solve" and progress.done * 100 >= boards:
                    seen.append(_resident())

            return _run(path, data, progress=watch)[1], seen

        return work

    return Case(
        suite="batch",
        group="batch large",
        name="kernel",
        role="kernel",
        item=f"file of {boards:,} boards",
        prepare=prepare,
        answer=lambda found: [found[0].answered],
        facts=lambda found: {
            "growth_mib": round(max(found[1]) - found[1][0], 2),
            "memory_mib": round(max(found[1]), 1),
        },
        expect=[boards],
        needs="" if STATUS.exists() else "memory as Linux shows it",
        once=True,
    )


def _resident() -> float:
    """Return the resident memory of this process in MiB."""
    return int(STATUS.read_text().partition("VmRSS:")[2].split()[0]) / 1024
