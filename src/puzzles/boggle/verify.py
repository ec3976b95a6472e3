"""Says whether words are on a board, in plain Python: shares no code with the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .text import WILDCARD, LetterBoard

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["Verifier"]


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
        self._beside: dict[int, list[int]] = {}
        for cell, tile in enumerate(self.tiles):
            if tile:
                self.starts.setdefault(tile[0], []).append(cell)

    def beside(self, cell: int) -> list[int]:
        """Return the neighbours of a cell, in rising order."""
        if cell not in self._beside:
            self._beside[cell] = self._neighbours(cell)
        return self._beside[cell]

    def _neighbours(self, cell: int) -> list[int]:
        found = set()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if self.topology == "rook" and down and right:
                    continue
                if self.topology == "hex" and down == right:
                    continue
                row, col = cell // self.cols + down, cell % self.cols + right
                if self.wrap:
                    row, col = row % self.rows, col % self.cols
                if 0 <= row < self.rows and 0 <= col < self.cols:
                    found.add(row * self.cols + col)
        return sorted(found - {cell})

    def spells(self, cell: int, letters: str, position: int) -> bool:
        """Say whether a cell goes on with `letters` from a position."""
        tile = self.tiles[cell]
        if tile == WILDCARD:
            return position < len(letters)
        return bool(tile) and letters.startswith(tile, position)

    def path(self, letters: str) -> tuple[int, ...] | None:
        """Return the first path in rising order of its cells, None where there is none."""
        if not letters:
            return None
        starts = self.starts.get(letters[0], [])
        if WILDCARD in self.starts:
            starts = sorted(starts + self.starts[WILDCARD])
        for start in starts:
            if self.spells(start, letters, 0):
                found = self._from(start, letters)
                if found is not None:
                    return found
        return None

    def _from(self, start: int, letters: str) -> tuple[int, ...] | None:
        path: list[int] = [start]
        ways: list[Iterator[int]] = [iter(self.beside(start))]
        position = len(self.tiles[start])
        while path:
            if position == len(letters):
                return tuple(path)
            for cell in ways[-1]:
                if cell not in path and self.spells(cell, letters, position):
                    path.append(cell)
                    ways.append(iter(self.beside(cell)))
                    position += len(self.tiles[cell])
                    break
            else:
                ways.pop()
                position -= len(self.tiles[path.pop()])
        return None
