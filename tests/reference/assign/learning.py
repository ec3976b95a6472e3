"""Twin of `unriddle.core.assign.learning`: every assignment, tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from .listed import ListedSearch

__all__ = ["ClauseSearch", "assignments"]


def assignments(
    n_vars: int, clauses: Sequence[Sequence[int]], groups: Sequence[Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Yield each assignment in which every clause has a true literal and no group two true variables.

    Parameters
    ----------
    n_vars : int
        Variables, numbered from 0.
    clauses : sequence of sequence of int
        Literals: 2 * variable, one more where negated.
    groups : sequence of sequence of int
        Variables.

    Examples
    --------
    >>> list(assignments(2, [[0, 2]], [[0, 1]]))
    [(0, 1), (1, 0)]
    """
    for values in product((0, 1), repeat=n_vars):
        if all(any(values[lit >> 1] != lit & 1 for lit in clause) for clause in clauses) and all(
            sum(values[v] for v in group) <= 1 for group in groups
        ):
            yield values


class ClauseSearch(ListedSearch):
    """A search for all assignments that satisfy clauses and groups: each is a node.

    The lists come one after the other, and `starts` and `group_starts` say where each begins. `orders` is the
    kernel's alone.

    Examples
    --------
    >>> search = ClauseSearch(2, [0, 2], [0, 2], [0, 1], [0, 2])
    >>> search.run(10), search.count, search.solution
    (False, 2, (1, 0))
    """

    def __init__(
        self,
        n_vars: int,
        clauses: Sequence[int],
        starts: Sequence[int],
        groups: Sequence[int],
        group_starts: Sequence[int],
        limit: int = 2,
        stop_each: bool = False,
        orders: Sequence[Sequence[int]] | None = None,
    ) -> None:
        found = assignments(
            n_vars,
            [list(clauses[a:b]) for a, b in pairwise(starts)],
            [list(groups[a:b]) for a, b in pairwise(group_starts)],
        )
        super().__init__(found, limit, stop_each)
