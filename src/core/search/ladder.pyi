from typing import final

import numpy as np
from numpy.typing import NDArray

def ladder_bytes(
    n_words: int, n_letters: int, n_longest: int, n_edges: int, insert_delete: bool = False
) -> int: ...

@final
class LadderGraph:
    nodes: int
    edges: int
    overflow: bool
    def __new__(
        cls,
        codes: NDArray[np.uint32],
        at: NDArray[np.int64],
        insert_delete: bool = False,
        max_edges: int = 268435456,
    ) -> LadderGraph: ...
    def run(self, budget: int) -> bool: ...
    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
