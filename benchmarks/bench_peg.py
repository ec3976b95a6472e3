"""Peg solitaire: a first solution, positions in reach, solvable positions, all solutions, fewest moves."""

from collections import deque
from functools import partial

import pytest

from benchmarks.shared import path_length, pick, visited
from reference.search import peg as plain
from unriddle.base import Limits
from unriddle.puzzles.peg.puzzle import GridPegSolitairePuzzle
from unriddle.search import METHODS, find_path

SMALL, TINY = ".***/****/****", "****/.***/***."
NAMES = {
    "triangle15": "the triangle of 15 holes",
    "english": "the English board",
    "wiegleb": "Wiegleb's board",
}
boards = pytest.mark.parametrize("name", pick(NAMES, ["triangle15"]))
two_boards = pytest.mark.parametrize("name", pick(["triangle15", "english"], ["triangle15"]))


def puzzle_of(name):
    return GridPegSolitairePuzzle.named(name, goal=(3, 3) if name == "english" else None)


def triangle(side, row):
    """Return a triangle of some rows with the first hole of a row empty."""
    rows = ["*" * (r + 1) + "#" * (side - 1 - r) for r in range(side)]
    rows[row] = "." + rows[row][1:]
    return GridPegSolitairePuzzle(rows, jumps="triangular")


@boards
def test_first_by_kernel(measure, name):
    puzzle = puzzle_of(name)
    measure(
        puzzle.solve,
        lambda result: [puzzle.check(result)],
        unit="puzzle",
        group=f"Solve {NAMES[name]}",
        nodes=visited,
    )


def depth_first(position, jumps, goals):
    """Return whether a goal can be reached, and the positions seen: depth-first with a set of positions."""
    seen = {position}

    def visit(here):
        if here in goals:
            return True
        for _, other in plain.after(here, jumps):
            if other not in seen:
                seen.add(other)
                if visit(other):
                    return True
        return False

    return visit(position), len(seen)


@two_boards
def test_first_by_depth_first_with_a_set(measure, name):
    puzzle = puzzle_of(name)
    goals = set(puzzle.targets)
    measure(
        lambda: depth_first(puzzle.position, puzzle.board.jumps, goals),
        lambda found: [found[0]],
        unit="puzzle",
        kind="textbook",
        group=f"Solve {NAMES[name]}",
        nodes=lambda found: found[1],
    )


POSITIONS = "Count the positions that the triangle of 15 holes reaches"


@pytest.mark.parametrize(
    ("name", "nodes"), pick([("triangle15", None), ("english", 100_000)], [("triangle15", None)])
)
def test_positions_by_kernel(measure, name, nodes):
    puzzle, limits = puzzle_of(name), Limits(nodes=nodes)
    measure(
        lambda: puzzle.count_positions(limits=limits),
        lambda result: [list(result.counts)],
        group=POSITIONS if nodes is None else f"Count {nodes:,} positions of {NAMES[name]}",
        nodes=visited,
    )


def test_positions_by_definition(measure):
    puzzle = puzzle_of("triangle15")
    measure(
        lambda: plain.layers(puzzle.position, puzzle.board.jumps, puzzle.board.symmetries),
        lambda layers: [list(map(len, layers))],
        kind="definition",
        group=POSITIONS,
        nodes=lambda layers: sum(map(len, layers)),
    )


SOLVABLE = "Count the solvable positions of {}"


@two_boards
def test_solvable_by_kernel(measure, name):
    puzzle = puzzle_of(name)
    measure(
        puzzle.solvable_positions,
        lambda result: [result.total],
        group=SOLVABLE.format(NAMES[name]),
        nodes=visited,
    )


def forth_and_back(position, jumps, goals, symmetries):
    """Return how many positions lie on the ways to the goals: sets by number of jumps, forth and back."""
    layers = plain.layers(position, jumps, symmetries)
    while layers and not any(goal in layers[-1] for goal in goals):
        layers.pop()
    kept = {goal for goal in goals if layers and goal in layers[-1]}
    found = len(kept)
    for layer in layers[-2::-1]:
        kept = {
            x for x in layer if any(plain.canonical(y, symmetries) in kept for _, y in plain.after(x, jumps))
        }
        found += len(kept)
    return found


def test_solvable_by_sets_forth_and_back(measure):
    puzzle = puzzle_of("triangle15")
    board, goals = puzzle.board, puzzle.possible_goals()
    turns = board.keeping([puzzle.position], goals)
    least = {plain.canonical(goal, turns) for goal in goals}
    measure(
        lambda: forth_and_back(puzzle.position, board.jumps, least, turns),
        lambda total: [total],
        kind="textbook",
        group=SOLVABLE.format(NAMES["triangle15"]),
    )


@two_boards
def test_count_by_kernel(measure, name):
    puzzle, english = puzzle_of(name), name == "english"
    measure(
        puzzle.count,
        lambda count: [str(count)],
        expect=["40861647040079968"] if english else (),
        once=english,
        group=f"Count all solutions of {NAMES[name]}",
    )


TINY_COUNT = pytest.mark.benchmark(group="Count all solutions of a 3×4 peg board")


@TINY_COUNT
def test_count_3x4_by_kernel(measure):
    puzzle = GridPegSolitairePuzzle(TINY.split("/"))
    measure(lambda: int(puzzle.count()), lambda count: [count])


@TINY_COUNT
def test_count_3x4_by_definition(measure):
    puzzle = GridPegSolitairePuzzle(TINY.split("/"))
    goals, jumps = set(puzzle.targets), puzzle.board.jumps
    measure(
        lambda: len(plain.solutions(puzzle.position, goals, jumps)),
        lambda count: [count],
        kind="definition",
    )


TRIANGLES = [(4, 1, 5), (5, 2, 9), (6, 1, 9)]
"""Rows, row of the vacancy, fewest moves: G. Bell, https://oeis.org/A127500."""
LIMITED = {
    "the European board from c1": (partial(GridPegSolitairePuzzle.named, "european", vacancy="c1"), 22),
    "Wiegleb's board": (partial(GridPegSolitairePuzzle.named, "wiegleb"), 27),
    "a triangle of 7 rows": (partial(triangle, 7, 2), 12),
    "a triangle of 8 rows": (partial(triangle, 8, 2), 13),
}
"""Boards whose proof is out of reach -> puzzle, and the moves found within a million nodes."""
FEWEST = {
    NAMES["triangle15"]: (partial(puzzle_of, "triangle15"), None),
    **{
        f"a triangle of {side} rows": (partial(triangle, side, row), moves)
        for side, row, moves in TRIANGLES[: pick(3, 2)]
    },
    **pick({NAMES["english"]: (partial(puzzle_of, "english"), 18)}, {}),
}


def measure_fewest(measure, name, puzzle, moves, limits=None):
    """Measure a solution in the fewest moves, several jumps of one peg being one."""

    def answers(result):
        assert result.puzzle.check(result) and result.lower_bound <= result.moves
        assert result.optimal == (limits is None)
        return [result.moves]

    measure(
        lambda: puzzle.fewest_moves(limits=limits),
        answers,
        expect=[] if moves is None else [moves],
        group=f"Find the fewest moves of {name}" + (", a million nodes" if limits else ""),
        nodes=visited,
        moves=lambda result: result.moves,
        lower_bound=lambda result: result.lower_bound,
    )


@pytest.mark.parametrize("name", FEWEST)
def test_fewest_moves_by_kernel(measure, name):
    start, moves = FEWEST[name]
    measure_fewest(measure, name, start(), moves)


@pytest.mark.parametrize("name", pick(list(LIMITED), []))
def test_fewest_moves_of_large_by_kernel(measure, name):
    start, moves = LIMITED[name]
    measure_fewest(measure, name, start(), moves, Limits(nodes=1_000_000))


def fewest_moves(position, jumps, goals):
    """Return the fewest moves, and the states seen: breadth-first, jumps of the same peg are free."""
    least, queue = {(position, -1): 0}, deque([(0, position, -1)])
    while queue:
        moves, here, last = queue.popleft()
        if here in goals:
            return moves, len(least)
        if moves > least[here, last]:
            continue
        for (a, _, c), other in plain.after(here, jumps):
            cost = moves + (a != last)
            if cost < least.get((other, c), 1 << 30):
                least[other, c] = cost
                (queue.append if a != last else queue.appendleft)((cost, other, c))
    raise AssertionError("no solution")


@pytest.mark.parametrize(("side", "row"), [(4, 1), (5, 2)])
def test_fewest_moves_by_breadth_first(measure, side, row):
    puzzle = triangle(side, row)
    goals = set(puzzle.targets)
    measure(
        lambda: fewest_moves(puzzle.position, puzzle.board.jumps, goals),
        lambda found: [found[0]],
        kind="textbook",
        group=f"Find the fewest moves of a triangle of {side} rows",
        nodes=lambda found: found[1],
    )


@pytest.mark.parametrize("vacancy", pick([(3, 4), (4, 3), (0, 4)], []))
def test_refute_by_kernel(measure, vacancy):
    """A diamond without a solution: pagoda functions show it, from one vacancy after minutes."""
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
    measure(
        puzzle.solve,
        lambda result: [result.status.value],
        expect=["NO_SOLUTION"],
        once=vacancy == (0, 4),
        group=f"Prove that the diamond from {vacancy} has no solution",
        nodes=visited,
    )


STARTS = {
    "a 3×4 peg board": partial(GridPegSolitairePuzzle, SMALL.split("/")),
    "the English board with few pegs": partial(
        GridPegSolitairePuzzle.random, "english", pegs=pick(9, 5), seed=4, goal=(3, 3)
    ),
}


@pytest.mark.parametrize("name", STARTS, ids=["3x4", "few_pegs"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", ["kernel", "find_path"])
def test_method(measure, name, method, way):
    puzzle = STARTS[name]()
    work, kind = {
        "kernel": (lambda: puzzle.solve(method=method), "ours"),
        "find_path": (lambda: find_path(puzzle, method), "general"),
    }[way]
    group = f"Solve {name} by {method}"
    measure(work, path_length, unit="puzzle", kind=kind, way=way, group=group, nodes=visited)
