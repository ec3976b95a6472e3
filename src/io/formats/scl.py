"""SudokuPad's own links (``scl…``, ``ctc…``): drawings of a grid in packed, shortened JSON.

The text that is packed is JSON with single quotes, keys without quotes, ``t`` and ``f`` for true and false,
bare colours, and nothing for an empty object in a list. A rule is a drawing, or words; both are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...base import PuzzleError
from . import lzstring
from .format import PuzzleText
from .grids import boxes_as_rules, cell_names, made_of

LINK = re.compile(
    r"(?:https?://[^\s#]{0,99}?(?:/|puzzleid=))?(?:scl|ctc)([A-Za-z0-9+/%=_-]{8,})(?:[?&#]\S*)?\Z"
)
SHORT = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "a": "arrows",
    "l": "lines",
    "o": "overlays",
    "v": "value",
}
SHORT |= {"u": "underlays", "t": "title"}
"""Short form of a key -> the key."""
HARMLESS = frozenset(
    (
        "cells",
        "regions",
        "cages",
        "cellSize",
        "cs",
        "metadata",
        "settings",
        "id",
        "title",
        "author",
        "vd",
        "d",
        "rules",
    )
)
ROWS = "rowcol"
"""Style of cages that say that rows and columns have no number twice."""
NORMAL = re.compile(
    r"\W*(?:normal|standard|classic)\b[^.;\n]*\bsudoku\b[^.;\n]*(?:[.;\n]+|\Z)\s*", re.IGNORECASE
)
TOKEN = re.compile(
    r"""\s*(?:([\[\]{},:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s\[\]{},:'"]+))""", re.DOTALL
)
WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None}
DEEPEST = 64


class _Parser:
    """Reads a value of shortened JSON."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = next(self._tokens, None)

    def whole(self) -> Any:
        """Return the value of the whole text."""
        value = self._value(0)
        if self._next is not None:
            raise PuzzleError("its data is no JSON")
        return value

    def _take(self, *marks: str) -> str | None:
        """Take the next token where it is one of some marks."""
        if self._next is not None and self._next[0] == "mark" and self._next[1] in marks:
            mark = self._next[1]
            self._next = next(self._tokens, None)
            return mark
        return None

    def _value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise PuzzleError(f"nested deeper than {DEEPEST}")
        if self._take("["):
            return list(self._items(depth))
        if self._take("{"):
            return dict(self._members(depth))
        if self._next is None or self._next[0] == "mark":
            return {}  # an empty object, which is left out
        kind, text = self._next
        self._next = next(self._tokens, None)
        if kind == "word":
            return int(text) if re.fullmatch(r"-?\d{1,9}", text) else WORDS.get(text, text)
        return text

    def _items(self, depth: int) -> Iterator[Any]:
        mark: str | None = ","
        while mark == ",":
            yield self._value(depth + 1)
            mark = self._take(",", "]")
        if mark is None:
            raise PuzzleError("its data ends in a list")

    def _members(self, depth: int) -> Iterator[tuple[str, Any]]:
        mark = self._take("}") or ","
        while mark == ",":
            name = self._value(depth + 1)
            if not isinstance(name, (str, int)) or not self._take(":"):
                raise PuzzleError("its data is no JSON")
            yield SHORT.get(str(name), str(name)), self._value(depth + 1)
            mark = self._take(",", "}") or ""
        if mark != "}":
            raise PuzzleError("its data ends in an object")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at, text = 0, text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise PuzzleError("its data is no JSON")
        at = found.end()
        mark, single, double, word = found.groups()
        quoted = single if single is not None else double
        if mark or word:
            yield ("mark", mark) if mark else ("word", word)
        else:
            yield "text", re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], quoted)


def _unsolved(said: dict[str, Any]) -> Iterator[str]:
    """Yield what may constrain a grid beyond its rows, columns and regions."""
    yield from (name for name, part in said.items() if part and name not in HARMLESS)
    about = said.get("metadata")
    texts = [said.get("rules"), about.get("rules") if isinstance(about, dict) else None]
    for cage in _listed(said, "cages"):
        value = str(cage.get("value") or "")
        if not cage.get("cells"):
            texts += [value[6:]] if value.lower().startswith("rules:") else []
        elif value:
            yield "cages with a sum"
        elif not cage.get("unique") and ROWS not in (cage.get("style"), cage.get("type")):
            yield "cages"
    if any(NORMAL.sub("", text if isinstance(text, str) else "").strip() for text in texts if text):
        yield "rules in words"


def _listed(said: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = said.get(name) or []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise PuzzleError(f"{name} is no list of objects")
    return found


def _places(cells: Any, n: int) -> list[int]:
    """Return the numbers of cells given by row and column from 0."""
    found: list[Any] = cells if isinstance(cells, list) else [None]
    for place in found:
        whole = isinstance(place, list) and len(place) == 2 and all(type(one) is int for one in place)
        if not whole or not all(0 <= one < n for one in place):
            raise PuzzleError(f"{place!r:.40} as a cell, expected a row and a column below {n}")
    return [row * n + col for row, col in found]


def read(text: str) -> PuzzleText | None:
    """Read a link, or what is in one; None where it is none of these."""
    from urllib.parse import unquote  # takes 5 ms

    link = LINK.fullmatch(text)
    if link is None:
        return None
    packed = unquote(link[1]).replace(" ", "+").replace("-", "+").replace("_", "/")
    said = _Parser(lzstring.decompress(packed)).whole()
    rows = said.get("cells") if isinstance(said, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == len(rows) for row in rows):
        raise PuzzleError("no square of rows of cells")
    unsolved = sorted(set(_unsolved(said)))
    if unsolved:
        raise PuzzleError(f"has {', '.join(unsolved)}; the rules of this puzzle cannot be solved here")
    n = len(rows)
    numbers = []
    for cell in (cell for row in rows for cell in row):
        value = str(cell.get("value") or 0) if isinstance(cell, dict) else "?"
        if not re.fullmatch(r"\d{1,2}", value):
            raise PuzzleError(f"{value!r:.20} in a cell, expected 1 to {n}")
        numbers.append(int(value))
    regions: list[Any] = [None] * (n * n)
    listed = said.get("regions")
    if not isinstance(listed, list):
        raise PuzzleError("no regions")
    for number, cells in enumerate(listed):
        for cell in _places(cells, n):
            regions[cell] = number
    if None in regions:
        raise PuzzleError("a cell in no region")
    groups = [
        cell_names(_places(cage["cells"], n), n)
        for cage in _listed(said, "cages")
        if cage.get("cells") and ROWS not in (cage.get("style"), cage.get("type"))
    ]
    return made_of(numbers, n, **boxes_as_rules(regions, n), groups=groups)
