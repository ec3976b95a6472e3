"""Draw the state graph of a river crossing, as DOT and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base import PuzzleError
from ...core.search import graph as core
from ..framework.svg import Drawing
from .graph import StateGraph
from .rules import Standing
from .state import RiverState

MAX_DRAWN = 5000
"""Most crossings in a drawing."""

FILL = {"state": "#ffffff", "solution": "#c8e6c9", "goal": "#66bb6a", "invalid": "#ffcdd2"}
STROKE = {"step": "#555555", "solution": "#2e7d32", "duplicate": "#9e9e9e", "invalid": "#e57373"}


@dataclass(frozen=True, slots=True)
class Node:
    """A state: its text, its kind (a key of `FILL`), its distance from the first state."""

    text: str
    kind: str
    depth: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A step between two nodes, given by their numbers; kind is a key of `STROKE`."""

    start: int
    end: int
    text: str
    kind: str


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dot(nodes: Sequence[Node], edges: Sequence[Edge]) -> str:
    """Format a graph in the language of Graphviz, https://graphviz.org/doc/info/lang.html."""
    style = {"step": "solid", "solution": "bold", "duplicate": "dashed", "invalid": "dotted"}
    lines = ["digraph states {", "  node [shape=box, style=filled];"]
    for v, node in enumerate(nodes):
        lines.append(
            f'  n{v} [label={_quoted(node.text)}, fillcolor="{FILL[node.kind]}", class="{node.kind}"];'
        )
    for edge in edges:
        lines.append(
            f'  n{edge.start} -> n{edge.end} [label={_quoted(edge.text)}, color="{STROKE[edge.kind]}", '
            f'style={style[edge.kind]}, class="{edge.kind}"];'
        )
    return "\n".join([*lines, "}"]) + "\n"


def svg(nodes: Sequence[Node], edges: Sequence[Edge], title: str) -> str:
    """Draw a graph as SVG: one row per depth, states in the given order."""
    width = max(8 * max((len(node.text) for node in nodes), default=1) + 16, 60)
    rows: dict[int, list[int]] = {}
    for v, node in enumerate(nodes):
        rows.setdefault(node.depth, []).append(v)
    widest = max(map(len, rows.values()), default=1)
    total, gap, height = widest * (width + 20) + 20, 80, 28
    centre = {}
    for depth, row in rows.items():
        for k, v in enumerate(row):
            centre[v] = (total * (k + 0.5) / len(row), 30.0 + depth * gap)
    picture = Drawing(total, 60 + gap * max(rows, default=0), title)
    for edge in edges:
        (x1, y1), (x2, y2) = centre[edge.start], centre[edge.end]
        y1 += height / 2 if y2 > y1 else 0
        y2 -= height / 2 if y2 > y1 else 0
        dashes = {"duplicate": {"stroke_dasharray": "5 4"}, "invalid": {"stroke_dasharray": "2 3"}}
        weight = 2.5 if edge.kind == "solution" else 1.2
        picture.line(
            x1, y1, x2, y2, stroke=STROKE[edge.kind], stroke_width=weight, **dashes.get(edge.kind, {})
        )
        picture.text((x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3, edge.text, 10, fill=STROKE[edge.kind])
    for v, node in enumerate(nodes):
        x, y = centre[v]
        picture.rect(
            x - width / 2, y - height / 2, width, height, fill=FILL[node.kind], stroke="#555555", rx=5
        )
        picture.text(x, y, node.text, 13)
    return str(picture)


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
