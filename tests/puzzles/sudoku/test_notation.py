import pytest

from unriddle import PuzzleError
from unriddle.puzzles.sudoku.notation import (
    Relation,
    cell_sign,
    cells_of,
    groups_of,
    keeps,
    regions_of,
    regions_rows,
    relations_of,
    relations_text,
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
        ("r1c1 r1c1", "r1c1 stands twice in odd"),
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


def test_what_the_signs_say():
    assert [keeps("<", *pair) for pair in ((1, 2), (2, 2), (3, 2))] == [True, False, False]
    assert [keeps("~", *pair) for pair in ((1, 2), (2, 1), (3, 1), (2, 2))] == [True, True, False, False]
    assert [keeps(":", *pair) for pair in ((1, 2), (4, 2), (3, 1))] == [True, True, False]


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
        ("AABB", "regions of 4 cells, expected 16"),
        ("A" * 9 + "BCDBCDB", "region A has 9 cells, expected 4"),
        (7, "regions=7"),
        ([["A", []] * 2] * 4, "expected a letter for each cell"),
    ],
)
def test_wrong_regions_are_one_line(wrong, message):
    with pytest.raises(PuzzleError) as caught:
        regions_of(wrong, 4)
    assert message in str(caught.value)
