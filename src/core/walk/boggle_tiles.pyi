from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from ..trie import Trie

MAX_CELLS: Final[int]

@final
class TileWalk:
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def paths(self) -> int: ...
    def __new__(
        cls,
        trie: Trie,
        rows: int,
        cols: int,
        topology: int,
        wrap: bool,
        tiles: NDArray[np.uint8],
        tile_letters: NDArray[np.uint8],
        wildcard: int = -1,
        uses: NDArray[np.int64] | None = None,
        min_length: int = 1,
        others: NDArray[np.int32] | None = None,
    ) -> Self: ...
    def run(self, budget: int) -> bool: ...
    def found_places(self) -> NDArray[np.int64]: ...
