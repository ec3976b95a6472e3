from typing import Final, final

import numpy as np
from numpy.typing import NDArray

LONGEST: Final[int]
MOST_WORDS: Final[int]
NO_PUZZLE: Final[int]

@final
class GogenMaker:
    def __init__(
        self,
        rows: int,
        cols: int,
        codes: NDArray[np.uint8],
        affinity: NDArray[np.int32],
        covers: int = 2,
    ) -> None: ...
    def arranged(self, seed: int) -> NDArray[np.int8]: ...
    def traceable(self, place: NDArray[np.int8]) -> NDArray[np.uint32]: ...
    def make(
        self,
        seeds: NDArray[np.uint64],
        shown: int,
        givens: int,
        places: NDArray[np.int8],
        given: NDArray[np.int8],
        words: NDArray[np.uint32],
        counts: NDArray[np.int32],
    ) -> None: ...
