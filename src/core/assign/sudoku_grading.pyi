from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Grader:
    def __new__(cls, units: NDArray[np.int32], peers: NDArray[np.int32]) -> Grader: ...
    def steps(
        self,
        cells: NDArray[np.uint8],
        allowed: NDArray[np.uint64],
        solution: NDArray[np.uint8] | None,
        most: int,
        counts: NDArray[np.int64],
    ) -> bool: ...
