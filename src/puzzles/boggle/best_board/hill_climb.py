"""Search for the best board by hill climbing over a pool of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .search import NOTHING, BestSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray


def climb(search: BestSearch, rng: np.random.Generator, size: int) -> int:
    """Climb from a pool of random boards until the best `size` boards seen are all expanded."""
    boards = search.random(rng, size)
    scores = np.full(len(boards), NOTHING, dtype=np.int64)
    fresh = np.ones(len(boards), dtype=bool)
    done: set[bytes] = set()
    while fresh.any():
        full = len(boards) >= size and scores.min() > NOTHING
        above = int(scores.min()) if full else NOTHING
        more_scores, more_boards = [scores[~fresh]], [boards[~fresh]]
        todo = boards[fresh][: search.most - search.expanded]
        at = 0
        for own, found, made in search.expand_all(todo, above, size):
            here = todo[at : at + len(own)]
            at += len(own)
            more_scores += [own, found]
            more_boards += [here, made]
            done.update(codes.tobytes() for codes in here)
            search.count(len(own))
            search.see(np.concatenate([own, found]), np.concatenate([here, made]))
            search.tick()
        boards, scores = _best_of(search, np.concatenate(more_boards), np.concatenate(more_scores), size)
        fresh = np.array([codes.tobytes() not in done for codes in boards], dtype=bool)
    return int(scores[0])


def _best_of(
    search: BestSearch, boards: NDArray[np.uint8], scores: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the best boards, one of each up to symmetry."""
    boards = search.space.canonical(boards)
    texts = np.ascontiguousarray(boards + np.uint8(1)).view(f"S{search.space.n_cells}")[:, 0]
    _, first = np.unique(texts, return_index=True)
    order = first[np.argsort(-scores[first], kind="stable")][:size]
    return boards[order], scores[order]
