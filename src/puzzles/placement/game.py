"""Play word placement: a position, moves forth and back, hints, saving; and the dialogue in a terminal."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...base import PuzzleError, Status
from ...io.atomic import write_whole
from ...io.text import printable, read_text, source_name
from ..framework import game as loop
from ..framework.command import is_file
from ..framework.game import BoardCell, Console, GameOver
from ..framework.move_puzzle import PATIENCE
from ..framework.steps import Step
from .assignment import (
    Board,
    board_lines,
    check_consistency,
    check_solved,
    copy_board,
    create_board,
    decompose_command,
    identifier,
    placing_problem,
    read_file,
    word_it,
    wordlist_lines,
)
from .puzzle import WordPlacement, next_word
from .result import PlacementResult
from .rules import fold, is_open

__all__ = ["Hint", "PlacementGame", "play", "word_puzzle"]

CLEAR = "cb"
SAMPLE = "sample_puzzle.txt"
FILE_HELP = """\
 the name of a file: words, one a line, an empty line, and rows of 0 (forbidden), 1 (empty) and given letters;
 of a saved game (.json); or a puzzle on one line, such as GTU,TECH;111/010/010/010
 nothing is the sample; quit ends the game"""
INSTRUCTIONS = """\
Please choose a word from word list,
       choose a row and a column, and
       direction of the word, V: Vertical H:Horizontal
       enter your move as in the format: (WXRYCZDT)
Other options:
 cb - clear board
 q - quit game
 s - solve puzzle
 help - all options"""
HELP = """\
 WXRYCZDT   place word X from row Y, column Z on; T is V (down) or H (across)
 u, undo    take the last move back        r, redo    make it again
 h, hint    a next word, and why           c, check   is this still solvable, which word is wrong
 save FILE  keep the game                  load FILE  go on with a kept game
 cb         clear board                    s          solve puzzle
 q, exit    quit game                      help, ?    this"""
SHORT = {"u": "undo", "r": "redo", "h": "hint", "c": "check", "s": "solve", **loop.Game.SHORT}


class Hint(NamedTuple):
    """A move and why it is right; the move is empty where there is none to give."""

    move: str
    reason: str


class PlacementGame:
    """A puzzle being played.

    Parameters
    ----------
    words : sequence of str
        The words.
    board : sequence of str
        Rows of 0, 1 and given letters.
    file : str, optional
        Where the puzzle comes from, for errors.

    Raises
    ------
    PuzzleError
        As for `WordPlacement`.

    Examples
    --------
    >>> game = PlacementGame(["GTU", "TECH"], ["111", "010", "010", "010"])
    >>> game.move("w1r2c3dv")
    'Coordinate does not point a valid cell!'
    >>> game.move("w1r1c1dh"), game.move("w2r1c2dv"), game.solved
    ('', '', True)
    """

    def __init__(self, words: Sequence[str], board: Sequence[str], file: str | None = None) -> None:
        self.puzzle = WordPlacement(words, board, file=file)
        self.words = list(self.puzzle.words)
        self.board: Board = [*self.puzzle.board]  # type: ignore[list-item]  # lists from the next line on
        create_board(self.board)
        self.wstatus = identifier(self.words)
        self._history = [("", copy_board(self.board), list(self.wstatus))]
        """Moves, with the board and the used words after each; those beyond `_made` are undone."""
        self._made = 0

    @property
    def moves(self) -> list[str]:
        """The moves made, in order: ``W1R1C1DH`` or ``cb``."""
        return [move for move, *_ in self._history[1 : self._made + 1]]

    @property
    def solved(self) -> bool:
        """Whether the board is full and every slot holds a word of the list, each once."""
        return check_solved(self.board) and self.puzzle.check(self.rows())

    def rows(self) -> list[str]:
        """Return the board as strings of 0, 1 and letters."""
        return ["".join(map(str, row)) for row in self.board]

    def faults(self) -> list[str]:
        """Return what keeps a full board from being solved."""
        return self.puzzle.faults(self.rows())

    def move(self, command: str) -> str:
        """Make a move; return what is wrong with it, or an empty text once it is made."""
        flag, wordno, coordinates, direction = decompose_command(command)
        if flag or wordno is None or coordinates is None or direction is None:
            return f"{printable(command)!r} is no move, expected the format WXRYCZDT"
        problem = placing_problem(self.board, self.words, self.wstatus, coordinates, wordno, direction)
        if problem:
            return problem
        word_it(self.board, self.words, self.wstatus, coordinates, wordno, direction)
        self._record(f"W{wordno}R{coordinates[0]}C{coordinates[1]}D{direction}")
        if self.solved:  # what crossing words have spelt is placed too
            self.wstatus[:] = [True] * len(self.words)
        return ""

    def clear(self) -> None:
        """Take all words off the board; given letters stay."""
        self._show(0)
        self._record(CLEAR)

    def _record(self, move: str) -> None:
        del self._history[self._made + 1 :]
        self._history.append((move, copy_board(self.board), list(self.wstatus)))
        self._made += 1

    def _show(self, made: int) -> None:
        """Show the position after `made` moves."""
        _, board, wstatus = self._history[made]
        for row, before in zip(self.board, board, strict=True):
            row[:] = before
        self.wstatus[:] = wstatus

    def undo(self) -> str:
        """Take back the last move and return it; empty at the start."""
        return self._step(-1)

    def redo(self) -> str:
        """Make the move last taken back and return it; empty where there is none."""
        return self._step(1)

    def _step(self, by: int) -> str:
        made = self._made + by
        if not 0 <= made < len(self._history):
            return ""
        self._made = made
        self._show(made)
        return self._history[max(made, made - by)][0]

    def _solve(self, rows: list[str], limit: int) -> PlacementResult:
        return WordPlacement(self.words, rows).solve(limit=limit, limits=PATIENCE)

    def solve(self) -> PlacementResult:
        """Fill the board: from the position if that can be, else from the start."""
        result = self._solve(self.rows(), 1)
        if result.status is Status.NO_SOLUTION and self.rows() != list(self.puzzle.board):
            result = self.puzzle.solve(limit=1, limits=PATIENCE)
        if result.solution is not None:
            for row, line in zip(self.board, result.solution.rows, strict=True):
                row[:] = [0 if letter == "#" else letter for letter in line]
            self.wstatus[:] = [True] * len(self.words)
        return result

    def check(self) -> str:
        """Return whether the position can still be solved, and if not, which word is wrong."""
        result = self._solve(self.rows(), 2)
        if result.status is not Status.NO_SOLUTION:
            return {
                Status.UNIQUE: "The puzzle can still be solved, in one way.",
                Status.MULTIPLE: "The puzzle can still be solved, in more than one way.",
            }.get(result.status, "It takes too long to tell.")
        whole = self.puzzle.solve(limits=PATIENCE)
        if whole.status is Status.NO_SOLUTION:
            return f"The puzzle has no solution from the start: {whole.reason}."
        if whole.status is Status.UNIQUE and whole.solution is not None:
            right = {(fold(placed.word), placed.move) for placed in whole.solution.placed}
            wrong: list[str] = []
            for move in self.moves:
                if move == CLEAR:
                    wrong = []
                elif (fold(self._word(move)), move[move.index("R") :]) not in right:
                    wrong.append(f"{self._word(move)} ({move}) is wrong.")
            if wrong:
                return "\n".join(wrong)
        for move, board, _ in self._history[1 : self._made + 1]:
            rows = ["".join(map(str, row)) for row in board]
            if move != CLEAR and self._solve(rows, 1).status is Status.NO_SOLUTION:
                return f"No solution is left since {self._word(move)} ({move})."
        return "The puzzle cannot be solved from here."

    def _word(self, move: str) -> str:
        return self.words[int(move[1 : move.index("R")]) - 1]

    def hint(self) -> Hint:
        """Return a next move and its reason: forced if there is a forced one, else a likely one."""
        here = WordPlacement(self.words, self.rows())
        result = here.solve(limit=1, limits=PATIENCE)
        if result.status is Status.NO_SOLUTION:
            return Hint("", "no solution is left from here; check names the wrong word")
        if result.solution is None:
            return Hint("", "it takes too long to tell")
        found = next_word(here, result.solution.rows)
        if found is None:
            return Hint("", "the board is full")
        slot, word, reason = found
        numbers = [n for n, other in enumerate(self.words, 1) if fold(other) == fold(word)]
        number = next((n for n in numbers if not self.wstatus[n - 1]), numbers[0])
        return Hint(f"W{number}{slot.label}", f"{self.words[number - 1]}: {reason}")

    # Saving

    def dumps(self) -> str:
        """Return the game as JSON text, the moves taken back included."""
        state = {
            "game": "word placement",
            "words": self.words,
            "board": list(self.puzzle.board),
            "moves": [move for move, *_ in self._history[1:]],
            "made": self._made,
        }
        return json.dumps(state, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def load(cls, path: str) -> PlacementGame:
        """Read a game that was saved.

        Raises
        ------
        PuzzleError
            The file cannot be read, or is no saved game.
        """
        name, text = source_name(path), read_text(path, limit=1 << 26)
        try:
            state = json.loads(text)
            words, board, moves, made = (state[key] for key in ("words", "board", "moves", "made"))
            lists = all(isinstance(value, list) for value in (words, board, moves))
            if state["game"] != "word placement" or not lists or not 0 <= made <= len(moves):
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            raise PuzzleError("is no saved game of word placement", file=name) from None
        game = cls(words, board, file=name)
        for number, move in enumerate(moves, 1):
            if move == CLEAR:
                game.clear()
                continue
            problem = game.move(move) if isinstance(move, str) else "is no text"
            if problem:
                raise PuzzleError(f"move {number} of the saved game: {problem}", file=name)
        while game._made > made:
            game.undo()
        return game


def play(file: str | None = None, *, moves: Iterable[str] | None = None) -> bool:
    """Play until the player quits or the input ends.

    Parameters
    ----------
    file : str, optional
        The first puzzle, its file, or a saved game; asked for by default.
    moves : iterable of str, optional
        What the player enters, line by line; asked for by default.

    Returns
    -------
    bool
        Whether the last game was solved by the player.

    Raises
    ------
    PuzzleError
        `file` cannot be played; of one that the player names, it is said.
    """
    console = Console(moves)
    game = open_game(file) if file is not None else None
    console.say("Game starts")
    solved = False
    try:
        with contextlib.suppress(_Quit):
            while game := game or _open(console):
                dialogue = _Dialogue(game)
                dialogue.run(console)
                solved, game = dialogue.finished, None
                if not solved or not _agree(console, "Would you like to play again?"):
                    break
        console.say("Quitting the game!")
        console.say("Done!")
    except GameOver:
        console.say("")
    return solved


def word_puzzle() -> None:
    """Play the game: asks for a puzzle file, takes moves, reports what is wrong with them.

    Reads with `input` and prints to standard output; the end of the input, or Ctrl-C, ends it.
    """
    try:
        play()
    except KeyboardInterrupt:
        print("\nQuitting the game!")


class _Quit(Exception):
    """The player quits at a question that is no move."""


def _question(console: Console, prompt: str, help: str) -> str:
    """Return an answer that is neither ``quit``, which ends the game, nor ``help``."""
    while True:
        answer = console.ask(prompt)
        command = SHORT.get(answer.lower(), answer.lower())
        if command == "quit":
            raise _Quit
        if command != "help":
            return answer
        console.say(help)


def _agree(console: Console, question: str) -> bool:
    """Ask until the answer is yes or no."""
    while True:
        console.say(question)
        answer = _question(console, "y:yes, n:no:", "y continues, n stops, quit ends the game").lower()
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"


def _open(console: Console) -> PlacementGame | None:
    """Return a game of a file that the player names; None if there is to be none."""
    while True:
        console.say(f"Enter the file name (default={SAMPLE}):")
        try:
            return open_game(_question(console, "", FILE_HELP) or sample())
        except PuzzleError as error:
            console.say(str(error), "red")
        if not _agree(console, "Do you want to try a new file?"):
            return None


class _Dialogue(loop.Game):
    """The questions and answers of this game, as its specification words them."""

    AIM, MOVES, SHORT, PROMPT = "Place the words on the board until it is full.", (), SHORT, ""

    def __init__(self, game: PlacementGame) -> None:
        super().__init__(game.puzzle)
        self.game = game
        self.given_up = False
        self._asked = False  # the board is shown before the next move unless a question was answered

    @property
    def finished(self) -> bool:
        """Whether the player has solved the puzzle."""
        return self.game.solved and not self.given_up

    def moved(self, text: str) -> Any:
        """Make a move; return the rows."""
        if problem := self.game.move(text):
            raise PuzzleError(problem)
        return self.game.rows()

    def next_steps(self) -> list[Step]:
        """Return a next move and its reason, or why there is none to give."""
        move, reason = self.game.hint()
        place = decompose_command(move)[2] if move else None
        if place is None:
            return [Step(kind="no hint", text=f"No hint: {reason}.")]
        why = reason.rpartition(": ")[2]
        return [Step(kind=why, text=f"{move}  {reason}", cell=(place[0] - 1, place[1] - 1))]

    def hint_text(self, steps: Sequence[Step]) -> str:
        """Return a move and its reason."""
        return steps[0].text

    def unsolvable(self) -> str:
        """Return why there is no solution, where that is known without a search."""
        return str(self.puzzle.reason_against())

    @property
    def moves_made(self) -> int:
        """Moves that lead to the board."""
        return len(self.game.moves)

    def cells(self) -> list[list[BoardCell]]:
        """Return letters and empty cells; forbidden cells are none."""
        return [
            [self._cell(entry, given) for entry, given in zip(row, line, strict=True)]
            for row, line in zip(self.game.board, self.puzzle.board, strict=True)
        ]

    def _cell(self, entry: Any, given: str) -> BoardCell:
        if not is_open(entry):
            return BoardCell("", region=None)
        text = "" if str(entry) == "1" else printable(str(entry))
        return BoardCell(text, given not in "01")

    def listed(self) -> list[str]:
        """Return the words with their numbers, those that are used with a mark."""
        used = zip(self.game.words, self.game.wstatus, strict=True)
        return [f"{'✓' if done else ' '} {k} {printable(word)}" for k, (word, done) in enumerate(used, 1)]

    def entry(self, row: int, col: int, text: str) -> str:
        """Return the move of a word, or of its number, at a cell: ``tech`` or ``tech v``."""
        name, _, way = text.partition(" ")
        for number, word in enumerate(self.game.words, 1):
            if name == str(number) or fold(name) == fold(word):
                break
        else:
            return text
        at, state = [row + 1, col + 1], (self.game.board, self.game.words, self.game.wstatus)
        ways = way.upper() or "HV"
        fitting = (one for one in ways if not placing_problem(*state, at, number, one))
        return f"W{number}R{at[0]}C{at[1]}D{next(fitting, ways[0])}"

    def shown(self) -> str:
        """Return the board."""
        return "\n".join(board_lines(self.game.board))

    def run(self, console: Console) -> None:
        """Play until the puzzle is solved or the player quits."""
        super().run(console)
        if self.finished:
            console.say("Congratulations!!!", "bold green")
            console.say("PUZZLE SOLVED", "bold green")
            self._show(console)

    def _show(self, console: Console) -> None:
        for index, line in enumerate(wordlist_lines(self.game.words, self.game.wstatus)):
            console.say(line, "bold" if index == 0 else "dim" if self.game.wstatus[index - 1] else "")
        console.say(self.shown())

    def opening(self, console: Console) -> None:
        """Report a puzzle that cannot be solved."""
        if reason := self.unsolvable():
            console.say(f"This puzzle has no solution: {reason}.", "red")

    def turn(self, console: Console) -> bool:
        """Show the board where it may have changed, and take a line."""
        if not self._asked:
            self._show(console)
            console.say(INSTRUCTIONS)
        self._asked = False
        return super().turn(console)

    def split(self, line: str) -> tuple[str, str]:
        """Return the first word as the command, and the rest."""
        self._asked = not line
        name, _, rest = line.partition(" ")
        return name.lower(), rest.strip()

    def refused(self, console: Console, reason: str) -> bool:
        """Report what is wrong with a move, and ask for another."""
        console.say(reason, "red")
        return console.IN_PLACE or _agree(console, "Do you want to try a new move?")

    def changed(self, console: Console) -> None:
        """Report a full board that is no solution."""
        if not self.finished and all(1 not in row for row in self.game.board):
            console.say("The board is full, but this is no solution:", "red")
            for fault in self.game.faults():
                console.say(f" {fault}", "red")

    def command(self, console: Console, name: str, argument: str) -> bool | None:
        """Do a command; return whether the game continues, None where the name is no command."""
        game = self.game
        self._asked |= name in ("help", "hint", "check", "save")
        if name in ("hint", "quit"):
            return super().command(console, name, argument)
        if name == "help":
            console.say(HELP)
        elif name == "check":
            console.say(game.check(), "cyan")
        elif name == "save":
            console.say(*_save(game, argument))
        elif name == "load":
            self._load(console, argument)
        elif name == CLEAR:
            console.say("Restarting the game!")
            game.clear()
        elif name == "undo":
            done = game.undo()
            console.say(f"Taken back: {done}" if done else "There is nothing to take back.")
        elif name == "redo":
            done = game.redo()
            console.say(f"Made again: {done}" if done else "There is nothing to make again.")
        else:
            return self._solve(console) if name == "solve" else None
        return True

    def _load(self, console: Console, path: str) -> None:
        try:
            if path:
                self.game = PlacementGame.load(path)
                self.puzzle = self.game.puzzle
            else:
                console.say("load needs the name of a file", "red")
        except PuzzleError as error:
            console.say(str(error), "red")

    def _solve(self, console: Console) -> bool:
        """Solve the puzzle; return whether the game continues."""
        console.say("Trying to solve the puzzle!!!")
        console.say("This will take some time if number of words is larger than 10!!!!")
        result = self.game.solve()
        if result.solution is not None:
            self.given_up = True
            console.say(f"Found the solution {result.stats.nodes}")
            console.say(self.shown())
        elif result.status is Status.NO_SOLUTION:
            console.say(f"There is no solution: {result.reason}.")
        else:
            console.say("Interrupted." if result.interrupted else "It takes too long to solve.")
        return result.solution is None


def opened(file: str | None) -> loop.Game:
    """Return the game of a file as the loop plays it; of the sample without one."""
    return _Dialogue(open_game(file or sample()))


def _save(game: PlacementGame, path: str) -> tuple[str, str]:
    """Write a game to a new file; return what to say, and its style."""
    if not path:
        return "save needs the name of a file", "red"
    if os.path.lexists(path):
        return f"{printable(path)} exists and is left as it is", "red"
    try:
        write_whole(path, game.dumps())
    except PuzzleError as error:
        return str(error), "red"
    return f"Saved to {printable(path)}", ""


def sample() -> str:
    """Return the file that is played where none is named: one of that name here, else the package's."""
    here = Path(SAMPLE)
    return SAMPLE if here.exists() else str(Path(__file__).with_name("data") / SAMPLE)


def open_game(file: str) -> PlacementGame:
    """Return the game in a puzzle file, or the saved one in a ``.json`` file, or of a puzzle on one line."""
    if file.endswith(".json"):
        return PlacementGame.load(file)
    if ";" in file and not is_file(file):
        puzzle = WordPlacement.parse(file)
        return PlacementGame(puzzle.words, puzzle.board)
    words, board = read_file(file)
    name = printable(file)
    if not check_consistency(board):
        raise PuzzleError(f"The puzzle board of {name} is not consistent!")
    if not words or not board:
        raise PuzzleError("not words, an empty line and a board", file=name)
    return PlacementGame(words, board, file=name)
