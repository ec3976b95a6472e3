import numpy as np
from numpy.typing import NDArray

def ladder_graph(
    codes: NDArray[np.uint32], at: NDArray[np.int64], insert_delete: bool = False, max_edges: int = 268435456
) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
