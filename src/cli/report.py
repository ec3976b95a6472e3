"""Make a report from benchmark results.

unriddle report results.json -o report/
unriddle report before.json after.json -o report/

RESULTS are files of `unriddle bench --json` or `pytest --benchmark-json`. The folder gets report.html, which
needs nothing else and can be put on the web as it is, report.md, report.json, report.csv and plots/*.svg.
Of several files, the later ones are compared with the first, and only what exceeds the noise is a change.
"""

from __future__ import annotations

import argparse

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unriddle report`."""
    parser.add_argument(
        "results", nargs="+", metavar="RESULTS", help="JSON of benchmark results; - is standard input"
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the report goes")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of what is printed")


def run(args: argparse.Namespace) -> int:
    """Run `unriddle report` and return the exit code."""
    from ..base import PuzzleError
    from ..report.compose import counts
    from ..report.summary import changes_text
    from ..report.write import make_report
    from ..textio import printable
    from .common import print_json

    if args.results.count("-") > 1:
        raise PuzzleError("standard input is named twice, expected once")
    report = make_report(args.results, args.out)
    found = counts(report)
    changes = [changes_text(comparison) for comparison in report.comparisons]
    if args.format == "json":
        print_json({"folder": args.out, **found, "changes": changes})
        return 0
    for line in changes:
        print(printable(line))
    path = printable(f"{args.out.rstrip('/') or args.out}/report.html")
    print(f"{path}: {found['cases']} cases in {found['groups']} groups, {found['plots']} plots")
    return 0
