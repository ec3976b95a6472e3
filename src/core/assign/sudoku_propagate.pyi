from typing import final

import numpy as np
from numpy.typing import NDArray

def clashes(cells: bytes, box_rows: int, box_cols: int) -> bool: ...
def boxed(box_rows: int, box_cols: int) -> Rules: ...

@final
class Rules:
    def __init__(
        self,
        n: int,
        units: NDArray[np.int32],
        apart: NDArray[np.int32] | None = None,
        allowed: NDArray[np.uint64] | None = None,
        clauses: NDArray[np.int32] | None = None,
        starts: NDArray[np.int32] | None = None,
    ) -> None: ...
    @property
    def n(self) -> int: ...
