"""Many Boggle boards with ENABLE2K: kinds of boards that differ in how many words they hold."""

from __future__ import annotations

import random
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.case import Case
from benchmarks.suites.boggle.many import scores, words
from unriddle import Lexicon
from unriddle.puzzles.boggle.dice.dice import faces_of

from .data import enable2k, known

BEST = "perslatgsineters"
KINDS = (("uniform", 4), ("1987", 4), ("the best", 4), ("edits of the best", 4), ("uniform", 5), ("big", 5))
KNOWN = {("uniform", 4): (808813, 4_110_698), ("uniform", 5): (2025, 9_002_739)}
"""Seed and total score of 100,000 boards of uniform letters, Qu as one tile."""


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by kind of board."""
    made = []
    for kind, size in KINDS:
        count = 200 if quick else 100_000
        if kind.endswith("best"):
            count //= 2
        group = f"boggle many {size}x{size} {kind}, enable2k"
        make = partial(_boards_and_words, kind, size, count, data)
        total = 0 if quick else KNOWN.get((kind, size), (0, 0))[1]
        more: dict[str, Any] = {"params": {"letters": kind}, **known(data)}
        more |= {"check": partial(_check, total), "seconds": 2.0}
        made += [scores(group, make, count, **more), words(group, make, count, **more)]
    return made


def _check(total: int, found: Any) -> str:
    """Compare the sum of the scores with the one that is known, 0 where none is."""
    whole = int(getattr(found, "scores", found).sum())
    return f"{whole:,} points in all, {total:,} are known" if total and whole != total else ""


def _boards_and_words(
    kind: str, size: int, count: int, data: Path | None
) -> tuple[NDArray[np.uint8], Lexicon]:
    return _boards(kind, size, count), enable2k(data)


@cache
def _boards(kind: str, size: int, count: int) -> NDArray[np.uint8]:
    rng, cells = np.random.default_rng(1), size * size
    if kind == "uniform":
        draw = random.Random(KNOWN[kind, size][0])
        letters = [draw.randint(0, 25) for _ in range(count * cells)]
        return np.array(letters, dtype=np.uint8).reshape(count, cells)
    if kind in ("1987", "big"):
        faces = np.array([[ord(face[0]) - 97 for face in die] for die in faces_of(kind)], dtype=np.uint8)
        order = rng.permuted(np.tile(np.arange(cells), (count, 1)), axis=1)
        rolled: NDArray[np.uint8] = faces[order, rng.integers(0, 6, (count, cells))]
        return rolled
    best = np.tile(np.frombuffer(BEST.encode(), dtype=np.uint8) - np.uint8(97), (count, 1))
    if kind == "edits of the best":
        rows = np.arange(count)
        for _ in range(2):  # a letter changed and two swapped
            best[rows, rng.integers(0, 16, count)] = rng.integers(0, 26, count)
            a, b = rng.integers(0, 16, (2, count))
            best[rows, a], best[rows, b] = best[rows, b].copy(), best[rows, a].copy()
    return best
