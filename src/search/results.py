"""Results of the solvers: a path and its statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base import PuzzleNode, Result, record
from ..repr_html import MOST_ROWS, table


@record
class SearchResult(Result):
    """A path, or that there is none, or that a limit was reached.

    Examples
    --------
    >>> from unriddle.search import find_path
    >>> from unriddle.search.example import CountToTen
    >>> find_path(CountToTen(1), "bfs").status
    <Status.SOLVED: 'SOLVED'>
    """

    node: PuzzleNode | None = None
    """First node of the path; each node's only child is the next one. None without a solution."""
    cost: float = 0
    """Sum of the step costs along the path; without `step_cost`, its length."""

    def _repr_html_(self) -> str:
        """Return the status and the first configurations of the path, as texts."""
        path = self.path
        head = f"{self.status}: {self.stats.path_length:,} steps, {self.stats.nodes:,} nodes"
        return table(["", head], enumerate(path[:MOST_ROWS]), len(path) - MOST_ROWS)

    @property
    def path(self) -> list[Any]:
        """Configurations from the given one to the solution; empty without a solution."""
        return [] if self.node is None else path_of(self.node)


Report = Callable[[SearchResult], None]


def path_of(node: PuzzleNode) -> list[Any]:
    """Return the configurations of a path from its first node on.

    Examples
    --------
    >>> from unriddle.search import breadth_first_solve
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(breadth_first_solve(CountToTen(1)))]
    [1, 2, 4, 5, 10]
    """
    path: list[Any] = []
    step: PuzzleNode | None = node
    while step is not None:
        if step.puzzle is not None:
            path.append(step.puzzle)
        step = step.children[0] if step.children else None
    return path


def chain(path: list[Any]) -> PuzzleNode:
    """Return the first node of a path of single children."""
    first = last = PuzzleNode(path[0])
    for puzzle in path[1:]:
        node = PuzzleNode(puzzle, parent=last)
        last.children.append(node)
        last = node
    return first
