from typing import final

import numpy as np
from numpy.typing import NDArray

from .peg import PegBoard

@final
class PegMoveBeam:
    layers: list[NDArray[np.uint64]]
    nodes: int
    def __new__(
        cls,
        board: PegBoard,
        start: int,
        width: int,
        regions: NDArray[np.uint64],
        weights: NDArray[np.int32],
        most_bytes: int = ...,
    ) -> PegMoveBeam: ...
    def run(self, budget: int) -> bool: ...
