"""Numbrix and Hidato: a path of numbers over a board, with proof that there is only one."""

import json
from functools import cache

import pytest

from benchmarks import sat
from benchmarks.shared import data, lines_of, pick, visited
from reference.assign import numbrix as plain
from unriddle.puzzles.numbrix.puzzle import Hidato, Numbrix
from unriddle.search import find_path

KINDS = {"numbrix": Numbrix, "hidato": Hidato}
kinds = pytest.mark.parametrize("kind", KINDS)
COUNTS = pick({4: 10, 5: 10, 6: 10, 8: 10, 9: 20, 10: 10, 15: 2}, {4: 2, 6: 2})
"""Side -> boards."""


@cache
def boards(kind, side, count):
    """Return generated boards: the first `count` of a fixed sequence."""
    return [KINDS[kind].generate(side, seed=seed) for seed in range(count)]


@cache
def sparse(kind, side, gap=10, topology=None, wrap=False):
    """Return a board that gives every tenth number of a random path."""
    made = KINDS[kind]
    full = made.generate(side, seed=1, clues=side * side, topology=topology, wrap=wrap)
    given = [[v if v % gap == 1 else 0 for v in row] for row in full.grid]
    return made(given, topology=topology, wrap=wrap)


def of(kind, side):
    return {"unit": "puzzle", "group": f"Solve {side}×{side} {kind.title()} boards"}


def measure_solve(measure, made, **info):
    """Measure one puzzle after the other; several solutions are answered by their number."""
    measure(
        lambda: [board.solve() for board in made],
        lambda results: [
            lines_of(result.solution) if result.count == 1 else result.count for result in results
        ],
        nodes=visited,
        way="kernel",
        **info,
    )


@kinds
@pytest.mark.parametrize("side", COUNTS, ids=lambda side: f"{side}x{side}")
def test_solve_by_kernel(measure, kind, side):
    curve = {"curve": f"{kind.title()} by its side", "x": side, "x_name": "side"}
    measure_solve(measure, boards(kind, side, COUNTS[side]), **of(kind, side), **curve)


@kinds
@pytest.mark.parametrize("side", pick((4, 5), (4,)), ids=lambda side: f"{side}x{side}")
def test_solve_by_definition(measure, kind, side):
    """The definition is also the usual way: put the next number on each free neighbour."""
    pairs = []
    for board in boards(kind, side, 2):
        table, clues = board.arrays()
        pairs.append(([[to for to in row if to < len(clues)] for row in table.tolist()], clues.tolist()))
    measure(
        lambda: [list(plain.paths(table, clues)) for table, clues in pairs],
        lambda found: [list(paths[0]) if len(paths) == 1 else len(paths) for paths in found],
        kind="definition",
        **of(kind, side),
    )


@kinds
@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_solve_by_configurations(measure, kind, method):
    """A search over configurations, without the proof that there is no other solution."""
    side = pick(5, 4)
    made = boards(kind, side, 2)
    measure(
        lambda: [find_path(board, method) for board in made],
        lambda results: [lines_of(result.path[-1].grid) for result in results],
        kind="general",
        way=f"find_path, {method}, no proof",
        nodes=visited,
        **of(kind, side),
    )


def read(puzzle, values):
    """Return the numbers of the cells from the cell of each number."""
    numbers = [0] * len(values)
    for number, cell in enumerate(values, 1):
        numbers[cell] = number
    return numbers


@kinds
@sat.peers
def test_solve_by_clauses(measure, kind, peer):
    side, count = pick((9, 4), (6, 1))
    info = of(kind, side)
    sat.measure_peer(measure, peer, boards(kind, side, count), read, group=info["group"])


SPARSE = pick(
    [
        ("numbrix", 15, 2, None, False),
        ("numbrix", 30, 2, None, False),
        ("hidato", 10, 2, None, False),
        ("hidato", 15, 2, None, False),
        ("hidato", 25, 1, "hex", False),
        ("hidato", 25, 1, "rook", True),
        ("hidato", 30, 1, None, False),
    ],
    [
        ("numbrix", 6, 2, None, False),
        ("hidato", 6, 2, None, False),
        ("hidato", 6, 1, "hex", False),
        ("hidato", 6, 1, "rook", True),
    ],
)
"""Kind, side, solutions looked for, topology, torus."""


def sparse_group(kind, side, topology=None, wrap=False):
    form = f"{f' {topology}' if topology else ''}{' torus' if wrap else ''}"
    return f"Solve a {side}×{side}{form} {kind.title()} of every tenth number"


@pytest.mark.parametrize(("kind", "side", "limit", "topology", "wrap"), SPARSE)
def test_sparse_by_kernel(measure, kind, side, limit, topology, wrap):
    board = sparse(kind, side, 10, topology, wrap)

    def answers(result):
        assert board.check(result.solution)
        return [result.count]

    measure(
        lambda: board.solve(limit=limit),
        answers,
        unit="puzzle",
        group=sparse_group(kind, side, topology, wrap),
        nodes=visited,
        learnt=lambda result: result.learnt,
    )


def test_sparse_by_ortools(measure):
    side = pick(10, 6)  # on 15×15 CP-SAT takes minutes

    def counted(puzzle, values):
        return 1

    group = sparse_group("hidato", side)
    sat.measure_peer(measure, "ortools", [sparse("hidato", side)], counted, group=group)


@cache
def known(kind):
    """Return boards with known answers: -1 for a hole, 2 for several solutions."""
    found = json.loads(data(f"{kind}.json").read_text())
    expect = []
    for board in found:
        if board.get("n_solutions", 1) > 1:
            expect.append(2)
            continue
        pairs = zip(lines_of(board["grid"]), lines_of(board["solution"]), strict=True)
        expect.append([-1 if clue < 0 else number for clue, number in pairs])
    return [KINDS[kind](board["grid"]) for board in found], expect


@kinds
def test_known_by_kernel(measure, kind):
    made, expect = known(kind)
    group = f"Solve published {kind.title()} boards"
    measure_solve(measure, made, unit="puzzle", group=group, expect=expect)


FORMS = [("hex", False), ("rook", True), ("king", True)]


@cache
def formed(topology, wrap):
    """Return generated boards on another grid, such as hexagons or a torus, and their group."""
    side, count = pick((6, 2), (5, 1))
    made = [Hidato.generate(side, seed=seed, topology=topology, wrap=wrap) for seed in range(count)]
    return made, f"Solve {side}×{side} Hidato boards, {topology}{' torus' if wrap else ''}"


@pytest.mark.parametrize(("topology", "wrap"), FORMS)
def test_form_by_kernel(measure, topology, wrap):
    made, group = formed(topology, wrap)
    measure_solve(measure, made, unit="puzzle", group=group)


@pytest.mark.parametrize(("topology", "wrap"), FORMS)
def test_form_by_python_sat(measure, topology, wrap):  # CP-SAT takes 11 s
    made, group = formed(topology, wrap)
    sat.measure_peer(measure, "python-sat", made, read, group=group)
