"""Choose what a drawing of the state graph of a river crossing shows."""

from __future__ import annotations

import numpy as np

from ...base import PuzzleError
from ...core.search import graph as core
from ...search.graph_drawing import Edge, Node
from .graph import StateGraph
from .rules import Standing
from .state import RiverState

MAX_DRAWN = 5000
"""Most crossings in a drawing."""


def drawn(puzzle: RiverState) -> tuple[list[Node], list[Edge]]:
    """Return the nodes and edges to draw: each crossing once, and those that the rules forbid."""
    graph = puzzle.bounded_graph(2 * MAX_DRAWN)
    there = core.distances(graph.core, np.array([0], dtype=np.int32)).tolist()
    on_best, goals = set(_useful(graph)), set(graph.goals.tolist())
    nodes = []
    for v, depth in enumerate(there):
        kind = "goal" if v in goals else "solution" if v in on_best else "state"
        state = puzzle.world.standing_of(int(graph.states[v]))
        nodes.append(Node(puzzle.standing_text(*state), kind, depth))
    edges: list[Edge] = []
    reached = {0}
    invalid: dict[Standing, int] = {}
    for v, depth in enumerate(there):
        for e in range(int(graph.indptr[v]), int(graph.indptr[v + 1])):
            w = int(graph.indices[e])
            if there[w] < depth or (there[w] == depth and w < v):
                continue  # the way back
            kind = "duplicate" if w in reached else "step"
            if {v, w} <= on_best and abs(depth - there[w]) == 1:
                kind = "solution"
            reached.add(w)
            edges.append(Edge(v, w, puzzle.load_text(int(graph.loads[e])), kind))
        for number, state, safe in puzzle.world.departures(puzzle.world.standing_of(int(graph.states[v]))):
            if safe:
                continue
            if state not in invalid:
                invalid[state] = len(nodes)
                nodes.append(Node(puzzle.standing_text(*state), "invalid", depth + 1))
            edges.append(Edge(v, invalid[state], puzzle.load_text(number), "invalid"))
            if len(edges) > MAX_DRAWN:
                raise PuzzleError(f"more than {MAX_DRAWN:,} crossings cannot be drawn")
    return nodes, edges


def _useful(graph: StateGraph) -> list[int]:
    """Return the states on a shortest plan from the first one."""
    if not len(graph.goals):
        return []
    ends = np.zeros(1, dtype=np.int32), graph.goals
    there, back = (core.distances(graph.core, end) for end in ends)
    near = (there >= 0) & (back >= 0) & (there + back == there[graph.goals].min())
    return [int(v) for v in np.flatnonzero(near)]
