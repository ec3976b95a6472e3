"""A sheet on which words are laid so that they cross; twin of `unriddle.core.assign.crisscross`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Sheet"]


class Sheet:
    """Words on a sheet without an edge; a cell knows its letter and the directions of the words through it.

    Examples
    --------
    >>> import numpy as np
    >>> sheet = Sheet(np.array([0, 1, 2, 2, 1], np.int32), np.array([3, 5]), 9, 9)
    >>> sheet.put(0, 0, 0, False)
    >>> sheet.best(1, lambda: 0.0)
    (0, 2, True)
    """

    def __init__(self, letters: NDArray[np.int32], ends: NDArray[np.int64], rows: int, cols: int) -> None:
        starts = [0, *ends.tolist()]
        if len(starts) == 1 or starts[-1] != len(letters) or rows < 1 or cols < 1:
            raise ValueError("words that do not end with their letters, or no room")
        self._words: list[list[int]] = [letters[a:b].tolist() for a, b in pairwise(starts)]
        if not all(self._words):
            raise ValueError(f"word {self._words.index([])} has no letter")
        wrong = [letter for letter in letters.tolist() if not 0 <= letter < len(letters)]
        if wrong:
            raise ValueError(f"letter {wrong[0]}, expected 0 to {len(letters) - 1}")
        self._most = rows, cols
        self.clear()

    def clear(self) -> None:
        """Take all words away."""
        self._letters: dict[tuple[int, int], int] = {}
        self._directions: dict[tuple[int, int], set[bool]] = defaultdict(set)
        self._by_letter: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.laid: list[tuple[int, int, int, bool]] = []
        self.crossings = 0
        self.box = (0, 0, 0, 0)

    def best(self, word: int, chance: Callable[[], float]) -> tuple[int, int, bool] | None:
        """Return where a word crosses most and adds least to the box: row, column, whether down; or None."""
        best, best_value = None, 0.0
        seen = set()
        for place, letter in enumerate(self._letters_of(word)):
            for row, col in self._by_letter.get(letter, ()):
                if len(self._directions[row, col]) == 2:
                    continue
                vertical = False in self._directions[row, col]
                start = (row - place, col, True) if vertical else (row, col - place, False)
                if start in seen:
                    continue
                seen.add(start)
                found = self._fits(word, *start)
                if found is not None:
                    value = found[0] * 8.0 - found[1] + chance()
                    if best is None or value > best_value:
                        best, best_value = start, value
        return best

    def put(self, word: int, row: int, col: int, vertical: bool) -> None:
        """Lay a word; ValueError where it cannot stand, or is not the first and crosses none."""
        letters = self._letters_of(word)
        if not self.laid and (row, col) != (0, 0):
            raise ValueError(f"the first word at {row}, {col}, expected 0, 0")
        found = self._fits(word, row, col, vertical)
        if found is None or (self.laid and not found[0]):
            raise ValueError(f"no place for word {word} at {row}, {col}")
        self.crossings += found[0]
        for cell, letter in zip(self._cells(word, row, col, vertical), letters, strict=True):
            if cell not in self._letters:
                self._letters[cell] = letter
                self._by_letter[letter].append(cell)
            self._directions[cell].add(vertical)
        self.box = self._grown(word, row, col, vertical)
        self.laid.append((word, row, col, vertical))

    def _letters_of(self, word: int) -> list[int]:
        if not 0 <= word < len(self._words):
            raise ValueError(f"word {word}, expected 0 to {len(self._words) - 1}")
        return self._words[word]

    def _cells(self, word: int, row: int, col: int, vertical: bool) -> list[tuple[int, int]]:
        return [(row + k, col) if vertical else (row, col + k) for k in range(len(self._words[word]))]

    def _grown(self, word: int, row: int, col: int, vertical: bool) -> tuple[int, int, int, int]:
        top, left, bottom, right = self.box
        last_row, last_col = self._cells(word, row, col, vertical)[-1]
        return min(top, row), min(left, col), max(bottom, last_row + 1), max(right, last_col + 1)

    def _fits(self, word: int, row: int, col: int, vertical: bool) -> tuple[int, int] | None:
        """Return how often a word crosses there and what the box grows by; None where it cannot stand."""
        (height, width), (rows, cols) = _size(self.box), _size(self._grown(word, row, col, vertical))
        if rows > self._most[0] or cols > self._most[1]:
            return None
        down, right = (1, 0) if vertical else (0, 1)
        cells, held = self._cells(word, row, col, vertical), self._letters
        if (row - down, col - right) in held or (cells[-1][0] + down, cells[-1][1] + right) in held:
            return None
        crossings = 0
        for (r, c), letter in zip(cells, self._words[word], strict=True):
            if (r, c) in held:
                if held[r, c] != letter or vertical in self._directions[r, c]:
                    return None
                crossings += 1
            elif (r + right, c + down) in held or (r - right, c - down) in held:
                return None
        # A square box leaves the words to come most room near the others.
        return crossings, rows * cols - height * width + (max(rows, cols) - max(height, width)) * 2


def _size(box: tuple[int, int, int, int]) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]
