"""Make a report from benchmark results.

unriddle report results.json -o report/
unriddle report before.json after.json -o report/
unriddle report benchmark-history -o report/

RESULTS are files of `pytest --benchmark-json` or `python -m benchmarks --json` (in a checkout), or folders of
`python -m benchmarks --save`, whose history is drawn case by case with the commits that changed one named.
The folder gets report.html, which needs nothing else and can be put on the web as it is, report.md,
report.json, report.csv and plots/*.svg. Of several files, the later ones are compared with the first, and
only what exceeds the noise is a change.
"""

from __future__ import annotations

import argparse

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unriddle report`."""
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULTS",
        help="JSON of benchmark results, or a folder of runs; - is standard input",
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the report goes")
    parser.add_argument(
        "--beside", metavar="FILE", help="figures that were measured apart, as JSON: a section of their own"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of what is printed")


def run(args: argparse.Namespace) -> int:
    """Run `unriddle report` and return the exit code."""
    from ..base import PuzzleError
    from ..console import print_json
    from ..io.text import printable
    from ..report.compose import counts
    from ..report.summary import changes_text
    from ..report.write import make_report

    if args.results.count("-") > 1:
        raise PuzzleError("standard input is named twice, expected once")
    report = make_report(args.results, args.out, beside=args.beside)
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
