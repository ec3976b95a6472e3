from typing import Final, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

DFS: Final[int]
BFS: Final[int]
BIDIRECTIONAL: Final[int]
ASTAR: Final[int]
IDA: Final[int]
RUNNING: Final[int]
SOLVED: Final[int]
EXHAUSTED: Final[int]
OUT_OF_MEMORY: Final[int]

@disjoint_base
class Successors:
    @property
    def n_words(self) -> int: ...
    @property
    def max_successors(self) -> int: ...

@final
class Graph(Successors):
    def __new__(
        cls,
        starts: NDArray[np.int32],
        ends: NDArray[np.int32],
        goals: NDArray[np.uint8],
        weights: NDArray[np.int32] | None = None,
        estimates: NDArray[np.int32] | None = None,
        barred: NDArray[np.uint8] | None = None,
    ) -> Graph: ...

@final
class StateStore: ...

@final
class Search:
    @property
    def rules(self) -> Successors: ...
    @property
    def method(self) -> int: ...
    @property
    def status(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def pruned(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def cost(self) -> int: ...
    def __new__(
        cls,
        rules: Successors,
        root: NDArray[np.uint64],
        method: int = 1,
        goals: NDArray[np.uint64] | None = None,
        most_bytes: int = ...,
        exhaust: bool = False,
        parent_only: bool = False,
    ) -> Search: ...
    @property
    def bytes(self) -> int: ...
    @property
    def n_states(self) -> int: ...
    @property
    def path_length(self) -> int: ...
    def run(self, budget: int) -> bool: ...
    def path(self) -> NDArray[np.uint64]: ...
    def states(self) -> NDArray[np.uint64]: ...
    def depths(self) -> NDArray[np.uint32]: ...
