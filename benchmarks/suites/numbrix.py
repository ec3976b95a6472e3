"""Numbrix and Hidato: a path of numbers over a board, with proof that there is only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from reference.assign import numbrix as plain
from unriddle.puzzles.numbrix.puzzle import Hidato, Numbrix
from unriddle.search import find_path

from ..case import Case, each, visited

__all__ = ["KINDS", "boards", "cases", "flat", "one_by_one", "sparse"]

KINDS: dict[str, type[Numbrix]] = {"numbrix": Numbrix, "hidato": Hidato}


@cache
def boards(name: str, side: int, count: int) -> list[Numbrix]:
    """Return generated boards: the first `count` of a fixed sequence."""
    return [KINDS[name].generate(side, seed=seed) for seed in range(count)]


def sparse(name: str, side: int, gap: int = 10, topology: str | None = None, wrap: bool = False) -> Numbrix:
    """Return a board that gives every tenth number of a random path."""
    kind = KINDS[name]
    full = kind.generate(side, seed=1, clues=side * side, topology=topology, wrap=wrap)
    given = [[v if v % gap == 1 else 0 for v in row] for row in full.grid]
    return kind(given, topology=topology, wrap=wrap)


def cases(quick: bool) -> list[Case]:
    """Return the cases by side, and boards that give every tenth number only."""
    made = []
    for name in KINDS:
        for side in (4, 6) if quick else (4, 5, 6, 8, 9, 10, 15):
            made.append(_kernel(name, side, 2 if quick or side > 10 else 20 if side == 9 else 10))
            if side <= 5:
                made.append(_twin(name, side, 2))
            if side == (4 if quick else 5):
                made += [_general(name, side, 2, method) for method in ("dfs", "bfs")]
    made += [_sparse("numbrix", side) for side in ((6,) if quick else (15, 30))]
    made += [_sparse("hidato", side) for side in ((6,) if quick else (10, 15))]
    forms: tuple[tuple[str, bool], ...] = (("hex", False), ("rook", True))
    made += [_sparse("hidato", 6 if quick else 25, 10, 1, *form) for form in forms]
    if not quick:
        made.append(_sparse("hidato", 30, limit=1))
    return made


def _common(name: str, side: int, count: int) -> dict[str, Any]:
    return {
        "suite": "numbrix",
        "group": f"{name} {side}x{side}",
        "item": "puzzle",
        "items": count,
        "params": {"rows": side, "cols": side, "puzzles": count},
        "series": f"{name}: by side",
        "x": side,
        "x_name": "side",
    }


def one_by_one(make: Callable[[], Sequence[Numbrix]], **common: Any) -> Case:
    """Return the case that solves boards one by one; several solutions are answered by their number."""
    return Case(
        name="kernel",
        role="kernel",
        prepare=each(make),
        answer=lambda results: [
            flat(result.solution) if result.count == 1 else result.count for result in results
        ],
        nodes=visited,
        **common,
    )


def _kernel(name: str, side: int, count: int) -> Case:
    return one_by_one(lambda: boards(name, side, count), **_common(name, side, count))


def _general(name: str, side: int, count: int, method: str) -> Case:
    """Return a search over configurations, without the proof that there is no other solution."""
    common = _common(name, side, count) | {"series": ""}
    return Case(
        name=f"plain Python, {method}",
        role="general",
        prepare=each(lambda: boards(name, side, count), lambda board: find_path(board, method)),
        answer=lambda results: [flat(result.path[-1].grid) for result in results],
        nodes=visited,
        **common,
    )


def flat(grid: Any) -> list[int]:
    """Return the numbers of a grid, row by row."""
    return [int(number) for row in grid for number in row]


def _twin(name: str, side: int, count: int) -> Case:
    """Return the twin, which is also the usual way: put the next number on each free neighbour."""

    def prepare() -> Callable[[], Any]:
        pairs = []
        for board in boards(name, side, count):
            table, clues = board.arrays()
            cells = len(clues)
            pairs.append(([[to for to in row if to < cells] for row in table.tolist()], clues.tolist()))
        return lambda: [list(plain.paths(table, clues)) for table, clues in pairs]

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [list(paths[0]) for paths in found if len(paths) == 1],
        **_common(name, side, count),
    )


def _sparse(
    name: str, side: int, gap: int = 10, limit: int = 2, topology: str | None = None, wrap: bool = False
) -> Case:
    form = f"{f' {topology}' if topology else ''}{' torus' if wrap else ''}"

    def prepare() -> Callable[[], Any]:
        board = sparse(name, side, gap, topology, wrap)
        return lambda: (board, board.solve(limit=limit))

    return Case(
        suite="numbrix",
        group=f"{name}{form} {side}x{side}, every tenth number",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[1].count],
        nodes=lambda found: found[1].stats.nodes,
        facts=lambda found: {"learnt": found[1].learnt},
        check=lambda found: "" if found[0].check(found[1].solution) else "the solution is none",
        params={"rows": side, "cols": side, "gap": gap},
    )
