"""Links of SudokuPad's own: what is packed and shortened is read; drawings and words are refused by name."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.io.formats.lzstring import compress
from unriddle.io.formats.scl import SHORT, _Parser

LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
KEYS = {name: short for short, name in SHORT.items()}
BOXES = [[[r // 3 * 3 + k // 3, r % 3 * 3 + k % 3] for k in range(9)] for r in range(9)]


def shortened(value):
    """Return a value as SudokuPad writes it; an empty object is left out in a list."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{KEYS.get(key, key)}:{shortened(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join("" if one == {} else shortened(one) for one in value) + "]"
    if isinstance(value, bool):
        return "ft"[value]
    return json.dumps(value).replace("'", "\\'").replace('"', "'")


def link(head="https://sudokupad.app/scl", *, plain=False, line=LINE, regions=BOXES, **more):
    n = int(len(line) ** 0.5)
    cells = [{"value": int(sign)} if sign != "." else {} for sign in line]
    puzzle = {"cells": [cells[k : k + n] for k in range(0, n * n, n)], "regions": regions, **more}
    return head + compress(json.dumps(puzzle) if plain else shortened(puzzle))


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "head", ["https://sudokupad.app/scl", "https://app.crackingthecryptic.com/sudoku/scl", "scl", "ctc"]
)
def test_links(head, plain):
    puzzle = ur.Sudoku.parse(LINE)
    assert ur.Sudoku.parse(link(head, plain=plain)) == puzzle
    about = {"title": "It's \"mine\", isn't it", "rules": "Normal Sudoku rules apply. "}
    assert ur.Sudoku.parse(link(head, plain=plain, metadata=about, cellSize=64)) == puzzle
    if head.startswith("http"):
        assert ur.Sudoku.parse(link(head, plain=plain) + "?setting-nogrid=1") == puzzle


def test_regions_and_cages():
    jigsaw = ["AAAB", "ACBB", "CCDB", "CDDD"]
    regions = [[[r, c] for r in range(4) for c in range(4) if jigsaw[r][c] == name] for name in "ABCD"]
    cage = {"cells": [[0, 3], [1, 0]], "unique": True}
    rows = {"cells": [[0, k] for k in range(4)], "unique": True, "style": "rowcol"}
    found = ur.Sudoku.parse(
        link(line="1" + "." * 15, regions=regions, cages=[cage, rows, {"value": "author: me"}])
    )
    assert found == ur.Sudoku.parse("1" + "." * 15, regions=jigsaw, groups="r1c4 r2c1")


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
def test_any_grid_is_read(cells):
    line = "".join(str(cell or ".") for cell in cells)
    assert ur.Sudoku.parse(link(line=line), strict=False) == ur.Sudoku.from_array(cells)


values = st.recursive(
    st.integers(-999, 999)
    | st.booleans()
    | st.text(st.characters(codec="ascii", categories=["L", "N", "P", "Zs"], exclude_characters='"')),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(st.from_regex("[a-z]{3,5}", fullmatch=True), inner)
    ),
    max_leaves=12,
)


@given(values)
def test_shortened_json_is_read_back(value):
    assert _Parser(shortened([value])).whole() == [value]


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]}, "has lines; the rules"),
        ({"overlays": [{"center": [1, 1]}], "arrows": [{"x": 1}]}, "has arrows, overlays;"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": 5}]}, "has cages with a sum;"),
        ({"cages": [{"cells": [[0, 0], [0, 1]]}]}, "has cages;"),
        (
            {"cages": [{"value": "rules: Normal sudoku rules apply. No 5 is next to a 6."}]},
            "has rules in words;",
        ),
        ({"metadata": {"rules": "Cells a knight's move apart differ."}}, "has rules in words;"),
        ({"global": ["antiknight"]}, "has global;"),
        ({"regions": "x"}, "no regions"),
        ({"regions": [[[0, 9]]]}, r"\[0, 9\] as a cell"),
        ({"regions": BOXES[:8]}, "a cell in no region"),
        ({"regions": [*BOXES[:8], [*BOXES[8], [0, 0]]]}, "a region of"),
        ({"cages": "x"}, "cages is no list of objects"),
        ({"line": "." * 80 + "0"}, ""),
    ],
)
def test_what_a_link_holds_besides_is_named(more, wrong):
    if not wrong:
        assert ur.Sudoku.parse(link(**more)).clues == 0
        return
    with pytest.raises(PuzzleError, match=f"^x: SudokuPad and f-puzzles link: .*{wrong}"):
        ur.Sudoku.parse(link(**more), file="x")


@pytest.mark.parametrize(
    "text", ["", "[", "{", "{a", "{a:", "{a:1", "[1 2", "'a", "[]]", "{cells:[[1],[2]]}", "[" * 99, "{[]:1}"]
)
def test_damaged_data_is_one_line(text):
    with pytest.raises(PuzzleError, match=r"^x: SudokuPad and f-puzzles link: ") as error:
        ur.Sudoku.parse("https://sudokupad.app/scl" + compress(text + " " * 20), file="x")
    assert not re.search(r"\n", str(error.value))
