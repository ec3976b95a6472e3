"""What a search met, as a tree: each configuration below the one it was first made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..hash_keys import attributes_of
from .graph_drawing import Edge, Node, svg

MOST_KEPT = 100_000
"""Configurations that a trace keeps; those met after that are only counted."""
LINES, LETTERS = 6, 24
"""Most lines and letters of a label."""


def label_of(state: Any) -> str:
    """Return the text of a configuration: `str`, or its attributes where its class has none; cut where long.

    Examples
    --------
    >>> from unriddle.search.example import CountToTen
    >>> label_of((1, 2)), label_of(CountToTen(4))
    ('(1, 2)', 'n=4')
    """
    kind = type(state)
    if not any(name in vars(base) for base in kind.__mro__[:-1] for name in ("__str__", "__repr__")):
        named = attributes_of(state).items()
        text = ", ".join(f"{name}={value}" for name, value in named if name[0] != "_") or kind.__name__
    else:
        text = str(state).strip("\n")
    lines = [line if len(line) <= LETTERS else f"{line[: LETTERS - 1]}…" for line in text.split("\n")]
    return "\n".join(lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"])


def _key(state: Any) -> Any:
    """Return what tells a configuration from others."""
    try:
        hash(state)
    except TypeError:
        return repr(state)
    return state


class Trace:
    """What a search met; `find_path` makes one with ``trace=True``.

    Attributes
    ----------
    states : list
        Configurations in the order in which they were met, the first one first.
    parents : list of int
        The place of the one that each was first made from; -1 for where a search began.
    order : list of int
        From 1, when each was expanded; 0 for those that were only met.
    left_out : int
        Configurations met after the first 100,000.

    Examples
    --------
    >>> from unriddle.search import find_path
    >>> from unriddle.search.example import CountToTen
    >>> trace = find_path(CountToTen(4), "bfs", trace=True).trace
    >>> [state.n for state in trace.states], trace.parents, trace.order
    ([4, 5, 8, 6, 10], [-1, 0, 0, 1, 1], [1, 2, 0, 0, 0])
    """

    def __init__(self, start: Any) -> None:
        self.states: list[Any] = []
        self.parents: list[int] = []
        self.order: list[int] = []
        self.left_out = self.expanded = 0
        self._places: dict[Any, int] = {}
        self._place(start, -1)

    def watch(self, successors: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a function that does the same, and notes what it is called with and returns."""

        def watched(state: Any) -> Any:
            made = successors(state)
            if isinstance(made, Iterable):
                made = list(made)
                self._note(state, made)
            return made

        return watched

    def _note(self, state: Any, made: list[Any]) -> None:
        at = self._place(state, -1)
        if at is None or self.order[at]:  # again: a later round of ida, or the path at the end
            return
        self.expanded += 1
        self.order[at] = self.expanded
        for other in made:
            self._place(other, at)

    def _place(self, state: Any, parent: int) -> int | None:
        key = _key(state)
        place = self._places.get(key)
        if place is None:
            if len(self.states) >= MOST_KEPT:
                self.left_out += 1
                return None
            place = self._places[key] = len(self.states)
            self.states.append(state)
            self.parents.append(parent)
            self.order.append(0)
        return place

    def to_svg(self, path: Sequence[Any] = (), limit: int = 100) -> str:
        """Draw the first `limit` configurations met, and as many of a path in green, numbered by `order`."""
        known = (self._places.get(_key(state)) for state in path)
        on_path = [place for place in known if place is not None]
        shown = set(range(min(limit, len(self.states))))
        for place in on_path[:limit]:
            while place >= 0 and place not in shown:
                shown.add(place)
                place = self.parents[place]
        below: dict[int, list[int]] = {}
        for place in sorted(shown):
            below.setdefault(self.parents[place], []).append(place)
        nodes: list[Node] = []
        edges: list[Edge] = []
        row, depth, numbers = below.get(-1, []), 0, {-1: -1}
        while row:
            for place in row:
                numbers[place] = len(nodes)
                kind = "visited" if self.order[place] else "state"
                if place in on_path:
                    kind = "goal" if place == on_path[-1] else "solution"
                number = f"{self.order[place]}.\n" if self.order[place] else ""
                nodes.append(Node(number + label_of(self.states[place]), kind, depth))
                if depth:
                    both = place in on_path and self.parents[place] in on_path
                    edges.append(
                        Edge(numbers[self.parents[place]], numbers[place], "", "solution" if both else "step")
                    )
            row, depth = [child for place in row for child in below.get(place, [])], depth + 1
        met = len(self.states) + self.left_out
        said = f"{self.expanded:,} of {met:,} configurations expanded"
        return svg(nodes, edges, said if len(nodes) == met else f"{said}; {len(nodes):,} are drawn")
