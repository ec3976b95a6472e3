"""River crossings: the state graph, a shortest plan, plans counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from reference.search.river import fleet_graph, state_graph
from unriddle.puzzles.river.puzzle import RiverPuzzle
from unriddle.puzzles.river.rules import Boat, Island
from unriddle.search import METHODS

from ..case import Case, by_method

__all__ = ["cases"]

KNOWN = {
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
"""Crossings that people know -> (text, fewest crossings)."""


def cases(quick: bool) -> list[Case]:
    """Return the cases: jealous couples by their number, missionaries by method."""
    made = []
    for couples, seats in [(2, 2), (3, 2)] if quick else [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)]:
        made.append(_graph(couples, seats))
        if couples <= 5:
            made += [_graph_twin(couples, seats), _graph_textbook(couples, seats)]
    made += _with_island(3 if quick else 4) + _with_two_boats(3 if quick else 4)
    for group, (text, crossings) in KNOWN.items():
        made += _from_text(f"river, {group}", text, crossings)
    made += [_count(3, 2) if quick else _count(6, 4), _every_plan(quick)]
    for method in METHODS:
        made += by_method(method, _missionaries, suite="river", group=f"river, three missionaries, {method}")
    walkers = (1, 2, 5, 10) if quick else (1, 2, 5, 10, 12, 17, 24, 30)
    made += by_method(
        "astar",
        lambda: _with_graph(RiverPuzzle.bridge(walkers)),
        answer=lambda result: [float(result.cost)],
        suite="river",
        group=f"river, bridge of {len(walkers)}",
        expect=[17.0] if quick else (),
    )
    return made


def _with_graph(puzzle: RiverPuzzle) -> RiverPuzzle:
    """Return the puzzle with its state graph made."""
    assert len(puzzle.graph)
    return puzzle


def _missionaries() -> RiverPuzzle:
    return _with_graph(RiverPuzzle.missionaries(3))


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


def _from_text(group: str, text: str, crossings: int) -> list[Case]:
    """Return the cases of a puzzle as text: from the rules to a shortest plan."""

    def packed() -> Callable[[], Any]:
        return lambda: RiverPuzzle.parse(text).solve().length

    def objects() -> Callable[[], Any]:
        return lambda: _steps_by_objects(RiverPuzzle.parse(text))

    shared: dict[str, Any] = {
        "suite": "river",
        "group": group,
        "item": "puzzle",
        "answer": lambda length: [length],
        "expect": [crossings],
    }
    return [
        Case(name="kernel", role="kernel", prepare=packed, **shared),
        Case(name="breadth-first over objects", role="textbook", prepare=objects, **shared),
    ]


def _with_island(couples: int) -> list[Case]:
    """Return the cases of couples with an island and a boat for two: from the rules to a shortest plan."""

    def packed() -> Callable[[], Any]:
        return lambda: RiverPuzzle.couples(couples, island=Island()).solve().length

    def objects() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, island=Island())
        return lambda: _steps_by_objects(puzzle)

    shared: dict[str, Any] = {
        "suite": "river",
        "group": f"river, {couples} couples with an island",
        "item": "puzzle",
        "params": {"couples": couples},
        "answer": lambda length: [length],
        # I. Pressman and D. Singmaster, The Mathematical Gazette 73 (1989).
        "expect": {3: [11], 4: [16]}[couples],
    }
    return [
        Case(name="kernel", role="kernel", prepare=packed, **shared),
        Case(name="breadth-first over objects", role="textbook", prepare=objects, **shared),
    ]


def _with_two_boats(couples: int) -> list[Case]:
    """Return the cases of couples with two boats for two: from the rules to a shortest plan."""
    boats = [Boat(2), Boat(2)]

    def packed() -> Callable[[], Any]:
        return lambda: RiverPuzzle.couples(couples, boats).solve().length

    def objects() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, boats)
        return lambda: _steps_by_objects(puzzle)

    def twin() -> Callable[[], Any]:
        puzzle = RiverPuzzle.couples(couples, boats)
        loads = [(0, tuple(load)) for load in puzzle.world.loads.tolist()]
        start = puzzle.standing[0], ((0, 0), (0, 0))
        return lambda: _steps_in(fleet_graph(start, loads, puzzle.world.is_safe))

    shared: dict[str, Any] = {
        "suite": "river",
        "group": f"river, {couples} couples with two boats",
        "item": "puzzle",
        "params": {"couples": couples},
        "answer": lambda length: [length],
    }
    return [
        Case(name="kernel", role="kernel", prepare=packed, **shared),
        Case(name="twin", role="twin", prepare=twin, **shared),
        Case(name="breadth-first over objects", role="textbook", prepare=objects, **shared),
    ]


def _steps_in(graph: dict[Any, Any]) -> int:
    """Return the crossings of a shortest plan in a graph whose states stand in order of arrival."""
    steps = dict.fromkeys(list(graph)[:1], 0)
    for state, edges in graph.items():
        if not any(map(any, state[0][:-1])):
            return steps[state]
        for other, _ in edges:
            steps.setdefault(other, steps[state] + 1)
    raise AssertionError("no plan")


def _steps_by_objects(puzzle: RiverPuzzle) -> int:
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


def _count(couples: int, seats: int) -> Case:
    def prepare() -> Callable[[], Any]:
        return _with_graph(RiverPuzzle.couples(couples, seats)).count_best

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


def _every_plan(quick: bool) -> Case:
    """Return the case that counts all plans without a bank seen twice."""

    def prepare() -> Callable[[], Any]:
        return (RiverPuzzle.farmer() if quick else RiverPuzzle.missionaries(5, 3)).count

    return Case(
        suite="river",
        group="river, plans counted",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda count: [str(count)],
        facts=lambda count: {"plans": str(count)},
    )
