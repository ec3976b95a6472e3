"""The graph of the configurations that can be reached from one."""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import inf
from typing import Any

from ..base import Limits, PuzzleError, import_extra
from ..repr_html import Shown
from .adapters import States
from .graph_drawing import Edge, Node, dot, svg
from .solvers import bounded
from .trace import label_of

STEPS = 500
"""Bytes of the steps from a configuration, for the memory limit."""
MOST_DRAWN = 500
"""Most configurations of a drawing."""


class PuzzleGraph(Shown, show=("states", "steps", "solved", "complete")):
    """Configurations in reach and the steps between them; `state_graph` makes one.

    Attributes
    ----------
    states : list
        By distance from the first one, which comes first.
    steps : dict
        Places of two configurations -> the cost of the step from one to the other.
    solved : list of int
        Places of the solved ones.
    complete : bool
        Whether these are all in reach; False where a limit came first.
    """

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.steps: dict[tuple[int, int], float] = {}
        self.solved: list[int] = []
        self.complete = False
        self._depths: list[int] = []
        self._places: dict[Any, int] = {}

    def _meet(self, states: States, state: Any, depth: int, limit: int | None) -> int | None:
        """Return the place of a configuration, which may be new; None where there are `limit` already."""
        try:
            place = self._places.get(state)
        except TypeError:
            wrong = f"a {type(state).__name__} cannot be hashed, expected states such as tuples"
            raise PuzzleError(wrong) from None
        if place is None and (limit is None or len(self.states) < limit):
            place = self._places[state] = len(self.states)
            self.states.append(state)
            self._depths.append(depth)
            if states.is_goal(state):
                self.solved.append(place)
        return place

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        more = "" if self.complete else ", incomplete"
        return f"PuzzleGraph({len(self.states):,} states, {len(self.steps):,} steps{more})"

    def to_networkx(self) -> Any:
        """Return a networkx ``DiGraph`` of places, with ``state``, ``solved`` and ``cost``.

        Raises
        ------
        MissingExtraError
            networkx is not installed.
        """
        graph = import_extra("networkx", "Graphs", "graph").DiGraph()
        solved = set(self.solved)
        graph.add_nodes_from(
            (place, {"state": state, "solved": place in solved}) for place, state in enumerate(self.states)
        )
        graph.add_edges_from((*step, {"cost": cost}) for step, cost in self.steps.items())
        return graph

    def to_dot(self) -> str:
        """Return the graph in the language of Graphviz."""
        return dot(*self._drawn())

    def to_svg(self) -> str:
        """Return a picture, a row for each distance from the first configuration.

        Raises
        ------
        PuzzleError
            More than 500 configurations.
        """
        if len(self.states) > MOST_DRAWN:
            raise PuzzleError(f"{len(self.states):,} configurations to draw, expected at most {MOST_DRAWN}")
        return svg(*self._drawn(), repr(self))

    def _drawn(self) -> tuple[list[Node], list[Edge]]:
        solved = set(self.solved)
        nodes = [
            Node(label_of(state), "goal" if place in solved else "state", depth)
            for place, (state, depth) in enumerate(zip(self.states, self._depths, strict=True))
        ]
        return nodes, [Edge(start, end, "", "step") for start, end in self.steps]


def state_graph(
    puzzle: Any, limit: int | None = 10_000, *, limits: Limits | int | None = None
) -> PuzzleGraph:
    """Return the graph of the configurations that can be reached from one, nearest first.

    Parameters
    ----------
    puzzle : Puzzle, or raw states
        As for `find_path`.
    limit : int, optional
        Most configurations; None for all.
    limits : Limits or int, optional
        A number is that of nodes: configurations expanded. `memory` is an estimate, as for `find_path`.

    Returns
    -------
    PuzzleGraph
        `complete` is False where a limit or Ctrl-C came first. Solved configurations are expanded too.

    Examples
    --------
    >>> from unriddle.search import state_graph
    >>> from unriddle.search.example import CountToTen
    >>> graph = state_graph(CountToTen(7))
    >>> graph, [graph.states[place].n for place in graph.solved]
    (PuzzleGraph(9 states, 8 steps), [10])
    """
    if limit is not None and (type(limit) is not int or limit < 1):
        raise PuzzleError(f"limit={limit!r:.40}, expected a whole number from 1 up or None")
    most = bounded(limits, {})
    start, states, graph = time.perf_counter(), States.of(puzzle), PuzzleGraph()
    seconds, nodes = (inf if each is None else each for each in (most.seconds, most.nodes))
    room = inf if most.memory is None else most.memory / (states.size + STEPS)

    graph._meet(states, states.start, 0, limit)
    expanded, whole = 0, True
    try:
        while expanded < len(graph.states):
            late = time.perf_counter() - start >= seconds
            if late or expanded >= nodes or len(graph.states) > room:
                whole = False
                break
            state, place = graph.states[expanded], expanded
            expanded += 1
            made = states.successors(state)
            if not isinstance(made, Iterable):
                wrong = f"{states.name} gave {made!r:.40} for its next steps, expected a list of them"
                raise PuzzleError(wrong)
            for other in made:
                end = graph._meet(states, other, graph._depths[place] + 1, limit)
                if end is None:
                    whole = False
                else:
                    graph.steps[place, end] = float(states.step_cost(state, other))
    except KeyboardInterrupt:
        whole = False
    graph.complete = whole
    return graph
