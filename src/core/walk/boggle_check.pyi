import numpy as np
from numpy.typing import NDArray

def judge(
    text: NDArray[np.uint8],
    ends: NDArray[np.int64],
    boards: NDArray[np.uint8],
    qu: NDArray[np.uint8],
    near: NDArray[np.uint64],
    most: int,
    verdicts: NDArray[np.uint8],
) -> None: ...
