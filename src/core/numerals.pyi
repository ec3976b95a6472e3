import numpy as np
from numpy.typing import NDArray

def int_lines(literals: tuple[bytes, ...], columns: tuple[NDArray[np.int64], ...]) -> bytes: ...
