"""Write one result, or many, as one HTML page that needs nothing else: no network, file or framework."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from ...base import PuzzleError, Result, Status
from ...io.text import printable
from ...repr_html import table
from ...svg import Ink, scaled
from .steps import Difficulty, Step, rate_counts

__all__ = [
    "LARGEST", "LARGEST_SHOWN", "MOST_FRAMES", "MOST_LINES", "MOST_LISTED", "Frame", "Letters", "Row",
    "Table", "View", "answer_of", "difficulty_of", "facts_of", "game_of", "hints", "in_frame",
    "in_notebook", "index_page", "many_page", "packed", "page", "played", "sentence_of", "view_of",
]  # fmt: skip

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
    step: Step | None = None
    """The step of reasoning that led to it, a hint for a player."""


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
    """The table next to the pictures.

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
    chips: int | None = None
    """The column by which consecutive rows are grouped: each is then a chip, not a row with all columns."""


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
    """Names and values, under “Details”."""
    lead: str = ""
    """The sentence below the title; by default `sentence_of` the facts."""
    centres: Sequence[tuple[float, float]] = ()
    """The middle of each cell in the pictures, where rows of the table have paths."""
    side: float = 0
    """The side of a cell there."""
    cols: int = 0
    """Cells of a row of the board."""
    axes: str = ""
    """How columns are named next to the board, ``1`` or ``a``; rows have numbers. Needs `centres`."""
    table: Table | None = None
    heat: bool = False
    """Whether the page can show how often each cell is used."""
    uses: Sequence[int] = ()
    """How often, cell by cell; where there is none, by the paths of the table's rows."""
    used: str = ""
    """What is counted there, as ``paths of words``."""
    letters: Letters | None = None
    notes: tuple[str, ...] = ()
    """What a reader has to know: sentences."""
    game: Mapping[str, Any] | None = None
    """What ``play.js`` needs to play the puzzle in the page, see `game_of`."""


def answer_of(answer: Any) -> Any:
    """Return the solution of a result; anything else is one, None is none."""
    return getattr(answer, "solution", None) if isinstance(answer, Result) else answer


def facts_of(answer: Any) -> Facts:
    """Return what a result says of its search: nothing of an answer that is no result.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> from unriddle.puzzles.framework.html import facts_of
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


STATUSES = {
    "SOLVED": "Solved",
    "UNIQUE": "One solution",
    "MULTIPLE": "More than one solution",
    "NO_SOLUTION": "No solution",
    "LIMIT": "Stopped at a limit",
}


def sentence_of(facts: Facts) -> str:
    """Return facts of a result as a sentence; "" where there are none.

    Examples
    --------
    >>> sentence_of((("status", "SOLVED"), ("length", "7"), ("cost", "17"), ("nodes", "10")))
    'Solved in 7 steps at cost 17'
    >>> sentence_of((("words", "2"), ("points", "1"), ("longest", "tea")))
    '2 words, 1 point; the longest is TEA'
    """
    known = dict(facts)
    said = STATUSES.get(known.get("status", ""), "")
    if "length" in known and known["length"] != "0":
        said += f" in {_counted(known['length'], 'steps')}"
    if "cost" in known:
        said += f" at cost {known['cost']}"
    if "reason" in known:
        said += f": {known['reason']}"
    found = ", ".join(_counted(known[noun], noun) for noun in ("words", "points") if noun in known)
    if "longest" in known:
        found += f"; the longest is {known['longest'].upper()}"
    graded = f"difficulty: {known['difficulty']}" if "difficulty" in known else ""
    return "; ".join(part for part in (said, found, graded) if part)


def _counted(number: str, noun: str) -> str:
    return f"{number} {noun.removesuffix('s') if number == '1' else noun}"


def difficulty_of(frames: Iterable[Frame], levels: Mapping[str, Difficulty]) -> Facts:
    """Return how hard the steps are that frames show; `levels` maps techniques to difficulties.

    Examples
    --------
    >>> difficulty_of([Frame(svg="", kind="guess"), Frame(svg="")], {"guess": Difficulty.EXPERT})
    (('difficulty', 'expert'),)
    """
    kinds = Counter(frame.kind for frame in frames if frame.kind)
    return (("difficulty", str(rate_counts(kinds, levels).difficulty)),)


def game_of(answer: Any, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a page needs to be played; None where the answer is that there is no solution.

    `data` has ``kind`` (the rules in ``play.js``), ``svg`` (the board), ``centres`` and ``side`` of cells,
    ``cols``, ``values`` (the start), and what the kind needs.
    """
    status = answer.status if isinstance(answer, Result) else None
    return None if status is Status.NO_SOLUTION else {**data, "unique": status in (None, Status.UNIQUE)}


def hints(frames: Iterable[Frame], cols: int) -> list[tuple[Any, ...]]:
    """Return the steps of frames for a player: kind, text, cell or -1, cells to look at, cells that change.

    Examples
    --------
    >>> step = Step(kind="naked single", text="row 1, column 2 is 3", cell=(0, 1), cells=((0, 0),))
    >>> hints([Frame(svg="", step=step)], 9)
    [('naked single', 'row 1, column 2 is 3', 1, [0], [])]
    """

    def numbers(places: Iterable[tuple[int, int]]) -> list[int]:
        return sorted({row * cols + col for row, col in places})

    steps = [frame.step for frame in frames if frame.step is not None]
    return [
        (
            *(step.kind, step.text, -1 if step.cell is None else numbers([step.cell])[0]),
            *(numbers(step.cells), numbers(place for place, _ in step.removed)),
        )
        for step in steps
    ]


def played(states: Sequence[Any], draw: Any, says: Any) -> tuple[list[Frame], tuple[str, ...]]:
    """Return a frame for each state of a solution, and the note where some are left out.

    `draw` returns the picture of a state by its number, `says` what happened on the way to it, from 1 on.
    """
    numbers, last = [*range(len(states))], len(states) - 1
    notes: tuple[str, ...] = ()
    if last >= MOST_FRAMES:
        numbers[MOST_FRAMES - 1 :] = [last]
        notes = (f"The first {MOST_FRAMES - 2:,} of {last:,} steps are shown, and the end.",)
    frames = [
        Frame(svg=draw(k), says=says(k) if k else "the start", text=states[k].format()) for k in numbers
    ]
    return frames, notes


def _solved(puzzle: Any, solution: Any) -> Frame:
    return Frame(svg=puzzle.to_svg(solution), says="the solution", text=puzzle.format(solution))


def view_of(puzzle: Any, answer: Any = None) -> View:
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
    solution, title, facts = answer_of(answer), type(puzzle).__name__, facts_of(answer)
    replay, steps = getattr(puzzle, "replay", None), getattr(puzzle, "steps", None)
    if solution is not None and replay is not None:
        states = replay(solution)
        frames, notes = played(
            states, lambda k: states[k].to_svg(), lambda k: f"step {k} of {len(states) - 1}"
        )
        return View(title=title, facts=facts, frames=frames, notes=notes)
    svg, text = puzzle.to_svg(), puzzle.format()
    frames = [Frame(svg=svg, says="the puzzle", text=text)]
    if steps is not None:
        frames += [Frame(svg=svg, says=step.text, kind=step.kind, text=text) for step in steps()]
    if solution is not None:
        frames.append(_solved(puzzle, solution))
    return View(title=title, facts=facts, frames=frames)


PLAIN = 1 << 16
"""Bytes of data that stand in a page as they are; more are packed (gzip, base64)."""
LARGEST = 64 << 20
"""Most bytes of a page."""
LARGEST_SHOWN = 4 << 20
"""Most bytes of a page that a notebook keeps."""
ROWS_AS_TEXT = 2000
"""Rows of the table that are also there for a browser without scripts."""


@cache
def _part(name: str) -> str:
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


@cache
def _style() -> str:
    """Return the style of a page: its colours are those of the drawings, which it shows in dark ones."""
    light, dark = (
        "".join(f"--{ink.name.lower()}:{value};" for ink, value in pairs)
        for pairs in ([(ink, ink.value) for ink in Ink], [(ink, ink.dark) for ink in Ink])
    )
    drawn = "".join(
        f'.drawn [{what}="{ink}"]{{{what}:var(--{ink.name.lower()})}}\n'
        for ink in Ink
        for what in ("fill", "stroke")
    )
    return Template(_part("page.css")).substitute(light=light, dark=dark) + drawn


@cache
def _policy() -> str:
    """Return what the page may do: run its own scripts, which are known by their hashes, and load nothing."""
    digests = (hashlib.sha256(_part(name).encode()).digest() for name in ("page.js", "play.js"))
    known = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {known}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def packed(frames: Sequence[Frame]) -> dict[str, Any]:
    """Return pictures as lines, each once: a picture is the numbers of its lines, or what changed.

    Examples
    --------
    >>> found = packed([Frame(svg="<svg>\\n<a/>\\n</svg>"), Frame(svg="<svg>\\n<b/>\\n</svg>")])
    >>> found["lines"], found["frames"]
    (['<svg>', '<a/>', '</svg>', '<b/>'], [[0, 1, 2], {'at': [1], 'is': [3]}])
    """
    numbers: dict[str, int] = {}
    before: list[int] = []
    kept: list[Any] = []
    for frame in frames:
        now = [numbers.setdefault(line, len(numbers)) for line in frame.svg.split("\n")]
        changed = [k for k, number in enumerate(now) if k >= len(before) or before[k] != number]
        if len(now) != len(before) or 3 * len(changed) > len(now):
            kept.append(now)
        else:
            kept.append({"at": changed, "is": [now[k] for k in changed]})
        before = now
    return {"lines": list(numbers), "frames": kept}


def _table(given: Table) -> dict[str, Any]:
    rows = given.rows
    found: dict[str, Any] = {
        "noun": given.noun,
        "columns": list(given.columns),
        "values": [[row.values[k] for row in rows] for k in range(len(given.columns))],
        "choices": list(given.choices),
        "chips": given.chips,
    }
    if any(row.cells for row in rows):  # the first cell and the differences, which pack well
        paths = (row.cells for row in rows)
        found["paths"] = [[b - a for a, b in zip((0, *path), path, strict=False)] for path in paths]
    if any(row.frames is not None for row in rows):
        found["spans"] = [row.frames or (0, -1) for row in rows]
    return found


def _data(view: View) -> str:
    """Return what the script shows, as JSON that ends no element of the page."""
    value = {
        **packed(view.frames),
        "says": [frame.says for frame in view.frames],
        "kinds": [frame.kind for frame in view.frames],
        "texts": [frame.text for frame in view.frames],
        "centres": [[round(x, 2), round(y, 2)] for x, y in view.centres],
        "side": view.side,
        "cols": view.cols,
        "axes": view.axes,
        "heat": view.heat,
        "uses": list(view.uses),
        "used": view.used,
        "table": None if view.table is None else _table(view.table),
        "letters": None if view.letters is None else list(view.letters.rows),
    }
    return _json(value)


def _json(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"))  # ASCII: controls and lone surrogates are escapes
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _game(view: View) -> str:
    """Return the elements that make the page playable."""
    if view.game is None:
        return ""
    data = f'<script type="application/json" id="game-data">{_json(view.game)}</script>\n'
    return f"{data}<script>{_part('play.js')}</script>\n"


def _said(text: str) -> str:
    return escape(printable(text))


def _without_script(view: View) -> str:
    """Return what a browser without scripts shows below the picture: steps, and the rows of the table."""
    text = ""
    if len(view.frames) > 2:
        text += "<ol>" + "".join(f"<li>{_said(frame.says)}</li>" for frame in view.frames[1:]) + "</ol>\n"
    if view.table is not None:
        shown = view.table.rows[:ROWS_AS_TEXT]
        rows = [", ".join(_said(str(value)) for value in row.values) for row in shown]
        if left := len(view.table.rows) - len(rows):
            rows.append(f"… and {left:,} more")
        text += "<ul>" + "".join(f"<li>{row}</li>\n" for row in rows) + "</ul>\n"
    return f"<noscript>\n{text}</noscript>\n" if text else ""


def page(view: View) -> str:
    """Return the page.

    Raises
    ------
    PuzzleError
        It would have more than 64 MB.

    Examples
    --------
    >>> text = page(View(title="</title>", frames=[Frame(svg="<svg></svg>", says="a board")]))
    >>> text.count("</title>"), text.count("<svg>"), text.startswith("<!doctype html>")
    (1, 1, True)
    """
    data, kind = _data(view), "application/json"
    if len(data) > PLAIN:
        raw = gzip.compress(data.encode("ascii"), 6, mtime=0)
        data, kind = base64.b64encode(raw).decode("ascii"), "application/gzip"
    shown = view.frames[-1] if view.frames else Frame(svg="")
    facts = "".join(
        f"<div><dt>{_said(name)}</dt><dd>{_said(value)}</dd></div>\n" for name, value in view.facts
    )
    lead = view.lead or sentence_of(view.facts)
    text = Template(_part("page.html")).substitute(
        policy=_policy(),
        title=_said(view.title),
        style=_style() + ("" if view.game is None else _part("play.css")),
        lead=f'<p class="lead">{_said(lead)}</p>\n' if lead else "",
        hidden="" if facts or view.notes else " hidden",
        facts=f"<dl>\n{facts}</dl>\n" if facts else "",
        notes="".join(f'<p class="note">{_said(note)}</p>\n' for note in view.notes),
        svg=shown.svg,
        text="\n".join(map(_said, shown.text.split("\n"))),
        without_script=_without_script(view),
        kind=kind,
        data=data,
        script=_part("page.js"),
        game=_game(view),
    )
    if len(text) > LARGEST:
        raise PuzzleError(f"a page of {len(text) >> 20:,} MB, expected at most {LARGEST >> 20}")
    return text


def in_frame(text: str, height: int = 400) -> str:
    """Return a page as an element of another one, as notebooks show it: apart from all else there.

    Examples
    --------
    >>> 'srcdoc="&lt;p&gt;a&lt;/p&gt;"' in in_frame("<p>a</p>")
    True
    """
    return (
        f'<iframe sandbox="allow-scripts" title="unriddle" loading="lazy" srcdoc="{escape(text)}" '
        f'style="display:block;width:100%;height:{height}px;border:0"></iframe>'
    )


FIRST_ROWS, LONGEST_LEAD = 9, 150
"""Rows of the table, and characters of the sentence, that a notebook shows."""


def in_notebook(view: View, svg: str = "") -> str:
    """Return an answer as an element of a notebook, at most 400 pixels high, with its page below, closed.

    It shows the sentence of the page, a picture (`svg`, or the last one of the view) and the first rows of
    the table: words with points the longest first.

    Examples
    --------
    >>> text = in_notebook(View(title="A board", frames=[Frame(svg="<svg>a</svg>")]))
    >>> text.count("<svg>a</svg>"), text.count("<details>")
    (1, 1)
    """
    found, text = view.table, ""
    if found is not None and found.rows:
        rows = found.rows
        if "points" in found.columns:
            place = found.columns.index("letters")
            rows = nlargest(FIRST_ROWS, rows, key=lambda row: row.values[place])
        text = table(found.columns, (row.values for row in rows[:FIRST_ROWS]), len(found.rows) - FIRST_ROWS)
    svg = scaled(svg or (view.frames[-1].svg if view.frames else ""), 400 if text else 680, 280)
    facts = " · ".join(f"{name} {value}" for name, value in view.facts)
    lead = _cut(view.lead or sentence_of(view.facts) or facts, LONGEST_LEAD)
    whole = page(view)
    more = f"<details><summary>The page</summary>{in_frame(whole, 640)}</details>"
    return (
        f'<div><p style="margin:0 0 4px"><b>{_said(view.title)}</b> {_said(lead)}</p>'
        '<div style="display:flex;gap:24px;align-items:flex-start;max-height:300px;overflow:hidden">'
        f'<div style="flex:none;background:#fff">{svg}</div><div style="font-size:13px">{text}</div></div>'
        f"{more if len(whole) <= LARGEST_SHOWN else ''}</div>"
    )


MOST_LISTED, MOST_LINES = 100_000, 1_500_000
"""Puzzles of a page; lines of all its pictures: those beyond have none, and the page says so."""
MOST_STEPPED, MOST_RATED = 50, 1_000
"""Puzzles whose steps are shown; whose difficulty is computed. The others have a start and a solution."""
LARGEST_RATED = 300
"""Characters of a puzzle whose reasoning is followed: of a larger one it takes seconds."""
LONGEST_TEXT, LONGEST_CLUES = 160, 32
HIDDEN = ("solution", "words")
"""Columns of results that the pictures show."""
_GIVEN = re.compile(r"[^\s.|/_*#+-]+")

Item = tuple[Any, Any, Sequence[str | int | float]]
"""A puzzle, its answer or None, and what its columns say."""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def clues_of(text: str) -> tuple[str, int]:
    """Return the clues of a puzzle on a grid, without the empty cells, and their number."""
    grid = text.partition(":")[0]  # a Gogen's words follow
    found = _GIVEN.findall(grid)
    apart = any(" " in line.strip() for line in grid.split("\n"))
    return " ".join(found), len(found) if apart else sum(map(len, found))


def _frames(puzzle: Any, answer: Any, stepped: bool, name: str) -> list[Frame]:
    """Return the pictures of a puzzle, of its steps and of its answer; none where they would be too large."""
    solution = answer_of(answer)
    try:
        found = [Frame(svg=puzzle.to_svg(), says=name, text=puzzle.format())]
        if solution is not None:
            found += [*(puzzle.view(answer).frames[1:] if stepped else ()), _solved(puzzle, solution)]
    except PuzzleError:
        return []
    return found


def index_page(title: str, items: Iterable[Item], columns: Sequence[str], noun: str = "puzzles") -> str:
    """Return a page of many puzzles; `noun` is what they are called, without a `title` with their number.

    An item is a puzzle, its answer or None, and the values of `columns`, which follow number, puzzle, clues
    and difficulty. All columns but the first two can be chosen among.

    Raises
    ------
    PuzzleError
        More than 100,000 puzzles, or 64 MB.
    """
    rows: list[Row] = []
    frames: list[Frame] = []
    lines = pictured = stepped = rated = 0
    grids = True
    for number, (puzzle, answer, values) in enumerate(items, 1):
        if number > MOST_LISTED:
            raise PuzzleError(f"a page lists at most {MOST_LISTED:,} {noun}")
        text, reasoned = puzzle.text(), hasattr(puzzle, "difficulty")
        grids, reasoned = grids and reasoned, reasoned and len(text) <= LARGEST_RATED
        hard = ""
        if grids and reasoned and rated < MOST_RATED:
            with suppress(PuzzleError):
                hard = str(puzzle.difficulty())
            rated += hard != ""
        walked = reasoned or getattr(puzzle, "replay", None) is not None  # steps that are worth their time
        walked = walked and stepped < MOST_STEPPED and answer_of(answer) is not None
        name = f"{noun.removesuffix('s')} {number}{f', {hard}' if hard else ''}"
        span = 0, -1
        if lines <= MOST_LINES and (found := _frames(puzzle, answer, walked, name)):
            lines += sum(frame.svg.count("\n") for frame in found)
            span = len(frames), len(frames) + len(found) - 1
            frames += found
            pictured += 1
            stepped += walked
        shown, clues = clues_of(text) if grids else (" / ".join(text.split("\n")), 0)
        shown = _cut(shown, LONGEST_CLUES if grids else LONGEST_TEXT)
        rows.append(Row(values=(number, shown, clues, hard, *values), frames=span))
    notes = []
    if len(rows) > pictured:
        notes.append(f"{len(rows) - pictured:,} of them are listed without a picture.")
    if 0 < stepped < pictured:
        notes.append(
            f"Steps are shown of the first {stepped:,}; the page of one puzzle has those of any other."
        )
    known = sum(row.values[3] != "" for row in rows)
    if grids and 0 < known < len(rows):
        notes.append(f"The difficulty of {known:,} is known, the others were not reasoned out.")
    facts, table = _index(noun, ("number", "puzzle", "clues", "difficulty", *columns), rows)
    title = title or f"{len(rows):,} {noun}"
    if lead := sentence_of(facts):
        lead = f"Each {noun.removesuffix('s')}: {lead[0].lower()}{lead[1:]}"
    return page(View(title=title, lead=lead, facts=facts, frames=frames, table=table, notes=tuple(notes)))


def _index(noun: str, names: Sequence[str], rows: Sequence[Row]) -> tuple[Facts, Table]:
    """Return the table of rows; what is the same in all is a fact above, a column of nothing goes."""
    facts, kept = [(noun, f"{len(rows):,}")], []
    for place, name in enumerate(names):
        values = {row.values[place] for row in rows}
        if name in ("clues", "difficulty") and values <= {0, ""}:
            continue
        if len(rows) > 1 and len(values) == 1 and place > 1:
            facts.append((name, str(values.pop())))
        else:
            kept.append(place)
    columns = tuple(names[place] for place in kept)
    shown = [Row(values=tuple(row.values[place] for place in kept), frames=row.frames) for row in rows]
    choices = tuple(k for k, name in enumerate(columns) if name not in ("number", "puzzle"))
    return tuple(facts), Table(noun=noun, columns=columns, rows=shown, choices=choices)


def _plain(value: Any) -> str | int | float:
    found = value.item() if hasattr(value, "item") else value
    return found if isinstance(found, (str, int, float)) else str(found)


def many_page(many: Any) -> str:
    """Return a page of what `solve_many` returned.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> from unriddle.puzzles.framework.html import many_page
    >>> text = many_page(Numbrix.solve_many([Numbrix.parse("1 . / . ."), Numbrix.parse("1 2 / 4 .")]))
    >>> text.count("MULTIPLE"), text.count("UNIQUE")
    (2, 2)
    """
    columns = {name: values for name, values in many.columns().items() if name not in HIDDEN}
    kept = {name: values for name, values in columns.items() if getattr(values, "ndim", 1) == 1}

    def items() -> Iterable[Item]:
        for k in range(len(many)):
            puzzle, result = many.pair(k)
            yield puzzle, result, [_plain(values[k]) for values in kept.values()]

    return index_page(f"{len(many):,} puzzles", items(), tuple(kept))
