"""Word ladders: building the graph, shortest ladders, components; beside dicts and deques, and networkx."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ...core.search.reference import ladder as plain
from ...search import find_path
from ..common import textbook
from ..common.cases import Case
from ..common.words import english
from .graph import WordGraph
from .puzzle import WordLadderPuzzle

__all__ = ["cases"]

LENGTH = 5


@cache
def _words(level: int, length: int = LENGTH) -> list[str]:
    return sorted(word for word in english(level) if len(word) == length and word.isascii())


@cache
def _graph(level: int) -> WordGraph:
    graph = WordGraph(_words(level))
    assert graph.n_edges
    return graph


@cache
def _pairs(level: int, count: int) -> list[WordLadderPuzzle]:
    return [WordLadderPuzzle.random(_graph(level), seed=seed) for seed in range(count)]


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    level, count = (10, 5) if quick else (80, 100)
    made = [
        _query(level, count),
        _query_textbook(level, count),
        _query_networkx(level, count),
        _components(level),
        _components_twin(level),
        _components_networkx(level),
    ]
    for each in (10, 35) if quick else (10, 35, 50, 60, 70, 80):
        made.append(_build(each))
        if each == 10:
            made.append(_build_twin(each))
    for method in ("dfs", "bfs", "astar"):
        made += [_method(level, method), _method_plain(level, method)]
    return made


def _queries(level: int, count: int) -> dict[str, Any]:
    return {
        "suite": "ladder",
        "group": f"ladder, shortest between words of {LENGTH} letters",
        "item": "query",
        "items": count,
        "params": {"level": level, "queries": count},
    }


def _query(level: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzles = _pairs(level, count)
        return lambda: [puzzle.solve() for puzzle in puzzles]

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda results: [result.length for result in results],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        **_queries(level, count),
    )


def _query_textbook(level: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        graph, puzzles = _graph(level), _pairs(level, count)
        near = {word: graph.neighbours(word) for word in graph}
        return lambda: [textbook.two_sided(near, puzzle.from_word, puzzle.to_word) for puzzle in puzzles]

    return Case(
        name="from both ends, dicts and deques",
        role="textbook",
        prepare=prepare,
        answer=list,
        **_queries(level, count),
    )


def _networkx(level: int) -> Any:
    import networkx

    graph = _graph(level)
    made = networkx.Graph()
    made.add_nodes_from(graph)
    made.add_edges_from((word, other) for word in graph for other in graph.neighbours(word))
    return made


def _query_networkx(level: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        from networkx import shortest_path

        graph, puzzles = _networkx(level), _pairs(level, count)
        return lambda: [shortest_path(graph, puzzle.from_word, puzzle.to_word) for puzzle in puzzles]

    return Case(
        name="networkx",
        role="peer",
        peer="networkx",
        prepare=prepare,
        answer=lambda paths: [len(path) - 1 for path in paths],
        **_queries(level, count),
    )


def _whole(level: int) -> dict[str, Any]:
    return {
        "suite": "ladder",
        "group": f"ladder, components of the words of {LENGTH} letters",
        "item": "graph",
        "params": {"level": level},
    }


def _components(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        from ...core.search import graph as core

        made = _graph(level).core
        return lambda: core.components(made)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda labels: [int(labels.max()) + 1],
        **_whole(level),
    )


def _components_twin(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        graph = _graph(level)
        near = [[graph.numbers[other] for other in graph.neighbours(word)] for word in graph]
        return lambda: _labels(near)

    return Case(
        name="depth-first with a stack",
        role="textbook",
        prepare=prepare,
        answer=lambda labels: [max(labels) + 1],
        **_whole(level),
    )


def _labels(near: list[list[int]]) -> list[int]:
    labels, number = [-1] * len(near), 0
    for vertex in range(len(near)):
        if labels[vertex] < 0:
            labels[vertex] = number
            stack = [vertex]
            while stack:
                for other in near[stack.pop()]:
                    if labels[other] < 0:
                        labels[other] = number
                        stack.append(other)
            number += 1
    return labels


def _components_networkx(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        from networkx import number_connected_components

        graph = _networkx(level)
        return lambda: number_connected_components(graph)

    return Case(
        name="networkx",
        role="peer",
        peer="networkx",
        prepare=prepare,
        answer=lambda count: [count],
        **_whole(level),
    )


def _size(level: int) -> dict[str, Any]:
    return {
        "suite": "ladder",
        "group": f"ladder, graph of the words to level {level}",
        "item": "graph",
        "params": {"level": level},
        "series": "ladder: building the graph",
        "x": lambda answer: len(_words(level)),
        "x_name": "words",
    }


def _build(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        words = _words(level)
        return lambda: WordGraph(words).n_edges

    return Case(name="kernel", role="kernel", prepare=prepare, answer=lambda edges: [edges], **_size(level))


def _build_twin(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        words = _words(level)
        return lambda: plain.neighbours(words)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda graph: [sum(map(len, graph)) // 2],
        **_size(level),
    )


def _by_method(level: int, method: str) -> dict[str, Any]:
    return {
        "suite": "ladder",
        "group": f"ladder, {method}",
        "item": "query",
        "params": {"level": level, "method": method},
    }


def _method(level: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _pairs(level, 1)[0]
        return lambda: (puzzle, puzzle.solve(method=method))

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda found: [found[1].length if method != "dfs" else found[0].check(found[1].path)],
        nodes=lambda found: found[1].stats.nodes,
        **_by_method(level, method),
    )


def _method_plain(level: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _pairs(level, 1)[0]
        return lambda: (puzzle, find_path(puzzle, method))

    def answer(found: Any) -> list[Any]:
        puzzle, result = found
        if method != "dfs":
            return [result.stats.path_length]
        return [puzzle.check([step.from_word for step in result.path])]

    return Case(
        name="plain Python",
        role="general",
        prepare=prepare,
        answer=answer,
        nodes=lambda found: found[1].stats.nodes,
        **_by_method(level, method),
    )
