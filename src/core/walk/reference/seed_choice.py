"""Twin of `unriddle.core.walk.seed_choice`: a greedy hitting set, said plainly."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

__all__ = ["LONGEST", "MOST_WORDS", "SHORTEST", "chosen_seeds", "path_rates"]

SHORTEST, LONGEST = 3, 7
MOST_WORDS = (1 << 21) - 1


def chosen_seeds(
    codes: Sequence[Sequence[int]],
    lengths: Sequence[int],
    weights: Sequence[int],
    chances: Sequence[float],
    walks: Sequence[float],
    fixed: Sequence[float],
) -> tuple[list[int], list[int], list[int], list[bool]]:
    """Return the numbers of the seeds; of each word its seed, where that begins, whether it is backwards.

    Examples
    --------
    >>> words, chances = [[0, 1, 2, 3], [3, 2, 1, 4]], [0.1, 0.2, 0.2, 0.2, 0.1]
    >>> chosen_seeds(words, [4, 4], [1, 1], chances, [1, 8, 56, 368, 2336, 14576, 89928], [0.01] * 7)
    ([103079216195], [0, 0], [1, 0], [True, False])
    """
    words = [tuple(map(int, row[:length])) for row, length in zip(codes, lengths, strict=True)]

    def number(letters: tuple[int, ...]) -> int:
        return sum(letter << 5 * k for k, letter in enumerate(letters)) | len(letters) << 35

    # seed -> word -> where it lies first, and whether it is read backwards there
    places: dict[int, dict[int, tuple[int, bool]]] = {}
    costs: dict[int, float] = {}
    for word, letters in enumerate(words):
        for size in range(min(SHORTEST, len(letters)), min(LONGEST, len(letters)) + 1):
            for at in range(len(letters) - size + 1):
                there = letters[at : at + size]
                back = number(there[::-1]) < number(there)
                seed = min(number(there), number(there[::-1]))
                places.setdefault(seed, {}).setdefault(word, (at, back))
                spelled = there[::-1] if back else there
                costs[seed] = prod([walks[size - 1], *(chances[code] for code in spelled)]) + fixed[size - 1]
    chosen: dict[int, tuple[int, int, bool]] = {}
    while len(chosen) < len(words):

        def value(seed: int) -> tuple[float, int]:
            left = [int(weights[word]) for word in places[seed] if word not in chosen]
            return sum(left) / costs[seed], -seed

        best = max(places, key=value)
        for word, place in places[best].items():
            chosen.setdefault(word, (best, *place))
    found = [chosen[word] for word in range(len(words))]
    seeds = sorted({seed for seed, _, _ in found})
    its = [seeds.index(seed) for seed, _, _ in found]
    return seeds, its, [at for _, at, _ in found], [back for *_, back in found]


def path_rates(
    codes: Sequence[Sequence[int]],
    lengths: Sequence[int],
    chances: Sequence[float],
    walks: Sequence[float],
    growth: float,
) -> list[float]:
    """Return of each word the paths a cell that are expected to spell it.

    Examples
    --------
    >>> path_rates([[0, 1, 0], [1, 1, 1]], [1, 3], [0.5, 0.25], [1.0, 8.0], 6.0)
    [0.5, 0.75]
    """
    rates = []
    for row, length in zip(codes, lengths, strict=True):
        rate = float(walks[min(length, len(walks)) - 1])
        for at, code in enumerate(row[:length]):
            rate *= float(chances[code])
            if at >= len(walks):
                rate *= growth
        rates.append(rate)
    return rates
