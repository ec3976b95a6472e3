"""Draw graphs and trees of configurations, as DOT and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..svg import Drawing, Ink

FILL = {
    "state": Ink.PAPER,
    "solution": Ink.HOME,
    "goal": Ink.LEAF,
    "invalid": Ink.NOTE,
    "visited": Ink.TINT,
}
STROKE = {"step": Ink.SOFT, "solution": Ink.LEAF, "duplicate": Ink.LINE, "invalid": Ink.GONE}
LINE, LETTER = 16, 8
"""Height of a line of a label, and width of a letter."""


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
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


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
    """Draw a graph as SVG: one row per depth, states in the given order; labels of several lines."""
    labels = [node.text.split("\n") for node in nodes]
    letters = max((len(line) for label in labels for line in label), default=1)
    width, lines = max(LETTER * letters + 16, 60), max(map(len, labels), default=1)
    rows: dict[int, list[int]] = {}
    for v, node in enumerate(nodes):
        rows.setdefault(node.depth, []).append(v)
    widest = max(map(len, rows.values()), default=1)
    total, height = widest * (width + 20) + 20, LINE * lines + 12
    gap, top = height + 52, 16 + height / 2
    centre = {}
    for depth, row in rows.items():
        for k, v in enumerate(row):
            centre[v] = (total * (k + 0.5) / len(row), top + depth * gap)
    picture = Drawing(total, 2 * top + gap * max(rows, default=0), title)
    for edge in edges:
        (x1, y1), (x2, y2) = centre[edge.start], centre[edge.end]
        y1 += height / 2 if y2 > y1 else 0
        y2 -= height / 2 if y2 > y1 else 0
        dashes = {"duplicate": {"stroke_dasharray": "5 4"}, "invalid": {"stroke_dasharray": "2 3"}}
        weight = 2.5 if edge.kind == "solution" else 1.2
        picture.line(
            x1, y1, x2, y2, stroke=STROKE[edge.kind], stroke_width=weight, **dashes.get(edge.kind, {})
        )
        picture.text((x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3, edge.text, 10, fill=Ink.SOFT)
    for v, node in enumerate(nodes):
        x, y = centre[v]
        picture.rect(
            x - width / 2, y - height / 2, width, height, fill=FILL[node.kind], stroke=Ink.SOFT, rx=5
        )
        for k, line in enumerate(labels[v]):
            picture.text(x, y + LINE * (k - (len(labels[v]) - 1) / 2), line, 13)
    return str(picture)
