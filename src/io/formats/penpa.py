"""penpa-edit: URLs with a board packed by deflate in Base64. Other clues than numbers are refused by name."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import Any

from ...base import PuzzleError
from .format import Format, PuzzleText, inflated, json_object
from .grids import boxes_as_rules, closed_regions, made_of, numbers_of, regions_as_numbers, usual_box

SHORT = {
    "zN": "number", "z1": "numberS", "zL": "line", "zE": "lineE", "zW": "wall", "zC": "cage", "zY": "symbol",
    "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon", "zF": "freeline",
    "z2": "freelineE", "z6": "killercages", "z7": "nobulbthermo", "zS": "surface", "z4": "deletelineE",
    "zR": "command_redo", "zU": "command_undo", "z8": "command_replay", "z_": "__a",
}  # fmt: skip
"""Short form of a key -> the key, as its quoted text is written."""
DRAWN = {"surface", "deletelineE", "command_redo", "command_undo", "command_replay"}
"""Parts that colour cells, or are about the editor."""
TAKEN = {"number", "lineE"}
MARKS = "7"
"""Kind of a number that is the player's candidates."""
GRID = "sudoku"
"""Kind of a square board with boxes."""
STACKS = ("command_redo", "command_undo", "command_replay")
OBJECTS = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage",
    "deletelineE",
)  # fmt: skip
LISTS = (
    "thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo",
)  # fmt: skip
"""Parts of a board, by what they are when they are empty."""
SIZE = 38
"""Points of the side of a cell."""
BORDER = 4
"""Cells that surround a board, in both directions together."""


class _Board:
    """The numbers of points of a board: cells first, then the lower right corners of cells."""

    def __init__(self, header: list[str], margins: Any) -> None:
        whole = all(re.fullmatch(r"\d{1,3}", part) for part in header[1:3]) and len(header) > 2
        if header[0] not in ("square", GRID) or not whole:
            raise PuzzleError(f"a board of {header[0]!r:.20}, expected a square one")
        if not isinstance(margins, list) or len(margins) != 4 or not all(type(one) is int for one in margins):
            raise PuzzleError("no margins of the board")
        self._top, bottom, self._left, right = margins
        self._cols, rows = int(header[1]) + BORDER, int(header[2]) + BORDER
        self.n = rows - BORDER - self._top - bottom
        if self.n != self._cols - BORDER - self._left - right or self.n < 1:
            raise PuzzleError("a board that is no square")
        self._layer = self._cols * rows

    def place(self, point: str) -> tuple[int, int, int]:
        """Return the kind of a point, its row and its column."""
        if not re.fullmatch(r"\d{1,7}", point):
            raise PuzzleError(f"{point!r:.20}, expected the number of a point")
        kind, at = divmod(int(point), self._layer)
        return kind, at // self._cols - 2 - self._top, at % self._cols - 2 - self._left

    def numbers(self, said: Any) -> list[int]:
        """Return the number of each cell."""
        found = [0] * self.n**2
        for point, value in _items(said):
            kind, row, col = self.place(point)
            if not isinstance(value, list) or len(value) < 3:
                raise PuzzleError("a number without its kind")
            if value[2] == MARKS:
                continue
            if kind or not (0 <= row < self.n and 0 <= col < self.n):
                raise PuzzleError(f"{value[0]!r:.20} outside of the cells; such clues are not solved here")
            if not re.fullmatch(r"\d{1,2}", str(value[0])):
                raise PuzzleError(f"{value[0]!r:.20} in a cell, expected a number")
            found[row * self.n + col] = int(value[0])
        return found

    def joined(self, lines: Any) -> Iterator[tuple[int, int]]:
        """Yield pairs of neighbours without a line between them."""
        walls = set()
        for line, _ in _items(lines):
            ends = [self.place(point) for point in line.split(",")]
            if len(ends) == 2:
                (_, row, col), (_, last_row, last_col) = sorted(ends)
                if (last_row - row, last_col - col) == (0, 1):
                    walls.add((row, last_col, "below"))
                elif (last_row - row, last_col - col) == (1, 0):
                    walls.add((last_row, col, "right"))
                else:
                    raise PuzzleError("a line that is no border of a cell; such clues are not solved here")
        for cell in range(self.n**2):
            row, col = divmod(cell, self.n)
            if col + 1 < self.n and (row, col, "right") not in walls:
                yield cell, cell + 1
            if row + 1 < self.n and (row, col, "below") not in walls:
                yield cell, cell + self.n


def _items(value: Any) -> list[tuple[str, Any]]:
    if value and not isinstance(value, dict):
        raise PuzzleError("a part of the board that is no object")
    return list((value or {}).items())


def _read(text: str) -> PuzzleText:
    from urllib.parse import unquote  # takes 5 ms

    packed = re.search(r"[#&?]p=([A-Za-z0-9+/=_%-]+)", text)
    if packed is None:
        raise PuzzleError("no p=, which holds the board")
    try:
        raw = base64.b64decode(unquote(packed[1]), validate=True)
    except (binascii.Error, ValueError):
        raise PuzzleError("its packed data is damaged") from None
    parts = inflated(raw).decode("utf-8", "replace").split("\n")
    if len(parts) < 4:
        raise PuzzleError(f"{len(parts)} lines in its data, expected at least 4")
    try:
        margins = json.loads(parts[1])
    except (ValueError, RecursionError):
        margins = None
    board = _Board(parts[0].split(","), margins)
    body = parts[3].replace("zO", "null")
    said = json_object(re.sub("|".join(SHORT), lambda found: f'"{SHORT[found[0]]}"', body))
    unsolved = sorted(name for name, part in said.items() if name not in TAKEN | DRAWN and part)
    if unsolved:
        raise PuzzleError(f"has {', '.join(unsolved)}; the rules of this puzzle cannot be solved here")
    n = board.n
    regions = closed_regions(n, board.joined(said.get("lineE")))
    if len(set(regions)) == 1:  # nothing but the outer frame
        rules: dict[str, Any] = {} if isqrt(n) ** 2 == n else {"box": list(usual_box(n))}
    else:
        rules = boxes_as_rules(regions, n)
    return made_of(board.numbers(said.get("number")), n, **rules)


def _write(puzzles: Sequence[PuzzleText]) -> str:
    """Return a URL of the editor: the numbers, and thick lines between boxes or regions."""
    numbers, n = numbers_of(puzzles[0], "box", "regions")
    regions, cols = regions_as_numbers(puzzles[0], n), n + BORDER

    def point(row: int, col: int) -> int:
        return (row + 2) * cols + col + 2

    cells = [point(*divmod(cell, n)) for cell in range(n * n)]
    corner = cols * cols  # of a cell, the lower right one
    pairs = [(cell, cell + 1) for cell in range(n * n) if (cell + 1) % n]
    pairs += [(cell, cell + n) for cell in range(n * n - n)]
    joined = (pair for pair in pairs if regions[pair[0]] == regions[pair[1]])
    if len(set(closed_regions(n, joined))) > len(set(regions)):
        raise PuzzleError("a region in several parts cannot be drawn by its borders")
    lines = {}
    for cell, region in enumerate(regions):
        row, col = divmod(cell, n)
        at = corner + cells[cell]
        if col + 1 < n and regions[cell + 1] != region:
            lines[f"{at - cols},{at}"] = 2
        if row + 1 < n and regions[cell + n] != region:
            lines[f"{at - 1},{at}"] = 2
    given = {str(at): [str(value), 1, "1"] for at, value in zip(cells, numbers, strict=True) if value}
    middle = point((n - 1) // 2, (n - 1) // 2) + (0 if n % 2 else corner)
    side = SIZE * (n + 1)
    empty: dict[str, Any] = {name: {"__a": []} for name in STACKS}
    empty |= {name: {} for name in OBJECTS} | {name: [] for name in LISTS}
    parts = [
        f"square,{n},{n},{SIZE},0,1,1,{side},{side},{middle},{middle}",
        "[0,0,0,0]",
        '{"grid":["1","2","1"]}',
        _short({**empty, "number": given, "lineE": lines}),
        _short(empty),
        json.dumps([cells[0], *(b - a for a, b in pairwise(cells))], separators=(",", ":")),
    ]
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress("\n".join(parts).encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(raw).decode()}\n"


def _short(said: dict[str, Any]) -> str:
    """Return JSON with the short forms of keys."""
    text = json.dumps(said, separators=(",", ":"))
    long = {f'"{name}"': short for short, name in SHORT.items()}
    return re.sub("|".join(long), lambda found: long[found[0]], text)


FORMATS = (
    Format(
        name="penpa",
        title="penpa-edit URL",
        reads="numbers in cells, regions by borders",
        writes="the same",
        loses="colours of cells, the answer, what a player has marked",
        begins=re.compile(r"https?://[^\s#?]{0,99}penpa[^\s#?]{0,99}[#?]"),
        read=_read,
        write=_write,
    ),
)
