import json
import math

import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.gogen import Gogen
from unriddle.puzzles.gogen import puzzle as gogen
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


@pytest.mark.parametrize(
    "text",
    [
        "MGDWLYSJB",
        "mgdwlysjb",
        "M.G.D.....W.L.Y.....S.J.B",
        "M.G.D/...../W.L.Y/...../S.J.B",
        "M . G . D\n. . . . .\nW _ L ? Y\n* * * * *\nS . J . B\n",
        "+-+-+-+-+-+\n|M|.|G|.|D|\n+-+-+-+-+-+\n|.|.|.|.|.|\n|W|.|L|.|Y|\n|.|.|.|.|.|\n|S|.|J|.|B|\n+-+-+-+-+-+",
    ],
)
def test_forms_of_the_grid(text):
    assert Gogen.parse(text, WORDS).grid == ORIGINAL.grid


def test_forms_of_the_words():
    text = "12\n" + "\n".join(WORDS)
    assert Gogen.parse("MGDWLYSJB", text) == ORIGINAL
    assert Gogen.parse(f"MGDWLYSJB\n\n{text}") == ORIGINAL
    assert Gogen.parse(f"MGDWLYSJB: {', '.join(WORDS).lower()}") == ORIGINAL
    assert gogen.parse_words("2 a b") == ["a", "b"]


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
    assert gogen.solve_many([Gogen.parse("AB/..", word)]).statuses == (Status.NO_SOLUTION,)


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
    assert puzzle.count() >= 1
    solved = depth_first(puzzle)
    assert solved is not None and puzzle.check(solved.grid)
    assert len({puzzle, Gogen(puzzle.grid, puzzle.words)}) == 1
    assert solved.extensions() == [] and not puzzle.is_solved()


def test_check_refuses_what_is_wrong():
    assert ORIGINAL.check("".join(SOLUTION))
    for wrong in (SOLUTION[:4], ["NMGKD", *SOLUTION[1:]], SOLUTION[::-1], ["MMGKD", *SOLUTION[1:]], []):
        assert not ORIGINAL.check(wrong)


def test_steps_and_difficulty():
    assert ORIGINAL.difficulty() == "hard"
    assert {step.kind for step in ORIGINAL.steps()} == {"neighbours", "chain", "only letter"}
    stuck = Gogen.parse("..../..../..../....", ["ABC"])
    assert stuck.steps()[-1].kind == "guess" and stuck.difficulty() == "very hard"
    assert Gogen.parse("A../.../..B", ["AB"]).steps()[-1].kind == "contradiction"


@pytest.mark.parametrize(
    ("text", "words", "said", "line", "column"),
    [
        ("MGDWLYSJM", WORDS, "M is given twice, at row 1, column 1 and at row 5, column 5", 1, 9),
        ("MGDWLYSJZ", WORDS, "'Z' at row 5, column 5, expected A to Y", 1, 9),
        ("MGDWLY$JB", WORDS, r"'\$' at row 5, column 1", 1, 7),
        ("MGDWLYSJ", WORDS, "8 letters, expected 9", 1, 8),
        ("M.G.D\n....\nW.L.Y\n.....\nS.J.B", WORDS, "a row of 4 cells, expected 5", 2, 4),
        ("MGDWLYSJB", "11\n" + "\n".join(WORDS), "says 11 words and has 12", 1, 1),
        ("MGDWLYSJB", "\n".join(WORDS), "expected the number of words first", 1, 1),
        ("MGDWLYSJB", "2\nMAN\nMÄN", "'Ä' in the word 'MÄN'", 3, 2),
        ("MGDWLYSJB", "1\n  ZOO", "'Z' in the word 'ZOO', expected A to Y", 2, 3),
        ("MGDWLYSJB", "", "no words", None, None),
        ("", WORDS, "no letters", None, None),
        ("MGDWLYSJB", None, "no words, expected them after", None, None),
    ],
)
def test_wrong_input(text, words, said, line, column):
    with pytest.raises(PuzzleError, match=said) as caught:
        Gogen.parse(text, words)
    assert (caught.value.line, caught.value.column) == (line, column)


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
    with pytest.raises(PuzzleError, match=r"expected|different sizes"):
        call()


def test_generate():
    words = [
        *WORDS,
        *[
            "STONE",
            "QUICK",
            "VEX",
            "JUMBO",
            "WHIFF",
            "GLYPH",
            "BRICK",
            "FJORD",
            "VODKA",
            "NYMPH",
            "QUART",
            "JOKE",
            "BOXER",
        ],
    ]
    words += ["FIXED", "HUMBLE", "VAGUE", "WORLD", "CHIMP", "SPECK", "DWARF"]
    first = Gogen.generate(
        4, rows=3, cols=3, words=["BEAD", "CHIDE", "FACE", "BIG", "HIDE", "DEAF", "CAGE", "BAD", "FIG"]
    )
    again = Gogen.generate(
        4, rows=3, cols=3, words=["BEAD", "CHIDE", "FACE", "BIG", "HIDE", "DEAF", "CAGE", "BAD", "FIG"]
    )
    assert first == again and first.solve().status is Status.UNIQUE
    puzzle = Gogen.generate(1, words=words, givens=20)
    assert puzzle.solve().status is Status.UNIQUE
    assert sum(ch != "." for row in puzzle.grid for ch in row) == 20
    solution = puzzle.solve().solution
    for word in puzzle.words:  # none of them can be spared
        rest = [other for other in puzzle.words if other != word]
        assert Gogen(puzzle.grid, rest).solve().status is Status.MULTIPLE
    assert puzzle.check(solution)


def test_generate_from_the_embedded_words():
    puzzle = Gogen.generate(11)
    assert puzzle.solve().status is Status.UNIQUE and len(puzzle.words) < 12


@pytest.mark.parametrize(
    "options", [{"givens": 0}, {"givens": 26}, {"rows": 9}, {"words": ["Z"]}, {"rows": 0}]
)
def test_generate_refuses(options):
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.generate(0, **{"words": ["MAN", "KEG"], **options})


def test_pictures():
    assert ORIGINAL._repr_svg_().count("<rect") == 25
    assert ">ACQUIRE AXLE CUT DERV<" in ORIGINAL.svg()
    assert ORIGINAL.svg(SOLUTION).count("<text") == 25
    assert str(ORIGINAL).splitlines()[0] == "M . G . D"
    assert repr(ORIGINAL) == "Gogen('M.G.D/...../W.L.Y/...../S.J.B', 12 words)"
