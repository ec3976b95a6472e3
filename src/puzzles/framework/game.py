"""A puzzle being played: where the player stands, moves forth and back, hints. `playing` asks and prints.

A puzzle that can be played has a `play.py` in its folder: a `Game` that reads its moves and gives its hints,
and the `unriddle.puzzles.framework.game.PlayCommand` that its spec names as `Spec.game`.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import os
import re
import select
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import ceil
from typing import Any, ClassVar, NamedTuple

from ...base import Limits, PuzzleError, Status
from ...console import whole
from ...io.text import printable, read_text, text_lines
from .command import PuzzleCommand
from .move_puzzle import PATIENCE
from .spec import Spec

__all__ = ["CellGame", "Console", "Entry", "Game", "GameOver", "PlayCommand", "clock", "moves_of", "play"]


class Game(ABC):
    """A puzzle being played.

    Parameters
    ----------
    puzzle
        The puzzle; the first state of the game, unless `first` says otherwise.

    Notes
    -----
    A subclass says how a move is written and what it leads to (`moved`), what helps (`hint`), and what a
    state looks like (`shown`). States are values that no move changes, so taking a move back is easy.
    """

    AIM: ClassVar[str]
    """What to do, in a sentence."""
    MOVES: ClassVar[tuple[str, ...]]
    """How moves are written: lines of the help."""
    REDRAWN: ClassVar[bool] = True
    """Whether the state is shown anew after each move."""

    def __init__(self, puzzle: Any) -> None:
        self.puzzle = puzzle
        self.hints = 0
        """Hints that were given."""
        self._states = [self.first()]
        self._made = 0  # moves made; those beyond are taken back

    # What a puzzle says

    def first(self) -> Any:
        """Return the state that the game begins with."""
        return self.puzzle

    @abstractmethod
    def moved(self, text: str) -> Any:
        """Return the state after the move that a player wrote.

        Raises
        ------
        PuzzleError
            It is no move, or cannot be made here; the reason is what the player is told.
        """

    def hint(self) -> str:
        """Return what helps from here on: a next step and why, or what is wrong; by default `Player.hint`."""
        return str(self.puzzle.hint(self.state) or "nothing is left to do")

    @abstractmethod
    def shown(self) -> str:
        """Return the state as text, with the names that moves are written in."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self.state.is_solved())

    def unsolvable(self) -> str:
        """Return why the puzzle cannot be solved, as far as a moment shows it; else ""."""
        result = self.puzzle.solve(limits=Limits(seconds=1))
        if result.status is not Status.NO_SOLUTION:
            return ""
        return getattr(result, "reason", "") or "it is proven that there is none"

    def said(self) -> str:
        """Return what there is to say after a move beside the state; "" for nothing."""
        return ""

    def solution(self) -> str:
        """Return a solution of the puzzle as it was given, for who gives up."""
        result = self.puzzle.solve(limits=PATIENCE)
        if result.solution is not None:
            return str(self.puzzle.format(result.solution))
        return "There is none." if result.status is Status.NO_SOLUTION else "It takes too long to find one."

    def seconds_left(self) -> float | None:
        """Return the seconds that are left to play; None where no clock runs."""
        return None

    def start(self) -> None:  # noqa: B027 (most games have no clock)
        """Let the clock run: the player sees the board."""

    def closing(self) -> str:
        """Return what was reached."""
        moves = "1 move" if self._made == 1 else f"{self._made} moves"
        hints = f", {self.hints} hint{'s' if self.hints > 1 else ''}" if self.hints else ""
        return f"{'Solved' if self.finished else 'Not solved'}: {moves}{hints}."

    # What all have

    @property
    def state(self) -> Any:
        """Where the player stands."""
        return self._states[self._made]

    def move(self, text: str) -> None:
        """Make a move; see `moved` for what is raised."""
        state = self.moved(text)
        del self._states[self._made + 1 :]
        self._states.append(state)
        self._made += 1

    def undo(self) -> bool:
        """Take the last move back; say whether there was one."""
        there = self._made > 0
        self._made -= there
        return there

    def redo(self) -> bool:
        """Make the move that was last taken back; say whether there is one."""
        there = self._made + 1 < len(self._states)
        self._made += there
        return there

    def restart(self) -> None:
        """Go back to the start; `redo` still leads on from there."""
        self._made = 0

    def helped(self) -> str:
        """Return `hint`, and count it."""
        self.hints += 1
        return self.hint()


class Entry(NamedTuple):
    """What a player writes into a cell, row and column from 0; None takes out what stands there."""

    row: int
    col: int
    value: str | None


_ENTRY = re.compile(r"\s*r?\s*([0-9]{1,4})\s*[\s,c]\s*([0-9]{1,4})\s*[\s,=:]\s*(\S+)\s*", re.IGNORECASE)
_OUT = frozenset((".", "-", "_", "*"))


class CellGame(Game):
    """A game of values in cells, for a puzzle with `steps`: a move is a row, a column and a value.

    A subclass says what stands in a cell (`value_at`) and what a state is with another value there (`put`).
    """

    MOVES = (
        "3 4 5   5 in row 3, column 4; r3c4=5 is the same",
        "3 4 .   nothing there",
    )

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""

    @abstractmethod
    def value_at(self, state: Any, row: int, col: int) -> str:
        """Return what stands in a cell, "" where nothing does."""

    @abstractmethod
    def put(self, row: int, col: int, value: str | None) -> Any:
        """Return the state with another value in a cell that was not given; see `moved`."""

    def moved(self, text: str) -> Any:
        """Return the state with a value put into a cell, or taken out of it."""
        entry = self.read(text)
        row, col, value = entry
        if self.value_at(self.puzzle, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} was given")
        if value is None and not self.value_at(self.state, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} is empty already")
        return self.put(row, col, value)

    def read(self, text: str) -> Entry:
        """Return what a player wrote."""
        found = _ENTRY.fullmatch(text)
        if found is None:
            raise PuzzleError(
                f"{printable(text)!r:.40} is no move, expected row, column and value, such as 3 4 5"
            )
        rows, cols = self.shape
        row, col, value = int(found[1]), int(found[2]), found[3]
        if not (1 <= row <= rows and 1 <= col <= cols):
            raise PuzzleError(f"row {row}, column {col}, expected rows 1 to {rows} and columns 1 to {cols}")
        return Entry(row - 1, col - 1, None if value in _OUT else value)

    def said(self) -> str:
        """Say that a board is full and no solution."""
        rows, cols = self.shape
        full = all(self.value_at(self.state, row, col) for row in range(rows) for col in range(cols))
        return "The board is full, but this is no solution." if full and not self.finished else ""

    def hint(self) -> str:
        """Return the first mistake, or the steps to the next value that follows."""
        wrong = self.puzzle.mistake(self.state)
        if wrong is not None:
            return str(wrong)
        lines = []
        for step in islice(self.state.steps(), 1000):
            lines.append(str(step))
            if step.cell is not None:
                break
        return "\n".join(lines) or "nothing is left to do"

    def grid(self, rows: str, ends: list[int]) -> str:
        """Return drawn rows with the numbers of columns above, digit by digit, and of rows before them.

        Parameters
        ----------
        rows : str
            The rows; a line that begins with a dash stands between two of them.
        ends : list of int
            Where the last character of each column stands in a row, from 0.
        """
        margin, digits = len(str(self.shape[0])) + 2, len(str(len(ends)))
        heads = [[" "] * (max(ends) + 1) for _ in range(digits)]
        for number, end in enumerate(ends, 1):
            for head, digit in zip(heads, str(number).rjust(digits), strict=True):
                head[end] = digit
        lines, row = ["".join([" " * margin, *head]).rstrip() for head in heads], 0
        for line in rows.split("\n"):
            row += not line.startswith("-")
            name = "" if line.startswith("-") else str(row)
            lines.append(f"{name:>{margin - 2}}  {line}")
        return "\n".join(lines)


UNREADABLE = "\ufffd"
"""A line that is no text. Not by its name: Ctrl-C while names are looked up would be a SyntaxError."""

LONGEST_MOVES = 1 << 24
HELP = (
    "hint      what follows, and why; or what is wrong",
    "undo      take the last move back        redo      make it again",
    "restart   go back to the start           show      the board again",
    "solve     show a solution, and end",
    "help, ?   this                           quit, q   end",
)
"""The orders of all games, as the help says them."""
SAME = {"?": "help", "q": "quit"}
ORDERS = ("help", "quit", "hint", "undo", "redo", "restart", "show", "solve")
TIME = "Time is up."


class GameOver(Exception):
    """The input has ended, or the time is up; said in its argument."""


def _speaker() -> Callable[[str, str], None]:
    """Return what prints a line: in colour where rich is present and the terminal takes it."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        try:
            from rich.console import Console
            from rich.text import Text
        except ImportError:
            pass
        else:
            console = Console(highlight=False, soft_wrap=True)

            def speak(line: str, style: str) -> None:
                text = Text(line, style="" if style == "board" else style)
                if style == "board":
                    text.highlight_regex(r"[RC][0-9]+", "dim")
                    text.highlight_regex(r"\+", "dim")
                console.print(text)

            return speak
    return lambda line, style: print(line)


class Console:
    """Where the player sits: what is asked and said.

    Parameters
    ----------
    moves : iterable of str, optional
        What the player enters, line by line; asked for by default.

    Examples
    --------
    >>> table = Console(["tea", "quit"])
    >>> table.ask("> ")
    > tea
    'tea'
    """

    def __init__(self, moves: Iterable[str] | None = None) -> None:
        self._moves: Iterator[str] | None = iter(moves) if moves is not None else None
        self._say = _speaker()
        self.asks = moves is None
        """Whether somebody is asked."""
        self.seen = self.asks and sys.stdin is not None and sys.stdin.isatty()
        """Whether what is entered shows by itself."""

    def say(self, text: str, style: str = "") -> None:
        """Print a line or more."""
        self._say(text, style)

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Return the next line of the player, without spaces around it.

        Parameters
        ----------
        prompt : str
            What stands before it.
        seconds : float, optional
            How long a player at a terminal may take.

        Raises
        ------
        Ended
            There is no more, or it took too long.
        """
        if self._moves is not None:
            line = next(self._moves, None)
        elif self.seen and seconds is not None:
            line = self._in_time(prompt, seconds)
            prompt = ""
        else:
            line = self._line(prompt)
            prompt = ""
        if line is None:
            raise GameOver("")
        line = line.strip()
        if not self.seen:
            self.say(prompt + printable(line))
        return line

    def _line(self, prompt: str) -> str | None:
        if sys.stdin is None:
            return None
        try:
            return builtins.input(prompt)
        except EOFError:
            return None
        except UnicodeDecodeError:
            return UNREADABLE

    def _in_time(self, prompt: str, seconds: float) -> str | None:
        """Return a line of the terminal that comes in time; where that cannot be watched, any line."""
        try:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            if not select.select([sys.stdin], [], [], max(0.0, seconds))[0]:
                _forget_typed()
                raise GameOver(f"\n{TIME}")
        except (OSError, ValueError):  # Windows knows this of sockets alone
            return self._line("")
        try:
            return sys.stdin.readline() or None
        except UnicodeDecodeError:
            return UNREADABLE


def _forget_typed() -> None:
    """Drop what is typed and not entered, which a shell would take for a command."""
    with contextlib.suppress(ImportError, OSError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def play(game: Game, table: Console) -> bool:
    """Play until the puzzle is solved, the player quits, the input or the time ends; Ctrl-C ends it too.

    Returns
    -------
    bool
        Whether it went on to its end: False after Ctrl-C.
    """
    through = True
    table.say(f"{game.AIM} help says how; quit ends.")
    try:
        reason = game.unsolvable()
        if reason:
            table.say(f"This puzzle has no solution: {reason}.", "red")
        table.say(game.shown())
        game.start()
        while not game.finished and _turn(game, table):
            pass
    except GameOver as end:
        if end.args[0] or table.asks:  # what stands behind the last question is no line yet
            table.say(end.args[0])
    except KeyboardInterrupt:
        table.say("\nInterrupted.")
        through = False
    table.say(game.closing(), "bold green" if game.finished else "")
    return through


def _turn(game: Game, table: Console) -> bool:
    """Take what the player enters; return whether the game goes on."""
    left = game.seconds_left()
    prompt = "> "
    if left is not None and table.seen:
        minutes, seconds = divmod(ceil(max(left, 0)), 60)
        prompt = f"{minutes}:{seconds:02d} > "
    line = table.ask(prompt, left)
    left = game.seconds_left()
    if left is not None and left <= 0:
        raise GameOver(TIME)
    order = SAME.get(line.lower(), line.lower())
    if order == "quit":
        return False
    if order == "solve":
        table.say(game.solution())
        return False
    if order in ORDERS:
        _answer(game, table, order)
        return True
    if not line:
        return True
    try:
        game.move(line.removesuffix("!"))
    except PuzzleError as error:
        table.say(error.reason, "red")
        return True
    _after(game, table)
    return True


def _after(game: Game, table: Console) -> None:
    if game.REDRAWN:
        table.say(game.shown())
    said = game.said()
    if said:
        table.say(said)


def _answer(game: Game, table: Console, order: str) -> None:
    if order == "help":
        table.say("\n".join(f"  {line}" for line in (*game.MOVES, *HELP)))
    elif order == "hint":
        table.say(game.helped(), "cyan")
    elif order == "show":
        table.say(game.shown())
    elif order == "restart":
        game.restart()
        _after(game, table)
    elif game.undo() if order == "undo" else game.redo():
        _after(game, table)
    else:
        table.say(f"There is nothing to {'take back' if order == 'undo' else 'make again'}.")


def moves_of(file: str | None) -> list[str] | None:
    """Return the lines of the file that ``--moves`` names; where it names none, make asking comfortable."""
    if file is not None:
        return [line for _, line in text_lines(read_text(file, limit=LONGEST_MOVES))]
    if sys.stdin is not None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives `input` line editing and a history)
    return None


class PlayCommand:
    """What ``unriddle play NAME`` does: a puzzle by the options of its subcommand, and a game of it.

    Parameters
    ----------
    spec : Spec
        Of the puzzle; its subcommand is a `PuzzleCommand`.
    game : type of Game
        Made from the puzzle, by `game`; its aim is the line of help.
    new : str
        What is played where no puzzle is given, if one can be made.

    Notes
    -----
    `configure` and `run` are what the command line calls; `add_options`, `prepare` and `game` are there to be
    overridden.

    Examples
    --------
    >>> from unriddle.puzzles.peg.play import PLAY
    >>> PLAY.spec.name, PLAY.summary[:15]
    ('peg', 'Jump pegs over ')
    """

    def __init__(self, spec: Spec, game: type[Game], new: str = "a new one") -> None:
        self.spec, self.kind, self.new = spec, game, new

    @property
    def summary(self) -> str:
        """What to do in the game, in a sentence."""
        return self.kind.AIM

    @property
    def command(self) -> Any:
        """The subcommand of the puzzle, which reads and makes puzzles."""
        return self.spec.load(self.spec.command) if self.spec.command else PuzzleCommand(self.spec)

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("puzzle", nargs="?", metavar="PUZZLE|FILE", help=f"the puzzle; else {self.new}")
        self.command.add_rules(parser.add_argument_group("rules"))
        group = parser.add_argument_group("the game")
        self.add_options(group)
        group.add_argument("--seed", type=whole, metavar="N", help="the same seed makes the same puzzle")
        group.add_argument("--moves", metavar="FILE", help="take what is entered from FILE, line by line")
        parser.set_defaults(random=None, format="json", svg=None, html=None)  # as subcommands read them

    def add_options(self, group: argparse._ActionsContainer) -> None:
        """Add what says which puzzle is made where none is given."""

    def prepare(self, args: argparse.Namespace) -> None:
        """Say by the arguments of the subcommand that a new puzzle is wanted; draw a seed."""
        if not self.command.maker:
            raise PuzzleError(f"no new puzzle of {self.spec.name} can be made, expected a puzzle or FILE")
        args.random = True
        self.seed(args)

    def seed(self, args: argparse.Namespace) -> None:
        """Draw a seed where none is given; `run` says it."""
        if args.seed is None:
            args.seed = int.from_bytes(os.urandom(4), "big")

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is None:
            self.prepare(args)
        elif args.seed is not None:
            raise PuzzleError("a puzzle and --seed, expected one of them")
        elif args.puzzle == "-" and args.moves is None:
            raise PuzzleError(
                "standard input is what the player enters, expected a puzzle, FILE, or --moves FILE"
            )
        return self.command.read(args) if args.random is not True else self.command.make(args)

    def game(self, args: argparse.Namespace, puzzle: Any) -> Game:
        """Return the game of a puzzle."""
        return self.kind(puzzle)

    def run(self, args: argparse.Namespace) -> int:
        """Play, and return the exit code: 0, or 130 after Ctrl-C."""
        drawn = args.seed is None
        game = self.game(args, self.read(args))
        if drawn and args.seed is not None:  # the round can be played again; where it fails, that is one line
            print(f"seed {args.seed}", file=sys.stderr)
        return 0 if play(game, Console(moves_of(args.moves))) else 130


def clock() -> float:
    """Return the seconds by which games are timed."""
    return time.monotonic()
