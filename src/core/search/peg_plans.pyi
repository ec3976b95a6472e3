from typing import final

import numpy as np
from numpy.typing import NDArray

from .peg import PegBoard

@final
class PegCount:
    overflow: bool
    nodes: int
    def __new__(cls, board: PegBoard, layers: list[NDArray[np.uint64]], limbs: int) -> PegCount: ...
    def run(self, budget: int) -> bool: ...
    def ways_to(self, position: int) -> int: ...

@final
class PegFewest:
    nodes: int
    def __new__(cls, board: PegBoard, layers: list[NDArray[np.uint64]]) -> PegFewest: ...
    def run(self, budget: int) -> bool: ...
    def path(self, start: int) -> tuple[list[int], int]: ...
