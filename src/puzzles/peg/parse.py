"""Text of peg solitaire: boards, goals and positions as rows of marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...arrow import lists_of
from ...base import PuzzleError
from ...io.formats import read_format
from ...io.grid_text import GridRow, Symbols, clean_text, read_grid
from ...io.text import printable, uneven
from ..framework.arguments import check_text
from .boards import hole_of

if TYPE_CHECKING:
    from ...typing import GoalLike

PEG, EMPTY, UNUSED = "*", ".", "#"
MARKERS = frozenset((PEG, EMPTY, UNUSED))
EXPECTED = "expected * (peg), . (empty) or # (unused)"
GOALS = "expected a hole such as d4, any, or rows of * (peg), . (empty) and # (unused)"
MOST_MARKS, MOST_ROWS = 1 << 16, 1 << 12
PEGS = frozenset("*●⬤⚫•1")
"""Marks that are pegs wherever they occur."""
EMPTIES = frozenset(".○◯⚪◦·_-")
"""Marks that are empty holes, where one of them alone is used; a space within a drawn row too."""
EITHER = frozenset("oOxX0")
"""Marks that some write for pegs, others for empty holes; 0 is empty where there is a 1."""
NONE = frozenset((UNUSED, "-1"))
KNOWN = PEGS | EMPTIES | EITHER | NONE | {""}
FORMATS = ("pegs",)
"""Formats of other programs that are read."""
SYMBOLS = Symbols(
    apart=False, columns=True, folds=False, marks="*.-", comment="", cure="write each row on its own line"
)

Goal = tuple[int, int] | tuple[tuple[str, ...], ...] | None
"""One peg anywhere; one at a hole; a pattern."""
Rows = tuple[tuple[str, ...], ...]


class Meaning:
    """Decides which marks are pegs, empty holes and unused, by the marks of a board and two options."""

    def __init__(self, peg: str | None = None, empty: str | None = None) -> None:
        self.peg, self.empty = _mark("peg", peg), _mark("empty", empty)
        if self.peg is not None and self.peg == self.empty:
            raise PuzzleError(f"peg and empty are both {self.peg!r}; use two marks")

    def of(self, marks: Iterable[str]) -> dict[str, str]:
        """Return each mark of a board with its meaning: ``*``, ``.`` or ``#``; a space is an empty hole."""
        used = dict.fromkeys(marks)
        found = {mark: UNUSED for mark in used if mark in NONE}
        rest = [mark for mark in used if mark not in NONE]
        if self.peg is not None and self.peg not in rest:
            raise PuzzleError(f"peg={self.peg!r}, but no {self.peg} is on the board")
        pegs = [self.peg] if self.peg is not None else self._pegs(rest)
        rest = [mark for mark in rest if mark not in pegs]
        if self.empty is None and len(rest) > 1:
            a, b = rest[:2]
            raise PuzzleError(
                f"it is unclear whether {_shown(a)} or {_shown(b)} is an empty hole; "
                f"pass empty={a!r} or empty={b!r}"
            )
        for mark in rest:
            found[mark] = EMPTY if self.empty in (None, mark) else UNUSED
        return found | dict.fromkeys(pegs, PEG)

    def _pegs(self, marks: list[str]) -> list[str]:
        """Return the mark of the pegs."""
        sure = [mark for mark in marks if mark in PEGS and mark != self.empty]
        either = [mark for mark in marks if mark in EITHER and mark != self.empty]
        if "1" in sure and "0" in either:
            either.remove("0")
        if len(sure) + len(either) > 1:
            a, b = (sure + either)[:2]
            raise PuzzleError(f"it is unclear whether {a} or {b} is a peg; pass peg={a!r} or peg={b!r}")
        if either == ["0"] and self.empty is None:
            raise PuzzleError("0 can be a peg or an empty hole; pass peg='0' or empty='0' (--peg, --empty)")
        return sure + either


def meaning_of(peg: str | None, empty: str | None) -> Meaning | None:
    """Return what two options say; None where they say nothing."""
    return None if peg is None and empty is None else Meaning(peg, empty)


def _mark(name: str, mark: Any) -> str | None:
    """Return the mark that an option names."""
    if mark is None:
        return None
    known = PEGS | EMPTIES | EITHER | {" "}
    cleaned = clean_text(mark) if isinstance(mark, str) else None
    if cleaned not in known or (name == "peg" and cleaned == " "):
        raise PuzzleError(f"{name}={mark!r:.40}, expected one mark, such as * o x 1 . _ - 0")
    return cleaned


def _shown(mark: str) -> str:
    return "a space" if mark == " " else mark


def rows_of(marker: Any, what: str, meaning: Meaning | None = None) -> Rows:
    """Return the rows of a board in the marks ``*``, ``.`` and ``#``; refuse ragged rows."""
    if isinstance(marker, str):
        return tuple(map(tuple, read_rows(marker, meaning=meaning)))
    try:
        rows = [list(row) for row in lists_of(marker, name=what)]
    except TypeError:
        expected = GOALS if what == "goal" else "expected text or rows"
        raise PuzzleError(f"{what}={marker!r:.40}, {expected}") from None
    if not rows or not rows[0]:
        raise PuzzleError(f"{what} without cells, expected rows of * (peg), . (empty) and # (unused)")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(uneven(number, len(row), len(rows[0])), file=what)
        for k, mark in enumerate(row):
            row[k] = mark.strip() if isinstance(mark, str) else None
            if row[k] not in KNOWN:
                raise PuzzleError(f"marker {mark!r:.40} on the {what}, {EXPECTED}")
    return tuple(map(tuple, _meant(rows, meaning or Meaning())))


def read_rows(
    text: str, file: str | None = None, width: int = 0, jumps: str = "", meaning: Meaning | None = None
) -> list[str]:
    """Return the rows of a text in the marks ``*``, ``.`` and ``#``, padded with ``#`` to equal lengths."""
    foreign = read_format(check_text(text, file=file), FORMATS, file)
    text = text if foreign is None else foreign.text
    if len("".join(text.split())) > MOST_MARKS:
        raise PuzzleError("a board too large, expected at most 64 holes", file=file)
    rows = [row for row in text.replace("/", "\n").split("\n") if row]
    if meaning is not None or not rows or "\n\n" in text.strip("\n") or not MARKERS.issuperset("".join(rows)):
        reading = _Reading(clean_text(text), jumps == "triangular", meaning or Meaning())
        rows = read_grid(text, reading.rows, SYMBOLS, describe=_size, file=file)
    if len(rows) > MOST_ROWS:
        raise PuzzleError("a board too large, expected at most 64 holes", file=file)
    width = max(width, *map(len, rows))
    return [row.ljust(width, UNUSED) for row in rows]


def _size(rows: list[str]) -> str:
    return f"{len(rows)}×{max(map(len, rows))}"


class _Reading:
    """Makes rows of marks of the cells of a text."""

    def __init__(self, text: str, triangular: bool, meaning: Meaning) -> None:
        self._triangular, self._meaning = triangular, meaning
        self._drawn = "|" in text
        words = text.split() if "/" not in text and "\n" not in text.strip() else []
        rows = len(words) > 1 and min(map(len, words)) > 1 and KNOWN.issuperset("".join(words))
        plain = EMPTIES & set(text) or {"0", "1"} <= set(text)
        self._apart = rows and (not plain or len({*map(len, words)}) > 1)
        """Whether spaces on the one line can be ends of rows, or lie between the cells of one."""

    def rows(self, found: list[GridRow], size: tuple[int, int] | None) -> list[str]:
        """Return rows of ``*``, ``.`` and ``#``."""
        for row in found:
            for k, cell in enumerate(row.cells):
                if cell and cell not in KNOWN:
                    raise row.error(
                        f"character {cell!r:.40}, {EXPECTED}",
                        None if cell in ",;|+" else k,
                    )
        rows = [row.cells for row in found if row.cells]
        if not rows:
            raise PuzzleError("a board without cells")
        if self._drawn and len({*map(len, rows)}) > 1:
            raise PuzzleError("rows of different lengths in a frame")
        if size not in (None, (len(rows), max(map(len, rows)))):
            raise PuzzleError("the rows do not have the size on the first line")
        if _staggered(rows):
            if not self._triangular:
                raise PuzzleError(
                    "rows half a cell apart are a triangle, or spaces are empty holes; pass "
                    "jumps='triangular' (--jumps triangular), or write . for empty and # for unused cells"
                )
            rows = _leaning(rows)
        if self._apart and (len(rows) > 1 or "" in rows[0]):
            raise PuzzleError(
                "spaces can end rows, be empty holes or be none; write / or . for them, or no spaces"
            )
        return ["".join(row) for row in _meant(rows, self._meaning)]


def _meant(rows: list[list[str]], meaning: Meaning) -> list[list[str]]:
    """Return rows of ``*``, ``.`` and ``#``: blank cells at the ends of a row are unused, others empty."""
    outside = set()
    for r, row in enumerate(rows):
        kept = [c for c, cell in enumerate(row) if cell] or [len(row)]
        outside |= {(r, c) for c in range(len(row)) if not kept[0] <= c <= kept[-1]}
    shown = [
        [UNUSED if (r, c) in outside else cell or " " for c, cell in enumerate(row)]
        for r, row in enumerate(rows)
    ]
    means = meaning.of(mark for row in shown for mark in row)
    full = EMPTY not in means.values()
    if (full or means.get(" ") == EMPTY) and not _is_outline(outside, len(rows), max(map(len, rows))):
        raise PuzzleError(
            "a blank cell at the end of a row can be an empty hole or unused; "
            "write . for empty holes and # for unused cells"
        )
    return [[means[mark] for mark in row] for row in shown]


def _is_outline(outside: set[tuple[int, int]], height: int, width: int) -> bool:
    """Return whether cells look like those around a board: half a turn or a reflection keeps them."""
    images = [
        {(height - 1 - r, width - 1 - c) for r, c in outside},
        {(r, width - 1 - c) for r, c in outside},
    ]
    if height == width:
        images.append({(width - 1 - c, height - 1 - r) for r, c in outside})
    return outside in images


def _staggered(rows: list[list[str]]) -> bool:
    """Return whether each row stands half a cell further to the left or right than the one above."""
    places = [{c for c, cell in enumerate(row) if cell} for row in rows]
    odd = [{c % 2 for c in row} for row in places]
    return (
        len(rows) > 1
        and all(len(first) == 1 and first == {1 - c for c in second} for first, second in pairwise(odd))
        and any(c + 2 in row for row in places for c in row)
    )


def _leaning(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows of a drawn triangle, each beginning below the one above."""
    cells = {(r, c + r): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell}
    left, right = (end(at for _, at in cells) for end in (min, max))
    return [[cells.get((r, at), "") for at in range(left, right + 1, 2)] for r in range(len(rows))]


def read_vacancy(vacancy: Any) -> tuple[int, int]:
    """Return row and column of the hole that is empty at first, from these or its name."""
    hole = hole_of(vacancy) if isinstance(vacancy, str) else None
    if hole is None and isinstance(vacancy, Sequence) and [type(part) for part in vacancy] == [int, int]:
        hole = vacancy[0], vacancy[1]
    if hole is None:
        shown = printable(vacancy if isinstance(vacancy, str) else repr(vacancy))
        raise PuzzleError(f"{shown:.40} is not a hole; use a name like d4, or row and column from 0")
    return hole


def read_goal(goal: GoalLike | None, width: int, meaning: Meaning | None = None, jumps: str = "") -> Goal:
    """Return a goal: None or ``any``, row and column or the name of a hole, or the rows of a pattern."""
    if goal is None:
        return None
    if isinstance(goal, str):
        hole = hole_of(goal)
        if hole is not None or goal.strip().lower() == "any":
            return hole
        try:
            return tuple(map(tuple, read_rows(goal, None, width, jumps, meaning)))
        except PuzzleError as error:
            if set(goal) & set(" /\n"):
                raise PuzzleError(error.reason, file="goal") from None
            raise PuzzleError(f"goal={goal!r:.40}, {GOALS}") from None
    match goal:
        case [int(row), int(col)] if type(row) is type(col) is int:
            return row, col
    return rows_of(goal, "goal", meaning)
