from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

LONGEST: Final[int]
MOST_WORDS: Final[int]
SHORTEST: Final[int]

@final
class SeedChoice:
    def __new__(
        cls,
        codes: NDArray[np.uint8],
        lengths: NDArray[np.int64],
        weights: NDArray[np.uint32],
        chances: NDArray[np.float64],
        walks: NDArray[np.float64],
        fixed: NDArray[np.float64],
    ) -> Self: ...
    def sort(self, size: int) -> None: ...
    def choose(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]: ...

def path_rates(
    codes: NDArray[np.uint8],
    lengths: NDArray[np.int64],
    chances: NDArray[np.float64],
    walks: NDArray[np.float64],
    growth: float,
) -> NDArray[np.float64]: ...
