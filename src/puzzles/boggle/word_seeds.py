"""Seeds for words that are rare on a board: letters in their middle that many of them have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.walk.seed_choice import LONGEST, chosen_seeds
from ...core.walk.seed_tree import seed_tree
from ...core.walk.seed_walk import MOST_ARM, SeedTables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = ["Spelled", "seeded"]

WALKS = {  # self-avoiding walks of 0 to 6 steps: https://oeis.org/A272265, A001411, A001334
    0: (1, 8, 56, 368, 2336, 14_576, 89_928),
    1: (1, 4, 12, 36, 100, 284, 780),
    2: (1, 6, 30, 138, 618, 2_730, 11_946),
}
A_SEED, A_LETTER, FREE = 1.4e-4, 7e-5, 5
"""What a seed costs a cell, in paths; each of its letters beyond the fifth."""
RAREST = 1e-6
BITS, NONE = 5, 0  # of a letter in the number of a seed; behind its last one
PLACES = np.arange(LONGEST)


class Spelled:
    """Words as codes of letters.

    Parameters
    ----------
    codes : uint8 array of shape (words, letters of the longest)
        What stands behind a word does not count.
    lengths : int array of shape (words,)
    """

    def __init__(self, codes: NDArray[np.uint8], lengths: NDArray[np.int64]) -> None:
        self.codes, self.lengths = codes, lengths

    @classmethod
    def of(cls, lexicon: Lexicon, numbers: NDArray[np.int64], qu: bool = False) -> Spelled:
        """Return some words of a lexicon; with `qu` the letter u behind a q is part of it.

        Examples
        --------
        >>> from unriddle import Lexicon
        >>> spelled = Spelled.of(Lexicon(["at", "quit"]), np.arange(2), qu=True)
        >>> spelled.codes.tolist(), spelled.lengths.tolist()
        ([[0, 19, 0], [16, 8, 19]], [2, 3])
        """
        lengths = lexicon.lengths[numbers].astype(np.int64)
        places = lexicon.offsets[numbers].astype(np.int64)[:, None] + np.arange(int(lengths.max()))
        codes: NDArray[np.uint8] = lexicon.letter_codes.take(places, mode="clip")
        codes *= np.arange(codes.shape[1], dtype=np.uint8) < lengths.astype(np.uint8)[:, None]
        if qu:
            q, u = lexicon.alphabet.index("q"), lexicon.alphabet.index("u")
            twos = np.flatnonzero(((codes[:, :-1] == q) & (codes[:, 1:] == u)).any(axis=1))
            codes[twos], lengths[twos] = _merged(codes[twos], lengths[twos], q, u)
        return cls(codes[:, : lengths.max()], lengths)

    def taken(self, which: NDArray[np.int64]) -> Spelled:
        """Return some of the words."""
        lengths = self.lengths[which]
        return Spelled(self.codes[which, : lengths.max()], lengths)


def _merged(
    codes: NDArray[np.uint8], lengths: NDArray[np.int64], q: int, u: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return words without the letter u behind a q."""
    there = np.arange(codes.shape[1]) < lengths[:, None]
    there[:, 1:] &= ~((codes[:, :-1] == q) & (codes[:, 1:] == u))
    rows, cols = np.nonzero(there)
    merged = np.zeros_like(codes)
    merged[rows, (there.cumsum(axis=1) - 1)[rows, cols]] = codes[rows, cols]
    return merged, there.sum(axis=1)


def seeded(words: Spelled, weights: NDArray[np.float64], kind: int) -> SeedTables:
    """Return the tables of a search for some words by seeds in their middle.

    Parameters
    ----------
    words : Spelled
        Different words, of letters below 31.
    weights : float array
        By letter, how often it comes on the board.
    kind : int
        The topology's number.

    Notes
    -----
    A word belongs to one seed: a greedy hitting set takes the seed that covers the most words that have
    none yet, for what it costs (the paths a cell that are expected to spell it, by letters and by
    self-avoiding walks, and a little for looking). V. Chvátal, A Greedy Heuristic for the Set-Covering
    Problem, Mathematics of Operations Research 4 (1979).

    O(letters log letters) time; the tree has a node for each interval of letters that words grow through.
    """
    chances = np.maximum(weights / max(weights.sum(), 1e-9), RAREST)
    fixed = [A_SEED + A_LETTER * max(0, size - FREE) for size in range(1, LONGEST + 1)]
    first, size, reverse = chosen_seeds(
        np.ascontiguousarray(words.codes),
        words.lengths,
        chances,
        np.array(WALKS[kind], float),
        np.array(fixed),
    )
    middle = np.where(reverse, size - 1 - size // 2, size // 2)
    seeds, arms, roots = _arms(words, first, size, reverse)
    sides, ends = seed_tree(np.ascontiguousarray(words.codes), words.lengths, first + middle, roots, chances)
    reach = int(np.maximum(first + middle, words.lengths - 1 - first - middle).max())
    return SeedTables(seeds, arms, sides, ends, len(words.lengths), reach)


def _arms(
    words: Spelled, first: NDArray[np.int64], size: NDArray[np.int64], reverse: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the seeds and their arms, and the seed of each word; the root of a seed has its number."""
    places = first[:, None] + np.where(reverse[:, None], size[:, None] - 1 - PLACES, PLACES)
    there = size[:, None] > PLACES
    letters_of = np.where(
        there, words.codes[np.arange(len(first))[:, None], np.where(there, places, 0)], NONE
    )
    # Each seed once, by a number of its letters.
    keys = (letters_of.astype(np.int64) << BITS * PLACES).sum(axis=1) | size << BITS * LONGEST
    _, known, roots = np.unique(keys, return_index=True, return_inverse=True)
    arms: dict[tuple[int, ...], int] = {}
    rows: list[tuple[int, int, int, int]] = []

    def arm(letters: tuple[int, ...]) -> int:
        """Return the number of an arm, its letters from the tip inwards."""
        if not letters:
            return -1
        arm(letters[:-1])  # first: an arm stands behind the one that it goes on from
        return arms.setdefault(letters, len(arms))

    for seed, (spelled, count) in enumerate(
        zip(letters_of[known].tolist(), size[known].tolist(), strict=True)
    ):
        letters, middle = tuple(spelled[:count]), count // 2
        rows.append((letters[middle], arm(letters[:middle]), arm(letters[:middle:-1]), seed))
    uses = np.bincount(
        [number for row in rows for number in row[1:3] if number >= 0], minlength=len(arms) + 1
    )
    # Seeds that share an arm stand together, as it is in the fastest memory then.
    rows = sorted((c, a, b, root) if uses[a] >= uses[b] else (c, b, a, root) for c, a, b, root in rows)
    above = [(arms[letters[:-1]] if letters[:-1] else -1, letters[-1]) for letters in arms]
    assert all(len(letters) <= MOST_ARM for letters in arms)
    return np.array(rows, np.int32), np.array(above, np.int32).reshape(-1, 2), roots
