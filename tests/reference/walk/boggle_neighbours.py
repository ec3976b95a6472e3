"""Twin of `unriddle.core.walk.boggle_neighbours`: each neighbour made, and scored by itself."""

from __future__ import annotations

from collections.abc import Collection, MutableSequence, Sequence

from .boggle_small import WordTable
from .walk import Letters, cells_of, walk

__all__ = ["MAX_CELLS", "NeighbourScores", "neighbour_scores"]

MAX_CELLS = 64
HOLE = 32


def neighbour_scores(
    neighbours: Sequence[Sequence[int]],
    board: Sequence[int],
    words: Collection[Letters],
    points: Sequence[int],
    n_letters: int,
) -> tuple[list[list[int]], list[list[int]]]:
    """Return the scores of a board with each letter on each cell, and with each two cells swapped.

    A code of 32 and above is a hole; holes stay where they are, and give the score of the board itself.

    Examples
    --------
    >>> neighbour_scores([[1], [0]], [0, 1], {(0, 1), (1, 1)}, [0, 0, 5], 2)
    ([[5, 5], [0, 5]], [[5, 5], [5, 5]])
    """

    def score(cells: Sequence[int]) -> int:
        tiles = [[] if code >= HOLE else [(code,)] for code in cells]
        return sum(points[len(word)] for word in walk(neighbours, tiles, words)[0])

    n_cells, base = len(board), score(board)
    letters = [[base] * n_letters for _ in range(n_cells)]
    swaps = [[base] * n_cells for _ in range(n_cells)]
    for cell in range(n_cells):
        if board[cell] >= HOLE:
            continue
        for letter in range(n_letters):
            letters[cell][letter] = score([*board[:cell], letter, *board[cell + 1 :]])
        for other in range(n_cells):
            if board[other] < HOLE:
                changed = list(board)
                changed[cell], changed[other] = board[other], board[cell]
                swaps[cell][other] = score(changed)
    return letters, swaps


class NeighbourScores:
    """Scores boards together with all that differ from them by a letter or by a swap of two cells."""

    def __init__(
        self, words: WordTable, adjacency: Sequence[int], points: Sequence[int], capacity: int = 1 << 18
    ) -> None:
        self.words, self.points = words, points
        self.neighbours = [cells_of(mask) for mask in adjacency]
        self.n_cells = len(adjacency)

    def run(
        self,
        board: Sequence[int],
        letters: Sequence[MutableSequence[int]],
        swaps: Sequence[MutableSequence[int]],
    ) -> bool:
        """Score a board and its neighbours; there is always room."""
        codes, words = [int(code) for code in board], self.words.trie.words
        by_letter, by_swap = neighbour_scores(self.neighbours, codes, words, self.points, len(letters[0]))
        for cell in range(self.n_cells):
            letters[cell][:] = by_letter[cell]
            swaps[cell][:] = by_swap[cell]
        return True
