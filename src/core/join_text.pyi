import numpy as np
from numpy.typing import NDArray

def joined(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    numbers: NDArray[np.int32],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    between: bytes,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
