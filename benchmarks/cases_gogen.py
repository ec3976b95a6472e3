"""Gogens of newspapers with known answers; other packages on those that are made here."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.case import Case
from benchmarks.suites.gogen import batch, letters_of, puzzles
from unriddle import Gogen

from . import sat
from .data import known


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    boards = [] if data is None else json.loads((data / "gogen.json").read_text())
    boards = [board for board in boards if _well_formed(board["grid"])]
    expect = [
        "".join(board["solution"]) if board["n_solutions"] == 1 else min(board["n_solutions"], 2)
        for board in boards
    ]
    make = partial(_newspapers, boards)
    more = known(data, len(boards), expect)
    made = [batch("gogen newspapers", make, len(boards), **more)]
    peer: dict[str, Any] = {"suite": "gogen", "group": "gogen 5x5", "item": "puzzle", "items": 1}
    return made + [sat.peer(name, partial(puzzles, 1), _read, **peer) for name in sat.PEERS]


def _well_formed(grid: list[str]) -> bool:
    """Say whether no letter is given twice."""
    given = [letter for row in grid for letter in row if letter != "."]
    return len(set(given)) == len(given)


def _newspapers(boards: list[dict[str, Any]], count: int) -> list[Gogen]:
    return [Gogen(board["grid"], board["words"]) for board in boards[:count]]


def _read(puzzle: Gogen, values: list[int]) -> str:
    """Return the letters of the cells from the cell of each letter."""
    codes = [-1] * len(values)
    for code, cell in enumerate(values):
        codes[cell] = code
    return letters_of(puzzle, codes)
