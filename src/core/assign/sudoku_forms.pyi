import numpy as np
from numpy.typing import NDArray

def forms(
    values: NDArray[np.uint8], given: NDArray[np.uint8], box_rows: int, box_cols: int, transposed: bool
) -> NDArray[np.uint8]: ...
