"""River crossings: the state graph, a shortest plan, plans counted."""

from collections import deque

import pytest

from benchmarks.shared import path_length, pick, visited
from reference.search.river import fleet_graph, state_graph
from unriddle.puzzles.river.puzzle import RiverPuzzle
from unriddle.puzzles.river.rules import Boat, Island
from unriddle.search import METHODS, find_path

COUPLES = pick([(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)], [(2, 2), (3, 2)])
TEXTS = {
    "the Japanese family": (
        "boat 2; passenger father rows; passenger mother rows; passenger son x2; passenger daughter x2;"
        "passenger policeman rows; passenger thief; never father with daughter unless mother also aboard;"
        "never mother with son unless father also aboard;"
        "never thief with father+mother+son+daughter unless policeman also aboard",
        17,
    ),
    "missionaries and one cannibal who rows": (
        "boat 2; passenger missionary x3 rows; passenger cannibal x2; passenger chief rows;"
        "never more cannibal+chief than missionary",
        13,
    ),
    "loads by weight": (
        "boat 4 weight 100; passenger adult x2 rows weight 100; passenger child x2 rows weight 50",
        9,
    ),
}
"""Crossings with known answers -> text, fewest crossings."""
N = pick(4, 3)
BOATS = [Boat(2), Boat(2)]
WHOLE = {
    **{
        name: (lambda text=text: RiverPuzzle.parse(text), [crossings])
        for name, (text, crossings) in TEXTS.items()
    },
    # I. Pressman and D. Singmaster, The Mathematical Gazette 73 (1989).
    f"{N} couples with an island": (lambda: RiverPuzzle.couples(N, island=Island()), [pick(16, 11)]),
    f"{N} couples with two boats": (lambda: RiverPuzzle.couples(N, BOATS), []),
}
"""Puzzle -> how it is made, fewest crossings."""


def with_graph(puzzle):
    """Return the puzzle with its state graph made."""
    assert len(puzzle.graph)
    return puzzle


def graph_of(couples):
    return {"unit": "graph", "group": f"Make the state graph of {couples} jealous couples"}


@pytest.mark.parametrize(("couples", "seats"), COUPLES)
def test_graph_by_kernel(measure, couples, seats):
    measure(
        lambda: RiverPuzzle.couples(couples, seats).graph,
        lambda graph: [len(graph)],
        nodes=len,
        curve="state graphs of jealous couples",
        x=couples,
        x_name="couples",
        **graph_of(couples),
    )


@pytest.mark.parametrize(("couples", "seats"), COUPLES[:4])
def test_graph_by_definition(measure, couples, seats):
    puzzle = RiverPuzzle.couples(couples, seats)
    loads = [tuple(load) for load in puzzle.world.loads.tolist()]
    measure(
        lambda: state_graph(puzzle.left, loads, puzzle.world.is_safe),
        lambda graph: [len(graph)],
        kind="definition",
        nodes=len,
        **graph_of(couples),
    )


@pytest.mark.parametrize(("couples", "seats"), COUPLES[:4])
def test_graph_by_breadth_first_over_objects(measure, couples, seats):
    puzzle = RiverPuzzle.couples(couples, seats)

    def work():
        seen, queue = {puzzle}, deque([puzzle])
        while queue:
            for other in queue.popleft().extensions():
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        return seen

    measure(work, lambda seen: [len(seen)], kind="textbook", nodes=len, **graph_of(couples))


def steps_by_objects(puzzle):
    """Return the crossings of a shortest plan, found breadth-first over puzzle objects."""
    steps, queue = {puzzle: 0}, deque([puzzle])
    while True:
        state = queue.popleft()
        if state.is_solved():
            return steps[state]
        for other in state.extensions():
            if other not in steps:
                steps[other] = steps[state] + 1
                queue.append(other)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("way", ["kernel", "breadth-first over objects"])
def test_plan(measure, name, way):
    """From the rules to a shortest plan."""
    make, expect = WHOLE[name]
    work, kind = {
        "kernel": (lambda: make().solve().length, "ours"),
        "breadth-first over objects": (lambda: steps_by_objects(make()), "textbook"),
    }[way]
    group = f"Find the shortest plan of {name}"
    measure(work, lambda length: [length], unit="puzzle", expect=expect, kind=kind, way=way, group=group)


def test_plan_of_two_boats_by_definition(measure):
    puzzle = RiverPuzzle.couples(N, BOATS)
    loads = [(0, tuple(load)) for load in puzzle.world.loads.tolist()]
    start = puzzle.standing[0], ((0, 0), (0, 0))

    def work():
        graph = fleet_graph(start, loads, puzzle.world.is_safe)
        steps = dict.fromkeys(list(graph)[:1], 0)
        for state, edges in graph.items():  # in order of arrival
            if not any(map(any, state[0][:-1])):
                return steps[state]
            for other, _ in edges:
                steps.setdefault(other, steps[state] + 1)
        raise AssertionError("no plan")

    group = f"Find the shortest plan of {N} couples with two boats"
    measure(work, lambda length: [length], unit="puzzle", kind="definition", group=group)


def test_count_shortest_by_kernel(measure):
    couples, seats = pick((6, 4), (3, 2))
    puzzle = with_graph(RiverPuzzle.couples(couples, seats))
    measure(
        puzzle.count_best,
        lambda count: [int(count)],
        unit="puzzle",
        expect=pick((), [486]),
        group=f"Count the shortest plans of {couples} jealous couples",
        plans=str,
    )


@pytest.mark.benchmark(group="Count all plans without a bank seen twice")
def test_count_by_kernel(measure):
    puzzle = pick(RiverPuzzle.missionaries(5, 3), RiverPuzzle.farmer())
    measure(puzzle.count, lambda count: [str(count)], unit="puzzle", plans=str)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", ["kernel", "find_path"])
def test_method(measure, method, way):
    puzzle = with_graph(RiverPuzzle.missionaries(3))
    work, kind = {
        "kernel": (lambda: puzzle.solve(method=method), "ours"),
        "find_path": (lambda: find_path(puzzle, method), "general"),
    }[way]
    group = f"Solve three missionaries by {method}"
    measure(work, path_length, unit="puzzle", expect=[11], kind=kind, way=way, group=group, nodes=visited)


@pytest.mark.parametrize("way", ["kernel", "find_path"])
def test_bridge(measure, way):
    walkers = pick((1, 2, 5, 10, 12, 17, 24, 30), (1, 2, 5, 10))
    puzzle = with_graph(RiverPuzzle.bridge(walkers))
    work, kind = {
        "kernel": (lambda: puzzle.solve(method="astar"), "ours"),
        "find_path": (lambda: find_path(puzzle, "astar"), "general"),
    }[way]
    measure(
        work,
        lambda result: [float(result.cost)],
        unit="puzzle",
        expect=pick((), (17.0,)),
        kind=kind,
        way=way,
        group=f"Cross a bridge with {len(walkers)} walkers by astar",
        nodes=visited,
    )
