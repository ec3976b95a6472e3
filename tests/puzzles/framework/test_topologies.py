"""How far cells are apart, against a walk over the neighbours."""

import pytest

from reference.topology import neighbours
from unriddle.puzzles.framework.topologies import TOPOLOGIES, distance


def walked(table, start):
    """Return the steps to each cell by breadth-first search."""
    steps = {start: 0}
    queue = [start]
    for cell in queue:
        for other in table[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_distance_is_that_of_a_walk(name):
    rows, cols = 5, 7
    table = neighbours(rows, cols, TOPOLOGIES[name])
    for start in range(rows * cols):
        for cell, steps in walked(table, start).items():
            down, right = cell // cols - start // cols, cell % cols - start % cols
            assert distance(name, down, right) == steps
