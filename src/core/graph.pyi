from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Graph:
    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    n: int
    def __init__(self, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> None: ...

@final
class PathFinder:
    nodes: int
    generated: int
    found: bool
    def __init__(self, graph: Graph) -> None: ...
    def begin(self, source: int, target: int) -> None: ...
    def run(self, budget: int) -> bool: ...
    def result(self) -> list[int] | None: ...
    def path(self, source: int, target: int) -> list[int] | None: ...

@final
class ShortestPaths:
    finished: bool
    distance: float
    nodes: int
    generated: int
    def __init__(
        self,
        graph: Graph,
        sources: NDArray[np.int32],
        targets: NDArray[np.int32],
        costs: NDArray[np.float64] | None = None,
    ) -> None: ...
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
    def __init__(self, graph: Graph, source: int, targets: NDArray[np.int32]) -> None: ...
    def run(self, budget: int, paths: int) -> bool: ...
    def current(self) -> list[int]: ...

def distances(graph: Graph, sources: NDArray[np.int32]) -> NDArray[np.int32]: ...
def components(graph: Graph) -> NDArray[np.int32]: ...

@final
class EccentricPairs:
    diameter: int
    pairs: list[tuple[int, int]]
    nodes: int
    def __init__(self, graph: Graph) -> None: ...
    def run(self, budget: int) -> bool: ...
