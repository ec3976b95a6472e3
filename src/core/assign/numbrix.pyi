from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class PathSearch:
    count: int
    limit: int
    fresh: bool
    def __init__(
        self,
        table: NDArray[np.int32],
        clues: NDArray[np.int32],
        limit: int = 2,
        stop_each: bool = False,
        patience: int = 0,
        starts: NDArray[np.uint8] | None = None,
        sweeps: NDArray[np.int32] | None = None,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def learnt(self) -> int: ...
    @property
    def first(self) -> NDArray[np.int32] | None: ...
    @property
    def solution(self) -> NDArray[np.int32] | None: ...
    @property
    def exhausted(self) -> bool: ...
