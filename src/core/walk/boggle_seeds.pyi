from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

MOST_ARM: Final[int]
MOST_LETTERS: Final[int]
MOST_REACH: Final[int]
NO_WORD: Final[int]

@final
class SeedTables:
    @property
    def reach(self) -> int: ...
    def __new__(
        cls,
        seeds: NDArray[np.int32],
        arms: NDArray[np.int32],
        sides: NDArray[np.uint32],
        words: NDArray[np.int32],
        n_words: int,
        reach: int,
    ) -> Self: ...

@final
class SeedWalk:
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def n_found(self) -> int: ...
    @property
    def tile_cols(self) -> int: ...
    def __new__(
        cls,
        tables: SeedTables,
        window: NDArray[np.uint8],
        topology: int = 0,
        tile_rows: int = ...,
        tile_cols: int = ...,
        capacity: int = ...,
    ) -> Self: ...
    def look_at(self, window: NDArray[np.uint8]) -> None: ...
    def continue_at(self, first_row: int, end_row: int, first_col: int, end_col: int) -> None: ...
    def run(self, budget: int) -> bool: ...
    def strike(self, other: SeedWalk, first: int, end: int) -> None: ...
    def found(self) -> NDArray[np.bool_]: ...
    def news(self, first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
