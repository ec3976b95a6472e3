"""Tables of all configurations of a small sliding puzzle by their distance from the goal."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import factorial

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search.sliding_table import SlidingTable
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_limits, check_shape
from .parse import check_size
from .result import DistanceTable
from .tables import keep_first

MOST_CELLS = 12
MOST_TABLES = 2
_TABLES: dict[tuple[int, int, int], SlidingTable] = {}


def whole_table(
    rows: int, cols: int, blank: int, limits: Limits | None, progress: Callable[[int], None] | None
) -> tuple[SlidingTable | None, Outcome, int]:
    """Return the table of all configurations, built at the first use, the outcome, and its nodes.

    The table is not ready where a limit was reached, and None where memory does not suffice. A limit of nodes
    holds for a table that is kept as for a new one.
    """
    key = (rows, cols, blank)
    nodes = None if limits is None else limits.nodes
    states = factorial(rows * cols) // 2
    # Bytes while it is built: 2 bits per configuration, and two bitmaps.
    most = states // 4 + 4 * (states // (rows * cols))
    if limits is not None and limits.memory is not None and limits.memory < most:
        return None, Outcome.LIMIT, 0
    table = _TABLES.get(key)
    if table is not None and (nodes is None or nodes >= states):
        return table, Outcome.FINISHED, table.nodes
    table = SlidingTable(rows, cols, blank)
    bounds = None if limits is None else Limits(seconds=limits.seconds, nodes=nodes)
    outcome = drive(table.run, bounds, nodes=lambda: table.nodes, progress=progress)
    if outcome is Outcome.LIMIT and table.nodes == states:  # complete, which takes one more call to see
        table.run(1)
        outcome = Outcome.FINISHED
    if table.ready:
        keep_first(_TABLES, key, table, MOST_TABLES)
    return table, outcome, table.nodes


def depth_table(
    shape: str | int | tuple[int, int],
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> DistanceTable:
    """Count the configurations by optimal distance from a goal with the blank in a corner.

    Parameters
    ----------
    shape : str, int or (int, int)
        Size, at most 12 cells: ``"3x4"``, (3, 4), or one number for a square.
    limits : Limits, optional
        Bounds; nodes are configurations.
    progress : callable, optional
        Called with the configurations reached so far.

    Returns
    -------
    DistanceTable
        SOLVED, or LIMIT with the distances that were complete by then.

    Raises
    ------
    PuzzleError
        A size out of range.

    Notes
    -----
    O(n) time and 7 n / 12 bytes for n = (rows * cols)! / 2 configurations: 239,500,800 for 3×4.

    Examples
    --------
    >>> depth_table(2).counts, depth_table("2x3").total
    ((1, 2, 2, 2, 2, 2, 1), 360)
    """
    start = time.perf_counter()
    rows, cols = check_shape(shape)
    check_size(rows, cols, "shape=")
    if rows * cols > MOST_CELLS:
        raise PuzzleError(
            f"{rows}x{cols} has {rows * cols} cells, but a table of all boards takes at most 12"
        )
    table, outcome, nodes = whole_table(rows, cols, 0, check_limits(limits), progress)
    counts = () if table is None else tuple(table.depth_counts)
    complete = outcome is Outcome.FINISHED
    return DistanceTable(
        status=Status.SOLVED if complete else Status.LIMIT,
        stats=SearchStats(nodes=nodes, depth=len(counts), seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        found=sum(counts),
        complete=complete,
        counts=counts,
    )
