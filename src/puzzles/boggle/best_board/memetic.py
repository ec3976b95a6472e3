"""Search for the best board by a memetic algorithm: boards are crossed, and each child climbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..dice.matching import Matching
from .search import BestSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLOTS = 8
"""Boards that climb at a time; the same for any number of threads, so that the search is the same."""
STALL = 200
"""Children without a better one than the best of the population, after which a round ends."""
STEPS = 3
"""Changes that a board takes in one step while it climbs, each of other cells."""
LOOKED_AT = 60
"""Best neighbours among which these are chosen."""
TRIES = 8
"""Crossings that are tried for a child with the required words."""


@dataclass(slots=True)
class Climber:
    """A board that climbs."""

    codes: NDArray[np.uint8]
    steps: int
    """Changes that it takes in one step."""
    score: int = 0
    back: tuple[int, NDArray[np.uint8]] | None = None
    """Score and board of the best change alone, restored where several changes together score less."""


@dataclass(slots=True)
class Population:
    """Boards of which no two are near each other, up to symmetry."""

    symmetries: NDArray[np.intp]
    size: int
    near: int
    boards: list[NDArray[np.uint8]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)

    def distances(self, codes: NDArray[np.uint8]) -> NDArray[np.intp]:
        """Return in how many cells each board differs from the nearest symmetric form of this one."""
        forms = codes[self.symmetries]
        apart: NDArray[np.intp] = (forms[:, None, :] != np.array(self.boards)[None]).sum(axis=2).min(axis=0)
        return apart

    def add(self, codes: NDArray[np.uint8], score: int) -> bool:
        """Add a board unless the population is better without; return whether it is the best now.

        It replaces all boards near it if it is better than those, or the worst of a full population.
        """
        best = not self.scores or score > max(self.scores)
        out = np.flatnonzero(self.distances(codes) < self.near).tolist() if self.scores else []
        if not out and len(self.scores) >= self.size:
            out = [min(range(len(self.scores)), key=self.scores.__getitem__)]
        if any(score <= self.scores[at] for at in out):
            return False
        self.boards = [board for at, board in enumerate(self.boards) if at not in out] + [codes]
        self.scores = [other for at, other in enumerate(self.scores) if at not in out] + [score]
        return best


def breed(search: BestSearch, rng: np.random.Generator, size: int) -> int:
    """Run one round with a population of `size` boards; return the best score.

    P. Moscato, *On Evolution, Search, Optimization, Genetic Algorithms and Martial Arts* (1989). Random
    boards climb to a local optimum each; then a piece of one board of the population, rotated and reflected
    at random, is put into another, and the child climbs as well. `SLOTS` boards climb at a time.
    """
    population = Population(search.space.symmetries, size, max(1, search.space.n_cells // 4))
    # Several changes together may break what each alone keeps: what dice show, and required words.
    steps = STEPS if search.moves is None and search.holding is None else 1
    begun, stall = 0, 0
    climbers: list[Climber] = []
    while True:
        while len(climbers) < SLOTS and stall < STALL:
            if begun < size or len(population.scores) < 2:
                codes = search.random(rng, 1)[0]
            else:
                codes = child_of(search, population, rng)
            climbers.append(Climber(codes, steps))
            begun += 1
        if not climbers:
            return max(population.scores)
        climbing = []
        for climber, on in zip(climbers, _climb_on(search, climbers), strict=True):
            if on:
                climbing.append(climber)
            elif population.add(climber.codes, climber.score):
                stall = 0
            else:
                stall += begun > size
        climbers = climbing


def _climb_on(search: BestSearch, climbers: Sequence[Climber]) -> list[bool]:
    """Expand each board and take a step; return which boards continue."""
    continues = []
    todo = climbers[: search.most - search.expanded]
    boards = np.array([climber.codes for climber in todo])
    expanded = search.expand_all(boards, None, LOOKED_AT, at_a_time=1)
    for climber, (own, scores, made) in zip(todo, expanded, strict=True):
        search.count(1)
        search.see(own, climber.codes[None])
        search.see(scores, made)
        search.tick()
        continues.append(step_up(climber, int(own[0]), scores, made))
    return continues


def step_up(climber: Climber, own: int, scores: NDArray[np.int64], boards: NDArray[np.uint8]) -> bool:
    """Move a board of score `own` to its best neighbour, or to several at once; return False at the top.

    `scores` and `boards` are those of the neighbours that score more.
    """
    if climber.back is not None and own < climber.back[0]:
        climber.codes, climber.back, climber.steps = climber.back[1], None, 1
        return True
    climber.back, climber.score = None, own
    if not len(scores):
        return False
    if climber.steps == 1:
        climber.codes = boards[scores.argmax()].copy()
        return True
    order = np.argsort(-scores, kind="stable")[:LOOKED_AT]
    changes = boards[order] != climber.codes
    codes, taken, free = boards[order[0]].copy(), 1, ~changes[0]
    for at in range(1, len(order)):
        if taken == climber.steps:
            break
        if free[changes[at]].all():
            codes[changes[at]] = boards[order[at]][changes[at]]
            free &= ~changes[at]
            taken += 1
    if taken > 1:
        climber.back = int(scores[order[0]]), boards[order[0]].copy()
    climber.codes = codes
    return True


def child_of(search: BestSearch, population: Population, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a crossing of two boards of the population."""
    for _ in range(TRIES):
        one, other = rng.choice(len(population.boards), 2, replace=False)
        first = population.boards[one]
        second = population.boards[other][population.symmetries[rng.integers(len(population.symmetries))]]
        piece = piece_of(search.apart, rng)
        if search.moves is not None:
            child = shown_by_dice(search, first, second, piece, rng)
        else:
            child = np.where(piece, first, second)
        if search.holding is None or search.holding.held(child[None])[0]:
            return child
    fresh: NDArray[np.uint8] = search.random(rng, 1)[0]
    return fresh


def piece_of(apart: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return a quarter to three quarters of the cells, nearer to one random cell than to another."""
    cells = len(apart)
    one, other = rng.integers(cells, size=2)
    order = np.argsort(apart[one] - apart[other] + 1.5 * rng.random(cells))
    piece = np.zeros(cells, dtype=np.bool_)
    piece[order[: rng.integers(cells // 4, 3 * cells // 4 + 1)]] = True
    return piece


def shown_by_dice(
    search: BestSearch,
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    piece: NDArray[np.bool_],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Return a board that the dice show: a piece of one board, and of the other what the rest can show."""
    assert search.moves is not None
    matching, child = Matching(search.moves.dice), first.copy()
    for cell in np.flatnonzero(piece).tolist():
        matching.add(cell, int(first[cell]))
    left = []
    for cell in rng.permutation(np.flatnonzero(~piece)).tolist():
        if matching.add(cell, int(second[cell])):
            child[cell] = second[cell]
        else:
            left.append(cell)
    for cell in left:  # some die is free
        wanted = [int(first[cell]), *rng.permutation(search.space.n_letters).tolist()]
        child[cell] = next(code for code in wanted if matching.add(cell, code))
    return child
