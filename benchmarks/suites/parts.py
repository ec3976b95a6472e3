"""Kernels that others are built on: neighbour tables, clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from reference import topology as plain_topology
from reference.assign import learning as plain_learning
from unriddle.core import topology
from unriddle.core.assign import learning

from ..case import Case

__all__ = ["cases"]


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for side in (4, 16) if quick else (4, 16, 64):
        made += [_neighbours(side, "kernel"), _neighbours(side, "twin")]
    return [*made, *(_clauses(3 if quick else 4, role) for role in ("kernel", "twin"))]


def _neighbours(side: int, role: str) -> Case:
    def prepare() -> Callable[[], Any]:
        if role == "kernel":
            return lambda: topology.neighbours(side, side, topology.KING)
        return lambda: plain_topology.neighbours(side, side, plain_topology.KING)

    def answer(table: Any) -> list[Any]:
        rows: Sequence[Sequence[int]] = table.tolist() if role == "kernel" else table
        return [[[cell for cell in row if cell < side * side] for row in rows]]

    return Case(
        suite="parts",
        group=f"neighbour table {side}x{side}",
        name=role,
        role=role,
        item="board",
        prepare=prepare,
        answer=answer,
        params={"rows": side, "cols": side},
        series="neighbour tables",
        x=side * side,
        x_name="cells",
    )


def _clauses(n: int, role: str) -> Case:
    """Return what counts the ways to put n pigeons into n holes, as clauses."""

    def prepare() -> Callable[[], int]:
        clauses = [[2 * (bird * n + hole) for hole in range(n)] for bird in range(n)]
        groups = [[bird * n + hole for bird in range(n)] for hole in range(n)]
        groups += [[bird * n + hole for hole in range(n)] for bird in range(n)]
        if role == "twin":
            return lambda: sum(1 for _ in plain_learning.assignments(n * n, clauses, groups))
        arrays = [*_flat(clauses), *_flat(groups)]

        def work() -> int:
            search = learning.ClauseSearch(n * n, arrays[0], arrays[1], arrays[2], arrays[3], 1 << 40)
            while search.run(1 << 40):
                pass
            return search.count

        return work

    return Case(
        suite="parts",
        group=f"clauses, {n} pigeons in {n} holes",
        name=role,
        role=role,
        item="problem",
        prepare=prepare,
        answer=lambda count: [count],
        params={"n": n},
    )


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return np.array([number for numbers in lists for number in numbers], dtype=np.int32), starts
