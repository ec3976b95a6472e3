"""Make a report from benchmark results.

python -m benchmarks.report results.json -o report/
python -m benchmarks.report before.json after.json -o report/
python -m benchmarks.report benchmark-history -o report/

RESULTS are files of `pytest --benchmark-json` or `python -m benchmarks --json` (in a checkout), or folders of
`python -m benchmarks --save`, whose history is drawn case by case with the commits that changed one named.
The folder gets report.html, which needs nothing else and can be put on the web as it is, report.md,
report.json, report.csv and plots/*.svg. Of several files, the later ones are compared with the first, and
only what exceeds the noise is a change.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ..command_line import run_parser

__all__ = ["main"]


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULTS",
        help="JSON of benchmark results, or a folder of runs; - is standard input",
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the report goes")
    parser.add_argument(
        "--apart", metavar="FILE", help="add a section of figures that were measured apart, as JSON"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of what is printed")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    return run_parser(make_parser(), argv, _run)


def _run(args: argparse.Namespace) -> int:
    from unriddle.base import PuzzleError
    from unriddle.console import print_json
    from unriddle.io.text import printable

    from .compose import counts
    from .summary import changes_text
    from .write import make_report

    if args.results.count("-") > 1:
        raise PuzzleError("standard input is named twice, expected once")
    report = make_report(args.results, args.out, beside=args.apart)
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


if __name__ == "__main__":
    sys.exit(main())
