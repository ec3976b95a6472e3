from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Search:
    def __init__(
        self,
        puzzle: NDArray[np.uint8],
        box_rows: int,
        box_cols: int,
        limit: int = 2,
        weights: NDArray[np.float64] | None = None,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def take(self) -> list[NDArray[np.uint8]]: ...
    @property
    def count(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def propagations(self) -> int: ...
