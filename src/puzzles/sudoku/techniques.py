"""Fish, wings and colours: patterns of a few cells, beyond subsets of one unit.

Pictures of all of them: https://www.sudokuwiki.org/. Each takes a board and returns the first step that takes
a candidate away, or None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from .candidates import Candidates, bits, set_of

if TYPE_CHECKING:
    from ..framework.steps import Step
    from .steps import Board

__all__ = ["colours", "fish", "w_wing", "xy_wing", "xyz_wing"]


def fish(board: Board, size: int, rule: str) -> Step | None:
    """Find units that have no place in common and all their places of a value in as many crossing ones.

    Each of the `size` units has the value once, in as many different ones of those that cross them; so these
    have it nowhere else. Units are of one family, those that cross them of another (rows and columns): with 2
    it is an X-wing, with 3 a swordfish, with 4 a jellyfish.
    """
    now = board.candidates
    units, families = now.tables.units, now.tables.families
    for value, places in enumerate(now.where):
        for base in families:
            lines = [(unit, here) for unit in base if 1 < (here := places & units[unit]).bit_count() <= size]
            if len(lines) < size:
                continue
            for cover in families:
                if cover is base or len(cover) < size:
                    continue
                for chosen, crossed in _fishes(lines, cover, units, size):
                    gone = places & set_of_units(crossed, units) & ~set_of_units(chosen, units)
                    if gone:
                        where = places & set_of_units(chosen, units)
                        why = (
                            f"{board.alphabet[value]} of {_list(board.unit_name(unit) for unit in chosen)}"
                            f" is in {_list(board.unit_name(unit) for unit in crossed)}"
                        )
                        return board.strike(
                            rule, dict.fromkeys(bits(gone), 1 << value), list(bits(where)), why
                        )
    return None


def _fishes(
    lines: list[tuple[int, int]], cover: list[int], units: list[int], size: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield `size` of the lines and as many units of `cover` that have all their places."""
    crossing = []
    for unit, here in lines:
        met = [k for k in cover if here & units[k]]
        if len(met) <= size and not here & ~set_of_units(met, units):
            crossing.append((unit, set_of(met)))

    return _extended(crossing, size, 0, [], 0)


def _extended(
    crossing: list[tuple[int, int]], size: int, start: int, chosen: list[int], met: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield `size` units, those chosen first, and the units that they meet: as many."""
    if len(chosen) == size:
        if met.bit_count() == size:
            yield chosen, list(bits(met))
        return
    for k in range(start, len(crossing)):
        unit, more = crossing[k]
        if (met | more).bit_count() <= size:
            yield from _extended(crossing, size, k + 1, [*chosen, unit], met | more)


def set_of_units(numbers: list[int], units: list[int]) -> int:
    """Return the cells of some units."""
    cells = 0
    for number in numbers:
        cells |= units[number]
    return cells


def _list(names: Iterator[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}"


def xy_wing(board: Board, rule: str) -> Step | None:
    """Find a cell of x and y that differs from one of x and z and from one of y and z.

    Whichever it is, one of the two others is z: what differs from both is not.
    """
    now = board.candidates
    masks, peers = now.open, now.tables.peers
    pairs = set_of(now.pairs)
    for pivot in now.pairs:
        mask = masks[pivot]
        wings = [cell for cell in bits(pairs & peers[pivot]) if (masks[cell] & mask).bit_count() == 1]
        for one, other in combinations(wings, 2):
            shared = masks[one] & masks[other]
            if shared.bit_count() != 1 or shared & mask:
                continue
            step = _wing(board, now, rule, (pivot, one, other), shared)
            if step is not None:
                return step
    return None


def xyz_wing(board: Board, rule: str) -> Step | None:
    """Find a cell of x, y and z that differs from one of x and z and from one of y and z.

    One of the three is z: what differs from all of them is not.
    """
    now = board.candidates
    masks, peers = now.open, now.tables.peers
    pairs = set_of(now.pairs)
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != 3:
            continue
        wings = [cell for cell in bits(pairs & peers[pivot]) if not masks[cell] & ~mask]
        for one, other in combinations(wings, 2):
            if masks[one] == masks[other]:
                continue
            step = _wing(board, now, rule, (pivot, one, other), masks[one] & masks[other], peers[pivot])
            if step is not None:
                return step
    return None


def _wing(
    board: Board, now: Candidates, rule: str, cells: tuple[int, int, int], shared: int, within: int = -1
) -> Step | None:
    pivot, one, other = cells
    value = shared.bit_length() - 1
    gone = now.seen_by_both(one, other, value) & within
    if not gone:
        return None
    why = (
        f"{board.name(pivot)} is one of {board.symbols(now.open[pivot])}, {board.name(one)} of"
        f" {board.symbols(now.open[one])}, {board.name(other)} of {board.symbols(now.open[other])},"
        f" and in each case one of them is {board.alphabet[value]}"
    )
    return board.strike(rule, dict.fromkeys(bits(gone), shared), cells, why)


def w_wing(board: Board, rule: str) -> Step | None:
    """Find two cells of x and y, each of which differs from one of the two places of x in a unit.

    Not both are x, as the unit would have no place for it: so one of them is y, and what differs from both is
    not.
    """
    now = board.candidates
    masks, peers = now.open, now.tables.peers
    for one, other in combinations(now.pairs, 2):
        if masks[one] != masks[other] or peers[one] >> other & 1:
            continue
        for x in bits(masks[one]):
            y = (masks[one] ^ 1 << x).bit_length() - 1
            gone = now.seen_by_both(one, other, y)
            for near in bits(peers[one] & now.where[x] & ~(1 << other)) if gone else ():
                for far, unit in now.partners[x].get(near, ()):
                    if far != one and peers[other] >> far & 1:
                        both, name = board.symbols(masks[one]), board.unit_name(unit)
                        why = (
                            f"{board.names((one, other))} are of {both}, not both {board.alphabet[x]}, whose"
                            f" only places in {name} are {board.names((near, far))}"
                        )
                        losses = dict.fromkeys(bits(gone), 1 << y)
                        return board.strike(rule, losses, (one, other, near, far), why)
    return None


def colours(board: Board, rule: str) -> Step | None:
    """Colour the places of a value in two colours, by units that have two places for it.

    All places of one colour have the value, or all of the other. If two of a colour are peers, none of that
    colour has it; what is a peer of both colours does not have it either.
    """
    now = board.candidates
    for value, links in enumerate(now.partners):
        left = set_of(list(links))
        while left:
            start = (left & -left).bit_length() - 1
            one, other = _coloured(start, links)
            left &= ~(one | other)
            for mine, theirs in ((one, other), (other, one)):
                if any(now.tables.peers[cell] & mine for cell in bits(mine)):
                    losses = dict.fromkeys(bits(mine), 1 << value)
                    cells = list(bits(mine)) + list(bits(theirs))
                    why = f"{board.alphabet[value]} is in all of {board.names(list(bits(mine)))} or in none"
                    return board.strike(rule, losses, cells, f"{why}, and two of them must differ")
            gone = now.where[value] & ~(one | other) & _seen(now, one) & _seen(now, other)
            if gone:
                sides = [board.names(list(bits(side))) for side in (one, other)]
                why = f"{board.alphabet[value]} is in all of {sides[0]}, or in all of {sides[1]}"
                cells = list(bits(one | other))
                return board.strike(rule, dict.fromkeys(bits(gone), 1 << value), cells, why)
    return None


def _coloured(start: int, links: dict[int, list[tuple[int, int]]]) -> tuple[int, int]:
    """Return the cells that hang together with one: those that are as it is, and the others."""
    sides, waiting = [1 << start, 0], [(start, 0)]
    while waiting:
        cell, side = waiting.pop()
        for other, _ in links[cell]:
            if not (sides[0] | sides[1]) >> other & 1:
                sides[1 - side] |= 1 << other
                waiting.append((other, 1 - side))
    return sides[0], sides[1]


def _seen(now: Candidates, cells: int) -> int:
    found = 0
    for cell in bits(cells):
        found |= now.tables.peers[cell]
    return found
