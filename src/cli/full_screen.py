"""Play a game in full screen: the board in place, a cursor, pencil marks, hints in two steps, a clock.

The game is the one that a line prompt plays: `Game.answer` does commands and moves, `Game.cells` is the
board. This module needs textual, and is imported where a game is played in full screen.
"""

from __future__ import annotations

import asyncio
import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from math import ceil
from time import monotonic
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from ..base import PuzzleError
from ..puzzles.framework.game import TIME, BoardCell, Console, Game
from ..puzzles.framework.steps import Step
from ..search.threads import thread_of
from ..signals import exit_code_of_interrupt, in_place_of_interrupt, received

__all__ = ["FullScreen", "play"]

T = TypeVar("T")
Place = tuple[int, int]
Style = Callable[[Place, BoardCell], str]

SIZES = ((7, 3), (5, 1), (3, 1))
"""Columns and lines of a cell, the largest first; the last one is as narrow as what is in the cells."""
AROUND = 6
"""Lines around the board: the aim and the clock, messages, the entry, the keys."""
LISTED = 24
"""Columns of the list at the right of the board."""
LINES = " ╴╵┘╶─└┴╷┐│┤┌┬├┼"
"""The line that goes to the left (1), up (2), to the right (4) and down (8), by the sum."""
GIVEN, OWN, FAINT, LINE = "bold #e6edf3", "#6cb6ff", "#8b949e", "#6e7681"
SAME, NAMED, CURSOR = " on #263b55", " on #7a5b00", " reverse"
CLOSED = 129
"""Exit code where the terminal is closed and no signal says so: that of SIGHUP."""
ARROWS: dict[str, Place] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
KEYS = (
    ("h", "ctrl+t", "hint", "Hint"),
    ("c", "ctrl+k", "command('check')", "Check"),
    ("u", "ctrl+z", "command('undo')", "Undo"),
    ("r", "ctrl+y", "command('redo')", "Redo"),
    ("m", "ctrl+p", "pencil", "Marks"),
    ("question_mark", "f1", "help", "Help"),
    ("q", "ctrl+q", "quit", "Quit"),
)
"""A key where no letters are entered, one that always holds, the action, and what the last line calls it."""
SLOW = ("check", "solve")
"""Commands that may take seconds."""
HELP = """\
  arrows, mouse   choose a cell, or move a tile   Esc, Backspace  forget what is entered; empty the cell
  Enter           make the move that is entered   Space   take the cell into the entry: a peg, a letter
  Ctrl-T, Ctrl-K  hint, check                     Ctrl-P  write pencil marks
  Ctrl-Z, Ctrl-Y  undo, redo                      Ctrl-Q  quit"""


class Picture:
    """A board in characters: values and marks, and lines between regions.

    Parameters
    ----------
    game : Game
    size : tuple of int
        Columns and lines of a cell.
    """

    def __init__(self, game: Game, size: tuple[int, int]) -> None:
        self.cells = {
            (row, col): cell
            for row, line in enumerate(game.cells())
            for col, cell in enumerate(line)
            if cell.region is not None
        }
        self.marks: Mapping[Place, frozenset[str]] = game.marks
        self.across, self.down = size
        self.rows = 1 + max((row for row, _ in self.cells), default=-1)
        self.cols = 1 + max((col for _, col in self.cells), default=-1)
        self.lean = (self.across + 1) // 2 if game.leans else 0
        bounds = range(self.rows + 1)
        self.bounds = [any(self._line(row, col) & 4 for col in range(self.cols)) for row in bounds]
        """Whether there is a line above each row, and below the last."""
        self.tops = [row * self.down + sum(self.bounds[: row + 1]) for row in bounds]
        """The first line of each row."""
        self.width = self.cols * (self.across + 1) + 1 + self.lean * max(self.rows - 1, 0)
        self.height = self.tops[-1]

    def _line(self, row: int, col: int) -> int:
        """Return where lines go from the upper left corner of a cell, as `LINES` counts."""
        if self.lean:
            return 0
        (a, b), (c, d) = ([self._region(r, k) for k in (col - 1, col)] for r in (row - 1, row))
        return (a != c) + 2 * (a != b) + 4 * (b != d) + 8 * (c != d)

    def _region(self, row: int, col: int) -> object:
        cell = self.cells.get((row, col))
        return None if cell is None else cell.region

    def at(self, x: int, y: int) -> Place | None:
        """Return the cell that is drawn at a character, None where there is none."""
        row = next((k for k in range(self.rows) if 0 <= y - self.tops[k] < self.down), -1)
        place = row, (x - row * self.lean) // (self.across + 1)
        return place if place in self.cells else None

    def text(self, style_of: Style, entry: Mapping[Place, str]) -> Text:
        """Return the board; `style_of` adds to the style of a cell, `entry` is what is typed in one."""
        lines = []
        for row in range(self.rows + 1):
            if self.bounds[row]:
                lines.append(Text(self._bound(row), LINE))
            for k in range(self.down if row < self.rows else 0):
                lines.append(self._row(row, k, style_of, entry))
        return Text("\n").join(lines)

    def _bound(self, row: int) -> str:
        found = ""
        for col in range(self.cols + 1):
            line = self._line(row, col)
            found += LINES[line] + LINES[5 if line & 4 else 0] * self.across
        return found[: self.width]

    def _row(self, row: int, k: int, style_of: Style, entry: Mapping[Place, str]) -> Text:
        """Return a line of a row of cells."""
        found = Text(" " * (row * self.lean))
        for col in range(self.cols):
            place = row, col
            cell = self.cells.get(place)
            found.append(LINES[10 if self._line(row, col) & 8 else 0], LINE)
            if cell is None:
                found.append(" " * self.across)
                continue
            shown = entry.get(place, cell.text)
            lines, style = self._marks_of(place), FAINT
            if shown or not lines:
                lines, style = [shown or "·"], (GIVEN if cell.given else OWN) if shown else FAINT
            first = (self.down - len(lines)) // 2
            line = lines[k - first] if 0 <= k - first < len(lines) else ""
            found.append(line.center(self.across), style + style_of(place, cell))
        found.append(LINES[10 if self._line(row, self.cols) & 8 else 0], LINE)
        return found

    def _marks_of(self, place: Place) -> list[str]:
        """Return the pencil marks of a cell as lines, cut where there are more than fit."""
        marks = sorted(self.marks.get(place, ()), key=lambda mark: (len(mark), mark))
        short = all(len(mark) == 1 for mark in marks) and self.down == 1
        lines = textwrap.wrap(("" if short else " ").join(marks), self.across)
        if len(lines) > self.down:
            lines = [*lines[: self.down - 1], lines[self.down - 1][: self.across - 1] + "…"]
        return lines


class Messages(Console):
    """Keep what a game says."""

    IN_PLACE = True

    def __init__(self) -> None:
        super().__init__(())
        self.text = Text()

    def say(self, text: str, style: str = "") -> None:
        """Add a line or more."""
        self.text.append(f"{text}\n", style)


class FullScreen(App[None]):
    """A game in full screen.

    Parameters
    ----------
    game : Game
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    CSS = """
    #head, #entry { height: 1 }
    #head { background: $panel }
    #board { width: auto; height: auto }
    #board, #said, #entry { margin: 0 1 }
    #listed { height: 100% }
    #small, .small #game { display: none }
    .small #small { display: block }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.messages = Messages()
        self.entry = ""
        self.pencil = False
        """Whether what is entered is a pencil mark."""
        self.steps: Sequence[Step] = ()
        """The steps of a hint of which only the technique has been named."""
        self.hint = ""
        self.interrupted = self.busy = False
        self.on_terminal = os.isatty(0)
        self.ended: float | None = None
        self.started = monotonic()
        self.picture = self._picture()
        self.cursor: Place = min(self.picture.cells, default=(0, 0))
        self._keys = {key for *keys, _, _ in KEYS for key in keys[game.letters :]}
        for letter, always, action, name in KEYS:
            if action != "pencil" or game.MARKED:
                self.bind(always if game.letters else f"{letter},{always}", action, description=name)

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from the top."""
        with Vertical(id="game"):
            yield Static(id="head", markup=False)
            with Horizontal(id="middle"):
                yield Static(id="board")
                yield VerticalScroll(Static(id="words"), id="listed", can_focus=False)
            yield VerticalScroll(Static(id="said"), id="messages", can_focus=False)
            yield Static(id="entry")
            yield Footer()
        yield Static(id="small")

    def on_mount(self) -> None:
        """Start the clock."""
        self.event_loop = asyncio.get_running_loop()
        if self.interrupted:
            self.exit()
        if reason := self.game.unsolvable():
            self.messages.say(f"This puzzle has no solution: {reason}.", "red")
        self.game.start()
        self.started = monotonic()
        self.set_interval(0.5, self.tick)
        self.redraw()

    def on_resize(self) -> None:
        """Draw the board in the size that has room."""
        self.call_after_refresh(self.redraw)

    # What is seen

    def _picture(self) -> Picture:
        """Return the board with the largest cells that have room."""
        texts = [cell.text for row in self.game.cells() for cell in row]
        broad = max(1, self.game.longest, *map(len, texts))
        for size in (*(size for size in SIZES if size[0] > broad), (broad, 1)):
            picture = Picture(self.game, size)
            wide, high = self._taken(picture)
            if wide <= self.size.width and high <= self.size.height:
                break
        return picture

    def _taken(self, picture: Picture) -> tuple[int, int]:
        """Return the columns and lines that the game takes with a board."""
        shown = self.game.shown().split("\n")
        wide, high = (picture.width, picture.height) if picture.cells else (max(map(len, shown)), len(shown))
        return wide + 2 + (LISTED if self.game.listed() else 0), high + AROUND

    def redraw(self) -> None:
        """Draw everything."""
        game, self.picture = self.game, self._picture()
        wide, high = self._taken(self.picture)
        small = wide > self.size.width or high > self.size.height
        self.screen.set_class(small, "small")
        have = f"{self.size.width}×{self.size.height}"
        self._show("small", f"{have} is too small a terminal: this board takes {wide}×{high}")
        entry = {self.cursor: f"{self.entry}_"} if game.MARKED and self.entry else {}
        board = self.picture.text(self._style(), entry) if self.picture.cells else Text(game.shown())
        self._show("board", board)
        self.query("#middle").set_styles(height=high - AROUND)
        self._show("words", Text("\n".join(game.listed())))
        self._show("said", "…" if self.busy else self.messages.text)
        self._show("entry", Text(self._entry(), OWN))
        self.tick()

    def _show(self, part: str, content: Text | str) -> None:
        for found in self.query(f"#{part}").results(Static):  # none while the screen is made or taken down
            found.update(content)

    def _style(self) -> Style:
        named, cursor = set(self.game.pointed(self.entry)), self.cursor
        chosen = self.picture.cells.get(cursor)
        same = chosen.text if chosen is not None and self.game.MARKED else ""

        def style(place: Place, cell: BoardCell) -> str:
            mark = NAMED if place in named else SAME if same and cell.text == same else ""
            return mark + (CURSOR if place == cursor and not self.game.ARROWS else "")

        return style

    def _entry(self) -> str:
        """Return the line of the entry; for a game of cells where the cursor is."""
        if not self.game.MARKED:
            return f"> {self.entry}"
        row, col = self.cursor
        marks = " ".join(sorted(self.game.marks.get(self.cursor, ()), key=lambda mark: (len(mark), mark)))
        where = f"row {row + 1}, column {col + 1}" + (f", marks {marks}" if marks else "")
        return f"{where}   pencil marks: on" if self.pencil else where

    def clock(self) -> str:
        """Return the time that has passed; with a clock in the game, the time that is left."""
        left = self.game.seconds_left()
        now = monotonic() if self.ended is None else self.ended
        minutes, seconds = divmod(int(now - self.started) if left is None else ceil(max(left, 0)), 60)
        return f"{minutes}:{seconds:02d}"

    def tick(self) -> None:
        """Show the clock; end the game where it has run down."""
        self._leave_closed()
        clock, width = self.clock(), self.size.width - 2
        aim = self.game.AIM[: width - 6].ljust(width - len(clock))
        self._show("head", f" {aim}{clock}")
        left = self.game.seconds_left()
        if left is not None and left <= 0 and self.ended is None:
            self.messages.say(TIME)
            self.end()

    # What is entered

    def on_key(self, event: events.Key) -> None:
        """Take a key that is none of a command."""
        key = event.key
        if key in self._keys or self.busy:
            return
        if self.ended is not None:
            if key in ("enter", "escape"):
                self.exit()
        elif key in ARROWS:
            self.arrow(key)
        elif key == "enter":
            self.enter()
        elif key == "escape":
            self.entry = ""
        elif key in ("backspace", "delete"):
            self.erase()
        elif event.is_printable and event.character is not None:
            self.typed(event.character)
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that is clicked, and make the move where that is one."""
        offset = event.get_content_offset(self.query_one("#board"))
        place = None if offset is None else self.picture.at(*offset)
        if place is not None and not self.busy and self.ended is None:
            self.settle()
            self.cursor = place
            self.point()
            self.redraw()

    def arrow(self, key: str) -> None:
        """Move the cursor to the next cell in a direction, or make the move of the arrow."""
        if self.game.ARROWS:
            self.do(self.game.ARROWS[key])
            return
        self.settle()
        (row, col), (down, right) = self.cursor, ARROWS[key]
        while 0 <= row < self.picture.rows and 0 <= col < self.picture.cols:
            row, col = row + down, col + right
            if (row, col) in self.picture.cells:
                self.cursor = row, col
                return

    def typed(self, character: str) -> None:
        """Take a character; a space takes the cell of the cursor where that adds something."""
        if character == " " and not self.game.ARROWS and (self.point() or not self.entry):
            return
        self.entry += character
        if self.game.MARKED and (character == "." or len(self.entry) >= self.game.longest):
            self.submit()

    def point(self) -> bool:
        """Add the cell of the cursor to the entry, or make the move; return whether anything changed."""
        entry, whole = self.game.point(self.entry, *self.cursor)
        changed, self.entry = entry != self.entry, entry
        if whole:
            self.submit()
        return changed or whole

    def enter(self) -> None:
        """Make the move that is entered, or that the cell of the cursor completes."""
        whole = self.game.point(self.entry, *self.cursor)[1]
        if not self.game.ARROWS and (whole or not self.entry):
            self.point()
        else:
            self.submit()

    def erase(self) -> None:
        """Forget the last character, or empty the cell."""
        if self.entry:
            self.entry = self.entry[:-1]
        elif self.game.MARKED:
            self.do(self.game.entry(*self.cursor, "."))

    def settle(self) -> None:
        """Make the move of a number that is not complete, before the cursor leaves its cell."""
        if self.game.MARKED and self.entry:
            self.submit()

    def submit(self) -> None:
        """Make the move that is entered, or the pencil mark."""
        text, self.entry = self.entry.strip(), ""
        if text and self.pencil:
            self._clear()
            try:
                self.game.mark(*self.cursor, text)
            except PuzzleError as error:
                self.messages.say(error.reason, "red")
        elif text:
            self.do(self.game.entry(*self.cursor, text))

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return action in ("quit", "interrupt") or not (self.busy or self.ended is not None)

    def action_command(self, name: str) -> None:
        """Do a command of the game."""
        self.entry = ""
        self.do(name)

    def action_pencil(self) -> None:
        """Switch between values and pencil marks."""
        self.settle()
        self.pencil = not self.pencil
        self.redraw()

    def action_help(self) -> None:
        """Show the keys."""
        self._clear()
        self.messages.say(HELP)
        if not self.game.MARKED:
            self.messages.say("What is entered may also be:")
            self.game.answer(self.messages, "help")
        self.redraw()

    def action_hint(self) -> None:
        """Name the technique of the next step; at the second time say what follows, and where."""
        if not self.steps:
            self._clear()
            self.game.hints += 1
            self.think(self._help, self._helped)
            return
        self.cursor = self.steps[-1].cell or self.cursor
        self._clear()
        self.messages.say(self.hint, "cyan")
        self.redraw()

    def _help(self) -> tuple[Sequence[Step], str]:
        steps = self.game.next_steps()
        return steps, self.game.hint_text(steps) if steps else self.game.hint()

    def _helped(self, found: tuple[Sequence[Step], str]) -> None:
        self.steps, self.hint = found
        kinds = ", then ".join(dict.fromkeys(step.kind for step in self.steps))
        self.messages.say(f"{kinds} (hint again shows where)" if kinds else self.hint, "cyan")
        self.redraw()

    async def action_quit(self) -> None:
        """Leave the game."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave the game as Ctrl-C does."""
        self.interrupted = True
        self.exit()

    def interrupt(self) -> None:
        """Leave the game at a signal, which comes between any two steps of the program."""
        self.interrupted = True
        self._leave_closed()
        with suppress(AttributeError, RuntimeError):  # not yet running, or not any more
            self.event_loop.call_soon_threadsafe(self.exit)

    def _leave_closed(self) -> None:
        """End the process where the terminal has been closed: textual would wait for it for ever."""
        if self.on_terminal and not os.isatty(0):
            os._exit(exit_code_of_interrupt() if received else CLOSED)

    def do(self, line: str) -> None:
        """Do a command or a move."""
        name = self.game.SHORT.get(line.lower(), line.lower())
        if name == "quit":
            self.exit()
        elif name == "hint":
            self.action_hint()
        else:
            self._clear()
            answer = partial(self.game.answer, self.messages, line)
            if name in SLOW:
                self.think(answer, self._answered)
            else:
                self._answered(answer())

    def _answered(self, continues: bool) -> None:
        if self.game.finished or not continues:
            self.end()
        self.redraw()

    def _clear(self) -> None:
        self.messages.text, self.steps = Text(), ()

    def end(self) -> None:
        """End the game, and show what was reached."""
        self.ended, self.entry = monotonic(), ""
        self.messages.say(self.game.closing(), "bold green" if self.game.finished else "")
        self.messages.say("Enter leaves.")
        self.refresh_bindings()
        self.redraw()

    def think(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Call `then` with the result of what may take seconds; the clock runs, and keys can quit."""
        self.busy = True
        self.redraw()
        self.run_worker(self._thought(work, then))

    async def _thought(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        future: Future[T] = Future()
        thread_of(_work, future, work).start()
        try:
            result = await asyncio.wrap_future(future)
        finally:
            self.busy = False
        then(result)


def _work(future: Future[Any], work: Callable[[], Any]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)


def play(game: Game) -> bool:
    """Play in full screen until the player leaves, then print what was reached; return False after Ctrl-C."""
    app = FullScreen(game)
    with in_place_of_interrupt(app.interrupt):
        app.run()
    if app.return_code:  # textual has printed why
        raise SystemExit(app.return_code)
    console = Console(())
    if app.interrupted:
        console.say("Interrupted.")
    console.say(game.closing(), "bold green" if game.finished else "")
    return not app.interrupted
