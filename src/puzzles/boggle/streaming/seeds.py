"""Choose seeds for words that are rare on a board: letters in the middle that many of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ....core.walk.boggle_seed_choice import LONGEST, SeedChoice, path_rates
from ....core.walk.boggle_seed_tree import seed_tree
from ....core.walk.boggle_seeds import MOST_ARM, SeedTables
from ....search.threads import wait_interruptibly

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

    from ....lexicon import Lexicon

WALKS = {  # self-avoiding walks of 0 to 6 steps: https://oeis.org/A272265, A001411, A001334
    0: (1, 8, 56, 368, 2336, 14_576, 89_928),
    1: (1, 4, 12, 36, 100, 284, 780),
    2: (1, 6, 30, 138, 618, 2_730, 11_946),
}
A_SEED, A_LETTER, FREE = 1.4e-4, 7e-5, 5  # cost of a seed per cell, in paths; of each letter beyond the fifth
RAREST = 1e-6
LATER, SAMPLE, WEIGHT = 0.65, 4096, 1000
"""A word weighs the chance that it is left when this share of a sample is; the greatest weight."""
MOST_CELLS = 1e18  # of any board
BITS, CODES = 5, 32  # of a letter in the number of a seed
PLACES = np.arange(LONGEST)


class Spelled(NamedTuple):
    """Words as codes of letters: uint8 of shape (words, letters of the longest), and their lengths."""

    codes: NDArray[np.uint8]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, lexicon: Lexicon, numbers: NDArray[np.int64], qu: bool = False) -> Spelled:
        """Return some words of a lexicon; with `qu` a q includes the u behind it."""
        lengths = lexicon.lengths[numbers].astype(np.int64)
        longest = int(lengths.max())
        padded = np.append(lexicon.letter_codes, np.zeros(longest, np.uint8))
        codes = sliding_window_view(padded, longest)[lexicon.offsets[numbers]]
        codes *= np.arange(codes.shape[1], dtype=np.uint8) < lengths.astype(np.uint8)[:, None]
        if qu:
            q, u = lexicon.alphabet.index("q"), lexicon.alphabet.index("u")
            twos = np.flatnonzero(((codes[:, :-1] == q) & (codes[:, 1:] == u)).any(axis=1))
            some = codes[twos]
            kept = np.arange(longest) < lengths[twos][:, None]
            kept[:, 1:] &= ~((some[:, :-1] == q) & (some[:, 1:] == u))
            rows, cols = np.nonzero(kept)
            codes[twos] = 0
            codes[twos[rows], (kept.cumsum(axis=1) - 1)[rows, cols]] = some[rows, cols]
            lengths[twos] = kept.sum(axis=1)
        return cls(codes[:, : lengths.max()], lengths)


def _weights(
    codes: NDArray[np.uint8], lengths: NDArray[np.int64], chances: NDArray[np.float64], kind: int
) -> NDArray[np.uint32]:
    """Return of each word the chance that it is left when `LATER` of all words are, by their letters."""
    walks = np.array(WALKS[kind], float)
    rates = path_rates(codes, lengths, chances, walks, walks[-1] / walks[-2])
    some = rates[:: -(-len(rates) // SAMPLE)]
    cells = 1.0
    while cells < MOST_CELLS and np.exp(-some * cells).mean() > LATER:
        cells *= 1.25
    weights: NDArray[np.uint32] = np.maximum(1, WEIGHT * np.exp(-rates * cells)).astype(np.uint32)
    return weights


def seeded(
    words: Spelled, weights: NDArray[np.float64], kind: int, pool: ThreadPoolExecutor | None = None
) -> SeedTables:
    """Return the tables of a search for some different words, of letters below 31, by seeds in their middle.

    `weights` are the frequencies of letters on the board, `kind` the number of the topology; seeds are chosen
    on the threads of `pool`.

    A word belongs to one seed: a greedy hitting set takes the seed whose words that have none yet weigh the
    most per cost (the paths per cell that are expected to spell it, by letters and self-avoiding walks, and
    a constant). V. Chvátal, A Greedy Heuristic for the Set-Covering Problem, Mathematics of Operations
    Research 4 (1979). O(letters log letters).
    """
    chances = np.maximum(weights / max(weights.sum(), 1e-9), RAREST)
    codes, lengths = np.ascontiguousarray(words.codes), words.lengths
    fixed = [A_SEED + A_LETTER * max(0, size - FREE) for size in range(1, LONGEST + 1)]
    rates, walks = _weights(codes, lengths, chances, kind), np.array(WALKS[kind], float)
    choice = SeedChoice(codes, lengths, rates, chances, walks, np.array(fixed))
    if pool is not None:
        for each in [pool.submit(choice.sort, size) for size in range(1, LONGEST + 1)]:
            wait_interruptibly(each)
    numbers, roots, first, reverse = choice.choose()
    del choice  # its memory is large
    size = (numbers >> BITS * LONGEST)[roots]
    centres = first + np.where(reverse, size - 1 - size // 2, size // 2)
    sides, ends = seed_tree(codes, lengths, centres, roots, chances)
    reach = int(np.maximum(centres, lengths - 1 - centres).max())
    return SeedTables(*_arms(numbers), sides, ends, len(lengths), reach)


def _arms(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the seeds of some numbers, and their arms; the root of a seed is its place among the numbers."""
    size, each = numbers >> BITS * LONGEST, np.arange(len(numbers))
    middle = size // 2
    letters = (numbers[:, None] >> BITS * PLACES & CODES - 1).astype(np.int64)
    # Of all left arms and then of all right ones: their letters from the tip inwards, and how many.
    turned = letters[each[:, None], np.maximum(size[:, None] - 1 - PLACES, 0)]
    tips, lengths = np.concatenate([letters, turned]), np.concatenate([middle, size - 1 - middle])
    arm_of, keys, n_arms = np.full(len(tips), -1), np.zeros(len(tips), np.int64), 0
    arms = []  # an arm comes after the one that it continues
    for place in range(MOST_ARM):
        longer = np.flatnonzero(lengths > place)
        keys[longer] = keys[longer] << BITS | tips[longer, place]
        _, known, number = np.unique(keys[longer], return_index=True, return_inverse=True)
        arms.append(np.stack([arm_of[longer[known]], tips[longer[known], place]], axis=1))
        arm_of[longer] = n_arms + number
        n_arms += len(known)
    left, right = arm_of[: len(numbers)], arm_of[len(numbers) :]
    uses = np.bincount(arm_of[arm_of >= 0], minlength=n_arms + 1)
    more, fewer = np.where(uses[left] >= uses[right], [left, right], [right, left])
    # Seeds that share an arm are neighbours, so that it stays in the cache.
    centre = letters[each, middle]
    order = np.lexsort((each, fewer, more, centre))
    seeds = np.stack([centre, more, fewer, each], axis=1)[order]
    return seeds.astype(np.int32), np.concatenate(arms).astype(np.int32)
