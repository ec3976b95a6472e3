from typing import Final

import numpy as np
from numpy.typing import NDArray

KING: Final[int]
ROOK: Final[int]
HEX: Final[int]
KNIGHT: Final[int]

def neighbours(
    rows: int, cols: int, topology: int = 0, wrap: bool = False, blocked: NDArray[np.uint8] | None = None
) -> NDArray[np.int32]: ...
def adjacency_masks(
    rows: int, cols: int, topology: int = 0, wrap: bool = False, blocked: NDArray[np.uint8] | None = None
) -> NDArray[np.uint64]: ...
