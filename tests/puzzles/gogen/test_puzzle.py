import json
import math

import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles import gogen
from unriddle.puzzles.gogen import Gogen
from unriddle.puzzles.registry import get

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
    with pytest.raises(PuzzleError, match="expected"):
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
