from typing import final

import numpy as np
from numpy.typing import NDArray

def lanes(most: int = 16) -> int: ...
def without_needless(solved: bytes, orbits: NDArray[np.uint8], least: int = 0, lanes: int = 16) -> bytes: ...

@final
class Lane:
    def __init__(
        self,
        cells: bytes,
        limit: int = 2,
        every: int = 0,
        groups: NDArray[np.uint8] | None = None,
        digits: int = 16,
    ) -> None: ...
    def share(self, guesses: int, lanes: int = 16) -> None: ...
    def run(self, budget: int) -> bool: ...
    def take(self) -> NDArray[np.uint8]: ...
    @property
    def count(self) -> int: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def first(self) -> bytes | None: ...
    @property
    def guesses(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def propagations(self) -> int: ...

@final
class Lanes:
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    guesses: NDArray[np.int64]
    def __init__(
        self,
        puzzles: NDArray[np.uint8],
        limit: int = 2,
        node_limit: int = 1 << 62,
        lanes: int = 16,
        groups: NDArray[np.uint8] | None = None,
        share: int = 0,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def lanes(self) -> int: ...

@final
class Making:
    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    def __init__(
        self,
        seeds: NDArray[np.uint64],
        orbits: NDArray[np.uint8],
        least: int = 0,
        node_limit: int = 1 << 62,
        lanes: int = 16,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def random(self) -> NDArray[np.uint64]: ...
    @property
    def done(self) -> int: ...
