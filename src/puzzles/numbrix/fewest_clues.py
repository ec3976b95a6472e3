"""The fewest clues with which some board of a shape has exactly one solution, proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status, record
from ...core.assign.numbrix import PathSearch
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_bool, check_choice, check_limits, check_shape
from ..framework.generator import forms
from .puzzle import Hidato, Numbrix

if TYPE_CHECKING:
    from ...typing import ShapeLike

KINDS: dict[str, type[Numbrix]] = {"numbrix": Numbrix, "hidato": Hidato}
"""Name of a kind -> its class."""

MOST_CELLS = 64
MOST_PATHS = 1 << 15
"""Paths that are kept: where two of them agree with some clues, no search is needed."""

Clues = tuple[int, ...]
"""Numbers on cells, rising: a number k on a cell is cell · cells + k - 1."""


@record
class MinimumClues(Result):
    """How few clues leave a board of some shape one solution.

    Examples
    --------
    >>> found = minimum_clues("3x3", "numbrix")
    >>> print(found, found.board.solve().status)
    2 UNIQUE
    """

    kind: str
    """``numbrix`` or ``hidato``."""
    shape: tuple[int, int]
    topology: str
    wrap: bool
    clues: int
    """The fewest clues; where a limit or Ctrl-C came first, what fewer than are proven not to do."""
    board: Numbrix | None
    """A board with that many clues and exactly one solution; None where a limit or Ctrl-C came first, or no
    board of the shape has a path (NO_SOLUTION)."""

    def __str__(self) -> str:
        if self.status is Status.NO_SOLUTION:
            return "no path through all cells"
        return f"{'at least ' if self.board is None else ''}{self.clues}"

    def __repr__(self) -> str:
        rows, cols = self.shape
        rules = f"{self.kind} {self.topology}{', wrap' if self.wrap else ''}"
        return f"<MinimumClues {rows}x{cols} {rules}: {self}>"


def minimum_clues(
    shape: ShapeLike,
    kind: str = "hidato",
    *,
    topology: str | None = None,
    wrap: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> MinimumClues:
    """Find the fewest clues with which some board of a shape has exactly one solution, with proof.

    The first and the last number are given like any other, or not; boards have no holes.

    Parameters
    ----------
    shape : str, (int, int) or int
        Rows and columns; at most 64 cells. The work is exponential in the number of clues.
    kind : str
        ``numbrix`` or ``hidato``.
    topology : str, optional
        ``rook``, ``king``, ``hex`` or ``knight``; by default that of the kind.
    wrap : bool
        Opposite edges touch.
    limits : Limits, optional
        Seconds and nodes: sets of clues looked at, and nodes of the searches for their solutions.
    progress : callable, optional
        Called with the nodes so far.

    Returns
    -------
    MinimumClues
        Status SOLVED with the number and a board; LIMIT with a lower bound where a limit or Ctrl-C came
        first.

    Raises
    ------
    PuzzleError
        A shape, kind or topology that is none.

    Notes
    -----
    For 0, 1, 2, … clues all sets of that many numbers on cells are gone through, of those that turns, mirrors
    and counting backwards take into each other one. Where two paths that are known agree with a set, it has
    several solutions; else the kernel looks for two, which are kept with all their images. The least of the
    images of a set begins with sets that are the least of theirs (R. C. Read, Every one a winner, 1978), so
    none has to be remembered.

    Examples
    --------
    >>> found = minimum_clues("2x3", "numbrix")
    >>> found.clues, found.status.value, found.board.text().split("\\n")
    (2, 'SOLVED', ['1 2 .', '. . .'])
    >>> print(minimum_clues(5, limits=Limits(nodes=100)))
    at least 1
    """
    rows, cols = check_shape(shape)
    if rows * cols > MOST_CELLS:
        raise PuzzleError(f"shape={rows}x{cols} has {rows * cols:,} cells, expected at most {MOST_CELLS}")
    made = KINDS[check_choice("kind", kind, KINDS)]
    check_limits(limits)
    empty = made([[0] * cols] * rows, topology=topology, wrap=check_bool("wrap", wrap))
    start = perf_counter()
    sets = _Sets(empty)
    outcome = drive(sets.run, limits, nodes=lambda: sets.nodes, progress=progress)
    board = sets.found
    return MinimumClues(
        status=Status.SOLVED if board else Status.NO_SOLUTION if sets.pathless else Status.LIMIT,
        stats=SearchStats(nodes=sets.nodes, seconds=perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED and board is None,
        kind=kind,
        shape=(rows, cols),
        topology=empty.topology,
        wrap=empty.wrap,
        clues=0 if sets.pathless else sets.size,
        board=board,
    )


class _Sets:
    """Sets of clues gone through by their size, until one has exactly one solution; each is a node."""

    def __init__(self, empty: Numbrix) -> None:
        self.empty, self.n = empty, empty.n_numbers
        self.images = _images(empty)
        self.paths: set[bytes] = set()
        self.through = [0] * self.n**2
        """By clue: the known paths that agree with it, a bit each."""
        self.possible = (1 << self.n**2) - 1
        """Clues that some path has, as far as is known, a bit each."""
        self.possible_with = [self._others(clue) for clue in range(self.n**2)]
        """By clue: those that may stand with it, a bit each."""
        self.nodes = self.size = 0
        self.found: Numbrix | None = None
        self.pathless = False
        """Whether no board of the shape has a solution."""
        self._plan = self._steps()

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        for _ in islice(self._plan, budget):
            self.nodes += 1
        return self.found is None and not self.pathless

    def _others(self, clue: int) -> int:
        """Return the clues of other cells and other numbers."""
        cell, number = divmod(clue, self.n)
        column = sum(1 << other * self.n for other in range(self.n))
        return self.possible & ~(((1 << self.n) - 1) << cell * self.n) & ~(column << number)

    def _steps(self) -> Iterator[None]:
        while self.found is None and not self.pathless:
            yield from self._extend((), self.possible)
            if self.found is None:
                self.pathless = not self.paths
                self.size += 1

    def _extend(self, clues: Clues, free: int) -> Iterator[None]:
        """Go through the sets of the size it is at that begin with some clues and go on with free ones."""
        if len(clues) == self.size:
            yield from self._settle(clues)
            return
        agreeing = self._agreeing(clues)
        known, last = len(self.paths), len(clues) + 1 == self.size
        while free and self.found is None:
            bit = free & -free
            free ^= bit
            clue = bit.bit_length() - 1
            longer = (*clues, clue)
            if known != len(self.paths):
                agreeing, known = self._agreeing(clues), len(self.paths)
            both = agreeing & self.through[clue]
            if last and both & (both - 1):  # two paths: no matter whether this set is the least of its images
                yield
            elif self._is_least(longer):
                yield from self._extend(longer, free & self.possible_with[clue])
            else:
                yield

    def _agreeing(self, clues: Clues) -> int:
        """Return the known paths that agree with some clues, a bit each."""
        paths = (1 << len(self.paths)) - 1
        for clue in clues:
            paths &= self.through[clue]
        return paths

    def _is_least(self, clues: Clues) -> bool:
        """Return whether no image of a set is smaller."""
        return all(tuple(sorted([image[clue] for clue in clues])) >= clues for image in self.images)

    def _settle(self, clues: Clues) -> Iterator[None]:
        """Look for two solutions with some clues; keep them, or that there is one or none."""
        yield
        board = self.empty
        for clue in clues:
            cell, number = divmod(clue, self.n)
            board = board.put(number + 1, *divmod(cell, board.cols))
        count = 0
        if not board.reason_against():
            search = PathSearch(*board.arrays(), 2, True)
            remains = True
            while remains:
                remains = search.run(1)
                if search.fresh:
                    self._keep(search.solution)
                yield
            count = search.count
        if count == 1:
            self.found = board
        elif count == 0 and 1 <= len(clues) <= 2:
            self._strike(clues)

    def _keep(self, path: Any) -> None:
        """Note the images of a path by their clues."""
        n = self.n
        own = (np.arange(n) * n + path - 1).tolist()
        for image in self.images if len(self.paths) < MOST_PATHS else ():
            clues = sorted([image[clue] for clue in own])
            name = np.array(clues, dtype=np.int32).tobytes()
            if name not in self.paths:
                bit = 1 << len(self.paths)
                self.paths.add(name)
                for clue in clues:
                    self.through[clue] |= bit

    def _strike(self, clues: Clues) -> None:
        """Note that no path has a clue, or two of them together."""
        for image in self.images:
            if len(clues) == 1:
                self.possible &= ~(1 << image[clues[0]])
            else:
                one, other = image[clues[0]], image[clues[1]]
                self.possible_with[one] &= ~(1 << other)
                self.possible_with[other] &= ~(1 << one)


def _images(empty: Numbrix) -> list[list[int]]:
    """Return for each symmetry of a board's neighbours, counting backwards too, where it takes each clue."""
    n, shape = empty.n_numbers, (empty.rows, empty.cols)
    cell, number = np.divmod(np.arange(n * n), n)
    found: set[Clues] = set()
    for form, order in forms(*shape, empty.topology, wrap=empty.wrap):
        if form == shape:
            to = np.empty(n, dtype=np.int64)
            to[order] = np.arange(n)
            found |= {tuple((to[cell] * n + way).tolist()) for way in (number, n - 1 - number)}
    return [list(image) for image in sorted(found)]
