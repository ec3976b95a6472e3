"""Enormous Boggle boards with ENABLE2K, drawn while they are read: to ten thousand million cells.

The whole of it takes some four minutes; ``-k "stream 4000"`` chooses one size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.common.cases import Case

from .data import enable2k, known

SIZES = {1000: (1, 2), 4000: (1, 2), 16_000: (1, 2), 31_623: (1,), 100_000: (1,)}
"""Rows, as many as columns; on how many threads."""
WORDS = {1000: 123_752, 4000: 154_226, 16_000: 167_758}
"""Words that the walk alone finds, without seeds: dice of 1987, seed 1."""


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by size and threads."""
    sizes = {1200: (1, 2)} if quick else SIZES
    return [_case(size, threads, quick, data) for size, several in sizes.items() for threads in several]


def _case(size: int, threads: int, quick: bool, data: Path | None) -> Case:
    return Case(
        suite="boggle_stream",
        group=f"boggle stream {size}x{size}, enable2k",
        name="kernel" if threads == 1 else f"kernel, {threads} threads",
        role="kernel",
        item="board",
        prepare=partial(_prepare, size, threads, data),
        answer=_answer,
        nodes=lambda found: int(found.stats.nodes),
        facts=lambda found: {"words": found.count, "cells": size * size, "window_mib": found.memory >> 20},
        params={"shape": f"{size}x{size}", "letters": "1987"},
        series=f"boggle stream, {threads} threads" if threads > 1 else "boggle stream",
        x=size * size,
        x_name="cells",
        threads=threads,
        seconds=3.0,
        once=size > 10_000,
        check=partial(_check, 0 if data is None else WORDS.get(size, 0)),
        **({} if quick else known(data)),
    )


def _prepare(size: int, threads: int, data: Path | None) -> Callable[[], Any]:
    board, lexicon = RandomBoard((size, size), dice="1987", seed=1), enable2k(data)
    stream(RandomBoard((64, 64), seed=1), lexicon)  # compiles the lexicon
    return partial(stream, board, lexicon, threads=threads)


def _answer(found: Any) -> Sequence[Any]:
    return [hashlib.sha256("\n".join(found.words).encode()).hexdigest()]


def _check(words: int, found: Any) -> str:
    """Compare the number of words with the one that is known, 0 where none is."""
    return f"{found.count:,} words, {words:,} are known" if words and found.count != words else ""
