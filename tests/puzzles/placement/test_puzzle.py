"""The engine: known answers, every form of input, every border of the rules."""

import itertools
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.placement import WordPlacement

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"


@pytest.fixture(scope="module")
def known(data):
    return json.loads((data / "placement.json").read_text())


def test_known_boards_and_their_counts(known):
    assert len(known) == 10
    for case in known:
        puzzle = WordPlacement(case["words"], case["board"])
        result = puzzle.solve()
        assert int(puzzle.count()) == result.count == case["n_solutions"], case["id"]
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
    whole = puzzle.solve(limit=None)
    assert (whole.status, whole.count, whole.complete) == (Status.MULTIPLE, 576, True)
    assert puzzle.count() == 576 and puzzle.count(100) == 100 and not puzzle.count(100).complete
    assert puzzle.solve().count == 2 and not puzzle.solve().complete
    assert puzzle.solve(limit=1).status is Status.SOLVED
    for nodes in (0, 1, 5, 50):
        limited = puzzle.solve(limit=None, limits=Limits(nodes=nodes))
        assert limited.stats.nodes == nodes
        assert limited.status is Status.LIMIT and not limited.complete
        count = puzzle.count(limits=Limits(nodes=nodes))
        assert count.status is Status.LIMIT and count.found == limited.count
    assert puzzle.solve(limits=Limits(seconds=0)).status is Status.LIMIT
    for wrong in (0, -1):
        with pytest.raises(PuzzleError, match="limit="):
            puzzle.solve(limit=wrong)


def test_solutions_come_one_by_one_each_once():
    words = ["".join(word) for word in itertools.permutations("ABC")]
    puzzle = WordPlacement(words, ["111"] * 3, reuse=True, exact=False)
    found = [filling.rows for filling in puzzle.solutions()]
    assert len(found) == len(set(found)) == 12
    assert all(puzzle.check(rows) for rows in found)
    assert len(list(puzzle.solutions(5))) == 5

    for options, status in (
        ({}, Status.MULTIPLE),
        ({"limit": 3}, Status.MULTIPLE),
        ({"limit": 1}, Status.SOLVED),
        ({"limits": Limits(nodes=2)}, Status.LIMIT),
    ):
        solutions = puzzle.solutions(**options)
        list(solutions)
        assert solutions.status is status, options
    assert solutions.stats.nodes == 2 and not solutions.complete


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


@settings(max_examples=60, deadline=None)
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
    found = [filling.rows for filling in placement.solutions(2000)]
    assert len(found) == len(set(found)) and all(placement.check(rows) for rows in found)
    assert placement.count(2000) == min(len(found), 2000)
    if free:
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


def test_rules_and_dictionaries():
    puzzle = WordPlacement(["ab", "AB", "c\u0327e"], ["11", "1B"], reuse=True, exact=False)
    assert puzzle.rules() == {"reuse": True, "exact": False}
    again = WordPlacement.from_dict(json.loads(json.dumps(puzzle.to_dict())))
    assert again == puzzle and again.words == puzzle.words
    assert again != WordPlacement.parse(puzzle.text(), reuse=True)


def test_copies_leave_the_tables_behind():
    puzzle = WordPlacement.parse(SMALL)
    puzzle.solve()
    twin = pickle.loads(pickle.dumps(puzzle))
    assert twin == puzzle and twin._compiled is None and twin.solve().status is Status.UNIQUE


def test_a_file_is_loaded_with_its_rules(tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("AB\nXY\n\n11\n")
    assert WordPlacement.load(path).solve().status is Status.NO_SOLUTION
    assert WordPlacement.load(path, exact=False).count() == 2
