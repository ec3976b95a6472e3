"""Twin of `unriddle.core.search.engine`: what each search finds, said by sets and not by queues."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

__all__ = ["cheapest", "levels", "shortest"]

State = TypeVar("State")


def levels(expand: Callable[[State], Iterable[State]], root: State) -> list[set[State]]:
    """Return the states in reach by distance: the root, those one step away, and so on.

    Examples
    --------
    >>> levels(lambda n: [n - 1, n + 1] if 0 < n < 3 else [], 1)
    [{1}, {0, 2}, {3}]
    """
    found = [{root}]
    seen = {root}
    while found[-1]:
        found.append({other for state in found[-1] for other in expand(state)} - seen)
        seen |= found[-1]
    return found[:-1]


def shortest(
    expand: Callable[[State], Iterable[State]], is_goal: Callable[[State], bool], root: State
) -> int | None:
    """Return the fewest steps from the root to a goal, None if none is in reach.

    Examples
    --------
    >>> shortest(lambda n: [n + 1, 2 * n] if n < 10 else [], lambda n: n == 10, 1)
    4
    """
    for steps, level in enumerate(levels(expand, root)):
        if any(is_goal(state) for state in level):
            return steps
    return None


def cheapest(
    expand: Callable[[State], Iterable[tuple[State, int]]], is_goal: Callable[[State], bool], root: State
) -> int | None:
    """Return the least cost of a path from the root to a goal: relax every step until nothing changes.

    Examples
    --------
    >>> cheapest(lambda n: [(n + 1, 5), (n + 2, 7)] if n < 4 else [], lambda n: n == 4, 0)
    14
    """
    cost = {root: 0}
    changed = True
    while changed:
        changed = False
        for state in list(cost):
            for other, step in expand(state):
                if other not in cost or cost[state] + step < cost[other]:
                    cost[other] = cost[state] + step
                    changed = True
    return min((cost[state] for state in cost if is_goal(state)), default=None)
