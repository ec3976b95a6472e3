"""River crossings: passengers, rules, crossings, results, the state graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError, Result
from ...core.search import graph as core

__all__ = ["Crossing", "Passenger", "RiverResult", "Rule", "StateGraph"]

MAX_BANKS = 1 << 24
"""Most contents of a bank."""


@dataclass(frozen=True, slots=True)
class Passenger:
    """One who crosses, or several of a kind that cannot be told apart.

    Parameters
    ----------
    name : str
        One word.
    count : int
        How many.
    rows : bool
        Whether they can row: somebody in the boat must.
    time : float
        How long they take; a boat takes as long as its slowest. 0 where time plays no part.
    symbol : str
        How states show them; by default the first letter of the name as a capital.

    Examples
    --------
    >>> Passenger("farmer", rows=True).symbol
    'F'
    """

    name: str
    count: int = 1
    rows: bool = False
    time: float = 0
    symbol: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isprintable() or len(self.name.split()) != 1:
            raise PuzzleError(f"passenger {self.name!r}, expected one word")
        if not isinstance(self.count, int) or not 1 <= self.count < MAX_BANKS:
            raise PuzzleError(f"{self.count!r} of {self.name}, expected 1 to {MAX_BANKS - 1:,}")
        if not isinstance(self.time, (int, float)) or not 0 <= self.time < float("inf"):
            raise PuzzleError(f"time {self.time!r} of {self.name}, expected a number from 0 up")
        if not self.symbol:
            object.__setattr__(self, "symbol", self.name[0].upper())
        if not self.symbol.isprintable() or len(self.symbol.split()) != 1 or set("|*") & set(self.symbol):
            raise PuzzleError(f"symbol {self.symbol!r} of {self.name}, expected letters")


@dataclass(frozen=True, slots=True)
class Rule:
    """What may not be on a bank.

    Parameters
    ----------
    kind : {"together", "outnumber"}
        ``together``: `first` and `second` both there, and none of `guards`.
        ``outnumber``: `second` there, and more of `first` than of `second`.
    first, second : str
        Names of passengers.
    guards : tuple of str
        Who keeps the peace.
    """

    kind: str
    first: str
    second: str
    guards: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "outnumber":
            return f"never more {self.first} than {self.second}"
        return f"never {self.first} with {self.second}" + "".join(f" unless {name}" for name in self.guards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """One trip of the boat.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> print(RiverPuzzle.farmer().solve().crossings[0])
    farmer goat ->
    """

    load: tuple[str, ...]
    """Names of those in the boat, each as often as there are."""
    forward: bool
    """From the left bank to the right."""
    time: float

    def __str__(self) -> str:
        names = " ".join(self.load)
        return f"{names} ->" if self.forward else f"<- {names}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RiverResult(Result):
    """A plan that brings all across, or that there is none.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> result = RiverPuzzle.farmer().solve()
    >>> result.length, result.path[0], result.path[-1]
    (7, 'FGCW|', '|FGCW')
    """

    path: tuple[str, ...] = ()
    """The states from the first to the last; empty without a plan."""
    crossings: tuple[Crossing, ...] = ()
    """The trips between them."""
    cost: float = 0
    """Total time; the number of crossings where nobody has a time."""

    @property
    def length(self) -> int:
        """Number of crossings; 0 as well without a plan."""
        return len(self.crossings)

    def __str__(self) -> str:
        if not self.path:
            return str(self.status)
        width = max(map(len, self.path))
        rows = [self.path[0]]
        for state, crossing in zip(self.path[1:], self.crossings, strict=True):
            rows.append(f"{state:{width}}  {crossing}")
        return "\n".join(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateGraph:
    """All states that can be reached, and the crossings between them; `RiverPuzzle.graph`."""

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    loads: NDArray[np.int32]
    states: NDArray[np.int32]
    goal: int
    """Number of the solved state, -1 where it cannot be reached."""
    core: core.Graph
    costs: NDArray[np.float64] | None

    def __len__(self) -> int:
        return len(self.states)

    @property
    def n_edges(self) -> int:
        """Number of crossings, there and back counted once."""
        return len(self.indices) // 2
