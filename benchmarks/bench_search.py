"""Step-by-step puzzles by every method; Korf's boards with their known lengths, pattern databases."""

import itertools
import os

import pytest

from unriddle import GridPegSolitairePuzzle, Limits, MNPuzzle, RiverPuzzle, WordLadderPuzzle, find_path
from unriddle.core.search import sliding_ida
from unriddle.core.search.reference import sliding_ida as twin
from unriddle.search import METHODS

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
EIGHT = MNPuzzle.random("2x3", seed=1) if QUICK else MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
"""In a full run one of the two 3x3 boards that are furthest away."""
EASY = "1 2 3 4 / 5 0 6 8 / 9 10 7 11 / 13 14 15 12"

LADDER = ["".join(word) for word in itertools.product("abc" if QUICK else "abcef", repeat=4)]
OTHERS = {
    "peg, few pegs left": GridPegSolitairePuzzle.random(
        "english", pegs=5 if QUICK else 9, seed=4, goal=(3, 3)
    ),
    "ladder, aaaa to dddd": WordLadderPuzzle("aaaa", "dddd", [*LADDER, "caad", "cadd", "cddd", "dddd"]),
    "river, missionaries": RiverPuzzle.missionaries(3),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("role", ["kernel", "general"])
@pytest.mark.parametrize("puzzle", OTHERS)
def bench_others(run, case, puzzle, method, role):
    kernel = role == "kernel"
    asked = OTHERS[puzzle]
    work = (lambda: asked.solve(method=method)) if kernel else (lambda: find_path(asked, method))
    run(
        case(
            f"{puzzle}, {method}",
            "kernel" if kernel else "plain Python",
            role,
            work,
            answer=lambda result: [result.status.value if method == "dfs" else result.stats.path_length],
            nodes=lambda result: result.stats.nodes,
        )
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("role", ["kernel", "general"])
def bench_eight(run, case, method, role):
    kernel = role == "kernel"
    work = (
        (lambda: EIGHT.solve(method=method))
        if kernel
        else (lambda: find_path(EIGHT, method, cycles="parent"))
    )
    run(
        case(
            f"sliding, the furthest {EIGHT.rows}x{EIGHT.cols}, {method}",
            "kernel" if kernel else "plain Python",
            role,
            work,
            answer=lambda result: [(result.stats.nodes, result.stats.path_length)],
            nodes=lambda result: result.stats.nodes,
        )
    )


def bench_korf(run, case, data):
    """Korf's random boards (1985), shortest solutions; their lengths are known."""
    lines = (data / "korf_15_puzzle.txt").read_text().splitlines()
    rows = [list(map(int, line.split())) for line in lines if line[0] != "#"][: 1 if QUICK else 30]
    boards = [MNPuzzle.from_cells(row[4:], 4, blank_first=True) for row in rows]
    boards[0].solve(limits=Limits(nodes=1))
    results = run(
        case(
            f"sliding 4x4, {len(boards)} of Korf's boards",
            "kernel",
            "kernel",
            lambda: [board.solve() for board in boards],
            answer=lambda results: [result.length for result in results],
            items=len(boards),
            nodes=lambda results: sum(result.stats.nodes for result in results),
        )
    )
    assert [result.length for result in results] == [row[1] for row in rows]


@pytest.mark.parametrize("method", ["patterns", "ida"])
def bench_fifteen(run, case, method):
    """Random boards one after the other; the tables are made before."""
    boards = [MNPuzzle.random(4, seed=seed) for seed in range(1, 3 if QUICK else 11)]
    boards = sorted(boards, key=MNPuzzle.heuristic)[: 2 if method == "ida" else None]
    limits = Limits(nodes=100_000 if QUICK else 200_000_000)
    boards[0].solve(limits=Limits(nodes=1))
    run(
        case(
            f"sliding 4x4, random boards, {method}",
            "kernel",
            "kernel",
            lambda: [board.solve(method=method, limits=limits) for board in boards],
            answer=lambda results: [result.stats.nodes for result in results],
            items=len(boards),
            nodes=lambda results: sum(result.stats.nodes for result in results),
        )
    )


@pytest.mark.parametrize("role", ["kernel", "twin"])
def bench_easy_fifteen(run, case, role):
    board = MNPuzzle.parse(EASY)
    cells = tuple(board.cells().tolist())
    if role == "kernel":
        work = lambda: (lambda result: (result.length, result.stats.nodes))(board.solve(method="ida"))  # noqa: E731
    else:
        work = lambda: twin.ida_star(cells, 4, 15)  # noqa: E731
    run(
        case(
            "sliding 4x4, an easy board by iterative deepening",
            role,
            role,
            work,
            answer=lambda found: [found[0]],
            nodes=lambda found: found[1],
        )
    )


@pytest.mark.parametrize("role", ["kernel", "twin"])
def bench_pattern_database(run, case, role):
    rows, cols, groups = (2, 3, [(1, 2), (3, 4, 5)]) if QUICK else (3, 3, [(1, 2, 3), (4, 5, 6), (7, 8)])
    places = [list(itertools.permutations(range(rows * cols), len(group))) for group in groups]
    if role == "kernel":

        def work():
            tables = sliding_ida.PatternTables(rows, cols, 0, [list(group) for group in groups])
            tables.run(1 << 60)
            return tables

        def answer(tables):
            return [[tables.extra(k, list(at)) for k, spots in enumerate(places) for at in spots]]
    else:
        work = lambda: [twin.pattern_extras(rows, cols, 0, group) for group in groups]  # noqa: E731

        def answer(found):
            return [[extras[at] for extras, spots in zip(found, places, strict=True) for at in spots]]

    run(case(f"sliding {rows}x{cols}, pattern databases", role, role, work, answer=answer, item="table"))
