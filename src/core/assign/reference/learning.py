"""Twin of `unriddle.core.assign.learning`: every assignment, tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

__all__ = ["assignments"]


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
