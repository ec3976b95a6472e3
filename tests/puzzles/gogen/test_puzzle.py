"""The puzzle: solving, states, answers judged, steps."""

import json
import math

import pytest

import unriddle as ur
from unriddle import Gogen, PuzzleError
from unriddle.base import Limits, Status
from unriddle.puzzles import gogen
from unriddle.puzzles.framework.steps import Difficulty
from unriddle.puzzles.gogen.check import impossible, solves, traceable
from unriddle.puzzles.registry import get
from unriddle.search import find_path

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLUTION = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


def depth_first(puzzle):
    """Solve by the contract of `Puzzle` alone."""
    stack = [puzzle]
    while stack:
        state = stack.pop()
        if state.is_solved():
            return state
        if not state.fail_fast():
            stack += reversed(state.extensions())
    return None


def test_public_names():
    assert ur.Gogen is Gogen and get("gogen") is Gogen


def test_the_original_example():
    result = ORIGINAL.solve()
    assert (result.status, result.solution, result.grid) == (Status.UNIQUE, SOLUTION, SOLUTION)
    assert (result.count, result.complete, result.stats.guesses, result.stats.efficiency) == (1, True, 0, 1.0)
    assert list(ORIGINAL.solutions()) == [SOLUTION]
    assert ORIGINAL.count() == 1 and ORIGINAL.check(SOLUTION)
    assert ORIGINAL.paths(SOLUTION)["FIR"] == ((4, 3), (3, 2), (2, 3))
    assert ORIGINAL.trace(result.choices) == [ORIGINAL.grid, SOLUTION]


def test_known_answers(data):
    boards = json.loads((data / "gogen.json").read_text())
    assert len(boards) > 20
    puzzles, counts = [], []
    for board in boards:
        letters = "".join(board["grid"]).replace(".", "")
        if len(set(letters)) < len(letters):
            with pytest.raises(PuzzleError, match="given twice"):
                Gogen(board["grid"], board["words"])
            continue
        puzzle = Gogen(board["grid"], board["words"])
        assert puzzle.count() == board["n_solutions"], board["id"]
        found = list(puzzle.solutions())
        assert len(set(found)) == len(found) == board["n_solutions"]
        assert all(puzzle.check(solution) for solution in found)
        if board["solution"]:
            assert tuple(board["solution"]) in found
        puzzles.append(puzzle)
        counts.append(board["n_solutions"])
        again = Gogen.parse("/".join(board["grid"]) + ": " + " ".join(board["words"]))
        assert again == puzzle
        for step in puzzle.steps() if board["n_solutions"] == 1 else ():
            if step.cell is not None:
                assert board["solution"][step.cell[0]][step.cell[1]] == step.value
    for threads in (1, 3):
        many = gogen.solve_many(puzzles, limit=100, threads=threads)
        assert many.counts.tolist() == counts


def test_letters_that_nothing_binds():
    puzzle = Gogen.parse("AB../..../..../....", ["ABC"])
    result = puzzle.solve(limit=None)
    assert result.status is Status.MULTIPLE and result.complete
    assert result.count == 4 * math.factorial(13)  # C at one of the four free cells that touch B's
    assert result.grid[0].startswith("AB") and "".join(result.grid).count(".") == 13
    assert puzzle.check(result.solution)
    few = list(puzzle.solutions(5))
    assert len(set(few)) == 5 and all(puzzle.check(solution) for solution in few)
    assert Gogen.parse(".../.../...", []).count() == math.factorial(9)
    assert puzzle.count(limit=7) == 7


def test_one_letter_that_nothing_binds_is_no_second_solution():
    assert Gogen.parse("AB/C.", ["ABC"]).solve().status is Status.UNIQUE


def test_repeated_letters():
    word = ["ABA"]
    result = Gogen.parse("AB/..", word).solve()
    assert result.status is Status.NO_SOLUTION and result.complete and result.stats.nodes == 0
    assert "ABA repeats A" in result.reason and "ABA" in str(result)
    allowed = Gogen.parse("AB/..", word, revisit=True)
    assert allowed.count() == 2 and allowed.check(["AB", "CD"])
    assert not Gogen.parse("AB/..", word).check(["AB", "CD"])
    doubled = Gogen.parse("AB/..", ["AAB"], revisit=True).solve()
    assert doubled.status is Status.NO_SOLUTION and "doubles A" in doubled.reason
    assert list(Gogen.parse("AB/..", word).solutions()) == []
    assert gogen.solve_many([Gogen.parse("AB/..", word)]).statuses.tolist() == [0]


def test_statuses_and_limits():
    free = Gogen.parse("..../..../..../....", ["ABCDEFGH", "AEIM"])
    assert free.solve(limits=Limits(nodes=3), limit=None).status is Status.LIMIT
    assert free.solve(limits=Limits(nodes=3), limit=None).stats.nodes == 3
    assert free.solve(limit=1).status is Status.MULTIPLE  # letters that nothing binds change places
    assert Gogen.parse("..../....", ["ABCDEFGH"]).solve(limit=1).status is Status.SOLVED
    assert free.solve().status is Status.MULTIPLE
    assert ORIGINAL.solve(limit=1).status in (Status.SOLVED, Status.UNIQUE)
    assert Gogen.parse("A../.../..B", ["AB"]).solve().status is Status.NO_SOLUTION
    stopped = free.solutions(limits=Limits(nodes=3))
    list(stopped)
    assert stopped.status is Status.LIMIT and not stopped.complete


@pytest.mark.parametrize(
    ("size", "alphabet"), [((4, 4), None), ((6, 6), None), ((2, 5), "abcdefghij"), ((8, 8), None)]
)
def test_other_sizes(size, alphabet):
    rows, cols = size
    symbols = alphabet or ("".join(map(chr, range(0x4E00, 0x4E40))) if size == (8, 8) else None)
    puzzle = Gogen(["." * cols] * rows, [], alphabet=symbols)
    grid = next(puzzle.solutions())
    words = ["".join(row) for row in grid] + ["".join(row[c] for row in grid) for c in range(cols)]
    full = Gogen([grid[0], *puzzle.grid[1:]], words, alphabet=symbols)
    assert list(full.solutions(2)) == [grid]


def test_the_contract_of_puzzles():
    puzzle = Gogen.parse(
        "AB../...H/.J../M..P", ["ABCD", "EFGH", "IJKL", "MNOP", "AEIM", "BFJN", "DHLP", "CGKO"]
    )
    assert puzzle.count()
    solved = depth_first(puzzle)
    assert solved is not None and puzzle.check(solved.grid)
    assert len({puzzle, Gogen(puzzle.grid, puzzle.words)}) == 1
    assert solved.extensions() == [] and not puzzle.is_solved()


def test_check_refuses_what_is_wrong():
    assert ORIGINAL.check("".join(SOLUTION))
    for wrong in (SOLUTION[:4], ["NMGKD", *SOLUTION[1:]], SOLUTION[::-1], ["MMGKD", *SOLUTION[1:]], []):
        assert not ORIGINAL.check(wrong)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Gogen([], []),
        lambda: Gogen(["." * 9] * 2, []),
        lambda: Gogen(["..", "."], []),
        lambda: Gogen(["..", ".."], [], alphabet="ABC"),
        lambda: Gogen(["..", ".."], [], alphabet="AABC"),
        lambda: Gogen(["..", ".."], [], alphabet="AB.C"),
        lambda: Gogen(["." * 8] * 8, []),
        lambda: Gogen(["..", ".."], ["A" * 2000]),
        lambda: Gogen(["..", ".."], [""]),
        lambda: Gogen(["..", ".."], [7]),
        lambda: ORIGINAL.solve(limit=0),
        lambda: gogen.solve_many([ORIGINAL, Gogen(["..", ".."], [])]),
        lambda: gogen.solve_many([ORIGINAL], limit=0),
    ],
)
def test_wrong_arguments(call):
    with pytest.raises(PuzzleError, match=r"expected|'A' is twice in the alphabet|but the first row has"):
        call()


@pytest.mark.parametrize(
    "puzzle",
    [
        ORIGINAL,
        Gogen(["A.B"], ["AB"], alphabet="ABC"),
        Gogen(["."], []),
        Gogen(["A", ".", "."], ["AB"]),
        Gogen(["..", ".."], [], alphabet="abcd"),
        Gogen(["..", ".."], ["12", "21"], alphabet="1234"),
        Gogen(["AB", ".."], ["ABA"], revisit=True),
        Gogen(["." * 8] * 8, [], alphabet="".join(map(chr, range(0x4E00, 0x4E40)))),
    ],
    ids=repr,
)
def test_text_and_rules_give_the_puzzle_back(puzzle):
    assert "\n" not in puzzle.text()
    assert Gogen.from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle


def test_every_form_of_an_answer():
    result = ORIGINAL.solve()
    for form in (
        SOLUTION,
        list(SOLUTION),
        "".join(SOLUTION),
        "/".join(SOLUTION),
        "\n".join(SOLUTION),
        result,
    ):
        assert ORIGINAL.check(form) is True
        assert ORIGINAL.format(form) == "\n".join(" ".join(row) for row in SOLUTION)
    for wrong in (None, 5, [5], ["AB"], {}, "", Gogen.parse("A./..: AA").solve()):
        assert ORIGINAL.check(wrong) is False
    with pytest.raises(PuzzleError, match="expected 5 rows of 5 letters"):
        ORIGINAL.format(["AB"])


def test_counts_know_how_far_they_came():
    free = Gogen.parse("..../..../..../....", ["ABCDEFGH", "AEIM"])
    count = free.count(limits=Limits(nodes=30))
    assert count.status is Status.LIMIT and not count.complete and count.found % math.factorial(6) == 0
    assert free.count(5) == 5 and free.count(5).status is Status.MULTIPLE
    assert ORIGINAL.count().status is Status.UNIQUE
    doubled = Gogen.parse("A./..", ["AA"])
    assert doubled.count() == 0 and doubled.count().status is Status.NO_SOLUTION and doubled.trace()


HALF = Gogen.parse("AB./.../...", ["ABCF"])


def test_a_cell_a_step():
    steps = HALF.extensions()
    assert all(type(step) is Gogen for step in steps)
    assert [step.grid[0] for step in steps] == [f"AB{letter}" for letter in "CDEFGHI"]
    assert not any(step.fail_fast() for step in steps) and Gogen.parse("A.B/.../...", ["AB"]).fail_fast()
    solved = find_path(HALF, "dfs").path[-1]
    assert solved.is_solved() and solved.extensions() == [] and not HALF.is_solved()


def test_cells_that_touch():
    assert HALF.near(0) == [1, 3, 4] and HALF.near(4) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert all(cell in HALF.near(other) for cell in range(9) for other in HALF.near(cell))


def test_other_letters_on_the_same_board():
    before = HALF.arrays()
    other = HALF.with_cells("A........")
    assert other.grid == ("A..", "...", "...") and other.words == HALF.words
    assert other.arrays()[0].tolist() == [0] + [-1] * 8 and HALF.arrays() is before
    assert not before[0].flags.writeable and not before[1].flags.writeable


def test_words_that_no_board_lets_be_traced():
    bad = Gogen(["...", "...", "..."], ["ABA"])
    assert "ABA repeats A" in bad.reason_against() and bad.fail_fast()
    assert Gogen(["...", "...", "..."], ["ABA"], revisit=True).reason_against() == ""
    with pytest.raises(PuzzleError, match="row 2 has 2 cells, but the first row has 3"):
        Gogen(["ABC", "DE", "FGH"], [])


def test_a_result_with_and_without_a_solution():
    one = Gogen.parse("AB/C.: ADC").solve()
    assert str(one) == "AB\nCD" and one._repr_svg_().count("<text") == 4
    none = Gogen.parse("AB/..", ["ABA"]).solve()
    assert "ABA repeats A" in str(none) and none._repr_svg_().startswith("<svg") and none.complete
    assert "A, B follow each other in AB" in str(Gogen.parse("A../.../..B", ["AB"]).solve())


ANSWERED = Gogen.parse("AB/C.: ADC")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("AB/CD", "RIGHT", ()),
        (("AB", "CD"), "RIGHT", ()),
        ([["A", "B"], ["C", "D"]], "RIGHT", ()),
        ("ab cd", "RIGHT", ()),
        ("AB/C.", "INCOMPLETE: row 2, column 2 is empty", ((1, 1),)),
        ("BA/CD", "NOT_OF_THIS_PUZZLE: row 1, column 1 is B, but the clue there is A", ((0, 0), (0, 1))),
        ("AB/CB", "WRONG: B stands twice", ((1, 1), (0, 1))),
        ("AB/CX", "NOT_OF_THIS_PUZZLE: 'X', expected one of ABCD", ()),
        ("AB/C", "NOT_OF_THIS_PUZZLE: 3 cells, expected 4", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = ANSWERED.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_letters_of_a_word_that_do_not_touch():
    puzzle = Gogen.parse("A...", ["AD"], shape="1x4")
    verdict = puzzle.judge("ABCD")
    assert str(verdict) == "WRONG: A, D follow each other in AD and do not touch"
    assert verdict.places == ((0, 0), (0, 3))


def test_a_word_that_no_board_has():
    assert "repeats a letter" in Gogen.parse("AB..", ["ABA"], shape=2).judge("ABCD").reason


def test_a_state_is_letters_or_a_puzzle():
    assert ANSWERED.read_state("AB/C.") == ANSWERED == ANSWERED.read_state("AB/C.: ADC")
    assert ANSWERED.hint(ANSWERED.read_state("AB/CD")) is None


def test_each_rule_is_held():
    def fits(cells, givens="....", words=("ABC",), revisit=False):
        return solves(cells, givens, words, alphabet="ABCD", cols=2, revisit=revisit)

    assert fits("ABCD") and fits("DCBA")
    assert not fits("ABCC") and not fits("ABC") and not fits("ABCE")
    assert fits("ABCD", "A...") and not fits("ABCD", ".A..")
    assert not fits("ABCD", words=["ABA"]) and fits("ABCD", words=["ABA"], revisit=True)
    assert not solves("ABCDEF", "......", ["AC"], alphabet="ABCDEF", cols=3, revisit=False)


def test_words_that_can_still_be_traced():
    def near(cell):
        return [other for other in range(4) if abs(cell - other) == 1]

    assert traceable("AB", "A...", near) and traceable("BC", "A...", near)
    assert not traceable("AB", "A..B", near) and not traceable("AC", "AB..", near)
    assert traceable("A", "ABCD", near) and not traceable("E", "ABCD", near)


def test_words_that_no_board_has():
    assert impossible(["ABC", "CBA"], False) == ""
    assert impossible(["ABC", "CAC"], False).startswith("CAC repeats C")
    assert impossible(["CAC"], True) == "" and impossible(["CCA"], True).startswith("CCA doubles C")


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
    assert ORIGINAL.first_mistake(ORIGINAL) is None
    assert ORIGINAL.first_mistake(ORIGINAL.with_cells("".join(SOLUTION))) is None
    right = ORIGINAL.with_cells(cells[:1] + "N" + cells[2:])
    assert ORIGINAL.first_mistake(right) is None and ORIGINAL.hint(right).kind in ("neighbours", "chain")
    wrong = ORIGINAL.first_mistake(ORIGINAL.with_cells(cells[:1] + "NGH".replace("G", "G") + cells[4:]))
    assert (wrong.kind, wrong.cell, wrong.value) == ("mistake", (0, 3), "H")
    assert wrong.text == "row 1, column 4 is H, which no solution has"
    assert (
        "is empty, but the clue there is M"
        in ORIGINAL.first_mistake(ORIGINAL.with_cells("." + cells[1:])).text
    )
    assert "is N, but the clue there is M" in ORIGINAL.hint(ORIGINAL.with_cells("N" + cells[1:])).text
    assert ORIGINAL.hint(ORIGINAL.with_cells("".join(SOLUTION))) is None
    for other in (Gogen.parse("AB/C.: ADC"), None, "x"):
        with pytest.raises(PuzzleError, match="expected the same puzzle with more letters given"):
            ORIGINAL.first_mistake(other)


def test_of_several_solutions_a_state_is_wrong_when_it_has_none():
    puzzle = Gogen.parse("AB../..../..../....", ["ABC", "CD"])
    for solution in puzzle.solutions(20):
        assert puzzle.first_mistake(puzzle.with_cells("".join(solution))) is None
    step = puzzle.first_mistake(puzzle.with_cells("AB.....D..C....."))
    assert step.cell == (2, 2) and step.text.endswith("C, which no solution has")
    step = puzzle.first_mistake(puzzle.with_cells("ABC.....D......."))
    assert step.text == "row 3, column 1 is D, which no solution has with the letters before it"


def test_no_solution_comes_with_its_reason():
    from unriddle import Gogen

    words = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
    misspelt = Gogen.parse("MGDWLYSJB", [*words, "MUD"]).solve()
    assert misspelt.status.value == "NO_SOLUTION" and misspelt.stats.guesses == 0
    assert misspelt.reason == str(misspelt) == "U has no place left that fits ACQUIRE, CUT, JUST, MUD"
    apart = Gogen.parse("A.B/.../...", ["AB"]).solve()
    assert apart.reason == "A, B follow each other in AB and do not touch"
    assert Gogen.parse("MGDWLYSJB", words).solve().reason == ""
