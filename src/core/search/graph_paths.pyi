from typing import final

import numpy as np
from numpy.typing import NDArray

from .graph import Graph

@final
class ShortestPaths:
    finished: bool
    distance: float
    nodes: int
    generated: int
    def __new__(
        cls,
        graph: Graph,
        sources: NDArray[np.int32],
        targets: NDArray[np.int32],
        costs: NDArray[np.float64] | None = None,
    ) -> ShortestPaths: ...
    def run(self, budget: int) -> bool: ...
    def count(self, limbs: int) -> int | None: ...
    def next_path(self) -> list[int] | None: ...

@final
class SimplePaths:
    nodes: int
    generated: int
    paths: int
    deepest: int
    finished: bool
    def __new__(cls, graph: Graph, source: int, targets: NDArray[np.int32]) -> SimplePaths: ...
    def run(self, budget: int, paths: int) -> bool: ...
    def current(self) -> list[int]: ...
