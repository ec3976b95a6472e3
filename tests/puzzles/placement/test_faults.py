"""The judge of filled boards."""

import pytest

from unriddle import WordPlacement
from unriddle.puzzles.placement import WordFilling

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
SOLUTION = ("GTU", "#E#", "#C#", "#H#")


@pytest.mark.parametrize(
    "solution, faults",
    [
        (SOLUTION, []),
        ("GTU/#E#/#C#/#H#", []),
        ("gtu\n0e0\n0c0\n0h0", []),
        ([["G", "T", "U"], [0, "E", 0], [0, "C", 0], [0, "H", 0]], []),
        (WordFilling(rows=SOLUTION, placed=()), []),
        (("GTU", "#E#", "#C#"), ["the board has 4 rows of 3 cells, the solution has not"]),
        (("GTU", "#E#", "#C#", "#H"), ["the board has 4 rows of 3 cells, the solution has not"]),
        ((), ["the board has 4 rows of 3 cells, the solution has not"]),
        (("GTU", "#E#", "#C#", "#1#"), ["row 4, column 2 is empty"]),
        (("GTU", "#E#", "#C#", "###"), ["row 4, column 2 is open on the board"]),
        (("GTU", "#EX", "#C#", "#H#"), ["row 2, column 3 is forbidden on the board"]),
        (("GTO", "#E#", "#C#", "#H#"), ["'GTO' (R1C1DH) is not in the list", "'GTU' is not used"]),
    ],
)
def test_check_is_a_judge_of_its_own(solution, faults):
    puzzle = WordPlacement.parse(SMALL)
    assert puzzle.faults(solution) == faults
    assert puzzle.check(solution) is not bool(faults)


def test_check_counts_words_and_givens():
    board = ["11", "00", "11"]
    assert WordPlacement(["AB", "CD"], board).faults("AB/##/AB") == [
        "'AB' (R3C1DH) is used once more than it is listed",
        "'CD' is not used",
    ]
    assert WordPlacement(["AB", "CD"], board, reuse=True, exact=False).check("AB/##/AB")
    assert not WordPlacement(["AB", "CD"], board, reuse=True).check("AB/##/AB")
    assert WordPlacement(["AB", "CD"], ["1B", "00", "11"]).faults("CD/##/AB") == [
        "row 1, column 2 holds 'D', but 'B' is given"
    ]


def test_what_is_no_filled_board():
    puzzle = WordPlacement(["AB"], ["11"])
    assert puzzle.faults(7) == ["7 is no filled board, expected rows of letters"]
    assert puzzle.faults("A-") == ["row 1, column 2 holds '-', expected a letter"]
    assert not puzzle.check(WordPlacement(["AB"], ["111"]).solve())


def test_a_cell_in_no_slot_is_in_no_word():
    puzzle = WordPlacement(["AB"], ["1101"])
    assert puzzle.faults("AB#X") == ["row 1, column 4 is in no word"] and puzzle.count() == 0
    given = WordPlacement(["AB"], ["110X"])
    assert given.check("AB#X") and given.count() == 1
