"""All paths of a board: tori, counts by length."""

import os

import pytest

from unriddle.core.reference.topology import KING, ROOK, neighbours
from unriddle.core.walk.reference.path_count import path_lengths
from unriddle.puzzles.paths import count_paths

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
TORI = [(3, "rook")] if QUICK else [(3, "rook"), (4, "rook"), (5, "rook"), (4, "king")]
KINDS = {"king": KING, "rook": ROOK}


@pytest.mark.parametrize("role", ["kernel", "twin"])
@pytest.mark.parametrize(("n", "kind"), TORI)
def bench_torus(run, case, n, kind, role):
    if role == "twin":
        if n > 3:
            pytest.skip("walking all paths takes minutes from 4x4 on")
        table = neighbours(n, n, KINDS[kind], True)
        work = lambda: sum(1 for _ in path_lengths(table, range(n * n)))  # noqa: E731
    else:
        work = lambda: int(count_paths(n, topology=kind, wrap=True))  # noqa: E731
    run(case(f"paths {n}x{n} {kind}, torus", role, role, work, item="board"))


@pytest.mark.parametrize("role", ["kernel", "twin"])
@pytest.mark.parametrize("n", [2, 3] if QUICK else [3, 5, 6])
def bench_by_length(run, case, n, role):
    if role == "twin":
        if n > 3:
            pytest.skip("walking all paths takes minutes from 4x4 on")
        table = neighbours(n, n)

        def work():
            found = [0] * (n * n + 1)
            for length in path_lengths(table, range(n * n)):
                found[length] += 1
            return found
    else:

        def work():
            return list(map(int, count_paths(n, by_length=True).by_length))

    run(case(f"paths {n}x{n} king, by length", role, role, work, item="board"))
