"""How moves, words and time grow from 2x2 to 6x6, with pruning and without, over several boards a size.

A move is a path that is walked. With pruning, a path goes on only while its letters begin a word; without,
every path is walked and every string looked up. Beyond 4x4 nobody walks all paths: they are counted, so that
what no pruning would cost is known. The number of words of each board of a size is in ``facts``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from unriddle.puzzles.boggle.many import BoggleMany
from unriddle.puzzles.boggle.puzzle import solve_many
from unriddle.puzzles.boggle.result import BoggleResult
from unriddle.puzzles.boggle.solver import walk_exhaustively

from ...case import Case
from ...textbook import every_path
from .textbook import prefix_set
from .words import board_of, english, prefixes, tiles_of, word_set

__all__ = ["cases"]

SEEDS = 12


def cases(quick: bool) -> list[Case]:
    """Return the cases of each side."""
    made = []
    for side in (2, 3, 4) if quick else (2, 3, 4, 5, 6):
        made.append(_pruned(side, 3 if quick else SEEDS))
        made.append(_batch(side, 3 if quick else SEEDS))
        made.append(_textbook_pruned(side, 3 if quick else SEEDS))
        if side <= 3 or (side == 4 and not quick):
            made.append(_every_path(side, 1 if side == 4 else 3))
        if side <= (2 if quick else 3):
            made.append(_textbook_every_path(side, 3))
    return made


def _common(side: int, pruning: bool) -> dict[str, Any]:
    return {
        "suite": "growth",
        "group": f"boggle growth {side}x{side}",
        "item": "board",
        "params": {"rows": side, "cols": side, "pruning": pruning},
        "series": f"boggle growth: {'with' if pruning else 'without'} pruning",
        "x": side,
        "x_name": "side",
    }


def _pruned(side: int, seeds: int) -> Case:
    def prepare() -> Callable[[], list[BoggleResult]]:
        boards, lexicon = [board_of(side, seed=seed) for seed in range(seeds)], english()
        return lambda: [board.solve(lexicon) for board in boards]

    return Case(
        name="kernel, pruned",
        role="kernel",
        items=seeds,
        prepare=prepare,
        answer=lambda results: [result.count for result in results],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        facts=lambda results: {
            "words": [result.count for result in results],
            "moves": [result.moves for result in results],
            "score": [result.score for result in results],
            "seeds": list(range(seeds)),
        },
        **_common(side, True),
    )


def _batch(side: int, seeds: int) -> Case:
    """Return all boards in one call: what the walk itself takes, without a result object a board."""

    def prepare() -> Callable[[], BoggleMany]:
        boards = [board_of(side, seed=seed).format() for seed in range(seeds)]
        codes = np.array([_codes(board) for board in boards], dtype=np.uint8)
        lexicon = english()
        return lambda: solve_many(codes, lexicon, qu=True, shape=side, threads=1)

    common = _common(side, True) | {"series": "boggle growth: with pruning, in one call"}
    return Case(
        name="kernel, pruned, in one call",
        role="kernel",
        items=seeds,
        prepare=prepare,
        answer=lambda batch: np.diff(batch.offsets).tolist(),
        facts=lambda batch: {"words": np.diff(batch.offsets).tolist(), "seeds": list(range(seeds))},
        **common,
    )


def _codes(board: str) -> list[int]:
    return [ord(tile[0].lower()) - ord("a") for tile in board.split()]


def _listed(found: list[tuple[set[str], int]]) -> dict[str, list[int]]:
    """Return words and moves of each board."""
    return {
        "words": [len(words) for words, _ in found],
        "moves": [moves for _, moves in found],
        "seeds": list(range(len(found))),
    }


def _textbook_pruned(side: int, seeds: int) -> Case:
    def prepare() -> Callable[[], list[tuple[set[str], int]]]:
        boards = [tiles_of(board_of(side, seed=seed)) for seed in range(seeds)]
        words, begun = word_set(), prefixes()
        return lambda: [prefix_set(side, tiles, words, begun) for tiles in boards]

    return Case(
        name="prefix set, pruned",
        role="textbook",
        items=seeds,
        prepare=prepare,
        answer=lambda found: [len(words) for words, _ in found],
        facts=_listed,
        **_common(side, True),
    )


def _every_path(side: int, seeds: int) -> Case:
    def prepare() -> Callable[[], list[dict[str, Any]]]:
        boards, lexicon = [board_of(side, seed=seed) for seed in range(seeds)], english()
        return lambda: [walk_exhaustively(board.board, board.board_rules, lexicon) for board in boards]

    return Case(
        name="kernel, every path",
        role="kernel",
        items=seeds,
        prepare=prepare,
        answer=lambda found: [entry["words"] for entry in found],
        nodes=lambda found: sum(entry["moves"] for entry in found),
        facts=lambda found: {
            "words": [entry["words"] for entry in found],
            "moves": [entry["moves"] for entry in found],
            "seeds": list(range(seeds)),
        },
        **_common(side, False),
    )


def _textbook_every_path(side: int, seeds: int) -> Case:
    def prepare() -> Callable[[], list[tuple[set[str], int]]]:
        boards = [tiles_of(board_of(side, seed=seed)) for seed in range(seeds)]
        words = word_set()
        return lambda: [every_path(side, tiles, words) for tiles in boards]

    return Case(
        name="look-up, every path",
        role="textbook",
        items=seeds,
        prepare=prepare,
        answer=lambda found: [len(words) for words, _ in found],
        facts=_listed,
        **_common(side, False),
    )
