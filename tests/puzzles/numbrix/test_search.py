"""Reasons before a search, and orders of cells."""

import numpy as np
import pytest

from unriddle import Hidato, Numbrix, Status
from unriddle.core import topology
from unriddle.core.assign.path_making import backbite
from unriddle.puzzles.framework.arguments import TOPOLOGIES
from unriddle.puzzles.numbrix.search import sweeps


@pytest.mark.parametrize(
    ("cls", "text", "said"),
    [
        (Numbrix, "1 . . . 3", "3 at row 1, column 5 are 4 steps apart, but their numbers differ by 2"),
        (Hidato, "1 . . / . . . / . . 2", "are 2 steps apart, but their numbers differ by 1"),
        (Numbrix, ". 1 . / . . . / . . .", "1 stands on the wrong colour"),
        (Numbrix, "1 . . / . . 5 / . . .", "1 and 5 clash"),
        (Numbrix, "# . # / . . . / # . #", "1 light and 4 dark cells"),
        (Hidato, ". # . / . # .", "the holes part the board"),
    ],
)
def test_reasons_against(cls, text, said):
    puzzle = cls.parse(text)
    result = puzzle.solve()
    assert result.status is Status.NO_SOLUTION and result.complete and said in result.reason
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
    assert puzzle.steps()[-1].kind == "contradiction"


FORMS = [(kind, wrap) for kind in TOPOLOGIES for wrap in (False, True)]


def every_tenth(side, kind, wrap, seed):
    """Return the clues of a random path, every tenth of its numbers."""
    table = topology.neighbours(side, side, TOPOLOGIES[kind], wrap)
    path = np.arange(side * side, dtype=np.int32).reshape(side, side)
    path[1::2] = path[1::2, ::-1].copy()
    path = path.reshape(-1).copy()
    backbite(table, path, 20 * path.size, seed)
    clues = np.zeros(path.size, np.int32)
    clues[path[::10]] = np.arange(1, path.size + 1, 10)
    return clues.reshape(side, side)


@pytest.mark.parametrize(("kind", "wrap"), FORMS)
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (4, 1), (3, 5), (6, 6)])
def test_a_sweep_goes_from_one_line_to_the_next(kind, wrap, rows, cols):
    """However far it is, the cells so far are connected where the board is, and the ranks begin with 0."""
    orders = sweeps(rows, cols, kind, wrap)
    assert orders.shape[1] == rows * cols and orders.dtype == np.int32 and not orders.flags.writeable
    table = topology.neighbours(rows, cols, TOPOLOGIES[kind], wrap)
    for ranks in orders:
        assert ranks.min() == 0
        for rank in set(ranks.tolist()) - {0}:
            for cell in np.flatnonzero(ranks == rank):
                near = [c for c in table[cell] if c < rows * cols]
                assert not near or any(ranks[c] <= rank for c in near)


@pytest.mark.parametrize(("kind", "wrap"), FORMS)
def test_sparse_boards_of_each_form_are_solved(kind, wrap):
    board = (Numbrix if kind == "rook" else Hidato)(every_tenth(12, kind, wrap, 3), topology=kind, wrap=wrap)
    result = board.solve(limit=1)
    assert result.solution is not None and board.check(result.solution)
