"""Twin of `unriddle.core.walk.boggle_seed_choice`: a greedy hitting set, said plainly."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

__all__ = ["LONGEST", "MOST_WORDS", "SHORTEST", "SeedChoice", "path_rates"]

SHORTEST, LONGEST = 3, 7
MOST_WORDS = (1 << 21) - 1


class SeedChoice:
    """Chooses the seeds of words.

    Examples
    --------
    >>> words, chances = [[0, 1, 2, 3], [3, 2, 1, 4]], [0.1, 0.2, 0.2, 0.2, 0.1]
    >>> walks = [1, 8, 56, 368, 2336, 14576, 89928]
    >>> SeedChoice(words, [4, 4], [1, 1], chances, walks, [0.01] * 7).choose()
    ([103079216195], [0, 0], [1, 0], [True, False])
    """

    def __init__(
        self,
        codes: Sequence[Sequence[int]],
        lengths: Sequence[int],
        weights: Sequence[int],
        chances: Sequence[float],
        walks: Sequence[float],
        fixed: Sequence[float],
    ) -> None:
        self._words = [tuple(map(int, row[:length])) for row, length in zip(codes, lengths, strict=True)]
        self._weights, self._chances, self._walks, self._fixed = weights, chances, walks, fixed
        # seed -> word -> where it lies first, and whether it is read backwards there
        self._places: dict[int, dict[int, tuple[int, bool]]] = {}
        self._costs: dict[int, float] = {}

    def sort(self, size: int) -> None:
        """Note the seeds of one size."""

        def number(letters: tuple[int, ...]) -> int:
            return sum(letter << 5 * k for k, letter in enumerate(letters)) | len(letters) << 35

        for word, letters in enumerate(self._words):
            if size < min(SHORTEST, len(letters)):
                continue
            for at in range(len(letters) - size + 1):
                there = letters[at : at + size]
                back = number(there[::-1]) < number(there)
                seed = min(number(there), number(there[::-1]))
                self._places.setdefault(seed, {}).setdefault(word, (at, back))
                chances = (float(self._chances[code]) for code in (there[::-1] if back else there))
                self._costs[seed] = prod([self._walks[size - 1], *chances]) + self._fixed[size - 1]

    def choose(self) -> tuple[list[int], list[int], list[int], list[bool]]:
        """Return the numbers of the seeds; of each word its seed, where it begins, whether it is turned."""
        for size in range(1, LONGEST + 1):
            self.sort(size)
        chosen: dict[int, tuple[int, int, bool]] = {}
        while len(chosen) < len(self._words):

            def value(seed: int) -> tuple[float, int]:
                left = [int(self._weights[word]) for word in self._places[seed] if word not in chosen]
                return sum(left) / self._costs[seed], -seed

            best = max(self._places, key=value)
            for word, place in self._places[best].items():
                chosen.setdefault(word, (best, *place))
        found = [chosen[word] for word in range(len(self._words))]
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
