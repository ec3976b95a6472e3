"""Twin of `unriddle.core.walk.boggle_seeds`: from each centre, the words of its seeds, end by end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ..topology import neighbours

__all__ = ["MOST_ARM", "MOST_LETTERS", "MOST_REACH", "NO_WORD", "SeedTables", "SeedWalk"]

MOST_ARM = 4
MOST_LETTERS = 31
MOST_REACH = 254
NO_WORD = -1
END, BEGINNING = 0, 1


class SeedTables:
    """What searches share: seeds, arms and the tree of intervals of words."""

    def __init__(
        self,
        seeds: Sequence[Sequence[int]],
        arms: Sequence[Sequence[int]],
        sides: Sequence[Sequence[Sequence[int]]],
        words: Sequence[int],
        n_words: int,
        reach: int,
    ) -> None:
        self.seeds = [tuple(map(int, seed)) for seed in seeds]
        self.arms = [tuple(map(int, arm)) for arm in arms]
        self.sides = [[tuple(map(int, side)) for side in pair] for pair in sides]
        self.words = [int(word) for word in words]
        self.n_words, self.reach = n_words, reach

    def child(self, node: int, side: int, letter: int) -> int | None:
        """Return the node that a letter at one side leads to.

        Examples
        --------
        >>> sides = [[(0b101, 0, 1), (0, 0, 0)], [(0, 0, 0)] * 2, [(0, 0, 0)] * 2]
        >>> tables = SeedTables([(0, -1, -1, 0)], [], sides, [-1, 0, 1], 2, 1)
        >>> tables.child(0, END, 2), tables.child(0, END, 1), tables.child(0, BEGINNING, 2)
        (2, None, None)
        """
        letters, _, first = self.sides[node][side]
        if not letters >> letter & 1:
            return None
        return first + (letters & ((1 << letter) - 1)).bit_count()


class SeedWalk:
    """A search of a window of a board by the cells of centres; `run` searches one of them.

    Examples
    --------
    The word 0, 1 of a seed of one letter, 1, that grows at its beginning:

    >>> tables = SeedTables([(1, -1, -1, 0)], [], [[(0, 0, 0), (1, 0, 1)], [(0, 0, 0)] * 2], [-1, 0], 1, 1)
    >>> search = SeedWalk(tables, [[0, 1, 1]])
    >>> search.continue_at(0, 1, 0, 3)
    >>> while search.run(1):
    ...     pass
    >>> search.found(), search.news(0)
    ([True], ([0], [1]))
    """

    def __init__(
        self,
        tables: SeedTables,
        window: Sequence[Sequence[int]],
        topology: int = 0,
        tile_rows: int = 256,
        tile_cols: int = 512,
        capacity: int = 1 << 16,
    ) -> None:
        self.tables, self.cols = tables, len(window[0])
        self.look_at(window)
        self.neighbours = neighbours(len(window), self.cols, topology, False)
        self.tile_rows = tile_rows
        self.tile_cols = min(tile_cols, 584 - 2 * max(tables.reach + 1, 36 + MOST_ARM + 1))
        self.ends: dict[int, int] = {}
        self.centres: Iterator[int] = iter(())

    @property
    def n_found(self) -> int:
        """Words found so far."""
        return len(self.ends)

    def look_at(self, window: Sequence[Sequence[int]]) -> None:
        """Go on to another window of the same shape."""
        self.window = [int(code) for row in window for code in row]

    def continue_at(self, first_row: int, end_row: int, first_col: int, end_col: int) -> None:
        """Go on with the centres of some rows and columns, tile by tile."""
        rows, cols = range(first_row, end_row, self.tile_rows), range(first_col, end_col, self.tile_cols)
        self.centres = iter(
            [
                r * self.cols + c
                for row, col in product(rows, cols)
                for r in range(row, min(row + self.tile_rows, end_row))
                for c in range(col, min(col + self.tile_cols, end_col))
            ]
        )

    def run(self, budget: int) -> bool:
        """Search the words of one centre; return whether any may remain."""
        centre = next(self.centres, None)
        if centre is None:
            return False
        for letter, *arms, root in self.tables.seeds:
            if self.window[centre] == letter and all(self.has_arm(centre, arm) for arm in arms):
                self.grow(root, [centre])
        return True

    def has_arm(self, cell: int, arm: int) -> bool:
        """Return whether the letters of an arm lead to a cell."""
        if arm < 0:
            return True
        before, letter = self.tables.arms[arm]
        return any(
            self.window[other] == letter and self.has_arm(other, before) for other in self.neighbours[cell]
        )

    def grow(self, node: int, path: list[int]) -> None:
        """Take a path from beginning to end, and grow it on both sides."""
        if (word := self.tables.words[node]) != NO_WORD:
            self.ends.setdefault(word, path[-1])
        for side in (END, BEGINNING):
            for cell in self.neighbours[path[-1] if side == END else path[0]]:
                letter = self.window[cell]
                if cell in path or letter >= MOST_LETTERS:
                    continue
                child = self.tables.child(node, side, letter)
                if child is not None:
                    self.grow(child, [*path, cell] if side == END else [cell, *path])

    def strike(self, other: SeedWalk, first: int, end: int) -> None:
        """Do nothing: what was found is looked for again here."""

    def found(self) -> list[bool]:
        """Return the marks of the words found so far."""
        return [word in self.ends for word in range(self.tables.n_words)]

    def news(self, first: int) -> tuple[list[int], list[int]]:
        """Return the words found after the first N, and the cells where they end."""
        words = list(self.ends)[first:]
        return words, [self.ends[word] for word in words]
