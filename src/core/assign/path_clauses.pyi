from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def clauses_of(
    table: NDArray[np.int32], domain: NDArray[np.uint64], found: Sequence[NDArray[np.int32]]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...
