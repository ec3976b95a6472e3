"""The judge of filled boards."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, WordPlacement
from unriddle.puzzles.placement import WordFilling, filling_faults
from unriddle.puzzles.placement.check import faults_of, solves

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


@pytest.mark.parametrize(
    "filling, options, faults",
    [
        ("ABC/##D/EFE", {}, []),
        ("abc\n00d\nefe", {}, []),
        ("ABC/##D/EFG", {}, ["'EFG' (R3C1DH) is not in the list", "'CDG' (R1C3DV) is not in the list"]),
        ("ABC/##D", {}, ["'ABC/##D' is no filled grid of 3 rows"]),
        (7, {}, ["7 is no filled grid of 3 rows"]),
        ("ABC/##D/.FE", {}, ["row 3, column 1 is empty"]),
        ("ABC/#DD/EFE", {}, ["row 2, column 2 is forbidden on the board"]),
        ("ABC/##D/EFE", {"theme": ["abc"]}, []),
        ("ABC/##D/EFE", {"theme": ["ABX"]}, ["the theme word 'ABX' stands 0 times, expected once"]),
        ("ABC/##D/ABE", {"theme": ["ABE"]}, []),
        ("CDE/##D/ABC", {"reuse": True}, ["'EDC' (R1C3DV) is not in the list"]),
        (
            "CDC/##D/CDC",
            {"theme": ["CDC"], "reuse": True},
            ["the theme word 'CDC' stands 3 times, expected once"],
        ),
        ("ABC/##D/EFE", {"no_shared": 2}, []),
        (
            "ABC/##D/ABE",
            {"no_shared": 2, "theme": ["ABE"]},
            ["'ABC' (R1C1DH) and 'ABE' (R3C1DH) have 'AB' in common"],
        ),
        ("ABC/##D/ABE", {"no_shared": 2, "theme": ["ABE", "ABC"]}, []),
    ],
)
def test_what_is_wrong_with_a_filled_grid(filling, options, faults):
    assert filling_faults(".../##./...", filling, ["ABC", "CDE", "EFE"], **options) == faults


def test_words_used_again_and_given():
    grid, words = "../##/..", ["AB"]
    assert filling_faults(grid, "AB/##/AB", words, theme=None) == ["'AB' is used 2 times"]
    assert filling_faults(grid, "AB/##/AB", words) == ["'AB' is used 2 times"]
    assert filling_faults(grid, "AB/##/AB", words, reuse=True) == []
    assert "is used 2 times" in filling_faults(grid, "AB/##/AB", words, reuse=True, no_shared=2)[0]
    assert filling_faults("AX/##/AX", "AX/##/AX", words, no_shared=1) == []
    assert filling_faults("..#./##.#", "AB#./###C", words)[0] == "row 2, column 3 is open on the board"
    assert filling_faults("..#.", "AB#.", words) == []


ENTRIES = st.sampled_from([*"000111", "a", "B", "ß", "é", "1", "0"])
LETTERS = st.sampled_from([*"000abAB", "ß", "é", "1", "#", "?", "٣"])


@settings(deadline=None, max_examples=40)
@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.booleans(), st.booleans())
def test_right_is_what_has_no_fault(data, rows, cols, reuse, exact):
    def board(entries):
        return ["".join(data.draw(entries) for _ in range(cols)) for _ in range(rows)]

    words = data.draw(st.lists(st.sampled_from(["ab", "BA", "aab", "éß", "aß"]), max_size=5))
    puzzle = WordPlacement(words, board(ENTRIES), reuse=reuse, exact=exact)
    for answer in (board(LETTERS), *(one.rows for one in puzzle.solutions(3))):
        assert solves(puzzle, answer) == (not faults_of(puzzle, answer))
        right = "".join(answer).replace("#", "0")
        puzzled = ["".join("0" if entry in "0#" else "1" for entry in row) for row in answer]
        parts = re.findall("[^0]{2,}", "0".join(answer).replace("#", "0"))
        parts += re.findall("[^0]{2,}", "0".join(map("".join, zip(*answer, strict=True))).replace("#", "0"))
        if right.replace("0", "").isalpha():
            own = WordPlacement(parts, puzzled, reuse=reuse, exact=exact)
            assert solves(own, answer) == (not faults_of(own, answer))


def test_a_word_in_another_case_and_one_too_many():
    puzzle = WordPlacement(["ab", "AB"], ["11", "00", "11"])
    assert solves(puzzle, ["aB", "##", "Ab"]) and not solves(puzzle, ["aB", "##", "aa"])
    assert not solves(WordPlacement(["ab"], ["11", "00", "11"]), ["ab", "##", "ab"])
    assert solves(WordPlacement(["ab"], ["11", "00", "11"], reuse=True), ["ab", "##", "ab"])
    assert solves(WordPlacement(["ab", "cd"], ["11"], exact=False), ["cd"])
    assert not solves(WordPlacement(["ab"], ["1101"]), ["ab#a"])
    assert solves(WordPlacement(["ab"], ["110a"]), ["ab#a"])


PUZZLE = WordPlacement.parse("GTU,TECH;111/010/010/010")
FOUR = WordPlacement.parse("AB,AC,CD,BD;11/11")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("GTU/#E#/#C#/#H#", "RIGHT", ()),
        ("GTU/#E#/#C#/#.#", "INCOMPLETE: row 4, column 2 is empty", ((3, 1),)),
        ("GTU/#E#/#C#/#C#", "WRONG: 'TECC' is not in the list", ((0, 1), (1, 1), (2, 1), (3, 1))),
        ("GTU/XE#/#C#/#H#", "NOT_OF_THIS_PUZZLE: row 2, column 1 is forbidden on the board", ((1, 0),)),
        ("GTU/#E#/#C#/###", "NOT_OF_THIS_PUZZLE: row 4, column 2 is open on the board", ((3, 1),)),
        ("GTU/#E#/#C#/#!#", "NOT_OF_THIS_PUZZLE: row 4, column 2 holds '!', expected a letter", ((3, 1),)),
        ("GTU", "NOT_OF_THIS_PUZZLE: not 4 rows of 3 cells", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_words_used_too_often_or_not_at_all():
    assert FOUR.judge("AB/CD") and FOUR.judge("AC/BD")
    twice = WordPlacement.parse("AB,BA;11/11").judge("AB/BA")
    assert str(twice) == "WRONG: 'AB' is used once more than it is listed"
    spare = WordPlacement.parse("GTU,TECH,HUT;111/010/010/010").judge("GTU/#E#/#C#/#H#")
    assert str(spare) == "WRONG: 'HUT' is not used"
    given = WordPlacement.parse("GTU,TECH;G11/010/010/010").judge("XTU/#E#/#C#/#H#")
    assert str(given) == "NOT_OF_THIS_PUZZLE: row 1, column 1 holds 'X', but 'G' is given"


def test_the_next_word():
    assert str(PUZZLE.hint()) == "word: GTU at R1C1DH: no other word fits there"
    assert FOUR.hint().text == "AB at R1C1DH: one of 4 words that fit there, and a solution has it"
    long = WordPlacement.parse("AB,AC,BCD;110/100/100")
    assert long.hint().kind in ("word", "contradiction")
    assert str(WordPlacement.parse("AB,XY;11/11").hint()).startswith("contradiction: ")
    assert FOUR.hint(limits=Limits(nodes=0)).kind == "limit"
    free = WordPlacement.parse("AB,CD,AC,BD,EF;11/11", exact=False)
    assert free.hint().kind == "word"


def test_the_first_mistake():
    assert FOUR.first_mistake(FOUR.read_state("AB/..")) is None
    step = FOUR.hint(FOUR.read_state("AD/.."))
    assert step.cell == (0, 1) and str(step).startswith("mistake: row 1, column 2 is 'D', which no solution")
    given = WordPlacement.parse("AB,AC,CD,BD;A1/11")
    assert given.first_mistake(FOUR).text == "row 1, column 1 is '1', but the clue there is 'A'"
    for other in (PUZZLE, 5, WordPlacement.parse("AB,AC,CD,BD;11/11", reuse=True)):
        with pytest.raises(PuzzleError, match="expected the same puzzle with more letters"):
            FOUR.first_mistake(other)
    assert FOUR.read_state("AB,AC,CD,BD;AB/11").board == ("AB", "11")
