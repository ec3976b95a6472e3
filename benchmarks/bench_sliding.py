"""The 15-puzzle and its kin: shortest solutions, all configurations, pattern databases, large boards."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest

from benchmarks.shared import path_length, pick, rows, visited
from reference.search import sliding_beam as plain_beam
from reference.search import sliding_ida as plain_ida
from reference.search import sliding_table as plain_table
from unriddle import build_tables
from unriddle.base import Limits
from unriddle.core.search import sliding_beam, sliding_ida, sliding_table
from unriddle.puzzles.sliding import tables as sliding_tables
from unriddle.puzzles.sliding.puzzle import MNPuzzle
from unriddle.search import METHODS, find_path

FURTHEST = "8 6 7 / 2 5 4 / 3 0 1"
"""One of the two 3×3 boards that are furthest away: 31 moves."""
EASY = "1 2 3 4 / 5 0 6 8 / 9 10 7 11 / 13 14 15 12"
EIGHTY = ("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", "15 11 13 12 14 10 8 9 7 2 5 1 3 6 4 0")
"""Two of the 17 boards of the 15-puzzle that take 80 steps, the most."""
SHAPES = pick([(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)], [(2, 2), (2, 3), (3, 3)])
SMALL = [shape for shape in SHAPES if shape[0] * shape[1] <= pick(9, 6)]
ids = "{0[0]}x{0[1]}".format
shapes = pytest.mark.parametrize("shape", SHAPES, ids=ids)
small_shapes = pytest.mark.parametrize("shape", SMALL, ids=ids)


def of(shape):
    return {"unit": "puzzle", "group": f"Solve {shape[0]}×{shape[1]} sliding puzzles, shortest"}


def boards_of(shape, count=1):
    return [MNPuzzle.random(shape, seed=seed) for seed in range(count)]


def numbers_of(board):
    return tuple(int(cell) for cell in board.cells())


def measure_shortest(measure, made, solve=MNPuzzle.solve, **info):
    """Measure boards one after the other; tables are made before, and kept."""
    solve(made[0])
    settings = {"way": "kernel, pattern databases", "unit": "puzzle"} | info
    measure(
        lambda: [solve(board) for board in made],
        lambda results: [result.length for result in results],
        nodes=visited,
        moves=lambda results: [result.length for result in results],
        **settings,
    )


@shapes
def test_shortest_by_kernel(measure, shape):
    curve = {"curve": "sliding puzzles, shortest", "x": shape[0] * shape[1], "x_name": "cells"}
    measure_shortest(measure, boards_of(shape, pick(10, 3)), **of(shape), **curve)


@small_shapes
def test_shortest_by_definition(measure, shape):
    starts = [numbers_of(board) for board in boards_of(shape)]
    size = shape[0] * shape[1]
    measure(
        lambda: [plain_ida.ida_star(start, shape[1], size - 1) for start in starts],
        lambda found: [length for length, _ in found],
        kind="definition",
        nodes=lambda found: sum(nodes for _, nodes in found),
        **of(shape),
    )


@small_shapes
def test_shortest_by_find_path(measure, shape):
    made = boards_of(shape)
    measure(
        lambda: [find_path(board, "astar") for board in made],
        lambda results: [result.stats.path_length for result in results],
        kind="general",
        nodes=visited,
        **of(shape),
    )


METHOD_BOARDS = {
    **{method: (MNPuzzle.random((pick(3, 2), 3), seed=1), method) for method in METHODS},
    **pick({"ida on the furthest board": (MNPuzzle.parse(FURTHEST), "ida")}, {}),
}


@pytest.mark.parametrize("name", METHOD_BOARDS)
@pytest.mark.parametrize("way", ["kernel", "find_path"])
def test_method(measure, name, way):
    puzzle, method = METHOD_BOARDS[name]
    cycles = {"cycles": "parent"} if method == "dfs" else {}
    work, kind = {
        "kernel": (lambda: puzzle.solve(method=method), "ours"),
        "find_path": (lambda: find_path(puzzle, method, **cycles), "general"),
    }[way]
    group = f"Solve a {pick(3, 2)}×3 sliding puzzle by {name}"
    expect = [31] if "furthest" in name else ()
    measure(work, path_length, unit="puzzle", kind=kind, way=way, group=group, nodes=visited, expect=expect)


@pytest.mark.benchmark(group="Solve an easy 15-puzzle by iterative deepening")
@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_easy(measure, way):
    board = MNPuzzle.parse(EASY)
    cells = numbers_of(board)

    def compiled():
        result = board.solve(method="ida")
        return result.length, result.stats.nodes

    work, kind = {
        "kernel": (compiled, "ours"),
        "definition": (lambda: plain_ida.ida_star(cells, 4, 15), "definition"),
    }[way]
    measure(work, lambda found: [found[0]], unit="puzzle", kind=kind, way=way, nodes=lambda found: found[1])


@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_pattern_values(measure, way):
    """Pattern databases of a board three wide, all their values compared."""
    height, groups = pick((3, ((1, 2, 3), (4, 5, 6), (7, 8))), (2, ((1, 2), (3, 4, 5))))
    places = [list(permutations(range(height * 3), len(group))) for group in groups]

    def compiled():
        tables = sliding_ida.PatternTables(height, 3, 0, [list(group) for group in groups])
        tables.run(1 << 60)
        return tables

    def answers(found):
        if way == "kernel":
            return [[found.extra(k, list(at)) for k, spots in enumerate(places) for at in spots]]
        return [[extras[at] for extras, spots in zip(found, places, strict=True) for at in spots]]

    work, kind = {
        "kernel": (compiled, "ours"),
        "definition": (
            lambda: [plain_ida.pattern_extras(height, 3, 0, group) for group in groups],
            "definition",
        ),
    }[way]
    measure(
        work, answers, unit="table", kind=kind, way=way, group=f"Make the pattern databases of {height}×3"
    )


EVERY = pytest.mark.parametrize(
    "shape", [shape for shape in SHAPES if shape[0] * shape[1] <= pick(9, 6)], ids=ids
)


def space(shape):
    return {"unit": "table", "group": f"Count every configuration of a {shape[0]}×{shape[1]} sliding puzzle"}


@EVERY
def test_every_configuration_by_kernel(measure, shape):
    def work():
        table = sliding_table.SlidingTable(*shape, 0)
        table.run(1 << 60)
        return table

    def answers(table):  # half of all arrangements can be reached
        assert sum(table.depth_counts) == factorial(shape[0] * shape[1]) // 2
        return [list(table.depth_counts)]

    measure(
        work,
        answers,
        nodes=lambda table: table.n_states,
        curve="every configuration of a sliding puzzle",
        x=shape[0] * shape[1],
        x_name="cells",
        **space(shape),
    )


@EVERY
def test_every_configuration_by_definition(measure, shape):
    def answers(found):
        tally = [0] * (max(found.values()) + 1)
        for steps in found.values():
            tally[steps] += 1
        return [tally]

    work = lambda: plain_table.distances(*shape, 0)  # noqa: E731
    measure(work, answers, kind="definition", nodes=len, **space(shape))


@pytest.mark.benchmark(group="Solve 2×3 sliding puzzles by a wide beam")
@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_wide_beam(measure, way):
    """A beam so wide that its solutions are shortest."""
    starts = [numbers_of(board) for board in boards_of((2, 3), 3)]

    def compiled(start):
        search = sliding_beam.SlidingBeam(2, 3, 5, np.array(start, dtype=np.uint8), 8 << 20)
        search.run(100_000)
        return search.best

    work, kind = {
        "kernel": (lambda: [compiled(start) for start in starts], "ours"),
        "definition": (lambda: [plain_beam.beam(start, 3, 5, 400, 30) for start in starts], "definition"),
    }[way]
    measure(work, list, unit="puzzle", kind=kind, way=way)


@pytest.mark.benchmark(group="Make the pattern databases of the 15-puzzle")
@pytest.mark.parametrize("side", pick([4], []))
def test_patterns_by_kernel(measure, side):
    groups = [list(group) for group in sliding_tables.PATTERNS[0]]

    def work():
        tables = sliding_ida.PatternTables(side, side, 0, groups)
        tables.run(1 << 60)
        return tables

    states = lambda tables: tables.n_states  # noqa: E731
    measure(work, lambda tables: [tables.n_states], unit="set of tables", nodes=states)


@pytest.mark.parametrize("side", pick((5, 6, 8), (5,)))
def test_beam_by_kernel(measure, side):
    board, limits = MNPuzzle.random(side, seed=1), Limits(nodes=pick(200_000, 2_000))
    measure(
        lambda: board.solve(method="beam", limits=limits),
        lambda result: [result.length],
        unit="puzzle",
        group=f"Solve a {side}×{side} sliding puzzle by a beam of {limits.nodes:,} nodes",
        nodes=visited,
        moves=lambda result: result.length,
        lower_bound=lambda result: result.lower_bound,
    )


def korf(size, numbers=None):
    """Return published boards: number, optimal length, other fields, cells."""
    lines = [[int(field) for field in line.split()] for line in rows(f"korf_{size}_puzzle.txt")]
    return [line for line in lines if numbers is None or line[0] in numbers]


def test_korf_by_kernel(measure):
    lines = korf(15)[: pick(30, 1)]
    measure_shortest(
        measure,
        [MNPuzzle.from_cells(line[4:], 4, blank_first=True) for line in lines],
        expect=[line[1] for line in lines],
        group="Solve 30 of Korf's 15-puzzles",
    )


def korf_24(lines):
    build_tables(5)
    return [MNPuzzle.from_cells(line[3:], 5, blank_first=True) for line in lines]


THREE, EIGHT = (38, 40, 44), (22, 28, 30, 32, 36, 38, 40, 44)


@pytest.mark.parametrize(
    ("numbers", "threads"), pick([(THREE, 1), (THREE, 2), (EIGHT, 2)], []), ids=lambda each: str(each)
)
def test_korf_24_by_kernel(measure, numbers, threads):
    """Those of the 24-puzzles, proven, that the tables are published to need the fewest nodes for."""
    lines = korf(24, numbers)
    made = korf_24(lines)
    measure(
        lambda: [board.solve(method="patterns", threads=threads) for board in made],
        lambda results: [result.length for result in results],
        unit="puzzle",
        expect=[line[1] for line in lines],
        once=len(numbers) > 3,
        group=f"Solve {len(numbers)} of Korf and Felner's 24-puzzles",
        way=f"kernel, {threads} threads",
        threads=threads,
        nodes=visited,
    )


@pytest.mark.parametrize("seconds", pick([10], []))
def test_korf_24_anytime_by_kernel(measure, seconds):
    """All 25 boards with seconds for each: how near to the optimum the solutions are."""
    lines = korf(24)
    made, limits = korf_24(lines), Limits(seconds=seconds)

    def answers(results):
        for line, result in zip(lines, results, strict=True):
            assert result.lower_bound <= line[1] <= result.length, line[0]
        return [result.length for result in results]

    def over(results):
        shares = [result.length / line[1] for line, result in zip(lines, results, strict=True)]
        return [round(share, 4) for share in shares]

    measure(
        lambda: [board.solve(threads=2, limits=limits) for board in made],
        answers,
        unit="puzzle",
        once=True,
        group=f"Solve 25 of Korf and Felner's 24-puzzles in {seconds} s each",
        threads=2,
        nodes=visited,
        over_optimum=over,
    )


@pytest.mark.parametrize("text", pick([EIGHTY], []), ids=["two"])
def test_eighty_steps_by_kernel(measure, text):
    build_tables(4, "7-8")
    measure_shortest(
        measure,
        [MNPuzzle.parse(line, goal="blank-first") for line in text],
        lambda board: board.solve(tables="7-8", threads=1),
        expect=[80, 80],
        group="Solve two 15-puzzles of 80 steps",
        way="kernel, tables of 7 and 8 tiles",
    )


def test_ida_by_kernel(measure):
    """Manhattan distance alone, on the two random boards that look nearest."""
    limits = Limits(nodes=pick(200_000_000, 100_000))
    made = [MNPuzzle.random(4, seed=seed) for seed in range(1, pick(11, 3))]
    made = sorted(made, key=MNPuzzle.heuristic)[:2]
    measure(
        lambda: [board.solve(method="ida", limits=limits) for board in made],
        lambda results: [result.stats.nodes for result in results],
        unit="puzzle",
        group="Solve two 15-puzzles by iterative deepening alone",
        nodes=visited,
    )
