import numpy as np
from numpy.typing import NDArray

def backbite(table: NDArray[np.int32], path: NDArray[np.int32], moves: int, seed: int) -> int: ...
