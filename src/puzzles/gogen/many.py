"""Solve Gogens with the kernel: letters as numbers, words as links between them; many boards on threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import Limits
from ...core.assign import gogen as kernel
from ...search.run_loop import Outcome, drive
from ..framework.result_sequence import ProgressCounter, Stop, in_slices, watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOGETHER, BRIEF = 64, 500
"""Puzzles that one call of the kernel takes, and the nodes each of them has; then hard ones run alone."""


class Coded(NamedTuple):
    """A puzzle in numbers, read-only: letter -> cell or -1, letter -> mask of the letters linked to it."""

    givens: NDArray[np.int8]
    links: NDArray[np.uint64]


def coded(cells: str, words: Iterable[str], alphabet: str) -> Coded:
    """Return a puzzle in numbers."""
    code = {letter: k for k, letter in enumerate(alphabet)}
    givens = np.full(len(code), -1, dtype=np.int8)
    for cell, letter in enumerate(cells):
        if letter != ".":
            givens[code[letter]] = cell
    masks = [0] * len(code)
    for word in words:
        for a, b in pairwise(word):
            if a != b:  # a doubled letter has no place at all, and the kernel takes no link of one to itself
                masks[code[a]] |= 1 << code[b]
                masks[code[b]] |= 1 << code[a]
    links = np.array(masks, dtype=np.uint64)
    givens.flags.writeable = links.flags.writeable = False
    return Coded(givens, links)


def trace(
    shape: tuple[int, int], arrays: Coded, alphabet: str, choices: Sequence[tuple[str, int]]
) -> list[str]:
    """Return the cells that are filled when all has followed from the givens, then from each choice."""
    givens = arrays.givens.copy()
    states = []
    for letter, cell in [("", -1), *choices]:
        if letter:
            givens[alphabet.index(letter)] = cell
        places = kernel.narrow(*shape, givens, arrays.links)
        cells = ["."] * len(alphabet)
        for ch, mask in zip(alphabet, [] if places is None else places.tolist(), strict=False):
            if mask & (mask - 1) == 0:
                cells[mask.bit_length() - 1] = ch
        states.append("".join(cells))
    return states


class Solved(NamedTuple):
    """What was found of many boards, a row each; a count is -1 - found where a limit was reached."""

    solutions: NDArray[np.int8]
    counts: NDArray[np.int64]
    nodes: NDArray[np.int64]


def solve_boards(
    shape: tuple[int, int],
    boards: Sequence[Coded],
    limit: int,
    *,
    limits: Limits,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Solved:
    """Solve boards of one size: all of them briefly, then those that need more one by one.

    Letters that nothing binds are counted, not tried.
    """
    n, cells = len(boards), shape[0] * shape[1]
    givens = np.array([board.givens for board in boards], dtype=np.int8).reshape(n, cells)
    links = np.array([board.links for board in boards], dtype=np.uint64).reshape(n, cells)
    found = Solved(
        np.empty((n, cells), dtype=np.int8), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    )
    counter = ProgressCounter(progress)
    most = limits.nodes
    together = limits.seconds is None and most != 0
    brief = BRIEF if most is None else min(most, BRIEF)

    def alone(k: int, stopped: Stop) -> None:
        search = kernel.GogenSearch(*shape, givens[k], links[k], limit)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=watch(stopped))
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        found.counts[k] = search.count if outcome is Outcome.FINISHED else -1 - search.count
        found.nodes[k] = search.nodes
        found.solutions[k] = -2 if search.first is None else search.first

    def work(part: slice, stopped: Stop) -> None:
        for first in range(part.start, part.stop, TOGETHER):
            if stopped():
                raise KeyboardInterrupt
            some = slice(first, min(first + TOGETHER, part.stop))
            left = np.arange(some.start, some.stop)
            if together:
                kernel.solve_batch(
                    *shape,
                    givens[some],
                    links[some],
                    found.solutions[some],
                    found.counts[some],
                    found.nodes[some],
                    limit,
                    brief,
                )
                left = left[found.counts[some] < 0] if brief != most else left[:0]
            for k in left.tolist():
                alone(k, stopped)
            counter.add(some.stop - some.start)

    in_slices(work, n, threads, stop)
    free = ((givens < 0) & (links == 0)).sum(axis=1)
    for k in np.flatnonzero(free > 1).tolist():
        count = int(found.counts[k])
        whole = min((-1 - count if count < 0 else count) * math.factorial(int(free[k])), limit)
        found.counts[k] = -1 - whole if count < 0 else whole
    return found
