"""Enormous Boggle boards with ENABLE2K, drawn while they are read: to ten thousand million cells.

The whole of it takes some six minutes; a group, ``boggle stream 4000x4000, enable2k``, is one size.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.case import Case
from unriddle.core.dispatch import VARIABLE
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z, open_rows

from .data import enable2k, known, scratch

SIZES = {1000: (1, 2), 4000: (1, 2), 16_000: (1, 2), 31_623: (1,), 100_000: (1,)}
"""Rows, as many as columns; on how many threads."""
WORDS = {1000: 123_752, 4000: 154_226, 16_000: 167_758}
"""Words that the walk alone finds, without seeds: dice of 1987, seed 1."""
DIGESTS = {
    1000: "270af25d97be2140afe817157bde8510640ec48f006324bb32af50576ae28f1b",
    4000: "5b1f79a30e014be6073a530e9e0016007faffc6e8fe2fb453dec4ee046f9c7a2",
}
"""SHA-256 of these words in order, ends of lines between them."""
FROM_FILES, SLOW, ROWS = 16_000, 4000, 64
"""Largest boards that are read from a file, and that other paths search; rows written together."""
PATHS = ("avx2", "portable")
"""Vector paths below the best of many processors."""


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by size and threads, from files, and on other vector paths."""
    sizes = {1200: (1, 2)} if quick else SIZES
    made = [_case(size, threads, quick, data) for size, several in sizes.items() for threads in several]
    made += [_case(size, 1, quick, data, source="from .npy") for size in sizes if size <= FROM_FILES]
    return made + [_case(size, 1, quick, data, path=path) for size in sizes if size <= SLOW for path in PATHS]


def _case(size: int, threads: int, quick: bool, data: Path | None, source: str = "", path: str = "") -> Case:
    name = ", ".join(
        ["kernel", *([f"{threads} threads"] if threads > 1 else []), *filter(None, (source, path))]
    )
    usual = not source and not path
    series = f"boggle stream, {threads} threads" if threads > 1 else "boggle stream"
    expect = [DIGESTS[size]] if data is not None and size in DIGESTS else ()
    return Case(
        suite="boggle_stream",
        group=f"boggle stream {size}x{size}, enable2k",
        name=name,
        role="kernel",
        item="board",
        prepare=partial(_prepare, size, threads, data, source, path),
        answer=_answer,
        nodes=lambda found: int(found.stats.nodes),
        facts=lambda found: {"words": found.count, "cells": size * size, "window_mib": found.memory >> 20},
        params={"shape": f"{size}x{size}", "letters": "1987"},
        series=series if usual else "",
        x=size * size,
        x_name="cells",
        threads=threads,
        seconds=3.0,
        once=size > 10_000,
        check=partial(_check, 0 if data is None else WORDS.get(size, 0)),
        **({} if quick else known(data, 1, expect)),
    )


def _prepare(size: int, threads: int, data: Path | None, source: str, path: str) -> Callable[[], Any]:
    board, lexicon = RandomBoard((size, size), dice="1987", seed=1), enable2k(data)
    stream(RandomBoard((64, 64), seed=1), lexicon)  # compiles the lexicon
    if source:
        return _from_file(board, lexicon)
    if path:
        return partial(_on_path, path, partial(stream, board, lexicon, threads=threads))
    return partial(stream, board, lexicon, threads=threads)


def _from_file(board: RandomBoard, lexicon: Any) -> Callable[[], Any]:
    """Return the search of the board in a file."""
    name = scratch() / f"board-{board.shape[0]}x{board.shape[1]}.npy"
    with open_rows(board, A_TO_Z) as rows:
        cells = np.lib.format.open_memmap(name, mode="w+", dtype=np.uint8, shape=board.shape)
        for row in range(0, board.shape[0], ROWS):
            cells[row : row + ROWS] = rows.read(ROWS)
        cells.flush()

    return partial(stream, name, lexicon, threads=1, qu=True)


def _on_path(path: str, work: Callable[[], Any]) -> Any:
    """Search on a vector path: kernels ask for it when they are made."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = path
    try:
        return work()
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def _answer(found: Any) -> Sequence[Any]:
    return [hashlib.sha256("\n".join(found.words).encode()).hexdigest()]


def _check(words: int, found: Any) -> str:
    """Compare the number of words with the one that is known, 0 where none is."""
    return f"{found.count:,} words, {words:,} are known" if words and found.count != words else ""
