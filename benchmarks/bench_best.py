"""Neighbours of known boards, the search for the best board, and proofs, with ENABLE2K where it is there."""

import os
from pathlib import Path

import numpy as np
import pytest

from unriddle import Limits
from unriddle.puzzles.boggle import best, prove, score_many, score_neighbours

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
BOARDS = {"best 4x4": "perslatgsineters", "best 5x5": "ligdrmanesietildsracsepes"}
SEEDS = 1 if QUICK else 5
PROOFS = [("2x2", 15)] if QUICK else [("2x2", 15), ("2x3", 80), ("3x3", 500)]


def one_by_one(codes):
    """Return all neighbours as boards: letters cell by cell, then swaps."""
    n, boards = len(codes), []
    for cell in range(n):
        for letter in range(26):
            boards.append(codes.copy())
            boards[-1][cell] = letter
    for a in range(n):
        for b in range(a):
            boards.append(codes.copy())
            boards[-1][[a, b]] = codes[[b, a]]
    return np.array(boards)


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("way", ["kernel", "each by itself"])
def bench_neighbours(run, case, lexicon, kind, way):
    text = BOARDS[kind]
    n = len(text)
    boards = one_by_one(np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(97))
    if way == "kernel":
        role, work = "kernel", lambda: score_neighbours(text, lexicon, qu=True)

        def answer(found):
            return [*found.letters.ravel().tolist(), *found.swaps[np.tril_indices(n, -1)].tolist()]
    else:
        role, work = "textbook", lambda: score_many(boards, lexicon, qu=True, threads=1)

        def answer(found):
            return found.tolist()

    group = f"boggle neighbours of the {kind}, {Path(lexicon.name).stem}"
    run(case(group, way, role, work, answer=answer, item="neighbour", items=len(boards)))


@pytest.mark.parametrize(("shape", "target", "pool"), [("3x3", 545, 20), ("4x4", 3625, 50)])
def bench_best(run, case, lexicon, shape, target, pool):
    """Search until the proven optimum of ENABLE2K is reached, over seeds."""
    if QUICK or len(lexicon) != 173_528:
        shape, target, pool = "2x2", None, 5

    def work():
        return [
            best(
                shape,
                lexicon,
                qu=True,
                seed=seed,
                pool=pool,
                target=target,
                limits=Limits(seconds=60),
                threads=1,
            )
            for seed in range(SEEDS)
        ]

    run(
        case(
            f"boggle best {shape}, pool of {pool}, {Path(lexicon.name).stem}",
            "kernel",
            "kernel",
            work,
            answer=lambda found: [result.score for result in found],
            item="search",
            items=SEEDS,
            nodes=lambda found: sum(result.stats.generated for result in found),
            seconds=0.0,
            facts=lambda found: {"in_first_round": sum(result.rounds == 0 for result in found)},
        )
    )


@pytest.mark.parametrize(("shape", "at_least"), PROOFS)
def bench_prove(run, case, lexicon, shape, at_least):
    found = run(
        case(
            f"boggle prove {shape}, {Path(lexicon.name).stem}",
            "kernel",
            "kernel",
            lambda: prove(shape, at_least, lexicon, qu=True),
            answer=lambda found: [len(found.boards)],
            item="shape",
            nodes=lambda found: found.stats.nodes,
            seconds=0.0,
            facts=lambda found: {"boards": len(found.boards), "terms": found.stats.generated},
        )
    )
    assert not found.remaining
    if shape == "3x3" and len(lexicon) == 173_528:
        assert len(found.boards) == 42
