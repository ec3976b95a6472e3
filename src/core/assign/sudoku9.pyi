from typing import final

import numpy as np
from numpy.typing import NDArray

def lanes(most: int = 16) -> int: ...

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
        every: int = 0,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def take(self) -> NDArray[np.uint8]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def lanes(self) -> int: ...
