from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from .sliding_additive import AdditiveTables

@final
class AdditiveBeam:
    @property
    def tables(self) -> AdditiveTables: ...
    @property
    def width(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def done(self) -> bool: ...
    def __new__(
        cls,
        tables: AdditiveTables,
        start: NDArray[np.uint8],
        width: int,
        goal: NDArray[np.uint8] | None = None,
        most: int = ...,
        weights: Sequence[int] = (1, 1),
    ) -> AdditiveBeam: ...
    def run(self, budget: int) -> bool: ...
    def path_cells(self) -> NDArray[np.uint8]: ...
