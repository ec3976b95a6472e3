"""f-puzzles: JSON of a grid with constraints by name; and links of f-puzzles and SudokuPad that pack it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...base import PuzzleError
from . import lzstring, scl
from .format import Format, PuzzleText, json_object
from .grids import (
    Numbers,
    box_regions,
    boxes_as_rules,
    cell_names,
    cells_in,
    made_of,
    numbers_of,
    regions_as_numbers,
    usual_box,
)

DRAWN = ("cage", "circle", "line", "rectangle", "text", "truecandidatesoptions", "disabledlogic", "solution")
"""Lists that draw something or are about the program, and constrain nothing."""
FLAGS = {
    "antiking": "anti-king",
    "antiknight": "anti-knight",
    "disjointgroups": "disjoint",
    "nonconsecutive": "nonconsecutive",
}
"""Constraints of all cells -> variants."""
SIGNS = {"difference": ("~", "1"), "ratio": (":", "2")}
"""Dots between two cells -> sign of a relation, and the value that it stands for."""
LINES = {"thermometer": "thermometers", "palindrome": "palindromes"}
"""Constraints along lines -> rules."""
READ = (
    "grid", "size", "diagonal+", "diagonal-", "even", "odd", "extraregion", "killercage", "negative",
    "arrow", "clone", "littlekillersum", "quadruple", "sandwichsum", "xv", *LINES,
)  # fmt: skip
CLUES = ("cages", "arrows", "little_killers", "clones", "sandwiches", "quadruples", *LINES.values())
"""Rules that are clues over lists of cells."""
OUTSIDE = re.compile(r"[rR](\d{1,2})[cC](\d{1,2})\Z")
LINK = re.compile(
    r"https?://[\w.-]+/[^\s#]*?(?:fpuzzles|fpuz|[?&]load=)([^&#\s]+)\Z|(?:fpuzzles|fpuz)(\S+)\Z"
)


def _diagonal(n: int, rising: bool) -> list[int]:
    return [(n - 1) * (k + 1) if rising else (n + 1) * k for k in range(n)]


def _unsolved(puzzle: dict[str, Any]) -> Iterator[str]:
    """Yield what constrains a grid and is none of the rules of the package."""
    for name, value in puzzle.items():
        if name in DRAWN and isinstance(value, list):
            drawn = [one.get("fromConstraint") for one in value if isinstance(one, dict)]
            yield from (str(constraint) for constraint in drawn if constraint)
        elif (value is True or (value and isinstance(value, (list, dict)))) and name not in (
            *READ,
            *FLAGS,
            *SIGNS,
        ):
            yield name
    for name in ("killercage", "littlekillersum", "sandwichsum"):
        values = [one.get("value") for one in _list(puzzle, name)]
        totals = ["" if value is None else str(value) for value in values]
        if not all(total.isdecimal() or (not total and name == "killercage") for total in totals):
            yield f"{name} without a number"
    if any(len(one.get("cells") or ()) != 1 for one in _list(puzzle, "arrow")):
        yield "arrow from several cells"
    if any(one.get("value") not in ("X", "V") for one in _list(puzzle, "xv")):
        yield "xv without X or V"
    for name, (_, usual) in SIGNS.items():
        if any(str(dot.get("value") or usual) != usual for dot in _list(puzzle, name)):
            yield f"{name} other than {usual}"
    for name in puzzle.get("negative") or ():
        if name != "difference":
            yield f"negative {name}"


def _list(puzzle: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = puzzle.get(name) or []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise PuzzleError(f"{name} is no list of objects")
    return found


def _grid(puzzle: dict[str, Any]) -> tuple[Numbers, list[Any], int]:
    """Return the given numbers, the region of each cell and the rows of a grid."""
    rows = puzzle.get("grid")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise PuzzleError("no grid of rows of cells")
    n, cells = len(rows), [cell for row in rows for cell in row]
    if any(len(row) != n for row in rows) or puzzle.get("size", n) != n:
        raise PuzzleError(f"a grid of {n} rows, expected as many columns, and this size")
    if not all(isinstance(cell, dict) for cell in cells):
        raise PuzzleError("a cell that is no object")
    usual = box_regions(usual_box(n), n)
    numbers: Numbers = []
    for cell in cells:
        if cell.get("givenPencilMarks"):  # candidates by the author, which are rules; others are a player's
            raise PuzzleError("has givenPencilMarks; the rules of this puzzle cannot be solved here")
        value = cell.get("value") or 0
        if not isinstance(value, int) or isinstance(value, bool):
            raise PuzzleError(f"{value!r:.20} in a cell, expected 1 to {n}")
        numbers.append(value if cell.get("given") else 0)
    return numbers, [cell.get("region", usual[k]) for k, cell in enumerate(cells)], n


def read(text: str) -> PuzzleText:
    """Read the JSON of a puzzle; a constraint that no rule stands for is an error."""
    puzzle = json_object(text)
    unsolved = sorted(set(_unsolved(puzzle)))
    if unsolved:
        raise PuzzleError(f"has {', '.join(unsolved)}; the rules of this puzzle cannot be solved here")
    numbers, regions, n = _grid(puzzle)
    rules = boxes_as_rules(regions, n)
    variants = [*rules.pop("variants", ()), *(name for flag, name in FLAGS.items() if puzzle.get(flag))]
    groups = [cell_names(cells, n) for cells in _groups(puzzle, n)]
    if puzzle.get("diagonal+") and puzzle.get("diagonal-"):
        variants.append("diagonal")
    else:
        groups += [cell_names(_diagonal(n, sign == "+"), n) for sign in "+-" if puzzle.get(f"diagonal{sign}")]
    if puzzle.get("negative") and "nonconsecutive" not in variants:
        variants.append("nonconsecutive")
    marked = {
        name: cell_names([cell for one in _list(puzzle, name) for cell in cells_in(one.get("cell"), n)], n)
        for name in ("even", "odd")
    }
    relations = []
    for name, (sign, _) in SIGNS.items():
        for dot in _list(puzzle, name):
            relations.append(sign.join(cell_names([cell], n) for cell in cells_in(dot.get("cells"), n)))
    for pair in _list(puzzle, "xv"):
        relations.append(pair["value"].join(cell_names([cell], n) for cell in cells_in(pair.get("cells"), n)))
    return made_of(
        numbers,
        n,
        **rules,
        variants=variants,
        groups=groups,
        **marked,
        relations=" ".join(relations),
        **_clues(puzzle, n),
    )


def _groups(puzzle: dict[str, Any], n: int) -> Iterator[list[int]]:
    """Yield sets of cells without a number twice."""
    for name in ("extraregion", "killercage"):
        for one in _list(puzzle, name):
            cells = cells_in(one.get("cells"), n)
            if len(cells) > 1 and not one.get("value"):
                yield cells


def _clues(puzzle: dict[str, Any], n: int) -> dict[str, list[str]]:
    """Return sums and lines as the rules that they are."""

    def named(cells: Any) -> str:
        return cell_names(cells_in(cells, n), n)

    def lines(one: dict[str, Any]) -> list[Any]:
        found = one.get("lines")
        if not isinstance(found, list):
            raise PuzzleError("lines are no list of lists of cells")
        return found

    clues = {
        rule: [named(line) for one in _list(puzzle, name) for line in lines(one)]
        for name, rule in LINES.items()
    }
    for name, rule in (("killercage", "cages"), ("littlekillersum", "little_killers")):
        clues[rule] = [
            f"{one['value']} {named(one.get('cells'))}" for one in _list(puzzle, name) if one.get("value")
        ]
    clues["arrows"] = [
        f"{circle} {' '.join(cell for cell in named(line).split() if cell != circle)}"
        for one in _list(puzzle, "arrow")
        for circle in [named(one["cells"])]
        for line in lines(one)
    ]
    clues["clones"] = [
        f"{named(one.get('cells'))} = {named(one.get('cloneCells'))}" for one in _list(puzzle, "clone")
    ]
    clues["sandwiches"] = [
        f"{one['value']} {_line_at(one.get('cell'), n)}" for one in _list(puzzle, "sandwichsum")
    ]
    clues["quadruples"] = [
        f"{' '.join(numbers)} {named(one.get('cells'))}"
        for one in _list(puzzle, "quadruple")
        if (numbers := _values(one))
    ]
    return clues


def _values(quadruple: dict[str, Any]) -> list[str]:
    """Return the numbers of a quadruple; none asks for nothing."""
    found = quadruple.get("values") or []
    if not isinstance(found, list):
        raise PuzzleError("values of a quadruple are no list")
    return [str(value) for value in found]


def _line_at(cell: Any, n: int) -> str:
    """Return the row or column that a cell outside of the grid belongs to, as ``r1`` or ``c1``."""
    found = OUTSIDE.match(cell) if isinstance(cell, str) else None
    row, col = (int(found[1]), int(found[2])) if found else (0, 0)
    if row in (0, n + 1) and 1 <= col <= n:
        return f"c{col}"
    if col in (0, n + 1) and 1 <= row <= n:
        return f"r{row}"
    raise PuzzleError(f"{cell!r:.40} of a sandwichsum, expected a cell outside of the grid such as R0C1")


def json_of(puzzle: PuzzleText) -> str:
    """Return a puzzle as JSON; a rule that f-puzzles does not have is an error."""
    known = ("box", "regions", "variants", "groups", "even", "odd", "relations")
    numbers, n = numbers_of(puzzle, *known, *CLUES)
    rules = puzzle.rules
    variants = dict.fromkeys(rules.get("variants", ()), True)
    usual = box_regions(usual_box(n), n)
    regions = usual
    if variants.pop("latin", False):
        regions = box_regions((1, n), n)
    else:
        regions = regions_as_numbers(puzzle, n)
    cells = [{"value": value, "given": True} if value else {} for value in numbers]
    if regions != usual:
        cells = [{**cell, "region": region} for cell, region in zip(cells, regions, strict=True)]
    found: dict[str, Any] = {"size": n, "grid": [cells[k : k + n] for k in range(0, n * n, n)]}
    if variants.pop("diagonal", False):
        found |= {"diagonal+": True, "diagonal-": True}
    dots = _dots(str(rules.get("relations", "")), n)
    if dots["difference"] and variants.pop("nonconsecutive", False):
        found["negative"] = ["difference"]
    found |= {flag: True for flag, name in FLAGS.items() if variants.pop(name, False)}
    if variants:
        raise PuzzleError(f"this format has no {' and no '.join(variants)}; choose another")
    found |= {name: listed for name, listed in dots.items() if listed}
    for name in ("even", "odd"):
        if name in rules:
            found[name] = [{"cell": cell.upper()} for cell in rules[name].split()]
    if "groups" in rules:
        found["extraregion"] = [{"cells": group.upper().split()} for group in rules["groups"]]
    return json.dumps(found | _said(rules, n), separators=(",", ":"))


def _said(rules: Mapping[str, Any], n: int) -> dict[str, list[dict[str, Any]]]:
    """Return rules of sums and lines as constraints."""
    clues = {rule: [clue.upper().split() for clue in found] for rule, found in rules.items() if rule in CLUES}
    found: dict[str, list[dict[str, Any]]] = {
        name: [{"lines": [cells]} for cells in clues.get(rule, ())] for name, rule in LINES.items()
    }
    found["killercage"] = [
        {"cells": words[1:], "value": words[0]} if words[0].isdecimal() else {"cells": words}
        for words in clues.get("cages", ())
    ]
    found["arrow"] = [{"cells": cells[:1], "lines": [cells]} for cells in clues.get("arrows", ())]
    found["littlekillersum"] = [
        _outside(cells, n) | {"cells": cells, "value": total}
        for total, *cells in clues.get("little_killers", ())
    ]
    found["clone"] = [
        {"cells": cells[: cells.index("=")], "cloneCells": cells[cells.index("=") + 1 :]}
        for cells in clues.get("clones", ())
    ]
    found["sandwichsum"] = [
        {"cell": f"R0{line}" if line[0] == "C" else f"{line}C0", "value": total}
        for total, line in clues.get("sandwiches", ())
    ]
    found["quadruple"] = [
        {"cells": _block(cells_in(block, n)[0], n), "values": [int(number) for number in numbers]}
        for *numbers, block in clues.get("quadruples", ())
    ]
    return {name: listed for name, listed in found.items() if listed}


def _block(cell: int, n: int) -> list[str]:
    """Return 2 × 2 cells, by the first of them."""
    return cell_names((cell, cell + 1, cell + n, cell + n + 1), n).upper().split()


def _outside(cells: Sequence[str], n: int) -> dict[str, str]:
    """Return where the arrow of a diagonal stands, and where it points: at all cells to the border."""
    (row, col), (below, right), (last, end) = (
        divmod(cells_in([cells[at]], n)[0], n) for at in (0, min(1, len(cells) - 1), -1)
    )
    down, over = below - row, right - col
    if abs(down) != 1 or abs(over) != 1 or {row - down, col - over}.isdisjoint((-1, n)):
        raise PuzzleError("this format has no sums of a part of a diagonal; choose another")
    if {last + down, end + over}.isdisjoint((-1, n)):
        raise PuzzleError("this format has no sums of a part of a diagonal; choose another")
    way = ("D" if down > 0 else "U") + ("R" if over > 0 else "L")
    return {"cell": f"R{row - down + 1}C{col - over + 1}", "direction": way}


def _dots(relations: str, n: int) -> dict[str, list[dict[str, Any]]]:
    """Return the dots of relations by name."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in (*SIGNS, "xv")}
    names = {sign: name for name, (sign, _) in SIGNS.items()} | {"X": "xv", "V": "xv"}
    for chain in relations.split():
        for first, second in pairwise(re.split(f"([{''.join(names)}<>])", chain)[::2]):
            sign = chain[chain.index(first) + len(first)]
            if sign not in names:
                raise PuzzleError(f"this format has no {first}{sign}{second}; choose another")
            value = {"value": sign} if names[sign] == "xv" else {}
            found[names[sign]].append({"cells": [first.upper(), second.upper()], **value})
    return found


def _read_link(text: str) -> PuzzleText:
    from urllib.parse import unquote  # takes 5 ms

    own = scl.read(text)
    if own is not None:
        return own
    link = LINK.fullmatch(text)
    if link is None:
        reason = (
            "a link without a grid in it; open it there and copy the long link, or export it to f-puzzles"
        )
        raise PuzzleError(reason)
    packed = unquote(link[1] or link[2]).replace(" ", "+").replace("-", "+").replace("_", "/")
    return read(lzstring.decompress(packed))


def _write(puzzles: Sequence[PuzzleText]) -> str:
    return json_of(puzzles[0]) + "\n"


def _write_link(puzzles: Sequence[PuzzleText]) -> str:
    from urllib.parse import quote

    packed = quote(lzstring.compress(json_of(puzzles[0])), safe="")
    return f"https://sudokupad.app/fpuzzles{packed}\n"


_READS = (
    "grid, regions, diagonals, anti-knight, anti-king, disjoint groups, nonconsecutive, even, odd, dots of 1 "
    "and 2, X and V, extra regions, cages, arrows from one cell, little killers, thermometers, palindromes, "
    "clones, sandwiches, quadruples"
)
_LOSES = "titles, rules in words, drawings, colours; what a player has entered and marked"

FORMATS = (
    Format(
        name="fpuzzles",
        title="f-puzzles JSON",
        reads=_READS,
        writes="the same",
        loses=_LOSES,
        begins=re.compile(r"\{\s*\"(?=.*\"grid\"\s*:)", re.DOTALL),
        read=read,
        write=_write,
    ),
    Format(
        name="sudokupad",
        title="SudokuPad and f-puzzles link",
        reads="links with `load=`, `fpuz` or `fpuzzles`: as f-puzzles JSON; with `scl` or `ctc`: numbers, "
        "regions, cages without repeated numbers",
        writes="a link of SudokuPad",
        loses=_LOSES,
        begins=re.compile(
            r"https?://[\w.-]{0,99}(?:f-puzzles|sudokupad|crackingthecryptic)[\w.-]{0,99}/|(?:fpuzzles|fpuz|scl|ctc)[A-Za-z0-9+/%=]{20,}\s*\Z"
        ),
        read=_read_link,
        write=_write_link,
    ),
)
