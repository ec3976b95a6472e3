"""Play puzzles in a terminal or through a pipe: games, the loop that plays them, `unriddle play`.

A puzzle that can be played has a ``play.py`` in its folder: a `Game` that reads moves and gives hints,
and the `PlayCommand` that its spec names. The loop (`Game.run`) asks the `Console` for a line, which is a
command or a move. A game with a dialogue of its own, as that of word placement, overrides `Game.split` and
`Game.command` for its commands, and `Game.opening`, `Game.changed` and `Game.refused` for what is printed.

The same games are played in full screen (`unriddle.cli.full_screen`). The board there is drawn from
`Game.cells`; `Game.entry`, `Game.point` and `Game.ARROWS` make moves of keys and clicks.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import os
import re
import select
import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from math import ceil
from typing import Any, ClassVar, NamedTuple

from ...base import Limits, PuzzleError, Status
from ...console import add_seed
from ...io.text import printable, read_text, text_lines
from .base import HintMixin
from .command import PuzzleCommand
from .move_puzzle import PATIENCE
from .spec import Spec
from .steps import Step

__all__ = ["BoardCell", "CellGame", "Console", "Game", "GameOver", "PlayCommand", "moves_of", "play"]

UNREADABLE = "\ufffd"
"""A line that is no text. Not by its name: Ctrl-C while names are looked up would be a SyntaxError."""
LONGEST_MOVES = 1 << 24
HELP = (
    "hint      what follows, and why; or what is wrong",
    "check     the first mistake, if there is one",
    "undo      take the last move back        redo      make it again",
    "restart   go back to the start           show      the board again",
    "solve     show a solution, and end",
    "help, ?   this                           quit, q, exit   end",
)
TIME = "Time is up."


class GameOver(Exception):
    """The input has ended, or the time is up; the argument is the message."""


class Console:
    """Ask the player and print, in colour where rich is installed.

    `moves` is what the player enters, line by line; by default it is asked for.

    Examples
    --------
    >>> console = Console(["tea", "quit"])
    >>> console.ask("> ")
    > tea
    'tea'
    """

    IN_PLACE: ClassVar[bool] = False
    """Whether the board is always seen, so that no text has to show it."""

    def __init__(self, moves: Iterable[str] | None = None) -> None:
        self._moves = None if moves is None else iter(moves)
        self._rich: Any = None
        if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
            with contextlib.suppress(ImportError):
                from rich.console import Console as RichConsole

                self._rich = RichConsole(highlight=False, markup=False, soft_wrap=True)
        self.asks = moves is None
        """Whether somebody is asked."""
        self.seen = self.asks and sys.stdin is not None and sys.stdin.isatty()
        """Whether what is entered shows by itself."""

    def say(self, text: str, style: str = "") -> None:
        """Print a line or more."""
        if self._rich is None:
            print(text)
        else:
            self._rich.print(text, style=style)

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Return the next line of the player, without spaces around it.

        Raise GameOver where there is none, or where a player at a terminal takes longer than `seconds`.
        """
        if self._moves is not None:
            line = next(self._moves, None)
        else:
            line, prompt = self._line(prompt, seconds if self.seen else None), ""
        if line is None:
            raise GameOver("")
        line = line.strip()
        if not self.seen:
            self.say(prompt + printable(line))
        return line

    def _line(self, prompt: str, seconds: float | None) -> str | None:
        """Return a line of standard input, None at its end; in time where a terminal can be watched."""
        try:
            if seconds is not None:
                sys.stdout.write(prompt)
                sys.stdout.flush()
                prompt = ""
                with contextlib.suppress(OSError, ValueError):  # Windows watches sockets alone
                    ready = select.select([sys.stdin], [], [], max(0.0, seconds))[0]
                    if not ready:
                        _forget_typed()
                        raise GameOver(f"\n{TIME}")
                    return sys.stdin.readline() or None
            return None if sys.stdin is None else builtins.input(prompt)
        except EOFError:
            return None
        except UnicodeDecodeError:
            return UNREADABLE


def _forget_typed() -> None:
    """Drop what is typed and not entered, which a shell would take for a command."""
    with contextlib.suppress(ImportError, OSError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


class BoardCell(NamedTuple):
    """A cell of a board as a screen shows it."""

    text: str
    given: bool = True
    """Whether the puzzle has it, and not the player."""
    region: Hashable | None = 0
    """A line is drawn between cells of different regions; None is no cell."""


class Game(ABC):
    """A puzzle being played: states, moves back and forth, hints, and the dialogue with the player.

    The puzzle is the first state of the game, unless `first` returns another; states are values that no move
    changes. A subclass defines how a move is written and what it leads to (`moved`), what helps (`hint`), and
    how a state is shown (`shown`).
    """

    AIM: ClassVar[str]
    """What to do, in a sentence."""
    MOVES: ClassVar[tuple[str, ...]]
    """How moves are written: lines of the help."""
    PROMPT: ClassVar[str] = "> "
    """What asks for a move."""
    REDRAWN: ClassVar[bool] = True
    """Whether the state is shown after each move."""
    SHORT: ClassVar[Mapping[str, str]] = {"?": "help", "q": "quit", "exit": "quit"}
    """What may be entered for a command."""
    ARROWS: ClassVar[Mapping[str, str]] = {}
    """The moves that arrow keys make; without any they move a cursor."""
    MARKED: ClassVar[bool] = False
    """Whether cells take values and pencil marks, as in a `CellGame`."""

    def __init__(self, puzzle: Any) -> None:
        self.puzzle = puzzle
        self.hints = 0
        """Hints that were given."""
        self._states = [self.first()]
        self._made = 0  # moves made; those beyond are taken back

    # The puzzle

    def first(self) -> Any:
        """Return the state that the game begins with."""
        return self.puzzle

    @abstractmethod
    def moved(self, text: str) -> Any:
        """Return the state after the move that a player wrote; PuzzleError says why it is none."""

    def next_steps(self) -> Sequence[Step]:
        """Return the steps to the next move, or the first mistake; none where `hint` is overridden."""
        step = self.puzzle.hint(self.state) if type(self).hint is Game.hint else None
        return () if step is None else (step,)

    def hint_text(self, steps: Sequence[Step]) -> str:
        """Return steps as a hint shows them."""
        return "\n".join(map(str, steps)) or "nothing is left to do"

    def hint(self) -> str:
        """Return a next step and its reason, or what is wrong."""
        return self.hint_text(self.next_steps())

    def check(self) -> str:
        """Return the first mistake, or that there is none."""
        if not isinstance(self.puzzle, HintMixin):
            return "this game has no check"
        return str(self.puzzle.first_mistake(self.state) or "no mistake found")

    @abstractmethod
    def shown(self) -> str:
        """Return the state as text, with the names that moves are written in."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self.state.is_solved())

    def unsolvable(self) -> str:
        """Return why the puzzle cannot be solved, as far as a second of search shows it; else ""."""
        result = self.puzzle.solve(limits=Limits(seconds=1))
        if result.status is not Status.NO_SOLUTION:
            return ""
        return getattr(result, "reason", "") or "it is proven that there is none"

    def said(self) -> str:
        """Return a message to print after a move; "" for none."""
        return ""

    def solution(self) -> str:
        """Return a solution of the puzzle as it was given."""
        result = self.puzzle.solve(limits=PATIENCE)
        if result.solution is not None:
            return str(self.puzzle.format(result.solution))
        return "There is none." if result.status is Status.NO_SOLUTION else "It takes too long to find one."

    def seconds_left(self) -> float | None:
        """Return the seconds that are left to play; None without a clock."""
        return None

    def start(self) -> None:  # noqa: B027 (most games have no clock)
        """Start the clock: the player sees the board."""

    def closing(self) -> str:
        """Return the result of the game."""
        moves = "1 move" if self.moves_made == 1 else f"{self.moves_made} moves"
        hints = f", {self.hints} hint{'s' if self.hints > 1 else ''}" if self.hints else ""
        return f"{'Solved' if self.finished else 'Not solved'}: {moves}{hints}."

    # A screen

    def cells(self) -> Sequence[Sequence[BoardCell]]:
        """Return the rows of the board; none where `shown` is drawn instead."""
        return ()

    @property
    def leans(self) -> bool:
        """Whether each row stands half a cell to the right of the one above, as hexagons do."""
        return False

    def listed(self) -> Sequence[str]:
        """Return lines to show at the right of the board, such as words."""
        return ()

    @property
    def longest(self) -> int:
        """Characters at which an entry is complete; 0 where Enter completes it."""
        return 0

    @property
    def letters(self) -> bool:
        """Whether letters are entered, so that none is a key of a command."""
        return True

    def entry(self, row: int, col: int, text: str) -> str:
        """Return the move, or the command, of a text entered at a cell."""
        return text

    def point(self, entry: str, row: int, col: int) -> tuple[str, bool]:
        """Return what pointing at a cell makes of an entry, and whether that is a whole move."""
        return entry, False

    def pointed(self, entry: str) -> Sequence[tuple[int, int]]:
        """Return the cells that an entry names, to be marked on the board."""
        return ()

    @property
    def marks(self) -> Mapping[tuple[int, int], frozenset[str]]:
        """The pencil marks of cells."""
        return {}

    def mark(self, row: int, col: int, value: str) -> None:
        """Add a pencil mark to a cell, or remove it; PuzzleError where the value cannot be there."""
        raise PuzzleError("this game has no pencil marks")

    # Moves

    @property
    def state(self) -> Any:
        """The current state."""
        return self._states[self._made]

    @property
    def moves_made(self) -> int:
        """Moves that lead to the current state; pencil marks are none."""
        return sum(after is not before for before, after in pairwise(self._states[: self._made + 1]))

    def move(self, text: str) -> None:
        """Make a move; see `moved` for the errors."""
        self._record(self.moved(text))

    def _record(self, state: Any) -> None:
        del self._states[self._made + 1 :]
        self._states.append(state)
        self._made += 1

    def undo(self) -> bool:
        """Take the last move back; return whether there was one."""
        return self._step(-1)

    def redo(self) -> bool:
        """Make the move that was last taken back; return whether there was one."""
        return self._step(1)

    def _step(self, by: int) -> bool:
        there = 0 <= self._made + by < len(self._states)
        self._made += by * there
        return there

    def restart(self) -> None:
        """Go back to the start; `redo` makes the moves again."""
        self._made = 0

    # The dialogue

    def opening(self, console: Console) -> None:
        """Print what is seen first."""
        console.say(f"{self.AIM} help says how; quit ends.")
        reason = self.unsolvable()
        if reason:
            console.say(f"This puzzle has no solution: {reason}.", "red")
        console.say(self.shown())
        self.start()

    def turn(self, console: Console) -> bool:
        """Ask for a line and do it; return whether the game continues."""
        left, prompt = self.seconds_left(), self.PROMPT
        if left is not None and console.seen:
            minutes, seconds = divmod(ceil(max(left, 0)), 60)
            prompt = f"{minutes}:{seconds:02d} {prompt}"
        line = console.ask(prompt, left)
        left = self.seconds_left()
        if left is not None and left <= 0:
            raise GameOver(TIME)
        return self.answer(console, line)

    def answer(self, console: Console, line: str) -> bool:
        """Do a line, a command or a move; return whether the game continues."""
        name, argument = self.split(line)
        going_on = self.command(console, self.SHORT.get(name, name), argument)
        if going_on is not None:
            return going_on
        try:
            if line:
                self.move(line.removesuffix("!"))
                self.changed(console)
        except PuzzleError as error:
            return self.refused(console, error.reason)
        return True

    def split(self, line: str) -> tuple[str, str]:
        """Return the command that a line may be, and its argument."""
        return line.lower(), ""

    def changed(self, console: Console) -> None:
        """Print the state after a move."""
        if self.REDRAWN and not console.IN_PLACE:
            console.say(self.shown())
        said = self.said()
        if said:
            console.say(said)

    def refused(self, console: Console, reason: str) -> bool:
        """Print why a move was not made; return whether the game continues."""
        console.say(reason, "red")
        return True

    def command(self, console: Console, name: str, argument: str) -> bool | None:
        """Do a command; return whether the game continues, None where the name is no command."""
        if name == "help":
            console.say("\n".join(f"  {line}" for line in (*self.MOVES, *HELP)))
        elif name == "hint":
            self.hints += 1
            console.say(self.hint(), "cyan")
        elif name == "check":
            console.say(self.check(), "cyan")
        elif name == "show":
            console.say(self.shown())
        elif name == "restart":
            self.restart()
            self.changed(console)
        elif name in ("undo", "redo"):
            if self.undo() if name == "undo" else self.redo():
                self.changed(console)
            else:
                console.say(f"There is nothing to {'take back' if name == 'undo' else 'make again'}.")
        elif name == "solve":
            console.say(self.solution())
            return False
        else:
            return False if name == "quit" else None
        return True

    def run(self, console: Console) -> None:
        """Play until the game is finished or the player quits."""
        self.opening(console)
        while not self.finished and self.turn(console):
            pass


_ENTRY = re.compile(r"\s*r?\s*([0-9]{1,4})\s*[\s,c]\s*([0-9]{1,4})\s*[\s,=:]\s*(\S+)\s*", re.IGNORECASE)
_EMPTY = frozenset((".", "-", "_", "*"))


class CellGame(Game):
    """A game of values in cells, for a puzzle with `steps`: a move is a row, a column and a value.

    A subclass defines what a cell holds (`value_at`) and the state with another value there (`put`).
    """

    MOVES = (
        "3 4 5   5 in row 3, column 4; r3c4=5 is the same",
        "3 4 .   nothing there",
    )
    MARKED = True

    def __init__(self, puzzle: Any) -> None:
        super().__init__(puzzle)
        self._marks: list[dict[tuple[int, int], frozenset[str]]] = [{}]

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""

    @abstractmethod
    def value_at(self, state: Any, row: int, col: int) -> str:
        """Return the value of a cell, "" for an empty one."""

    @abstractmethod
    def put(self, row: int, col: int, value: str | None) -> Any:
        """Return the state with another value in a cell that was not given; see `moved`."""

    def moved(self, text: str) -> Any:
        """Return the state with a value put into a cell, or taken out of it."""
        row, col, value = self.read(text)
        if self.value_at(self.puzzle, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} was given")
        if value is None and not self.value_at(self.state, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} is empty already")
        return self.put(row, col, value)

    def read(self, text: str) -> tuple[int, int, str | None]:
        """Return row and column of a move, from 0, and its value, None for an empty cell."""
        found = _ENTRY.fullmatch(text)
        if found is None:
            raise PuzzleError(
                f"{printable(text)!r:.40} is no move, expected row, column and value, such as 3 4 5"
            )
        rows, cols = self.shape
        row, col, value = int(found[1]), int(found[2]), found[3]
        if not (1 <= row <= rows and 1 <= col <= cols):
            raise PuzzleError(f"row {row}, column {col}, expected rows 1 to {rows} and columns 1 to {cols}")
        return row - 1, col - 1, None if value in _EMPTY else value

    def cells(self) -> list[list[BoardCell]]:
        """Return the values of the cells."""
        rows, cols = map(range, self.shape)
        return [[self._cell(row, col) for col in cols] for row in rows]

    def _cell(self, row: int, col: int) -> BoardCell:
        text, given = self.value_at(self.state, row, col), self.value_at(self.puzzle, row, col)
        return BoardCell(text, bool(given), self.region(row, col))

    def region(self, row: int, col: int) -> Hashable | None:
        """Return the part of the board that a cell is in; None for a hole."""
        return 0

    def entry(self, row: int, col: int, text: str) -> str:
        """Return the move that puts a value into a cell."""
        return f"{row + 1} {col + 1} {text}"

    @property
    def marks(self) -> dict[tuple[int, int], frozenset[str]]:
        """The pencil marks of cells."""
        return self._marks[self._made]

    def mark(self, row: int, col: int, value: str) -> None:
        """Add a pencil mark to an empty cell, or remove it; a value that a move refuses is refused."""
        if self.value_at(self.state, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} is filled")
        value = self.value_at(self.put(row, col, value), row, col)
        self._record(self.state)
        self.marks[row, col] = self.marks.get((row, col), frozenset()) ^ {value}

    def _record(self, state: Any) -> None:
        before = self.marks
        super()._record(state)
        kept = {
            cell: frozenset(value for value in values if self._fits(*cell, value))
            for cell, values in before.items()
            if not self.value_at(state, *cell)
        }
        self._marks[self._made :] = [kept]

    def _fits(self, row: int, col: int, value: str) -> bool:
        try:
            return self.put(row, col, value) is not None
        except PuzzleError:
            return False

    def said(self) -> str:
        """Return that a board is full and no solution."""
        rows, cols = self.shape
        full = all(self.value_at(self.state, row, col) for row in range(rows) for col in range(cols))
        return "The board is full, but this is no solution." if full and not self.finished else ""

    def next_steps(self) -> list[Step]:
        """Return the first mistake, or the steps to the next value that follows."""
        wrong = self.puzzle.first_mistake(self.state)
        if wrong is not None:
            return [wrong]
        found = []
        for step in islice(self.state.steps(), 1000):
            found.append(step)
            if step.cell is not None:
                break
        return found

    def grid(self, rows: str, ends: list[int]) -> str:
        """Return drawn rows with the numbers of columns above, digit by digit, and of rows before them.

        A line that begins with a dash separates two rows; `ends` are the places of the last characters of the
        columns in a row.
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


def play(game: Game, console: Console) -> bool:
    """Play until the puzzle is solved, the player quits, or input or time end; return False after Ctrl-C."""
    interrupted = False
    try:
        game.run(console)
    except GameOver as end:
        if end.args[0] or console.asks:  # the last question has no line end yet
            console.say(end.args[0])
    except KeyboardInterrupt:
        console.say("\nInterrupted.")
        interrupted = True
    console.say(game.closing(), "bold green" if game.finished else "")
    return not interrupted


def moves_of(file: str | None) -> list[str] | None:
    """Return the lines of the file of ``--moves``; None, with line editing on a terminal, without one."""
    if file is not None:
        return [line for _, line in text_lines(read_text(file, limit=LONGEST_MOVES))]
    if sys.stdin is not None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives `input` line editing and a history)
    return None


class PlayCommand:
    """Run ``unriddle play NAME``: a puzzle by the options of its subcommand, and a game of it.

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
    The command line calls `configure` and `run`, or `open` for a game in full screen; a subclass overrides
    `add_options`, `prepare` and `game`.

    Examples
    --------
    >>> from unriddle.puzzles.peg.command import PLAY
    >>> PLAY.spec.name, PLAY.summary[:15]
    ('peg', 'Jump pegs over ')
    """

    NEW: ClassVar[tuple[str, ...]] = ("seed",)
    """Options of a new puzzle, which a given one excludes."""

    def __init__(self, spec: Spec, game: type[Game], new: str = "a new one") -> None:
        self.spec, self.kind, self.new = spec, game, new
        self.summary = game.AIM

    @property
    def command(self) -> Any:
        """The subcommand of the puzzle, which reads and makes puzzles."""
        return self.spec.load(self.spec.command) if self.spec.command else PuzzleCommand(self.spec)

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        given = f"the puzzle, or a file (default: {self.new})"
        parser.add_argument("puzzle", nargs="?", metavar="PUZZLE|FILE", help=given)
        self.command.add_rules(parser.add_argument_group("rules"))
        group = parser.add_argument_group("the game")
        self.add_options(group)
        add_seed(group)
        group.add_argument("--moves", metavar="FILE", help="read moves from FILE, line by line")
        parser.set_defaults(random=None, format="json", svg=None, html=None)  # as subcommands read them

    def add_options(self, group: argparse._ActionsContainer) -> None:
        """Add the options of a new puzzle."""

    def prepare(self, args: argparse.Namespace) -> None:
        """Set the arguments of the subcommand for a new puzzle; draw a seed where none is given."""
        if not self.command.maker:
            raise PuzzleError(f"{self.spec.name} has no new puzzles; give a puzzle or a file")
        args.random = True
        if args.seed is None:
            args.seed = int.from_bytes(os.urandom(4), "big")

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is None:
            self.prepare(args)
        for name in self.NEW if args.puzzle is not None else ():
            if getattr(args, name) is not None:
                raise PuzzleError(f"--{name} is for a new puzzle; leave it out, or the puzzle")
        if args.puzzle == "-" and args.moves is None:
            raise PuzzleError(
                "standard input is for the moves; give the puzzle as text or a file, or --moves FILE"
            )
        return self.command.make(args) if args.random else self.command.read(args)

    def game(self, args: argparse.Namespace, puzzle: Any) -> Game:
        """Return the game of a puzzle."""
        return self.kind(puzzle)

    def open(self, args: argparse.Namespace) -> Game:
        """Return the game of the arguments; print a seed that was drawn, to play the same puzzle again."""
        drawn = args.seed is None
        game = self.game(args, self.read(args))
        if drawn and args.seed is not None:
            print(f"seed {args.seed}", file=sys.stderr)
        return game

    def run(self, args: argparse.Namespace) -> int:
        """Play with a line prompt, and return the exit code: 0, or 130 after Ctrl-C."""
        return 0 if play(self.open(args), Console(moves_of(args.moves))) else 130
