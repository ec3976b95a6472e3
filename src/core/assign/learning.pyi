from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class ClauseSearch:
    nodes: int
    guesses: int
    count: int
    fresh: bool
    limit: int
    def __init__(
        self,
        n_vars: int,
        clauses: NDArray[np.int32],
        starts: NDArray[np.int32],
        groups: NDArray[np.int32],
        group_starts: NDArray[np.int32],
        limit: int = 2,
        stop_each: bool = False,
        orders: NDArray[np.int32] | None = None,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def solution(self) -> NDArray[np.uint8] | None: ...
    @property
    def conflicts(self) -> int: ...
