"""The command line: `unriddle SUBCOMMAND`.

A subcommand is a module with ``configure(parser)``, which adds its arguments, and ``run(args) -> int``,
which does the work and returns the exit code: in the folder of a puzzle, or beside this file. Only the
module that is asked for is imported, so that a start stays cheap.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import io
import os
import re
import sys
import warnings
from collections.abc import Container, Sequence
from typing import Any

from ..base import MissingExtraError, PuzzleError
from ..console import OLD_FLAGS, check_outputs
from ..io.text import printable
from .subcommands import find, overview, subcommands, unknown

__all__ = ["main", "make_parser"]

SHELLS = ("bash", "zsh", "tcsh")
"""Shells that `--completion` writes for."""

SOLVED, UNSOLVED, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: solved; no solution or some records rejected; usage or bad input; Ctrl-C."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments, deprecated flags included."""
        return super().parse_known_args(renamed(args or [], self._option_string_actions), namespace)

    def error(self, message: str) -> None:  # type: ignore[override]
        message += self._meant(message)
        self.exit(WRONG, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def _meant(self, message: str) -> str:
        """Return what an unknown option or word can be meant for, "" where that is nothing."""
        unknown = re.match(r"unrecognized arguments: (--[a-zA-Z][\w-]*)", message)
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if unknown:
            parsers: list[argparse.ArgumentParser] = [self]
            for parser in parsers:  # those below are added while it goes on
                below = [
                    act.choices for act in parser._actions if isinstance(act, argparse._SubParsersAction)
                ]
                parsers += [found for choices in below for found in choices.values()]
            word, known = unknown[1], [name for parser in parsers for name in parser._option_string_actions]
        elif choice:
            word, known = choice[1], re.findall(r"[\w-]+", choice[2])
        elif re.match(r"unrecognized arguments: -[^a-zA-Z]", message):
            return "; put -- before a board that begins with -"
        else:
            return ""
        close = difflib.get_close_matches(word, known, 1)
        return f", did you mean {close[0]}?" if close else ""


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or of it with the subcommand `only` alone.

    Examples
    --------
    >>> make_parser("words").prog
    'unriddle'
    """
    parser = _Parser(prog="unriddle", description="Solve grid and state-space puzzles.")
    parser.add_argument(
        "--version", action="store_true", help="print the version, the machine and how the kernels were built"
    )
    parser.add_argument(
        "--completion",
        choices=SHELLS,
        metavar="SHELL",
        help=f"print the completions for a shell ({', '.join(SHELLS)}) and stop",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="SUBCOMMAND", parser_class=_Parser)
    chosen = subcommands().values() if only is None else filter(None, [find(only)])
    for command in chosen:
        module = command.load()
        sub = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=module.__doc__,
            formatter_class=argparse.RawTextHelpFormatter,
        )
        module.configure(sub)
        sub.set_defaults(run=module.run)
    return parser


def renamed(arguments: Sequence[str], known: Container[str]) -> list[str]:
    """Return arguments with deprecated flags replaced by today's, each with a warning on standard error.

    Parameters
    ----------
    arguments : sequence of str
    known : container of str
        Flags of the subcommand, which are never replaced.
    """
    found, left = [], list(arguments)
    while left:
        given = left.pop(0)
        if given == "--":
            return [*found, given, *left]
        flag, equals, value = given.partition("=")
        now = OLD_FLAGS.get(flag)
        if flag == "--random" and "--size" in known and not equals and left and _RXC.fullmatch(left[0]):
            equals, value = "=", left.pop(0)
        if flag == "--random" and equals and "--size" in known:
            found += [flag, f"--size={value}"]
            _say(f"{flag} {value} is deprecated; use {flag} --size {value}")
        elif now is not None and flag not in known and now in known:
            found.append(f"{now}{equals}{value}")
            _say(f"{flag} is deprecated; use {now}")
        else:
            found.append(given)
    return found


_RXC = re.compile(r"\d+(\s*[xX×*]\s*\d+)?", re.ASCII)


def _version() -> str:
    """Return the version, and what a report of a defect needs: the machine and how the kernels were built."""
    import platform
    from importlib.metadata import version

    from ..core import build_info, dispatch

    level = next((flag for flag in reversed(build_info.FLAGS.split()) if flag.startswith("-O")), "")
    kernels = " ".join(
        filter(None, (build_info.COMPILER, level, "with bounds checks" if build_info.CHECKED else ""))
    )
    return (
        f"unriddle {version('unriddle')} ({platform.python_implementation()} {platform.python_version()}, "
        f"NumPy {version('numpy')}, {platform.system()} {platform.machine()}; "
        f"kernels by {kernels}, path {dispatch.chosen()})"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.
    """
    if argv is None:  # the threads of OpenBLAS, which nothing here needs, would spin for 50 ms each
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return _guarded(list(sys.argv[1:] if argv is None else argv))
    finally:
        if argv is None:  # the process ends: to look for cycles in what it leaves would take 20 ms
            gc.freeze()


def _guarded(arguments: list[str]) -> int:
    """Run the command line; what goes wrong is one line."""
    if sys.stderr is None:  # closed: what would be said there is lost, and nothing else
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (for all of the process)
    if sys.stdout is None:
        print("standard output is closed, expected somewhere to write", file=sys.stderr)
        return WRONG
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal cannot show is no error
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except (PuzzleError, MissingExtraError) as error:
        print(printable(str(error)), file=sys.stderr)
        return WRONG
    except MemoryError as error:
        print(f"not enough memory{f': {error}' if str(error) else ''}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOLVED
    except OSError as error:
        place = f"{printable(str(error.filename))}: " if error.filename is not None else ""
        print(f"{place}{error.strerror or error}", file=sys.stderr)
        return WRONG


def _dispatch(arguments: list[str]) -> int:
    named = bool(arguments) and not arguments[0].startswith("-")
    only = find(arguments[0]) if named else None
    if named and only is None:
        print(f"unriddle: {unknown(arguments[0])} (see unriddle --help)", file=sys.stderr)
        return WRONG
    if not arguments:
        print(overview())
        return SOLVED
    parser = make_parser(arguments[0] if named else None)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:  # argparse has printed its line
        return int(stop.code or 0)
    if args.version:
        _check_environment()
        print(_version())
        return SOLVED
    if args.completion is not None:
        print(_completion(parser, args.completion))
        return SOLVED
    _check_environment()
    check_outputs(args)
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = _say
        result: int = args.run(args)
    return result


def _say(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as one line."""
    print(printable(str(message)), file=sys.stderr)


def _check_environment() -> None:
    """Raise PuzzleError where the kernels would refuse what the environment asks of them."""
    from ..core.dispatch import chosen

    try:
        chosen()
    except ValueError as error:
        raise PuzzleError(str(error)) from None


def _completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return a script that makes a shell complete subcommands, options and their choices."""
    try:
        import shtab
    except ImportError:
        raise MissingExtraError("completions", "shtab", "cli") from None
    script: str = shtab.complete(parser, shell=shell)
    return script.rstrip()
