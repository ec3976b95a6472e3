from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from .engine import Successors
from .peg import Pagodas, PegBoard

RUNNING: Final[int]
OUT_OF_MEMORY: Final[int]

@final
class PegRules(Successors):
    def __new__(
        cls, board: PegBoard, goals: NDArray[np.uint64], pagodas: Pagodas | None = None
    ) -> PegRules: ...

@final
class PegLayers:
    trimmed: bool
    status: int
    most_bytes: int
    nodes: int
    generated: int
    pruned: int
    def __new__(
        cls,
        board: PegBoard,
        starts: NDArray[np.uint64],
        pagodas: Pagodas | None = None,
        keep: bool = False,
        most_bytes: int = ...,
        width: int = 0,
        weights: NDArray[np.int32] | None = None,
    ) -> PegLayers: ...
    @property
    def n_layers(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def last(self) -> NDArray[np.uint64]: ...
    def size(self) -> int: ...
    def orbits(self) -> int: ...
    def run(self, budget: int) -> bool: ...
    def path_to(self, position: int, start: int) -> list[int] | None: ...
    def meet(self, other: PegLayers, layer: int) -> int: ...
    def among(self, layer: int, positions: NDArray[np.uint64]) -> NDArray[np.bool_]: ...
    def meet_set(self, positions: NDArray[np.uint64]) -> int: ...
    def back(self, budget: int) -> bool: ...
    def kept_layers(self) -> list[NDArray[np.uint64]]: ...
