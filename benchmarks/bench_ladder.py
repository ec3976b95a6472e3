"""Word ladders: the compiled search, the engine, the general solvers in plain Python, textbook search."""

import os
import random
from collections import deque

import pytest

from unriddle import WordGraph, WordLadderPuzzle
from unriddle.search import find_path

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LETTERS = "abcde" if QUICK else "abcdefghijklmnop"


def word_list(size, length=5, seed=1):
    """Random words over few letters: about as many neighbours as English words of five letters have."""
    draw = random.Random(seed)
    return sorted({"".join(draw.choices(LETTERS, k=length)) for _ in range(size)})


def two_sided(neighbours, source, target):
    """Return the length of a shortest path: the textbook's search from both ends, with dicts and deques."""
    seen = ({source: 0}, {target: 0})
    queues = (deque([source]), deque([target]))
    while queues[0] and queues[1]:
        side = len(queues[1]) < len(queues[0])
        for _ in range(len(queues[side])):
            word = queues[side].popleft()
            for other in neighbours[word]:
                if other in seen[not side]:
                    return seen[side][word] + 1 + seen[not side][other]
                if other not in seen[side]:
                    seen[side][other] = seen[side][word] + 1
                    queues[side].append(other)
    return None


@pytest.fixture(scope="module")
def graph():
    made = WordGraph(word_list(200 if QUICK else 60_000))
    assert made.components() is not None
    return made


@pytest.fixture(scope="module")
def pairs(graph):
    return [WordLadderPuzzle.random(graph, seed=seed) for seed in range(10 if QUICK else 100)]


@pytest.mark.benchmark(group="ladder: query")
def bench_kernel(benchmark, pairs):
    results = benchmark(lambda: [puzzle.solve() for puzzle in pairs])
    benchmark.extra_info["queries"] = len(pairs)
    benchmark.extra_info["nodes"] = sum(result.stats.nodes for result in results)


@pytest.mark.benchmark(group="ladder: query")
def bench_textbook(benchmark, graph, pairs):
    neighbours = {word: graph.neighbours(word) for word in graph}
    lengths = benchmark(lambda: [two_sided(neighbours, p.from_word, p.to_word) for p in pairs])
    assert lengths == [puzzle.solve().length for puzzle in pairs]
    benchmark.extra_info["queries"] = len(pairs)


@pytest.mark.parametrize("method", ["dfs", "bfs", "bidirectional", "astar"])
@pytest.mark.benchmark(group="ladder: engine")
def bench_engine(benchmark, pairs, method):
    result = benchmark(lambda: pairs[0].solve(method))
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.parametrize("method", ["dfs", "bfs", "bidirectional", "astar"])
@pytest.mark.benchmark(group="ladder: engine")
def bench_plain(benchmark, pairs, method):
    result = benchmark.pedantic(lambda: find_path(pairs[0], method), rounds=1)
    benchmark.extra_info["nodes"] = result.stats.nodes


@pytest.mark.parametrize("size", [100] if QUICK else [5_000, 255_000])
@pytest.mark.parametrize("insert_delete", [False, True])
@pytest.mark.benchmark(group="ladder: graph")
def bench_graph(benchmark, size, insert_delete):
    words = word_list(size, 7)
    made = benchmark.pedantic(
        lambda: WordGraph(words, insert_delete=insert_delete).n_edges, rounds=1 if QUICK else 3
    )
    benchmark.extra_info["words"], benchmark.extra_info["edges"] = len(words), made


@pytest.mark.benchmark(group="ladder: all shortest")
def bench_count(benchmark, pairs):
    benchmark.extra_info["ladders"] = benchmark(pairs[0].count)


@pytest.mark.benchmark(group="ladder: longest")
def bench_eccentric(benchmark):
    small = WordGraph(word_list(100 if QUICK else 6_000, 4))
    assert small.n_edges
    result = benchmark(small.eccentric_pairs)
    benchmark.extra_info["nodes"], benchmark.extra_info["length"] = result.stats.nodes, result.length
