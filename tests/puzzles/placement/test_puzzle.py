"""The engine: known answers, every form of input, every border of the rules."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.placement import WordFilling, WordPlacement

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
SOLUTION = ("GTU", "#E#", "#C#", "#H#")


@pytest.fixture(scope="module")
def known(data):
    return json.loads((data / "placement.json").read_text())


def test_known_boards_and_their_counts(known):
    assert len(known) == 10
    for case in known:
        puzzle = WordPlacement(case["words"], case["board"])
        result = puzzle.solve()
        assert puzzle.count() == result.solutions == case["n_solutions"], case["id"]
        if case["n_solutions"]:
            assert result.status is Status.UNIQUE
            assert list(result.solution.rows) == case["solution_grid"]
            assert puzzle.check(result) and puzzle.check(case["solution_grid"])
            assert result.stats.guesses == 0, "propagation alone solves it"
        else:
            assert result.status is Status.NO_SOLUTION and result.solution is None
            assert result.reason == "10 words of 5 letters for 11 slots of that length"
        assert WordPlacement.parse(puzzle.format()) == puzzle


def test_without_counting_the_search_proves_it_too(known):
    case = next(case for case in known if case["id"] == "p99c")
    result = WordPlacement(case["words"], case["board"], exact=False).solve()
    assert result.status is Status.NO_SOLUTION


def test_the_public_name_and_the_registry():
    from unriddle.puzzles import registry

    assert ur.WordPlacement is WordPlacement
    assert registry.get("placement") is WordPlacement


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.rstrip(),
        SMALL.replace("\n", "\r\n"),
        SMALL + "\n\n",
        "\n" + SMALL,
        "  GTU \n TECH\n \n\n 111\n010 \n010\n010",
        "gtu\nTech\n\n111\n010\n010\n010",
        "GTU,TECH;111/010/010/010",
        " GTU , TECH ; 111/010/010/010\n",
    ],
)
def test_forms_of_text(text):
    puzzle = WordPlacement.parse(text)
    assert puzzle.shape == (4, 3) and len(puzzle.slots) == 2
    assert [row.upper() for row in puzzle.solve().solution.rows] == list(SOLUTION)


@pytest.mark.parametrize(
    "board",
    [
        ["111", "010", "010", "010"],
        [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]],
        [["1", "1", "1"], "010", (0, 1, 0), [0, "E", 0]],
        np.array([[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]]),
        np.array([[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]], np.uint8),
    ],
)
def test_forms_of_boards(board):
    if isinstance(board, list) and board[3] == [0, "E", 0]:
        board[3] = [0, "H", 0]
    assert WordPlacement(["GTU", "TECH"], board).solve().solution.rows == SOLUTION


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "no words"),
        ("\n\n", "no words"),
        ("GTU\nTECH\n111\n010\n", "p:3: row '111' among the words, expected an empty line"),
        ("GTU\nTECH", "no board, expected an empty line"),
        ("\n111\n", "p:2: row '111' among the words"),
        ("GTU\n\n111\n01\n", "p:4: row 2 of 2 cells, expected 3"),
        ("GTU\n\n1?1\n", "p:3:2: character '?' on the board, expected 0, 1 or a letter"),
        ("GTU\n\n121\n", "p:3:2: character '2'"),
        ("G U\n\n111\n", "p:1: word 'G U' with the character ' '"),
        ("G-U\n\n111\n", "character '-'"),
        ("G\x1b[2J\n\n111\n", r"word 'G\\x1b[2J' with the character '\x1b'"),
        ("GTU\n\n111\n\n222\n", "p:5:1: character '2'"),
        ("GTU;", "no board"),
        (";111", "no words"),
        ("GTU;1 1", "character ' '"),
    ],
)
def test_text_that_cannot_be_read_says_where(text, reason):
    with pytest.raises(PuzzleError) as error:
        WordPlacement.parse(text, file="p")
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "words, board, reason",
    [
        ([7], ["11"], "word 7, expected text"),
        ([""], ["11"], "empty word"),
        (["AB"], [], "no board"),
        (["AB"], [""], "no board"),
        (["AB"], [7], "row 7"),
        (["AB"], [[1, 2]], "character '2'"),
        (["AB"], [[1, -1]], "entry '-1'"),
        (["AB"], [[1, None]], "entry 'None'"),
        (["AB"], ["1" * 1001], "more than 1000"),
        (["AB"], ["1"] * 1001, "more than 1000"),
    ],
)
def test_values_that_cannot_be_read(words, board, reason):
    with pytest.raises(PuzzleError, match=reason):
        WordPlacement(words, board)


def test_more_letters_than_the_kernel_takes():
    words = [chr(0x4E00 + k) + chr(0x4E01 + k) for k in range(64)]
    with pytest.raises(PuzzleError, match="65 different letters, expected at most 63"):
        WordPlacement(words, ["11"], exact=False).solve()


def test_giants_are_refused_before_memory_is_taken():
    words = ["".join(letters) for letters in itertools.product("ABCDEFGHIJ", repeat=5)]
    rows = ["111110" * 166] * 500 + ["0" * 996] + ["111110" * 166] * 498
    words += ["A" * 500, "A" * 498]
    with pytest.raises(PuzzleError, match="167,328 slots and 100,002 words need 3 GiB, expected at most 2"):
        WordPlacement(words, rows, reuse=True).solve()


@pytest.mark.parametrize(
    "words, board, reason",
    [
        (["GTU"], ["111", "010"], "0 words of 2 letters for 1 slot of that length"),
        (["GTU", "TO", "AN"], ["111", "010"], "2 words of 2 letters for 1 slot of that length"),
        (["TECHNOLOGY"], ["111"], "0 words of 3 letters for 1 slot of that length"),
        (["AB"], ["1101"], "the empty cell in row 1, column 4 is in no slot"),
        (["A"], ["1"], "the empty cell in row 1, column 1 is in no slot"),
        (["AB", "XY"], ["11", "10"], "4 letters stand in the words an odd number of times, with 2 cells"),
        (["AB", "CB"], ["11", "10"], "no way to place the words fills the board"),
        (["AB"], ["000"], "1 word of 2 letters for 0 slots of that length"),
        (["ABCD"], ["A1Z"], "0 words of 3 letters for 1 slot"),
    ],
)
def test_why_there_is_no_solution(words, board, reason):
    puzzle = WordPlacement(words, board)
    result = puzzle.solve()
    assert result.status is Status.NO_SOLUTION and result.complete
    assert reason in result.reason and reason in str(result)
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []


def test_words_left_over_and_words_used_again():
    assert WordPlacement(["AB", "CD"], ["11"]).count() == 0
    assert WordPlacement(["AB", "CD"], ["11"], exact=False).count() == 2
    board = ["11", "00", "11"]
    assert WordPlacement(["AB"], board).count() == 0
    assert WordPlacement(["AB"], board, exact=False).count() == 0
    assert WordPlacement(["AB"], board, reuse=True).count() == 1
    assert WordPlacement(["AB", "CD"], board, reuse=True).count() == 2
    assert WordPlacement(["AB", "CD"], board, reuse=True, exact=False).count() == 4
    assert WordPlacement(["AB", "CD", "EF"], board, reuse=True).count() == 0
    assert WordPlacement(["AB", "CDE"], board, reuse=True).count() == 0
    assert WordPlacement(["AB", "CDE"], board, reuse=True, exact=False).count() == 1


def test_a_word_that_stands_twice_is_used_twice_and_a_board_is_counted_once():
    board = ["11", "00", "11", "00", "11"]
    assert WordPlacement(["AB", "ab", "CD"], board).count() == 3
    assert WordPlacement(["AB", "AB"], board, exact=False).count() == 0
    assert WordPlacement(["AB", "AB", "AB"], board).solve().status is Status.UNIQUE


def test_given_letters_are_kept_whatever_their_case():
    assert WordPlacement(["ab", "ac"], ["1C", "10"]).solve().solution.rows == ("ac", "b#")
    assert WordPlacement(["AB", "AC"], ["1x", "10"]).solve().status is Status.NO_SOLUTION
    assert WordPlacement(["AB"], ["AB"]).solve().status is Status.UNIQUE
    assert WordPlacement(["AB"], ["AC"]).solve().status is Status.NO_SOLUTION
    assert WordPlacement(["AB"], ["AB0", "00X"]).solve().solution.rows == ("AB#", "##X")


def test_other_alphabets():
    assert WordPlacement(["ÉTÉ", "ÂGE"], ["111", "000", "111"]).count() == 2
    decomposed = WordPlacement(["E\u0301TE\u0301"], ["111"])
    assert decomposed.solve().solution.rows == ("ÉTÉ",)
    assert WordPlacement(["straße"], ["111111"]).solve().solution.rows == ("straße",)
    assert WordPlacement(["ΛΟΓΟΣ"], ["1ο111"]).solve().solution.rows == ("ΛΟΓΟΣ",)


def test_statuses_and_limits():
    words = ["".join(word) for word in itertools.permutations("ABCD")]
    puzzle = WordPlacement(words, ["1111"] * 4, reuse=True, exact=False)
    whole = puzzle.solve(most=None)
    assert (whole.status, whole.solutions, whole.complete) == (Status.MULTIPLE, 576, True)
    assert puzzle.count() == 576 and puzzle.count(100) == 100 and puzzle.count(0) == 0
    assert puzzle.solve().solutions == 2 and not puzzle.solve().complete
    assert puzzle.solve(most=1).status is Status.SOLVED
    for nodes in (0, 1, 5, 50):
        limited = puzzle.solve(Limits(nodes=nodes), most=None)
        assert limited.stats.nodes == nodes
        assert limited.status in (Status.LIMIT, Status.MULTIPLE) and not limited.complete
    assert puzzle.solve(Limits(seconds=0)).status is Status.LIMIT
    for wrong in (0, -1):
        with pytest.raises(PuzzleError, match="most="):
            puzzle.solve(most=wrong)


def test_solutions_come_one_by_one_each_once():
    words = ["".join(word) for word in itertools.permutations("ABC")]
    puzzle = WordPlacement(words, ["111"] * 3, reuse=True, exact=False)
    found = [filling.rows for filling in puzzle.solutions()]
    assert len(found) == len(set(found)) == 12
    assert all(puzzle.check(rows) for rows in found)
    assert len(list(puzzle.solutions(5))) == 5

    def ending(**options):
        solutions = puzzle.solutions(**options)
        while True:
            try:
                next(solutions)
            except StopIteration as stop:
                return stop.value

    assert ending() is Status.MULTIPLE
    assert ending(limit=3) is Status.SOLVED
    assert ending(limits=Limits(nodes=2)) is Status.LIMIT


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
    with pytest.raises(PuzzleError, match="expected rows of letters"):
        WordPlacement(["AB"], ["11"]).check(7)


@st.composite
def puzzles(draw):
    """A board cut from random letters, so that it has a solution, and sometimes a word changed."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    letters = draw(st.text("AB", min_size=rows * cols, max_size=rows * cols))
    open_ = draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
    board = ["".join("01"[open_[r * cols + c]] for c in range(cols)) for r in range(rows)]
    words = [
        "".join(letters[row * cols + col] for row, col in slot.cells())
        for slot in WordPlacement(["A"], board).slots
    ] or ["AB"]
    if draw(st.booleans()):
        words[0] = draw(st.text("AB", min_size=len(words[0]), max_size=len(words[0])))
    return words, board


@settings(max_examples=150, deadline=None)
@given(puzzles(), st.booleans(), st.booleans())
def test_solutions_are_those_that_check_accepts(puzzle, reuse, exact):
    """Every way to write A and B into the open cells, judged by `check`."""
    words, board = puzzle
    placement = WordPlacement(words, board, reuse=reuse, exact=exact)
    free = [(r, c) for r, row in enumerate(board) for c, entry in enumerate(row) if entry == "1"]
    if len(free) > 10:
        free = []  # too many to try; only the forward direction below
    expected = set()
    for letters in itertools.product("AB", repeat=len(free)) if free else ():
        cells = [list(row.replace("0", "#")) for row in board]
        for (row, col), letter in zip(free, letters, strict=True):
            cells[row][col] = letter
        if placement.check(["".join(row) for row in cells]):
            expected.add(tuple("".join(row) for row in cells))
    found = [filling.rows for filling in placement.solutions(500)]
    assert len(found) == len(set(found)) and all(placement.check(rows) for rows in found)
    if free and not placement.contradiction().startswith("the empty cell"):
        assert set(found) == expected


def test_a_state_of_the_general_solvers():
    puzzle = WordPlacement.parse(SMALL)
    steps = puzzle.extensions()
    assert [step.board for step in steps] == [("GTU", "010", "010", "010")]
    assert not steps[0].is_solved() and not steps[0].fail_fast()
    last = steps[0].extensions()[0]
    assert last.is_solved() and last.extensions() == []
    assert len({puzzle, WordPlacement.parse(SMALL), last}) == 2
    assert WordPlacement(["GTU", "TECH"], ["GTX", "010", "010", "010"]).fail_fast()
    assert WordPlacement(["AB", "CD"], ["AB", "00", "AB"]).fail_fast()
    assert not WordPlacement(["AB"], ["AB", "00", "AB"], reuse=True).fail_fast()


def test_a_hundred_rows_and_columns():
    """Words along every other row: 50 slots of 100 cells, told apart by one letter."""
    words = ["".join("AB"[(k >> bit) & 1] for bit in range(6)) + "X" * 94 for k in range(50)]
    board = [
        word[:6] + "1" * 94 if row % 2 == 0 else "0" * 100
        for row, word in enumerate(w for w in words for _ in "ab")
    ]
    result = WordPlacement(words, board).solve()
    assert result.status is Status.UNIQUE
    assert result.solution.rows[::2] == tuple(words)


def test_drawings_hold_every_letter():
    puzzle = WordPlacement.parse(SMALL)
    assert puzzle._repr_svg_().count("<rect") == 7 and "<text" not in puzzle._repr_svg_()
    from unriddle.puzzles.placement.draw import draw

    assert draw(SOLUTION).count("<text") == 6


def test_reading_files(tmp_path):
    path = tmp_path / "p.txt"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert WordPlacement.read(path).solve().solution.rows == SOLUTION
    path.write_bytes(SMALL.encode("utf-16"))
    with pytest.raises(PuzzleError, match="UTF-16"):
        WordPlacement.read(path)
    with pytest.raises(PuzzleError, match="no such file"):
        WordPlacement.read(tmp_path / "none")
    with pytest.raises(PuzzleError, match="expected text"):
        WordPlacement.parse(b"x")
