import numpy as np
from numpy.typing import NDArray

def draw_letters(state: NDArray[np.uint64], letters: NDArray[np.uint8], out: NDArray[np.uint8]) -> None: ...
