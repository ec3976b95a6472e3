"""Games: moves, commands, the clock, a terminal, values in cells."""

import builtins
import io
import os
import sys

import pytest

from unriddle import GridPegSolitairePuzzle, Numbrix, PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework import game as playing
from unriddle.puzzles.framework.game import CellGame, Console, Game, GameOver, PlayCommand, moves_of, play
from unriddle.puzzles.numbrix.play import PathGame
from unriddle.puzzles.peg.command import PegGame
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
    game.command(Console(), "hint", "")
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
    assert Cells(None).read(text) == entry


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


def game():
    return PegGame(GridPegSolitairePuzzle.parse("**.*"))


def played(*lines):
    return play(game(), Console(lines))


def test_a_game_from_first_to_last(capsys):
    assert played(
        "help", "a1-c1", "undo", "undo", "redo", "redo", "", "hint", "show", "restart", "a1-c1", "d1-b1"
    )
    out = capsys.readouterr().out
    assert "d2-d4" in out and "quit, q" in out
    assert out.count("There is nothing to take back.") == out.count("There is nothing to make again.") == 1
    assert "jump: d1-b1: it reaches the goal" in out and out.endswith("Solved: 2 moves, 1 hint.\n")


@pytest.mark.parametrize("end", ["quit", "q", "QUIT", "exit"])
def test_quit_ends_with_what_was_reached(end, capsys):
    assert played("a1-c1", end, "d1-b1")
    assert capsys.readouterr().out.endswith(f"> {end}\nNot solved: 1 move.\n")


def test_check_names_a_mistake_or_says_that_there_is_none(capsys):
    assert play(SudokuGame(SudokuPuzzle.parse(".1.....1.2.....3")), Console(["check", "1 1 2", "check"]))
    assert "\nno mistake found\n" in (out := capsys.readouterr().out)
    assert "\nmistake: row 1, column 1 is 2, which no solution has\n" in out
    assert Up().check() == "this game has no check"


def test_pencil_marks_are_no_moves_and_go_where_a_move_forbids_them():
    marked = SudokuGame(SudokuPuzzle.parse("." * 16))
    for value in "121":
        marked.mark(0, 0, value)
    assert marked.marks == {(0, 0): {"2"}} and marked.closing() == "Not solved: 0 moves."
    marked.move("1 2 2")
    assert marked.marks == {(0, 0): set()} and marked.moves_made == 1
    assert marked.undo() and marked.marks == {(0, 0): {"2"}}
    assert marked.undo() and marked.marks == {(0, 0): {"1", "2"}}
    marked.move("1 1 3")
    assert marked.marks == {} and not marked.redo()
    for row, col, value, reason in (
        (0, 0, "1", "is filled"),
        (0, 1, "3", "stands in"),
        (0, 1, "x", "one of"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            marked.mark(row, col, value)
    with pytest.raises(PuzzleError, match="no pencil marks"):
        game().mark(0, 0, "1")


def test_the_end_of_the_input_ends_it(capsys):
    assert played("nonsense")
    told = "expected jumps such as a1-c1, from a hole over a peg to an empty hole\nNot solved: 0 moves.\n"
    assert capsys.readouterr().out.endswith(told)


def test_solve_shows_a_solution_and_ends(capsys):
    assert played("solve", "a1-c1")
    assert capsys.readouterr().out.endswith("> solve\na1-c1 d1-b1\nNot solved: 0 moves.\n")


def test_a_puzzle_without_a_solution_is_said_so(capsys):
    play(PegGame(GridPegSolitairePuzzle.parse("*.*")), Console([]))
    assert "This puzzle has no solution: " in capsys.readouterr().out


def test_what_is_entered_is_shown_printable(capsys):
    played("\x1b[2J")
    assert "\\x1b[2J" in capsys.readouterr().out


def test_piped_input_is_shown_and_ends(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1-c1\nd1-b"))
    assert play(game(), Console())
    shown = capsys.readouterr().out
    assert "> a1-c1\n" in shown and "> d1-b\n" in shown and shown.endswith("> \nNot solved: 1 move.\n")
    assert "\x1b" not in shown


@pytest.mark.parametrize("stdin", [None, io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")])
def test_input_that_is_closed_or_no_text_ends_it_too(stdin, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert play(game(), Console())
    assert capsys.readouterr().out.endswith("Not solved: 0 moves.\n")


def test_ctrl_c_ends_with_what_was_reached(monkeypatch, capsys):
    lines = iter(["a1-c1"])

    def answer(prompt):
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(builtins, "input", answer)
    assert play(game(), Console()) is False
    assert capsys.readouterr().out.endswith("Interrupted.\nNot solved: 1 move.\n")


class Timed(PegGame):
    """Pegs against a clock that a list of seconds is."""

    def __init__(self, *left):
        self._left = list(left)
        super().__init__(GridPegSolitairePuzzle.parse("**.*"))

    def seconds_left(self):
        return self._left.pop(0) if len(self._left) > 1 else self._left[0]


def test_what_comes_after_the_time_does_not_count(capsys):
    assert play(Timed(9, 8, 7, -1), Console(["a1-c1", "d1-b1"]))
    assert capsys.readouterr().out.endswith("> d1-b1\nTime is up.\nNot solved: 1 move.\n")


@pytest.fixture
def terminal(monkeypatch):
    """A terminal as standard input; what is written to the number returned is what is typed."""
    pty = pytest.importorskip("pty")
    parent, child = pty.openpty()
    stream = os.fdopen(child, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    yield parent
    stream.close()
    os.close(parent)


def test_a_terminal_is_asked_until_the_time_is_up(terminal, capsys):
    os.write(terminal, b"a1-c1\n")
    assert play(Timed(75, 75, 0.01, -1), Console())
    out = capsys.readouterr().out
    assert "1:15 > " in out and out.endswith("0:01 > \nTime is up.\nNot solved: 1 move.\n")


def test_where_input_cannot_be_watched_it_is_waited_for(terminal, monkeypatch, capsys):
    def refuse(*_):
        raise OSError("not a socket")

    monkeypatch.setattr(playing.select, "select", refuse)
    os.write(terminal, b"tea\n")
    assert Console().ask("> ", 0.0) == "tea"


def test_moves_come_from_a_file(tmp_path):
    file = tmp_path / "moves.txt"
    file.write_text("a\r\n\nb")
    assert moves_of(str(file)) == ["a", "", "b"]
    with pytest.raises(PuzzleError, match="none: "):
        moves_of(str(tmp_path / "none"))
    with pytest.raises(GameOver):
        Console([]).ask("> ")


def test_a_play_command_says_what_it_plays_without_a_puzzle():
    from unriddle.cli import make_parser
    from unriddle.puzzles.registry import spec

    command = spec("peg").load(spec("peg").game)
    assert isinstance(command, PlayCommand) and "English" in command.new
    args = make_parser("play").parse_args(["play", "peg", "**.*", "--seed", "1"])
    with pytest.raises(PuzzleError, match="--seed is for a new puzzle"):
        command.read(args)
    with pytest.raises(PuzzleError, match="standard input is for the moves"):
        command.read(make_parser("play").parse_args(["play", "peg", "-"]))


def test_what_makes_no_puzzles_asks_for_one():
    from unriddle.cli import make_parser
    from unriddle.puzzles.framework.spec import Spec

    command = PlayCommand(
        Spec(name="x", home="unriddle.puzzles.framework", summary="", puzzle="steps:Step"), PegGame
    )
    args = make_parser("play").parse_args(["play", "peg"])
    with pytest.raises(PuzzleError, match="x has no new puzzles; give a puzzle or a file"):
        command.read(args)
