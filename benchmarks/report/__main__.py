"""Write a page about a file of pytest-benchmark, or about the changes between two.

python -m benchmarks.report build/bench.json -o report.html
python -m benchmarks.report before.json after.json -o changes.html --markdown changes.md
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .compare import changes, markdown, summary
from .page import page
from .results import ResultsError, read_run


def main(argv: Sequence[str] | None = None) -> int:
    """Write the page; return 1 where something is slower or answers differently, 2 for a bad file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("results", nargs="+", metavar="RESULTS.json", help="one run, or two to compare")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write the page (default: report.html)"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="with two runs: write the changes")
    args = parser.parse_args(argv)
    if len(args.results) > 2 or (args.markdown and len(args.results) == 1):
        parser.error("--markdown needs two files" if args.markdown else "pass one file, or two to compare")
    try:
        runs = [read_run(path) for path in args.results]
        found = changes(*runs) if len(runs) == 2 else []
        out = args.out or Path("report.html")
        out.write_text(page(runs, found), encoding="utf-8")
        if args.markdown:
            args.markdown.write_text(markdown(found, *runs), encoding="utf-8")
    except (ResultsError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{out}: {out.stat().st_size:,} bytes")
    if len(runs) == 2:
        print(summary(found, *runs))
    return 1 if any(one.verdict in ("slower", "other answers") for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
