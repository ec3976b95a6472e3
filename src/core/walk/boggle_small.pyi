from typing import Self, final

import numpy as np
from numpy.typing import NDArray

from ..trie import Trie

@final
class WordTable:
    @property
    def trie(self) -> Trie: ...
    @property
    def lengths(self) -> NDArray[np.uint8]: ...
    @property
    def numbers(self) -> NDArray[np.uint32]: ...
    def __new__(cls, trie: Trie, lengths: NDArray[np.uint8], numbers: NDArray[np.uint32]) -> Self: ...

@final
class SmallWalk:
    @property
    def n_cells(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> int: ...
    def __new__(cls, words: WordTable, adjacency: NDArray[np.uint64], capacity: int = ...) -> Self: ...
    def score(
        self, boards: NDArray[np.uint8], points: NDArray[np.int32], scores: NDArray[np.int64]
    ) -> int: ...
    def tally(
        self,
        boards: NDArray[np.uint8],
        points: NDArray[np.int32],
        min_length: int,
        tallies: NDArray[np.int64],
    ) -> int: ...
    def words(
        self, boards: NDArray[np.uint8], min_length: int, ends: NDArray[np.int64], out: NDArray[np.uint32]
    ) -> tuple[int, bool]: ...
