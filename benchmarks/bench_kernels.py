"""Kernels that others are built on: neighbour tables, clauses."""

import numpy as np
import pytest

from benchmarks.shared import pick, sides
from reference import topology as plain_topology
from reference.assign import learning as plain_learning
from unriddle.core import topology
from unriddle.core.assign import learning

ways = pytest.mark.parametrize(("way", "kind"), [("kernel", "ours"), ("definition", "definition")])


@ways
@sides((4, 16, 64), (4, 16))
def test_neighbours(measure, side, way, kind):
    module = topology if way == "kernel" else plain_topology

    def answers(table):
        return [[[cell for cell in row if cell < side * side] for row in np.asarray(table).tolist()]]

    def plain(table):
        return [[list(row) for row in table]]

    measure(
        lambda: module.neighbours(side, side, module.KING),
        answers if way == "kernel" else plain,
        kind=kind,
        way=way,
        group=f"List the neighbours of the cells of a {side}×{side} board",
        curve=f"neighbour tables, {way}",
        x=side * side,
        x_name="cells",
    )


def flat(lists):
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return np.array([number for numbers in lists for number in numbers], dtype=np.int32), starts


@ways
def test_clauses(measure, way, kind):
    """The ways to put n pigeons into n holes, as clauses."""
    n = pick(4, 3)
    clauses = [[2 * (bird * n + hole) for hole in range(n)] for bird in range(n)]
    groups = [[bird * n + hole for bird in range(n)] for hole in range(n)]
    groups += [[bird * n + hole for hole in range(n)] for bird in range(n)]
    arrays = [*flat(clauses), *flat(groups)]

    def compiled():
        search = learning.ClauseSearch(n * n, *arrays, 1 << 40)
        while search.run(1 << 40):
            pass
        return search.count

    def plain():
        return sum(1 for _ in plain_learning.assignments(n * n, clauses, groups))

    work = compiled if way == "kernel" else plain
    group = f"Count the ways of {n} pigeons into {n} holes, as clauses"
    measure(work, lambda count: [count], unit="problem", kind=kind, way=way, group=group)
