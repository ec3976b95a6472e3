"""Games in full screen: keys, marks, hints in two steps, the clock, the end; the terminal is given back."""

import asyncio
import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import time

import pytest

from unriddle import Boggle, GridPegSolitairePuzzle, Hidato, MNPuzzle, Numbrix, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles import registry
from unriddle.puzzles.boggle.play import BoggleGame
from unriddle.puzzles.framework.game import Game
from unriddle.puzzles.numbrix.play import PathGame
from unriddle.puzzles.peg.command import PegGame
from unriddle.puzzles.placement.game import opened
from unriddle.puzzles.sliding.command import SlidingGame
from unriddle.puzzles.sudoku.play import SudokuGame

pytest.importorskip("textual", reason="games in full screen need textual")

from unriddle.cli.full_screen import FullScreen, Picture

FOUR = "1.3..4..2..3.3.."  # one solution: 1234 3412 2143 4321
GAMES = [spec for spec in registry.specs() if spec.game]


def sudoku(text=".234341221434321"):
    return SudokuGame(SudokuPuzzle.parse(text))


def pegs():
    return PegGame(GridPegSolitairePuzzle.parse("**.*"))


def boggle(seconds=None):
    return BoggleGame(Boggle.parse("tea/ars").solve(["tea", "tear", "rates"]), seconds)


def screen(game, act, size=(80, 30)):
    """Show a game, let `act` do something with its pilot, and return the screen."""

    async def shown():
        app = FullScreen(game)
        async with app.run_test(size=size) as pilot:
            await act(app, pilot)
            app.seen = {part.id: str(part.content) for part in app.query("Static") if part.id}
        return app

    return asyncio.run(shown())


def press(game, *keys, size=(80, 30)):
    """Press keys, each when the one before is done, and return the screen."""

    async def act(app, pilot):
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
        await pilot.pause()

    return screen(game, act, size)


def said(app):
    return app.messages.text.plain


def drawn(game, size=(3, 1)):
    return Picture(game, size).text(lambda place, cell: "", {}).plain


# The board


def test_lines_are_drawn_between_regions():
    assert drawn(sudoku(FOUR)) == "\n".join([
        "┌───────┬───────┐",
        "│ 1   · │ 3   · │",
        "│ ·   4 │ ·   · │",
        "├───────┼───────┤",
        "│ 2   · │ ·   3 │",
        "│ ·   3 │ ·   · │",
        "└───────┴───────┘",
    ])  # fmt: skip
    jigsaw = SudokuGame(SudokuPuzzle.parse("." * 16, regions="1122/1122/3344/3344"))
    assert "├───┼───┤" in drawn(jigsaw, (1, 1))


def test_holes_are_left_out_and_hexagons_lean():
    assert drawn(PathGame(Numbrix.parse("1 . #/. . 5")), (1, 1)).split("\n")[:2] == ["┌───┐  ", "│1 ·│  "]
    hexagons = PathGame(Hidato.parse("1 . ./. . 6", topology="hex"))
    assert drawn(hexagons, (1, 1)) == " 1 · · \n  · · 6 "


def test_the_cell_at_a_character_is_that_which_is_drawn_there():
    for game in (sudoku(FOUR), PathGame(Hidato.parse("1 . ./. . 6", topology="hex")), boggle(), pegs()):
        for size in ((1, 1), (5, 1), (7, 3)):
            picture = Picture(game, size)
            lines = picture.text(lambda place, cell: "", {}).plain.split("\n")
            assert len(lines) == picture.height and max(map(len, lines)) <= picture.width
            for place, cell in picture.cells.items():
                found = [(x, y) for y in range(picture.height) for x in range(picture.width)
                         if picture.at(x, y) == place]  # fmt: skip
                shown = "".join(lines[y][x : x + 1] for x, y in found)
                assert (cell.text or "·") in shown, (place, shown)


def test_cells_are_as_large_as_there_is_room():
    sizes = []
    for size in ((100, 50), (80, 24), (40, 24)):
        picture = press(sudoku("." * 81), size=size).picture
        sizes.append((picture.across, picture.down))
    assert sizes == [(7, 3), (5, 1), (3, 1)]


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_every_game_is_shown_and_gives_a_hint(spec, capsys):
    from unriddle.cli import make_parser

    given = [spec.example] if spec.name != "placement" else ["GTU,TECH;111/010/010/010"]
    args = make_parser("play").parse_args(["play", spec.name, *given])
    game = args.opening(args)
    assert capsys.readouterr().err == ""
    app = press(game, "ctrl+t", "ctrl+t", "ctrl+k", "f1", size=(90, 40))
    assert app.picture.cells and game.hints == 1 and "Ctrl-Q" in said(app)


class Count(Game):
    """A game with a text for a board, and a hint of its own."""

    AIM, MOVES = "Reach 2.", ("1   one up",)

    class Number(int):
        def is_solved(self):
            return self == 2

        def solve(self, limits):
            return SudokuPuzzle.parse("." * 16).solve()

    def moved(self, text):
        return self.Number(self.state + int(text))

    def hint(self):
        return "enter 1"

    def shown(self):
        return f"now [{int(self.state)}]"


def test_a_game_without_cells_is_shown_as_text():
    app = press(Count(Count.Number(0)), "ctrl+t", "1", "enter")
    assert app.seen["board"] == "now [1]" and app.game.state == 1
    app = press(Count(Count.Number(0)), "ctrl+t")
    assert said(app) == "enter 1\n"


# Cells


def test_arrows_choose_a_cell_and_a_symbol_is_entered():
    app = press(sudoku(FOUR), "right", "2", "down", "left", "3", "right", "right", "up", "up")
    assert app.game.moves_made == 2
    assert app.game.value_at(app.game.state, 0, 1) == "2" and app.game.value_at(app.game.state, 1, 0) == "3"
    assert app.cursor == (0, 2)


def test_what_clashes_or_was_given_is_refused_with_the_reason():
    app = press(sudoku(FOUR), "4")
    assert said(app) == "row 1, column 1 was given\n" and app.game.moves_made == 0
    app = press(sudoku(FOUR), "right", "3")
    assert said(app) == "3 stands in row 1, column 3 already\n" and app.game.moves_made == 0


def test_undo_redo_and_emptying_a_cell():
    app = press(sudoku(FOUR), "right", "2", "u")
    assert app.game.moves_made == 0
    app = press(sudoku(FOUR), "right", "2", "u", "r")
    assert app.game.moves_made == 1
    for key in ("backspace", "delete", "."):
        app = press(sudoku(FOUR), "right", "2", key)
        assert app.game.value_at(app.game.state, 0, 1) == "" and app.game.moves_made == 2


def test_pencil_marks_are_toggled_undone_and_removed_where_a_move_forbids_them():
    game = sudoku("." * 16)
    app = press(game, "m", "1", "2", "m", "right", "1")
    assert game.marks == {(0, 0): {"2"}} and game.moves_made == 1
    assert app.seen["entry"] == "row 1, column 2"
    press(game, "u")
    assert game.marks == {(0, 0): {"1", "2"}}
    app = press(game, "m", "1")
    assert game.marks == {(0, 0): {"2"}} and "marks 2   pencil marks: on" in app.seen["entry"]
    press(game, "m", "right", "down", "9")
    assert game.marks == {(0, 0): {"2"}}


def test_marks_are_drawn_in_cells():
    game = sudoku("." * 16)
    for value in "421":
        game.mark(0, 0, value)
    assert "│124  · │" in drawn(game, (3, 1))
    game.mark(0, 0, "3")
    assert "12…" in drawn(game, (3, 1))
    assert "1 2 3 4" in drawn(game, (7, 3))


def test_numbers_are_complete_with_their_digits_or_when_the_cursor_leaves():
    board = "1 . . ./. . . ./. . . ./. . . 16"
    app = press(PathGame(Numbrix.parse(board)), "right", "2", "enter", "right", "3", "down", "1", "0")
    assert [app.game.value_at(app.game.state, *place) for place in ((0, 1), (0, 2), (1, 2))] == [
        "2",
        "3",
        "10",
    ]
    app = press(PathGame(Numbrix.parse(board)), "right", "2", "escape", "down")
    assert app.game.moves_made == 0


def test_a_full_board_that_is_solved_ends_the_game():
    app = press(sudoku(), "1", "2", "u")
    assert app.game.finished and app.ended is not None and "Solved: 1 move.\n" in said(app)
    assert app.game.moves_made == 1
    stopped = app.clock()
    time.sleep(0.01)
    assert app.clock() == stopped


# Hints


def test_a_hint_names_the_technique_first_and_the_cell_at_the_second_press():
    game = sudoku(FOUR)
    app = press(game, "h")
    assert said(app) == "naked single (hint again shows where)\n" and app.cursor == (0, 0) and game.hints == 1
    text = game.hint()
    app = press(game, "h", "h")
    assert said(app) == f"{text}\n" and text.startswith("naked single: row ") and game.hints == 2
    row, col = app.cursor
    assert f"row {row + 1}, column {col + 1}" in text
    app = press(game, "h", "right", "h")
    assert app.game.hints == 3 and "naked single: " in said(app), "moving the cursor keeps the hint"


def test_a_move_ends_the_hint():
    app = press(sudoku(FOUR), "h", "right", "2", "h")
    assert app.game.hints == 2 and said(app).endswith("(hint again shows where)\n")


def test_mistakes_are_named_by_hint_and_check():
    wrong = PathGame(Numbrix.parse("1 . 3/. . ./. . 9"))
    wrong.move("3 2 6")
    app = press(wrong, "h")
    assert said(app) == "mistake (hint again shows where)\n"
    app = press(wrong, "c")
    assert said(app).startswith("mistake: 6 is at row 3, column 2")
    app = press(sudoku(FOUR), "c")
    assert said(app) == "no mistake found\n"


# Other games


def test_arrows_and_clicks_move_tiles():
    app = press(SlidingGame(MNPuzzle.parse("1 2/0 3")), "left")
    assert app.game.finished and "Solved: 1 move." in said(app)

    async def click(app, pilot):
        await pilot.click("#board", offset=cell_of(app, (1, 1)))

    app = screen(SlidingGame(MNPuzzle.parse("1 2/0 3")), click)
    assert app.game.finished


def cell_of(app, place):
    """Return where a cell is within the widget of the board, margins of which are not counted."""
    picture = app.picture
    return next((x, y) for y in range(picture.height) for x in range(picture.width)
                if picture.at(x, y) == place and picture.at(x - 1, y) == place)  # fmt: skip


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_peg_and_a_hole_are_a_jump(key):
    app = press(pegs(), key)
    assert app.entry == "a1-" and app.game.pointed(app.entry) == [(0, 0)]
    app = press(pegs(), key, "right", "right", key)
    assert app.game.moves_made == 1 and app.game.state.text().endswith(".**")
    app = press(pegs(), *"a1-c1", "enter", *"d1 b1", "enter")
    assert app.game.finished

    async def click(app, pilot):
        for col in (0, 2, 3, 1):
            await pilot.click("#board", offset=cell_of(app, (0, col)))

    assert screen(pegs(), click).game.finished


def test_letters_and_clicks_make_a_word():
    app = press(boggle(), *"tear", "enter")
    assert app.game.state == ("tear",) and "tear" in app.seen["words"]
    app = press(boggle(), *"te")
    assert app.game.pointed(app.entry) == [(0, 0), (0, 1)]

    async def click(app, pilot):
        for place in ((0, 0), (0, 1), (0, 2)):
            await pilot.click("#board", offset=cell_of(app, place))
        await pilot.press("enter")

    assert screen(boggle(), click).game.state == ("tea",)
    app = press(boggle(), "ctrl+t")
    assert said(app) == "a word of 3 letters (hint again shows where)\n"
    app = press(boggle(), "ctrl+t", "ctrl+t")
    assert said(app) == "a word of 3 letters begins with te, in row 1, column 1\n"


def test_what_is_entered_may_be_a_command():
    app = press(boggle(), *"tea", "enter", *"undo", "enter")
    assert app.game.state == ()
    app = press(boggle(), *"exit", "enter")
    assert not app.interrupted and app.ended is None
    app = press(boggle(), *"solve", "enter")
    assert "The board has 3 words." in said(app) and "Missed:" in said(app)


def test_the_clock_ends_a_round(monkeypatch):
    game = boggle(60)
    monkeypatch.setattr(game, "seconds_left", lambda: left[0])
    left = [45.2]
    app = press(game)
    assert app.seen["head"].endswith("0:46")

    async def wait(app, pilot):
        left[0] = -0.1
        app.tick()
        await pilot.press("t")

    app = screen(game, wait)
    assert app.ended is not None and said(app).startswith("Time is up.\n") and app.entry == ""


def test_the_clock_shows_what_has_passed(monkeypatch):
    from unriddle.cli import full_screen

    app = press(sudoku(FOUR))
    assert app.seen["head"].startswith(" Fill the grid") and app.seen["head"][:-1].endswith(" 0:0")
    now = time.monotonic()
    monkeypatch.setattr(full_screen, "monotonic", lambda: now + 75)
    app.started = now
    assert app.clock() == "1:15"


def test_words_are_placed_at_the_cursor(tmp_path):
    file = tmp_path / "p.txt"
    file.write_text("GTU\nTECH\n\n111\n010\n010\n010\n")
    app = press(opened(str(file)), *"gtu", "enter", "right", "2", "enter")
    assert app.game.finished and "✓ 1 GTU" in app.seen["words"] and "Solved: 2 moves." in said(app)
    app = press(opened(str(file)), "right", *"tech h", "enter")
    assert said(app) == "Coordinate does not start form a valid cell!\n"
    kept = tmp_path / "kept.json"
    with contextlib.chdir(tmp_path):
        app = press(opened(str(file)), *"gtu", "enter", *"save kept.json", "enter", "ctrl+z")
        assert kept.exists() and app.game.moves_made == 0
        app = press(opened(str(file)), *"load kept.json", "enter")
    assert app.game.moves_made == 1
    app = press(opened(str(file)), "ctrl+t")
    assert said(app) == "no other word fits there (hint again shows where)\n"
    app = press(opened(str(file)), "s", "enter")
    assert not app.game.finished and app.ended is not None and "Found the solution" in said(app)


# Size


def test_a_terminal_that_is_too_small_says_so_in_one_line_until_it_is_larger():
    async def act(app, pilot):
        assert not app.query_one("#game").display and app.query_one("#small").display
        assert str(app.query_one("#small").content) == "30×12 is too small a terminal: this board takes 21×19"
        await pilot.resize_terminal(80, 30)
        await pilot.pause()
        assert app.query_one("#game").display and not app.query_one("#small").display
        await pilot.press("right")
        assert app.cursor == (0, 1)

    screen(sudoku("." * 81), act, (30, 12))


# The terminal


needs_terminals = pytest.mark.skipif(
    importlib.util.find_spec("termios") is None, reason="no terminals on this system"
)


@pytest.fixture
def begun():
    """Begin games, each in a terminal of 80 columns, and return it with its attributes before."""
    import termios

    from terminals import Terminal

    children = []

    def begin(*arguments, **environment):
        children.append(Terminal("play", *arguments, cwd=".", COLUMNS="80", LINES="30", **environment))
        return children[-1], termios.tcgetattr(children[-1].master)

    yield begin
    for child in children:
        child.process.kill()
        child.process.wait()


def given_back(child, before):
    """Return the exit code of a command after it has given its terminal back."""
    import termios

    os_end = time.monotonic() + 30
    while child.process.poll() is None and time.monotonic() < os_end:
        child.read()
    after = termios.tcgetattr(child.master)
    code = child.end()
    assert after[:4] == before[:4]
    for on, off in (
        ("\x1b[?1049h", "\x1b[?1049l"),
        ("\x1b[?25l", "\x1b[?25h"),
        ("\x1b[?1000h", "\x1b[?1000l"),
    ):
        assert child.raw.rindex(off) > child.raw.rindex(on)
    assert "Traceback" not in child.raw
    return code


@needs_terminals
def test_a_game_in_a_terminal_that_is_given_back(begun):
    child, before = begun("sudoku", ".234341221434321")
    child.expect("Fill the grid")
    child.settle()
    os.write(child.master, b"1")
    child.expect("Solved: 1 move.")
    os.write(child.master, b"q")
    assert given_back(child, before) == 0
    assert child.shown.rstrip().endswith("Solved: 1 move.")


@needs_terminals
@pytest.mark.parametrize("how", [b"\x03", signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_leaving_by_ctrl_c_or_a_signal(begun, how):
    child, before = begun("numbrix", "1 . 3/. . ./. . 9")
    child.expect("Number the cells")
    child.settle()
    if isinstance(how, bytes):
        os.write(child.master, how)
    else:
        child.process.send_signal(how)
    assert given_back(child, before) == 128 + (signal.SIGINT if isinstance(how, bytes) else how)
    assert child.shown.rstrip().endswith("Interrupted.\nNot solved: 0 moves.")


@needs_terminals
def test_a_terminal_that_is_closed_ends_the_game(begun):
    child, _ = begun("sudoku", ".234341221434321")
    child.expect("Fill the grid")
    child.settle()
    os.close(child.master)
    assert child.process.wait(timeout=10) == 129


@needs_terminals
@pytest.mark.parametrize(
    ("options", "environment"), [(["--plain"], {}), ([], {"TERM": "dumb"}), (["--moves", "none.txt"], {})]
)
def test_lines_are_asked_for_where_the_screen_is_not_taken(begun, options, environment, tmp_path):
    child, _ = begun("sudoku", ".234341221434321", *options, **environment)
    if "--moves" not in options:
        child.expect("help says how; quit ends.")
        child.enter("exit")
        assert child.end() == 0
    else:
        assert child.end() == 2
    assert "\x1b[?1049h" not in child.raw


@needs_terminals
def test_without_textual_a_line_says_what_to_install(begun, tmp_path):
    (tmp_path / "textual").mkdir()
    (tmp_path / "textual" / "__init__.py").write_text("raise ImportError")
    child, _ = begun("sudoku", ".234341221434321", PYTHONPATH=str(tmp_path))
    child.expect("games in full screen need textual: pip install textual\n")
    child.expect("help says how; quit ends.")
    child.enter("1 1 1")
    child.expect("Solved: 1 move.")
    assert child.end() == 0


def test_through_a_pipe_nothing_is_said_of_it(capsys, tmp_path):
    (tmp_path / "moves").write_text("exit\n")
    assert main(["play", "sudoku", ".234341221434321", "--moves", str(tmp_path / "moves")]) == 0
    assert capsys.readouterr().err == ""


def test_textual_is_imported_only_where_a_game_is_shown():
    code = (
        "import sys; from unriddle.cli import main; main(['play', 'sudoku', '--help']);"
        "print('textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
