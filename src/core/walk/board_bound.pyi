from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from .small_walk import WordTable

MAX_CELLS: Final[int]
MAX_LETTERS: Final[int]

@final
class BoardBound:
    @property
    def words(self) -> WordTable: ...
    @property
    def n_cells(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def terms(self) -> int: ...
    def __new__(
        cls,
        words: WordTable,
        adjacency: NDArray[np.uint64],
        points: NDArray[np.int32],
        order: NDArray[np.int32],
        rank: NDArray[np.uint8],
        least: NDArray[np.uint32],
        capacity: int = ...,
    ) -> Self: ...
    def bound(self, sets: NDArray[np.uint32]) -> int: ...
    def start(self, sets: NDArray[np.uint32], at_least: int) -> bool: ...
    def run(self, budget: int, found: list[bytes]) -> bool: ...
