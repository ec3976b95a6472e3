"""Twin of `unriddle.core.assign.sudoku_grading`: one technique after the other, over sets of cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from itertools import combinations, product

__all__ = ["Grader"]

Cells = set[int]
Links = dict[int, list[int]]
GUESS, CONTRADICTION = 18, 19
FORCING_CHAIN = 17
SHORT = 8


class Grader:
    """How a person gets through a grid: which technique each step needs, the easiest that applies first.

    `units` are sets of n cells that hold each symbol once, `peers` the cells that differ from each, then the
    number of cells.

    Examples
    --------
    >>> grader, counts = Grader([[0, 1]], [[1], [0]]), [0] * 20
    >>> grader.steps([0, 0], [0b01, 0b11], None, 19, counts), counts[:2]
    (True, [2, 0])
    """

    def __init__(self, units: Sequence[Sequence[int]], peers: Sequence[Sequence[int]]) -> None:
        self.units = [list(map(int, unit)) for unit in units]
        self.peers = [{int(peer) for peer in row if peer < len(peers)} for row in peers]
        self.n = len(self.units[0])
        self.families: list[list[int]] = []
        for number, unit in enumerate(self.units):
            apart = (f for f in self.families if not any(set(self.units[k]) & set(unit) for k in f))
            family = next(apart, None)
            if family is None:
                self.families.append([number])
            else:
                family.append(number)
        pair, triple = 2, 3
        self.techniques: list[tuple[int, Callable[[], bool]]] = [
            (0, self._naked_single),
            (1, self._hidden_single),
            (3, self._locked),
            (4, lambda: self._naked(pair)),
            (5, lambda: self._hidden(pair)),
            (6, lambda: self._naked(triple)),
            (7, lambda: self._hidden(triple)),
            (8, lambda: self._fish(2)),
            (9, lambda: self._fish(3)),
            (10, lambda: self._fish(4)),
            (11, self._xy_wing),
            (12, self._xyz_wing),
            (13, self._w_wing),
            (14, self._colours),
            (15, self._x_chain),
            (16, self._xy_chain),
            (FORCING_CHAIN, self._forcing_chain),
        ]

    def steps(
        self,
        cells: Sequence[int],
        allowed: Sequence[int],
        solution: Sequence[int] | None,
        most: int,
        counts: MutableSequence[int],
    ) -> bool:
        """Count the steps by technique, from a grid to its end; say whether it was filled."""
        self.open: list[set[int]] = [{v for v in range(self.n) if int(mask) >> v & 1} for mask in allowed]
        self.empty = set(range(len(cells)))
        for cell, value in enumerate(cells):
            if value:
                self._place(cell, int(value) - 1)
        while self.empty:
            kind = self._step(most)
            if kind == GUESS and solution is not None:
                cell = min((c for c, own in enumerate(self.open) if own), key=lambda c: len(self.open[c]))
                self._place(cell, int(solution[cell]) - 1)
            counts[kind] += 1
            if kind > most or kind == CONTRADICTION or (kind == GUESS and solution is None):
                break
        return not self.empty

    def _step(self, most: int) -> int:
        if not self._possible():
            return CONTRADICTION
        simple = 7
        for kind, finds in self.techniques:
            if (most <= simple < kind) or (kind == FORCING_CHAIN > most):
                continue
            if finds():
                return kind
        return GUESS

    def _where(self, v: int) -> Cells:
        return {cell for cell, own in enumerate(self.open) if v in own}

    def _places(self, unit: int, v: int) -> list[int]:
        return [cell for cell in self.units[unit] if v in self.open[cell]]

    def _all_places(self) -> Iterator[tuple[int, int, list[int]]]:
        for number, v in product(range(len(self.units)), range(self.n)):
            yield number, v, self._places(number, v)

    def _place(self, cell: int, v: int) -> None:
        self.open[cell] = set()
        self.empty.discard(cell)
        for peer in self.peers[cell]:
            self.open[peer].discard(v)

    def _strike(self, cells: Cells, values: set[int]) -> bool:
        found = [cell for cell in cells if self.open[cell] & values]
        for cell in found:
            self.open[cell] -= values
        return bool(found)

    def _possible(self) -> bool:
        if not all(self.open[cell] for cell in self.empty):
            return False
        return all(
            len(set().union(*(self.open[cell] for cell in unit))) >= len(self.empty & set(unit))
            for unit in self.units
        )

    # Singles, locked candidates, subsets

    def _naked_single(self) -> bool:
        for cell, own in enumerate(self.open):
            if len(own) == 1:
                self._place(cell, min(own))
                return True
        return False

    def _hidden_single(self) -> bool:
        for _, v, places in self._all_places():
            if len(places) == 1:
                self._place(places[0], v)
                return True
        return False

    def _locked(self) -> bool:
        for number, v, places in self._all_places():
            unit = set(self.units[number])
            for other in map(set, self.units):
                crosses = 1 < len(unit & other) < self.n
                if crosses and places and other >= set(places) and self._strike(other - unit, {v}):
                    return True
        return False

    def _naked(self, size: int) -> bool:
        for unit in self.units:
            small = [cell for cell in unit if 0 < len(self.open[cell]) <= size]
            for cells in combinations(small, size):
                values = set().union(*(self.open[cell] for cell in cells))
                if len(values) == size and self._strike(set(unit) - set(cells), values):
                    return True
        return False

    def _hidden(self, size: int) -> bool:
        for number in range(len(self.units)):
            where = {v: set(self._places(number, v)) for v in range(self.n)}
            rare = [v for v in range(self.n) if 0 < len(where[v]) <= size]
            for values in combinations(rare, size):
                cells = set().union(*(where[v] for v in values))
                if len(cells) == size and self._strike(cells, set(range(self.n)) - set(values)):
                    return True
        return False

    # Patterns

    def _fish(self, size: int) -> bool:
        for v, base, cover in product(range(self.n), self.families, self.families):
            if base is cover:
                continue
            lines = [unit for unit in base if 1 < len(self._places(unit, v)) <= size]
            for chosen in combinations(lines, size):
                places = set().union(*(self._places(unit, v) for unit in chosen))
                crossed = [unit for unit in cover if places & set(self.units[unit])]
                met = set().union(*(self.units[unit] for unit in crossed))
                whole = set().union(*(self.units[unit] for unit in chosen))
                if len(crossed) == size and places <= met and self._strike(met - whole, {v}):
                    return True
        return False

    def _pairs(self) -> list[int]:
        return [cell for cell, own in enumerate(self.open) if len(own) == 2]

    def _seen_by_both(self, one: int, other: int) -> Cells:
        return self.peers[one] & self.peers[other]

    def _xy_wing(self) -> bool:
        for pivot in self._pairs():
            own = self.open[pivot]
            wings = [w for w in self._pairs() if w in self.peers[pivot] and len(self.open[w] & own) == 1]
            for one, other in combinations(wings, 2):
                shared = self.open[one] & self.open[other]
                alone = len(shared) == 1 and not shared & own
                if alone and self._strike(self._seen_by_both(one, other), shared):
                    return True
        return False

    def _xyz_wing(self) -> bool:
        for pivot, own in enumerate(self.open):
            wings = [w for w in self._pairs() if w in self.peers[pivot] and self.open[w] <= own]
            for one, other in combinations(wings if len(own) == 3 else [], 2):
                shared = self.open[one] & self.open[other]
                seen = self._seen_by_both(one, other) & self.peers[pivot]
                if len(shared) == 1 and self._strike(seen, shared):
                    return True
        return False

    def _w_wing(self) -> bool:
        for one, other in combinations(self._pairs(), 2):
            if self.open[one] != self.open[other] or other in self.peers[one]:
                continue
            for x in sorted(self.open[one]):
                bridges = (self._places(number, x) for number in range(len(self.units)))
                bridged = any(
                    near in self.peers[one] and far in self.peers[other] and not {near, far} & {one, other}
                    for places in bridges
                    if len(places) == 2
                    for near, far in (places, places[::-1])
                )
                if bridged and self._strike(self._seen_by_both(one, other), self.open[one] - {x}):
                    return True
        return False

    def _links(self, v: int) -> Links:
        """Return by cell the other place of each unit that has two for a value."""
        links: Links = {}
        for number in range(len(self.units)):
            places = sorted(self._places(number, v))
            if len(places) == 2:
                for one, other in (places, places[::-1]):
                    links.setdefault(one, []).append(other)
        return links

    def _colours(self) -> bool:
        for v in range(self.n):
            links = self._links(v)
            left = set(links)
            while left:
                sides = _coloured(min(left), links)
                left -= sides[0] | sides[1]
                for mine in sides:
                    if any(self.peers[cell] & mine for cell in mine):
                        return self._strike(mine, {v})
                seen = [set().union(*(self.peers[cell] for cell in side)) for side in sides]
                if self._strike((seen[0] & seen[1]) - sides[0] - sides[1], {v}):
                    return True
        return False

    def _x_chain(self) -> bool:
        for v in range(self.n):
            links = self._links(v)
            for start in links:
                reached, waiting = {start}, deque([start])
                while waiting:
                    for on in links[waiting.popleft()]:
                        if on in reached:
                            continue
                        reached.add(on)
                        if self._strike(self._seen_by_both(start, on), {v}):
                            return True
                        more = sorted(self._where(v) & set(links) & self.peers[on] - reached)
                        reached.update(more)
                        waiting += more
        return False

    def _xy_chain(self) -> bool:
        pairs = self._pairs()
        for start, z in [(cell, v) for cell in pairs for v in sorted(self.open[cell])]:
            waiting = deque([(start, *(self.open[start] - {z}))])
            reached = set(waiting)
            while waiting:
                cell, v = waiting.popleft()
                for other in pairs:
                    if other == start or other not in self.peers[cell] or v not in self.open[other]:
                        continue
                    following = (other, *(self.open[other] - {v}))
                    if following in reached:
                        continue
                    reached.add(following)
                    waiting.append(following)
                    if following[1] == z and self._strike(self._seen_by_both(start, other), {z}):
                        return True
        return False

    # A candidate that leads to nothing

    def _forcing_chain(self) -> bool:
        pairs = self._pairs()
        others = [c for c, own in enumerate(self.open) if own and len(own) != 2]
        others.sort(key=lambda c: len(self.open[c]))
        for cells, most in product((pairs, others), (SHORT, len(self.peers))):
            for cell in cells:
                for v in sorted(self.open[cell]):
                    if self._leads_nowhere(cell, v, most):
                        return self._strike({cell}, {v})
        return False

    def _leads_nowhere(self, cell: int, v: int, most: int) -> bool:
        kept = self.open, self.empty
        needed = [(number, v) for number, v, places in self._all_places() if places]
        self.open, self.empty = [set(own) for own in self.open], set(self.empty)
        placed, done, taken = [(cell, v)], 0, set[tuple[int, int]]()
        try:
            while True:
                for cell, v in placed[done:]:
                    done += 1
                    if (cell, v) in taken:
                        continue
                    taken.add((cell, v))
                    if v not in self.open[cell]:
                        return self._dead(needed)
                    self.empty.discard(cell)
                    self.open[cell] = {v}
                    for peer in self.peers[cell]:
                        self.open[peer].discard(v)
                if self._dead(needed):
                    return True
                if done >= most:
                    return False
                placed += self._singles(needed)
                if done == len(placed):
                    return False
        finally:
            self.open, self.empty = kept

    def _dead(self, needed: list[tuple[int, int]]) -> bool:
        cells = any(not self.open[cell] for cell in self.empty)
        return cells or any(not self._places(number, v) for number, v in needed)

    def _singles(self, needed: list[tuple[int, int]]) -> list[tuple[int, int]]:
        found = [(cell, min(self.open[cell])) for cell in sorted(self.empty) if len(self.open[cell]) == 1]
        if found:
            return found
        ordered = sorted(needed, key=lambda pair: pair[1])
        only = [(self._places(number, v), v) for number, v in ordered]
        return [(places[0], v) for places, v in only if len(places) == 1 and places[0] in self.empty]


def _coloured(start: int, links: Links) -> tuple[Cells, Cells]:
    """Return the cells that hang together with one: those that are as it is, and the others."""
    sides, waiting = ({start}, set[int]()), [(start, 0)]
    while waiting:
        cell, side = waiting.pop()
        for other in links[cell]:
            if other not in sides[0] | sides[1]:
                sides[1 - side].add(other)
                waiting.append((other, 1 - side))
    return sides
