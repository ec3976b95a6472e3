"""River crossings: the state graph, a shortest plan, all shortest plans counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from ...core.search.reference.river import state_graph
from ...search import find_path
from ..common.cases import Case
from .puzzle import RiverPuzzle

__all__ = ["cases"]


def cases(quick: bool) -> list[Case]:
    """Return the cases: jealous couples by their number, missionaries by method."""
    made = []
    for couples, seats in [(2, 2), (3, 2)] if quick else [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)]:
        made.append(_graph(couples, seats))
        if couples <= 5:
            made += [_graph_twin(couples, seats), _graph_textbook(couples, seats)]
    made.append(_count(3, 2) if quick else _count(6, 4))
    for method in ("dfs", "bfs", "bidirectional", "astar"):
        made += [_method(method), _method_plain(method)]
    return made


def _size(couples: int, seats: int) -> dict[str, Any]:
    return {
        "suite": "river",
        "group": f"river, state graph of {couples} couples",
        "item": "graph",
        "params": {"couples": couples, "seats": seats},
        "series": "river: state graph by couples",
        "x": couples,
        "x_name": "couples",
    }


def _graph(couples: int, seats: int) -> Case:
    def prepare() -> Callable[[], Any]:
        return lambda: RiverPuzzle.couples(couples, seats).graph

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda graph: [len(graph)],
        nodes=len,
        **_size(couples, seats),
    )


def _graph_twin(couples: int, seats: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, seats)
        loads = [tuple(load) for load in puzzle.world.loads.tolist()]
        return lambda: state_graph(puzzle.left, loads, puzzle.world.is_safe)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda graph: [len(graph)],
        nodes=len,
        **_size(couples, seats),
    )


def _graph_textbook(couples: int, seats: int) -> Case:
    """Return a breadth-first search over puzzle objects."""

    def prepare() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, seats)

        def work() -> int:
            seen, queue = {puzzle}, deque([puzzle])
            while queue:
                for other in queue.popleft().extensions():
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
            return len(seen)

        return work

    return Case(
        name="breadth-first over objects",
        role="textbook",
        prepare=prepare,
        answer=lambda states: [states],
        nodes=lambda states: states,
        **_size(couples, seats),
    )


def _count(couples: int, seats: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, seats)
        assert len(puzzle.graph)
        return lambda: puzzle.count_best()

    return Case(
        suite="river",
        group=f"river, shortest plans of {couples} couples counted",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda count: [int(count)],
        facts=lambda count: {"plans": str(count)},
        params={"couples": couples, "seats": seats},
    )


def _by_method(method: str) -> dict[str, Any]:
    return {
        "suite": "river",
        "group": f"river, three missionaries, {method}",
        "item": "puzzle",
        "params": {"method": method},
    }


def _method(method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = RiverPuzzle.missionaries(3)
        assert len(puzzle.graph)
        return lambda: puzzle.solve(method=method)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        **_by_method(method),
    )


def _method_plain(method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = RiverPuzzle.missionaries(3)
        return lambda: find_path(puzzle, method)

    return Case(
        name="plain Python",
        role="general",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        **_by_method(method),
    )
