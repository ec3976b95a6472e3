"""Write the figures of README.md and docs/benchmarks/speed.md from what was measured.

python tools/readme_table.py           # from docs/benchmarks/results.json and benchmarks/peers/results.json
python tools/readme_table.py --check   # exit code 1 where a page is not what the files give

Every row that compares with another program is one of benchmarks/peers/results.json: one workload, both
programs on one machine. Every other row is a way of one run, with factors over others of the same run.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.report.peers import factor_text, facts, headlines, measured_where, tables
from benchmarks.report.results import Group, Run, Way, read_run
from benchmarks.report.shown import SHOWN
from benchmarks.report.text import rate, ratio, seconds

ROOT = Path(__file__).resolve().parents[1]
README, SPEED = ROOT / "README.md", ROOT / "docs" / "benchmarks" / "speed.md"
RESULTS = SPEED.with_name("results.json")


def escaped(text: str) -> str:
    """Return text for a cell of Markdown."""
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")


def of_run(run: Run) -> str:
    """Return the table of the run; rows that it lacks are left out.

    Raises
    ------
    ValueError
        It has none of the rows.
    """
    lines = ["| work | time | speed | compared with |", "|---|---:|---:|---|"]
    for group, name in SHOWN:
        way = next((way for way in run.ways() if way.group == group and way.name.startswith(name)), None)
        if way is not None:
            lines.append(_row(run.groups[group], way))
    if len(lines) == 2:
        raise ValueError("the results hold none of the rows")
    about = run.machine
    built = (f"Python {about.get('python', '?')}", f"NumPy {about.get('numpy', '?')}", about.get("compiler"))
    where = escaped(", ".join(filter(None, (run.source, *built))))
    return "\n".join((f"One run of `make bench`, one thread, median of the rounds: {where}.", "", *lines))


def _row(group: Group, way: Way) -> str:
    if way is not group.base:
        return _cells(group, way, [])
    compared = []
    for kind, name in (
        ("textbook", "the usual algorithm in Python"),
        ("definition", "the definition in Python"),
    ):
        other = group.fastest(kind)
        if other is not None:
            compared.append(f"{ratio(other.median / way.median)} × {name}")
    others = sorted((one for one in group.ways if one.kind == "other"), key=lambda one: one.median)
    compared += [f"{ratio(one.median / way.median)} × {one.name}" for one in others[:2]]
    return _cells(group, way, compared)


def _cells(group: Group, way: Way, compared: list[str]) -> str:
    time = f"{seconds(way.median)} per {way.unit}"
    speed, others_text = rate(way.median, way.unit) or "–", escaped(", ".join(compared)) or "–"
    what = way.name.partition(", ")[2]
    work = f"{group.name}: {what}" if what else group.name
    return f"| {work} | {time} | {speed} | {others_text} |"


def of_peers(known: dict[str, Any]) -> str:
    """Return the tables of comparisons with other programs."""
    lines: list[str] = []
    for one in known["measurements"]:
        lines += [f"- {measured_where(one)}. {one['method']}"]
    lines.append("")
    for table in tables(known):
        numeric = ["work", "other program", "note"]
        lines += [
            f"**{table.title}**",
            "",
            f"{table.measured}.",
            "",
            f"| {' | '.join(map(escaped, table.columns))} |",
        ]
        lines.append("|" + "|".join("---" if column in numeric else "---:" for column in table.columns) + "|")
        lines += [f"| {' | '.join(map(escaped, row))} |" for row in table.rows]
        lines.append("")
    return "\n".join([*lines, known["also"], "", known["repeat"]])


def of_headlines(known: dict[str, Any]) -> str:
    """Return the table of README.md."""
    rows = headlines(known)
    lines = ["| task | times as fast | unriddle | best other program we know |", "|---|---:|---:|---|"]
    for row, _, unit in rows:
        program = escaped(row["program"].partition(",")[0])
        theirs = f"{program}: {factor_text(row['theirs'])} {unit}"
        lines.append(
            f"| {row['work']} | {row['factor']:.2g} | {factor_text(row['ours'])} {unit} | {theirs} |"
        )
    dates = {measured_where(one).removesuffix(", noise not recorded") for _, one, _ in rows}
    how = "Times on one thread. In each row, both programs ran in turn on one machine and gave equal answers"
    return "\n".join(
        (
            *lines,
            "",
            f"{how}. Measured: {' and '.join(sorted(dates))}.",
            "[Speed](docs/benchmarks/speed.md) has all comparisons, including those where another is faster.",
        )
    )


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
    known = facts()
    speed = replaced(SPEED.read_text(encoding="utf-8"), "speed", of_run(read_run(RESULTS)))
    return {
        README: replaced(README.read_text(encoding="utf-8"), "headlines", of_headlines(known)),
        SPEED: replaced(speed, "peers", of_peers(known)),
    }


def main() -> int:
    """Write the figures, or check them; 1 where a page is not what the files give."""
    stale = 0
    for path, text in pages().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif text != path.read_text(encoding="utf-8"):
            print(f"{path.name} is not what the files give: make tables", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
