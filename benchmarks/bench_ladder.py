"""Word ladders: large graphs, all shortest ladders, greatest distances; those of Knuth's list are known."""

import itertools
import os
import random

import pytest

from unriddle import WordGraph, WordLadderPuzzle
from unriddle.core.search.reference import graph as twin

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LETTERS = "abcde" if QUICK else "abcdefghijklmnop"


def word_list(size, length=5, seed=1):
    """Random words over few letters: about as many neighbours as English words of five letters have."""
    draw = random.Random(seed)
    return sorted({"".join(draw.choices(LETTERS, k=length)) for _ in range(size)})


@pytest.mark.parametrize("size", [100] if QUICK else [5_000, 255_000])
@pytest.mark.parametrize("insert_delete", [False, True], ids=["change", "change, insert, delete"])
def bench_graph(run, case, size, insert_delete):
    words = word_list(size, 7)
    run(
        case(
            f"ladder, graph of {size:,} words of 7 letters{', insert and delete' if insert_delete else ''}",
            "kernel",
            "kernel",
            lambda: WordGraph(words, insert_delete=insert_delete).n_edges,
            item="graph",
            facts=lambda edges: {"words": len(words), "edges": edges},
        )
    )


@pytest.fixture(scope="module")
def knuth(data):
    graph = WordGraph((data / "sgb_words.txt").read_text().split())
    assert graph.n_edges == 14_135
    return graph


def bench_known_ladders(run, case, knuth):
    pairs = [("chaos", "order", 12, 37), ("nodes", "graph", 9, 2), ("words", "graph", 7, 3)]
    puzzles = [WordLadderPuzzle(start, end, knuth) for start, end, _, _ in pairs]

    def work():
        return [(puzzle.solve().length, int(puzzle.count())) for puzzle in puzzles]

    run(
        case(
            "ladder, all shortest of known pairs",
            "kernel",
            "kernel",
            work,
            answer=list,
            item="query",
            items=3,
        )
    )
    assert work() == [(steps, count) for _, _, steps, count in pairs]


@pytest.mark.parametrize("role", ["kernel", "twin", "peer"])
def bench_greatest_distance(run, case, role):
    graph = WordGraph(word_list(100 if QUICK else 600, 4))
    near = [[graph.numbers[other] for other in graph.neighbours(word)] for word in graph]

    def networkx():
        import networkx

        whole = networkx.Graph((a, b) for a, row in enumerate(near) for b in row)
        parts = [whole.subgraph(part) for part in networkx.connected_components(whole)]
        return lambda: max(networkx.diameter(part) for part in parts)

    if role == "kernel":
        work = lambda: graph.eccentric_pairs().length  # noqa: E731
    elif role == "twin":
        work = lambda: twin.eccentric_pairs(near)[0]  # noqa: E731
    else:
        pytest.importorskip("networkx", reason="networkx is not installed (extra peers)")
        work = networkx()
    more = {"peer": "networkx"} if role == "peer" else {}
    name = "networkx" if role == "peer" else role
    run(case("ladder, greatest distance", name, role, work, item="graph", **more))


def bench_every_pair(run, case, knuth):
    words = random.Random(1).sample(list(knuth), 40)
    pairs = [WordLadderPuzzle(a, b, knuth) for a, b in itertools.pairwise(words)]
    run(
        case(
            "ladder, shortest between random words of Knuth's list",
            "kernel",
            "kernel",
            lambda: [puzzle.solve() for puzzle in pairs],
            answer=lambda results: [result.length for result in results],
            item="query",
            items=len(pairs),
            nodes=lambda results: sum(result.stats.nodes for result in results),
        )
    )
