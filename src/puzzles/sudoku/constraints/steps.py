"""Techniques of a person for sums and required numbers: the combinations of a cage, innies and outies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from ...framework.steps import Step
from ..candidates import CandidateGrid, bits
from .clues import Counted, Held, LineRelation, Sandwiched, Sum, clue_name

MOST_NAMED = 4
"""Most combinations that a reason names."""


def sum_combinations(board: CandidateGrid, rule: str) -> Step | None:
    """Find candidates that no way to fulfil a clue has."""
    for clue, one in board.layout.constraints:
        if not isinstance(one, LineRelation):
            step = _strike(board, rule, one, clue_name(clue, board.n))
            if step is not None:
                return step
    return None


def innies_and_outies(board: CandidateGrid, rule: str) -> Step | None:
    """Find candidates that do not fit the sum of what cages leave of units, less what they have outside."""
    for added, minus, total, first, last in board.layout.implied:
        names = [board.layout.names[unit] for unit in (first, last)]
        region = names[0] if first == last else f"{names[0]} to {names[1]}"
        what = board.names(*added) if added else "nothing"
        less = f" less {board.names(*minus)}" if minus else ""
        why = f"{region} without its cages: {what}{less} come to {total}"
        if step := _strike(board, rule, Sum(added, total, minus), why):
            return step
    return None


def _strike(board: CandidateGrid, rule: str, one: Counted, why: str) -> Step | None:
    """Take away what no way to fulfil a constraint has."""
    board.look()
    cells = [*one.cells, *one.minus] if isinstance(one, Sum) else list(one.cells)
    if not any(board.open[cell] for cell in cells):
        return None
    masks = [board.open[cell] or 1 << (board.values[cell] - 1) for cell in cells]
    if isinstance(one, Sandwiched):
        kept = _sandwiched(masks, one.total)
    elif isinstance(one, Held):
        kept = _held(masks, one.numbers)
    elif not one.minus and (one.distinct or _all_differ(board, one.cells)):
        sets = list(_sets(masks, one.total))
        kept = [sum({1 << v for found in sets for v in bits(found) if mask >> v & 1}) for mask in masks]
        if 0 < len(sets) <= MOST_NAMED and len(cells) > 1:
            why += f" with {', '.join('+'.join(str(v + 1) for v in bits(found)) for found in sets)}"
    else:
        kept = _reaching(masks, len(one.cells), one.total, board.n)
    losses = {cell: mask & ~left for cell, mask, left in zip(cells, masks, kept, strict=True)}
    return board.strike(rule, losses, cells, why)


def _all_differ(board: CandidateGrid, cells: Sequence[int]) -> bool:
    peers = board.layout.peers
    return all(other in peers[cell] for cell, other in combinations(cells, 2))


def _sets(masks: Sequence[int], total: int) -> Iterator[int]:
    """Yield the sets of different numbers with a total that have one for each cell."""
    joined, fixed = 0, 0
    for mask in masks:
        joined |= mask
        fixed |= mask if mask.bit_count() == 1 else 0
    for values in combinations(bits(joined), len(masks)):
        found = sum(1 << value for value in values)
        whole = sum(values) + len(values) == total and not fixed & ~found
        if whole and all(mask & found for mask in masks):
            yield found


@lru_cache(maxsize=256)
def _fillings(n: int, total: int) -> list[list[int]]:
    """Return by size the sets of numbers between 1 and n with a total."""
    return [
        [
            sum(1 << value for value in values)
            for values in combinations(range(1, n - 1), size)
            if sum(values) + size == total
        ]
        for size in range(n - 1)
    ]


def _sandwiched(masks: Sequence[int], total: int) -> list[int]:
    """Return what each cell of a row keeps where the numbers between 1 and n come to a total."""
    n, kept = len(masks), [0] * len(masks)
    low, high = 1, 1 << (n - 1)
    others, sizes = high - 1 - low, _fillings(n, total)
    for first, last in combinations(range(n), 2):
        for one, other in ((low, high), (high, low)):
            if not (masks[first] & one and masks[last] & other):
                continue
            for found in sizes[last - first - 1]:
                shape = [found if first < k < last else others & ~found for k in range(n)]
                shape[first], shape[last] = one, other
                if all(mask & part for mask, part in zip(masks, shape, strict=True)):
                    kept = [mask | part for mask, part in zip(kept, shape, strict=True)]
    return kept


def _held(masks: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Return what each cell keeps where some numbers are in one cell each."""
    kept = [0] * len(masks)
    for cells in permutations(range(len(masks)), len(numbers)):
        shape = list(masks)
        for cell, number in zip(cells, numbers, strict=True):
            shape[cell] &= 1 << (number - 1)
        if all(shape):
            kept = [mask | part for mask, part in zip(kept, shape, strict=True)]
    return kept


def _reaching(masks: Sequence[int], added: int, total: int, n: int) -> list[int]:
    """Return what each cell keeps where the first `added` are added and the others subtracted.

    Bit s of a set is a sum s; a subtracted number counts as n + 1 minus it.
    """
    values = [[(v, v + 1 if k < added else n - v) for v in bits(mask)] for k, mask in enumerate(masks)]
    before = [1]
    for row in values:
        reached = 0
        for _, term in row:
            reached |= before[-1] << term
        before.append(reached)
    target = total + (len(masks) - added) * (n + 1)
    after, kept = 1 << max(target, 0) if target >= 0 else 0, list[int]()
    for row, reached in zip(reversed(values), reversed(before[:-1]), strict=True):
        kept.append(sum(1 << v for v, term in row if reached << term & after))
        earlier = 0
        for _, term in row:
            earlier |= after >> term
        after = earlier
    return kept[::-1]
