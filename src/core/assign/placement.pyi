from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

MAX_LETTERS: Final[int]

@final
class PlacementSearch:
    most_solutions: int
    best: float
    def __new__(
        cls,
        slot_cells: NDArray[np.int32],
        slot_offsets: NDArray[np.int64],
        letters: NDArray[np.uint8],
        word_offsets: NDArray[np.int64],
        least: NDArray[np.int32],
        most: NDArray[np.int32],
        allowed: NDArray[np.uint64],
        n_letters: int,
        score: NDArray[np.int32] | None = None,
        seed: int = 0,
        worth: NDArray[np.float64] | None = None,
    ) -> Self: ...
    @property
    def solution(self) -> NDArray[np.int32]: ...
    @property
    def solutions(self) -> int: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def restarts(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    def run(self, budget: int) -> bool: ...
    def keep_apart(
        self,
        part_offsets: NDArray[np.int64],
        parts: NDArray[np.int32],
        member_offsets: NDArray[np.int64],
        members: NDArray[np.int32],
    ) -> None: ...
    def candidates(self, slot: int) -> NDArray[np.int32]: ...
