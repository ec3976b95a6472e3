from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from ..trie import Trie

MAX_CELLS: Final[int]
SMALLEST_TORUS: Final[int]

def padded_letters(
    board: NDArray[np.uint8], wrap: bool, codes: NDArray[np.uint8] | None = None
) -> NDArray[np.uint32]: ...

@final
class LargeTables:
    @property
    def trie(self) -> Trie: ...
    def __new__(cls, trie: Trie) -> Self: ...

@final
class LargeWalk:
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def n_found(self) -> int: ...
    @property
    def done_rows(self) -> int: ...
    def __new__(
        cls,
        tables: LargeTables,
        letters: NDArray[np.uint32],
        rows: int,
        cols: int,
        topology: int = 0,
        wrap: bool = False,
        first_row: int = 0,
        end_row: int = -1,
        capacity: int = ...,
        exact: bool = ...,
    ) -> Self: ...
    def run(self, budget: int) -> bool: ...
    def continue_rows(self, first_row: int, end_row: int) -> None: ...
    def strike(self, other: LargeWalk, first: int, end: int) -> None: ...
    def words(
        self, lengths: NDArray[np.uint8], numbers: NDArray[np.uint32], min_length: int
    ) -> tuple[NDArray[np.uint32], NDArray[np.int64]]: ...
    def found(self) -> NDArray[np.bool_]: ...
    def found_places(self) -> NDArray[np.int64]: ...
    def last_cells(self, places: NDArray[np.int64]) -> NDArray[np.int64]: ...
