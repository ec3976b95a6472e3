"""Results of the solvers: a path and its statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ..answers import Answered
from ..base import PuzzleError, PuzzleNode, record
from ..io.text import pluralize
from ..repr_html import MOST_ROWS, table
from ..svg import dark_style
from .graph_drawing import Node, svg
from .trace import Trace, label_of

MOST_PICTURES = 1000
"""Configurations that a page shows."""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ max-width: 1100px; margin: 1em auto; padding: 0 1em; font-family: sans-serif }}
main {{ display: flex; flex-wrap: wrap; gap: 1em }}
figure {{ margin: 0; text-align: center; break-inside: avoid }}
figcaption {{ font-size: 0.8em; opacity: 0.75 }}
svg {{ max-width: 100%; height: auto }}
{dark}
</style>
{body}
</html>
"""


@record
class SearchResult(Answered):
    """A path, or that there is none, or that a limit was reached.

    Examples
    --------
    >>> from unriddle.search import find_path
    >>> from unriddle.search.example import CountToTen
    >>> find_path(CountToTen(1), "bfs").status
    <Status.SOLVED: 'SOLVED'>
    """

    ANSWER: ClassVar[str] = "path"
    KEYS: ClassVar[tuple[str, ...]] = ("path", "cost")
    node: PuzzleNode | None = None
    """First node of the path; each node's only child is the next one. None without a solution."""
    cost: float = 0
    """Sum of the step costs along the path; without `step_cost`, its length."""
    frontier: int = 0
    """Configurations that were met and waited to be visited at the end; none for ``ida``."""
    trace: Trace | None = None
    """What the search met, where `find_path` was asked for it."""

    def to_html(self) -> str:
        """Return a page that shows the path, a picture a step, and what was met where the search kept it.

        A configuration is drawn by its ``to_svg()`` where it has one, else its text is shown.
        """
        path, head = self.path, self._head()
        steps = "".join(
            f"<figure>{_picture(state)}<figcaption>{f'step {k:,}' if k else 'start'}</figcaption></figure>\n"
            for k, state in enumerate(path[:MOST_PICTURES])
        )
        left = len(path) - MOST_PICTURES
        more = f"<p>… and {left:,} more</p>\n" if left > 0 else ""
        tree = "" if self.trace is None else f"<h2>What the search met</h2>\n{self.tree_svg()}"
        body = f"<h1>{head}</h1>\n<main>{steps}</main>\n{more}{tree}"
        return PAGE.format(title=head, dark=dark_style(), body=body)

    def tree_svg(self, limit: int = 100) -> str:
        """Draw what the search met as a tree: numbers tell when each was expanded, the path is green.

        Parameters
        ----------
        limit : int
            Most configurations, and as many of the path.

        Raises
        ------
        PuzzleError
            The search kept no trace.
        """
        if self.trace is None:
            raise PuzzleError("a search without its trace, expected find_path(puzzle, method, trace=True)")
        return self.trace.to_svg(self.path, limit)

    def _head(self) -> str:
        steps, nodes = pluralize(self.stats.path_length, "step"), pluralize(self.stats.nodes, "node")
        return f"{self.status}: {steps}, {nodes} visited"

    def __bool__(self) -> bool:
        return self.node is not None

    def _repr_html_(self) -> str:
        """Return the status and the first configurations of the path, as texts."""
        path = self.path
        return table(["", self._head()], enumerate(path[:MOST_ROWS]), len(path) - MOST_ROWS)

    @property
    def path(self) -> list[Any]:
        """Configurations from the given one to the solution; empty without a solution."""
        return [] if self.node is None else path_of(self.node)


Report = Callable[[SearchResult], None]


def _picture(state: Any) -> str:
    """Return a configuration as SVG: its own picture, or its text in a box."""
    if hasattr(state, "to_svg"):
        return str(state.to_svg())
    return svg([Node(label_of(state), "state", 0)], [], "a configuration")


def path_of(node: PuzzleNode) -> list[Any]:
    """Return the configurations of a path from its first node on.

    Examples
    --------
    >>> from unriddle.search import breadth_first_solve
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(breadth_first_solve(CountToTen(1)))]
    [1, 2, 4, 5, 10]
    """
    path: list[Any] = []
    step: PuzzleNode | None = node
    while step is not None:
        if step.puzzle is not None:
            path.append(step.puzzle)
        step = step.children[0] if step.children else None
    return path


def chain(path: list[Any]) -> PuzzleNode:
    """Return the first node of a path of single children."""
    first = last = PuzzleNode(path[0])
    for puzzle in path[1:]:
        node = PuzzleNode(puzzle, parent=last)
        last.children.append(node)
        last = node
    return first
