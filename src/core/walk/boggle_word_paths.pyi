from typing import Self, final

import numpy as np
from numpy.typing import NDArray

@final
class WordPaths:
    @property
    def nodes(self) -> int: ...
    @property
    def count(self) -> int: ...
    def __new__(
        cls,
        rows: int,
        cols: int,
        topology: int,
        wrap: bool,
        tiles: NDArray[np.uint8],
        tile_letters: NDArray[np.uint8],
        wildcard: int,
        word: bytes | NDArray[np.uint8],
        first: int = 0,
        end: int = -1,
        others: NDArray[np.int32] | None = None,
    ) -> Self: ...
    def run(self, budget: int, cells: NDArray[np.int32], ends: NDArray[np.int32]) -> tuple[int, bool]: ...
