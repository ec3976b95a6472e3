import numpy as np
from numpy.typing import NDArray

def row_lines(
    literals: tuple[bytes, ...],
    columns: tuple[NDArray[np.int64] | tuple[NDArray[np.uint8], NDArray[np.int64]], ...],
) -> bytes: ...
