"""Peg solitaire: a first solution, positions in reach, solvable positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base import Limits
from ...core.search.reference import peg as plain
from ...search import find_path
from ..common import textbook
from ..common.cases import Case
from .puzzle import GridPegSolitairePuzzle

__all__ = ["cases"]

SMALL = ".***/****/****"
CENTRE = {"english": (3, 3)}


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for name in ("triangle15",) if quick else ("triangle15", "english", "wiegleb"):
        made.append(_first(name))
        if name != "wiegleb":
            made.append(_first_textbook(name))
    made += [_positions("triangle15", None), _positions_twin("triangle15")]
    if not quick:
        made += [_positions("english", 100_000), _solvable("english")]
    made.append(_solvable("triangle15"))
    for method in ("dfs", "bfs", "astar"):
        made += [_small(method), _small_plain(method)]
    return made


def _puzzle(name: str) -> GridPegSolitairePuzzle:
    return GridPegSolitairePuzzle.named(name, goal=CENTRE.get(name))


def _first(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: (puzzle, puzzle.solve())

    return Case(
        suite="peg",
        group=f"peg {name}, a solution",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[0].check(found[1])],
        nodes=lambda found: found[1].stats.nodes,
        params={"board": name},
    )


def _first_textbook(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        goals = set(puzzle.targets)
        return lambda: textbook.peg_depth_first(puzzle.position, puzzle.board.jumps, goals)

    return Case(
        suite="peg",
        group=f"peg {name}, a solution",
        name="depth-first with a set",
        role="textbook",
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
        params={"board": name},
    )


def _positions(name: str, nodes: int | None) -> Case:
    group = f"peg {name}, positions" + (f" to {nodes:,}" if nodes else "")

    def prepare() -> Callable[[], Any]:
        puzzle, limits = _puzzle(name), Limits(nodes=nodes)
        return lambda: puzzle.count_positions(limits=limits)

    return Case(
        suite="peg",
        group=group,
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [list(result.counts)],
        nodes=lambda result: result.stats.nodes,
        params={"board": name},
    )


def _positions_twin(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: plain.layers(puzzle.position, puzzle.board.jumps, puzzle.board.symmetries)

    return Case(
        suite="peg",
        group=f"peg {name}, positions",
        name="twin",
        role="twin",
        item="board",
        prepare=prepare,
        answer=lambda layers: [list(map(len, layers))],
        nodes=lambda layers: sum(map(len, layers)),
        params={"board": name},
    )


def _solvable(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: puzzle.solvable_positions()

    return Case(
        suite="peg",
        group=f"peg {name}, solvable positions",
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [result.total],
        nodes=lambda result: result.stats.nodes,
        params={"board": name},
    )


def _small(method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = GridPegSolitairePuzzle(SMALL.split("/"))
        return lambda: puzzle.solve(method=method)

    return Case(
        suite="peg",
        group=f"peg 3x4, {method}",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        params={"method": method},
    )


def _small_plain(method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = GridPegSolitairePuzzle(SMALL.split("/"))
        return lambda: find_path(puzzle, method)

    return Case(
        suite="peg",
        group=f"peg 3x4, {method}",
        name="plain Python",
        role="general",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        params={"method": method},
    )
