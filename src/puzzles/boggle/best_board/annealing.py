"""Search for the best board by simulated annealing without rejections."""

from __future__ import annotations

import numpy as np

from .search import NOTHING, BestSearch

HOT, COLD = 0.02, 0.002  # temperatures as shares of the score


def anneal(search: BestSearch, rng: np.random.Generator, steps: int) -> int:
    """Walk from a random board to one neighbour after another; return the best score.

    The probability of a neighbour grows exponentially with its score, at a falling temperature: the n-fold
    way of A. Bortz, M. Kalos and J. Lebowitz (1975).
    """
    codes = search.random(rng, 1)[0]
    scorer, best = search.scorers[0], NOTHING
    for step in range(steps):
        own, scores, made = search.expand(scorer, codes[None], NOTHING, 1 << 30)
        search.count(1)
        search.see(scores, made)
        best = max(best, int(scores.max()))
        search.tick()
        heat = max(abs(int(own[0])), 1) * HOT * (COLD / HOT) ** (step / max(steps - 1, 1))
        weights = np.exp((scores - scores.max()) / heat)
        weights[(made == codes).all(axis=1)] = 0  # the board itself
        total = np.cumsum(weights)
        if not total[-1]:
            break
        codes = made[min(int(np.searchsorted(total, rng.random() * total[-1])), len(made) - 1)]
    return best
