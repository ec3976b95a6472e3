import pytest

from unriddle.base import PuzzleError
from unriddle.puzzles.framework.steps import Difficulty
from unriddle.puzzles.gogen import Gogen

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLUTION = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


def test_steps_and_difficulty():
    assert ORIGINAL.difficulty() is Difficulty.HARD
    assert {step.kind for step in ORIGINAL.steps()} == {"neighbours", "chain", "only letter"}
    stuck = Gogen.parse("..../..../..../....", ["ABC"])
    assert stuck.steps()[-1].kind == "guess" and stuck.difficulty() is Difficulty.EXPERT
    assert Gogen.parse("A../.../..B", ["AB"]).steps()[-1].kind == "contradiction"


def test_words_that_have_no_place_are_a_contradiction():
    dead = Gogen.parse("A../.../...", ["ABA"])
    [step] = dead.steps()
    assert step.kind == "contradiction" and "ABA repeats A" in step.text and dead.hint() == step
    apart = Gogen.parse("A.B/C.D/E.F", ["AB"], alphabet="ABCDEFGHI")
    assert apart.steps()[-1].text == "A, B follow each other in AB and do not touch"


def test_a_mistake_is_the_first_letter_that_no_solution_has():
    cells = "".join(ORIGINAL.grid)
    assert ORIGINAL.mistake(ORIGINAL) is None
    assert ORIGINAL.mistake(ORIGINAL.with_cells("".join(SOLUTION))) is None
    right = ORIGINAL.with_cells(cells[:1] + "N" + cells[2:])
    assert ORIGINAL.mistake(right) is None and ORIGINAL.hint(right).kind in ("neighbours", "chain")
    wrong = ORIGINAL.mistake(ORIGINAL.with_cells(cells[:1] + "NGH".replace("G", "G") + cells[4:]))
    assert (wrong.kind, wrong.cell, wrong.value) == ("mistake", (0, 3), "H")
    assert wrong.text == "row 1, column 4 is H, which no solution has"
    assert "is empty, given M" in ORIGINAL.mistake(ORIGINAL.with_cells("." + cells[1:])).text
    assert "is N, given M" in ORIGINAL.hint(ORIGINAL.with_cells("N" + cells[1:])).text
    assert ORIGINAL.hint(ORIGINAL.with_cells("".join(SOLUTION))) is None
    for other in (Gogen.parse("AB/C.: ADC"), None, "x"):
        with pytest.raises(PuzzleError, match="expected the same puzzle with more letters given"):
            ORIGINAL.mistake(other)


def test_of_several_solutions_a_state_is_wrong_when_it_has_none():
    puzzle = Gogen.parse("AB../..../..../....", ["ABC", "CD"])
    for solution in puzzle.solutions(20):
        assert puzzle.mistake(puzzle.with_cells("".join(solution))) is None
    step = puzzle.mistake(puzzle.with_cells("AB.....D..C....."))
    assert step.cell == (2, 2) and step.text.endswith("C, which no solution has")
    step = puzzle.mistake(puzzle.with_cells("ABC.....D......."))
    assert step.text == "row 3, column 1 is D, which no solution has beside the letters before it"


def test_no_solution_comes_with_its_reason():
    from unriddle import Gogen

    words = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
    misspelt = Gogen.parse("MGDWLYSJB", [*words, "MUD"]).solve()
    assert misspelt.status.value == "NO_SOLUTION" and misspelt.stats.guesses == 0
    assert misspelt.reason == str(misspelt) == "U has no place left that fits ACQUIRE, CUT, JUST, MUD"
    apart = Gogen.parse("A.B/.../...", ["AB"]).solve()
    assert apart.reason == "A, B follow each other in AB and do not touch"
    assert Gogen.parse("MGDWLYSJB", words).solve().reason == ""
