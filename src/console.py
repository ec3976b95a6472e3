"""Share what subcommands need: argparse types, limits, files to write, JSON, progress on standard error."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

from .base import Limits, MissingExtraError, PuzzleError, Status, import_extra
from .io.atomic import check_new_file, write_whole, writing
from .io.checkpoints import lines_of, value_of
from .io.text import printable
from .signals import held, set_alarm, time_is_up


def whole(text: str, least: int = 0) -> int:
    """Read a whole number from 0 up; an argparse type."""
    if not text.isascii() or not text.isdigit() or len(text) > 19 or not least <= int(text) < 1 << 63:
        raise argparse.ArgumentTypeError(f"{text!r:.80}, expected a whole number from {least} up")
    return int(text)


def positive(text: str) -> int:
    """Read a whole number from 1 up; an argparse type."""
    return whole(text, 1)


def seconds(text: str) -> float:
    """Read a number of seconds; an argparse type."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r:.80}, expected a number of seconds from 0 up")
    return value


def bytes_of(text: str) -> int:
    """Read a size in bytes: a whole number, with K, M or G for 2^10, 2^20 or 2^30; an argparse type."""
    unit = "KMG".find(text[-1:].upper()) + 1 if text else 0
    digits = text[:-1] if unit else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > 15 or int(digits) < 1:
        raise argparse.ArgumentTypeError(f"{text!r:.80}, expected bytes, like 500000000, 512M or 2G")
    return int(digits) << 10 * unit


def shard(text: str) -> tuple[int, int]:
    """Read a part of several, ``i/N`` with i from 1; an argparse type."""
    first, _, count = text.partition("/")
    if not (text.isascii() and first.isdigit() and count.isdigit() and len(text) < 24):
        raise argparse.ArgumentTypeError(f"{text!r:.80}, expected i/N such as 1/4")
    if not 1 <= int(first) <= int(count):
        raise argparse.ArgumentTypeError(f"{text!r:.80}, expected i/N, i from 1 to N")
    return int(first), int(count)


def add_limits(parser: argparse._ActionsContainer) -> None:
    """Add ``--max-seconds``, ``--max-nodes`` and ``--max-memory``."""
    for name, kind, metavar, what in (
        ("seconds", seconds, "S", "stop after S seconds"),
        ("nodes", positive, "N", "stop after N nodes"),
        ("memory", bytes_of, "BYTES", "use at most BYTES, such as 512M"),
    ):
        help_text = f"{what} (default: no limit)"
        parser.add_argument(f"--max-{name}", type=kind, metavar=metavar, help=help_text)
    parser.set_defaults(started=None)


def add_seed(group: argparse._ActionsContainer, default: int | None = None) -> None:
    """Add ``--seed``; without a default a seed is drawn, and printed."""
    drawn = " (default: a new one, which is printed)" if default is None else ""
    help_text = f"set the random seed{drawn}"
    group.add_argument("--seed", type=whole, default=default, metavar="N", help=help_text)


@contextmanager
def seeded(args: argparse.Namespace) -> Iterator[None]:
    """Draw a seed where none is given, and print it on standard error once the block has ended."""
    drawn = args.seed is None
    if drawn:
        args.seed = int.from_bytes(os.urandom(4), "big")
    yield
    if drawn:
        print(f"seed {args.seed}", file=sys.stderr)


def add_threads(group: argparse._ActionsContainer) -> None:
    """Add ``--threads``."""
    help_text = "use N threads; 0 is one per core"
    group.add_argument("--threads", type=whole, default=0, metavar="N", help=help_text)


def add_format(group: argparse._ActionsContainer, *forms: str) -> None:
    """Add ``--format``, by default the first of some forms."""
    help_text = "choose the output format"
    group.add_argument("--format", choices=forms, default=forms[0], help=help_text)


LONG = 1e6
"""Seconds that no command takes."""
MOST_START = 0.3
"""The most of a limit that the start of a command takes from its work."""


def start_clock(args: argparse.Namespace, began: float) -> None:
    """Start the time that ``--max-seconds`` gives a command for all of its work, printing included.

    It counts from where the command `began`, but its start takes at most `MOST_START` of it. Searches end in
    time, so that what they found can be printed; what is not done a little later is left. The same holds for
    ``--max-memory``, with what the program takes itself.
    """
    if getattr(args, "started", 0) is None:
        seconds, memory = args.max_seconds, args.max_memory
        now = time.perf_counter()
        spent = 0.0 if seconds is None else min(now - began, MOST_START * seconds)
        args.started = now - spent
        if seconds is not None or memory is not None:
            set_alarm(LONG if seconds is None else seconds * 1.1 + 0.05 - spent, memory)


class Output(str):
    """Where a file is to be written; an argparse type. `check_outputs` looks at all of them before any work.

    ``-`` is standard output. `needs` raises MissingExtraError where a package is missing that makes the
    content.

    Examples
    --------
    >>> Output("-").check()
    >>> Output("no/such/folder/board.svg").check()  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    unriddle.base.PuzzleError: no/such/folder/board.svg: cannot be written: there is no folder no/such/folder
    """

    needs: Callable[[], object] | None

    def __new__(cls, path: str, needs: Callable[[], object] | None = None) -> Output:
        """Return a path, with what its content needs."""
        made = super().__new__(cls, path)
        made.needs = needs
        return made

    def check(self) -> None:
        """Raise where the file could not be written: make one next to it, and remove it."""
        if self.needs is not None:
            self.needs()
        if self == "-":
            return
        folder, name = os.path.split(self)
        wrong = ""
        if not name or os.path.isdir(self):  # noqa: PTH112 (pathlib costs start-up time)
            wrong = "is a folder; name a file in it" if self else "no name of a file"
        elif folder and not os.path.isdir(folder):  # noqa: PTH112
            there = os.path.lexists(folder)
            wrong = (
                f"{printable(folder)} is no folder" if there else f"there is no folder {printable(folder)}"
            )
        elif _is_device(self):
            wrong = "" if os.access(self, os.W_OK) else "Permission denied"
        else:
            with writing(self):
                check_new_file(self)
        if wrong:
            raise PuzzleError(f"cannot be written: {wrong}", file=printable(self))


def check_outputs(args: argparse.Namespace) -> None:
    """Raise where a file cannot be written, is an input too, or is named by two options."""
    seen: dict[str, str] = {}
    for name, path in vars(args).items():
        if not isinstance(path, Output):
            continue
        path.check()
        option, place = f"--{name.replace('_', '-')}", os.path.realpath(path)
        if path != "-" and place in seen:
            wrong = f"{seen[place]} and {option} name the same file; name two files"
            raise PuzzleError(wrong, file=printable(path))
        seen[place] = option
    if isinstance(getattr(args, "out", None), str):  # a file, or a folder
        seen[os.path.realpath(args.out)] = "--out"
    seen = {place: option for place, option in seen.items() if os.path.isfile(place)}  # noqa: PTH113
    if not seen:
        return
    for name, value in vars(args).items():
        for path in value if isinstance(value, list) else [value]:
            if isinstance(path, str) and not isinstance(path, Output) and name != "out" and "\0" not in path:
                option = seen.get(os.path.realpath(path), "--checkpoint")
                if option != "--checkpoint":  # it keeps what it is given
                    raise PuzzleError(f"{option} names an input; name another file", file=printable(path))


def add_checkpoint(group: argparse._ActionsContainer, what: str) -> None:
    """Add ``--checkpoint`` and ``--overwrite``; `what` says what the file keeps."""
    help_text = f"save {what} to FILE, and continue from it"
    group.add_argument("--checkpoint", type=Output, metavar="FILE", help=help_text)
    group.add_argument("--overwrite", action="store_true", help="replace the checkpoint in FILE")


def remove_checkpoint(args: argparse.Namespace) -> None:
    """Remove the checkpoint that ``--overwrite`` gives up; PuzzleError where the file is something else."""
    if args.overwrite:
        if args.checkpoint is None:
            raise PuzzleError("--overwrite goes with --checkpoint FILE")
        with suppress(FileNotFoundError):
            if os.path.getsize(args.checkpoint) and not value_of(next(lines_of(args.checkpoint))):  # noqa: PTH202
                wrong = "is not a checkpoint, which is all that --overwrite replaces; name another file"
                raise PuzzleError(wrong, file=printable(args.checkpoint))
            os.unlink(args.checkpoint)  # noqa: PTH108 (pathlib costs start-up time)


BAR = 24  # columns
OTHER_PICTURES = frozenset(
    ("avif", "bmp", "eps", "gif", "heic", "ico", "jpeg", "jpg", "pdf", "ps", "svgz", "tif", "tiff", "webp")
)
"""Endings of files of pictures that are not made."""


def picture(path: str) -> Output:
    """Read where an SVG or a PNG is written; an argparse type."""
    ending = path.rpartition(".")[2].lower()
    if ending in OTHER_PICTURES and "." in path:
        raise argparse.ArgumentTypeError(f"{path!r:.80}, expected a file that ends in .svg or .png")
    return Output(path, _png_maker if ending == "png" and "." in path else None)


def html_file(path: str) -> Output:
    """Read where an HTML page is written; an argparse type."""
    if path.lower().endswith(".pdf"):
        raise argparse.ArgumentTypeError(f"{path!r:.80}, expected a file that ends in .html")
    return Output(path)


def add_drawings(group: argparse._ActionsContainer, drawn: str = "", shown: str = "") -> None:
    """Add ``--svg`` and ``--html``; `drawn` and `shown` say of what."""
    what = f"write a drawing{drawn}, as PNG where FILE ends in .png; - is standard output"
    group.add_argument("--svg", type=picture, metavar="FILE", help=what)
    page = f"write an HTML page{shown}; - is standard output"
    group.add_argument("--html", type=html_file, metavar="FILE", help=page)


def limits_of(args: argparse.Namespace) -> Limits | None:
    """Return the limits that `add_limits` took, with the time that is left; None where there are none."""
    given = {name: getattr(args, f"max_{name}", None) for name in ("seconds", "nodes", "memory")}
    if set(given.values()) == {None}:
        return None
    if given["seconds"] is not None and args.started is not None:
        given["seconds"] = max(0.0, args.started + given["seconds"] - time.perf_counter())
    return Limits(**given)


def print_json(value: dict[str, Any], **written: str) -> None:
    """Print one JSON object on one line; `written` are further keys, whose values are JSON text already."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    more = "".join(f',"{name}":{made}' for name, made in written.items())
    with held():
        sys.stdout.write(f"{text[:-1]}{more}}}\n")


def exit_code(status: Status, interrupted: bool = False) -> int:
    """Return the exit code of a result: 0 solved, 1 no solution or a limit, 130 interrupted."""
    if interrupted:
        return 130
    return 1 if status in (Status.NO_SOLUTION, Status.LIMIT) else 0


def stop_reason(interrupted: bool) -> str:
    """Return in words why a search stopped; what the time of the command interrupts has reached its limit."""
    return "interrupted" if interrupted and not time_is_up() else "limit reached"


def write_file(path: str, content: str | bytes) -> None:
    """Write a file, or to standard output for ``-``; one line where that fails."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    if path == "-":
        if isinstance(content, str):
            sys.stdout.write(content)
            return
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    if _is_device(path):
        with writing(path), open(path, "wb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            stream.write(data)
        return
    write_whole(path, data)


def _is_device(path: str) -> bool:
    """Return whether a path is there and is no file: a device, a pipe."""
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113


def _png_maker() -> Callable[..., Any]:
    found: Callable[..., Any] = import_extra("resvg_py", "PNG files", "png").svg_to_bytes
    return found


def png_of(make: Callable[[], str]) -> bytes:
    """Return a drawing as PNG, twice as large; needs extra ``png``, and a font to draw letters with."""
    svg_to_bytes = _png_maker()
    families: dict[str, Any] = {
        f"{kind}_family": found for kind in ("sans_serif", "monospace") if (found := _font(kind))
    }

    def drawn(svg: str) -> bytes:
        return bytes(svg_to_bytes(svg_string=svg, zoom=2, **families))

    # Without the font that it looks for resvg leaves letters out, and says nothing.
    probe = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    text = '<text x="5" y="15" font-family="sans-serif" font-size="12">A</text>'
    if drawn(probe.format("")) == drawn(probe.format(text)):
        raise PuzzleError("no font for letters was found; install Arial, or fontconfig with any font")
    return drawn(make())


def _font(kind: str) -> str | None:
    """Return the family that fontconfig takes for a kind of fonts; None where there is no fontconfig."""
    import shutil
    import subprocess

    program = shutil.which("fc-match")
    if program is None:
        return None
    asked = [program, "-f", "%{family[0]}", kind.replace("_", "-")]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or None


@contextmanager
def draw(args: argparse.Namespace, **drawings: Callable[[], str | bytes]) -> Iterator[bool]:
    """Write what options of these names ask for; yield whether one of them took standard output.

    The answer is printed in the ``with`` block. Files are written after it, so that a disk that is full costs
    the file and not the answer. A file whose name ends in ``.png`` gets a PNG of an SVG.

    With ``--format json`` a drawing for standard output becomes a key of the object that `print_answer`
    prints, so that what is printed stays JSON; else nothing but the drawing is printed.
    """
    taken, files = False, []
    args.drawn = {}
    for name, make in drawings.items():
        target = getattr(args, name)
        if target == "-":
            content = make()
            if args.format == "json" and isinstance(content, str):
                args.drawn[name] = content
            else:
                write_file(target, content)
                taken = True
        elif target is not None:
            files.append((target, name.endswith("svg") and target.lower().endswith(".png"), make))
    try:
        yield taken
        sys.stdout.flush()
    finally:  # also where the reader of the answer has gone
        wrong = None
        for target, png, make in files:
            try:
                write_file(target, png_of(make) if png else make())  # type: ignore[arg-type]
            except (PuzzleError, MissingExtraError) as error:  # the others are written
                wrong = wrong or error
        if wrong is not None:
            raise wrong


def print_answer(args: argparse.Namespace, value: dict[str, Any], **written: str) -> None:
    """Print one JSON object on one line, with what `draw` left for it; see `print_json`."""
    print_json(value | args.__dict__.pop("drawn", {}), **written)


def in_columns(words: Sequence[str]) -> Iterator[str]:
    r"""Yield lines of words in columns, as many as the terminal is wide; no word is broken.

    Examples
    --------
    >>> import os
    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, COLUMNS="17"):
    ...     print("\n".join(in_columns(["ate", "eat", "eta", "tea"])))
      ate  eta
      eat  tea
    """
    import shutil

    broad = max(map(len, words), default=0) + 2
    rows = -(-len(words) // max(1, shutil.get_terminal_size().columns // broad))
    for row in range(rows):
        yield "  " + "".join(word.ljust(broad) for word in words[row::rows]).rstrip()


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns: the first to the left, the others to the right.

    Examples
    --------
    >>> aligned([["", "words"], ["mean", "9.5"]])
    ['      words', 'mean    9.5']
    """
    broad = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(broad[0]), *map(str.rjust, row[1:], broad[1:])]).rstrip() for row in rows]


def fitted(line: str) -> str:
    """Return a line, on a terminal broken between its words where it is too long."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    if len(line) <= width or not sys.stdout.isatty():
        return line
    return textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)


def seconds_text(seconds: float) -> str:
    """Return a time as people write it.

    Examples
    --------
    >>> seconds_text(0.0000032), seconds_text(0.0125), seconds_text(75)
    ('3.2 µs', '12.5 ms', '75.0 s')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


class Display:
    """A line at the end of a terminal's standard error; nothing is drawn before the first `show`."""

    def __init__(self) -> None:
        self._drawn = False

    def show(self, text: str, done: int = 0, total: int | None = None) -> None:
        """Draw the line, with a bar where the total is known."""
        import shutil

        self._drawn = True
        if total is not None:
            full = BAR * done // max(total, 1)
            text = f"{'#' * full}{'-' * (BAR - full)} {text}"
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{text[:width]}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._drawn:
            self._drawn = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def display() -> Iterator[Display | None]:
    """Yield a line that is removed at the end; None where standard error is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    line = Display()
    try:
        yield line
    finally:
        line.clear()


class ProgressLine:
    """Show a count on a terminal, at most ten times a second."""

    def __init__(self, what: str, unit: str, line: Display) -> None:
        self.what, self.unit = what, unit
        self.more = ""
        """Shown after the count."""
        self.start = self._shown = time.perf_counter()
        self._line = line
        self.clear = line.clear

    def __call__(self, count: int) -> None:
        """Show a count."""
        now = time.perf_counter()
        if now - self._shown >= 0.1:
            self._shown = now
            rate = count / (now - self.start)
            more = f"; {self.more}" if self.more else ""
            self._line.show(f"{self.what}: {count:,} {self.unit}, {rate:,.0f}/s{more}")


@contextmanager
def progress_line(what: str, unit: str = "nodes") -> Iterator[ProgressLine | None]:
    """Yield a function that shows a count on stderr, at most ten times a second; None off a terminal."""
    with display() as line:
        yield None if line is None else ProgressLine(what, unit, line)
