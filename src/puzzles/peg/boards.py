"""Boards of peg solitaire: holes, jumps, symmetries, position classes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError
from ...core.search.peg import PegBoard
from ..framework.arguments import check_choice
from .jumps import Jump

__all__ = ["DIRECTIONS", "NAMED", "Board", "Passage", "board_of"]

MAX_HOLES = 64

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIRECTIONS: dict[str, tuple[tuple[int, int], ...]] = {
    "orthogonal": ORTHOGONAL,
    "diagonal": (*ORTHOGONAL, (1, 1), (1, -1), (-1, -1), (-1, 1)),
    "triangular": (*ORTHOGONAL, (1, 1), (-1, -1)),
}
"""Directions of jumps, as steps of row and column. A triangle stands in the lower left half of a square."""

NAMED = {
    "english": ("##***##/##***##/*******/***.***/*******/##***##/##***##", "orthogonal"),
    "european": ("##***##/#*****#/*******/***.***/*******/#*****#/##***##", "orthogonal"),
    "wiegleb": (
        "###***###/###***###/###***###/*********/****.****/*********/###***###/###***###/###***###",
        "orthogonal",
    ),
    "diamond": (
        "####*####/###***###/##*****##/#*******#/****.****/#*******#/##*****##/###***###/####*####",
        "orthogonal",
    ),
    "triangle15": (".####/**###/***##/****#/*****", "triangular"),
}
"""Name -> (rows, jumps): the boards with the hole that is empty by custom."""


class Board:
    """The holes of a board in row-major order, and what follows from them.

    Parameters
    ----------
    shape : tuple of tuples of bool
        Where there are holes.
    jumps : str
        Key of `DIRECTIONS`.

    Examples
    --------
    >>> cross = board_of(((False, True, False), (True, True, True), (False, True, False)))
    >>> len(cross.holes), len(cross.jumps), len(cross.symmetries)
    (5, 4, 8)
    """

    def __init__(self, shape: tuple[tuple[bool, ...], ...], jumps: str) -> None:
        self.shape = shape
        self.kind = jumps
        self.holes = [(r, c) for r, row in enumerate(shape) for c, hole in enumerate(row) if hole]
        self.number = {hole: h for h, hole in enumerate(self.holes)}
        self.whole = (1 << len(self.holes)) - 1
        self._hash = hash((self.shape, jumps))
        self._cores: dict[tuple[tuple[int, ...], ...], PegBoard] = {}
        self.jumps = [
            (self.number[r, c], self.number[r + dr, c + dc], self.number[r + 2 * dr, c + 2 * dc])
            for r, c in self.holes
            for dr, dc in DIRECTIONS[jumps]
            if (r + dr, c + dc) in self.number and (r + 2 * dr, c + 2 * dc) in self.number
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (self.kind, self.shape) == (other.kind, other.shape)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> Any:
        return board_of, (self.shape, self.kind)

    @cached_property
    def by_flip(self) -> dict[tuple[int, int], Jump]:
        """The jumps by the holes that they flip and those among them that had pegs, as bitboards."""
        return {
            (1 << a | 1 << b | 1 << c, 1 << a | 1 << b): Jump(*(self.holes[h] for h in (a, b, c)))
            for a, b, c in self.jumps
        }

    @cached_property
    def flips(self) -> dict[Jump, tuple[int, int]]:
        """`by_flip`, the other way round."""
        return {jump: flip for flip, jump in self.by_flip.items()}

    def jumped(self, position: int, jump: Jump) -> int | None:
        """Return the position after a jump, None where it cannot be made."""
        line, taken = self.flips.get(jump, (0, 0))
        return position ^ line if line and position & line == taken else None

    @cached_property
    def symmetries(self) -> list[tuple[int, ...]]:
        """The maps of the grid that keep holes and jumps, as permutations of holes; the identity first."""
        steps = set(DIRECTIONS[self.kind])
        found = set()
        for a, b, c, d in itertools.product((-1, 0, 1), repeat=4):
            if abs(a * d - b * c) != 1 or {(a * r + b * s, c * r + d * s) for r, s in steps} != steps:
                continue
            turned = [(a * r + b * s, c * r + d * s) for r, s in self.holes]
            down = min(r for r, _ in self.holes) - min(r for r, _ in turned)
            right = min(s for _, s in self.holes) - min(s for _, s in turned)
            image = [(r + down, s + right) for r, s in turned]
            if all(hole in self.number for hole in image):
                found.add(tuple(self.number[hole] for hole in image))
        return sorted(found)

    @cached_property
    def classes(self) -> list[int]:
        """Sets of holes, as bitboards, whose number of pegs no jump makes odd or even: a basis of them.

        A jump flips three holes in line, so a set that meets every line in none or two of them keeps its
        parity. Gaussian elimination over GF(2) finds all: Reiss, "Beiträge zur Theorie des
        Solitär-Spiels", Crelle's Journal, 1857.
        """
        rows: dict[int, int] = {}  # pivot bit -> line with no other pivot in it
        for line in {1 << a | 1 << b | 1 << c for a, b, c in self.jumps}:
            for pivot, row in rows.items():
                if line >> pivot & 1:
                    line ^= row
            if line:
                top = line.bit_length() - 1
                for pivot in rows:
                    if rows[pivot] >> top & 1:
                        rows[pivot] ^= line
                rows[top] = line
        free = [h for h in range(len(self.holes)) if h not in rows]
        return [1 << h | sum(1 << pivot for pivot, row in rows.items() if row >> h & 1) for h in free]

    def position_class(self, position: int) -> tuple[int, ...]:
        """Return the parities that no jump changes; positions of different classes never meet."""
        return tuple((position & kept).bit_count() & 1 for kept in self.classes)

    def telling(self, position: int, other: int) -> int:
        """Return holes, as a bitboard, whose parity tells two positions of different classes apart."""
        differ = position ^ other
        return min((kept for kept in self.classes if (differ & kept).bit_count() & 1), key=int.bit_count)

    def after(self, position: int) -> list[int]:
        """Return the positions one jump away, in the order of the jumping pegs."""
        return [position ^ line for line, taken in self.by_flip if position & line == taken]

    def moved(self, position: int, symmetry: Sequence[int]) -> int:
        """Return the image of a position."""
        return sum(1 << symmetry[h] for h in range(len(self.holes)) if position >> h & 1)

    def keeping(self, *sets: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries that map each of some sets of positions onto itself."""
        wanted = [set(positions) for positions in sets]
        return tuple(
            symmetry
            for symmetry in self.symmetries
            if all({self.moved(p, symmetry) for p in positions} == positions for positions in wanted)
        )

    def core(self, symmetries: Sequence[Sequence[int]] | None = None) -> PegBoard:
        """Return the board as the kernels take it."""
        chosen = tuple(map(tuple, self.symmetries if symmetries is None else symmetries))
        if chosen not in self._cores:
            self._cores[chosen] = PegBoard(
                len(self.holes),
                np.array(self.jumps, dtype=np.int32).reshape(-1, 3),
                np.array(chosen, dtype=np.int32),
                self._places(),
            )
        return self._cores[chosen]

    def _places(self) -> NDArray[np.int32] | None:
        """Return a bit for each hole that leaves jumps of one direction one shift, if a word has room."""
        top, left = (min(hole[axis] for hole in self.holes) for axis in (0, 1))
        width = max(c for _, c in self.holes) - left + 1
        places = np.array([(r - top) * width + c - left for r, c in self.holes], dtype=np.int32)
        return places if places[-1] < 64 else None

    @cached_property
    def weights(self) -> NDArray[np.int32]:
        """For each hole its distance from the middle, by rows and columns, in half steps: at most 2,000."""
        rows = [r for r, _ in self.holes]
        cols = [c for _, c in self.holes]
        middle = min(rows) + max(rows), min(cols) + max(cols)
        far = [abs(2 * r - middle[0]) + abs(2 * c - middle[1]) for r, c in self.holes]
        return np.minimum(np.array(far, dtype=np.int32), 2000)


class Passage:
    """From where to where a search of a board looks for jumps.

    Parameters
    ----------
    board : Board
        The board.
    position : int
        Where the jumps begin, as a bitboard.
    goals : sequence of int
        Where they end: of one class, with as many pegs each. None: there is no solution.
    memory : int
        Bytes for positions.
    """

    def __init__(self, board: Board, position: int, goals: Sequence[int], memory: int) -> None:
        self.board, self.position, self.goals, self.memory = board, position, goals, memory

    @property
    def steps(self) -> int:
        """Jumps of each way, where there are goals."""
        return self.position.bit_count() - self.goals[0].bit_count()


@lru_cache(maxsize=64)
def board_of(shape: tuple[tuple[bool, ...], ...], jumps: str = "orthogonal") -> Board:
    """Return the board of a shape; boards are made once.

    Raises
    ------
    PuzzleError
        No holes or more than 64, unknown jumps.
    """
    check_choice("jumps", jumps, DIRECTIONS)
    holes = sum(map(sum, shape))
    if not 1 <= holes <= MAX_HOLES:
        raise PuzzleError(f"a board of {holes} holes, expected 1 to {MAX_HOLES}")
    return Board(shape, jumps)
