from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from ..trie import Trie

ANY: Final[int]

@final
class Exhaustive:
    @property
    def found(self) -> NDArray[np.uint8]: ...
    @property
    def moves(self) -> int: ...
    @property
    def lookups(self) -> int: ...
    @property
    def finished(self) -> bool: ...
    def __new__(
        cls,
        adjacency: NDArray[np.uint64],
        codes: NDArray[np.uint8],
        offsets: NDArray[np.int32],
        trie: Trie,
        min_length: int = 1,
    ) -> Self: ...
    def run(self, budget: int) -> bool: ...
