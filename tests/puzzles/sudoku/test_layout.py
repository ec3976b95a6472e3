import copy
import gc
import itertools
import pickle
import random

import numpy as np
import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku import check
from unriddle.puzzles.sudoku.layout import boxed, interned
from unriddle.puzzles.sudoku.variants import layout_of

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
    symbols = ["*"] * 16
    expected = {
        "".join(map(str, square))
        for square in SQUARES
        if not check.faults(symbols, [str(value) for value in square], layout, "1234")
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
