"""Crosswords of other programs: Across Lite ``.puz``, ``.ipuz`` and ``.jpz``; the grid, and its clues."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...base import PuzzleError
from ..text import decode
from .format import Format, json_object, xml_root

BLOCK, OPEN = "0", "1"
"""A forbidden and an empty cell, as boards of words write them."""
WAYS = ("Across", "Down")
SIDES = ("top", "right", "bottom", "left")
MAGIC, HEADER = b"ACROSS&DOWN\0", 0x34
CIRCLED = 0x80
"""The bit of a circle in the section of an Across Lite file that marks cells."""
MOST_LETTERS = 99
"""Letters of a cell."""
UNFILLED = frozenset(("", "-", "?", " ", "_", "0"))
Cell = tuple[int, int]
Bar = tuple[int, int, bool]
"""Row and column of a cell, and whether the bar is above it, so that it ends words down, or to its left."""


class Marks(NamedTuple):
    """What a grid has besides a letter in each cell; rows and columns count from 0."""

    bars: frozenset[Bar] = frozenset()
    rebus: Mapping[Cell, str] = {}
    """The letters of the cells that hold several; the rows have the first of them."""
    circles: frozenset[Cell] = frozenset()

    @property
    def needed(self) -> bool:
        """Whether the rows alone are another grid."""
        return bool(self.bars or self.rebus)

    def to_dict(self) -> dict[str, Any]:
        """Return the marks that there are as JSON values; rows and columns count from 1."""
        bars = [
            {"row": r + 1, "col": c + 1, "side": "top" if down else "left"}
            for r, c, down in sorted(self.bars)
        ]
        rebus = [{"row": r + 1, "col": c + 1, "letters": text} for (r, c), text in sorted(self.rebus.items())]
        circles = [{"row": r + 1, "col": c + 1} for r, c in sorted(self.circles)]
        found = {"bars": bars, "rebus": rebus, "circles": circles}
        return {name: cells for name, cells in found.items() if cells}


NO_MARKS = Marks()


class Crossword(NamedTuple):
    """A grid of letters, `OPEN` and `BLOCK`, and its clues: by way and standard number, or all in order."""

    rows: tuple[str, ...]
    numbered: dict[str, dict[int, str]]
    listed: tuple[str, ...] = ()
    """In the order of numbers, across before down."""
    marks: Marks = NO_MARKS


def crossword_format(raw: bytes) -> Format | None:
    """Return the format of crosswords that the bytes of a file are in; None where they are in none."""
    if raw[2 : 2 + len(MAGIC)] == MAGIC:
        return PUZ
    head = raw[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"{", b"ipuz(")) and re.search(rb'"(?:version|kind)"', head):
        return IPUZ
    found = head.startswith(b"<") and re.search(rb"<(?:crossword|rectangular-puzzle)", head)
    return JPZ if found else None


def read_crossword(raw: bytes, file: str | None = None) -> Crossword | None:
    """Return the crossword that the bytes of a file hold; None where they are none of these formats."""
    form = crossword_format(raw)
    if form is None:
        return None
    try:
        if form is PUZ:
            return _puz(raw)
        text = decode(raw, file or "")
        return _ipuz(text) if form is IPUZ else _jpz(text)
    except PuzzleError as error:
        reason = f"{form.title}: {error.reason}"
        raise PuzzleError(reason, file=file, line=error.line, column=error.column) from None


def _letters(text: str) -> str:
    """Return the cell of a letter, or of several, as a file writes it."""
    text = unicodedata.normalize("NFC", text.strip())
    if text in UNFILLED:
        return OPEN
    if not text.isalpha() or len(text) > MOST_LETTERS:
        raise PuzzleError(f"{text[:20]!r} in a cell, expected letters, at most {MOST_LETTERS}")
    return text


def marked_grid(
    cells: Sequence[Sequence[str]], bars: Iterable[tuple[int, int, str]], circles: Iterable[Cell]
) -> tuple[tuple[str, ...], Marks]:
    """Return rows of one letter a cell and the marks; `bars` are cells and their sides: T, R, B, L."""
    rows, cols = len(cells), len(cells[0])
    found = set()
    for row, col, sides in bars:
        if not set(sides) <= set("TRBL"):
            raise PuzzleError(f"bars {sides[:20]!r} of a cell, expected some of T, R, B and L")
        found |= {(row + (side == "B"), col + (side == "R"), side in "TB") for side in sides}
    # A bar at the edge of the grid ends no word.
    inner = {
        (row, col, down) for row, col, down in found if 0 < (row if down else col) < (rows if down else cols)
    }
    rebus = {(r, c): text for r, row in enumerate(cells) for c, text in enumerate(row) if len(text) > 1}
    marks = Marks(frozenset(inner), rebus, frozenset((r, c) for r, c in circles if cells[r][c] != BLOCK))
    return tuple("".join(text[0] for text in row) for row in cells), marks


def begins(rows: Sequence[str], bars: Collection[Bar] = ()) -> dict[str, dict[Cell, int]]:
    """Return the cells where entries begin, across and down, with their standard numbers."""
    opened = {(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != BLOCK}
    # Cells that continue the entry of the cell to their left, or above.
    later = {(r, c, d) for r, c in opened for d in (0, 1) if (r - d, c - 1 + d) in opened} - set(bars)
    first = {(r - d, c - 1 + d, d) for r, c, d in later} - later
    numbers = {cell: number for number, cell in enumerate(sorted({(r, c) for r, c, _ in first}), 1)}
    return {way: {at: n for at, n in numbers.items() if (*at, d) in first} for d, way in enumerate(WAYS)}


def _numbered(
    clues: Iterable[tuple[str, int | Cell, str]], own: Mapping[Cell, int], rows: Sequence[str], marks: Marks
) -> dict[str, dict[int, str]]:
    """Return clues by way and standard number; each has the number or place of the first cell of its entry.

    `own` are the numbers of the file, 0 for none; where all are 0, the standard ones hold.
    """
    found: dict[str, dict[int, str]] = {way: {} for way in WAYS}
    cells = begins(rows, marks.bars)
    own = own if any(own.values()) else cells["Across"] | cells["Down"]
    known = {way: {own.get(cell, 0): at for cell, at in cells[way].items()} | cells[way] for way in WAYS}
    for way, name, clue in clues:
        if name and name in known[way]:
            found[way][known[way][name]] = clue
        elif name and clue.strip():
            where = f"number {name}" if isinstance(name, int) else f"row {name[0] + 1}, column {name[1] + 1}"
            raise PuzzleError(f"clue {clue[:40]!r}: no entry {way.lower()} begins at {where}")
    return found


# Across Lite


def _sum(data: bytes, start: int = 0) -> int:
    """Return the checksum of some bytes: turned right by a bit before each is added."""
    for byte in data:
        start = ((start >> 1 | (start & 1) << 15) + byte) & 0xFFFF
    return start


def _number(raw: bytes, at: int) -> int:
    return int.from_bytes(raw[at : at + 2], "little")


def _puz(raw: bytes) -> Crossword:
    if len(raw) < HEADER:
        raise PuzzleError("it ends in its header")
    cols, rows, count = raw[0x2C], raw[0x2D], _number(raw, 0x2E)
    end = HEADER + 2 * cols * rows
    *texts, rest = raw[end:].split(b"\0", 4 + count)
    if len(raw) < end or len(texts) < 4 + count or not cols * rows:
        raise PuzzleError("it ends in the middle")
    middle = HEADER + cols * rows
    whole = _sum(raw[0x2C:HEADER])
    if whole != _number(raw, 0x0E):
        raise PuzzleError("the checksum of its header is wrong")
    whole = _sum(raw[HEADER:end], whole)
    version = raw[0x18:0x1B].decode("latin-1")
    for k, text in enumerate(texts):
        notes = k == 3 + count
        if k < 3 or notes:
            whole = _sum(text + b"\0", whole) if text and (not notes or version >= "1.3") else whole
        else:
            whole = _sum(text, whole)
    if whole != _number(raw, 0):
        raise PuzzleError("its checksum is wrong")
    if _number(raw, 0x32):
        raise PuzzleError("its solution is locked; unlock it in Across Lite")
    coding = "utf-8" if version >= "2" else "latin-1"
    cells = list(raw[HEADER:middle].decode("latin-1"))
    sections = dict(_sections(rest))
    for at, letters in _rebus(sections, coding):
        if at < len(cells):
            cells[at] = letters
    found = [BLOCK if text in (".", ":") else _letters(text) for text in cells]
    clues = tuple(text.decode(coding, "replace") for text in texts[3 : 3 + count])
    marked = enumerate(sections.get(b"GEXT", b"")[: cols * rows])
    circles = [divmod(at, cols) for at, mark in marked if mark & CIRCLED]
    lines, marks = marked_grid([found[k : k + cols] for k in range(0, len(found), cols)], (), circles)
    return Crossword(lines, {}, clues, marks)


def _sections(rest: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each section behind the texts of an Across Lite file."""
    while len(rest) >= 8:
        name, size = rest[:4], _number(rest, 4)
        data, right = rest[8 : 8 + size], _number(rest, 6)
        if len(data) < size or _sum(data) != right:
            raise PuzzleError(f"the checksum of its section {name.decode('latin-1')!r} is wrong")
        yield name, data
        rest = rest[9 + size :]


def _rebus(sections: Mapping[bytes, bytes], coding: str) -> Iterator[tuple[int, str]]:
    """Yield the cells that hold an entry of the table of rebus, and their letters."""
    entries = (
        entry.partition(":") for entry in sections.get(b"RTBL", b"").decode(coding, "replace").split(";")
    )
    table = {int(key): letters for key, _, letters in entries if re.fullmatch(r" ?\d{1,2}", key)}
    yield from ((at, table.get(key - 1, "?")) for at, key in enumerate(sections.get(b"GRBS", b"")) if key)


# ipuz


def _ipuz(text: str) -> Crossword:
    body = re.sub(r"\A\s*ipuz\(|\)\s*\Z", "", text) if text.lstrip().startswith("ipuz(") else text
    said = json_object(body)
    if not any("crossword" in str(kind) for kind in said.get("kind") or ()):
        raise PuzzleError("its kind is no crossword")
    block = said.get("block", "#")
    layout = _listed(said.get("puzzle"))
    solution = _listed(said["solution"]) if "solution" in said else layout
    if [len(row) for row in layout] != [len(row) for row in solution] or len({*map(len, layout)}) > 1:
        raise PuzzleError("rows of unequal length")
    styles = said.get("styles")
    rows: list[list[str]] = []
    bars, circles, own = [], [], {}
    for cells, letters in zip(layout, solution, strict=True):
        rows.append([])
        for cell, letter in zip(cells, letters, strict=True):
            place = len(rows) - 1, len(rows[-1])
            style = cell.get("style") if isinstance(cell, dict) else None
            if isinstance(style, str) and isinstance(styles, dict):
                style = styles.get(style)
            if isinstance(style, dict):
                bars.append((*place, str(style.get("barred") or "")))
                circles += [place] if style.get("shapebg") == "circle" else []
            kind = cell.get("cell") if isinstance(cell, dict) else cell
            own[place] = _decimal(kind)
            if isinstance(letter, dict):
                if any(way in letter for way in WAYS):
                    raise PuzzleError("a cell with other letters across than down, expected one entry")
                letter = letter.get("value", "" if letter is cell else letter.get("cell"))
            elif letter is cell:
                letter = ""
            rows[-1].append(BLOCK if kind in (block, None) else _letters(str(letter or "")))
    found, marks = marked_grid(rows, bars, circles)
    return Crossword(found, _numbered(_ipuz_clues(said.get("clues")), own, found, marks), marks=marks)


def _listed(rows: Any) -> list[list[Any]]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise PuzzleError("no rows of cells")
    return rows


def _decimal(said: Any) -> int:
    """Return the number of a cell or a clue; 0 where it has none."""
    return int(str(said)[:9]) if str(said).isdecimal() else 0


def _ipuz_clues(said: Any) -> Iterator[tuple[str, int, str]]:
    """Yield way, number and text of each clue."""
    for name, clues in said.items() if isinstance(said, dict) else ():
        way = name.partition(":")[0]
        for clue in clues if isinstance(clues, list) and way in WAYS else ():
            if isinstance(clue, dict):
                clue = (clue.get("number"), clue.get("clue"))
            if isinstance(clue, (list, tuple)) and len(clue) > 1:
                yield way, _decimal(clue[0]), str(clue[1])


# jpz


def _jpz(text: str) -> Crossword:
    root = xml_root(text)
    for part in root.iter():
        part.tag = str(part.tag).rpartition("}")[2]
    grid = next(root.iter("grid"), None)
    sides = ("", "") if grid is None else (grid.get("width", ""), grid.get("height", ""))
    if grid is None or not all(re.fullmatch(r"[1-9]\d{0,2}", side) for side in sides):
        raise PuzzleError("no grid with its width and height")
    cols, rows = map(int, sides)
    cells = [[BLOCK] * cols for _ in range(rows)]
    bars, circles, own = [], [], {}
    for cell in grid.iter("cell"):
        place = (cell.get("x", ""), cell.get("y", ""))
        if not all(re.fullmatch(r"[1-9]\d{0,2}", at) for at in place):
            raise PuzzleError("a cell without its place")
        x, y = map(int, place)
        if x > cols or y > rows:
            raise PuzzleError(f"a cell at {x}, {y}, but the grid is {cols} x {rows}")
        barred = (side for side in SIDES if cell.get(f"{side}-bar", "").strip().casefold() == "true")
        bars.append((y - 1, x - 1, "".join(side[0].upper() for side in barred)))
        circles += [(y - 1, x - 1)] if cell.get("background-shape") == "circle" else []
        if cell.get("type") not in ("block", "void", "clue"):
            cells[y - 1][x - 1] = _letters(cell.get("solution", ""))
        own[y - 1, x - 1] = _decimal(cell.get("number"))
    lines, marks = marked_grid(cells, bars, circles)
    return Crossword(lines, _numbered(_jpz_clues(root), own, lines, marks), marks=marks)


def _jpz_clues(root: Any) -> Iterator[tuple[str, int | Cell, str]]:
    """Yield the way of each clue, the first cell of the word that it names, else its number, and its text."""
    words = {word.get("id"): word for word in root.iter("word")}
    for clues in root.iter("clues"):
        title = next(("".join(one.itertext()) for one in clues.iter("title")), "").strip().capitalize()
        for clue in clues.iter("clue") if title in WAYS else ():
            word = clue.get("word") if words else None
            name = _decimal(clue.get("number")) if word is None else _first(words, word)
            yield title, name, "".join(clue.itertext())


def _first(words: Mapping[str, Any], name: str) -> Cell:
    """Return the first cell of a word, which names its cells itself, or in elements below it."""
    for part in words[name].iter() if name in words else ():
        x, y = (_decimal(part.get(at, "").partition("-")[0]) for at in "xy")
        if x and y:
            return y - 1, x - 1
    raise PuzzleError(f"a clue of the word {name[:20]!r}, which has no cells")


_LOSES = "titles, notes, colours, numbers of its own, what a player has entered"
_READS = "by `placement fill`: blocks, letters, also several in a cell, circles, clues"
PUZ = Format(
    name="puz",
    title="Across Lite .puz",
    reads=f"{_READS}; both checksums are compared",
    writes="by `--export`; a grid with bars is refused",
    loses=_LOSES,
)
IPUZ = Format(
    name="ipuz",
    title=".ipuz",
    reads=f"{_READS}, bars between cells",
    writes="by `--export`",
    loses=_LOSES,
)
JPZ = Format(
    name="jpz",
    title=".jpz, XML",
    reads=f"{_READS}, bars between cells",
    writes="by `--export`",
    loses=_LOSES,
)
SHEET = Format(
    name="clues",
    title="clue sheet .csv, .tsv",
    reads="by `--clues`: a word and its clue, as `WORD;CLUE`, with a tab, or in columns `word` and `clue`",
    writes="by `--export`: number, way, word, clue",
    loses="the grid",
)
FORMATS = (PUZ, IPUZ, JPZ, SHEET)
