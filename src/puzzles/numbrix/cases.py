"""Numbrix and Hidato: a path of numbers over a board, with proof that there is only one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ...core.assign.reference import numbrix as plain
from ..common.cases import Case
from .puzzle import Hidato, Numbrix

__all__ = ["cases"]

KINDS: dict[str, type[Numbrix]] = {"numbrix": Numbrix, "hidato": Hidato}


@cache
def _boards(name: str, side: int, count: int) -> list[Numbrix]:
    return [KINDS[name].generate(side, seed=seed) for seed in range(count)]


def cases(quick: bool) -> list[Case]:
    """Return the cases by side, and boards that give every tenth number only."""
    made = []
    for name in KINDS:
        for side in (4, 6) if quick else (4, 5, 6, 8, 10, 15):
            made.append(_kernel(name, side, 2 if quick or side > 10 else 10))
            if side <= 5:
                made.append(_twin(name, side, 2))
        made.append(_sparse(name, 6 if quick else 15, 10))
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


def _kernel(name: str, side: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        boards = _boards(name, side, count)
        return lambda: [board.solve() for board in boards]

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda results: [_flat(result.solution) for result in results if result.count == 1],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        **_common(name, side, count),
    )


def _flat(grid: Any) -> list[int]:
    return [int(number) for row in grid for number in row]


def _twin(name: str, side: int, count: int) -> Case:
    """Return the twin, which is also the usual way: put the next number on each free neighbour."""

    def prepare() -> Callable[[], Any]:
        pairs = []
        for board in _boards(name, side, count):
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


def _sparse(name: str, side: int, gap: int) -> Case:
    def prepare() -> Callable[[], Any]:
        kind = KINDS[name]
        full = kind.generate(side, seed=1, clues=side * side)
        board = kind([[v if v % gap == 1 else 0 for v in row] for row in full.grid])
        return lambda: board.solve()

    return Case(
        suite="numbrix",
        group=f"{name} {side}x{side}, every tenth number",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.count],
        nodes=lambda result: result.stats.nodes,
        facts=lambda result: {"learnt": result.learnt},
        params={"rows": side, "cols": side, "gap": gap},
    )
