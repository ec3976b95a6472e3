"""Twin of `unriddle.core.assign.sudoku9`: the same rules and the same branching, on sets of digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["Lane", "Lanes", "Making", "lanes", "propagate", "search", "without_needless"]

Flags = Sequence[Sequence[int]]

UNITS = [
    *([9 * row + col for col in range(9)] for row in range(9)),
    *([9 * row + col for row in range(9)] for col in range(9)),
    *(
        [9 * (3 * band + r) + 3 * box + c for r in range(3) for c in range(3)]
        for band in range(3)
        for box in range(3)
    ),
]
PEERS = [{other for unit in UNITS if cell in unit for other in unit} - {cell} for cell in range(81)]
CROSSINGS = [
    (set(line), set(box)) for line in UNITS[:18] for box in UNITS[18:] if len(set(line) & set(box)) == 3
]
BANDWISE = [
    9 * (3 * band + r) + 3 * box + c
    for band in range(3)
    for box in range(3)
    for r in range(3)
    for c in range(3)
]
"""The cells box by box: the order in which a cell to branch on is looked for."""


def propagate(  # noqa: C901 (four rules, said where they apply)
    grid: list[set[int]], groups: Sequence[Sequence[int]] = ()
) -> bool:
    """Take away what naked and hidden singles and locked candidates rule out; False at a dead end.

    `groups` are further sets of cells that hold no digit twice; nine cells hold each.

    Examples
    --------
    >>> grid = [set(range(1, 10)) for _ in range(81)]
    >>> grid[0] = {1}
    >>> propagate(grid), sorted(grid[1])
    (True, [2, 3, 4, 5, 6, 7, 8, 9])
    """
    while True:
        before = [len(candidates) for candidates in grid]
        for cell, candidates in enumerate(grid):
            if len(candidates) == 1:
                for peer in PEERS[cell]:
                    grid[peer] -= candidates
                for group in groups:
                    for peer in group if cell in group else ():
                        grid[peer] -= candidates if peer != cell else set()
        for unit in [*UNITS, *(group for group in groups if len(group) == 9)]:
            for digit in range(1, 10):
                places = [cell for cell in unit if digit in grid[cell]]
                if not places:
                    return False
                if len(places) == 1:
                    grid[places[0]] &= {digit}
        for line, box in CROSSINGS:
            for digit in range(1, 10):
                for here, there in ((line, box), (box, line)):
                    if not any(digit in grid[cell] for cell in here - there):
                        for cell in there - here:
                            grid[cell].discard(digit)
        if not all(grid):
            return False
        if before == [len(candidates) for candidates in grid]:
            return True


def _solutions(
    grid: list[set[int]], tally: list[int], groups: Sequence[Sequence[int]]
) -> Iterator[list[int]]:
    tally[1] += 1
    if not propagate(grid, groups):
        return
    pairs = [cell for cell in BANDWISE if len(grid[cell]) == 2]
    if pairs:
        count = [sum(cell // 27 == band for cell in pairs) for band in range(3)]
        busiest = [cell for cell in pairs if cell // 27 == count.index(max(count))]
        opened = [max(busiest, key=lambda cell: len(PEERS[cell].intersection(pairs)))]
    else:
        opened = sorted((c for c in BANDWISE if len(grid[c]) > 1), key=lambda c: len(grid[c]))[:1]
    if not opened:
        yield [min(candidates) for candidates in grid]
        return
    cell = opened[0]
    digit = min(grid[cell])
    tally[0] += 1
    for candidates in ({digit}, grid[cell] - {digit}):
        branch = [set(other) for other in grid]
        branch[cell] = set(candidates)
        yield from _solutions(branch, tally, groups)


def search(
    puzzle: Sequence[int], limit: int = 2, groups: Sequence[Sequence[int]] = ()
) -> tuple[list[list[int]], int, int]:
    """Return the first `limit` solutions, the guesses and the nodes.

    Parameters
    ----------
    puzzle : sequence of 81 int
        Row-major cells, 1 to 9, 0 is empty.
    limit : int
        Solutions to look for, from 1 up.
    groups : sequence of sequence of int
        Sets of 2 to 9 cells that hold no digit twice, in addition to rows, columns and boxes.

    Examples
    --------
    >>> solutions, guesses, nodes = search([0] * 81, limit=1)
    >>> solutions[0][:9], guesses > 10
    ([1, 2, 3, 4, 5, 6, 7, 8, 9], True)
    """
    tally = [0, 0]
    found: list[list[int]] = []
    grid = [{value} if value else set(range(1, 10)) for value in puzzle]
    for solution in _solutions(grid, tally, groups):
        found.append(solution)
        if len(found) == limit:
            break
    return found, tally[0], tally[1]


def lanes(most: int = 16) -> int:
    """Return how many puzzles are searched side by side: one.

    Examples
    --------
    >>> lanes()
    1
    """
    return min(most, 1)


def _cells_of(groups: Flags | None) -> list[list[int]]:
    """Return the cells of groups that are given as a flag a cell."""
    return [
        [cell for cell, there in enumerate(group) if there] for group in (() if groups is None else groups)
    ]


class Lane:
    """Searches one puzzle, whole, up to `limit` solutions.

    Examples
    --------
    >>> search = Lane(bytes(81), limit=3)
    >>> search.run(10**6), search.count, search.exhausted
    (False, 3, False)
    """

    def __init__(
        self,
        cells: bytes,
        limit: int = 2,
        every: int = 0,
        groups: Flags | None = None,
        digits: int = 16,
    ) -> None:
        self.cells, self.limit, self.every, self.groups = cells, limit, every, _cells_of(groups)
        self.found: list[list[int]] = []
        self.count = self.guesses = self.nodes = 0

    def share(self, guesses: int, lanes: int = 16) -> None:
        """Do nothing: one after the other, branches are the same."""

    def run(self, budget: int) -> bool:
        """Search, unless that is done; say whether work remains."""
        if budget > 0 and not self.nodes:
            self.found, self.guesses, self.nodes = search(list(self.cells), self.limit, self.groups)
            self.count = len(self.found)
        return not self.nodes

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return self.nodes > 0 and self.count < self.limit

    @property
    def first(self) -> bytes | None:
        """The first solution; None before it is found, and with `every`."""
        return bytes(self.found[0]) if self.found and not self.every else None

    def take(self) -> list[list[int]]:
        """Return the solutions found since the last call."""
        taken, self.found = self.found, []
        return taken


class Lanes:
    """Searches of many puzzles, all of them up to `limit` solutions, one after the other.

    Puzzles are searched whole: a budget below their nodes, and `node_limit`, are the kernel's alone.

    Examples
    --------
    >>> search = Lanes([[0] * 81], limit=3)
    >>> search.run(10**6), search.counts
    (False, [3])
    """

    def __init__(
        self,
        puzzles: Sequence[Sequence[int]],
        limit: int = 2,
        node_limit: int = 1 << 62,
        lanes: int = 16,
        groups: Flags | None = None,
        share: int = 0,
    ) -> None:
        self.puzzles, self.limit, self.lanes, self.groups = puzzles, limit, 1, _cells_of(groups)
        self.solutions = [[0] * 81 for _ in puzzles]
        self.counts, self.guesses = [0] * len(puzzles), [0] * len(puzzles)
        self.nodes = self.done = 0

    def run(self, budget: int) -> bool:
        """Search puzzles until `budget` nodes were taken up; say whether work remains."""
        goal = self.nodes + budget
        while self.done < len(self.puzzles) and self.nodes < goal:
            k = self.done
            cells = [int(value) for value in self.puzzles[k]]
            found, self.guesses[k], nodes = search(cells, self.limit, self.groups)
            self.counts[k] = len(found)
            self.solutions[k] = list(found[0]) if found else [0] * 81
            self.nodes += nodes
            self.done += 1
        return self.done < len(self.puzzles)


def without_needless(
    solved: bytes, orbits: Sequence[Sequence[int]], least: int = 0, lanes: int = 16
) -> bytes:
    r"""Take away the clues of a grid that are not needed for its solution to be the only one.

    Examples
    --------
    >>> row = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    >>> without_needless(bytes(value - 48 for value in row), [[0, 1], [2, 3], [4, 5]], 78)[:6]
    b'\x00\x00\x03\x04\x05\x06'
    """
    cells = bytearray(solved)
    for orbit in orbits:
        less = bytearray(cells)
        for cell in orbit:
            less[cell] = 0
        if 81 - less.count(0) >= least and len(search(less)[0]) == 1:
            cells = less
    return bytes(cells)


def _mixed(state: int) -> int:
    """Return the number of SplitMix64 for a state."""
    mask = (1 << 64) - 1
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ state >> 27) * 0x94D049BB133111EB & mask
    return state ^ state >> 31


class Making:
    """Makes Sudokus: full grids at random, less the clues that are not needed.

    Puzzles are made whole, whatever the budget; `node_limit` is the kernel's alone.

    Examples
    --------
    >>> made = Making([1], [[cell] for cell in range(81)], least=70)
    >>> made.run(1), 81 - made.puzzles[0].count(0)
    (False, 70)
    """

    def __init__(
        self,
        seeds: Sequence[int],
        orbits: Sequence[Sequence[int]],
        least: int = 0,
        node_limit: int = 1 << 62,
        lanes: int = 16,
    ) -> None:
        self.random = [int(seed) for seed in seeds]
        self.orbits, self.least = [[int(cell) for cell in orbit] for orbit in orbits], least
        self.puzzles: list[list[int]] = []
        self.solutions: list[list[int]] = []
        self.guesses: list[int] = []
        self.done = 0

    def run(self, budget: int) -> bool:
        """Make the puzzles; say whether work remains."""
        while self.done < len(self.random):
            solved = self._full_grid()
            order = self._order(len(self.orbits))
            orbits = [self.orbits[k] for k in order]
            puzzle = list(without_needless(bytes(solved), orbits, self.least))
            self.puzzles.append(puzzle)
            self.solutions.append(solved)
            self.guesses.append(search(puzzle)[1])
            self.done += 1
        return False

    def _numbers(self, n: int) -> list[int]:
        """Return the next n random numbers of the puzzle that is made."""
        start, step, mask = self.random[self.done], 0x9E3779B97F4A7C15, (1 << 64) - 1
        self.random[self.done] = start + n * step & mask
        return [_mixed(start + k * step & mask) for k in range(1, n + 1)]

    def _order(self, n: int) -> list[int]:
        numbers = self._numbers(n)
        return sorted(range(n), key=lambda k: numbers[k])

    def _full_grid(self) -> list[int]:
        """Fill the boxes of a diagonal, then each value that leaves a solution; the first of 12 that fits."""
        cells = [0] * 81
        for box in range(3):
            for k, digit in enumerate(self._order(9)):
                cells[30 * box + 9 * (k // 3) + k % 3] = digit + 1
        while True:
            for number in self._numbers(12):
                cell, value = number % 81, number // 81 % 9 + 1
                if not cells[cell] and all(cells[peer] != value for peer in PEERS[cell]):
                    break
            else:
                continue
            found = search([value if k == cell else other for k, other in enumerate(cells)])[0]
            if found:
                cells[cell] = value
            if len(found) == 1:
                return found[0]
