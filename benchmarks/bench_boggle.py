"""Many Boggle boards with ENABLE2K: kinds of boards that differ in how many words they hold.

With UNRIDDLE_DATA the lexicon is ENABLE2K, else the embedded list; the totals of ENABLE2K are known.
"""

import os
import random
from pathlib import Path

import numpy as np
import pytest

from unriddle.puzzles.boggle import score_many, solve_many
from unriddle.puzzles.boggle.dice import faces_of

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
BOARDS = 200 if QUICK else 100_000
BEST = "perslatgsineters"
KINDS = [("uniform", 4), ("1987", 4), ("the best", 4), ("edits of the best", 4), ("uniform", 5), ("big", 5)]
KNOWN = {("uniform", 4): (808813, 4_110_698), ("uniform", 5): (2025, 9_002_739)}
"""Seed and total score of 100,000 boards of uniform letters, Qu as one tile."""


def boards(kind, size):
    rng = np.random.default_rng(1)
    cells = size * size
    if kind == "uniform":
        random.seed(KNOWN[kind, size][0])
        letters = [random.randint(0, 25) for _ in range(BOARDS * cells)]
        return np.array(letters, dtype=np.uint8).reshape(BOARDS, cells)
    if kind in ("1987", "big"):
        faces = np.array([[ord(face[0]) - 97 for face in die] for die in faces_of(kind)], dtype=np.uint8)
        order = rng.permuted(np.tile(np.arange(cells), (BOARDS, 1)), axis=1)
        return faces[order, rng.integers(0, 6, (BOARDS, cells))]
    best = np.tile(np.frombuffer(BEST.encode(), dtype=np.uint8) - 97, (BOARDS // 2, 1))
    if kind == "edits of the best":
        rows = np.arange(len(best))
        for _ in range(2):  # a letter changed and two swapped
            best[rows, rng.integers(0, 16, len(best))] = rng.integers(0, 26, len(best))
            a, b = rng.integers(0, 16, (2, len(best)))
            best[rows, a], best[rows, b] = best[rows, b].copy(), best[rows, a].copy()
    return best


@pytest.mark.parametrize("what", ["scores", "words"])
@pytest.mark.parametrize(("kind", "size"), KINDS)
def bench_many(run, case, lexicon, kind, size, what):
    many = boards(kind, size)
    work = score_many if what == "scores" else solve_many
    found = run(
        case(
            f"boggle many {size}x{size} {kind}, {Path(lexicon.name).stem}",
            f"kernel, {what}",
            "kernel",
            lambda: work(many, lexicon, qu=True, threads=1),
            answer=lambda found: (found if what == "scores" else found.scores).tolist(),
            item="board",
            items=len(many),
            seconds=2.0,
        )
    )
    if len(lexicon) == 173_528 and not QUICK and (kind, size) in KNOWN:
        assert int((found if what == "scores" else found.scores).sum()) == KNOWN[kind, size][1]
