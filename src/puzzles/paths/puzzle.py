"""How many paths a board has: counted exactly, without walking them."""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.topology import neighbours
from ...core.walk.path_count import MAX_SLOTS, PathCounter, slot_count
from ...search.run_loop import TRIAL, Outcome, Stages, drive
from ..framework.arguments import TOPOLOGIES, check_bool, check_choice, check_limits, check_shape
from ..framework.html import Frame, Row, Table, View, in_notebook, page
from ..framework.solutions import Count, status_of
from .draw import PAD, SIZE, heat_map, numbers

if TYPE_CHECKING:
    from ...typing import ShapeLike

MAX_CELLS = 1_000_000
"""Most cells of a board; how wide it may be is a matter of memory."""

MOST_DRAWN = 2_500
"""Cells of a picture on a page."""
HEX_SIDES = 6
"""Neighbours of a cell of a hexagonal board, whose rows and columns differ."""

DEFAULT_MEMORY = 2 << 30
"""Bytes that the tables may take where the limits do not say."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PathCount(Count):
    """How many paths a board has: a `Count`, with what is known of the board.

    A path has one or more cells; each direction counts for itself.

    Examples
    --------
    >>> count_paths("5x5")
    <PathCount 5×5 king: 115,066,382,913 paths>
    >>> print(count_paths(5))
    115066382913
    """

    rows: int
    cols: int
    topology: str
    wrap: bool
    cells: int
    """Cells of the board, holes left out."""
    by_length: tuple[int, ...] | None
    """Paths by their number of cells, from 0 to `cells`, where asked for; None where a limit was reached."""
    by_start: tuple[tuple[int, ...], ...] | None
    """Paths that begin in each cell, row by row, where asked for; None where a limit was reached."""
    states: int
    """Most states held at a time; `stats.nodes` is the sum over all steps."""
    frontier: int
    """Most cells in a frontier, the one being taken in included."""
    memory: int
    """Bytes of the tables."""
    out_of_memory: bool
    """Whether the limit that came first was that of memory."""

    def __str__(self) -> str:
        least = "at least " if self.status is Status.LIMIT else ""
        return f"{least}{_number_text(self.found, ',' if least else 'd')}"

    @property
    def _counted(self) -> str:
        least = "at least " if self.status is Status.LIMIT else ""
        return f"{least}{_number_text(self.found, ',')} path{'' if self.found == 1 else 's'}"

    def __repr__(self) -> str:
        board = f"{self.rows}×{self.cols} {self.topology}{' wrap-around' if self.wrap else ''}"
        if self.cells < self.rows * self.cols:
            board += f" of {self.cells:,} cells"
        return f"<PathCount {board}: {self._counted}>"

    def to_svg(self) -> str:
        """Return a heat map of the paths by start: the more begin in a cell, the stronger its colour.

        Raises
        ------
        PuzzleError
            They were not asked for, or a limit was reached.
        """
        if self.by_start is None:
            raise PuzzleError(
                "paths by start are not known; pass by_start=True, without a limit that is reached"
            )
        return heat_map(self.by_start, "count_paths")

    def to_html(self) -> str:
        """Return a page of the count: the heat map of `to_svg` where it is known, and the paths by length.

        Examples
        --------
        >>> count_paths(3, by_start=True).to_html().count("Paths of a 3 × 3 board")
        3
        """
        return page(self.view())

    def _repr_html_(self) -> str:
        return in_notebook(self.view())

    def view(self) -> View:
        """Return what the page of a count shows: where the paths begin, and how many have each length."""
        rows, cols = self.rows, self.cols
        facts = [("paths", str(self)), ("status", str(self.status)), ("topology", self.topology)]
        facts += [("wrap", "edges touch")] * self.wrap + [("cells", f"{self.cells:,}")]
        facts.append(("states", f"{self.stats.nodes:,}"))
        title = f"Paths of a {rows} × {cols} board"
        frames, table, notes = [], None, []
        grid = self.by_start if rows * cols <= MOST_DRAWN else None
        if grid is not None:
            says = "the stronger the colour of a cell, the more paths begin there"
            text = "\n".join(" ".join(map(str, row)) for row in grid)
            frames = [Frame(svg=heat_map(grid, title), says=says, text=text)]
        else:
            notes.append(f"Paths by start are not known, or of more than {MOST_DRAWN:,} cells: no picture.")
        if self.by_length is not None:
            lengths = numbers(self.by_length)
            kept = [Row(values=(cells, lengths[cells])) for cells in range(1, len(lengths))]
            table = Table(noun="lengths", columns=("cells", "paths"), rows=kept)
        elif grid is not None:
            starts = numbers([n for row in grid for n in row])
            kept = [
                Row(values=(f"{cell // cols + 1},{cell % cols + 1}", n), cells=(cell,))
                for cell, n in enumerate(starts)
            ]
            table = Table(noun="starts", columns=("row,column", "paths"), rows=kept)
        middles = [
            (PAD + (col + 0.5) * SIZE, PAD + (row + 0.5) * SIZE) for row in range(rows) for col in range(cols)
        ]
        return View(
            title=title,
            lead=self._counted,
            facts=tuple(facts),
            frames=frames,
            table=table,
            centres=() if grid is None or self.by_length is not None else middles,
            side=SIZE,
            cols=cols,
            notes=tuple(notes),
        )

    def _repr_svg_(self) -> str | None:
        return None if self.by_start is None else self.to_svg()


def count_paths(
    shape: ShapeLike,
    *,
    topology: str = "king",
    wrap: bool = False,
    holes: NDArray[np.bool_] | Iterable[tuple[int, int]] | None = None,
    by_length: bool = False,
    by_start: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> PathCount:
    """Count the self-avoiding paths of a board exactly: Boggle's "moves" when nothing is pruned.

    A path is one cell or more, each next to the one before, none twice; the two directions of a path are
    two paths. Nothing is enumerated: 6×6 with its 10 quadrillion paths takes milliseconds.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, ``"4x5"`` or (4, 5), one number for a square; at most a million cells.
    topology : str
        ``"king"`` (8 neighbours), ``"rook"`` (4) or ``"hex"`` (6).
    wrap : bool
        Opposite edges touch (a torus).
    holes : bool array of shape (rows, cols), or (row, column) pairs from 0, optional
        Cells that are not there.
    by_length : bool
        Count the paths of each number of cells apart; takes up to `cells` times as long.
    by_start : bool
        Count the paths that begin in each cell apart: a count for each cell that no mirror image of the board
        takes onto another.
    limits : Limits, optional
        `nodes` counts states taken up, exactly; `memory` is in bytes, 2 GiB by default.
    progress : callable, optional
        Called with the states taken up so far, many times a second.

    Returns
    -------
    PathCount
        Equal to the number; where a limit or Ctrl-C came first its status is LIMIT, and `found` a lower
        bound.

    Raises
    ------
    PuzzleError
        A size, topology or hole that is none; a frontier of more than 62 cells.

    Notes
    -----
    Time and memory are exponential in the smaller side and linear in the larger one
    (docs/explanation/path_counting.md has figures). Algorithm: see
    `unriddle.core.walk.path_count.PathCounter`. On a torus without holes all cells are alike, so the paths
    from one cell are counted and multiplied.

    Examples
    --------
    >>> int(count_paths("4x4")), count_paths((3, 3), holes=[(1, 1)]) == 664
    (12029640, True)
    >>> int(count_paths(4, topology="rook", wrap=True))
    1450832
    >>> count_paths("2x2", by_length=True).by_length
    (0, 4, 12, 24, 24)
    >>> count_paths("3x3", by_start=True).by_start
    ((1373, 1037, 1373), (1037, 665, 1037), (1373, 1037, 1373))
    """
    rows, cols = check_shape(shape)
    if rows * cols > MAX_CELLS:
        raise PuzzleError(f"{rows}×{cols} is {rows * cols:,} cells, expected at most {MAX_CELLS:,}")
    kind = TOPOLOGIES[check_choice("topology", topology, TOPOLOGIES)]
    check_limits(limits)
    wrap, by_start = check_bool("wrap", wrap), check_bool("by_start", by_start)
    by_length = check_bool("by_length", by_length)
    blocked = _blocked(holes, rows, cols)
    start = time.perf_counter()
    table = neighbours(rows, cols, kind, wrap, blocked)
    order, slots = _order(rows, cols, table, blocked)
    if slots > MAX_SLOTS:
        most = min(rows, cols) * MAX_SLOTS // slots
        wrong = f"{rows}×{cols} is too large to count exactly; its shorter side can be at most about {most}"
        raise PuzzleError(wrong)
    memory = DEFAULT_MEMORY if limits is None or limits.memory is None else limits.memory
    memory = int(min(memory, 1 << 62))
    alike = wrap and not blocked.any()
    if alike:
        starts = {int(order[0]): order.tolist()}  # each cell is like any other
    elif by_start:
        starts = _alike(blocked.reshape(rows, cols), topology)
    else:
        starts = {}
    counting = _Counting(table, order, starts, by_length=by_length, memory=memory)
    stages = counting.stages
    outcome = drive(stages.run, limits, nodes=lambda: stages.nodes, progress=progress, first=TRIAL)
    counting.close()
    done = counting.done
    found = max(counting.found, len(order))  # each cell is a path
    return PathCount(
        status=status_of(found, done, not done),
        stats=SearchStats(nodes=stages.nodes, depth=counting.steps, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED and not done,
        found=found,
        complete=done,
        rows=rows,
        cols=cols,
        topology=topology,
        wrap=wrap,
        cells=len(order),
        by_length=tuple(counting.lengths) if by_length and done else None,
        by_start=counting.grid(rows, cols) if by_start and done else None,
        states=counting.peak,
        frontier=counting.slots,
        memory=counting.memory_used,
        out_of_memory=counting.exhausted,
    )


class _Counting:
    """One count of all paths, or one after the other for each class of cells that are alike."""

    def __init__(
        self,
        table: NDArray[np.int32],
        order: NDArray[np.int32],
        starts: dict[int, list[int]],
        *,
        by_length: bool,
        memory: int,
    ) -> None:
        self.table, self.order, self.starts = table, order, starts
        self.apart, self.memory = by_length, memory
        self.found = self.steps = self.peak = self.slots = self.memory_used = 0
        self.lengths = [0] * (len(order) + 1)
        self.begun: dict[int, int] = {}
        self.exhausted = self.done = False
        self.running: tuple[PathCounter, list[int]] | None = None
        self.stages = Stages(self._plan())

    def _plan(self) -> Iterator[tuple[PathCounter, Callable[[int], bool]]]:
        for cell, like in self.starts.items() or [(-1, [-1])]:
            order = self.order
            if cell >= 0:  # the kernel counts the paths that begin in the first cell
                order = np.concatenate([np.array([cell], dtype=np.int32), order[order != cell]])
            counter = PathCounter(
                self.table, order, by_length=self.apart, rooted=cell >= 0, memory=self.memory
            )
            self.running = counter, like
            yield counter, counter.run
            if not counter.finished:
                return
            self.close()
        self.done = True

    def close(self) -> None:
        """Add what the count that runs has found, and let go of its tables."""
        if self.running is None:
            return
        counter, like = self.running
        self.running = None
        count = counter.count()
        self.begun |= dict.fromkeys(like, count)
        self.found += count * len(like)
        self.steps = max(self.steps, counter.steps)
        self.peak, self.slots = max(self.peak, counter.peak), max(self.slots, counter.slots)
        self.memory_used = max(self.memory_used, counter.memory_used)
        self.exhausted |= counter.exhausted
        if self.apart:
            for length, paths in enumerate(counter.by_length()):
                self.lengths[length] += paths * len(like)

    def grid(self, rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
        """Return the paths that begin in each cell, 0 in holes."""
        return tuple(tuple(self.begun.get(row * cols + col, 0) for col in range(cols)) for row in range(rows))


def _alike(blocked: NDArray[np.uint8], topology: str) -> dict[int, list[int]]:
    """Return one cell of each class of cells that mirror images take onto each other, and the class."""
    cells = np.arange(blocked.size, dtype=np.int32).reshape(blocked.shape)
    images = [cells]
    if (
        topology != "hex"
    ):  # rows of hexagons are shifted against each other: mirrored, they fit some sizes only
        images += [cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
        if blocked.shape[0] == blocked.shape[1]:
            images += [image.T for image in images]
    flat = blocked.ravel()
    images = [image for image in images if (flat[image.ravel()] == flat).all()]
    first = np.min([image.ravel() for image in images], axis=0)
    found: dict[int, list[int]] = {}
    for cell in np.flatnonzero(flat == 0).tolist():
        found.setdefault(int(first[cell]), []).append(cell)
    return found


def _number_text(number: int, form: str) -> str:
    """Return a number in full, or its size where Python refuses to write that many digits."""
    try:
        return format(number, form)
    except ValueError:
        return f"about 10^{number.bit_length() * math.log10(2):.0f}"


def _blocked(
    holes: NDArray[np.bool_] | Iterable[tuple[int, int]] | None, rows: int, cols: int
) -> NDArray[np.uint8]:
    """Return 1 for each hole, row-major."""
    blocked = np.zeros((rows, cols), dtype=np.uint8)
    if isinstance(holes, np.ma.MaskedArray):
        raise PuzzleError("holes has masked cells")
    if isinstance(holes, np.ndarray) and holes.dtype == np.bool_:
        if holes.shape != blocked.shape:
            raise PuzzleError(f"holes of shape {holes.shape}, expected {blocked.shape}")
        blocked[holes] = 1
    elif holes is not None:
        try:
            places: list[Any] = list(holes)
        except TypeError:
            raise PuzzleError(
                f"holes={holes!r:.40}, expected (row, column) pairs or an array of bool"
            ) from None
        for place in places:
            try:
                row, col = (operator.index(part) for part in place)
            except (TypeError, ValueError):
                raise PuzzleError(f"hole {place!r:.40}, expected a (row, column) pair") from None
            if not (0 <= row < rows and 0 <= col < cols):
                raise PuzzleError(f"hole {(row, col)}, expected rows below {rows}, columns below {cols}")
            blocked[row, col] = 1
    return blocked.ravel()


def _order(
    rows: int, cols: int, table: NDArray[np.int32], blocked: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], int]:
    """Return the cells row by row or column by column, whichever has the smaller frontier, and its cells."""
    cells = np.arange(rows * cols, dtype=np.int32)
    walks, holes = [cells], bool(blocked.any())
    if holes or rows != cols or table.shape[1] == HEX_SIDES:  # else columns are what rows are
        walks.append(cells.reshape(rows, cols).T.ravel())
    orders = [walk[blocked[walk] == 0] if holes else np.ascontiguousarray(walk) for walk in walks]
    costs = [slot_count(table, order) for order in orders]
    best = costs.index(min(costs))
    return orders[best], costs[best][0]
