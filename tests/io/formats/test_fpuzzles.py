"""f-puzzles JSON and the links that pack it."""

import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.io.formats import lzstring

EMPTY = [[{} for _ in range(9)] for _ in range(9)]
JIGSAW = ["AAABBBCCC", "AAABBBCCC", "AABBBCCCA", *["DDDEEEFFF"] * 3, *["GGGHHHIII"] * 3]


def puzzle_of(**more):
    return {"size": 9, "title": "", "author": "", "ruleset": "", "grid": EMPTY, **more}


def parsed(**more):
    return ur.Sudoku.parse(json.dumps(puzzle_of(**more)), file="x")


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ({}, {}),
        ({"diagonal+": True, "diagonal-": True, "antiknight": True}, {"variants": "diagonal anti-knight"}),
        ({"antiking": True, "disjointgroups": True}, {"variants": "anti-king disjoint"}),
        ({"nonconsecutive": True, "odd": [{"cell": "R1C1"}]}, {"variants": "nonconsecutive", "odd": "r1c1"}),
        ({"even": [{"cell": "R9C9"}, {"cell": "R1C2"}]}, {"even": "r1c2 r9c9"}),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "1"}]}, {"relations": "r1c1~r1c2"}),
        ({"ratio": [{"cells": ["R1C2", "R2C2"]}]}, {"relations": "r1c2:r2c2"}),
        ({"negative": ["difference"], "difference": [{"cells": ["R1C1", "R2C1"]}]},
         {"variants": "nonconsecutive", "relations": "r1c1~r2c1"}),
        ({"extraregion": [{"cells": ["R1C1", "R2C2", "R5C5"]}]}, {"groups": "r1c1 r2c2 r5c5"}),
        ({"killercage": [{"cells": ["R1C1", "R2C2"]}]}, {"groups": "r1c1 r2c2"}),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "10"}]}, {"cages": "10 r1c1 r1c2"}),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}]},
         {"thermometers": "r1c1 r1c2; r1c1 r2c1"}),
        ({"palindrome": [{"lines": [["R1C1", "R1C2", "R2C3"]]}]}, {"palindromes": "r1c1 r1c2 r2c3"}),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2", "R3C3"]]}]}, {"arrows": "r1c1 r2c2 r3c3"}),
        ({"littlekillersum": [{"cell": "R0C7", "direction": "DR", "value": "12", "cells": ["R1C8", "R2C9"]}]},
         {"little_killers": "12 r1c8 r2c9"}),
        ({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R5C5", "R5C6"]}]},
         {"clones": "r1c1 r1c2 = r5c5 r5c6"}),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}, {"cells": ["R2C1", "R2C2"], "value": "V"}]},
         {"relations": "r1c1Xr1c2 r2c1Vr2c2"}),
        ({"sandwichsum": [{"cell": "R0C3", "value": "12"}, {"cell": "R4C10", "value": "0"}]},
         {"sandwiches": "12 c3; 0 r4"}),
        ({"quadruple": [{"cells": ["R4C4", "R4C5", "R5C4", "R5C5"], "values": [1, 2, 2]},
                        {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}]},
         {"quadruples": "1 2 2 r4c4-r5c5"}),
    ],
)  # fmt: skip
def test_constraints_are_rules_and_back(said, rules):
    puzzle = parsed(**said)
    assert puzzle == ur.Sudoku.parse("." * 81, **rules)
    for name in ("fpuzzles", "sudokupad"):
        assert ur.Sudoku.parse(puzzle.to_format(name)) == puzzle


def test_one_diagonal_is_a_group():
    cells = " ".join(f"r{k}c{10 - k}" for k in range(1, 10))
    assert parsed(**{"diagonal+": True}) == ur.Sudoku.parse("." * 81, groups=cells)


def test_regions_and_sizes():
    grid = [[{"region": ord(sign) - 65} for sign in row] for row in JIGSAW]
    puzzle = parsed(grid=grid)
    assert puzzle == ur.Sudoku.parse("." * 81, regions=JIGSAW)
    six = ur.Sudoku.generate(6, seed=1, box="2x3")
    assert ur.Sudoku.parse(six.to_format("fpuzzles")) == six
    tall = ur.Sudoku.generate(6, seed=1, box="3x2")
    for one in (
        puzzle,
        six,
        tall,
        ur.Sudoku.parse("." * 49, variants="latin"),
        ur.Sudoku.parse("1A" + "." * 254),
    ):
        assert ur.Sudoku.parse(one.to_format("fpuzzles")) == one


def test_given_digits_alone_are_clues():
    grid = [[dict(cell) for cell in row] for row in EMPTY]
    grid[0][0] = {"value": 5, "given": True, "c": "#FF0000"}
    grid[0][1] = {"value": 6, "centerPencilMarks": [6, 7]}
    drawn = {"text": [{"cells": ["R0C1"], "value": "7"}], "cage": [{"cells": ["R1C1"]}], "author": "me"}
    assert parsed(grid=grid, **drawn).rows[0] == "5........"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (
            {"skyscraper": [{"cell": "R0C1"}], "arrow": [{"cells": ["R1C1", "R1C2"]}]},
            "has arrow from several cells, skyscraper;",
        ),
        ({"sandwichsum": [{"cell": "R0C1"}]}, "has sandwichsum without a number;"),
        (
            {"sandwichsum": [{"cell": "R1C1", "value": "3"}]},
            "'R1C1' of a sandwichsum, expected a cell outside",
        ),
        ({"quadruple": [{"cells": ["R1C1"], "values": 5}]}, "values of a quadruple are no list"),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "x"}]}, "has killercage without a number;"),
        ({"xv": [{"cells": ["R1C1", "R1C2"]}]}, "has xv without X or V;"),
        ({"thermometer": [{"lines": 5}]}, "lines are no list of lists of cells"),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "4"}]}, "has difference other than 1;"),
        ({"negative": ["ratio", "xv"]}, "has negative ratio, negative xv;"),
        ({"line": [{"fromConstraint": "Renban"}]}, "has Renban;"),
        ({"rowindexer": True}, "has rowindexer;"),
        ({"even": [{"cell": "R1C10"}]}, "as a cell, expected R1C1 to R9C9"),
        ({"even": [5]}, "even is no list of objects"),
        ({"grid": [[{"givenPencilMarks": [2]}] + [{}] * 8, *EMPTY[1:]]}, "has givenPencilMarks;"),
        ({"grid": 5}, "no grid of rows"),
        ({"grid": EMPTY[1:]}, "a grid of 8 rows, expected as many columns"),
        ({"size": 6}, "and this size"),
        ({"grid": [[{"value": 12, "given": True}] + [{}] * 8, *EMPTY[1:]]}, "12 in a cell"),
        ({"grid": [[{"value": "x", "given": True}] + [{}] * 8, *EMPTY[1:]]}, "'x' in a cell"),
        ({"grid": [[{"region": 3}] + [{}] * 8, *EMPTY[1:]]}, "a region of (8|10) cells, expected 9"),
    ],
)
def test_what_cannot_be_solved_or_read_is_named(said, wrong):
    with pytest.raises(PuzzleError, match=f"^x: f-puzzles JSON: .*{wrong}"):
        parsed(**said)


@pytest.mark.parametrize(
    "form",
    [
        "https://www.f-puzzles.com/?load={}",
        "https://f-puzzles.com/?id=1&load={}",
        "https://sudokupad.app/fpuzzles{}",
        "https://sudokupad.app/?puzzleid=fpuz{}",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{}",
        "fpuzzles{}",
    ],
)
@pytest.mark.parametrize("quoted", [True, False])
def test_links(form, quoted):
    puzzle = ur.Sudoku.generate(seed=3)
    packed = lzstring.compress(puzzle.to_format("fpuzzles"))
    assert ur.Sudoku.parse(form.format(quote(packed, safe="") if quoted else packed)) == puzzle


@pytest.mark.parametrize(
    "link",
    [
        "https://sudokupad.app/abc123",
        "https://f-puzzles.com/?load=",
    ],
)
def test_links_without_a_grid(link):
    with pytest.raises(PuzzleError, match="a link without a grid in it"):
        ur.Sudoku.parse(link)


def test_the_published_example_of_lz_string():
    assert lzstring.compress("hello, i am a 猫") == "BYUwNmD2A0AECWsCGBbZtDUzkA=="


@given(st.text() | st.text("ab"))
def test_packed_text_is_unpacked(text):
    packed = lzstring.compress(text)
    assert lzstring.decompress(packed) == text
    try:
        import lzstring as other
    except ImportError:
        return
    assert other.LZString().compressToBase64(text) == packed


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", max_size=60))
def test_damaged_text_is_one_line(packed):
    try:
        lzstring.decompress(packed)
    except PuzzleError as error:
        assert "packed text is damaged" in str(error)


def test_what_is_unpacked_is_limited():
    packed = lzstring.compress("a" * 100_000)
    assert len(packed) < 1000
    with pytest.raises(PuzzleError, match="more than 1,000 characters"):
        lzstring.decompress(packed, 1000)
