"""Word ladders: building the graph, shortest ladders, components; beside dicts and deques, and networkx."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from benchmarks.words import english
from reference.search import graph as plain_graph
from reference.search import ladder as plain
from unriddle.puzzles.ladder.graph import WordGraph
from unriddle.puzzles.ladder.puzzle import WordLadderPuzzle
from unriddle.search import METHODS

from ..case import Case, by_method, each, visited

__all__ = ["cases", "queries"]

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
        queries(lambda: _pairs(level, count), **_queries(level, count)),
        _query_textbook(level, count),
        _query_networkx(level, count),
        _components(level),
        _components_twin(level),
        _components_networkx(level),
    ]
    for size in (10, 35) if quick else (10, 35, 50, 60, 70, 80):
        made.append(_build(size))
        if size == 10 and not quick:  # 360,000 pairs of words
            made.append(_build_twin(size))
    for size in (100,) if quick else (5_000, 255_000):
        made += [_random_graph(size, False, quick), _random_graph(size, True, quick)]
    made += [_greatest(quick, role) for role in ("kernel", "twin", "peer")]
    for method in METHODS:
        made += by_method(
            method,
            lambda: _pairs(level, 1)[0],
            answer=_checked(level) if method == "dfs" else lambda result: [result.stats.path_length],
            suite="ladder",
            group=f"ladder, {method}",
            item="query",
            params={"level": level},
        )
    return made


def _checked(level: int) -> Callable[[Any], list[bool]]:
    """Return what judges a ladder that need not be shortest."""

    def answer(result: Any) -> list[bool]:
        words = [getattr(step, "from_word", step) for step in result.path]
        return [_pairs(level, 1)[0].check(words)]

    return answer


def _queries(level: int, count: int) -> dict[str, Any]:
    return {
        "suite": "ladder",
        "group": f"ladder, shortest between words of {LENGTH} letters",
        "item": "query",
        "items": count,
        "params": {"level": level, "queries": count},
    }


def queries(make: Callable[[], Sequence[WordLadderPuzzle]], **common: Any) -> Case:
    """Return the case that finds shortest ladders one after the other."""
    return Case(
        name="kernel",
        role="kernel",
        prepare=each(make),
        answer=lambda results: [result.length for result in results],
        nodes=visited,
        **common,
    )


def _two_sided(near: Mapping[str, Sequence[str]], source: Any, target: Any) -> int | None:
    """Return the length of a shortest path: a breadth-first search from both ends, with dicts and deques."""
    if source == target:
        return 0
    seen = ({source: 0}, {target: 0})
    queues = (deque([source]), deque([target]))
    while queues[0] and queues[1]:
        side = len(queues[1]) < len(queues[0])
        best = None
        for _ in range(len(queues[side])):
            word = queues[side].popleft()
            for other in near[word]:
                if other in seen[not side]:
                    length = seen[side][word] + 1 + seen[not side][other]
                    best = length if best is None else min(best, length)
                elif other not in seen[side]:
                    seen[side][other] = seen[side][word] + 1
                    queues[side].append(other)
        if best is not None:
            return best
    return None


def _query_textbook(level: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        graph, puzzles = _graph(level), _pairs(level, count)
        near = {word: graph.neighbours(word) for word in graph}
        return lambda: [_two_sided(near, puzzle.from_word, puzzle.to_word) for puzzle in puzzles]

    return Case(
        name="from both ends, dicts and deques",
        role="textbook",
        prepare=prepare,
        answer=list,
        **_queries(level, count),
    )


def _networkx(graph: WordGraph) -> Any:
    import networkx

    made = networkx.Graph()
    made.add_nodes_from(graph)
    made.add_edges_from((word, other) for word in graph for other in graph.neighbours(word))
    return made


def _query_networkx(level: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        from networkx import shortest_path

        graph, puzzles = _networkx(_graph(level)), _pairs(level, count)
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
        from unriddle.core.search import graph as core

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
        near = _near(graph)
        return lambda: _labels(near)

    return Case(
        name="depth-first with a stack",
        role="textbook",
        prepare=prepare,
        answer=lambda labels: [max(labels) + 1],
        **_whole(level),
    )


def _near(graph: WordGraph) -> list[list[int]]:
    """Return the neighbours of each word as lists of numbers."""
    return [[graph.numbers[other] for other in graph.neighbours(word)] for word in graph]


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

        graph = _networkx(_graph(level))
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


@cache
def _random_words(size: int, length: int, letters: str) -> list[str]:
    """Return random words over few letters: about as many neighbours as English words of five have."""
    draw = random.Random(1)
    return sorted({"".join(draw.choices(letters, k=length)) for _ in range(size)})


def _letters(quick: bool) -> str:
    return "abcde" if quick else "abcdefghijklmnop"


def _random_graph(size: int, insert_delete: bool, quick: bool) -> Case:
    def prepare() -> Callable[[], int]:
        words = _random_words(size, 7, _letters(quick))
        return lambda: WordGraph(words, insert_delete=insert_delete).n_edges

    edits = ", insert and delete" if insert_delete else ""
    return Case(
        suite="ladder",
        group=f"ladder, graph of {size:,} words of 7 letters{edits}",
        name="kernel",
        role="kernel",
        item="graph",
        prepare=prepare,
        answer=lambda edges: [edges],
        facts=lambda edges: {"edges": edges},
        params={"words": size, "insert_delete": insert_delete},
    )


def _greatest(quick: bool, role: str) -> Case:
    """Return what finds the greatest distance between words that a ladder joins."""

    def prepare() -> Callable[[], int]:
        graph = WordGraph(_random_words(100 if quick else 600, 4, _letters(quick)))
        if role == "kernel":
            return lambda: graph.eccentric_pairs().length
        if role == "twin":
            near = _near(graph)
            return lambda: plain_graph.eccentric_pairs(near)[0]
        import networkx

        whole = _networkx(graph)
        parts = [whole.subgraph(part) for part in networkx.connected_components(whole)]
        return lambda: max(networkx.diameter(part) for part in parts)

    return Case(
        suite="ladder",
        group="ladder, greatest distance",
        name="networkx" if role == "peer" else role,
        role=role,
        peer="networkx" if role == "peer" else "",
        item="graph",
        prepare=prepare,
        answer=lambda length: [length],
    )
