"""Boards of peg solitaire: holes, jumps and their notation, symmetries, position classes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError, Result
from ...core.search.peg import PegBoard
from ...io.text import printable
from ...repr_html import Shown
from ..framework.arguments import check_choice

_HOLE = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,3})")


def hole_name(hole: tuple[int, int]) -> str:
    """Return the name of a hole: the column as a letter, the row as a number from 1.

    Examples
    --------
    >>> hole_name((0, 0)), hole_name((3, 27))
    ('a1', 'ab4')
    """
    row, column = hole
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return f"{name}{row + 1}"


def hole_of(name: str) -> tuple[int, int] | None:
    """Return row and column of a hole from its name; None for any other text."""
    match = _HOLE.fullmatch(name.strip().lower())
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    return int(match[2]) - 1, column - 1


@dataclass(frozen=True, slots=True)
class Jump(Shown):
    """A peg jumps from `start` over `over`, which is removed, to `end`: each (row, column) from 0.

    Examples
    --------
    >>> print(Jump((1, 3), (2, 3), (3, 3)))
    d2-d4
    """

    start: tuple[int, int]
    over: tuple[int, int]
    end: tuple[int, int]

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"


def jumps_text(jumps: Iterable[Jump]) -> str:
    """Format jumps as text; successive jumps of one peg are joined."""
    text, last = "", None
    for jump in jumps:
        text += f"-{hole_name(jump.end)}" if jump.start == last else f" {jump}"
        last = jump.end
    return text.strip()


def count_moves(jumps: Sequence[Jump]) -> int:
    """Count moves: successive jumps of one peg are one move."""
    return bool(jumps) + sum(a.end != b.start for a, b in pairwise(jumps))


def jumps_of(answer: object) -> tuple[Jump, ...]:
    """Return the jumps of an answer: `Jump` objects, their text, or a result."""
    if isinstance(answer, Result):
        answer = getattr(answer, "solution", None)
    if isinstance(answer, str):
        return tuple(jump for word in answer.split() for jump in _chain(word))
    if isinstance(answer, Sequence) and all(isinstance(jump, Jump) for jump in answer):
        return tuple(answer)
    raise PuzzleError(f"{printable(repr(answer))[:40]}, expected jumps, such as a1-c1 d1-b1 or Jump objects")


@lru_cache(maxsize=4096)
def _chain(word: str) -> tuple[Jump, ...]:
    """Parse the jumps of one peg: hole names joined by dashes."""
    holes = [hole_of(name) for name in word.split("-")]
    jumps = []
    for start, end in pairwise(holes) if len(holes) > 1 else [(None, None)]:
        if start is not None and end is not None:
            down, right = end[0] - start[0], end[1] - start[1]
            if {abs(down), abs(right)} <= {0, 2} and (down or right):
                jumps.append(Jump(start, (start[0] + down // 2, start[1] + right // 2), end))
                continue
        raise PuzzleError(
            f"{printable(word)[:40]!r}, expected jumps such as a1-c1, from a hole over a peg to an empty hole"
        )
    return tuple(jumps)


MAX_HOLES = 64

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIRECTIONS: dict[str, tuple[tuple[int, int], ...]] = {
    "orthogonal": ORTHOGONAL,
    "diagonal": (*ORTHOGONAL, (1, 1), (1, -1), (-1, -1), (-1, 1)),
    "triangular": (*ORTHOGONAL, (1, 1), (-1, -1)),
}
"""Directions of jumps as steps of row and column; a triangle is the lower left half of a square."""

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
    "asymmetrical": (
        "##***###/##***###/********/***.****/********/##***###/##***###/##***###",
        "orthogonal",
    ),
    "triangle15": (".####/**###/***##/****#/*****", "triangular"),
}
"""Name -> (rows, jumps), with the customary empty hole."""


class PegGrid:
    """The holes of a board in row-major order, its jumps and symmetries; made by `board_of`."""

    def __init__(self, shape: tuple[tuple[bool, ...], ...], jumps: str) -> None:
        self.shape = shape
        self.kind = jumps
        self.holes = [(r, c) for r, row in enumerate(shape) for c, hole in enumerate(row) if hole]
        self.number = {hole: h for h, hole in enumerate(self.holes)}
        self.whole = (1 << len(self.holes)) - 1
        self._hash = hash((shape, jumps))
        self._cores: dict[tuple[tuple[int, ...], ...], PegBoard] = {}
        self.jumps = [
            (self.number[r, c], self.number[r + dr, c + dc], self.number[r + 2 * dr, c + 2 * dc])
            for r, c in self.holes
            for dr, dc in DIRECTIONS[jumps]
            if (r + dr, c + dc) in self.number and (r + 2 * dr, c + 2 * dc) in self.number
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PegGrid):
            return NotImplemented
        return self is other or (self.kind, self.shape) == (other.kind, other.shape)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> Any:
        return board_of, (self.shape, self.kind)

    @cached_property
    def by_flip(self) -> dict[tuple[int, int], Jump]:
        """(holes that a jump flips, those of them with pegs before it), as bitboards -> jump."""
        return {
            (1 << a | 1 << b | 1 << c, 1 << a | 1 << b): Jump(*(self.holes[h] for h in (a, b, c)))
            for a, b, c in self.jumps
        }

    @cached_property
    def flips(self) -> dict[Jump, tuple[int, int]]:
        """The inverse of `by_flip`."""
        return {jump: flip for flip, jump in self.by_flip.items()}

    def jumps_along(self, path: Iterable[int]) -> tuple[Jump, ...]:
        """Return the jumps between successive positions."""
        return tuple(self.by_flip[a ^ b, a & ~b] for a, b in pairwise(path))

    def jumped(self, position: int, jump: Jump) -> int | None:
        """Return the position after a jump; None for an illegal jump."""
        line, taken = self.flips.get(jump, (0, 0))
        return position ^ line if line and position & line == taken else None

    @cached_property
    def symmetries(self) -> list[tuple[int, ...]]:
        """The symmetries of holes and jumps, as permutations of holes; the identity first."""
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
        """A basis, by Gaussian elimination over GF(2), of the sets of holes whose parity no jump changes.

        Such a set meets every line of three holes in none or two: Reiss, "Beiträge zur Theorie des
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
        """Return the parities that no jump changes; jumps never lead to another class."""
        return tuple((position & kept).bit_count() & 1 for kept in self.classes)

    def distinguishing_holes(self, position: int, other: int) -> int:
        """Return the fewest holes, as a bitboard, whose parity differs in two positions."""
        differ = position ^ other
        return min((kept for kept in self.classes if (differ & kept).bit_count() & 1), key=int.bit_count)

    def after(self, position: int) -> list[int]:
        """Return the positions one jump away, in the order of the jumping pegs."""
        return [position ^ line for line, taken in self.by_flip if position & line == taken]

    def before(self, position: int) -> list[int]:
        """Return the positions one jump before, in the order of the jumping pegs."""
        return [position ^ line for line, taken in self.by_flip if position & line == line ^ taken]

    def moved(self, position: int, symmetry: Sequence[int]) -> int:
        """Return the image of a position under a symmetry."""
        return sum(1 << symmetry[h] for h in range(len(self.holes)) if position >> h & 1)

    def keeping(self, *sets: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries that map each set of positions onto itself."""
        wanted = [set(positions) for positions in sets]
        return tuple(
            symmetry
            for symmetry in self.symmetries
            if all({self.moved(p, symmetry) for p in positions} == positions for positions in wanted)
        )

    def core(self, symmetries: Sequence[Sequence[int]] | None = None) -> PegBoard:
        """Return the board for the kernels, which treat positions as equal up to these symmetries."""
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
        """Return numbers of holes in which jumps of a direction are one shift; None without room for them."""
        top, left = (min(hole[axis] for hole in self.holes) for axis in (0, 1))
        width = max(c for _, c in self.holes) - left + 1
        places = np.array([(r - top) * width + c - left for r, c in self.holes], dtype=np.int32)
        return places if places[-1] < 64 else None

    @cached_property
    def weights(self) -> NDArray[np.int32]:
        """The distance of each hole from the middle, in half steps of rows and columns: at most 2,000."""
        holes = np.array(self.holes, dtype=np.int32)
        far: NDArray[np.int32] = np.abs(2 * holes - holes.min(axis=0) - holes.max(axis=0)).sum(1, np.int32)
        return far.clip(max=2000)


class Problem:
    """Lead a position to one of some goals: bitboards of one class, the goals of one number of pegs."""

    def __init__(self, board: PegGrid, position: int, goals: Sequence[int], memory: int) -> None:
        self.board, self.position, self.goals = board, position, goals
        self.memory = memory
        """Bytes for positions."""

    @property
    def steps(self) -> int:
        """Jumps of a solution, where there are goals."""
        return self.position.bit_count() - self.goals[0].bit_count()


@lru_cache(maxsize=64)
def board_of(shape: tuple[tuple[bool, ...], ...], jumps: str = "orthogonal") -> PegGrid:
    """Return the board of a shape, made once; PuzzleError for no holes, more than 64, or unknown jumps."""
    jumps = check_choice("jumps", jumps, DIRECTIONS)
    holes = sum(map(sum, shape))
    if not 1 <= holes <= MAX_HOLES:
        raise PuzzleError(f"a board of {holes} holes, expected 1 to {MAX_HOLES}")
    return PegGrid(shape, jumps)
