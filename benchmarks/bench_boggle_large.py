"""Large Boggle boards: all words of one in memory, by threads; boards to 10^10 cells drawn while read."""

import hashlib
import os
from functools import partial
from unittest.mock import patch

import numpy as np
import pytest

from benchmarks.shared import (
    board_of,
    enable2k,
    english,
    pick,
    prefix_set,
    prefixes,
    scratch,
    sides,
    threads,
    tiles_of,
    word_set,
)
from unriddle.core.dispatch import VARIABLE
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z, open_rows

SIDES = (64, 100, 200, 316, 500, 1000)


def of(side, way):
    curve = {"curve": f"all words of a large board, {way}", "x": side * side, "x_name": "cells"}
    return {"group": f"Find all words of a {side}×{side} board", "words": len, **curve}


@sides(SIDES, (40, 100))
def test_large_by_kernel(measure, side):
    board, lexicon = board_of(side), english()
    measure(
        lambda: board.solve(lexicon, threads=1),
        lambda result: [result.words],
        nodes=lambda result: result.stats.nodes,
        moves=lambda result: result.moves,
        **of(side, "kernel") | {"words": lambda result: result.count},
    )


@sides(SIDES[:2], (40,))
def test_large_by_prefix_set(measure, side):
    tiles, words, begun = tiles_of(board_of(side)), word_set(), prefixes()
    measure(
        lambda: prefix_set(side, tiles, words, begun)[0],
        lambda found: [sorted(found)],
        kind="textbook",
        **of(side, "prefix set"),
    )


@threads
def test_large_threads_by_kernel(measure, threads):
    side = pick(1000, 100)
    board, lexicon = board_of(side), english()
    measure(
        lambda: board.solve(lexicon, threads=threads),
        lambda result: [result.words],
        group=f"Find all words of a {side}×{side} board by threads",
        way=f"kernel, {threads} threads",
        threads=threads,
        curve=f"all words of a {side}×{side} board",
        x=threads,
        x_name="threads",
    )


STREAMED = {1000: (1, 2), 4000: (1, 2), 16_000: (1, 2), 31_623: (1,), 100_000: (1,)}
"""Side -> threads. The whole of it takes some six minutes."""
WORDS = {1000: 123_752, 4000: 154_226, 16_000: 167_758}
"""Words that the walk alone finds, without seeds: dice of 1987, seed 1."""
DIGESTS = {
    1000: "270af25d97be2140afe817157bde8510640ec48f006324bb32af50576ae28f1b",
    4000: "5b1f79a30e014be6073a530e9e0016007faffc6e8fe2fb453dec4ee046f9c7a2",
}
"""SHA-256 of these words in order, ends of lines between them."""


def measure_stream(measure, side, work, way, **info):
    def answers(found):
        assert found.count == WORDS.get(side, found.count)
        return [hashlib.sha256("\n".join(found.words).encode()).hexdigest()]

    measure(
        work,
        answers,
        expect=[DIGESTS[side]] if side in DIGESTS else (),
        once=side > 10_000,
        group=f"Stream a board of {side:,} × {side:,} cells",
        way=way,
        nodes=lambda found: int(found.stats.nodes),
        words=lambda found: found.count,
        cells=side * side,
        window_mib=lambda found: found.memory >> 20,
        **info,
    )


def streamed(side):
    """Return a board, and the words, compiled."""
    board, lexicon = RandomBoard((side, side), dice="1987", seed=1), enable2k()
    stream(RandomBoard((64, 64), seed=1), lexicon)
    return board, lexicon


SIZES = pick(STREAMED, {1200: (1, 2)})


@pytest.mark.parametrize(("side", "threads"), [(side, n) for side, several in SIZES.items() for n in several])
def test_stream_by_kernel(measure, side, threads):
    board, lexicon = streamed(side)
    way = "kernel" if threads == 1 else f"kernel, {threads} threads"
    curve = {"curve": f"streaming, {way}", "x": side * side, "x_name": "cells", "threads": threads}
    measure_stream(measure, side, partial(stream, board, lexicon, threads=threads), way, **curve)


@sides([side for side in STREAMED if side <= 16_000], (1200,))
def test_stream_by_file(measure, side):
    board, lexicon = streamed(side)
    name = scratch() / f"board-{side}.npy"
    with open_rows(board, A_TO_Z) as rows:
        cells = np.lib.format.open_memmap(name, mode="w+", dtype=np.uint8, shape=board.shape)
        for row in range(0, side, 64):
            cells[row : row + 64] = rows.read(64)
        cells.flush()
    measure_stream(measure, side, partial(stream, name, lexicon, threads=1, qu=True), "kernel, from .npy")


@pytest.mark.parametrize("path", ["avx2", "portable"])
@sides([side for side in STREAMED if side <= 4000], (1200,))
def test_stream_by_vector_path(measure, side, path):
    board, lexicon = streamed(side)

    def work():  # kernels ask for the path when they are made
        with patch.dict(os.environ, {VARIABLE: path}):
            return stream(board, lexicon, threads=1)

    measure_stream(measure, side, work, f"kernel, {path}")
