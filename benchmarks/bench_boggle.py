"""Boggle: one board by size, and many boards, beside the twin and the textbook algorithms.

Each solver's answer is checked against the kernel's before its time counts. With UNRIDDLE_DATA the
lexicon is ENABLE2K, else the embedded list; with UNRIDDLE_BENCH_QUICK=1 all runs are tiny.
"""

import os
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle.core.reference.topology import neighbours
from unriddle.core.reference.walk import walk
from unriddle.puzzles.boggle import score_many, solve_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LETTERS = ["uniform", "1987", "english"]
SIZES = [2, 4, 40] if QUICK else [2, 3, 4, 5, 8, 16, 32, 100, 316, 1000]
TWIN_SIZES = [2, 4] if QUICK else [2, 3, 4, 5, 8, 16, 32]
EVERY_PATH_SIZES = [2] if QUICK else [2, 3]
BOARDS = 200 if QUICK else 100_000
BEST = "perslatgsineters"


@pytest.fixture(scope="module")
def lexicon():
    data = os.environ.get("UNRIDDLE_DATA")
    if data and (Path(data) / "enable2k.txt").exists():
        return ur.Lexicon.load(Path(data) / "enable2k.txt")
    return ur.Lexicon.load("english")


@pytest.fixture(scope="module")
def word_set(lexicon):
    return {word for word in lexicon if len(word) >= 3}


@pytest.fixture(scope="module")
def prefixes(word_set):
    return {word[:end] for word in word_set for end in range(len(word))}


def board_of(size, letters):
    return ur.Boggle.random(size, dice=letters, seed=size)


def every_path(board, words):
    """The textbook: make every path, then look its string up."""
    table, found = neighbours(board.rows, board.cols), set()

    def extend(path, text):
        if text in words:
            found.add(text)
        for cell in table[path[-1]]:
            if cell not in path:
                extend([*path, cell], text + board.tile(cell))

    for start in range(board.rows * board.cols):
        extend([start], board.tile(start))
    return found


def prefix_set(board, words, prefixes):
    """The textbook: depth-first, turning back where no word begins so."""
    table, found = neighbours(board.rows, board.cols), set()
    tiles = [board.tile(cell) for cell in range(board.rows * board.cols)]
    used = [False] * len(tiles)

    def extend(cell, text):
        if text in words:
            found.add(text)
        if text not in prefixes:
            return
        used[cell] = True
        for other in table[cell]:
            if not used[other]:
                extend(other, text + tiles[other])
        used[cell] = False

    for start in range(len(tiles)):
        extend(start, tiles[start])
    return found


def note(benchmark, board, result):
    benchmark.extra_info.update(
        cells=board.rows * board.cols, nodes=result.stats.nodes, moves=result.moves, words=result.count
    )


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("size", SIZES)
def bench_kernel(benchmark, lexicon, size, letters):
    benchmark.group = f"boggle {size}x{size} {letters}"
    board = board_of(size, letters)
    result = benchmark.pedantic(
        board.solve, (lexicon,), rounds=1 if QUICK else 3 if size >= 1000 else 10, warmup_rounds=1
    )
    note(benchmark, board, result)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("size", TWIN_SIZES)
def bench_prefix_set(benchmark, lexicon, word_set, prefixes, size, letters):
    benchmark.group = f"boggle {size}x{size} {letters}"
    board = board_of(size, letters)
    result = board.solve(lexicon)
    found = benchmark.pedantic(prefix_set, (board, word_set, prefixes), rounds=1 if size > 8 or QUICK else 5)
    assert sorted(found) == result.words
    note(benchmark, board, result)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("size", EVERY_PATH_SIZES)
def bench_every_path(benchmark, lexicon, word_set, size, letters):
    benchmark.group = f"boggle {size}x{size} {letters}"
    board = board_of(size, letters)
    result = board.solve(lexicon)
    found = benchmark.pedantic(every_path, (board, word_set), rounds=1 if QUICK else 3)
    assert sorted(found) == result.words
    note(benchmark, board, result)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("size", TWIN_SIZES[:2] if QUICK else TWIN_SIZES[:4])
def bench_twin(benchmark, lexicon, word_set, size, letters):
    benchmark.group = f"boggle {size}x{size} {letters}"
    board = board_of(size, letters)
    result = board.solve(lexicon)
    table = neighbours(size, size)
    tiles = [[tuple(board.tile(cell))] for cell in range(size * size)]
    words = {tuple(word) for word in word_set}
    found, _, _ = benchmark.pedantic(walk, (table, tiles, words), rounds=1)
    assert sorted("".join(word) for word in found) == result.words
    note(benchmark, board, result)


def many(kind, size):
    rng = np.random.default_rng(1)
    cells = size * size
    if kind in ("uniform", "1987", "big"):
        if kind == "uniform":
            return rng.integers(0, 26, (BOARDS, cells)).astype(np.uint8)
        from unriddle.puzzles.dice import faces_of

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


MANY = [("uniform", 4), ("1987", 4), ("the best", 4), ("edits of the best", 4), ("uniform", 5), ("big", 5)]


@pytest.mark.parametrize("work", [score_many, solve_many], ids=["score_many", "solve_many"])
@pytest.mark.parametrize(("kind", "size"), MANY)
def bench_many(benchmark, lexicon, kind, size, work):
    benchmark.group = f"boggle many {size}x{size} {kind}"
    boards = many(kind, size)
    benchmark.pedantic(work, (boards, lexicon), {"qu": True}, rounds=1 if QUICK else 5, warmup_rounds=1)
    benchmark.extra_info.update(boards=len(boards), simd=_simd())


def _simd():
    from unriddle.core.small_walk import simd_level

    return simd_level()
