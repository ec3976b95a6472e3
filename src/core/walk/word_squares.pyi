from typing import Self, final

import numpy as np
from numpy.typing import NDArray

from ..trie import Trie

@final
class SquareWalk:
    most_solutions: int
    @property
    def exhausted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def solution(self) -> NDArray[np.int32]: ...
    def __new__(
        cls,
        trie: Trie,
        slot_cells: NDArray[np.int32],
        slot_offsets: NDArray[np.int64],
        distinct: bool = True,
        seed: int | None = None,
    ) -> Self: ...
    def run(self, budget: int) -> bool: ...
