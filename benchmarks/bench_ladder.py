"""Word ladders: building the graph, shortest ladders, components; by dicts and deques, and networkx."""

import random
from collections import deque
from functools import cache
from itertools import pairwise

import pytest

from benchmarks.shared import english, path_length, pick, rows, visited
from reference.search import graph as plain_graph
from reference.search import ladder as plain
from unriddle.core.search import graph as core
from unriddle.puzzles.ladder.graph import WordGraph
from unriddle.puzzles.ladder.puzzle import WordLadderPuzzle
from unriddle.search import METHODS, find_path

LEVEL, COUNT = pick((80, 100), (10, 5))
PAIRS = {
    ("chaos", "order"): (12, 37),
    ("nodes", "graph"): (9, 2),
    ("words", "graph"): (7, 3),
    ("black", "white"): (7, 9),
    ("amigo", "signs"): (29, 3),
}
"""Steps of a shortest ladder in Knuth's list, and how many there are."""


@cache
def words_of(level):
    return sorted(word for word in english(level) if len(word) == 5 and word.isascii())


@cache
def graph_of(level):
    graph = WordGraph(words_of(level))
    assert graph.n_edges
    return graph


@cache
def pairs(count=COUNT):
    return [WordLadderPuzzle.random(graph_of(LEVEL), seed=seed) for seed in range(count)]


@cache
def knuth():
    """Return the graph of the 5,757 words of the Stanford GraphBase."""
    graph = WordGraph(rows("sgb_words.txt"))
    assert graph.n_edges == 14_135
    return graph


def networkx_graph(graph):
    networkx = pytest.importorskip("networkx")
    made = networkx.Graph()
    made.add_nodes_from(graph)
    made.add_edges_from((word, other) for word in graph for other in graph.neighbours(word))
    return networkx, made


SHORTEST = pytest.mark.benchmark(group="Find shortest ladders between words of 5 letters")


def measure_queries(measure, puzzles, **info):
    measure(
        lambda: [puzzle.solve() for puzzle in puzzles],
        lambda results: [result.length for result in results],
        unit="query",
        nodes=visited,
        **info,
    )


@SHORTEST
def test_shortest_by_kernel(measure):
    measure_queries(measure, pairs())


def two_sided(near, source, target):
    """Return the length of a shortest path: a breadth-first search from both ends, with dicts and deques."""
    if source == target:
        return 0
    seen, queues = ({source: 0}, {target: 0}), (deque([source]), deque([target]))
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


@SHORTEST
def test_shortest_by_dicts_and_deques(measure):
    graph, puzzles = graph_of(LEVEL), pairs()
    near = {word: graph.neighbours(word) for word in graph}
    measure(
        lambda: [two_sided(near, puzzle.from_word, puzzle.to_word) for puzzle in puzzles],
        list,
        unit="query",
        kind="textbook",
    )


@SHORTEST
def test_shortest_by_networkx(measure):
    networkx, graph = networkx_graph(graph_of(LEVEL))
    find, puzzles = networkx.shortest_path, pairs()
    measure(
        lambda: [find(graph, puzzle.from_word, puzzle.to_word) for puzzle in puzzles],
        lambda paths: [len(path) - 1 for path in paths],
        unit="query",
        kind="other",
    )


@pytest.mark.benchmark(group="Find shortest ladders in Knuth's list")
def test_knuth_by_kernel(measure):
    graph = knuth()
    words = random.Random(1).sample(list(graph), 41)
    measure_queries(measure, [WordLadderPuzzle(a, b, graph) for a, b in pairwise(words)])


@pytest.mark.benchmark(group="Count all shortest ladders of known pairs")
def test_known_pairs_by_kernel(measure):
    puzzles = [WordLadderPuzzle(*pair, knuth()) for pair in PAIRS]
    measure(
        lambda: [(puzzle.solve().length, int(puzzle.count())) for puzzle in puzzles],
        list,
        unit="query",
        expect=list(PAIRS.values()),
    )


COMPONENTS = pytest.mark.benchmark(group="Count the components of the words of 5 letters")


@COMPONENTS
def test_components_by_kernel(measure):
    graph = graph_of(LEVEL).core
    measure(lambda: core.components(graph), lambda labels: [int(labels.max()) + 1], unit="graph")


def near_of(graph):
    """Return the neighbours of each word as lists of numbers."""
    return [[graph.numbers[other] for other in graph.neighbours(word)] for word in graph]


def labels_of(near):
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


@COMPONENTS
def test_components_by_depth_first_with_a_stack(measure):
    near = near_of(graph_of(LEVEL))
    measure(lambda: labels_of(near), lambda labels: [max(labels) + 1], unit="graph", kind="textbook")


@COMPONENTS
def test_components_by_networkx(measure):
    networkx, graph = networkx_graph(graph_of(LEVEL))
    measure(
        lambda: networkx.number_connected_components(graph),
        lambda count: [count],
        unit="graph",
        kind="other",
    )


GRAPH = "Build the graph of the words of 5 letters to level {}"


@pytest.mark.parametrize("level", pick((10, 35, 50, 60, 70, 80), (10, 35)))
def test_build_by_kernel(measure, level):
    words = words_of(level)
    measure(
        lambda: WordGraph(words).n_edges,
        lambda edges: [edges],
        unit="graph",
        group=GRAPH.format(level),
        curve="graphs of words",
        x=len(words),
        x_name="words",
    )


@pytest.mark.parametrize("level", pick([10], []))  # 360,000 pairs of words
def test_build_by_definition(measure, level):
    words = words_of(level)
    measure(
        lambda: plain.neighbours(words),
        lambda graph: [sum(map(len, graph)) // 2],
        unit="graph",
        kind="definition",
        group=GRAPH.format(level),
    )


@cache
def random_words(size, length):
    """Return random words over few letters: about as many neighbours as English words of five have."""
    draw, letters = random.Random(1), pick("abcdefghijklmnop", "abcde")
    return sorted({"".join(draw.choices(letters, k=length)) for _ in range(size)})


@pytest.mark.parametrize("insert_delete", [False, True])
@pytest.mark.parametrize("size", pick((5_000, 255_000), (100,)))
def test_random_graph_by_kernel(measure, size, insert_delete):
    words = random_words(size, 7)
    edits = ", insert and delete" if insert_delete else ""
    measure(
        lambda: WordGraph(words, insert_delete=insert_delete).n_edges,
        lambda edges: [edges],
        unit="graph",
        group=f"Build the graph of {size:,} words of 7 letters{edits}",
        edges=lambda edges: edges,
    )


@pytest.mark.benchmark(group="Find the greatest distance between words")
@pytest.mark.parametrize("way", ["kernel", "definition", "networkx"])
def test_greatest(measure, way):
    graph = WordGraph(random_words(pick(600, 100), 4))
    if way == "kernel":
        work, kind = lambda: graph.eccentric_pairs().length, "ours"
    elif way == "definition":
        near = near_of(graph)
        work, kind = lambda: plain_graph.eccentric_pairs(near)[0], "definition"
    else:
        networkx, whole = networkx_graph(graph)
        parts = [whole.subgraph(part) for part in networkx.connected_components(whole)]
        work, kind = lambda: max(networkx.diameter(part) for part in parts), "other"
    measure(work, lambda length: [length], unit="graph", kind=kind, way=way)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", ["kernel", "find_path"])
def test_method(measure, method, way):
    puzzle = pairs(1)[0]
    work, kind = {
        "kernel": (lambda: puzzle.solve(method=method), "ours"),
        "find_path": (lambda: find_path(puzzle, method), "general"),
    }[way]

    def checked(result):  # a ladder by depth-first search need not be shortest
        return [puzzle.check([getattr(step, "from_word", step) for step in result.path])]

    answers = checked if method == "dfs" else path_length
    group = f"Find one ladder by {method}"
    measure(work, answers, unit="query", kind=kind, way=way, group=group, nodes=visited)
