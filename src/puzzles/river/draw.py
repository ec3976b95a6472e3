"""The state graph of a river crossing as nodes and edges to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...core.search import graph as core
from .parts import StateGraph
from .stategraph import Edge, Node

if TYPE_CHECKING:
    from .puzzle import RiverPuzzle

__all__ = ["MAX_DRAWN", "drawn"]

MAX_DRAWN = 5000
"""Most crossings in a drawing."""


def drawn(puzzle: RiverPuzzle) -> tuple[list[Node], list[Edge]]:
    """Return the nodes and edges to draw: each crossing once, and those that the rules forbid."""
    graph = puzzle.graph
    if graph.n_edges > MAX_DRAWN:
        raise PuzzleError(f"{graph.n_edges:,} crossings to draw, expected at most {MAX_DRAWN:,}")
    on_best: set[int] = set()
    on_best.update(v for v, useful in enumerate(_useful(graph)) if useful)
    depth = core.distances(graph.core, np.array([0], dtype=np.int32))
    nodes = []
    for v in range(len(graph)):
        kind = "goal" if v == graph.goal else "solution" if v in on_best else "state"
        nodes.append(Node(puzzle.state_name(v), kind, int(depth[v])))
    edges = []
    reached = {0}
    invalid: dict[tuple[tuple[int, ...], bool], int] = {}
    for v in range(len(graph)):
        code = int(graph.states[v])
        left, boat_left = puzzle._left_of(code >> 1), not code & 1
        for e in range(int(graph.indptr[v]), int(graph.indptr[v + 1])):
            w = int(graph.indices[e])
            if depth[w] < depth[v] or (depth[w] == depth[v] and w < v):
                continue  # the way back
            kind = "duplicate" if w in reached else "step"
            if {v, w} <= on_best and abs(int(depth[v] - depth[w])) == 1:
                kind = "solution"
            reached.add(w)
            edges.append(Edge(v, w, puzzle._load_text(graph.loads[e]), kind))
        here = left if boat_left else puzzle._missing(left)
        for number, load in enumerate(puzzle._loads):
            if any(n > h for n, h in zip(load, here, strict=True)):
                continue
            sign = -1 if boat_left else 1
            after = tuple(n + sign * int(moved) for n, moved in zip(left, load, strict=True))
            if puzzle._bank_is_safe(after) and puzzle._bank_is_safe(puzzle._missing(after)):
                continue
            key = after, not boat_left
            if key not in invalid:
                invalid[key] = len(nodes)
                nodes.append(Node(puzzle.state_text(*key), "invalid", int(depth[v]) + 1))
            edges.append(Edge(v, invalid[key], puzzle._load_text(number), "invalid"))
            if len(edges) > MAX_DRAWN:
                raise PuzzleError(f"more than {MAX_DRAWN:,} crossings to draw, expected fewer")
    return nodes, edges


def _useful(graph: StateGraph) -> list[bool]:
    """Return for each state whether it lies on a shortest plan from the first state."""
    if graph.goal < 0:
        return [False] * len(graph)
    there = core.distances(graph.core, np.array([0], dtype=np.int32))
    back = core.distances(graph.core, np.array([graph.goal], dtype=np.int32))
    return [bool(a >= 0 and b >= 0 and a + b == there[graph.goal]) for a, b in zip(there, back, strict=True)]
