"""What the page of an answer shows: pictures one after the other, what each says, and a table beside them.

Each puzzle draws in its own ``draw.py``; `view_of` is the view of a puzzle that has none of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...base import Result
from .steps import Difficulty, Step, grade

if TYPE_CHECKING:
    from .base import PuzzleBase

__all__ = [
    "MOST_FRAMES",
    "Frame",
    "Letters",
    "Row",
    "Table",
    "View",
    "answer_of",
    "difficulty_of",
    "facts_of",
    "played",
    "view_of",
]

MOST_FRAMES = 2000
"""Pictures of one answer; a longer one shows its first steps and its end, and says so."""

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One picture.

    Examples
    --------
    >>> Frame(svg="<svg/>", says="row 1, column 2 is 3", kind="naked single").kind
    'naked single'
    """

    svg: str
    """The picture. Pictures that follow each other are kept line by line: what stays costs nothing."""
    says: str = ""
    """What it shows beyond the one before, in a sentence."""
    kind: str = ""
    """Name of the technique, where the step is one of reasoning."""
    text: str = ""
    """The board as text, for those who do not see the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table: a word and its path, or a puzzle and its pictures."""

    values: tuple[str | int | float, ...]
    """One for each column."""
    cells: tuple[int, ...] = ()
    """The path that the row shows on the board, by cells from 0."""
    frames: tuple[int, int] | None = None
    """The first and the last picture that belong to the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What stands beside the pictures.

    Examples
    --------
    >>> row = Row(values=("TEA", 1), cells=(0, 1, 2))
    >>> Table(noun="words", columns=("word", "points"), rows=[row]).choices
    ()
    """

    noun: str
    """What the rows are, as ``words``."""
    columns: tuple[str, ...]
    rows: Sequence[Row]
    choices: tuple[int, ...] = ()
    """The columns whose values can be chosen among: numbers by ranges where they are many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """A board too large for a picture: its rows, which the page paints where they are looked at."""

    rows: tuple[str | list[str], ...]
    """A text or a list of texts each, one a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the page of an answer shows."""

    title: str
    frames: Sequence[Frame] = ()
    facts: Facts = ()
    """Names and values, above the pictures."""
    first: int = -1
    """The picture that is seen at first; -1 is the last one."""
    centres: Sequence[tuple[float, float]] = ()
    """The middle of each cell in the pictures, where rows of the table have paths."""
    side: float = 0
    """The side of a cell there."""
    cols: int = 0
    """Cells of a row of the board."""
    table: Table | None = None
    heat: bool = False
    """Whether the page can show how often each cell is used."""
    uses: Sequence[int] = ()
    """How often, cell by cell; where there is none, by the paths of the table's rows."""
    used: str = ""
    """What is counted there, as ``paths of words``."""
    letters: Letters | None = None
    notes: tuple[str, ...] = field(default=())
    """What a reader has to know: sentences."""


def answer_of(answer: Any) -> Any:
    """Return the solution of a result; anything else is one, None is none."""
    return getattr(answer, "solution", None) if isinstance(answer, Result) else answer


def facts_of(answer: Any) -> Facts:
    """Return what a result says of its search: nothing of an answer that is no result.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> from unriddle.puzzles.framework.html_result import facts_of
    >>> facts_of(RiverPuzzle.farmer().solve())[0], facts_of(None)
    (('status', 'SOLVED'), ())
    """
    if not isinstance(answer, Result):
        return ()
    stats, found = answer.stats, [("status", str(answer.status))]
    for name in ("reason", "count", "score", "length", "moves", "cost"):
        value = getattr(answer, name, None)
        if name == "cost" and value == getattr(answer, "length", None):
            continue
        if isinstance(value, (int, float)):
            found.append((name, f"{value:,}" if isinstance(value, int) else f"{value:g}"))
        elif isinstance(value, str) and value:
            found.append((name, value))
    counted = ((stats.nodes, "nodes"), (stats.guesses, "guesses"))
    return (*found, *((name, f"{number:,}") for number, name in counted if number))


def difficulty_of(frames: Iterable[Frame], levels: Mapping[str, Difficulty]) -> Facts:
    """Return how hard the steps are that frames show; `levels` maps techniques to difficulties.

    Examples
    --------
    >>> difficulty_of([Frame(svg="", kind="guess"), Frame(svg="")], {"guess": Difficulty.EXPERT})
    (('difficulty', 'expert'),)
    """
    shown = [Step(kind=frame.kind, text=frame.says) for frame in frames if frame.kind]
    return (("difficulty", str(grade(shown, levels))),)


def played(states: Sequence[Any], draw: Any, says: Any) -> tuple[list[Frame], tuple[str, ...]]:
    """Return a frame for each state of a solution, and the note where some are left out.

    Parameters
    ----------
    states : sequence
        From the first to the last.
    draw : callable
        Number of a state -> its picture.
    says : callable
        Number of a state, from 1 on -> what happened on the way to it.
    """
    numbers = list(range(len(states)))
    notes: tuple[str, ...] = ()
    if len(numbers) > MOST_FRAMES:
        numbers = [*numbers[: MOST_FRAMES - 1], numbers[-1]]
        notes = (f"The first {MOST_FRAMES - 2:,} of {len(states) - 1:,} steps are shown, and the end.",)
    frames = [
        Frame(svg=draw(k), says=says(k) if k else "the start", text=states[k].format()) for k in numbers
    ]
    return frames, notes


def _stepwise(puzzle: PuzzleBase, steps: Iterable[Step], solution: Any) -> list[Frame]:
    """Return the reasoning as captions, below the picture of the puzzle and of its answer."""
    svg, text = puzzle.to_svg(), puzzle.format()
    frames = [Frame(svg=svg, says="the puzzle", text=text)]
    frames += [Frame(svg=svg, says=step.text, kind=step.kind, text=text) for step in steps]
    if solution is not None:
        frames.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=puzzle.format(solution)))
    return frames


def view_of(puzzle: PuzzleBase, answer: Any = None) -> View:
    """Return the view of a puzzle that has none of its own.

    One that is replayed shows each state, one that is reasoned about each step, any other itself and its
    answer.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> puzzle = RiverPuzzle.farmer()
    >>> len(view_of(puzzle).frames), len(view_of(puzzle, puzzle.solve()).frames)
    (1, 8)
    """
    solution = answer_of(answer)
    title, facts = type(puzzle).__name__, facts_of(answer)
    replay, steps = getattr(puzzle, "replay", None), getattr(puzzle, "steps", None)
    if solution is not None and replay is not None:
        states = replay(solution)
        frames, notes = played(
            states, lambda k: states[k].to_svg(), lambda k: f"step {k} of {len(states) - 1}"
        )
        return View(title=title, facts=facts, frames=frames, notes=notes, first=0)
    if steps is not None:
        return View(title=title, facts=facts, frames=_stepwise(puzzle, steps(), solution), first=0)
    frames = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format())]
    if solution is not None:
        frames.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=puzzle.format(solution)))
    return View(title=title, facts=facts, frames=frames)
