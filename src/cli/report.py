"""Make a report from benchmark results, or measure first.

unriddle report -o report/
unriddle report results.json -o report/
unriddle report before.json after.json -o report/
unriddle report benchmark-history -o report/
unriddle report --questions -o growth/

RESULTS are files of `unriddle bench --json` or `pytest --benchmark-json`, or folders of
`unriddle bench --save`, whose history is drawn case by case with the commits that changed one named. Without
any, `unriddle bench` runs and its results are kept as results.json in the folder; with --questions only what
the questions of Boggle assignments ask: moves, words and time from 2x2 to 6x6, with pruning and without. The
folder gets report.html, which needs nothing else and can be put on the web as it is, report.md, report.json,
report.csv and plots/*.svg. Of several files, the later ones are compared with the first, and only what
exceeds the noise is a change.
"""

from __future__ import annotations

import argparse
import os

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unriddle report`."""
    parser.add_argument(
        "results",
        nargs="*",
        metavar="RESULTS",
        help="JSON of benchmark results, or a folder of runs; - is standard input",
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the report goes")
    parser.add_argument(
        "--quick", action="store_true", help="without RESULTS: measure tiny sizes, in seconds"
    )
    parser.add_argument(
        "--questions",
        action="store_true",
        help="without RESULTS: measure how moves, words and time of a board grow, and nothing else",
    )
    parser.add_argument(
        "--beside", metavar="FILE", help="figures that were measured apart, as JSON: a section of their own"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of what is printed")


def run(args: argparse.Namespace) -> int:
    """Run `unriddle report` and return the exit code."""
    from ..base import PuzzleError
    from ..console import print_json
    from ..report.compose import counts
    from ..report.summary import changes_text
    from ..report.write import make_report
    from ..textio import printable

    if args.results.count("-") > 1:
        raise PuzzleError("standard input is named twice, expected once")
    if args.quick and args.results:
        raise PuzzleError("--quick with RESULTS, expected one of them")
    if args.questions and args.results:
        raise PuzzleError("--questions with RESULTS, expected one of them: a report answers them in any case")
    sources = args.results
    if not sources:
        sources = [os.path.join(args.out, "results.json")]  # noqa: PTH118 (pathlib costs start-up time)
        code = _measure(args.out, sources[0], args.quick, args.questions)
        if code:
            return code
    report = make_report(sources, args.out, beside=args.beside)
    found = counts(report)
    changes = [changes_text(comparison) for comparison in report.comparisons]
    if args.format == "json":
        print_json({"folder": args.out, **found, "changes": changes})
        return 0
    for line in changes:
        print(printable(line))
    path = printable(f"{args.out.rstrip('/') or args.out}/report.html")
    cases, groups, plots = (f"{count} {name if count != 1 else name[:-1]}" for name, count in found.items())
    print(f"{path}: {cases} in {groups}, {plots}")
    return 0


def _measure(folder: str, file: str, quick: bool, questions: bool) -> int:
    """Run `unriddle bench` into a file, of all or of what the questions ask, and return its exit code."""
    import contextlib
    import sys

    from ..report.write import write_files
    from . import main

    asked: list[str] = []
    if questions:
        from ..report.suites import load

        counted = (case.group for case in load(["paths"], quick=quick) if "all paths counted" in case.group)
        asked = ["growth", *counted]
    write_files({}, folder)  # says now, not after minutes, that the folder cannot be written
    with contextlib.redirect_stdout(sys.stderr):
        return main(["bench", *asked, "--json", file, *(["--quick"] if quick else [])])
