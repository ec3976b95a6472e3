"""Enormous boards: every word of a board of up to a million cells, and how threads share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unriddle.puzzles.boggle.result import BoggleResult
from unriddle.search.threads import workers_for

from ...case import Case
from .textbook import prefix_set
from .words import board_of, english, prefixes, tiles_of, word_set

__all__ = ["cases"]


def cases(quick: bool) -> list[Case]:
    """Return the cases by side, and by threads on the largest board."""
    sides = (40, 100) if quick else (64, 100, 200, 316, 500, 1000)
    made = [_kernel(side) for side in sides]
    made += [_textbook(side) for side in (sides[:1] if quick else sides[:2])]
    return made + [_threads(sides[-1], threads) for threads in range(1, min(workers_for(0), 16) + 1)]


def _common(side: int) -> dict[str, Any]:
    return {
        "suite": "boggle_large",
        "group": f"boggle {side}x{side}",
        "item": "board",
        "answer": lambda result: [result.words],
        "params": {"rows": side, "cols": side},
        "series": "boggle: enormous boards",
        "x": side * side,
        "x_name": "cells",
    }


def _kernel(side: int, threads: int = 1, **other: Any) -> Case:
    def prepare() -> Callable[[], BoggleResult]:
        board, lexicon = board_of(side), english()
        return lambda: board.solve(lexicon, threads=threads)

    common: dict[str, Any] = {"name": "kernel", "threads": threads} | _common(side) | other
    return Case(
        role="kernel",
        prepare=prepare,
        nodes=lambda result: result.stats.nodes,
        facts=lambda result: {"words": result.count, "moves": result.moves},
        **common,
    )


def _threads(side: int, threads: int) -> Case:
    return _kernel(
        side,
        threads,
        name=f"kernel, {threads} threads",
        group=f"boggle {side}x{side}, threads",
        params={"rows": side, "cols": side, "threads": threads},
        series=f"boggle: {side}x{side} by threads",
        x=threads,
        x_name="threads",
    )


def _textbook(side: int) -> Case:
    def prepare() -> Callable[[], tuple[set[str], int]]:
        tiles, words, begun = tiles_of(board_of(side)), word_set(), prefixes()
        return lambda: prefix_set(side, tiles, words, begun)

    common = _common(side) | {"answer": lambda found: [sorted(found[0])]}
    return Case(
        name="prefix set",
        role="textbook",
        prepare=prepare,
        facts=lambda found: {"words": len(found[0]), "moves": found[1]},
        **common,
    )
