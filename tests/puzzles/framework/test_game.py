"""Games: moves forth and back, counted, on a puzzle made for it; values in cells."""

import pytest

from unriddle import Numbrix, PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.game import CellGame, Entry, Game
from unriddle.puzzles.numbrix.play import PathGame
from unriddle.puzzles.sudoku.play import SudokuGame


class Up(Game):
    """Numbers that go up to three."""

    AIM, MOVES = "Reach 3.", ("1   one up",)

    class Number(int):
        def is_solved(self):
            return self == 3

    def __init__(self):
        super().__init__(self.Number(0))

    def moved(self, text):
        if text != "1":
            raise PuzzleError("expected 1")
        return self.Number(self.state + 1)

    def hint(self):
        return "1"

    def shown(self):
        return str(int(self.state))


def test_moves_are_taken_back_and_made_again():
    game = Up()
    assert not game.undo() and not game.redo() and game.closing() == "Not solved: 0 moves."
    for _ in range(2):
        game.move("1")
    assert game.undo() and game.state == 1 and game.redo() and game.state == 2 and not game.redo()
    game.restart()
    assert game.state == 0 and game.redo() and game.state == 1
    game.move("1")
    assert game.state == 2 and not game.redo(), "a new move forgets what was taken back"
    with pytest.raises(PuzzleError, match="expected 1"):
        game.move("2")
    assert game.state == 2 and not game.finished
    assert game.helped() == "1"
    game.move("1")
    assert game.finished and game.closing() == "Solved: 3 moves, 1 hint."


class Cells(CellGame):
    AIM = ""

    @property
    def shape(self):
        return 3, 12

    def value_at(self, state, row, col):
        return ""

    def put(self, row, col, value):
        return row, col, value

    def shown(self):
        return ""

    def first(self):
        return None


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("3 4 5", (2, 3, "5")),
        ("r3c4=5", (2, 3, "5")),
        ("R3C12 : ab", (2, 11, "ab")),
        ("  3,4,5 ", (2, 3, "5")),
        ("1 2 .", (0, 1, None)),
        ("1 2 -", (0, 1, None)),
    ],
)
def test_entries_are_read_in_the_usual_ways(text, entry):
    assert Cells(None).read(text) == Entry(*entry)


@pytest.mark.parametrize(
    "text", ["", "3", "3 4", "a b c", "4 1 1", "1 13 1", "0 1 1", "1 2 3 4", "99999 1 1"]
)
def test_other_entries_are_refused(text):
    with pytest.raises(PuzzleError, match="expected"):
        Cells(None).read(text)


def test_wide_boards_have_their_numbers_digit_by_digit():
    lines = Cells(None).grid("\n".join(["." * 12, "-" * 12, "." * 12]), list(range(12))).split("\n")
    assert lines[0].strip() == "111" and lines[1].strip() == "123456789012"
    assert [line.split()[0] for line in lines[2:]] == ["1", "-" * 12, "2"]


@pytest.mark.parametrize(
    ("kind", "puzzle", "wrong"),
    [
        (SudokuGame, SudokuPuzzle.parse(".1.....1.2.....3"), "1 1 2"),
        (PathGame, Numbrix.parse("1 . 3/. . ./. . 9"), "3 2 6"),
    ],
)
def test_hints_lead_to_the_solution_and_name_mistakes(kind, puzzle, wrong):
    game = kind(puzzle)
    while not game.finished:
        hint = game.hint().split("\n")[-1]
        step = next(step for step in game.state.steps() if str(step) == hint)
        game.move(f"{step.cell[0] + 1} {step.cell[1] + 1} {step.value}")
    assert puzzle.check(getattr(game.state, "grid", game.state))
    assert game.hint() == "nothing is left to do"
    game.restart()
    game.move(wrong)
    assert game.hint().startswith("mistake: ")
