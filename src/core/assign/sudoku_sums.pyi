from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class SumRules:
    def __init__(
        self,
        n: int,
        units: Sequence[Sequence[int]],
        apart: Sequence[Sequence[int]],
        allowed: Sequence[int],
        pairs: Sequence[tuple[int, int, Sequence[int]]],
        sums: Sequence[tuple[Sequence[int], Sequence[int], int]],
        held: Sequence[tuple[Sequence[int], int]] = (),
        between: Sequence[tuple[Sequence[int], int]] = (),
    ) -> None: ...
    @property
    def n(self) -> int: ...

def implied(
    n: int, units: Sequence[Sequence[int]], sums: Sequence[tuple[Sequence[int], int]]
) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int, int]]: ...

@final
class SumSearch:
    def __init__(
        self,
        puzzle: NDArray[np.uint8],
        rules: SumRules,
        limit: int = 2,
        weights: NDArray[np.float64] | None = None,
    ) -> None: ...
    def restart(self, puzzle: NDArray[np.uint8]) -> None: ...
    def run(self, budget: int) -> bool: ...
    def take(self) -> list[NDArray[np.uint8]]: ...
    @property
    def count(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def propagations(self) -> int: ...
