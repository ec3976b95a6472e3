"""Counting all paths of a board: frontier by frontier, walked by the kernel, walked in plain Python."""

from __future__ import annotations

import os

import numpy as np
import pytest

from unriddle.core.exhaustive import Exhaustive
from unriddle.core.path_count import PathCounter
from unriddle.core.reference import exhaustive as plain_walk
from unriddle.core.reference import path_count as plain_count
from unriddle.core.reference.topology import neighbours as plain_neighbours
from unriddle.core.reference.trie import Trie as PlainTrie
from unriddle.core.topology import HEX, KING, ROOK, adjacency_masks, neighbours
from unriddle.core.trie import Trie
from unriddle.puzzles.path_count import count_paths

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
NAMES = {KING: "king", ROOK: "rook", HEX: "hex"}

COUNTS = [(4, KING, False), (4, ROOK, True)]
if not QUICK:
    COUNTS += [(n, KING, False) for n in (5, 6, 7, 8)] + [(n, ROOK, False) for n in (6, 8, 10)]
    COUNTS += [(8, HEX, False), (5, ROOK, True), (4, KING, True)]


def count_by_set(table, visited, cell):
    """The textbook way: a recursion that carries the set of cells visited."""
    paths = 1
    visited.add(cell)
    for other in table[cell]:
        if other not in visited:
            paths += count_by_set(table, visited, other)
    visited.remove(cell)
    return paths


def ids(board):
    n, kind, wrap = board
    return f"{n}x{n}-{NAMES[kind]}{'-torus' if wrap else ''}"


@pytest.mark.parametrize("board", COUNTS, ids=ids)
@pytest.mark.benchmark(group="paths: count")
def bench_kernel(benchmark, board):
    n, kind, wrap = board
    table, order = neighbours(n, n, kind, wrap), np.arange(n * n, dtype=np.int32)

    def count():
        counter = PathCounter(table, order)
        counter.run(1 << 40)
        return counter

    counter = benchmark(count)
    benchmark.extra_info.update(nodes=counter.nodes, states=counter.peak, paths=str(counter.count()))


@pytest.mark.parametrize("board", COUNTS, ids=ids)
@pytest.mark.benchmark(group="paths: count")
def bench_count_paths(benchmark, board):
    n, kind, wrap = board
    result = benchmark(count_paths, n, n, NAMES[kind], wrap)
    benchmark.extra_info.update(nodes=result.stats.nodes, paths=str(result.count))


@pytest.mark.parametrize("n", [2] if QUICK else [5, 6])
@pytest.mark.benchmark(group="paths: count by length")
def bench_by_length(benchmark, n):
    result = benchmark(count_paths, n, n, by_length=True)
    benchmark.extra_info.update(nodes=result.stats.nodes, paths=str(result.count))


@pytest.mark.benchmark(group="paths: count")
def bench_twin_3x3(benchmark):
    table = plain_neighbours(3, 3)

    def count():
        counter = plain_count.PathCounter(table, range(9))
        counter.run(1 << 40)
        return counter.count()

    assert benchmark(count) == 10305
    benchmark.extra_info["nodes"] = 10305


@pytest.mark.benchmark(group="paths: count")
def bench_textbook_3x3(benchmark):
    table = plain_neighbours(3, 3)
    assert benchmark(lambda: sum(count_by_set(table, set(), cell) for cell in range(9))) == 10305
    benchmark.extra_info["nodes"] = 10305


WORDS = [(2, 0, 3), (4, 5), (0, 1, 4, 3), (7, 4, 5, 8)]
TILES = np.arange(16, dtype=np.uint8), np.arange(17, dtype=np.int32)


@pytest.mark.parametrize("n", [3] if QUICK else [3, 4])
@pytest.mark.benchmark(group="paths: exhaustive walk")
def bench_exhaustive_kernel(benchmark, n):
    codes = np.array([code for word in sorted(WORDS) for code in word], dtype=np.uint8)
    trie = Trie.build(codes, np.cumsum([0, *(len(word) for word in sorted(WORDS))], dtype=np.int64), 26)
    masks, tiles, offsets = adjacency_masks(n, n), TILES[0][: n * n], TILES[1][: n * n + 1]

    def walk():
        search = Exhaustive(masks, tiles, offsets, trie, 2)
        search.run(1 << 40)
        return search

    search = benchmark(walk)
    benchmark.extra_info.update(nodes=search.moves, lookups=search.lookups)


@pytest.mark.benchmark(group="paths: exhaustive walk")
def bench_exhaustive_twin_3x3(benchmark):
    masks, tiles, offsets = adjacency_masks(3, 3).tolist(), list(range(9)), list(range(10))

    def walk():
        search = plain_walk.Exhaustive(masks, tiles, offsets, PlainTrie(WORDS), 2)
        search.run(1 << 40)
        return search

    assert benchmark(walk).moves == 10305
    benchmark.extra_info["nodes"] = 10305


@pytest.mark.benchmark(group="paths: exhaustive walk")
def bench_exhaustive_textbook_3x3(benchmark):
    table, words = plain_neighbours(3, 3), set(WORDS)

    def walk(path, found):
        moves = 1
        if tuple(path) in words:
            found.add(tuple(path))
        for other in table[path[-1]]:
            if other not in path:
                moves += walk([*path, other], found)
        return moves

    assert benchmark(lambda: sum(walk([cell], set()) for cell in range(9))) == 10305
    benchmark.extra_info["nodes"] = 10305
