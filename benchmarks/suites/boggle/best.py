"""The neighbours of a board (a letter changed, two cells swapped), and the search for the best board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.topology import neighbours
from reference.walk import boggle_bound as plain_tree
from reference.walk.boggle_neighbours import neighbour_scores as plain_scores
from unriddle.lexicon import Lexicon
from unriddle.puzzles.boggle.best_board.best import best
from unriddle.puzzles.boggle.best_board.neighbours import score_neighbours
from unriddle.puzzles.boggle.many import score_many
from unriddle.puzzles.boggle.proof.prove import prove
from unriddle.puzzles.boggle.proof.upper_bound import upper_bound
from unriddle.puzzles.boggle.puzzle import Boggle
from unriddle.puzzles.boggle.scoring import Scoring

from ...case import Case, visited
from .words import dice_codes, english, word_set

__all__ = ["cases", "kernel_of", "neighbours_of"]

SMALL = "teas"
"""The board of the twin, which scores each of its neighbours by itself."""


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for name, kind in {"dice": "1987", "uniform letters": "uniform"}.items():
        made += neighbours_of(f"boggle neighbours 4x4 {name}", partial(_dice, kind), 16)
    made += [_small_kernel(), _small_twin()]
    made += [_bound(), _bound_twin()]
    return [*made, _best("2x2" if quick else "3x3"), _prove()]


def _dice(kind: str) -> tuple[str, Lexicon]:
    return (dice_codes(1, kind, seed=3)[0] + ord("a")).tobytes().decode(), english()


def neighbours_of(group: str, make: Callable[[], tuple[str, Lexicon]], cells: int, **more: Any) -> list[Case]:
    """Return the cases that score all neighbours of a square board: in one walk, and each by itself.

    Parameters
    ----------
    group : str
        Name of the group.
    make : callable
        Returns the letters of the board, where q is Qu, and the lexicon.
    cells : int
        Cells of the board.
    **more
        What else both cases have.
    """
    lower = np.tril_indices(cells, -1)
    size = 26 * cells

    def together() -> Callable[[], Any]:
        text, lexicon = make()
        board = Boggle.parse(text, qu=True)
        return lambda: score_neighbours(board, lexicon, qu=True)

    def one_by_one() -> Callable[[], NDArray[np.int32]]:
        text, lexicon = make()
        codes = np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(ord("a"))
        boards = np.repeat(codes[None], size + len(lower[0]), axis=0)
        letters, swaps = np.arange(size), size + np.arange(len(lower[0]))
        boards[letters, letters // 26] = letters % 26
        boards[swaps, lower[0]], boards[swaps, lower[1]] = codes[lower[1]], codes[lower[0]]
        return lambda: score_many(boards, lexicon, qu=True, shape=isqrt(cells), threads=1)

    common: dict[str, Any] = {"suite": "boggle_best", "group": group, "item": "neighbour"} | more
    common["items"] = size + len(lower[0])
    return [
        Case(
            name="kernel",
            role="kernel",
            prepare=together,
            answer=lambda found: [*found.letters.ravel().tolist(), *found.swaps[lower].tolist()],
            **common,
        ),
        Case(
            name="each by itself",
            role="textbook",
            prepare=one_by_one,
            answer=lambda scores: scores.tolist(),
            **common,
        ),
    ]


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
        return lambda: upper_bound(CLASS, lexicon)

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
        values = {word: Scoring().points("x" * len(word)) for word in words}
        return lambda: plain_tree.bound(plain_tree.terms(neighbours(2, 2), cells, values, range(4)))

    return Case(
        suite="boggle_best",
        group="boggle bound of a class",
        name="twin",
        role="twin",
        item="class",
        prepare=prepare,
        answer=lambda points: [points],
    )


def kernel_of(group: str, prepare: Callable[[], Callable[[], Any]], **more: Any) -> Case:
    """Return the only case of a group of searches for the best board, or of proofs."""
    return Case(
        **{"suite": "boggle_best", "group": group, "name": "kernel", "role": "kernel", "item": "board"}
        | {"prepare": prepare}
        | more
    )


def _best(shape: str) -> Case:
    def prepare() -> Callable[[], Any]:
        lexicon = english()
        return lambda: best(shape, lexicon, seed=1, pool=10, threads=1)

    return kernel_of(
        f"boggle best {shape}",
        prepare,
        answer=lambda found: [found.score],
        nodes=lambda found: found.stats.generated,
        params={"shape": shape, "pool": 10},
    )


def _prove() -> Case:
    def prepare() -> Callable[[], Any]:
        lexicon = english()
        return lambda: prove("2x2", 15, lexicon)

    return kernel_of(
        "boggle prove 2x2",
        prepare,
        item="shape",
        answer=lambda found: [len(found.boards)],
        nodes=visited,
        check=lambda found: "classes of boards are left" if found.remaining else "",
        params={"shape": "2x2", "least": 15},
    )
