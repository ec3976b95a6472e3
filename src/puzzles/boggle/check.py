"""Says whether words are on a board, in plain Python: shares no code with the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...io.text import printable
from ..framework.check import Undecided
from .parse import WILDCARD, LetterBoard

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["Verifier"]

FEW = 2000
"""Steps after which it is looked at first which cells can be on a walk that spells the word."""
STEPS, A_WORD = 400_000, 10_000
"""Steps beyond which words are not decided: of all together, and of each (on large boards one a cell)."""
DEPTH = 64
"""Letters of a word, times all cells, that are looked at for walks."""


class Verifier:
    """Finds words on a board by trying every path that spells their beginning.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> board = Boggle.parse("tea/ars")
    >>> Verifier(board.board, board.board_rules).path("rate")
    (4, 3, 0, 1)
    """

    def __init__(self, board: LetterBoard, rules: Rules) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.topology, self.wrap = rules.topology, rules.wrap
        self.tiles = [board.names[number] for number in board.tiles.ravel().tolist()]
        self.starts: dict[str, list[int]] = {}
        """Cells by the first letter of their tiles, in rising order."""
        self.letters = sum(map(len, self.tiles))
        """Letters of all tiles: no word has more."""
        self.left = STEPS
        """Steps that all further words have beside their own."""
        self._beside: dict[int, list[int]] = {}
        for cell, tile in enumerate(self.tiles):
            if tile:
                self.starts.setdefault(tile[0], []).append(cell)

    def beside(self, cell: int) -> list[int]:
        """Return the neighbours of a cell, in rising order."""
        if cell not in self._beside:
            self._beside[cell] = self.neighbours(self.rows, self.cols, self.topology, self.wrap, cell)
        return self._beside[cell]

    @staticmethod
    def neighbours(rows: int, cols: int, topology: str, wrap: bool, cell: int) -> list[int]:
        """Return the neighbours of a cell of a board, in rising order; holes too."""
        found = set()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if topology == "rook" and down and right:
                    continue
                if topology == "hex" and down == right:
                    continue
                row, col = cell // cols + down, cell % cols + right
                if wrap:
                    row, col = row % rows, col % cols
                if 0 <= row < rows and 0 <= col < cols:
                    found.add(row * cols + col)
        return sorted(found - {cell})

    def spells(self, cell: int, letters: str, position: int) -> bool:
        """Say whether a cell goes on with `letters` from a position."""
        tile = self.tiles[cell]
        if tile == WILDCARD:
            return position < len(letters)
        return bool(tile) and letters.startswith(tile, position)

    def path(self, letters: str) -> tuple[int, ...] | None:
        """Return the first path in rising order of its cells, None where there is none.

        Raises
        ------
        Undecided
            The limit came first: paths through many cells alike are past counting.
        """
        if not 0 < len(letters) <= self.letters:
            return None
        starts = self.starts.get(letters[0], [])
        if WILDCARD in self.starts:
            starts = sorted(starts + self.starts[WILDCARD])
        starts = [cell for cell in starts if self.spells(cell, letters, 0)]
        found, steps = self._first(starts, letters, None, FEW)
        if steps < FEW:
            return found
        useful = self._useful(starts, letters)
        own = max(A_WORD, len(self.tiles))
        most = self.left + own
        found, steps = self._first(sorted(useful[0]), letters, useful, most)
        self.left -= max(0, steps - own)
        if steps == most:
            raise _undecided(letters, most)
        return found

    def _useful(self, starts: list[int], letters: str) -> list[set[int]]:
        """Return by position the cells on walks that spell all letters; a walk may use a cell twice."""
        there: list[set[int]] = [set() for _ in letters]
        there[0].update(starts)
        left = STEPS + DEPTH * len(self.tiles)
        for position, cells in enumerate(there):
            left -= len(cells)
            if left < 0:
                raise _undecided(letters, STEPS + DEPTH * len(self.tiles))
            for cell in cells:
                after = position + len(self.tiles[cell])
                if after < len(letters):
                    there[after].update(c for c in self.beside(cell) if self.spells(c, letters, after))
        for position in range(len(letters) - 1, -1, -1):
            for cell in list(there[position]):
                after = position + len(self.tiles[cell])
                if after < len(letters) and there[after].isdisjoint(self.beside(cell)):
                    there[position].discard(cell)
        return there

    def _first(
        self, starts: list[int], letters: str, useful: list[set[int]] | None, most: int
    ) -> tuple[tuple[int, ...] | None, int]:
        """Return the first path and the steps taken; as many as `most` where these were not enough."""
        steps = 0
        for start in starts:
            path: list[int] = [start]
            ways: list[Iterator[int]] = [iter(self.beside(start))]
            position = len(self.tiles[start])
            while path:
                if position == len(letters):
                    return tuple(path), steps
                if steps == most:
                    return None, most
                steps += 1
                for cell in ways[-1]:
                    fits = (
                        self.spells(cell, letters, position) if useful is None else cell in useful[position]
                    )
                    if fits and cell not in path:
                        path.append(cell)
                        ways.append(iter(self.beside(cell)))
                        position += len(self.tiles[cell])
                        break
                else:
                    ways.pop()
                    position -= len(self.tiles[path.pop()])
        return None, steps


def _undecided(letters: str, steps: int) -> Undecided:
    shown = printable(letters[:40])
    return Undecided(f"{shown!r} is not decided: {steps:,} steps did not tell, expected a shorter word")
