from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Reasoner:
    def __init__(self, units: NDArray[np.int32], peers: NDArray[np.int32]) -> None: ...
    def reduce(self, candidates: NDArray[np.uint64], filled: NDArray[np.uint8], most: int) -> int: ...
