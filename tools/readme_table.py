"""Write the figures of README.md and the tables of docs/benchmarks/speed.md from what was measured.

python tools/readme_table.py           # from docs/benchmarks/results.json and docs/benchmarks/apart.json
python tools/readme_table.py --check   # only say whether the pages are what the files give

README.md has the headlines of apart.json: the rate of a case in the results, and a factor from one of its
tables; speed.md the headlines of benchmarks/puzzles.py that the results hold, and the tables of apart.json.
No figure is typed by hand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.puzzles import PUZZLES, Headline
from benchmarks.report.apart import read_apart
from benchmarks.report.blocks import Paragraph
from benchmarks.report.groups import Group, groups_of
from benchmarks.report.markdown import escaped, markdown_blocks
from benchmarks.report.results import Case, Run, read_run
from benchmarks.report.units import rate_text, ratio_text, time_text

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "docs" / "benchmarks"
README, SPEED = ROOT / "README.md", BENCHMARKS / "speed.md"
RESULTS, APART = BENCHMARKS / "results.json", BENCHMARKS / "apart.json"


def table(run: Run) -> str:
    """Return the table of speed.

    Raises
    ------
    ValueError
        The results hold none of the rows.
    """
    groups = {group.name: group for group in groups_of(run)}
    lines = []
    for line in (line for puzzle in PUZZLES.values() for line in puzzle.headlines):
        group, case = _found(groups, line.group, line.case)
        if group is not None and case is not None:
            lines.append(_row(line, group, case))
    if not lines:
        raise ValueError("the results hold none of the rows")
    head = (
        "| work | time | speed | compared with plain Python and others | made by |",
        "|---|---:|---:|---|---|",
    )
    return "\n".join((*head, *lines, "", *_where(run.machine, run.date)))


def _found(groups: Mapping[str, Group], group: str, case: str) -> tuple[Group | None, Case | None]:
    """Return a group of the results and a case in it, None where they are not there."""
    here = groups.get(group)
    return here, None if here is None else next((one for one in here.cases if one.name == case), None)


def headlines(run: Run, apart: Mapping[str, Any]) -> str:
    """Return the rates of README.md, each with the factor over the best program known.

    A headline is its text, the group and the case in the results, the program it is compared with, and the
    row and the column of the tables which hold the factor.

    Raises
    ------
    ValueError
        The results lack a case that a headline names, or the tables its factor.
    """
    groups = {group.name: group for group in groups_of(run)}
    lines = ["| one thread | speed | compared with the fastest program we know |", "|---|---:|---|"]
    for line in apart["headlines"]:
        _, case = _found(groups, line["group"], line["case"])
        if case is None:
            raise ValueError(f"the results have no case {line['case']!r} in {line['group']!r}")
        beside = f"{_factor(apart, line['row'], line['column'])} × {escaped(line['program'])}"
        lines.append(f"| {line['text']} | {rate_text(case.seconds, case.item)} | {beside} |")
    commit = f", commit {run.machine['commit'][:12]}" if "commit" in run.machine else ""
    where = (
        f"Rates: minimum of the rounds, by `make published` on {run.date[:10] or 'an unknown day'}{commit}, "
        f"{run.machine.get('processor', 'unknown processor')}",
        f"(dispatch path {run.machine.get('simd', 'unknown')}). Factors: measured apart, on {apart['date']}, "
        "both programs in turn on one machine with AVX-512.",
        "All figures, and where others are as fast or faster: [speed](docs/benchmarks/speed.md).",
    )
    return "\n".join((*lines, "", *where))


def _factor(apart: Mapping[str, Any], row: str, column: str) -> str:
    """Return what stands in the row and column of a table.

    Raises
    ------
    ValueError
        Not one table has both.
    """
    found = [
        cells[table["columns"].index(column)]
        for table in apart["tables"]
        for cells in table["rows"]
        if cells[0] == row and column in table["columns"]
    ]
    if len(found) != 1:
        raise ValueError(f"{len(found)} tables of {APART.name} have {row!r} and {column!r}, expected one")
    return str(found[0])


def _row(line: Headline, group: Group, case: Case) -> str:
    beside = []
    for role, name in (
        ("textbook", "the textbook"),
        ("twin", "the plain twin"),
        ("general", "the general solver in Python"),
    ):
        other = group.best(case, role)
        if other is not None:
            beside.append(f"{ratio_text(other.seconds / case.seconds)} × {name}")
    for name, other in list(group.peers(case).items())[:2]:
        beside.append(f"{ratio_text(other.seconds / case.seconds)} × {name}")
    rate = rate_text(case.seconds, case.item) if case.seconds <= 1 else "–"
    time = f"{time_text(case.seconds)} a {case.item}"
    command = "make bench" if line.data else f'python -m benchmarks "{group.name}"'
    return f"| {line.text} | {time} | {rate} | {escaped(', '.join(beside)) or '–'} | `{command}` |"


def _where(machine: Mapping[str, str], date: str) -> list[str]:
    """Return what was run, and on what."""
    parts = [machine.get("processor", "unknown processor")]
    if "cores" in machine:
        parts.append(f"{machine['cores']} cores")
    if "simd" in machine:
        parts.append(f"dispatch path {machine['simd']}")
    for key, name in (("python", "Python"), ("numpy", "NumPy"), ("compiler", "")):
        if key in machine:
            parts.append(f"{name} {machine[key]}".strip())
    words = f", word list {machine['lexicon']}" if "lexicon" in machine else ""
    commit = f", commit {machine['commit'][:12]}" if "commit" in machine else ""
    return [
        "One thread, minimum of the rounds; all by `make published` (ENABLE2K from UNRIDDLE_DATA), on "
        f"{date[:10] or 'an unknown day'}{escaped(commit)}:",
        f"{escaped(', '.join(parts) + words)}. The whole run with its spread, its plots and its data:",
        "[report](report.html).",
    ]


def replaced(page: str, mark: str, lines: str) -> str:
    """Return a page with other lines between the marks of a name.

    Raises
    ------
    ValueError
        The marks do not stand there once each, in order.
    """
    begin, end = f"<!-- {mark}: begin, made by make tables -->", f"<!-- {mark}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"expected one line {begin!r}, and {end!r} below it")
    before, rest = page.split(begin)
    return f"{before}{begin}\n\n{lines}\n\n{end}{rest.split(end)[1]}"


def pages() -> dict[Path, str]:
    """Return README.md and the page of figures as they are to be."""
    run, apart = read_run(RESULTS), json.loads(APART.read_text(encoding="utf-8"))
    speed = replaced(SPEED.read_text(encoding="utf-8"), "speed", table(run))
    # The first block says that none of it is in the runs of the report, which this page is not.
    blocks = [Paragraph(f"Measured apart, on {apart['date']}."), *read_apart(APART).blocks[1:]]
    tables = "\n".join(markdown_blocks(blocks)).rstrip()
    return {
        README: replaced(README.read_text(encoding="utf-8"), "headlines", headlines(run, apart)),
        SPEED: replaced(speed, "apart", tables),
    }


def main() -> int:
    """Write the figures, or check them; 1 where a page is not what the files give."""
    try:
        made = pages()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    stale = 0
    for path, text in made.items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif text != path.read_text(encoding="utf-8"):
            print(f"{path.name} is not what the files of {BENCHMARKS} give: make tables", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
