from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Spelling:
    def __new__(cls, alphabet: str, codes: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Spelling: ...
    def decode(self, numbers: NDArray[np.uint32]) -> list[str]: ...

def letter_rows(
    data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.uint8] | None: ...
