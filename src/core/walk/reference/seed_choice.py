"""Twin of `unriddle.core.walk.seed_choice`: a greedy hitting set, said plainly."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

__all__ = ["LONGEST", "MOST_ENTRIES", "SHORTEST", "chosen_seeds"]

SHORTEST, LONGEST = 3, 7
MOST_ENTRIES = (1 << 26) - 1


def chosen_seeds(
    codes: Sequence[Sequence[int]],
    lengths: Sequence[int],
    chances: Sequence[float],
    walks: Sequence[float],
    fixed: Sequence[float],
) -> tuple[list[int], list[int], list[bool]]:
    """Return of each word where its seed begins, the letters of that, and whether it is read backwards.

    Examples
    --------
    >>> words, chances = [[0, 1, 2, 3], [3, 2, 1, 4]], [0.1, 0.2, 0.2, 0.2, 0.1]
    >>> chosen_seeds(words, [4, 4], chances, [1, 8, 56, 368, 2336, 14576, 89928], [0.01] * 7)
    ([1, 0], [3, 3], [True, False])
    """
    words = [tuple(map(int, row[:length])) for row, length in zip(codes, lengths, strict=True)]

    def number(letters: tuple[int, ...]) -> int:
        return sum(letter << 5 * k for k, letter in enumerate(letters)) | len(letters) << 35

    # seed -> word -> where it lies first, and whether it is read backwards there
    places: dict[int, dict[int, tuple[int, int, bool]]] = {}
    costs: dict[int, float] = {}
    for word, letters in enumerate(words):
        for size in range(min(SHORTEST, len(letters)), min(LONGEST, len(letters)) + 1):
            for at in range(len(letters) - size + 1):
                there = letters[at : at + size]
                back = number(there[::-1]) < number(there)
                seed = min(number(there), number(there[::-1]))
                places.setdefault(seed, {}).setdefault(word, (at, size, back))
                spelled = there[::-1] if back else there
                costs[seed] = prod([walks[size - 1], *(chances[code] for code in spelled)]) + fixed[size - 1]
    chosen: dict[int, tuple[int, int, bool]] = {}
    while len(chosen) < len(words):

        def value(seed: int) -> tuple[float, int]:
            return sum(word not in chosen for word in places[seed]) / costs[seed], -seed

        best = max(places, key=value)
        for word, place in places[best].items():
            chosen.setdefault(word, place)
    found = [chosen[word] for word in range(len(words))]
    return [at for at, _, _ in found], [size for _, size, _ in found], [back for _, _, back in found]
