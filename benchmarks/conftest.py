"""What every benchmark says of itself, under the same keys: `note` fills `extra_info`."""

import hashlib

import numpy as np
import pytest

ROLES = ("kernel", "twin", "textbook", "general", "peer")


def digest(answer) -> str:
    """Return sixteen hex digits that stand for an answer: arrays by their bytes, the rest by its repr."""
    if isinstance(answer, np.ndarray):
        data = np.ascontiguousarray(answer).tobytes()
    else:
        data = repr(answer).encode()
    return hashlib.sha256(data).hexdigest()[:16]


@pytest.fixture
def note(benchmark):
    """Record role, work and answer of a benchmark.

    role: kernel, twin (plain-Python form of the kernel), textbook (the usual algorithm in plain Python),
    general (the solvers of `unriddle.search`) or peer (another package, whose name is `peer`).
    items of what item (board, puzzle, query, word) one round answers; nodes per round; answer: what all
    roles of a group must agree on. A point of a curve has series, x and x_name.
    """

    def note(*, role, item="puzzle", items=1, nodes=None, answer=None, **more):
        assert role in ROLES
        benchmark.extra_info.update(role=role, item=item, items=int(items), **more)
        if nodes is not None:
            benchmark.extra_info["nodes"] = int(nodes)
        if answer is not None:
            benchmark.extra_info["digest"] = digest(answer)

    return note
