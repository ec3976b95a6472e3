"""Forms of a board: what keeps the neighbours, and nothing else."""

import itertools

import pytest

from reference.topology import neighbours
from unriddle.puzzles.framework.symmetry import forms
from unriddle.puzzles.framework.topologies import TOPOLOGIES


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 3), (3, 3), (4, 3), (4, 4)])
def test_forms_keep_neighbours(shape, topology, wrap):
    table = neighbours(*shape, TOPOLOGIES[topology], wrap)
    for form, cells in forms(*shape, topology, wrap=wrap):
        other = neighbours(*form, TOPOLOGIES[topology], wrap)
        order = cells.tolist()
        assert sorted(order) == list(range(len(table)))
        for cell, near in enumerate(other):
            assert sorted(order[to] for to in near) == table[order[cell]]


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_nothing_else_keeps_them(topology):
    rows = cols = 3
    table = neighbours(rows, cols, TOPOLOGIES[topology])
    near = [set(row) for row in table]
    kept = {
        order
        for order in itertools.permutations(range(9))
        if all(near[order[cell]] == {order[to] for to in table[cell]} for cell in range(9))
    }
    assert {tuple(cells.tolist()) for _, cells in forms(rows, cols, topology)} == kept


def test_how_many_there_are():
    square = {cells.tobytes() for _, cells in forms(3, 3, "king")}
    assert len(square) == 8
    assert {shape for shape, _ in forms(2, 3, "king")} == {(2, 3), (3, 2)}
    assert len({(shape, cells.tobytes()) for shape, cells in forms(2, 3, "king", wrap=True)}) == 24
