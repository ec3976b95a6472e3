"""Twin of `peg`, `peg_search`, `peg_numbered` and `peg_plans`: peg solitaire on bitboards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence

__all__ = ["after", "before", "canonical", "fewest_moves", "layers", "pagoda_holds", "solutions", "solvable"]

Jump = tuple[int, int, int]
"""From, over, to: holes."""


def after(position: int, jumps: Iterable[Jump]) -> list[tuple[Jump, int]]:
    """Return the jumps that a position allows, each with the position after it.

    Examples
    --------
    >>> after(0b011, [(0, 1, 2), (2, 1, 0)])
    [((0, 1, 2), 4)]
    """
    found = []
    for a, b, c in jumps:
        if position >> a & 1 and position >> b & 1 and not position >> c & 1:
            found.append(((a, b, c), position ^ (1 << a | 1 << b | 1 << c)))
    return found


def before(position: int, jumps: Iterable[Jump]) -> list[int]:
    """Return the positions one jump before: jumps on the complement.

    Examples
    --------
    >>> before(0b100, [(0, 1, 2), (2, 1, 0)])
    [3]
    """
    whole = ~0
    return [whole ^ other for _, other in after(whole ^ position, jumps)]


def canonical(position: int, symmetries: Iterable[Sequence[int]]) -> int:
    """Return the least image of a position.

    Examples
    --------
    >>> canonical(0b110, [(0, 1, 2), (2, 1, 0)])
    3
    """
    return min(
        sum(1 << image for hole, image in enumerate(symmetry) if position >> hole & 1)
        for symmetry in symmetries
    )


def layers(start: int, jumps: Collection[Jump], symmetries: Collection[Sequence[int]]) -> list[set[int]]:
    """Return the positions after 0, 1, 2, … jumps, up to symmetry.

    Examples
    --------
    >>> layers(0b1011, [(0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)], [(0, 1, 2, 3)])
    [{11}, {12}, {2}]
    """
    found = [{canonical(start, symmetries)}]
    while True:
        further = {
            canonical(other, symmetries) for position in found[-1] for _, other in after(position, jumps)
        }
        if not further:
            return found
        found.append(further)


def solutions(start: int, goals: Collection[int], jumps: Collection[Jump]) -> list[list[Jump]]:
    """Return every jump sequence from the start to a goal.

    Examples
    --------
    >>> solutions(0b011, [0b100], [(0, 1, 2), (2, 1, 0)])
    [[(0, 1, 2)]]
    """
    if start in goals:
        return [[]]
    return [[jump, *rest] for jump, other in after(start, jumps) for rest in solutions(other, goals, jumps)]


def solvable(
    start: int, goals: Collection[int], jumps: Collection[Jump], symmetries: Collection[Sequence[int]]
) -> list[set[int]]:
    """Return the positions on the ways from the start to the goals, by number of jumps, up to symmetry.

    Examples
    --------
    >>> solvable(0b011, [0b100], [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)])
    [{3}, {4}]
    """
    found: list[set[int]] = []
    for plan in solutions(start, goals, jumps):
        position = start
        for number in range(len(plan) + 1):
            if number == len(found):
                found.append(set())
            found[number].add(canonical(position, symmetries))
            if number < len(plan):
                a, b, c = plan[number]
                position ^= 1 << a | 1 << b | 1 << c
    return found


def fewest_moves(start: int, goals: Collection[int], jumps: Collection[Jump]) -> int | None:
    """Return the least number of moves of a solution, jumps of one peg in a row being one; None without one.

    Examples
    --------
    >>> fewest_moves(0b011, [0b100], [(0, 1, 2), (2, 1, 0)])
    1
    """
    plans = solutions(start, goals, jumps)
    if not plans:
        return None
    return min(bool(plan) + sum(a[2] != b[0] for a, b in itertools.pairwise(plan)) for plan in plans)


def pagoda_holds(weight: Callable[[int], int], jumps: Iterable[Jump]) -> bool:
    """Say whether no jump raises the total weight of the pegs.

    Examples
    --------
    >>> pagoda_holds([1, 0, 1].__getitem__, [(0, 1, 2), (2, 1, 0)])
    True
    """
    return all(weight(a) + weight(b) >= weight(c) for a, b, c in jumps)
