from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class RiverGraph:
    n_edges: int
    n_states: int
    nodes: int
    overflow: bool
    def __new__(
        cls,
        most: NDArray[np.int64],
        loads: NDArray[np.int64],
        safe: NDArray[np.uint8],
        max_edges: int = 134217728,
    ) -> RiverGraph: ...
    def run(self, budget: int) -> bool: ...
    def tables(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...
