"""Makes Gogens: a board full of words, then few of them that leave one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...arrow import lists_of
from ...base import PuzzleError
from ...core.assign.gogen_making import LONGEST, MOST_WORDS, NO_PUZZLE, GogenMaker
from ..framework.arguments import check_seed
from ..framework.generator import derived, start_of
from ..framework.steps import Meter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

SHORTEST, COVERS = 3, 2
SCALE = 1 << 20
"""Affinity 1 as a whole number."""
MOST_NODES = 50_000
"""Nodes of all searches for a board, at most."""


class GogenGenerator:
    """Make Gogens of one size from one list of words; one object serves any number of threads."""

    def __init__(self, shape: tuple[int, int], alphabet: str, words: Iterable[str]) -> None:
        self.rows, self.cols, self.alphabet = *shape, alphabet
        self.words, codes = _coded(words, alphabet)
        self._kernel = GogenMaker(*shape, codes, _affinity(codes, len(alphabet)), COVERS)
        cells = np.add.outer(np.arange(0, self.rows, 2) * self.cols, np.arange(0, self.cols, 2))
        self._odd = sum(1 << int(cell) for cell in cells.ravel())

    def make(self, seeds: Sequence[int], givens: int | None) -> Iterator[tuple[list[str], list[str]] | None]:
        """Yield grid and words of the puzzle of each seed, None where it gives none; see `Gogen.generate`."""
        n, cells = len(seeds), self.rows * self.cols
        places, given = np.empty((n, cells), dtype=np.int8), np.empty((n, cells), dtype=np.int8)
        chosen, counts = np.empty((n, MOST_WORDS), dtype=np.uint32), np.empty(n, dtype=np.int32)
        starts = np.array(seeds, dtype=np.uint64)
        self._kernel.make(starts, self._odd, -1 if givens is None else givens, places, given, chosen, counts)
        letters = np.array(list(self.alphabet))
        for place, shown, numbers, count in zip(places, given >= 0, chosen, counts.tolist(), strict=True):
            if count == NO_PUZZLE:
                yield None
                continue
            grid = np.full(cells, ".", dtype=letters.dtype)
            grid[place[shown]] = letters[shown]
            text = "".join(grid.tolist())
            words = sorted(self.words[number] for number in numbers[:count].tolist())
            yield [text[k : k + self.cols] for k in range(0, cells, self.cols)], words


def _coded(words: Iterable[str], alphabet: str) -> tuple[list[str], NDArray[np.uint8]]:
    """Return the words that can stand in a Gogen, in order of the alphabet, and their letter codes."""
    words = lists_of(words, name="words")
    if not isinstance(words, Iterable):
        raise PuzzleError(f"words={words!r:.40}, expected words")
    longest = min(LONGEST, len(alphabet))
    fold = alphabet == alphabet.upper()
    listed = list(words)
    for word in listed:
        if not isinstance(word, str):
            raise PuzzleError(f"{word!r:.40} among the words, expected a word")
    if fold:
        listed = [word.upper() for word in listed]
    listed = [word for word in dict.fromkeys(listed) if SHORTEST <= len(word) <= longest]
    texts = np.array(listed or [""], dtype=f"U{LONGEST}")
    points = texts.view(np.uint32).reshape(len(texts), LONGEST)
    known = np.array([ord(letter) for letter in alphabet], dtype=np.uint32)
    order = np.argsort(known)
    code = order[np.minimum(np.searchsorted(known[order], points), len(known) - 1)]
    stands = points != 0
    lengths = stands.sum(axis=1)
    bits = np.where(stands, np.uint64(1) << code.astype(np.uint64), np.uint64(0))
    different = np.bitwise_count(np.bitwise_or.reduce(bits, axis=1)) == lengths
    good = different & ((known[code] == points) | ~stands).all(axis=1) & (lengths >= SHORTEST)
    if not good.any():
        raise PuzzleError(f"the list has no word of {SHORTEST} to {longest} different letters")
    last = code[np.arange(len(code)), lengths - 1]
    padded = np.where(stands, code, last[:, None])[good].astype(np.uint8)
    sort = np.lexsort(padded.T[::-1])
    texts = texts[good][sort]
    return texts.tolist(), np.ascontiguousarray(padded[sort])


def _affinity(codes: NDArray[np.uint8], n: int) -> NDArray[np.int32]:
    """Return how much two letters want to be neighbours, the rare ones as much as the frequent."""
    first, second = codes[:, :-1].ravel(), codes[:, 1:].ravel()
    pairs = first != second
    weight = np.zeros((n, n))
    np.add.at(weight, (first[pairs], second[pairs]), 1)
    weight += weight.T
    total = weight.sum(axis=1) + 1
    return np.round(weight / np.sqrt(np.outer(total, total)) * SCALE).astype(np.int32)


def maker_of(shape: tuple[int, int], alphabet: str, words: Iterable[str] | None) -> GogenGenerator:
    """Return what makes Gogens from words, by default the embedded ones; that of a `Lexicon` is kept."""
    from ...lexicon import Lexicon

    if words is None:
        words = Lexicon.load("english")
    return (
        _kept(shape, alphabet, words)
        if isinstance(words, Lexicon)
        else GogenGenerator(shape, alphabet, words)
    )


@lru_cache(maxsize=4)
def _kept(shape: tuple[int, int], alphabet: str, words: Lexicon) -> GogenGenerator:
    return GogenGenerator(shape, alphabet, words)


def kernel_seed(seed: int, attempt: int = 0) -> int:
    """Return what the kernel's random numbers begin with in an attempt of `Gogen.generate`."""
    return derived(seed, 0, attempt)


def make(
    shape: tuple[int, int],
    alphabet: str,
    seed: int | None,
    givens: int | None,
    words: Iterable[str] | None,
    tries: int,
    meter: Meter,
) -> tuple[list[str], list[str]]:
    """Return grid and words of a puzzle with one solution; see `Gogen.generate`."""
    n = shape[0] * shape[1]
    for name, value, least in (("givens", givens, 0), ("tries", tries, 1)):
        wrong = isinstance(value, bool) or not isinstance(value, int) or value < least
        if wrong and (value is not None or name == "tries"):
            raise PuzzleError(f"{name}={value!r:.40}, expected a number from {least} up")
    if givens is not None and givens > n:
        raise PuzzleError(f"givens={givens}, expected a whole number from {int(n > 1)} to {n}")
    if givens == 0 and n > 1:
        raise PuzzleError("no letter is given; give at least one, or mirror images are solutions too")
    chosen = check_seed(seed)
    start = start_of(None) if chosen is None else chosen
    maker = maker_of(shape, alphabet, words)
    for attempt in range(tries):
        meter.spend(MOST_NODES)
        for made in maker.make([kernel_seed(start, attempt)], givens):
            if made is not None:
                return made
    raise PuzzleError(
        f"no puzzle with one solution was found on {tries} boards; use more words or given letters"
    )
