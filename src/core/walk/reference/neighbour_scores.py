"""Twin of `unriddle.core.walk.neighbour_scores`: each neighbour made, and scored by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .walk import Letters, walk

__all__ = ["neighbour_scores"]

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
