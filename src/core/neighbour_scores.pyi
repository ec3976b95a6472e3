from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from .small_walk import SIMD_LEVELS as SIMD_LEVELS
from .small_walk import WordTable

MAX_CELLS: Final[int]

@final
class NeighbourScores:
    @property
    def words(self) -> WordTable: ...
    @property
    def n_cells(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def strings(self) -> int: ...
    def __new__(
        cls, words: WordTable, adjacency: NDArray[np.uint64], points: NDArray[np.int32], capacity: int = ...
    ) -> Self: ...
    def run(self, board: NDArray[np.uint8], letters: NDArray[np.int64], swaps: NDArray[np.int64]) -> bool: ...
