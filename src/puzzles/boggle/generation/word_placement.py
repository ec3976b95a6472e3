"""Place words on random paths of a board that dice can show; paths may share tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ....base import PuzzleError
from ..dice.dice import Dice
from ..dice.matching import Matching, can_show

STEPS = 4000
"""Cells that are tried for the words of one board, before new random numbers are drawn."""
MOST_SPELLINGS = 64


def spellings(word: str, names: Sequence[str]) -> list[tuple[int, ...]]:
    """Return how tiles spell a word, as tile numbers, the shortest first, at most 64 ways."""
    at: list[list[tuple[int, ...]]] = [[()], *([] for _ in word)]
    for start in range(len(word)):
        for number, name in enumerate(names):
            if name and at[start] and word.startswith(name, start):
                found = at[start + len(name)]
                found += [(*ways, number) for ways in at[start]][: MOST_SPELLINGS - len(found)]
    return sorted(at[-1], key=len)


def spellings_on(
    word: str, names: Sequence[str], cells: int, dice: Dice | None, unspelt: str
) -> list[tuple[int, ...]]:
    """Return the spellings that fit on a board, and that dice show if each is used once."""
    ways = spellings(word, names)
    if not ways:
        raise PuzzleError(f"{unspelt} {word!r:.40}")
    short = [way for way in ways if len(way) <= cells]
    if not short:
        raise PuzzleError(f"{word!r:.40} needs more tiles than the board has cells: {cells}")
    shown = [way for way in short if dice is None or can_show(dice, way)]
    if not shown:
        raise PuzzleError(f"dice {dice!s:.40} cannot show {word!r:.40} using each die once")
    return shown


class Placer:
    """Place words on boards at random."""

    def __init__(
        self, near: Sequence[Sequence[int]], dice: Dice, words: Sequence[Sequence[tuple[int, ...]]]
    ) -> None:
        self.near, self.dice, self.words = near, dice, words
        self.each_once = dice.each_once(len(near))

    def place(self, rng: np.random.Generator) -> tuple[list[int], list[int]] | None:
        """Return a tile for each cell, -1 where it is free, and the dice of the free cells.

        None where the words did not fit in a bounded number of steps. The dice of free cells are empty where
        cells are rolled one by one.
        """
        run = _Run(self, rng)
        for k in rng.permutation(len(self.words)).tolist():
            ways = self.words[k]
            if not run.put(ways[int(rng.integers(len(ways)))]):
                return None
        if run.matching is None:
            return run.tiles, []
        shown = set(run.matching.die_of.values())
        return run.tiles, [die for die in range(len(self.near)) if die not in shown]


class _Run:
    """Fill one board with words."""

    def __init__(self, placer: Placer, rng: np.random.Generator) -> None:
        n = len(placer.near)
        self.placer, self.tiles, self.steps = placer, [-1] * n, 0
        self.rng = rng
        self.matching: Matching | None = None
        if placer.each_once:
            self.matching = Matching(placer.dice, rng.permutation(n).tolist())

    def put(self, word: tuple[int, ...]) -> bool:
        """Put one word on the board, by a depth-first search in a random order."""
        ranks = self.rng.random(len(self.tiles)).tolist()
        path: list[int] = []
        mine: list[bool] = []
        ways = [self._candidates(range(len(self.tiles)), ranks, path, word[0])]
        while ways:
            cell = next(ways[-1], None)
            if cell is None or self.steps >= STEPS:
                ways.pop()
                if path:
                    last = path.pop()
                    if mine.pop():
                        self._free(last)
                if self.steps >= STEPS and not ways:
                    return False
                continue
            self.steps += 1
            fresh = self.tiles[cell] < 0
            if fresh and not self._show(cell, word[len(path)]):
                continue
            path.append(cell)
            mine.append(fresh)
            if len(path) == len(word):
                return True
            ways.append(self._candidates(self.placer.near[cell], ranks, path, word[len(path)]))
        return False

    def _candidates(
        self, cells: Sequence[int], ranks: list[float], path: list[int], tile: int
    ) -> Iterator[int]:
        """Return the cells that can show a tile: free, or showing it already."""
        open_cells = [cell for cell in cells if self.tiles[cell] in (-1, tile) and cell not in path]
        return iter(sorted(open_cells, key=ranks.__getitem__))

    def _show(self, cell: int, tile: int) -> bool:
        if self.matching is not None and not self.matching.add(cell, tile):
            return False
        self.tiles[cell] = tile
        return True

    def _free(self, cell: int) -> None:
        if self.matching is not None:
            self.matching.remove(cell)
        self.tiles[cell] = -1
