"""Numbrix and Hidato with known answers; other packages on boards made here, hexagons and tori too."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.case import Case
from benchmarks.suites.numbrix import KINDS, boards, flat, one_by_one, sparse
from unriddle import Hidato, Numbrix

from . import sat
from .data import known


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    made = []
    for name in KINDS:
        found = [] if data is None else json.loads((data / f"{name}.json").read_text())
        expect = [_answer(board) for board in found]
        made.append(
            one_by_one(
                partial(_known, name, [board["grid"] for board in found]),
                suite="numbrix",
                group=f"{name}, known answers",
                item="puzzle",
                **known(data, len(found), expect),
            )
        )
        side, count = (6, 1) if quick else (9, 4)
        made += [
            sat.peer(peer, partial(boards, name, side, count), _read, **_of(f"{name} {side}x{side}", count))
            for peer in sat.PEERS
        ]
    for topology, wrap in (("hex", False), ("rook", True), ("king", True)):
        side, count = (5, 1) if quick else (6, 2)
        common = _of(f"hidato {topology}{' torus' if wrap else ''} {side}x{side}", count)
        make = partial(_formed, side, count, topology, wrap)
        made += [one_by_one(make, **common), sat.peer("python-sat", make, _read, **common)]  # CP-SAT: 11 s
    side = 6 if quick else 10  # on 15x15 CP-SAT takes minutes
    group = f"hidato {side}x{side}, every tenth number"
    return [*made, sat.peer("ortools", lambda: [sparse("hidato", side)], _read, **_of(group, 1))]


def _answer(board: dict[str, Any]) -> list[int] | int:
    """Return the only solution, with -1 for a hole as our boards have it, or that there are two or more."""
    if board.get("n_solutions", 1) > 1:
        return 2
    given = flat(board["grid"])
    return [-1 if clue < 0 else number for clue, number in zip(given, flat(board["solution"]), strict=True)]


def _of(group: str, items: int) -> dict[str, Any]:
    return {"suite": "numbrix", "group": group, "item": "puzzle", "items": items}


def _known(name: str, grids: list[list[list[int]]]) -> list[Numbrix]:
    return [KINDS[name](grid) for grid in grids]


@cache
def _formed(side: int, count: int, topology: str, wrap: bool) -> list[Numbrix]:
    """Return generated boards on another grid, such as hexagons or a torus."""
    return [Hidato.generate(side, seed=seed, topology=topology, wrap=wrap) for seed in range(count)]


def _read(puzzle: Numbrix, values: list[int]) -> list[int]:
    """Return the numbers of the cells from the cell of each number."""
    numbers = [0] * len(values)
    for number, cell in enumerate(values, 1):
        numbers[cell] = number
    return numbers
