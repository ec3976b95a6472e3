"""Game ids of Simon Tatham's collection: parameters, a colon, the board in runs of empty cells and clues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt

from ...base import PuzzleError
from ..text import pluralize
from .format import Format, PuzzleText, check_one_line
from .grids import (
    Numbers,
    boxes_as_rules,
    check_rules,
    closed_regions,
    made_of,
    numbers_of,
    regions_as_numbers,
)

SOLO = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?((?:[jxk]|[rma]d?+\d*+|d[a-z])*+):(\S*)")
FIFTEEN = re.compile(r"(\d{1,2})x(\d{1,2}):(\d{1,4}(?:,\d{1,4})*)")
PEGS = re.compile(r"(\d{1,2})x(\d{1,2})[a-z]*:([PHO]+)")
PHO, MARKS = "PHO", "*.#"
"""A peg, a hole and no cell: there, and in the text of a board."""
RUN = re.compile(r"([a-z])|_|([1-9]\d?)")
NO_LINE = 25
"""Cells without a line between them after which ``z`` draws none."""


def _cells(text: str, count: int) -> Numbers:
    """Return the numbers of `count` cells, 0 for an empty cell."""
    found: Numbers = []
    at = 0
    while at < len(text):
        run = RUN.match(text, at)
        if run is None or len(found) > count:
            raise PuzzleError(f"{text[at:][:20]!r} in the cells, expected {count} digits and runs a to z")
        if run[1]:
            found += [0] * (ord(run[1]) - ord("a") + 1)
        elif run[2]:
            found.append(int(run[2]))
        at = run.end()
    if len(found) != count:
        raise PuzzleError(f"{len(found)} cells, but the board has {count}")
    return found


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as `_cells` reads them."""
    found, empty = "", 0
    for value in [*numbers, None]:
        if value == 0:
            empty += 1
            continue
        full, rest = divmod(empty, 26)
        run = "z" * full + (chr(ord("a") + rest - 1) if rest else "")
        empty = 0
        found += run or ("_" if found and value is not None else "")
        found += "" if value is None else str(value)
    return found


def _borders(n: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells at each line: the vertical ones by rows, the horizontal ones by columns."""
    yield from ((n * row + col, n * row + col + 1) for row in range(n) for col in range(n - 1))
    yield from ((n * row + col, n * row + col + n) for col in range(n) for row in range(n - 1))


def _regions(text: str, n: int) -> Numbers:
    """Return the region of each cell, from how many cells lie between lines."""
    borders, joined, at = list(_borders(n)), [], 0
    for sign in text:
        if sign != "_" and not "a" <= sign <= "z":
            raise PuzzleError(f"{sign!r} in the blocks, expected a to z or _")
        count = 0 if sign == "_" else min(ord(sign) - ord("a") + 1, NO_LINE)
        joined += borders[at : at + count]
        at += count + (sign != "z")
    if at != len(borders) + 1:
        raise PuzzleError("blocks that do not fit the board")
    return closed_regions(n, joined)


def _blocks(regions: Sequence[int], n: int) -> str:
    """Return regions as `_regions` reads them."""
    lines = [at for at, (one, other) in enumerate(_borders(n)) if regions[one] != regions[other]]
    found = ""
    for before, line in pairwise([-1, *lines, 2 * n * (n - 1)]):
        full, rest = divmod(line - before - 1, NO_LINE)
        if full and not rest:
            full, rest = full - 1, NO_LINE
        found += "z" * full + (chr(ord("a") + rest - 1) if rest else "_")
    return found


def _read_solo(text: str) -> PuzzleText:
    said = SOLO.fullmatch(check_one_line(text))
    if said is None:
        raise PuzzleError("no game id, expected parameters such as 3x3, a colon, and cells")
    jigsaw, flags = "j" in said[3], re.sub(r"[rma]d?\d*|d[a-z]", "", said[3])
    across, down = int(said[1]), int(said[2] or (1 if jigsaw else said[1]))
    n, parts = across * down, said[4].split(",")
    if "k" in flags:
        raise PuzzleError("has killer cages; the rules of this puzzle cannot be solved here")
    if len(parts) != 1 + jigsaw or not 4 <= n <= 31:
        raise PuzzleError(
            f"{pluralize(len(parts), 'part')} for {n} rows; expected the cells, and blocks of a jigsaw (j)"
        )
    rules = boxes_as_rules(_regions(parts[1], n), n) if jigsaw else {}
    if not jigsaw and across != down:
        rules["box"] = [across, down]
    variants = [*rules.pop("variants", ()), *(["diagonal"] if "x" in flags else [])]
    return made_of(_cells(parts[0], n * n), n, **rules, variants=variants)


def _write_solo(puzzles: Sequence[PuzzleText]) -> str:
    puzzle = puzzles[0]
    numbers, n = numbers_of(puzzle, "box", "regions", "variants")
    variants = set(puzzle.rules.get("variants", ()))
    if not variants <= {"diagonal"} or n > 31:
        raise PuzzleError(
            f"this format has no {' and no '.join(sorted(variants)) or f'{n} rows'}; choose another"
        )
    cross = "x" if variants else ""
    if "regions" in puzzle.rules:
        blocks = _blocks(regions_as_numbers(puzzle, n), n)
        if len(set(_regions(blocks, n))) > n:
            raise PuzzleError("a region in several pieces, which this format does not have; choose another")
        return f"{n}j{cross}:{_runs(numbers)},{blocks}\n"
    across, down = puzzle.rules.get("box", (isqrt(n), isqrt(n)))
    if min(across, down) < 2:
        raise PuzzleError("this format has no boxes of one row or column; choose another")
    return f"{across}x{down}{cross}:{_runs(numbers)}\n"


def _board(cells: Sequence[str], cols: str, rows: str, mark: str) -> PuzzleText:
    """Return the text of cells as rows, with a mark between them."""
    width = int(cols)
    if len(cells) != width * int(rows):
        raise PuzzleError(f"{len(cells)} cells, but a board of {cols}x{rows} has {width * int(rows)}")
    return PuzzleText("\n".join(mark.join(cells[k : k + width]) for k in range(0, len(cells), width)))


def _read_fifteen(text: str) -> PuzzleText:
    said = FIFTEEN.fullmatch(check_one_line(text))
    if said is None:
        raise PuzzleError("no game id, expected columns x rows, a colon, and numbers with commas")
    return _board(said[3].split(","), said[1], said[2], " ")


def _write_fifteen(puzzles: Sequence[PuzzleText]) -> str:
    puzzle = puzzles[0]
    check_rules(puzzle, ("goal", "blank"))
    rows, blank = [row.split() for row in puzzle.text.split("\n")], puzzle.rules.get("blank", "0")
    tiles = ["0" if tile == blank else tile for row in rows for tile in row]
    goal = [*map(str, range(1, len(tiles))), blank]
    if (
        sorted(tiles) != sorted(map(str, range(len(tiles))))
        or puzzle.rules["goal"].replace("/", " ").split() != goal
    ):
        raise PuzzleError("other tiles or another goal than 1, 2, … and the blank; choose another format")
    return f"{len(rows[0])}x{len(rows)}:{','.join(tiles)}\n"


def _read_pegs(text: str) -> PuzzleText:
    said = PEGS.fullmatch(check_one_line(text))
    if said is None:
        raise PuzzleError("no game id, expected columns x rows, a colon, and P, H and O")
    return _board(said[3].translate(str.maketrans(PHO, MARKS)), said[1], said[2], "")


def _write_pegs(puzzles: Sequence[PuzzleText]) -> str:
    puzzle = puzzles[0]
    check_rules(puzzle, () if puzzle.rules.get("jumps") != "orthogonal" else ("jumps",))
    rows = puzzle.text.split("\n")
    cells = "".join(row.ljust(max(map(len, rows)), MARKS[2]) for row in rows)
    return f"{len(cells) // len(rows)}x{len(rows)}:{cells.translate(str.maketrans(MARKS, PHO))}\n"


FORMATS = (
    Format(
        name="tatham",
        title="game ID of Solo",
        reads="boxes, X, jigsaw; to 31 rows",
        writes="the same",
        loses="symmetry and difficulty asked for",
        begins=re.compile(r"\d{1,2}(?:x\d{1,2})?(?:[jxk]|[rma]d?+\d*+|d[a-z])*+:\S"),
        read=_read_solo,
        write=_write_solo,
    ),
    Format(
        name="fifteen",
        title="game ID of Fifteen",
        reads="all boards",
        writes="numbers whose goal is 1, 2, … and the blank",
        begins=re.compile(r"\d{1,2}x\d{1,2}:"),
        read=_read_fifteen,
        write=_write_fifteen,
    ),
    Format(
        name="pegs",
        title="game ID of Pegs",
        reads="all boards",
        writes="boards whose goal is one peg anywhere",
        loses="the kind of board asked for",
        begins=re.compile(r"\d{1,2}x\d{1,2}[a-z]*:"),
        read=_read_pegs,
        write=_write_pegs,
    ),
)
