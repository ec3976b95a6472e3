"""Write the table under "Speed" in README.md from the published results.

python tools/readme_table.py           # from docs/benchmarks/results.json
python tools/readme_table.py --check   # only say whether README.md is what the results give

The rows are the headlines of the puzzles' specs that the results hold; no figure is typed by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from unriddle.puzzles import registry
from unriddle.puzzles.common.spec import Headline
from unriddle.report.groups import Group, groups_of
from unriddle.report.markdown import escaped
from unriddle.report.results import Case, Run, read_run
from unriddle.report.units import rate_text, ratio_text, time_text

ROOT = Path(__file__).parent.parent
README, RESULTS = ROOT / "README.md", ROOT / "docs" / "benchmarks" / "results.json"
BEGIN, END = "<!-- speed: begin, made by make tables -->", "<!-- speed: end -->"


def table(run: Run) -> str:
    """Return the lines between the marks.

    Raises
    ------
    ValueError
        The results hold none of the rows.
    """
    groups = {group.name: group for group in groups_of(run)}
    lines = []
    for line in (line for spec in registry.built_in() for line in spec.headlines):
        group = groups.get(line.group)
        case = next((case for case in group.cases if case.name == line.case), None) if group else None
        if group is not None and case is not None:
            lines.append(_row(line, group, case))
    if not lines:
        raise ValueError("the results hold none of the rows")
    head = (
        "| work | time | at a rate of | beside plain Python and others | made by |",
        "|---|---:|---:|---|---|",
    )
    return "\n".join((BEGIN, "", *head, *lines, "", *_where(run.machine, run.date), "", END))


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
    command = "make bench" if line.data else f'unriddle bench "{group.name}"'
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
        "[report](docs/benchmarks/report.md) ([as a page](docs/benchmarks/report.html)).",
    ]


def replaced(readme: str, lines: str) -> str:
    """Return README.md with other lines between the marks.

    Raises
    ------
    ValueError
        The marks do not stand there once each, in order.
    """
    if readme.count(BEGIN) != 1 or readme.count(END) != 1 or readme.index(BEGIN) > readme.index(END):
        raise ValueError(f"expected one line {BEGIN!r}, and {END!r} below it")
    before, rest = readme.split(BEGIN)
    return before + lines + rest.split(END)[1]


def main() -> int:
    """Write the table, or check it; 1 where README.md is not what the results give."""
    readme = README.read_text(encoding="utf-8")
    try:
        made = replaced(readme, table(read_run(RESULTS)))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if "--check" in sys.argv[1:]:
        if made != readme:
            print("README.md is not what docs/benchmarks/results.json gives: make tables", file=sys.stderr)
        return int(made != readme)
    README.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
