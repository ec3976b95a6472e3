"""The rules of the game: moves forth and back, hints, what may be asked."""

import builtins
import json
import signal

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.placement import PlacementGame, play, word_puzzle

SMALL = "GTU\nTECH\n\n111\n010\n010\n010"
LARGE = (
    "ANSWER\nDESK\nDONE\nGLUE\nLEARN\nSTUDY\nTAPE\nTEACH\nTEST\nWORK\n\n001111100\n000010000\n000011111\n"
    "000010010\n010010010\n011111010\n010000000\n111101000\n000101000\n000101000\n001111000"
)


def test_undo_is_exact_and_a_new_move_drops_what_was_undone():
    words, board = SMALL.split("\n\n")[0].split(), SMALL.split("\n\n")[1].split()
    game = PlacementGame(words, board)
    outer, states = game.board, []
    for move in ("w1r1c1dh", "w2r1c2dv"):
        states.append(([list(row) for row in game.board], list(game.wstatus)))
        assert game.move(move) == ""
    assert game.solved and game.moves == ["W1R1C1DH", "W2R1C2DV"]
    for board_, wstatus in reversed(states):
        game.undo()
        assert (game.board, game.wstatus) == (board_, wstatus)
    assert game.board is outer and game.moves == []
    game.redo()
    game.undo()
    assert game.move("w2r1c2dv") == "" and game.redo() == ""
    assert game.moves == ["W2R1C2DV"]


def test_given_letters_stay_when_the_board_is_cleared():
    game = PlacementGame(["GTU", "TECH"], ["1T1", "010", "010", "010"])
    game.move("w1r1c1dh")
    game.clear()
    assert game.rows() == ["1T1", "010", "010", "010"]


def test_words_that_crossings_have_spelt_are_placed_too():
    game = PlacementGame(["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"], ["111", "111", "111"])
    for number, row in ((1, 1), (2, 2), (3, 3)):
        assert not game.solved
        assert game.move(f"w{number}r{row}c1dh") == ""
    assert game.solved and all(game.wstatus)


def hints(words, board, *moves):
    game = PlacementGame(words, board)
    for move in moves:
        assert game.move(move) == ""
    return game.hint()


def test_hints_have_a_reason():
    words, board = ["GTU", "TECH"], ["111", "010", "010", "010"]
    assert hints(words, board) == ("W1R1C1DH", "GTU: no other word fits there")
    assert hints(words, board, "w1r1c1dh") == ("W2R1C2DV", "TECH: no other word fits there")
    assert hints(["AB", "XB"], ["11", "10"]) == (
        "",
        "no solution is left from here; check names the wrong word",
    )
    several = hints(["AB", "AC"], ["11", "10"])
    assert several.move in ("W1R1C1DH", "W2R1C1DH") and "one of 2 words that fit there" in several.reason
    assert hints(words, board, "w1r1c1dh", "w2r1c2dv") == ("", "the board is full")


def test_hints_lead_to_the_end():
    words, board = LARGE.split("\n\n")[0].split(), LARGE.split("\n\n")[1].split()
    game = PlacementGame(words, board)
    for _ in range(len(words)):
        assert not game.solved
        assert game.move(game.hint().move) == ""
    assert game.solved


def test_a_hint_where_a_word_has_one_place():
    hint = hints(["ABC", "ADE", "XYZ"], ["A11", "000", "A11", "000", "111"])
    assert hint == ("W3R5C1DH", "XYZ: the word has no other place")


def test_a_hint_that_crossing_words_leave():
    hint = hints(["CAT", "CUP", "PIN"], ["111", "100", "111"])
    assert hint == ("W1R1C1DH", "CAT: every other word clashes with one that crosses")


def test_check_where_several_solutions_exist():
    # AB and AC are interchangeable at the corner; XY and XZ in the other corner.
    game = PlacementGame(["AB", "AC", "BD", "CD"], ["11", "11"])
    assert game.check() == "The puzzle can still be solved, in more than one way."
    assert game.move("w1r1c1dh") == ""
    assert game.check() == "The puzzle can still be solved, in one way."
    game.undo()
    assert game.move("w3r1c1dh") == ""
    assert game.check() == "No solution is left since BD (W3R1C1DH)."
    hopeless = PlacementGame(["AB"], ["11", "11"])
    assert "no solution from the start: 1 word of 2 letters for 4 slots" in hopeless.check()


RAGGED = "GTU\nTECH\n\n111\n010\n01\n010"
QUITTING = "Quitting the game!\nDone!\n"
ASK_FILE = "Enter the file name (default=sample_puzzle.txt):"
LIST = "Word List            Status\nW1 GTU               {}\nW2 TECH              {}\n"
EMPTY = "   C1 C2 C3\nR1\nR2 +     +\nR3 +     +\nR4 +     +\n"
GTU = "   C1 C2 C3\nR1 G  T  U\nR2 +     +\nR3 +     +\nR4 +     +\n"
FULL = "   C1 C2 C3\nR1 G  T  U\nR2 +  E  +\nR3 +  C  +\nR4 +  H  +\n"
OPTIONS = (
    "Please choose a word from word list,\n"
    "       choose a row and a column, and\n"
    "       direction of the word, V: Vertical H:Horizontal\n"
    "       enter your move as in the format: (WXRYCZDT)\n"
    "Other options:\n cb - clear board\n q - quit game\n s - solve puzzle\n help - all options\n"
)
NEW_MOVE = "Do you want to try a new move?\ny:yes, n:no:y\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_puzzle.txt").write_text(SMALL)
    (tmp_path / "test_puzzle1.txt").write_text(RAGGED)
    (tmp_path / "sample_puzzle.txt").write_text(LARGE)
    return tmp_path


@pytest.fixture
def enter(monkeypatch, capsys):
    """Play with what is entered; return what is printed, as it looks where the input is echoed."""

    def run(*lines):
        left = iter(lines)

        def answer(prompt):
            print(prompt, end="")
            line = next(left, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", answer)
        assert word_puzzle() is None
        assert next(left, None) is None, "not all was asked for"
        return capsys.readouterr().out

    return run


def test_both_sessions_of_the_specification(folder, enter):
    shown = enter(
        "test_puzzle1.txt", "y", "test_puzzle.txt",
        "W1C2r1dv", "y", "w1r2c3dv", "y", "w1r1c1dh", "cb", "w1r1c1dh", "w2c2r2dv", "y", "w2c2r1dv", "y",
        "", "w1r1c5dv", "w6c3r1dh", "y", "w5c3r1dh", "s",
    )  # fmt: skip
    free, half = LIST.format("NOT USED", "NOT USED"), LIST.format("USED", "NOT USED")
    first = (
        f"Game starts\n{ASK_FILE}\ntest_puzzle1.txt\n"
        "The puzzle board of test_puzzle1.txt is not consistent!\n"
        f"Do you want to try a new file?\ny:yes, n:no:y\n{ASK_FILE}\ntest_puzzle.txt\n"
        f"{free}{EMPTY}{OPTIONS}W1C2r1dv\nWord does not fit to the space vertically!\n{NEW_MOVE}"
        f"{free}{EMPTY}{OPTIONS}w1r2c3dv\nCoordinate does not point a valid cell!\n{NEW_MOVE}"
        f"{free}{EMPTY}{OPTIONS}w1r1c1dh\n"
        f"{half}{GTU}{OPTIONS}cb\nRestarting the game!\n"
        f"{free}{EMPTY}{OPTIONS}w1r1c1dh\n"
        f"{half}{GTU}{OPTIONS}w2c2r2dv\nCoordinate does not start form a valid cell!\n{NEW_MOVE}"
        f"{half}{GTU}{OPTIONS}w2c2r1dv\n"
        f"Congratulations!!!\nPUZZLE SOLVED\n{LIST.format('USED', 'USED')}{FULL}"
        f"Would you like to play again?\ny:yes, n:no:y\n{ASK_FILE}\n\n"
    )
    assert shown.startswith(first)
    second = shown[len(first) :]
    assert second.startswith("Word List            Status\nW1  ANSWER           NOT USED\n")
    assert "w6c3r1dh\nWord does not fit to the space!\n" in second
    assert "R1  +  +  L  E  A  R  N  +  +\n" in second
    assert second.endswith(
        "s\nTrying to solve the puzzle!!!\n"
        "This will take some time if number of words is larger than 10!!!!\n"
        "Found the solution 1\n"
        "    C1 C2 C3 C4 C5 C6 C7 C8 C9\n"
        "R1  +  +  T  E  A  C  H  +  +\n"
        "R2  +  +  +  +  N  +  +  +  +\n"
        "R3  +  +  +  +  S  T  U  D  Y\n"
        "R4  +  +  +  +  W  +  +  O  +\n"
        "R5  +  G  +  +  E  +  +  N  +\n"
        "R6  +  L  E  A  R  N  +  E  +\n"
        "R7  +  U  +  +  +  +  +  +  +\n"
        "R8  T  E  S  T  +  W  +  +  +\n"
        "R9  +  +  +  A  +  O  +  +  +\n"
        "R10 +  +  +  P  +  R  +  +  +\n"
        "R11 +  +  D  E  S  K  +  +  +\n"
        "Quitting the game!\nDone!\n"
    )


@pytest.mark.parametrize(
    "lines, end",
    [
        ((), f"{ASK_FILE}\n\n"),
        (("test_puzzle.txt",), "help - all options\n\n"),
        (("test_puzzle.txt", "hello"), "y:yes, n:no:\n"),
        (("test_puzzle.txt", "q"), "q\nQuitting the game!\nDone!\n"),
        (("test_puzzle.txt", "hello", "n"), "n\nQuitting the game!\nDone!\n"),
        (("none.txt", "n"), "n\nQuitting the game!\nDone!\n"),
        (("test_puzzle.txt", "w1r1c1dh", "w2r1c2dv", "n"), "n\nQuitting the game!\nDone!\n"),
        (("test_puzzle.txt", "Q"), "Quitting the game!\nDone!\n"),
    ],
)
def test_how_a_game_ends(folder, enter, lines, end):
    assert enter(*lines).endswith(end)


@pytest.mark.parametrize(
    "content, reason",
    [
        (None, "bad.txt: no such file"),
        ("", "bad.txt: is empty"),
        ("GTU\nTECH\n", "not words, an empty line and a board"),
        ("\n\n\n", "not words, an empty line and a board"),
        ("GTU\n\n11x!\n", "character '!' on the board"),
        ("G-U\n\n111\n", "character '-'"),
        ("GTU\n\n111\n11\n", "The puzzle board of bad.txt is not consistent!"),
    ],
)
def test_a_file_that_cannot_be_played_is_named_and_another_asked_for(folder, enter, content, reason):
    if content is not None:
        (folder / "bad.txt").write_text(content)
    shown = enter("bad.txt", "maybe", "Y", "test_puzzle.txt", "q")
    assert reason in shown
    assert shown.count("Do you want to try a new file?") == 2, "an answer that is neither is asked for again"


def test_what_is_wrong_with_a_move(folder, enter):
    shown = enter(
        "test_puzzle.txt", "w1r1c1", "y", "w9r1c1dh", "y", "w1r9c1dh", "y", "w2r1c1dh", "y",
        "w1r1c1dh", "w1r1c1dh", "y", "\x1b[2J", "y", "q",
    )  # fmt: skip
    for text in (
        "'w1r1c1' is no move, expected the format WXRYCZDT\n",
        "Word number is not in the word list!\n",
        "Coordinate does not point a cell of the board!\n",
        "Word exceeds the board!\n",
        "Word is already used!\n",
        "is no move",
    ):
        assert text in shown
    assert shown.count("Do you want to try a new move?") == 6


def test_undo_and_redo_to_the_start(folder, enter):
    shown = enter(
        "test_puzzle.txt", "r", "u", "w1r1c1dh", "cb", "u", "u", "u", "r", "r", "r", "u", "undo", "q"
    )
    assert "There is nothing to make again.\n" in shown and "There is nothing to take back.\n" in shown
    done = [line for line in shown.splitlines() if line.startswith(("Taken", "Made"))]
    assert done == [
        "Taken back: cb", "Taken back: W1R1C1DH", "Made again: W1R1C1DH", "Made again: cb",
        "Taken back: cb", "Taken back: W1R1C1DH",
    ]  # fmt: skip


def test_a_full_board_that_is_no_solution_says_why(folder, enter):
    (folder / "p.txt").write_text("AB\nAC\nBD\nCE\n\n11\n11\n")
    shown = enter("p.txt", "w1r1c1dh", "w4r2c1dh", "y", "q")
    assert "Congratulations" not in shown
    (folder / "p.txt").write_text("AB\nCD\nAC\nBX\n\n11\n11\n")
    shown = enter("p.txt", "w1r1c1dh", "w2r2c1dh", "q")
    assert "The board is full, but this is no solution:\n 'BD' (R1C2DV) is not in the list\n" in shown


def test_check_names_the_wrong_word(folder, enter):
    shown = enter("", "check", "w1r1c5dv", "c", "w5c3r1dh", "c", "h", "u", "c", "q")
    assert shown.count("The puzzle can still be solved, in one way.\n") == 3
    assert shown.count("LEARN (W5R1C3DH) is wrong.\n") == 1
    assert "No hint: no solution is left from here; check names the wrong word.\n" in shown


def test_save_and_load(folder, enter):
    shown = enter("test_puzzle.txt", "w1r1c1dh", "w2r1c2dv", "n") and enter(
        "test_puzzle.txt",
        "w1r1c1dh",
        "cb",
        "u",
        "save",
        "save g.json",
        "save g.json",
        "u",
        "load g.json",
        "q",
    )
    assert "save needs the name of a file\n" in shown
    assert "Saved to g.json\n" in shown and "g.json exists and is left as it is\n" in shown
    state = json.loads((folder / "g.json").read_text())
    assert (state["moves"], state["made"]) == (["W1R1C1DH", "cb"], 1)
    game = PlacementGame.load("g.json")
    assert game.moves == ["W1R1C1DH"] and game.wstatus == [True, False]
    assert game.redo() == "cb" and game.rows() == ["111", "010", "010", "010"]
    assert enter("g.json", "w2r1c2dv", "n").count("Congratulations!!!") == 1, (
        "a saved game opens like a puzzle"
    )


@pytest.mark.parametrize(
    "content, reason",
    [
        (None, "no such file"),
        ("", "is empty"),
        ("[]", "no saved game"),
        ("{", "no saved game"),
        ("[" * 100_000, "no saved game"),
        (
            '{"game": "word placement", "words": ["GTU"], "board": ["111"], "moves": [], "made": 1}',
            "no saved",
        ),
        ('{"game": "chess", "words": ["GTU"], "board": ["111"], "moves": [], "made": 0}', "no saved"),
        ('{"game": "word placement", "words": "GTU", "board": ["111"], "moves": [], "made": 0}', "no saved"),
        ('{"game": "word placement", "words": [7], "board": ["111"], "moves": [], "made": 0}', "word 7"),
        ('{"game": "word placement", "words": ["GTU"], "board": [7], "moves": [], "made": 0}', "row 7"),
        (
            '{"game": "word placement", "words": ["GTU"], "board": ["111"], "moves": [7], "made": 0}',
            "move 1 of the saved game",
        ),
        (
            '{"game": "word placement", "words": ["GTU"], "board": ["111"],'
            ' "moves": ["W1R9C1DH"], "made": 0}',
            "move 1 of the saved game: Coordinate does not point a cell of the board!",
        ),
    ],
)
def test_a_damaged_saved_game_is_refused(folder, enter, content, reason):
    if content is not None:
        (folder / "g.json").write_text(content)
    with pytest.raises(PuzzleError, match=reason):
        PlacementGame.load("g.json")
    assert reason in enter("test_puzzle.txt", "load g.json", "load", "q")


def test_a_puzzle_without_solution_says_so_and_goes_on(folder, enter):
    (folder / "p.txt").write_text("AB\nXB\n\n11\n10\n")
    shown = enter("p.txt", "s", "h", "c", "q")
    assert "There is no solution: no way to place the words fills the board.\n" in shown
    (folder / "p.txt").write_text("AB\n\n11\n11\n")
    assert "This puzzle has no solution: 1 word of 2 letters for 4 slots" in enter("p.txt", "q")


def test_a_script_of_moves_is_echoed_and_tells_whether_it_solves(folder, capsys):
    assert play("test_puzzle.txt", moves=["w1r1c1dh", "w2r1c2dv", "n"]) is True
    shown = capsys.readouterr().out
    assert "w1r1c1dh\n" in shown and "y:yes, n:no:n\n" in shown
    assert play("test_puzzle.txt", moves=["w1r1c1dh", "w2r1c2dv"]) is True
    assert play("test_puzzle.txt", moves=["w1r1c1dh"]) is False
    with pytest.raises(PuzzleError, match=r"none\.txt"):
        play("none.txt", moves=[])


def test_ctrl_c_ends_the_game_in_a_line(folder, monkeypatch, capsys):
    def answer(prompt):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(builtins, "input", answer)
    word_puzzle()
    assert capsys.readouterr().out.endswith("\nQuitting the game!\n")


def test_help_lists_the_options(folder, enter):
    shown = enter("test_puzzle.txt", "help", "?", "q")
    assert shown.count("u, undo    take the last move back") == 2


def test_every_question_takes_help_and_quit(folder, enter):
    asked = enter("help", "quit")
    assert asked.startswith(f"Game starts\n{ASK_FILE}\nhelp\n the name of a file") and asked.endswith(
        f"quit\n{QUITTING}"
    )
    asked = enter("none.txt", "?", "q")
    assert "y:yes, n:no:?\ny continues, n stops, quit ends the game\n" in asked and asked.endswith(QUITTING)
    asked = enter("test_puzzle.txt", "w9r9c9dv", "quit")
    assert asked.endswith(f"Do you want to try a new move?\ny:yes, n:no:quit\n{QUITTING}")


def test_the_sample_comes_with_the_package(tmp_path, monkeypatch, enter):
    monkeypatch.chdir(tmp_path)
    shown = enter("", "s")
    assert "Word List            Status\nW1 " in shown and "Found the solution" in shown


def test_the_sample_has_one_solution():
    from unriddle import WordPlacement
    from unriddle.puzzles.placement.game import sample

    assert WordPlacement.load(sample()).solve().status.value == "UNIQUE"
