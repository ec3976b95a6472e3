"""Publish results: docs/benchmarks/results.json, and the page about them.

python tools/publish.py build/bench.json                  # what `make bench` measured
python tools/publish.py build/a.json build/b.json         # parts of one run, at one commit

Single rounds are left out, and figures are kept to four digits.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.report.page import page
from benchmarks.report.results import ResultsError, read_run

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "benchmarks"
LEFT_OUT = ("data", "ld15iqr", "hd15iqr", "outliers", "iqr_outliers", "stddev_outliers", "total")


def joined(paths: Sequence[str]) -> dict[str, Any]:
    """Return the results of several files as one document; each is checked first.

    Raises
    ------
    ResultsError
        A file is none of pytest-benchmark, or of another commit, or repeats a way of an earlier one.
    """
    document: dict[str, Any] = {}
    for path in paths:
        read_run(path)
        part = json.loads(Path(path).read_text(encoding="utf-8"))
        document = document or {**part, "benchmarks": []}
        commits = [(one.get("commit_info") or {}).get("id") for one in (document, part)]
        if commits[0] != commits[1]:
            raise ResultsError(f"{path}: commit {commits[1]}, but {commits[0]} in {paths[0]}")
        document["benchmarks"] = [*document["benchmarks"], *part["benchmarks"]]
    return document


def compact(document: dict[str, Any]) -> str:
    """Return a document as text, a benchmark a line."""
    for benchmark in document["benchmarks"]:
        kept = {key: value for key, value in benchmark["stats"].items() if key not in LEFT_OUT}
        benchmark["stats"] = {
            key: float(f"{value:.4g}") if isinstance(value, float) else value for key, value in kept.items()
        }
        benchmark.pop("options", None)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace(',{"group"', ',\n{"group"') + "\n"


def publish(paths: Sequence[str], folder: Path = FOLDER) -> list[Path]:
    """Write results.json and report.html into a folder and return them."""
    results, report = folder / "results.json", folder / "report.html"
    results.write_text(compact(joined(paths)), encoding="utf-8")
    report.write_text(page([read_run(results)], []), encoding="utf-8")
    return [results, report]


def main() -> int:
    """Publish the files that are named; 2 where one cannot be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", nargs="+", metavar="RESULTS.json", help="parts of one run")
    args = parser.parse_args()
    try:
        for path in publish(args.results):
            print(f"{path}: {path.stat().st_size:,} bytes")
    except ResultsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
