"""Put a run's results and their report where they are published.

python tools/publish.py build/bench.json docs/benchmarks

The results are kept small: no more than 50 rounds of a case. Several files of one commit are parts
of one run. Figures of programs that were measured apart are in apart.json of the folder, kept by hand.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.report.results import compact, read_run
from benchmarks.report.write import make_report, write_files
from unriddle.base import PuzzleError


def joined(paths: list[str]) -> dict[str, Any]:
    """Return the results of several files as one document; each is checked first.

    A case that two files have is that of the first; so is what is said of the machine.
    """
    document: dict[str, Any] = {}
    for path in paths:
        read_run(path)
        part = json.loads(Path(path).read_text(encoding="utf-8"))
        if not document:
            document = part
            continue
        ours, theirs = ((one.get("commit_info") or {}).get("id") for one in (document, part))
        if ours != theirs:
            raise PuzzleError(f"commit {theirs}, expected {ours} as in {paths[0]}", file=path)
        known = {_key(case) for case in document["benchmarks"]}
        more = [case for case in part["benchmarks"] if _key(case) not in known]
        document = {**document, "benchmarks": [*document["benchmarks"], *more]}
    return document


def _key(case: dict[str, Any]) -> tuple[str, str]:
    return str(case.get("group")), str(case["name"])


def publish(paths: list[str], folder: str) -> list[Path]:
    """Write results.json and the report into the folder, and return the files.

    Raises
    ------
    PuzzleError
        Results that cannot be read, are of several commits, or contradict each other.
    """
    small = compact(joined(paths))
    text = json.dumps(small, ensure_ascii=False, separators=(",", ":")).replace(',{"group"', ',\n{"group"')
    write_files({"results.json": text + "\n"}, folder)
    beside = Path(folder) / "apart.json"
    make_report(  # the page has the plots
        [Path(folder) / "results.json"], folder, plots=False, beside=beside if beside.exists() else None
    )
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


def main() -> None:
    """Publish, and say how large it is."""
    if len(sys.argv) < 3:
        raise SystemExit("usage: publish.py RESULTS.json… FOLDER")
    try:
        files = publish(sys.argv[1:-1], sys.argv[-1])
    except PuzzleError as error:
        raise SystemExit(str(error)) from None
    print(f"{sys.argv[-1]}: {len(files)} files, {sum(path.stat().st_size for path in files):,} bytes")


if __name__ == "__main__":
    main()
