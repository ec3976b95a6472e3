"""How the graph of a word list is built: in slices, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...base import Limits, PuzzleError
from ...core.search import graph as core
from ...core.search.ladder import LadderGraph
from ...search.run_loop import Outcome, drive

if TYPE_CHECKING:
    from .graph import WordGraph

__all__ = ["Building", "Staged", "build"]

MAX_LETTERS, MAX_EDGES = 1 << 27, 1 << 28
"""Most letters of a list and edges of its graph: about 3 GB of tables."""


class Building:
    """Builds the graph of a word list in slices; where it is built already, it only looks at the memory.

    Parameters
    ----------
    graph : WordGraph
        Keeps the tables.
    limits : Limits, optional
        Of these the memory; time is the driver's affair. Words are no nodes as long as nothing is searched.

    Raises
    ------
    PuzzleError
        A list of too many letters or steps, whatever the limits.

    Notes
    -----
    A limit of memory gives the same answer whether the graph was built before or not.

    Examples
    --------
    >>> from unriddle.puzzles.ladder import WordGraph
    >>> graph = WordGraph(["cat", "cot", "dog"])
    >>> building = Building(graph)
    >>> building.run(2), building.run(100), graph.is_built
    (True, False, True)
    """

    def __init__(self, graph: WordGraph, limits: Limits | None = None) -> None:
        self.full = False
        """Whether the memory allowed does not hold the graph."""
        self._graph = graph
        self._memory = None if limits is None else limits.memory
        self._builder: LadderGraph | None = None

    @property
    def taken(self) -> int:
        """Words taken up, once for each of their letters."""
        return 0 if self._builder is None else int(self._builder.nodes)

    def run(self, budget: int) -> bool:
        """Take up at most `budget` words; return whether work remains."""
        graph = self._graph
        if graph.is_built:
            self.full = self._memory is not None and graph.bytes_of(len(graph.core.indices)) > self._memory
            return False
        if self._builder is None:
            self._builder = self._begin()
            return self._builder is not None
        if self._builder.run(budget):
            return True
        if not self._builder.overflow:
            graph.keep(core.Graph(*self._builder.tables()))
        elif self._builder.edges > MAX_EDGES:
            raise PuzzleError(
                f"the word list has too many steps: {self._builder.edges} edges, expected at most {MAX_EDGES}"
            )
        else:
            self.full = True
        return False

    def _begin(self) -> LadderGraph | None:
        """Return the builder; None where there is no memory for it."""
        graph, most = self._graph, MAX_EDGES
        if self._memory is not None:
            most = min(most, (self._memory - graph.bytes_of(0)) // (graph.bytes_of(1) - graph.bytes_of(0)))
            if most < 0:
                self.full = True
                return None
        codes, at = graph.letters()
        if len(codes) > MAX_LETTERS:
            raise PuzzleError(f"a list of {len(codes):,} letters, expected at most {MAX_LETTERS:,}")
        return LadderGraph(codes, at, graph.insert_delete, most)


def build(graph: WordGraph, limits: Limits | None) -> tuple[Outcome, Limits | None]:
    """Build the graph of a list where it is not there yet; return how that ended, and the limits left.

    Examples
    --------
    >>> from unriddle.puzzles.ladder import WordGraph
    >>> build(WordGraph(["cat", "cot", "dog"]), Limits(memory=100))[0]
    <Outcome.LIMIT: 'limit'>
    """
    if graph.is_built and (limits is None or limits.memory is None):
        return Outcome.FINISHED, limits
    start = time.perf_counter()
    building = Building(graph, limits)
    # Nothing is searched yet: a limit of nodes is one of the search.
    bounds = None if limits is None else Limits(seconds=limits.seconds)
    outcome = drive(building.run, bounds, nodes=lambda: building.taken)
    if building.full:
        outcome = Outcome.LIMIT
    if limits is not None and limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - (time.perf_counter() - start)))
    return outcome, limits


class Staged:
    """A `Source` that builds the graph of a list, then runs a search in it, within the same limits.

    Parameters
    ----------
    graph : WordGraph
        The list.
    limits : Limits, optional
        Of the call, for the memory.
    make : callable
        Makes the source of solutions, once the graph is built.
    """

    def __init__(self, graph: WordGraph, limits: Limits | None, make: Callable[[], Any]) -> None:
        self._building, self._make = Building(graph, limits), make
        self.search: Any = make() if graph.is_built and (limits is None or limits.memory is None) else None
        """The source; None until the graph is built."""

    @property
    def nodes(self) -> int:
        """Words visited."""
        return 0 if self.search is None else int(self.search.nodes)

    @property
    def generated(self) -> int:
        """Steps looked at."""
        return 0 if self.search is None else int(self.search.generated)

    @property
    def full(self) -> bool:
        """Whether the memory allowed does not hold the graph."""
        return self._building.full

    def run(self, budget: int) -> bool:
        """Take up words of the list, or visit at most `budget` of them; return whether work remains."""
        if self.search is None:
            if self._building.run(budget) or self.full:
                return not self.full
            self.search = self._make()
        return bool(self.search.run(budget))

    def take(self) -> Sequence[Any]:
        """Return the ladders found since the last call."""
        return () if self.search is None else self.search.take()
