"""Peg solitaire for minutes: all solutions of the English board, its fewest moves; boards without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.case import Case, visited
from benchmarks.suites.peg import counted, fewest, triangle
from unriddle import GridPegSolitairePuzzle, Limits


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases; both numbers are known from elsewhere."""
    if quick:
        return []
    return [
        counted("english", once=True, expect=["40861647040079968"]),
        fewest("english", expect=[18]),
        # No proof is in reach: what is found in a second, and what no solution goes below.
        *(
            fewest(name, start, Limits(nodes=1_000_000), expect=[moves])
            for name, start, moves in (
                ("european from c1", partial(GridPegSolitairePuzzle.named, "european", vacancy="c1"), 22),
                ("wiegleb", partial(GridPegSolitairePuzzle.named, "wiegleb"), 27),
                ("triangle of 7 rows", partial(triangle, 7, 2), 12),
                ("triangle of 8 rows", partial(triangle, 8, 2), 13),
            )
        ),
        _refuted((3, 4)),
        _refuted((4, 3)),
        _refuted((0, 4), once=True),
    ]


def _refuted(vacancy: tuple[int, int], once: bool = False) -> Case:
    """Return the case of a diamond without a solution: pagoda functions say so, some after minutes."""

    def prepare() -> Callable[[], Any]:
        puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
        return lambda: puzzle.solve()

    return Case(
        suite="peg",
        group=f"peg diamond from {vacancy}, no solution",
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [result.status.value],
        expect=["NO_SOLUTION"],
        nodes=visited,
        params={"board": "diamond"},
        once=once,
    )
