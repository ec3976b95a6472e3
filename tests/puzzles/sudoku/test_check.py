"""The rules alone, apart from parser and solver."""

from unriddle.puzzles.sudoku.check import faults
from unriddle.puzzles.sudoku.layout import boxed


def test_every_kind_of_fault_has_its_words():
    assert faults("1***", "1221", boxed((1, 2)), "12") == []
    assert faults("1***", "2112", boxed((1, 2)), "12") == ["row 1, column 1 is 2, given 1"]
    found = faults("****", "12*2", boxed((1, 2)), "12")
    assert found[0] == "row 2, column 1 is empty"
    assert {"row 2 has 1 0 times", "column 2 has 2 2 times", "column 1 has 2 0 times"} <= set(found)
    assert any(fault.startswith("box ") for fault in found)
