import numpy as np
from numpy.typing import NDArray

def seed_tree(
    codes: NDArray[np.uint8],
    lengths: NDArray[np.int64],
    centres: NDArray[np.int64],
    roots: NDArray[np.int64],
    chances: NDArray[np.float64],
) -> tuple[NDArray[np.uint32], NDArray[np.int32]]: ...
