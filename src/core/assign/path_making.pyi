from typing import final

import numpy as np
from numpy.typing import NDArray

def backbite(table: NDArray[np.int32], path: NDArray[np.int32], moves: int, seed: int) -> int: ...

@final
class PathThinner:
    left: int
    nodes: int
    def __init__(
        self,
        table: NDArray[np.int32],
        numbers: NDArray[np.int32],
        cells: NDArray[np.int32],
        least: int = 0,
        patience: int = 200,
        at_once: int = 1,
        doubling: bool = False,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def numbers(self) -> NDArray[np.int32]: ...
