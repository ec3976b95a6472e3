"""Rules of grids: notation, variants, tables."""

import argparse
import copy
import gc
import itertools
import pickle
import random
from dataclasses import fields

import numpy as np
import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.sudoku import check
from unriddle.puzzles.sudoku.layout import (
    VARIANTS,
    Relation,
    Variant,
    boxed,
    cell_sign,
    cells_of,
    check_box,
    groups_of,
    interned,
    layout_of,
    regions_of,
    regions_rows,
    relations_of,
    relations_text,
    rules_of,
    variant_of,
    variants_of,
)


def test_cells_are_read_in_every_form():
    for form in ("r1c2 R2C1", "r2c1, r1c2", ["r1c2", (1, 0)], ((0, 1), [1, 0])):
        assert cells_of(form, 4, "odd") == (1, 4)
    assert cells_of(None, 4, "odd") == cells_of("", 4, "odd") == ()
    assert [cells_of(cell_sign(cell, 36), 36, "odd") for cell in (0, 700, 1295)] == [(0,), (700,), (1295,)]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("r1c5", "'r1c5' in odd, expected a cell from r1c1 to r4c4"),
        ("r0c1", "'r0c1' in odd"),
        ("r1c1 r1c1", "r1c1 is twice in odd"),
        ([(0, -1)], "in odd, expected a cell"),
        ([(0, 1.5)], "in odd, expected a cell"),
        ([7], "7 in odd"),
        (7, "odd=7, expected cells such as r1c1 r2c3"),
        ({"r1c1": 1}, "odd={"),
    ],
)
def test_wrong_cells_are_one_line(value, message):
    with pytest.raises(PuzzleError) as caught:
        cells_of(value, 4, "odd")
    assert message in str(caught.value)


def test_groups():
    assert groups_of("r1c1 r2c2 ; r1c1 r1c2/r2c1 r2c2;", 4) == ((0, 1), (0, 5), (4, 5))
    assert groups_of(["r1c1 r1c2", [(1, 0), (1, 1)]], 4) == ((0, 1), (4, 5))
    for wrong in ("r1c1", "r1c1 r1c2 r1c3 r1c4 r2c1", 5, ["r9c9 r1c1"]):
        with pytest.raises(PuzzleError, match="expected"):
            groups_of(wrong, 4)


def test_relations_are_read_back():
    text = "r1c1<r1c2 r1c1~r2c1 r1c1:r1c2 r2c2<r2c1"
    found = relations_of("r1c2 > r1c1 : r1c2; r2c1 ~ r1c1, r2c2<r2c1", 4)
    assert relations_text(found, 4) == " ".join(sorted(text.split(), key=lambda t: relations_of(t, 4)))
    assert relations_of(relations_text(found, 4), 4) == found
    assert relations_of("r1c1<r1c2<r1c3", 4) == (Relation(0, "<", 1), Relation(1, "<", 2))
    assert relations_of(["r1c1<r1c2", "r1c2~r1c3"], 4) == (Relation(0, "<", 1), Relation(1, "~", 2))


@pytest.mark.parametrize("wrong", ["r1c1", "r1c1<", "r1c1=r1c2", "r1c1<r1c1", "r1c1<r9c1", 7, [7], {"a": 1}])
def test_wrong_relations_are_refused(wrong):
    with pytest.raises(PuzzleError, match="relations"):
        relations_of(wrong, 4)


def test_regions_in_every_form():
    rows = ["AABB", "ABBC", "ADCC", "DDDC"]
    numbers = [[ord(letter) for letter in row] for row in rows]
    expected = regions_of("".join(rows), 4)
    for form in ("/".join(rows), "\n".join(rows), rows, numbers, [ord(sign) for sign in "".join(rows)]):
        assert regions_of(form, 4) == expected
    assert regions_rows(expected, 4) == rows


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("AABB", "4 cells, expected 16"),
        ("A" * 9 + "BCDBCDB", "region A has 9 cells, expected 4"),
        (7, "regions=7"),
        ([["A", []] * 2] * 4, "expected a letter for each cell"),
    ],
)
def test_wrong_regions_are_one_line(wrong, message):
    with pytest.raises(PuzzleError) as caught:
        regions_of(wrong, 4)
    assert message in str(caught.value)


def test_every_option_has_its_help():
    assert all(each.metadata["help"] for each in fields(Variant))


def test_what_a_command_says():
    args = argparse.Namespace(even="r1c1", odd=None, size=9, box="3x3")
    assert variant_of(vars(args)) == Variant(even="r1c1") and rules_of(variant_of(vars(args))) == {
        "even": "r1c1"
    }


@pytest.mark.parametrize(
    ("n", "rules", "message"),
    [
        (
            4,
            {"box": "2x2", "regions": "AABB" * 2 + "CCDD" * 2},
            "box='2x2' cannot be combined with regions",
        ),
        (4, {"box": "2x2", "variants": "latin"}, "box='2x2' cannot be combined with latin"),
        (
            4,
            {"regions": "AABB" * 2 + "CCDD" * 2, "variants": "latin"},
            "regions cannot be combined with latin",
        ),
        (4, {"even": "r1c1", "odd": "r1c1"}, "r1c1 is in even and in odd"),
        (7, {"variants": "x"}, "7 is not a square"),
        (37, {"variants": "latin"}, "37 rows, expected from 1 to 36"),
        (0, {"variants": "latin"}, "0 rows"),
    ],
)
def test_rules_that_no_grid_has(n, rules, message):
    with pytest.raises(PuzzleError) as caught:
        layout_of(n, rules.pop("box", None), file="x.txt", **rules)
    assert str(caught.value).startswith("x.txt: ") and message in str(caught.value)


def test_an_unknown_rule_is_an_error_of_the_call():
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        layout_of(4, colour="red")


def test_boxes():
    assert check_box(9, None) == (3, 3) and check_box(6, "3x2") == (3, 2)
    with pytest.raises(PuzzleError, match="boxes of 2 × 2 cells, expected 9 cells per box"):
        check_box(9, (2, 2))


def test_names_and_other_names():
    assert variants_of("X, hyper") == ("diagonal", "windoku")
    assert variants_of(["anti_knight", "Latin"]) == ("anti-knight", "latin")
    assert variants_of("") == variants_of(None) == ()
    wrongs = (("diagnal", "did you mean diagonal?"), (7, "expected names"), ([7], "expected one of"))
    for wrong, message in wrongs:
        with pytest.raises(PuzzleError) as caught:
            variants_of(wrong)
        assert message in str(caught.value)


@pytest.mark.parametrize("name", sorted(set(VARIANTS) - {"latin"}))
def test_units_have_each_n_different_cells(name):
    added = VARIANTS[name](9, (3, 3))
    assert any(added)
    for unit_name, unit in added.units:
        assert len(set(unit)) == 9 and min(unit) >= 0 and max(unit) < 81
        assert unit_name.startswith(name.split("-")[0]) or name in ("diagonal", "windoku", "disjoint")
    for first, second in (*added.apart, *added.never):
        assert 0 <= first < second < 81


def test_how_many_units_and_pairs_each_adds():
    sizes = {name: tuple(map(len, VARIANTS[name](9, (3, 3)))) for name in VARIANTS}
    assert sizes == {
        "diagonal": (2, 0, 0),
        "windoku": (4, 0, 0),
        "disjoint": (9, 0, 0),
        "asterisk": (1, 0, 0),
        "girandola": (1, 0, 0),
        "centre-dot": (1, 0, 0),
        "anti-knight": (0, 224, 0),  # 4 * 7 * 8
        "anti-king": (0, 272, 0),  # 2 * 8 * 9 + 2 * 8 * 8
        "nonconsecutive": (0, 0, 144),
        "latin": (0, 0, 0),
    }


def test_windows_of_other_sizes():
    assert len(VARIANTS["windoku"](16, (4, 4)).units) == 9
    assert VARIANTS["windoku"](4, (2, 2)).units == (("window 1", (5, 6, 9, 10)),)


@pytest.mark.parametrize(
    ("n", "box", "variants", "message"),
    [
        (4, None, "asterisk", "asterisk with 4 rows, expected 9"),
        (5, None, "latin windoku", "windoku needs a grid with boxes"),
        (5, None, "latin disjoint", "disjoint needs a grid with boxes"),
        (1, "1x1", "windoku", "windoku with boxes of 1 × 1, expected square boxes"),
        (5, "1x5", "windoku", "windoku with boxes of 1 × 5, expected square boxes"),
        (6, "2x3", "windoku", "windoku with boxes of 2 × 3, expected square boxes"),
        (9, "9x1", "centre-dot", "centre-dot with boxes that have no middle, expected boxes of 3 × 3"),
        (9, None, "latin centre-dot", "centre-dot needs a grid with boxes"),
    ],
)
def test_variants_that_a_grid_cannot_have(n, box, variants, message):
    with pytest.raises(PuzzleError, match=message):
        layout_of(n, box, variants=variants)


JIGSAW = "AABB/ACCB/ACDB/CDDD"
"""Four regions of four cells."""
RULES = [
    {},
    {"variants": "diagonal"},
    {"variants": "disjoint"},
    {"variants": "windoku"},
    {"variants": "anti-king"},
    {"variants": "latin"},
    {"variants": "latin anti-knight"},
    {"variants": "latin diagonal"},
    {"variants": "latin nonconsecutive"},
    {"variants": "latin", "relations": "r1c1~r1c2 r2c1<r2c2 r3c3:r4c3"},
    {"variants": "nonconsecutive", "relations": "r1c1~r1c2"},
    {"regions": "AABB/ABBC/ADCC/DDDC"},
    {"even": "r1c1 r2c4", "odd": "r4c4"},
    {"groups": "r1c1 r2c3 r3c4 r4c2; r1c2 r3c3"},
    {"relations": "r1c1<r1c2<r1c3 r2c2>r3c2"},
]


def latin_squares(n):
    """Every Latin square of order n, by rows that clash with none above."""
    orders = list(itertools.permutations(range(1, n + 1)))

    def extend(rows):
        if len(rows) == n:
            yield [value for row in rows for value in row]
            return
        for order in orders:
            if all(a != b for row in rows for a, b in zip(row, order, strict=True)):
                yield from extend([*rows, order])

    yield from extend([])


SQUARES = list(latin_squares(4))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_solution_of_4x4_by_brute_force(rules):
    """The checker, which shares nothing with layouts' tables, picks the solutions among all Latin squares."""
    layout = layout_of(4, **rules)
    blank = SudokuPuzzle.from_array(np.zeros((4, 4), int), **rules)
    expected = {
        "".join(map(str, square)) for square in SQUARES if not check.faults(blank._grid, bytes(square))
    }
    found = [solution.text() for solution in blank.solutions()]
    assert len(found) == len(set(found)) and set(found) == expected
    assert blank.count() == len(expected)
    for square in SQUARES[::7]:
        text = "".join(map(str, square))
        filled = SudokuPuzzle.parse(text, strict=False, **rules)
        right = text in expected
        assert (layout.clash(square) is None) == right == filled.is_solved() == blank.check(text)
        assert (blank.judge(text).status.value == "RIGHT") == right
        changed = list(square)
        changed[5] = 0
        assert (square[5] in layout.values_left(changed, 5)) == (layout.clash(square) is None) or not right


def test_known_numbers():
    """Latin squares (OEIS A002860), and Sudokus 4 × 4 with both diagonals."""
    for n, number in ((1, 1), (2, 2), (3, 12), (4, 576), (5, 161280), (6, 812851200)):
        assert SudokuPuzzle.from_array(np.zeros((n, n), int), variants="latin").count() == number
        if n > 2:
            assert SudokuPuzzle.from_array(np.zeros((n, n), int), box=(1, n)).count() == number
    assert SudokuPuzzle.parse("." * 16, variants="diagonal").count() == 48


def test_equal_layouts_are_one_object():
    one = layout_of(4, variants="x", even=["r1c1"])
    assert layout_of(4, variants=["diagonal"], even=[(0, 0)]) is one
    assert pickle.loads(pickle.dumps(one)) is copy.copy(one) is copy.deepcopy(one) is one
    assert layout_of(9) is boxed((3, 3)) and layout_of(9).plain and layout_of(9).nine
    assert layout_of(4, variants="") is boxed((2, 2))
    assert "even" in repr(one)


def test_layouts_that_nobody_holds_go():
    fields = (4, None, None, ("latin",), ((0, 5),), (), (), ())
    first = id(interned(fields))
    gc.collect()
    assert interned(fields) is interned(fields) or first


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rules_make_the_layout_again(rules):
    layout = layout_of(4, **rules)
    assert layout_of(4, **layout.rules()) is layout
    puzzle = SudokuPuzzle.parse("1" + "." * 15, strict=False, **rules)
    assert SudokuPuzzle.from_dict(puzzle.to_dict()) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle == SudokuPuzzle.parse(puzzle.text(), **puzzle.rules())


def test_names_of_units():
    layout = layout_of(4, regions=JIGSAW, variants="x", groups="r1c1 r2c3 r3c4 r4c2")
    assert layout.names[8:] == (
        *(f"region {k}" for k in range(1, 5)),
        "falling diagonal",
        "rising diagonal",
        "group 1",
    )
    assert layout.words() == "4 × 4, regions, diagonal, 1 group"


def test_turns_are_those_that_change_nothing():
    assert len(layout_of(9, variants="x").turns) == 8
    assert len(layout_of(6, "2x3").turns) == 4
    assert len(layout_of(4, even="r1c1").turns) == 2
    assert len(layout_of(4, relations="r1c1<r1c2").turns) == 1
    assert len(layout_of(5, regions="AAAAB/CCCAB/DDCCB/DEEBB/DDEEE").turns) == 1


def test_random_puzzles_of_variants_equal_backtracking():
    """9 × 9 and 6 × 6: what the kernel finds is what the twin finds."""
    from reference.assign import sudoku as twin
    from reference.assign.sudoku_propagate import Rules

    rng = random.Random(5)
    for n, clues, rules in (
        (9, 50, {"variants": "windoku diagonal"}),
        (9, 45, {"variants": "anti-knight"}),
        (6, 12, {"box": "2x3", "variants": "anti-king"}),
        (6, 14, {"regions": "AAAABB/AACBBB/CCCCDB/ECDDDD/EEEFFD/EEFFFF"}),
    ):
        puzzle = SudokuPuzzle.generate(n, seed=rng.randrange(99), clues=clues, **rules)
        layout = puzzle.layout
        plain = Rules(n, layout.units, layout.apart, layout.allowed)
        for emptied in (0, 3):
            cells = puzzle.array().ravel()
            cells[rng.sample(np.flatnonzero(cells).tolist(), emptied)] = 0
            expected = twin.count(cells.tolist(), plain, 3)
            assert SudokuPuzzle.from_array(cells, **rules).solve(limit=3).count == expected
            assert expected == 1 or emptied
