from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from .trie import Trie

SIMD_LEVELS: Final[dict[str, int]]

def simd_level() -> str: ...

class SmallWalk:
    @property
    def n_cells(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> int: ...
    def __new__(
        cls,
        trie: Trie,
        adjacency: NDArray[np.uint64],
        lengths: NDArray[np.uint8],
        numbers: NDArray[np.uint32],
        capacity: int = ...,
    ) -> Self: ...
    def score(
        self, boards: NDArray[np.uint8], points: NDArray[np.int32], scores: NDArray[np.int64]
    ) -> int: ...
    def words(
        self, boards: NDArray[np.uint8], min_length: int, ends: NDArray[np.int64], out: NDArray[np.uint32]
    ) -> tuple[int, bool]: ...
