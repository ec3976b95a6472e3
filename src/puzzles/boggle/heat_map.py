"""How many paths of words use each cell of a board: what a heat map shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import Limits
from ...core.walk.boggle_tiles import TileWalk
from ...search.run_loop import Outcome, drive
from .kernel_cache import tile_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon
    from .parse import LetterBoard
    from .rules import Rules

__all__ = ["HeatMap", "uses_of"]

MOST_NODES, NODES_A_CELL = 1 << 24, 160
"""Nodes of a walk that counts: a second or two, and beyond that so many for each cell of a large board."""


class HeatMap(NamedTuple):
    """Paths of words, each cell sequence that spells one."""

    cells: NDArray[np.int64]
    """How many of them use each cell, row by row."""
    paths: int
    """How many there are."""


def uses_of(board: LetterBoard, rules: Rules, lexicon: Lexicon) -> HeatMap | None:
    """Count every path of every word through each cell; None where there are too many to walk them.

    O(paths whose letters begin a word): no word is struck out when it is found, so a path counts wherever
    it lies. A path over a wildcard counts once for each word that it spells.

    Examples
    --------
    >>> from unriddle import Boggle, Lexicon
    >>> board = Boggle.parse("tea/tax")
    >>> found = uses_of(board.board, board.board_rules, Lexicon(["tea"]))
    >>> found.cells.tolist(), found.paths
    ([2, 4, 2, 2, 2, 0], 4)
    """
    table, wildcard = tile_table(board.names, lexicon.alphabet)
    cells = np.zeros(board.tiles.size, dtype=np.int64)
    tiles, most = board.tiles.reshape(-1), MOST_NODES + NODES_A_CELL * board.tiles.size
    shape = board.rows, board.cols
    kind, wrap, shortest = rules.kind, rules.wrap, rules.min_length
    walk = TileWalk(lexicon.trie, *shape, kind, wrap, tiles, table, wildcard, cells, shortest)
    outcome = drive(walk.run, Limits(nodes=most), nodes=lambda: walk.nodes)
    if outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    return HeatMap(cells, walk.paths) if outcome is Outcome.FINISHED else None
