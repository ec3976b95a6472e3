from typing import final

import numpy as np
from numpy.typing import NDArray

from .peg import Pagodas, PegBoard

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
        pagodas: Pagodas | None = None,
        most_bytes: int = ...,
    ) -> PegMoveBeam: ...
    def run(self, budget: int) -> bool: ...
