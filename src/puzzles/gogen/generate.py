"""Makes Gogens: a board full of words, then the fewest of them that leave one solution."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...core import topology
from ...core.assign.gogen import GogenSearch
from ..common.checks import check_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon
    from .puzzle import Gogen

__all__ = ["make"]

SHORTEST, LONGEST, COVERS, RIVALS = 3, 9, 4, 64


class _Words:
    """The words that can stand in a Gogen at all, coded in an array padded with the last letter."""

    def __init__(self, words: Iterable[str], alphabet: str) -> None:
        fold = alphabet == alphabet.upper()
        known = set(alphabet)
        longest = min(LONGEST, len(alphabet))
        kept = []
        if not isinstance(words, Iterable):
            raise PuzzleError(f"words={words!r:.40}, expected words")
        listed = list(words)
        for word in listed:
            if not isinstance(word, str):
                raise PuzzleError(f"{word!r:.40} among the words, expected a word")
        for word in dict.fromkeys(word.upper() if fold else word for word in listed):
            letters = set(word)
            if SHORTEST <= len(word) <= longest and len(letters) == len(word) and letters <= known:
                kept.append(word)
        if not kept:
            raise PuzzleError(
                f"no word of {SHORTEST} to {longest} different letters, expected some to choose from"
            )
        code = {letter: k for k, letter in enumerate(alphabet)}
        self.words = sorted(kept)
        self.first = np.zeros((len(kept), longest - 1), dtype=np.intp)
        self.second = np.zeros_like(self.first)
        weight = np.zeros((len(alphabet), len(alphabet)))
        for row, word in enumerate(self.words):
            codes = [code[letter] for letter in word]
            for k, (a, b) in enumerate(pairwise(codes)):
                self.first[row, k], self.second[row, k] = a, b
                weight[a, b] += 1
                weight[b, a] += 1
            self.first[row, len(codes) - 1 :] = self.first[row, 0]
            self.second[row, len(codes) - 1 :] = self.second[row, 0]
        total = weight.sum(axis=1) + 1
        self.affinity = weight / np.sqrt(np.outer(total, total))
        """How much two letters want to be neighbours, the rare ones as much as the frequent."""

    def traced(self, beside: NDArray[np.bool_], rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Say which of the words `rows` can be traced where letters are neighbours as in `beside`."""
        return np.asarray(beside[self.first[rows], self.second[rows]].all(axis=1))


def _pool(words: Iterable[str] | None, alphabet: str) -> _Words:
    """Return the words that can stand in a Gogen; those of a `Lexicon` are kept for the next one."""
    from ...lexicon import Lexicon

    if words is None:
        words = Lexicon.load("english")
    return _kept(words, alphabet) if isinstance(words, Lexicon) else _Words(words, alphabet)


@lru_cache(maxsize=2)
def _kept(words: Lexicon, alphabet: str) -> _Words:
    return _Words(words, alphabet)


def _improved(pool: _Words, near: NDArray[np.bool_], chance: random.Random) -> NDArray[np.intp]:
    """Return letter -> cell after swaps that bring together what wants to be together."""
    n = len(near)
    place = np.array(chance.sample(range(n), n), dtype=np.intp)
    for _ in range(60 * n):
        a, b = chance.sample(range(n), 2)
        before = (pool.affinity[[a, b]] * near[place[[a, b]]][:, place]).sum()
        place[[a, b]] = place[[b, a]]
        after = (pool.affinity[[a, b]] * near[place[[a, b]]][:, place]).sum()
        if after < before:
            place[[a, b]] = place[[b, a]]
    return place


def make(
    empty: Gogen, seed: int | None, givens: int | None, words: Iterable[str] | None, tries: int
) -> tuple[list[str], list[str]]:
    """Return grid and words of a puzzle with one solution, of the size of `empty`; see `Gogen.generate`."""
    rows, cols = empty.rows, empty.cols
    n = rows * cols
    for name, value, least in (("givens", givens, 0), ("tries", tries, 1)):
        wrong = isinstance(value, bool) or not isinstance(value, int) or value < least
        if wrong and (value is not None or name == "tries"):
            raise PuzzleError(f"{name}={value!r:.40}, expected a number from {least} up")
    if givens is not None and givens > n:
        raise PuzzleError(f"{givens} letters given, expected 0 to {n}")
    if givens == 0 and n > 1:
        raise PuzzleError("no letter given, expected at least one: mirror images would solve it too")
    chance = random.Random(check_seed(seed))
    pool = _pool(words, empty.alphabet)
    near = _near(rows, cols)
    for _ in range(tries):
        place = _improved(pool, near, chance)
        if givens is None:
            shown = [r * cols + c for r in range(0, rows, 2) for c in range(0, cols, 2)]
        else:
            shown = chance.sample(range(n), givens)
        given = np.where(np.isin(place, shown), place, -1).astype(np.int8)
        best = _fewest(_Board(pool, rows, cols, near, place, given, chance))
        if best is not None:
            letter_of = dict(zip(place.tolist(), empty.alphabet, strict=True))
            cells = "".join(letter_of[cell] if cell in shown else "." for cell in range(n))
            grid = [cells[k : k + cols] for k in range(0, n, cols)]
            return grid, sorted(pool.words[row] for row in best)
    raise PuzzleError(f"no puzzle with one solution on {tries} boards, expected more words or letters given")


def _near(rows: int, cols: int) -> NDArray[np.bool_]:
    """Return which cells touch: of shape (cells, cells)."""
    n = rows * cols
    near = np.zeros((n, n + 1), dtype=np.bool_)
    near[np.arange(n)[:, None], topology.neighbours(rows, cols, topology.KING)] = True
    return near[:, :n]


@dataclass(frozen=True, slots=True)
class _Board:
    """A filled board, the letters of it that are given, and the words to choose from."""

    pool: _Words
    rows: int
    cols: int
    near: NDArray[np.bool_]
    place: NDArray[np.intp]
    """Letter -> cell."""
    given: NDArray[np.int8]
    """Letter -> cell, -1 where it is not given."""
    chance: random.Random

    def beside(self, place: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which letters touch, or are the same, where they stand as in `place`."""
        return np.asarray(self.near[place][:, place] | np.eye(len(place), dtype=np.bool_))

    def links(self, chosen: list[int]) -> list[int]:
        """Return letter -> mask of the letters that words put beside it."""
        links = [0] * len(self.place)
        for row in chosen:
            for a, b in zip(self.pool.first[row].tolist(), self.pool.second[row].tolist(), strict=True):
                if a != b:
                    links[a] |= 1 << b
                    links[b] |= 1 << a
        return links

    def rivals(self, chosen: list[int]) -> list[NDArray[np.intp]]:
        """Return some other solutions, free letters on the cells left in a random order."""
        n, links = len(self.place), self.links(chosen)
        codes = np.array(links, dtype=np.uint64)
        search = GogenSearch(self.rows, self.cols, self.given, codes, 1 << 40, True)
        found: list[NDArray[np.intp]] = []
        remains = True
        while remains and len(found) < RIVALS:
            remains = search.run(1 << 12)
            if not search.fresh:
                continue
            letters = search.solution
            assert letters is not None
            found += self._fillings(letters, min(search.n_free, 2) or 1)
        if not found and search.n_free > 1:  # the shuffles hit the board itself: any swap is a rival
            other = self.place.copy()
            a, b = [k for k in range(n) if self.given[k] < 0 and not links[k]][:2]
            other[[a, b]] = other[[b, a]]
            found.append(other)
        return found

    def _fillings(self, letters: NDArray[np.int8], times: int) -> list[NDArray[np.intp]]:
        """Return ways to stand the free letters beside those of a solution, but for the board itself."""
        n = len(self.place)
        free_cells = np.flatnonzero(letters < 0).tolist()
        free = sorted(set(range(n)) - set(letters.tolist()))
        stands = letters >= 0
        found = []
        for _ in range(times):
            other = np.empty(n, dtype=np.intp)
            other[letters[stands]] = np.flatnonzero(stands)
            other[free] = self.chance.sample(free_cells, len(free_cells))
            if (other != self.place).any():
                found.append(other)
        return found


def _fewest(board: _Board) -> list[int] | None:
    """Return the fewest words of some covers, None where there is none."""
    pool = board.pool
    traceable = np.flatnonzero(pool.traced(board.beside(board.place), np.arange(len(pool.words))))
    best: list[int] | None = None
    for _ in range(COVERS):
        chosen = _cover(board, traceable)
        if chosen is None:
            break
        if best is None or len(chosen) < len(best):
            best = chosen
    return best


def _cover(board: _Board, traceable: NDArray[np.intp]) -> list[int] | None:
    """Return word numbers that leave the board as the only solution, None where no choice does."""
    chosen: list[int] = []
    noise = np.array([board.chance.random() for _ in traceable])
    broken = np.zeros((0, len(traceable)), dtype=np.bool_)  # rival -> words that it breaks
    while fresh := board.rivals(chosen):
        more = [~board.pool.traced(board.beside(other), traceable) for other in fresh]
        broken = np.vstack([broken, *more])
        taken = np.isin(traceable, chosen)
        open_rivals = broken[~broken[:, taken].any(axis=1)]
        if not open_rivals.any(axis=1).all():
            return None
        while len(open_rivals):
            best = int(np.argmax(open_rivals.sum(axis=0) + noise))
            chosen.append(int(traceable[best]))
            open_rivals = open_rivals[~open_rivals[:, best]]
    for row in list(chosen):  # drop what is not needed
        rest = [other for other in chosen if other != row]
        if not board.rivals(rest):
            chosen = rest
    return chosen
