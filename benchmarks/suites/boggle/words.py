"""The boards (and words) that several suites share, made once a process."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.words import english, prefixes, word_set
from unriddle.puzzles.boggle.puzzle import Boggle

__all__ = ["board_of", "dice_codes", "english", "prefixes", "spellable", "tiles_of", "word_set"]


def tiles_of(board: Boggle) -> list[str]:
    """Return the letters of each cell."""
    return [board.tile(cell) for cell in range(board.rows * board.cols)]


def spellable(board: Boggle) -> set[tuple[str, ...]]:
    """Return the words that a board's letters suffice for, as tuples of letters."""
    lexicon = english()
    letters = "".join(tiles_of(board))
    have = np.array([letters.count(letter) for letter in lexicon.alphabet])
    enough = (_letter_counts() <= have).all(axis=1) & (lexicon.lengths >= 3)
    return {tuple(word) for word in lexicon.decode(np.flatnonzero(enough).astype(np.uint32))}


@cache
def _letter_counts() -> NDArray[np.int64]:
    """Return how often each word of the embedded list has each letter: shape (words, letters)."""
    lexicon = english()
    n, letters = len(lexicon), len(lexicon.alphabet)
    word_of = np.repeat(np.arange(n), lexicon.lengths)
    return np.bincount(word_of * letters + lexicon.letter_codes, minlength=n * letters).reshape(n, letters)


def board_of(side: int, dice: str | None = "1987", seed: int | None = None) -> Boggle:
    """Return a square board of dice, the same for the same side and seed."""
    return Boggle.random(side, dice=dice, seed=side if seed is None else seed)


def dice_codes(count: int, kind: str = "1987", seed: int = 1) -> NDArray[np.uint8]:
    """Return 4x4 boards as letter codes: ``uniform`` letters, or rolls of a set of dice (q is Qu).

    The first boards of many are those of few.
    """
    rng = np.random.default_rng(seed)
    if kind == "uniform":
        return rng.integers(0, 26, (count, 16)).astype(np.uint8)
    from unriddle.puzzles.boggle.dice.dice import faces_of

    faces = np.array([[ord(face[0]) - 97 for face in die] for die in faces_of(kind)], dtype=np.uint8)
    order = rng.permuted(np.tile(np.arange(16), (count, 1)), axis=1)
    up = np.random.default_rng(seed + 1).integers(0, 6, (count, 16))
    boards: NDArray[np.uint8] = faces[order, up]
    return boards
