from typing import Any, final

import numpy as np
from numpy.typing import NDArray

@final
class PegBoard:
    n_holes: int
    n_jumps: int
    n_symmetries: int
    def __new__(cls, n_holes: int, jumps: Any, symmetries: Any, places: Any = None) -> PegBoard: ...
    def canonicals(self, positions: NDArray[np.uint64]) -> NDArray[np.uint64]: ...

@final
class PegSet: ...

@final
class Pagodas:
    n: int
    def __new__(cls, board: PegBoard, goals: NDArray[np.uint64]) -> Pagodas: ...
    def is_dead(self, position: int) -> bool: ...
    def choose(self, sample: NDArray[np.uint64], tries: int = 256, most: int = 4) -> int: ...
