"""Pattern databases of small boards, for the kernels and for their twins."""

from functools import cache

from reference.search import sliding_additive as twin
from unriddle.core.search import sliding_additive as kernel
from unriddle.core.search.sliding_pattern import PatternTable

BOARDS = {
    "3x3": (3, 3, 0, ((1, 2, 5), (3, 4, 6, 7, 8)), (0, 3, 6, 1, 4, 7, 2, 5, 8)),
    "3x3 middle": (3, 3, 4, ((0, 1, 2), (3, 5), (6, 7, 8)), (2, 1, 0, 5, 4, 3, 8, 7, 6)),
    "2x3": (2, 3, 5, ((0, 1), (2, 3, 4)), None),
    "2x4": (2, 4, 2, ((0, 1), (3, 4), (5, 6, 7)), None),
}
"""Rows, columns, goal cell of the blank, groups, mirror."""


@cache
def both_tables(name):
    """The tables of the kernel, those of the twin; one group is turned where the board has a symmetry."""
    rows, cols, blank, groups, mirror = BOARDS[name]
    patterns = []
    for number, group in enumerate(groups):
        turn = mirror if mirror and number == 0 else tuple(range(rows * cols))
        table = PatternTable(rows, cols, blank, [turn[tile] for tile in group])
        while table.run(1000):
            pass
        patterns.append((group, turn, table.table))
    return [module.AdditiveTables(rows, cols, blank, patterns, mirror) for module in (kernel, twin)]
