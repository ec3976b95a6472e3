"""The game as a conversation: asks, answers, prints. The rules are in `game`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from ...base import PuzzleError, Status
from ...io.text import printable
from ..framework.command import is_file
from ..framework.game import Console, GameOver
from .assignment import check_consistency, read_file
from .game import Game
from .printing import board_lines, wordlist_lines
from .puzzle import WordPlacement

__all__ = ["play", "word_puzzle"]

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
 q          quit game                      help, ?    this"""
OPTIONS = {"undo": "u", "redo": "r", "hint": "h", "check": "c", "?": "help", "quit": "q", "solve": "s"}
ANSWERED = ("help", "h", "c", "save", "")
"""What leaves the position as it is."""


class _Quit(Exception):
    """The player has had enough, at a question that is no move."""


def word_puzzle() -> None:
    """Play the game: asks for a puzzle file, takes moves, says what is wrong with them.

    Reads with `input` and prints to standard output; the end of the input, or Ctrl-C, ends it.
    """
    try:
        play()
    except KeyboardInterrupt:
        print("\nQuitting the game!")


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
    table = _Table(moves)
    game = open_game(file) if file is not None else None
    table.say("Game starts")
    solved = False
    try:
        with contextlib.suppress(_Quit):
            while True:
                game = game or table.open()
                if game is None:
                    break
                solved = table.game(game)
                if not solved or not table.agree("Would you like to play again?"):
                    break
                game = None
        table.say("Quitting the game!")
        table.say("Done!")
    except GameOver:
        table.say("")
    return solved


class _Table(Console):
    """Where the player sits: what is asked and said in this game."""

    def question(self, prompt: str, says: str) -> str:
        """Return an answer that is neither ``quit``, which ends the game, nor ``help``, which says `says`."""
        while True:
            answer = self.ask(prompt)
            order = OPTIONS.get(answer.lower(), answer.lower())
            if order == "q":
                raise _Quit
            if order != "help":
                return answer
            self.say(says)

    def agree(self, question: str) -> bool:
        """Ask until the answer is yes or no."""
        while True:
            self.say(question)
            answer = self.question("y:yes, n:no:", "y goes on, n does not, quit ends the game").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False

    def open(self) -> Game | None:
        """Return a game of a file that the player names; None if there is to be none."""
        while True:
            self.say(f"Enter the file name (default={SAMPLE}):")
            try:
                return open_game(self.question("", FILE_HELP) or sample())
            except PuzzleError as error:
                self.say(str(error), "red")
            if not self.agree("Do you want to try a new file?"):
                return None

    def show(self, game: Game) -> None:
        for index, line in enumerate(wordlist_lines(game.words, game.wstatus)):
            self.say(line, "bold" if index == 0 else "dim" if game.wstatus[index - 1] else "")
        self.board(game)

    def board(self, game: Game) -> None:
        for line in board_lines(game.board):
            self.say(line, "board")

    def game(self, game: Game) -> bool:
        """Play one game; return whether the player solved it."""
        reason = game.puzzle.reason_against()
        if reason:
            self.say(f"This puzzle has no solution: {reason}.", "red")
        shown = False
        while not game.solved:
            if not shown:
                self.show(game)
                self.say(INSTRUCTIONS)
            command = self.ask("")
            name, _, rest = command.partition(" ")
            name = OPTIONS.get(name.lower(), name.lower())
            shown = name in ANSWERED
            if name == "load":
                game = self.load(rest.strip()) or game
            elif shown:
                self.answer(game, name, rest.strip())
            elif not self.turn(game, name, command):
                return False
        self.say("Congratulations!!!", "bold green")
        self.say("PUZZLE SOLVED", "bold green")
        self.show(game)
        return True

    def turn(self, game: Game, name: str, command: str) -> bool:
        """Do what changes the position; return whether the game goes on."""
        if name == "q":
            return False
        if name == "s":
            return not self.solve(game)
        if name == "cb":
            self.say("Restarting the game!")
            game.clear()
        elif name in ("u", "r"):
            done = game.undo() if name == "u" else game.redo()
            words = ("Taken back", "take back") if name == "u" else ("Made again", "make again")
            self.say(f"{words[0]}: {done}" if done else f"There is nothing to {words[1]}.")
        else:
            return self.move(game, command)
        return True

    def move(self, game: Game, command: str) -> bool:
        """Make a move, or say what is wrong with it; return whether the game goes on."""
        problem = game.move(command)
        if problem:
            self.say(problem, "red")
            return self.agree("Do you want to try a new move?")
        if not game.solved and all(1 not in row for row in game.board):
            self.say("The board is full, but this is no solution:", "red")
            for fault in game.faults():
                self.say(f" {fault}", "red")
        return True

    def answer(self, game: Game, name: str, rest: str) -> None:
        """Answer a question that leaves the position as it is."""
        if name == "help":
            self.say(HELP)
        elif name == "h":
            hint = game.hint()
            self.say(f"{hint.move}  {hint.reason}" if hint.move else f"No hint: {hint.reason}.", "cyan")
        elif name == "c":
            self.say(game.check(), "cyan")
        elif name == "save":
            self.save(game, rest)

    def save(self, game: Game, path: str) -> None:
        if not path:
            self.say("save needs the name of a file", "red")
            return
        try:
            with open(path, "x", encoding="utf-8") as stream:  # noqa: PTH123
                stream.write(game.dumps())
        except FileExistsError:
            self.say(f"{printable(path)} exists and is left as it is", "red")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.say(f"{printable(path)} cannot be written: {reason}", "red")
        else:
            self.say(f"Saved to {printable(path)}")

    def load(self, path: str) -> Game | None:
        if not path:
            self.say("load needs the name of a file", "red")
            return None
        try:
            return Game.load(path)
        except PuzzleError as error:
            self.say(str(error), "red")
            return None

    def solve(self, game: Game) -> bool:
        """Solve the puzzle; return whether that ends the game."""
        self.say("Trying to solve the puzzle!!!")
        self.say("This will take some time if number of words is larger than 10!!!!")
        result = game.solve()
        if result.solution is not None:
            self.say(f"Found the solution {result.stats.nodes}")
            self.board(game)
            return True
        if result.status is Status.NO_SOLUTION:
            self.say(f"There is no solution: {result.reason}.")
        else:
            self.say("Interrupted." if result.interrupted else "It takes too long to solve.")
        return False


def sample() -> str:
    """Return the file that is played where none is named: one of that name here, or that of the package."""
    here = Path(SAMPLE)
    return SAMPLE if here.exists() else str(Path(__file__).with_name("data") / SAMPLE)


def open_game(file: str) -> Game:
    """Return the game in a puzzle file, or the saved one in a ``.json`` file, or of a puzzle on one line.

    Raises
    ------
    PuzzleError
        It cannot be read, its board is not consistent, or it lacks words or board.
    """
    if file.endswith(".json"):
        return Game.load(file)
    if ";" in file and not is_file(file):
        puzzle = WordPlacement.parse(file)
        return Game(puzzle.words, puzzle.board)
    words, board = read_file(file)
    name = printable(file)
    if not check_consistency(board):
        raise PuzzleError(f"The puzzle board of {name} is not consistent!")
    if not words or not board:
        raise PuzzleError("expected words, an empty line and a board", file=name)
    return Game(words, board, file=name)
