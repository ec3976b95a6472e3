"""What a board is: slots, open cells, letters."""

from hypothesis import given
from hypothesis import strategies as st

from unriddle.puzzles.placement.rules import find_slots, fold, fold_all, is_open, run_length


@given(st.lists(st.text("01", min_size=5, max_size=5), min_size=1, max_size=5))
def test_slots_are_the_longest_runs(rows):
    slots = find_slots(rows)
    for slot in slots:
        (row, col), step = (slot.row, slot.col), (1, 0) if slot.vertical else (0, 1)
        assert slot.length >= 2 and run_length(rows, row, col, *step) == slot.length
        assert run_length(rows, row - step[0], col - step[1], -step[0], -step[1]) == 0
        assert [divmod(index, 5) for index in slot.indices(5)] == slot.cells()
    crossed = {cell for slot in slots for cell in slot.cells()}
    for row, line in enumerate(rows):
        for col, entry in enumerate(line):
            around = [run_length(rows, row + r, col + c, r, c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            assert ((row, col) in crossed) == (is_open(entry) and any(around))


@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1)))
def test_folding_keeps_lengths(words):
    assert fold_all(words) == [fold(word) for word in words]
    assert [len(fold(word)) for word in words] == [len(word) for word in words]
