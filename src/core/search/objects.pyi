from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, final

DFS: Final[int]
BFS: Final[int]
BIDIRECTIONAL: Final[int]
ASTAR: Final[int]
IDA: Final[int]
ALL_PATHS: Final[int]

class Refused(Exception): ...

@final
class Kind:
    def __new__(
        cls,
        expand: Callable[[Any], Iterable[Any]],
        solved: Callable[[Any], object],
        dead: Callable[[Any], object] | None = None,
        estimate: Callable[[Any], float] | None = None,
        cost: Callable[[Any, Any], float] | None = None,
        retract: Callable[[Any], Iterable[Any]] | None = None,
        key: Callable[[Any], Any] | str | None = None,
        slots: tuple[str, ...] | None = None,
        freeze: Callable[[Any, str], Any] | None = None,
        learn: Callable[[Any], tuple[str, ...] | None] | None = None,
        called: tuple[str, str] = ...,
    ) -> Kind: ...

@final
class Search:
    def __new__(
        cls,
        root: Any,
        kinds: Kind | Callable[[type], Kind],
        method: int,
        goals: Sequence[Any] = (),
        parent_only: bool = False,
    ) -> Search: ...
    @property
    def nodes(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def pruned(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def kept(self) -> int: ...
    @property
    def found(self) -> list[Any] | None: ...
    def run(self, budget: int, seconds: float = ..., most_kept: float = ...) -> bool: ...
    def take(self) -> list[Any] | None: ...
