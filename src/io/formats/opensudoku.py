"""OpenSudoku: XML with many games, in plain digits or with the state of the player."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base import PuzzleError
from .format import Format, PuzzleText, xml_root
from .grids import made_of, nine_of

FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
"""Version of the data -> fields of a cell: value first, then marks, at last whether it is the player's."""
MOST_GAMES = 100_000


def _numbers(data: str, number: int) -> list[int]:
    """Return the given digits of a game."""
    if re.fullmatch(r"\d{81}", data, re.ASCII):
        return list(map(int, data))
    said = re.match(r"version: ([1-5])\s+", data)
    if said is None:
        raise PuzzleError(f"game {number}: {data[:30]!r}, expected 81 digits or version: 1 to 5")
    fields, wide = [part for part in data[said.end() :].split("|") if part.strip()], FIELDS[int(said[1])]
    values, own = fields[::wide], fields[wide - 1 :: wide]
    right = all(re.fullmatch("[0-9]", value) for value in values) and set(own) <= {"0", "1"}
    if len(fields) != 81 * wide or not right:
        raise PuzzleError(f"game {number}: {len(fields)} fields, expected 81 cells of {wide}")
    return [int(value) if mark == "0" else 0 for value, mark in zip(values, own, strict=True)]


def _read(text: str) -> PuzzleText:
    games = list(xml_root(text).iter("game"))
    if not 0 < len(games) <= MOST_GAMES:
        raise PuzzleError(f"{len(games):,} games, expected from 1 to {MOST_GAMES:,}")
    found = [made_of(_numbers(game.get("data", ""), k), 9).text for k, game in enumerate(games, 1)]
    return PuzzleText("\n".join(found))


def _write(puzzles: Sequence[PuzzleText]) -> str:
    games = [f'  <game data="{"".join(map(str, nine_of(puzzle)))}" />' for puzzle in puzzles]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *games, "</opensudoku>", ""])


FORMATS = (
    Format(
        name="opensudoku",
        title="OpenSudoku XML",
        reads="given digits of all games, data of version 0 to 5",
        writes="games in plain digits",
        loses="names, folders, times; what a player has entered and marked",
        begins=re.compile(r"<(?:[?!].{0,4000}?<)?opensudoku\b", re.DOTALL),
        read=_read,
        write=_write,
        many=True,
    ),
)
