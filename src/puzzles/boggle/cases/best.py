"""The neighbours of a board (a letter changed, two cells swapped), and the search for the best board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.reference.topology import neighbours
from ....core.walk.reference import board_bound as plain_bound
from ....core.walk.reference.neighbour_scores import neighbour_scores as plain_scores
from ...common.cases import Case
from ..best_boards import best
from ..many import score_many
from ..neighbours import score_neighbours
from ..proofs import bound
from ..puzzle import Boggle
from ..scoring import Scoring
from .words import dice_codes, english, word_set

__all__ = ["cases"]

SMALL = "teas"
"""The board of the twin, which scores each of its neighbours by itself."""


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for name, kind in {"dice": "1987", "uniform letters": "uniform"}.items():
        made += [_neighbours(name, kind), _one_by_one(name, kind)]
    made += [_small_kernel(), _small_twin()]
    made += [_bound(), _bound_twin()]
    return [*made, _best("2x2" if quick else "3x3")]


def _board(kind: str) -> Boggle:
    return Boggle.parse((dice_codes(1, kind, seed=3)[0] + ord("a")).tobytes().decode(), qu=True)


def _neighbours(name: str, kind: str) -> Case:
    def prepare() -> Callable[[], Any]:
        board, lexicon = _board(kind), english()
        return lambda: score_neighbours(board, lexicon, qu=True)

    return Case(
        suite="boggle_best",
        group=f"boggle neighbours 4x4 {name}",
        name="kernel",
        role="kernel",
        item="neighbour",
        items=16 * 26 + 120,
        prepare=prepare,
        answer=lambda found: [
            *found.letters.ravel().tolist(),
            *found.swaps[np.tril_indices(16, -1)].tolist(),
        ],
    )


def _one_by_one(name: str, kind: str) -> Case:
    def prepare() -> Callable[[], NDArray[np.int32]]:
        codes, lexicon = dice_codes(1, kind, seed=3)[0], english()
        boards = np.repeat(codes[None], 16 * 26 + 120, axis=0)
        rows = np.arange(16 * 26)
        boards[rows, rows // 26] = rows % 26
        a, b = np.tril_indices(16, -1)
        boards[16 * 26 + np.arange(120), a] = codes[b]
        boards[16 * 26 + np.arange(120), b] = codes[a]
        return lambda: score_many(boards, lexicon, qu=True, threads=1)

    return Case(
        suite="boggle_best",
        group=f"boggle neighbours 4x4 {name}",
        name="each by itself",
        role="textbook",
        item="neighbour",
        items=16 * 26 + 120,
        prepare=prepare,
        answer=lambda scores: scores.tolist(),
    )


def _small_kernel() -> Case:
    def prepare() -> Callable[[], Any]:
        board, lexicon = Boggle.parse(SMALL), english()
        return lambda: score_neighbours(board, lexicon)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda found: [*found.letters.ravel().tolist(), *found.swaps.ravel().tolist()],
        **_small(),
    )


def _small_twin() -> Case:
    def prepare() -> Callable[[], Any]:
        words: Any = {tuple(ord(letter) - 97 for letter in word) for word in word_set() if len(word) <= 4}
        points = [Scoring().points("x" * length) for length in range(5)]
        table, board = neighbours(2, 2), [ord(letter) - 97 for letter in SMALL]
        return lambda: plain_scores(table, board, words, points, 26)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [score for table in found for row in table for score in row],
        **_small(),
    )


def _small() -> dict[str, Any]:
    return {
        "suite": "boggle_best",
        "group": "boggle neighbours 2x2",
        "item": "neighbour",
        "items": 4 * 26 + 4 * 4,
    }


CLASS = "aei rst/dlm st"
"""A class of boards: the letters that each cell may have."""


def _bound() -> Case:
    def prepare() -> Callable[[], int]:
        lexicon = english()
        return lambda: bound(CLASS, lexicon)

    return Case(
        suite="boggle_best",
        group="boggle bound of a class",
        name="kernel",
        role="kernel",
        item="class",
        prepare=prepare,
        answer=lambda points: [points],
    )


def _bound_twin() -> Case:
    def prepare() -> Callable[[], int]:
        cells: Any = [set(text) for text in CLASS.replace("/", " ").split()]
        have = set().union(*cells)
        words: Any = {tuple(word) for word in word_set() if len(word) <= 4 and set(word) <= have}
        points = [Scoring().points("x" * length) for length in range(5)]
        return lambda: plain_bound.bound(plain_bound.terms(neighbours(2, 2), cells, words, points, range(4)))

    return Case(
        suite="boggle_best",
        group="boggle bound of a class",
        name="twin",
        role="twin",
        item="class",
        prepare=prepare,
        answer=lambda points: [points],
    )


def _best(shape: str) -> Case:
    def prepare() -> Callable[[], Any]:
        lexicon = english()
        return lambda: best(shape, lexicon, seed=1, pool=10, threads=1)

    return Case(
        suite="boggle_best",
        group=f"boggle best {shape}",
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda found: [found.score],
        nodes=lambda found: found.stats.generated,
        params={"shape": shape, "pool": 10},
    )
