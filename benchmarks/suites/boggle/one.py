"""One Boggle board by its size: the kernel, the twin, and the usual depth-first search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference.topology import neighbours
from reference.walk.walk import walk
from unriddle.puzzles.boggle.puzzle import Boggle
from unriddle.puzzles.boggle.result import BoggleResult

from ...case import Case
from .textbook import prefix_set
from .words import board_of, english, prefixes, spellable, tiles_of, word_set

__all__ = ["cases"]

DICE = {"dice": "1987", "uniform letters": "uniform"}


def cases(quick: bool) -> list[Case]:
    """Return the cases: boards of dice and of uniform letters."""
    made = []
    for name, dice in DICE.items():
        for side in (2, 4) if quick else (2, 3, 4, 5, 6, 8, 12, 16, 24, 32):
            made.append(_kernel(name, dice, side))
            if side <= (4 if quick else 16):
                made.append(_textbook(name, dice, side))
            if side <= (2 if quick else 5):
                made.append(_twin(name, dice, side))
            if side == 4:
                made.append(_pyggle(name, dice, side))
    return [*made, *_by_lexicon(quick)]


def _common(name: str, side: int) -> dict[str, Any]:
    return {
        "suite": "boggle",
        "group": f"boggle {side}x{side} {name}",
        "item": "board",
        "params": {"rows": side, "cols": side, "letters": name},
        "series": f"boggle: one board of {name}",
        "x": side * side,
        "x_name": "cells",
    }


def _kernel(name: str, dice: str, side: int) -> Case:
    def prepare() -> Callable[[], BoggleResult]:
        board, lexicon = board_of(side, dice), english()
        return lambda: board.solve(lexicon)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.words],
        nodes=lambda result: result.stats.nodes,
        facts=lambda result: {"words": result.count, "moves": result.moves},
        **_common(name, side),
    )


def _textbook(name: str, dice: str, side: int) -> Case:
    def prepare() -> Callable[[], tuple[set[str], int]]:
        tiles, words, begun = tiles_of(board_of(side, dice)), word_set(), prefixes()
        return lambda: prefix_set(side, tiles, words, begun)

    return Case(
        name="prefix set",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [sorted(found[0])],
        facts=lambda found: {"words": len(found[0]), "moves": found[1]},
        **_common(name, side),
    )


def _twin(name: str, dice: str, side: int) -> Case:
    """Return the twin, which is given only the words that the board has letters for."""

    def prepare() -> Callable[[], tuple[set[Any], int, int]]:
        board: Boggle = board_of(side, dice)
        table = neighbours(side, side)
        tiles: Any = [[tuple(tile)] for tile in tiles_of(board)]
        words: Any = spellable(board)
        return lambda: walk(table, tiles, words)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [sorted("".join(word) for word in found[0])],
        nodes=lambda found: found[1],
        facts=lambda found: {"words": len(found[0]), "moves": found[2]},
        **_common(name, side),
    )


def _pyggle(name: str, dice: str, side: int) -> Case:
    """Return the package pyggle: a trie of objects, made before; it knows no tile of two letters."""

    def prepare() -> Callable[[], Any]:
        from pyggle import Boggle as Peer

        tiles = tiles_of(board_of(side, dice))
        assert all(len(tile) == 1 for tile in tiles)
        solve: Callable[[], Any] = Peer(
            [tiles[row * side : (row + 1) * side] for row in range(side)], sorted(word_set())
        ).solve
        return solve

    return Case(
        name="pyggle",
        role="peer",
        peer="pyggle",
        prepare=prepare,
        answer=lambda found: [sorted(found)],
        **_common(name, side),
    )


def _by_lexicon(quick: bool) -> list[Case]:
    """Return one board with word lists of rising size."""

    def case(level: int) -> Case:
        def prepare() -> Callable[[], list[BoggleResult]]:
            boards = [board_of(4, seed=seed) for seed in range(100)]
            lexicon = english(level)
            return lambda: [board.solve(lexicon) for board in boards]

        return Case(
            suite="boggle",
            group=f"boggle 4x4 with words to level {level}",
            name="kernel",
            role="kernel",
            item="board",
            items=100,
            prepare=prepare,
            answer=lambda results: [result.words for result in results],
            nodes=lambda results: sum(result.stats.nodes for result in results),
            facts=lambda results: {"words": len(results[0].lexicon)},
            params={"level": level},
            series="boggle: 4x4 by the size of the trie",
            x=lambda results: results[0].lexicon.trie.n_nodes,
            x_name="trie nodes",
        )

    return [case(level) for level in ((10, 80) if quick else (10, 20, 35, 50, 60, 70, 80))]
