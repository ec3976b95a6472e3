"""All self-avoiding paths of a board: counted frontier by frontier, walked by a kernel, walked in Python."""

import numpy as np
import pytest

from benchmarks.shared import every_path, pick, sides, visited
from reference import topology as plain_topology
from reference.trie import Trie as PlainTrie
from reference.walk import boggle_exhaustive as plain_walk
from reference.walk import path_count as plain_count
from unriddle.core.topology import adjacency_masks
from unriddle.core.trie import Trie
from unriddle.core.walk.boggle_exhaustive import Exhaustive
from unriddle.puzzles.paths.puzzle import count_paths

WORDS = [(0, 1, 4, 3), (2, 0, 3), (4, 5), (7, 4, 5, 8)]
"""A few strings of the cells' own letters, in order: the walk is measured, not the look-up."""
KINDS = {"king": plain_topology.KING, "rook": plain_topology.ROOK, "hex": plain_topology.HEX}
SIDES = pick(
    {"king": range(2, 9), "rook": range(2, 11), "hex": (3, 5, 8)},
    {"king": (2, 3, 4), "rook": (2, 3, 4), "hex": (3,)},
)
KNOWN = {
    ("king", 2): 64,
    ("king", 3): 10_305,
    ("king", 4): 12_029_640,
    ("rook", 2): 28,
    ("rook", 3): 653,
    ("rook", 4): 28_512,
}
"""Directed paths of all lengths, single cells as well; those of the king are https://oeis.org/A236690."""
BOARDS = [(kind, side) for kind, several in SIDES.items() for side in several]
SMALL = [(kind, side) for kind, side in BOARDS if side <= 3]


def of(kind, side):
    steps = {"king": "king's steps", "rook": "rook's steps", "hex": "steps on hexagons"}[kind]
    return {"group": f"Count all paths of a {side}×{side} board, {steps}"}


@pytest.mark.parametrize(("kind", "side"), BOARDS)
def test_count_by_kernel(measure, kind, side):
    measure(
        lambda: count_paths(side, topology=kind),
        lambda result: [result.found],
        expect=[KNOWN[kind, side]] if (kind, side) in KNOWN else (),
        nodes=visited,
        paths=lambda result: str(result.found),
        curve=f"all paths of a board, {kind}",
        x=side,
        x_name="side",
        **of(kind, side),
    )


@pytest.mark.parametrize(("kind", "side"), SMALL)
def test_count_by_definition(measure, kind, side):
    table = plain_topology.neighbours(side, side, KINDS[kind])

    def work():
        counter = plain_count.PathCounter(table, range(side * side))
        counter.run(1 << 40)
        return counter.count()

    measure(work, lambda count: [count], kind="definition", **of(kind, side))


def count_by_set(table, visited, cell):
    """Return the paths from a cell: a recursion that carries the cells visited."""
    paths = 1
    visited.add(cell)
    for other in table[cell]:
        if other not in visited:
            paths += count_by_set(table, visited, other)
    visited.remove(cell)
    return paths


@pytest.mark.parametrize(("kind", "side"), SMALL)
def test_count_by_set_of_cells(measure, kind, side):
    table = plain_topology.neighbours(side, side, KINDS[kind])
    measure(
        lambda: sum(count_by_set(table, set(), cell) for cell in range(side * side)),
        lambda count: [count],
        kind="textbook",
        **of(kind, side),
    )


STARTS = "Count the paths from each cell of a {0}×{0} board"


@sides((3, 6), (3,))
def test_starts_by_kernel(measure, side):
    measure(
        lambda: count_paths(side, by_start=True).by_start,
        lambda grid: [tuple(map(tuple, grid))],
        group=STARTS.format(side),
    )


def test_starts_by_set_of_cells(measure):
    table = plain_topology.neighbours(3, 3)
    measure(
        lambda: [[count_by_set(table, set(), row * 3 + col) for col in range(3)] for row in range(3)],
        lambda grid: [tuple(map(tuple, grid))],
        kind="textbook",
        group=STARTS.format(3),
    )


WALKED = "Walk every path of a {0}×{0} board"


@sides((3, 4), (3,))
def test_walk_by_kernel(measure, side):
    codes = np.array([code for word in WORDS for code in word], dtype=np.uint8)
    trie = Trie.build(codes, np.cumsum([0, *map(len, WORDS)], dtype=np.int64), 26)
    masks, tiles = adjacency_masks(side, side), np.arange(side * side, dtype=np.uint8)
    offsets = np.arange(side * side + 1, dtype=np.int32)

    def work():
        search = Exhaustive(masks, tiles, offsets, trie, 2)
        search.run(1 << 40)
        return search.moves

    measure(work, lambda moves: [moves], group=WALKED.format(side), nodes=lambda moves: moves)


def test_walk_by_definition(measure):
    masks, trie = adjacency_masks(3, 3).tolist(), PlainTrie(WORDS)

    def work():
        search = plain_walk.Exhaustive(masks, list(range(9)), list(range(10)), trie, 2)
        search.run(1 << 40)
        return search.moves

    measure(work, lambda moves: [moves], kind="definition", group=WALKED.format(3))


def test_walk_by_look_up_of_every_path(measure):
    words = {"".join(chr(97 + code) for code in word) for word in WORDS}
    tiles = [chr(97 + cell) for cell in range(9)]
    measure(
        lambda: every_path(3, tiles, words)[1],
        lambda moves: [moves],
        kind="textbook",
        group=WALKED.format(3),
    )


TORUS = "Count all paths of a {0}×{0} torus, {1}'s steps"


@pytest.mark.parametrize(
    ("side", "kind"), pick([(3, "rook"), (4, "rook"), (5, "rook"), (4, "king")], [(3, "rook")])
)
def test_torus_by_kernel(measure, side, kind):
    measure(
        lambda: count_paths(side, topology=kind, wrap=True),
        lambda result: [result.found],
        group=TORUS.format(side, kind),
        nodes=visited,
    )


def test_torus_by_definition(measure):
    table = plain_topology.neighbours(3, 3, KINDS["rook"], True)
    measure(
        lambda: sum(1 for _ in plain_count.path_lengths(table, range(9))),
        lambda count: [count],
        kind="definition",
        group=TORUS.format(3, "rook"),
    )


LENGTHS = "Count the paths of a {0}×{0} board by length"


@sides((3, 5, 6), (2, 3))
def test_lengths_by_kernel(measure, side):
    measure(
        lambda: count_paths(side, by_length=True),
        lambda result: [list(map(int, result.by_length))],
        group=LENGTHS.format(side),
        nodes=visited,
    )


def test_lengths_by_definition(measure):
    table = plain_topology.neighbours(3, 3)

    def work():
        found = [0] * 10
        for length in plain_count.path_lengths(table, range(9)):
            found[length] += 1
        return found

    measure(work, lambda found: [found], kind="definition", group=LENGTHS.format(3))
