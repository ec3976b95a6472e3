from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from .boggle_small import WordTable

MAX_CELLS: Final[int]
MAX_LETTERS: Final[int]

@final
class BoardTree:
    @property
    def words(self) -> WordTable: ...
    @property
    def n_cells(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def terms(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def root(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    def __new__(
        cls,
        words: WordTable,
        adjacency: NDArray[np.uint64],
        values: NDArray[np.int32],
        order: NDArray[np.int32],
        rank: NDArray[np.uint8],
        least: NDArray[np.uint32],
        capacity: int = ...,
        room: int = ...,
    ) -> Self: ...
    def stop(self) -> None: ...
    def start(self, sets: NDArray[np.uint32], at_least: int) -> None: ...
    def run(self, budget: int, found: list[bytes]) -> bool: ...
    def bound(self, sets: NDArray[np.uint32]) -> int: ...
