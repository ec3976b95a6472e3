"""Twin of `unriddle.core.search.peg`: the game on bitboards, its symmetries, its pagoda functions.

`layers`, `solutions`, `solvable` and `fewest_moves` say what the searches of `peg_search`, `peg_numbered` and
`peg_plans` find.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence

__all__ = [
    "Jump", "Pagodas", "PegBoard", "PegSet", "after", "before", "canonical", "fewest_moves", "images",
    "layers", "pagoda_holds", "solutions", "solvable",
]  # fmt: skip

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
    return min(images(position, symmetries))


def images(position: int, symmetries: Iterable[Sequence[int]]) -> list[int]:
    """Return the images of a position under the symmetries, in their order.

    Examples
    --------
    >>> images(0b110, [(0, 1, 2), (2, 1, 0)])
    [6, 3]
    """
    return [
        sum(1 << image for hole, image in enumerate(symmetry) if position >> hole & 1)
        for symmetry in symmetries
    ]


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


class PegBoard:
    """The jumps and symmetries of a board; `places` only tell `PegNumbered` where to find jumps faster.

    Examples
    --------
    >>> line = PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2), (2, 1, 0)])
    >>> line.canonicals([0b110, 0b100])
    [3, 1]
    """

    def __init__(
        self,
        n_holes: int,
        jumps: Iterable[Sequence[int]],
        symmetries: Iterable[Sequence[int]],
        places: Sequence[int] | None = None,
    ) -> None:
        self.n_holes, self.whole = n_holes, (1 << n_holes) - 1
        self.jumps: list[Jump] = [(int(a), int(b), int(c)) for a, b, c in jumps]
        self.symmetries = [tuple(map(int, symmetry)) for symmetry in symmetries]
        self.n_jumps, self.n_symmetries = len(self.jumps), len(self.symmetries)
        # The searches try the jumps shape after shape, a shape being how far over and to lie from from.
        shapes = list(dict.fromkeys((b - a, c - a) for a, b, c in self.jumps))
        self.by_shape = sorted(self.jumps, key=lambda j: (shapes.index((j[1] - j[0], j[2] - j[0])), j[0]))

    def canonical(self, position: int) -> int:
        """Return the least image of a position."""
        return canonical(int(position) & self.whole, self.symmetries)

    def canonicals(self, positions: Iterable[int]) -> list[int]:
        """Return the least image of each position under the symmetries."""
        return [self.canonical(position) for position in positions]


class PegSet(dict[int, None]):
    """A set of positions, in order of arrival.

    Examples
    --------
    >>> list(PegSet([5, 3, 5]))
    [5, 3]
    """

    def __init__(self, positions: Iterable[int] = ()) -> None:
        super().__init__((int(position), None) for position in positions)


class Pagodas:
    """Pagoda functions: weights of the holes for which no jump raises the total of a position.

    A position whose total is below that of the goal never reaches it; nor do its images under the symmetries,
    which leave the goals as they are.

    Examples
    --------
    >>> pagodas = Pagodas(PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)]), [0b100])
    >>> pagodas.choose([0b001]), pagodas.is_dead(0b001), pagodas.is_dead(0b011)
    (1, True, False)
    """

    def __init__(self, board: PegBoard, goals: Iterable[int]) -> None:
        self.board = board
        self.goals = [int(goal) & board.whole for goal in goals]
        self.functions: list[tuple[list[int], int]] = []  # weights, least total of a goal
        self.seed = 1

    @property
    def n(self) -> int:
        """Functions in use."""
        return len(self.functions)

    def kills(self, weights: list[int], least: int, position: int) -> bool:
        """Say whether a function is below the goals' least total for the position or one of eight images."""
        for image in images(int(position), self.board.symmetries[:8]):
            if sum(weight for hole, weight in enumerate(weights) if image >> hole & 1) < least:
                return True
        return False

    def is_dead(self, position: int) -> bool:
        """Say whether a function shows that no goal can be reached from the position."""
        return any(self.kills(weights, least, position) for weights, least in self.functions)

    def random_below(self, n: int) -> int:
        """Return a number from 0 to n - 1; xorshift64*, https://en.wikipedia.org/wiki/Xorshift."""
        self.seed ^= self.seed >> 12
        self.seed = (self.seed ^ self.seed << 25) % (1 << 64)
        self.seed ^= self.seed >> 27
        return (self.seed * 2685821657736338717 % (1 << 64) >> 33) % n

    def make(self, top: int) -> tuple[list[int], int] | None:
        """Make weights of at most `top`, and the least total of a goal; None if negative or past eight bits.

        From the same weight everywhere, the holes of one goal excepted, weights are lowered in random order
        as far as weight[from] + weight[over] >= weight[to] allows.
        """
        kept = self.goals[self.random_below(len(self.goals))]
        weights, order = [top] * self.board.n_holes, list(range(self.board.n_holes))
        for place in range(len(order) - 1, 0, -1):
            other = self.random_below(place + 1)
            order[place], order[other] = order[other], order[place]
        changed = True
        while changed:
            changed = False
            for hole in order:
                needs = [weights[c] - weights[b if a == hole else a]
                         for a, b, c in self.board.jumps if hole in (a, b)]  # fmt: skip
                low = max([-top, *needs])
                if not kept >> hole & 1 and low < weights[hole]:
                    weights[hole], changed = low, True
        least = min(sum(w for hole, w in enumerate(weights) if goal >> hole & 1) for goal in self.goals)
        up, down = sum(w for w in weights if w > 0), sum(w for w in weights if w < 0)
        return (weights, least) if least >= 0 and up - least <= 127 and down - least >= -128 else None

    def add(self, weights: Iterable[int]) -> None:
        """Add a function, and its images under the symmetries."""
        found = [int(weight) for weight in weights]
        if len(found) != self.board.n_holes or self.n == 32:
            raise ValueError(f"{len(found)} weights after {self.n} functions, expected others")
        if not pagoda_holds(found.__getitem__, self.board.jumps):
            raise ValueError("weights that a jump raises, expected none that does")
        least = min(sum(w for hole, w in enumerate(found) if goal >> hole & 1) for goal in self.goals)
        up, down = sum(w for w in found if w > 0), sum(w for w in found if w < 0)
        if up - least > 127 or down - least < -128:
            raise ValueError(f"totals from {down - least} to {up - least} above the goals', expected others")
        self.functions.append((found, least))

    def choose(self, sample: Iterable[int], tries: int = 256, most: int = 4) -> int:
        """Add at most `most` functions, those that kill the most of a sample of positions; return how many.

        Each must kill at least one in fifty of those still alive.
        """
        alive = [int(position) for position in sample if not self.is_dead(position)]
        made = [found for t in range(min(max(tries, 0), 256)) if (found := self.make(1 + t % 3))]
        added = 0
        while made and added < most and self.n < 32:
            left = [[x for x in alive if not self.kills(*function, x)] for function in made]
            best = min(range(len(made)), key=lambda k: len(left[k]))
            if len(left[best]) == len(alive) or (len(alive) - len(left[best])) * 50 < len(alive):
                break
            self.functions.append(made[best])
            alive = left[best]
            added += 1
        return added
