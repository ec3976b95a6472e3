"""Techniques of a person by units and patterns: singles, subsets, fish, wings, colours.

Pictures of all of them: https://www.sudokuwiki.org/. Each takes a board and the name of its steps, and
returns the first step that fills a cell or takes a candidate away, or None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..framework.steps import Step
from .candidates import CandidateGrid, bits, set_of

CONTRADICTION = "contradiction"


def contradiction(board: CandidateGrid) -> Step | None:
    """Find a cell or a unit that has nothing left: the grid has no solution."""
    for cell, filled in enumerate(board.filled):
        if not filled and not board.open[cell]:
            text = f"{board.names(cell)} has no symbol left"
            return Step(kind=CONTRADICTION, text=text, cells=(board.at(cell),))
    for name, unit in zip(board.layout.names, board.units, strict=True):
        empty = [cell for cell in unit if not board.filled[cell]]
        if board.missing(unit).bit_count() < len(empty):
            text = f"{name} has {len(empty)} empty cells and fewer symbols for them"
            return Step(kind=CONTRADICTION, text=text, cells=tuple(map(board.at, empty)))
    return None


def naked_single(board: CandidateGrid, rule: str) -> Step | None:
    """Find a cell with one candidate."""
    for cell, mask in enumerate(board.open):
        if mask and not mask & (mask - 1):
            return board.put(rule, cell, mask.bit_length() - 1, "no other symbol is left there")
    return None


def hidden_single(board: CandidateGrid, rule: str) -> Step | None:
    """Find a unit with one place for a value."""
    for name, unit in zip(board.layout.names, board.units, strict=True):
        once = twice = 0
        for cell in unit:
            twice |= once & board.open[cell]
            once |= board.open[cell]
        for value in bits(once & ~twice):
            return board.put(rule, board.places(unit, value)[0], value, f"the only place for it in {name}")
    return None


def mark(board: CandidateGrid, rule: str) -> Step | None:
    """Find candidates for which a related cell of a variant has none that would fit."""
    for first, second, kept in board.layout.between:
        if not board.open[first] or not board.open[second]:
            continue
        lost = sum(1 << value for value in bits(board.open[first]) if not kept[value] & board.open[second])
        why = f"nothing in {board.names(second)} would go with it"
        if step := board.strike(rule, {first: lost}, (first, second), why):
            return step
    return None


def locked_candidates(board: CandidateGrid, rule: str) -> Step | None:
    """Find a value whose places in a unit are all in another unit, which has it nowhere else."""
    names = board.layout.names
    for number, unit in enumerate(board.units):
        board.look()
        for value in bits(board.missing(unit)):
            places = board.places(unit, value)
            for other in board.layout.crossing[number]:
                if set(places) <= set(board.units[other]):
                    losses = {cell: 1 << value for cell in board.units[other] if cell not in unit}
                    why = f"{board.alphabet[value]} of {names[number]} is in {names[other]}"
                    if step := board.strike(rule, losses, places, why):
                        return step
    return None


def naked_set(board: CandidateGrid, size: int, rule: str) -> Step | None:
    """Find cells of a unit that have as many candidates together as there are of them."""
    for name, unit in zip(board.layout.names, board.units, strict=True):
        board.look()
        small = [cell for cell in unit if board.open[cell] and board.open[cell].bit_count() <= size]
        for cells in combinations(small, size):
            mask = board.missing(cells)
            if mask.bit_count() == size:
                losses = {cell: mask for cell in unit if cell not in cells}
                why = f"{board.names(*cells)} hold {board.symbols(mask)} of {name}"
                if step := board.strike(rule, losses, cells, why):
                    return step
    return None


def hidden_set(board: CandidateGrid, size: int, rule: str) -> Step | None:
    """Find values of a unit that have as many places together as there are of them."""
    for name, unit in zip(board.layout.names, board.units, strict=True):
        board.look()
        where = {value: board.places(unit, value) for value in bits(board.missing(unit))}
        rare = [value for value, places in where.items() if len(places) <= size]
        for values in combinations(rare, size):
            cells = sorted({cell for value in values for cell in where[value]})
            if len(cells) == size:
                mask = sum(1 << value for value in values)
                losses = dict.fromkeys(cells, ~mask & ((1 << board.n) - 1))
                why = f"{board.symbols(mask)} of {name} need {board.names(*cells)}"
                if step := board.strike(rule, losses, cells, why):
                    return step
    return None


def fish(board: CandidateGrid, size: int, rule: str) -> Step | None:
    """Find units that have no place in common and all their places of a value in as many crossing ones.

    Each of the `size` units has the value once, in as many different ones of those that cross them; so these
    have it nowhere else. Units are of one family, those that cross them of another (rows and columns): with 2
    it is an X-wing, with 3 a swordfish, with 4 a jellyfish.
    """
    now = board.candidates
    units, families = now.tables.units, now.tables.families
    for value, places in enumerate(now.where):
        for base in families:
            board.look()
            lines = [(unit, here) for unit in base if 1 < (here := places & units[unit]).bit_count() <= size]
            for cover in families if len(lines) >= size else ():
                if cover is base or len(cover) < size:
                    continue
                for chosen, crossed in _fishes(lines, cover, units, size):
                    where = _joined(chosen, units)
                    gone = places & _joined(crossed, units) & ~where
                    if gone:
                        of, within = board.unit_names(chosen), board.unit_names(crossed)
                        why = f"{board.alphabet[value]} of {of} is in {within}"
                        return board.strike_value(rule, value, gone, list(bits(places & where)), why)
    return None


def _fishes(
    lines: list[tuple[int, int]], cover: list[int], units: list[int], size: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield `size` of the lines and as many units of `cover` that have all their places."""
    crossing = []
    for unit, here in lines:
        met = [k for k in cover if here & units[k]]
        if len(met) <= size and not here & ~_joined(met, units):
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


def _joined(numbers: list[int], sets: list[int]) -> int:
    """Return the union of some sets."""
    cells = 0
    for number in numbers:
        cells |= sets[number]
    return cells


def wing(board: CandidateGrid, size: int, rule: str) -> Step | None:
    """Find a cell of x and y that differs from one of x and z and from one of y and z.

    Whichever it is, one of the two others is z: what differs from both is not. With a `size` of 3 the cell
    may be z too, and what differs from all three is not.
    """
    now = board.candidates
    masks, peers, pairs = now.open, now.tables.peers, set_of(now.pairs)
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != size:
            continue
        board.look()
        wings = [cell for cell in bits(pairs & peers[pivot]) if (masks[cell] & mask).bit_count() == size - 1]
        for one, other in combinations(wings, 2):
            shared = masks[one] & masks[other]
            if shared.bit_count() != 1 or bool(shared & mask) != (size == 3):
                continue
            value = shared.bit_length() - 1
            gone = now.seen_by_both(one, other, value) & (peers[pivot] if size == 3 else -1)
            if gone:
                cells = (pivot, one, other)
                first, *others = ((board.names(cell), board.symbols(masks[cell])) for cell in cells)
                of = ", ".join(f"{name} of {symbols}" for name, symbols in others)
                why = (
                    f"{first[0]} is one of {first[1]}, {of},"
                    f" and in each case one of them is {board.alphabet[value]}"
                )
                return board.strike_value(rule, value, gone, cells, why)
    return None


def w_wing(board: CandidateGrid, rule: str) -> Step | None:
    """Find two cells of x and y, each of which differs from one of the two places of x in a unit.

    Not both are x, as the unit would have no place for it: so one of them is y, and what differs from both is
    not.
    """
    now = board.candidates
    masks, peers = now.open, now.tables.peers
    for one, other in combinations(now.pairs, 2):
        if masks[one] != masks[other] or peers[one] >> other & 1:
            continue
        board.look()
        for x in bits(masks[one]):
            y = (masks[one] ^ 1 << x).bit_length() - 1
            gone = now.seen_by_both(one, other, y)
            for near in bits(peers[one] & now.where[x] & ~(1 << other)) if gone else ():
                for far, unit in now.partners[x].get(near, ()):
                    if far != one and peers[other] >> far & 1:
                        why = (
                            f"{board.names(one, other)} are of {board.symbols(masks[one])}, not both"
                            f" {board.alphabet[x]}, whose only places in {board.layout.names[unit]} are"
                            f" {board.names(near, far)}"
                        )
                        return board.strike_value(rule, y, gone, (one, other, near, far), why)
    return None


def colours(board: CandidateGrid, rule: str) -> Step | None:
    """Colour the places of a value in two colours, by units that have two places for it.

    All places of one colour have the value, or all of the other. If two of a colour are peers, none of that
    colour has it; what is a peer of both colours does not have it either.
    """
    now = board.candidates
    peers = now.tables.peers
    for value, links in enumerate(now.partners):
        left = set_of(list(links))
        while left:
            board.look()
            start = (left & -left).bit_length() - 1
            one, other = _coloured(start, links)
            left &= ~(one | other)
            for mine, theirs in ((one, other), (other, one)):
                if any(peers[cell] & mine for cell in bits(mine)):
                    all_of = f"{board.alphabet[value]} is in all of {board.names(*bits(mine))}"
                    why = f"{all_of} or in none, and two of them must differ"
                    return board.strike_value(rule, value, mine, [*bits(mine), *bits(theirs)], why)
            seen = _joined(list(bits(one)), peers) & _joined(list(bits(other)), peers)
            gone = now.where[value] & ~(one | other) & seen
            if gone:
                sides = [board.names(*bits(side)) for side in (one, other)]
                why = f"{board.alphabet[value]} is in all of {sides[0]}, or in all of {sides[1]}"
                return board.strike_value(rule, value, gone, list(bits(one | other)), why)
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
