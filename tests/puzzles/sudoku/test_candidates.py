"""Candidates as sets of cells."""

from unriddle.puzzles.sudoku.candidates import Candidates, bits, set_of, tables_of
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.variants import layout_of


def test_sets():
    assert list(bits(set_of([5, 0, 80]))) == [0, 5, 80]
    assert list(bits(0)) == []


def test_families_share_no_cell_and_have_every_unit():
    for layout in (boxed((3, 3)), layout_of(9, variants="diagonal"), layout_of(9, variants="windoku")):
        tables = tables_of(layout)
        assert tables is tables_of(layout)
        assert sorted(unit for family in tables.families for unit in family) == list(range(len(layout.units)))
        for family in tables.families:
            cells = [cell for unit in family for cell in layout.units[unit]]
            assert len(cells) == len(set(cells))
    assert [len(family) for family in tables_of(boxed((3, 3))).families] == [9, 9, 9]


def test_places_pairs_and_partners():
    layout = boxed((3, 3))
    masks = [0b111111110] * 81
    masks[0] = masks[4] = masks[80] = 0b11
    now = Candidates(layout, masks)
    assert now.where[0] == set_of([0, 4, 80]) and now.pairs == [0, 4, 80]
    assert now.partners[0] == {0: [(4, 0)], 4: [(0, 0)]}
    assert list(bits(now.seen_by_both(0, 4, 1))) == [1, 2, 3, 5, 6, 7, 8]
