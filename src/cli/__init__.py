"""Run the command line: `unriddle SUBCOMMAND`.

A subcommand is a module, or an object, with ``configure(parser)``, which adds its arguments, and
``run(args) -> int``, which does the work and returns the exit code; in the folder of a puzzle or in this one.
Only the module that is asked for is imported, and ``--version`` and ``--help`` import none.
"""

from __future__ import annotations

import gc
import io
import os
import re
import sys
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..signals import exit_code_of_interrupt, handle_signals, note, received, set_alarm, time_is_up

if TYPE_CHECKING:
    import argparse

SHELLS = ("bash", "zsh", "tcsh")
"""Shells that ``--completion`` writes for."""
SOLVED, UNSOLVED, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: solved; no solution or some records rejected; usage or bad input; Ctrl-C."""


def make_parser(only: str | None = None, *, bare: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or with `only` one subcommand.

    Where it is `bare`, subcommands are without their arguments, so that none is imported.
    """
    from ..puzzles.registry import loaded
    from .parser import Parser
    from .subcommands import MORE, find, subcommands

    parser = Parser(prog="unriddle", description="Solve, count, check and make puzzles.", epilog=MORE)
    version = "print the version, the machine and how the kernels were built"
    parser.add_argument("-V", "--version", action="store_true", help=version)
    shells = f"print the completions for a shell ({', '.join(SHELLS)})"
    parser.add_argument("--completion", choices=SHELLS, metavar="SHELL", help=shells)
    subparsers = parser.add_subparsers(dest="command", metavar="SUBCOMMAND", parser_class=Parser)
    for command in subcommands().values() if only is None else filter(None, [find(only)]):
        sub = subparsers.add_parser(command.name, help=command.summary)
        if bare:
            continue
        module = loaded(command.load) if only is None else command.load()
        if module is not None:
            sub.description = module.__doc__
            module.configure(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; the arguments are by default those of the process."""
    if argv is None:  # the threads of OpenBLAS, which nothing here needs, would spin for 50 ms each
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        handle_signals()
    try:
        code = _guarded(list(sys.argv[1:] if argv is None else argv), ends=argv is None)
        return exit_code_of_interrupt() if code == INTERRUPTED else code
    finally:
        if argv is None:  # the process ends: a search for cycles in what it leaves would take 20 ms
            gc.freeze()


def _guarded(arguments: list[str], *, ends: bool) -> int:
    """Run the command line, with which the process ends or not; an error is one line."""
    if sys.stderr is None:  # closed: messages are lost, and nothing else
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (for all of the process)
    if sys.stdout is None:
        print("standard output is closed", file=sys.stderr)
        return WRONG
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal cannot show is no error
            stream.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default", UserWarning)
            warnings.showwarning = _show_warning
            code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        code = _interrupted()
        if ends:  # at once: to give back hundreds of MB, object by object, would take a second
            with suppress(OSError, KeyboardInterrupt):
                sys.stdout.flush()
            os._exit(exit_code_of_interrupt())
        return code
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOLVED
    except Exception as error:
        # Of NumPy, whose import it ended; of a closed terminal.
        if received and isinstance(error, (ImportError, OSError, RuntimeError)):
            return _interrupted()
        line = _line_of(error)
        if line is None:
            raise
        note(line)
        return WRONG


def _interrupted() -> int:
    note("limit reached: the output is not complete" if time_is_up() else "interrupted")
    return INTERRUPTED


def _line_of(error: Exception) -> str | None:
    """Return the line that reports an error, None for a defect of the package."""
    from ..base import MissingExtraError, PuzzleError, printable

    if isinstance(error, (PuzzleError, MissingExtraError)):
        return printable(str(error))
    if isinstance(error, MemoryError):
        return f"not enough memory{f': {error}' if str(error) else ''}"
    if isinstance(error, OSError):
        place = f"{printable(str(error.filename))}: " if error.filename is not None else ""
        return f"{place}{error.strerror or error}"
    return None


def _dispatch(arguments: list[str]) -> int:
    began = time.perf_counter()
    if arguments[:1] == ["help"]:  # of a subcommand, also of one below it: unriddle help batch sudoku
        return _dispatch([*arguments[1:], "--help"])
    if arguments in (["--version"], ["-V"], []):
        if arguments:
            _check_environment()
            print(_version())
            return SOLVED
        from .subcommands import overview

        print(overview())
        return SOLVED
    named = not arguments[0].startswith("-")
    if named:
        from .subcommands import find, unknown

        if find(arguments[0]) is None:
            print(f"unriddle: {unknown(arguments[0])} (see unriddle --help)", file=sys.stderr)
            return WRONG
    parser = make_parser(arguments[0] if named else None, bare=arguments[0] in ("-h", "--help"))
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:  # argparse has printed its line
        return int(stop.code or 0)
    if args.version:
        return _dispatch(["--version"])
    if args.completion is not None:
        print(_completion(parser, args.completion))
        return SOLVED
    from ..base import PuzzleError
    from ..console import check_outputs, start_clock

    _check_environment()
    check_outputs(args)
    try:
        start_clock(args, began)
        result: int = args.run(args)
    except PuzzleError as error:
        error.args = (_with_flags(str(error), args),)
        raise
    finally:
        set_alarm(0)
    return result


def _with_flags(message: str, args: argparse.Namespace) -> str:
    """Return an error about a keyword of the API that names the option instead, where the command has it.

    A keyword right after the number of a line is a rule in a record of that file, not an option.
    """
    from ..options import flag_of

    options = {name.removeprefix("puzzle_").removeprefix("rule_").replace("-", "_") for name in vars(args)}

    def flag(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        option = flag_of(found[1])
        known = found[1] in options or option[2:].replace("-", "_") in options
        return f"{option}{'' if found[2] else ' '}" if known else found[0]

    message = message.replace("4x5, (4, 5) or 4", "4x5 or 4")
    named = re.sub(r":\d+: [a-z_]+=|\b([a-z_]+)=(True\b)?", flag, message)
    named = re.sub(r"'(\d+x\d+)'", r"\1", named)  # a size needs no quotes
    return re.sub(r"(--[a-z-]+): (?:\1 |(?='[^']*',))", r"\1 ", named)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as one line."""
    from ..base import printable

    print(printable(str(message)), file=sys.stderr)


def _check_environment() -> None:
    """Raise PuzzleError where the kernels would refuse what the environment asks of them."""
    from ..core.dispatch import chosen

    try:
        chosen()
    except ValueError as error:
        from ..base import PuzzleError

        raise PuzzleError(str(error)) from None


def _version() -> str:
    """Return the version, and what a report of a defect needs: the machine and how the kernels were built."""
    import platform

    from ..core import build_info, dispatch

    level = next((flag for flag in reversed(build_info.FLAGS.split()) if flag.startswith("-O")), "")
    kernels = " ".join(
        filter(None, (build_info.COMPILER, level, "with bounds checks" if build_info.CHECKED else ""))
    )
    return (
        f"unriddle {_installed('unriddle')} "
        f"({platform.python_implementation()} {platform.python_version()}, NumPy {_installed('numpy')}, "
        f"{platform.system()} {platform.machine()}; kernels by {kernels}, path {dispatch.chosen()})"
    )


def _installed(name: str) -> str:
    """Return the version of a package, by the name of its folder of metadata: importlib takes 50 ms."""
    for place in sys.path:
        for entry in os.listdir(place) if os.path.isdir(place) else ():  # noqa: PTH112, PTH208
            if entry.startswith(f"{name}-") and entry.endswith(".dist-info"):
                return entry[len(name) + 1 : -len(".dist-info")]
    from importlib.metadata import version

    return version(name)


def _completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return a script that makes a shell complete subcommands, options and their choices."""
    from ..base import import_extra

    script: str = import_extra("shtab", "completions", "cli").complete(parser, shell=shell)
    return script.rstrip()
