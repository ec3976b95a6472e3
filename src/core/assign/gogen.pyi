from typing import Final, final

import numpy as np
from numpy.typing import NDArray

NO_CELL: Final[int]

def check_arrays(rows: int, cols: int, givens: NDArray[np.int8], links: NDArray[np.uint64]) -> None: ...
def narrow(
    rows: int, cols: int, givens: NDArray[np.int8], links: NDArray[np.uint64]
) -> NDArray[np.uint64] | None: ...
def solve_batch(
    rows: int,
    cols: int,
    givens: NDArray[np.int8],
    links: NDArray[np.uint64],
    solutions: NDArray[np.int8],
    counts: NDArray[np.int64],
    nodes: NDArray[np.int64],
    limit: int = 2,
    budget: int = 0,
) -> None: ...

@final
class GogenSearch:
    count: int
    fresh: bool
    limit: int
    choices: list[tuple[int, int]]
    def __init__(
        self,
        rows: int,
        cols: int,
        givens: NDArray[np.int8],
        links: NDArray[np.uint64],
        limit: int = 2,
        stop_each: bool = False,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def first(self) -> NDArray[np.int8] | None: ...
    @property
    def solution(self) -> NDArray[np.int8] | None: ...
    @property
    def n_free(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def propagations(self) -> int: ...
