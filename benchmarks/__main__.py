"""Measure the package: the benchmark suites, or its deterministic signature.

GROUP is a suite (boggle, sudoku, ...) or a single group; --list shows all. --cases adds those of a folder,
such as benchmarks: what needs data (UNRIDDLE_DATA), other packages or minutes. The answers of
the kernel, its plain-Python twin, textbook algorithms and other packages are compared before any of their
times counts.
--against compares with a file of results, with another package, or (in a checkout) with a revision, both
sides running in turn. Exit code: 0 measured, and nothing slower; 1 a wrong answer, another signature, or a
case slower than what it was compared with; 2 usage; 3 nothing slower, but a case that the noise does not let
judge; 130 Ctrl-C (what was measured is kept).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from unriddle.base import PuzzleError
from unriddle.console import Output, check_outputs, display, positive, print_json, write_file
from unriddle.io.text import printable

from .command_line import run_parser

if TYPE_CHECKING:
    from .suites import Case

__all__ = ["main"]

NOT_JUDGED = 3
"""Exit code where nothing was slower, but the noise forbade a judgement of some case."""
Watch = Callable[[int, int, "Case"], None]


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="a suite or a group; all by default")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, few rounds: seconds in all")
    parser.add_argument(
        "--json", type=Output, metavar="FILE", help="write the results to FILE; - is standard output"
    )
    parser.add_argument(
        "--save",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="add the results to a folder of runs, whose history `python -m benchmarks.report FOLDER` shows "
        "(benchmark-history)",
    )
    parser.add_argument("--list", action="store_true", help="print suites, groups and cases, and stop")
    parser.add_argument(
        "--cases", metavar="PATH", help="add the cases of a folder of modules cases_NAME.py, or of one"
    )
    parser.add_argument(
        "--against", metavar="OTHER", help="a file of results, a package, or a revision to compare with"
    )
    parser.add_argument(
        "--peer",
        metavar="NAME=COMMAND",
        help="compare with any program that answers boards by lines, both in turn",
    )
    parser.add_argument(
        "--boards", metavar="FILE", help="with --peer: boards of your own, one a line, instead of ours"
    )
    parser.add_argument(
        "--markdown",
        type=Output,
        metavar="FILE",
        help="with --against or --peer: write a summary for a pull request to FILE; - is standard output",
    )
    parser.add_argument("--signature", action="store_true", help="one number over a fixed set of searches")
    parser.add_argument("--parts", action="store_true", help="with --signature: that of every part as well")
    parser.add_argument(
        "--threads",
        type=positive,
        metavar="N",
        help="with --signature: threads of the searches that take some (1)",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output form of --signature and --list"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    return run_parser(make_parser(), argv, _run)


def _run(args: argparse.Namespace) -> int:
    _check(args)
    check_outputs(args)
    if args.signature:
        return _signature(args)
    if args.list:
        return _list(args)
    if args.peer is not None:
        return _peer(args)
    if args.against is not None:
        return _against(args)
    return _measure(args)


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    compared = args.against is not None or args.peer is not None
    alone = (
        ("parts", args.signature, "--signature"),
        ("threads", args.signature, "--signature"),
        ("markdown", compared, "--against or --peer"),
        ("boards", args.peer is not None, "--peer"),
    )
    for name, there, needed in alone:
        if getattr(args, name) and not there:
            raise PuzzleError(f"--{name} alone, expected {needed} with it")
    if args.markdown == "-" and args.json == "-":
        raise PuzzleError("--json and --markdown both to standard output, expected one of them")
    if args.save is not None and (args.signature or args.list or compared):
        raise PuzzleError("--save with --signature, --list, --against or --peer, expected a run to measure")
    if args.peer is not None and (args.against is not None or args.cases is not None):
        raise PuzzleError("--peer with --against or --cases, expected one of them")


def _signature(args: argparse.Namespace) -> int:
    """Print the signature; 1 where it is not the recorded one."""
    from .signature import PARTS, RECORDED, part, signature

    parts = {name: part(name, args.threads or 1) for name in PARTS}
    whole = signature(parts.values())
    differing = [name for name in parts if parts[name] != RECORDED.get(name)]
    if args.format == "json":
        print_json({"signature": whole, "parts": parts, "differing": differing})
    else:
        print(whole)
        if args.parts:
            for name, digest in parts.items():
                print(f"{digest} {name}")
        if differing:
            print(f"not as recorded: {', '.join(differing)}")
    return 1 if differing else 0


def _list(args: argparse.Namespace) -> int:
    from .suites import load, missing, suites

    found: dict[str, dict[str, list[Case]]] = {}
    for case in load(args.groups, quick=args.quick, cases=args.cases):
        found.setdefault(case.suite, {}).setdefault(case.group, []).append(case)
    if args.format == "json":
        names = {
            suite: {group: [case.name for case in cases] for group, cases in groups.items()}
            for suite, groups in found.items()
        }
        print_json({"suites": names})
        return 0
    lines = suites(args.cases)
    for suite, groups in found.items():
        print(f"{suite}: {lines[suite]}")
        for group, cases in groups.items():
            told = [f"{case.name} ({reason})" if (reason := missing(case)) else case.name for case in cases]
            print(f"  {group}: {'; '.join(told)}")
    return 0


def _measure(args: argparse.Namespace) -> int:
    from unriddle.io.stores import store_of

    from .measuring.bench import WrongAnswerError, document, measure_cases, table, write_json
    from .measuring.measure import FULL, QUICK
    from .report.history import FOLDER, save
    from .suites import load, missing

    cases = load(args.groups, quick=args.quick, cases=args.cases)
    folder = None if args.save is None else args.save or FOLDER
    if folder is not None:
        store_of(folder).check_folder(folder, link=True)
    try:
        with _progress() as watch:
            results, noise, interrupted = measure_cases(cases, QUICK if args.quick else FULL, watch=watch)
    except WrongAnswerError as error:
        print(printable(str(error)), file=sys.stderr)
        return 1
    found = document(results, noise, interrupted)
    if args.json == "-":
        print_json(found)
    else:
        sys.stdout.write(table(results))
        print(
            f"\n{len(results)} cases; yardstick: median {noise['median_ratio']:.2f} times the best, "
            f"spread {noise['spread']:.0%}"
        )
        absent = Counter(reason for case in cases if (reason := missing(case)))
        for reason, number in absent.items():
            print(f"left out: {number} {'case' if number == 1 else 'cases'}: {reason}")
        if args.json is not None:
            write_json(args.json, found)
    if folder is not None and results and not interrupted:
        saved = save(found, folder)
        if args.json != "-":
            print(f"saved: {printable(str(saved))}")
    if interrupted:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def _against(args: argparse.Namespace) -> int:
    from .measuring.against import against

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    with _progress() as watch:
        found = against(args.against, args.groups, quick=args.quick, cases=args.cases, watch=watch, say=say)
    return _told(args, found)


def _peer(args: argparse.Namespace) -> int:
    """Compare with a program that speaks by lines."""
    from .measuring.against import program
    from .measuring.programs import works

    name, equals, command = args.peer.partition("=")
    if not name.strip() or not equals or not command.strip():
        raise PuzzleError(f"{printable(args.peer)!r:.60}, expected NAME=COMMAND")
    chosen = works(args.groups, quick=args.quick, file=args.boards)
    return _told(args, program(name.strip(), command, chosen, quick=args.quick))


def _told(args: argparse.Namespace, found: dict[str, Any]) -> int:
    """Print or write a comparison, and return the exit code."""
    from .measuring.bench import write_json

    if args.json == "-":
        print_json(found)
    else:
        if args.markdown != "-":
            _print_differences(found)
        if args.json is not None:
            write_json(args.json, found)
    if args.markdown is not None:
        from .measuring.pull import summary

        write_file(args.markdown, summary(found))
    if found["interrupted"]:
        print("interrupted", file=sys.stderr)
        return 130
    return {"wrong": 1, "slower": 1, "not judged": NOT_JUDGED}.get(found["verdict"], 0)


def _print_differences(found: dict[str, Any]) -> None:
    """Print one line a case: how many times as long this side takes, and whether that is a difference."""
    told = {
        "same": "no difference measurable",
        "wrong": "WRONG ANSWER",
        "absent": "not compared",
        "not judged": "not judged: too noisy",
    }
    rows = []
    for each in found["differences"]:
        figure = f"{each['ratio']:.3f} ({each['low']:.3f} to {each['high']:.3f})" if each["pairs"] else ""
        verdict = told.get(each["verdict"], each["verdict"])
        note = f": {each['note']}" if each["note"] else ""
        rows.append((printable(each["fullname"]), figure, f"{verdict}{printable(note)}"))
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(2)]
    print(f"time / time of {printable(found['against']['name'])}")
    for name, figure, verdict in rows:
        print(f"  {name:{widths[0]}}  {figure:>{widths[1]}}  {verdict}")
    for note in found["notes"]:
        print(note)
    verdict = found["verdict"]
    print(f"in all: {told.get(verdict, 'at least one case ' + verdict)}")


@contextmanager
def _progress() -> Iterator[Watch | None]:
    """Yield what shows the case under way; None off a terminal."""
    with display() as line:
        yield (
            None
            if line is None
            else lambda done, of, case: line.show(f"{done}/{of} {case.fullname}", done, of)
        )


if __name__ == "__main__":
    sys.exit(main())
