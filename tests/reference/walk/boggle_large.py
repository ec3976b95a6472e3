"""Twin of `unriddle.core.walk.boggle_large`: the words of a board row by row, by `walk`."""

from __future__ import annotations

from collections.abc import Sequence

from ..topology import neighbours
from ..trie import Trie
from .boggle_word_paths import word_paths
from .walk import walk

__all__ = ["MAX_CELLS", "SMALLEST_TORUS", "LargeTables", "LargeWalk", "padded_letters"]

MAX_CELLS = (1 << 31) - (1 << 20)
SMALLEST_TORUS = 16
LETTERS = 32


def padded_letters(
    board: Sequence[Sequence[int]], wrap: bool, codes: Sequence[int] | None = None
) -> list[int]:
    """Return a board with a border, each letter as one bit, and eight places more.

    Examples
    --------
    >>> padded_letters([[0, 1]], False)[:12]
    [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0]
    """
    rows, cols, border = len(board), len(board[0]), 8 if wrap else 1

    def bit(row: int, col: int) -> int:
        if not wrap and not (0 <= row < rows and 0 <= col < cols):
            return 0
        code = int(board[row % rows][col % cols])
        if codes is not None:
            code = int(codes[code]) if code < len(codes) else LETTERS
        return 1 << code if code < LETTERS else 0

    across = range(-border, cols + border)
    return [bit(row, col) for row in range(-border, rows + border) for col in across] + [0] * 8


class LargeTables:
    """What every board needs of a trie: here nothing else."""

    def __init__(self, trie: Trie) -> None:
        self.trie = trie


class LargeWalk:
    """A search for the words of a board that start in some of its rows; `run` searches one row.

    Examples
    --------
    >>> tables = LargeTables(Trie([(0, 1), (1, 0), (1, 1)]))
    >>> search = LargeWalk(tables, padded_letters([[0, 1]], False), 1, 2)
    >>> search.run(1), search.found_places(), search.last_cells([0, 1])
    (False, [0, 1], [1, 0])
    """

    def __init__(  # noqa: PLR0913 (the arguments of the kernel)
        self,
        tables: LargeTables,
        letters: Sequence[int],
        rows: int,
        cols: int,
        topology: int = 0,
        wrap: bool = False,
        first_row: int = 0,
        end_row: int = -1,
        capacity: int = 1 << 16,
        exact: bool = False,
    ) -> None:
        border = 8 if wrap else 1
        stride = cols + 2 * border
        bits = [int(letters[(r + border) * stride + border + c]) for r in range(rows) for c in range(cols)]
        self.tables, self.cols = tables, cols
        self.tiles = [[(bit.bit_length() - 1,)] if bit else [] for bit in bits]
        self.neighbours = neighbours(rows, cols, topology, wrap)
        self.done_rows, self.end_row = first_row, rows if end_row < 0 else end_row
        self.log: list[int] = []  # places of the words in the order of finding
        self.struck: set[int] = set()

    @property
    def n_found(self) -> int:
        """Words found so far."""
        return len(self.log)

    def run(self, budget: int) -> bool:
        """Search the next row; return whether any remain."""
        if self.done_rows < self.end_row:
            starts = range(self.done_rows * self.cols, (self.done_rows + 1) * self.cols)
            words = self.tables.trie.words
            found = walk(self.neighbours, self.tiles, words, starts)[0]
            known = {*self.log, *self.struck}
            self.log += [place for place, word in enumerate(words) if word in found and place not in known]
            self.done_rows += 1
        return self.done_rows < self.end_row

    def continue_rows(self, first_row: int, end_row: int) -> None:
        """Go on with the paths that start in other rows."""
        self.done_rows, self.end_row = first_row, end_row

    def strike(self, other: LargeWalk, first: int, end: int) -> None:
        """Stop looking for words that another search found: its first-th to end-th."""
        self.struck.update(other.log[first:end])

    def words(
        self, lengths: Sequence[int], numbers: Sequence[int], min_length: int
    ) -> tuple[list[int], list[int]]:
        """Return the numbers of the words found so far that are long enough, rising, and their last cells."""
        places = sorted(filter(lambda place: lengths[place] >= min_length, self.log), key=numbers.__getitem__)
        return [numbers[place] for place in places], self.last_cells(places)

    def news(self, first: int) -> tuple[list[int], list[int]]:
        """Return the words found after the first N, by their places, and the cells where they end."""
        return self.log[first:], self.last_cells(self.log[first:])

    def found(self) -> list[bool]:
        """Return for each place of the trie whether its word was found."""
        return [place in self.log for place in range(self.tables.trie.n_words)]

    def found_places(self) -> list[int]:
        """Return the places of the words found so far, rising."""
        return sorted(self.log)

    def last_cells(self, places: Sequence[int]) -> list[int]:
        """Return the last cell of a path of the word at each place, 0 where none was found."""
        words = self.tables.trie.words
        return [
            next(word_paths(self.neighbours, self.tiles, words[place]))[-1] if place in self.log else 0
            for place in places
        ]
