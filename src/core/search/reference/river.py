"""Twin of `unriddle.core.search.river`: who can cross, said plainly."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["Bank", "State", "crossings", "state_graph"]

Bank = tuple[int, ...]
"""How many of each kind stand there."""
State = tuple[Bank, int]
"""The left bank, and the side of the boat: 0 left, 1 right."""


def crossings(
    state: State, most: Bank, loads: Sequence[Bank], safe: Callable[[Bank], bool]
) -> list[tuple[State, int]]:
    """Return the states one crossing away, each with the number of its load, in order of loads.

    Examples
    --------
    >>> crossings(((1,), 0), (1,), [(1,)], lambda bank: True)
    [(((0,), 1), 0)]
    """
    left, side = state
    right = tuple(m - n for m, n in zip(most, left, strict=True))
    found = []
    for number, load in enumerate(loads):
        if any(n > here for n, here in zip(load, right if side else left, strict=True)):
            continue
        sign = 1 if side else -1
        after = tuple(n + sign * moved for n, moved in zip(left, load, strict=True))
        if safe(after) and safe(tuple(m - n for m, n in zip(most, after, strict=True))):
            found.append(((after, 1 - side), number))
    return found


def state_graph(
    most: Bank, loads: Sequence[Bank], safe: Callable[[Bank], bool]
) -> dict[State, list[tuple[State, int]]]:
    """Return every state that can be reached with everyone on the left at first, and its crossings.

    Examples
    --------
    >>> len(state_graph((1,), [(1,)], lambda bank: True))
    2
    """
    graph: dict[State, list[tuple[State, int]]] = {}
    queue: list[State] = [(most, 0)]
    for state in queue:
        if state not in graph:
            graph[state] = crossings(state, most, loads, safe)
            queue += [other for other, _ in graph[state]]
    return graph
