"""Write the table under "Speed" in README.md from the published results.

python tools/readme_table.py           # from docs/benchmarks/results.json
python tools/readme_table.py --check   # only say whether README.md is what the results give

The rows are those of `ROWS` that the results hold; no figure is typed by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from unriddle.report.groups import Group, groups_of
from unriddle.report.markdown import escaped
from unriddle.report.results import Case, Run, read_run
from unriddle.report.units import rate_text, ratio_text, time_text

ROOT = Path(__file__).parent.parent
README, RESULTS = ROOT / "README.md", ROOT / "docs" / "benchmarks" / "results.json"
BEGIN, END = "<!-- speed: begin, made by make readme-table -->", "<!-- speed: end -->"

BOGGLE, BEST, ASSIGN, SEARCH = (
    f"benchmarks/bench_{name}.py" for name in ("boggle", "best", "assign", "search")
)
ROWS = (
    (
        "score boards 4×4 of uniform letters, ENABLE2K",
        "boggle many 4x4 uniform, enable2k",
        "kernel, scores",
        BOGGLE,
    ),
    ("score rolls of the 4×4 dice (1987)", "boggle many 4x4 1987, enable2k", "kernel, scores", BOGGLE),
    (
        "score the best 4×4 board known, again and again",
        "boggle many 4x4 the best, enable2k",
        "kernel, scores",
        BOGGLE,
    ),
    (
        "score boards a few changes from it",
        "boggle many 4x4 edits of the best, enable2k",
        "kernel, scores",
        BOGGLE,
    ),
    ("score boards 5×5 of uniform letters", "boggle many 5x5 uniform, enable2k", "kernel, scores", BOGGLE),
    ("score rolls of the 5×5 dice", "boggle many 5x5 big, enable2k", "kernel, scores", BOGGLE),
    ("the words of the same 4×4 rolls", "boggle many 4x4 1987, enable2k", "kernel, words", BOGGLE),
    ("all neighbours of a 4×4 board of dice", "boggle neighbours 4x4 dice", "kernel", None),
    ("`boggle.best` to the proven optimum of 4×4", "boggle best 4x4, pool of 50, enable2k", "kernel", BEST),
    ("`boggle.prove`: all 42 boards 3×3 of 500 points", "boggle prove 3x3, enable2k", "kernel", BEST),
    ("one 4×4 board of dice, `board.solve()`", "boggle 4x4 dice", "kernel", None),
    ("one 16×16 board of dice", "boggle 16x16 dice", "kernel", None),
    ("one 100×100 board of dice", "boggle 100x100", "kernel", None),
    ("one 1000×1000 board of dice, all distinct words", "boggle 1000x1000", "kernel", None),
    ("count the paths of a 6×6 board", "paths 6x6 king", "kernel", None),
    ("Sudoku 9×9, proven unique, in batches", "sudoku 9x9", "kernel, batch", None),
    ("Sudoku 25×25", "sudoku order 25", "kernel", None),
    ("Gogen 5×5", "gogen 5x5", "kernel, batch", None),
    ("Numbrix 10×10, proven unique", "numbrix 10x10", "kernel", None),
    ("Hidato 10×10, proven unique", "hidato 10x10", "kernel", None),
    ("15-puzzle, optimally", "sliding 4x4, shortest", "kernel, pattern databases", None),
    ("30 of Korf's 15-puzzles, optimally", "sliding 4x4, 30 of Korf's boards", "kernel", SEARCH),
    ("peg solitaire, English board, a solution", "peg english, a solution", "kernel", None),
    ("word ladder between words of 5 letters", "ladder, shortest between words of 5 letters", "kernel", None),
    ("fill a 27×27 board of 246 slots", "placement 27x27, 246 slots", "kernel", None),
)
"""What a row says, the group and the name of its case, and the file that holds it where that is no suite."""


def table(run: Run) -> str:
    """Return the lines between the marks.

    Raises
    ------
    ValueError
        The results hold none of the rows.
    """
    groups = {group.name: group for group in groups_of(run)}
    lines = []
    for text, group_name, name, file in ROWS:
        group = groups.get(group_name)
        case = next((case for case in group.cases if case.name == name), None) if group else None
        if group is not None and case is not None:
            lines.append(_row(text, group, case, file))
    if not lines:
        raise ValueError("the results hold none of the rows")
    head = (
        "| work | time | at a rate of | beside plain Python and others | made by |",
        "|---|---:|---:|---|---|",
    )
    return "\n".join((BEGIN, "", *head, *lines, "", *_where(run.machine, run.date), "", END))


def _row(text: str, group: Group, case: Case, file: str | None) -> str:
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
    command = f"pytest {file}" if file else f'unriddle bench "{group.name}"'
    return f"| {text} | {time} | {rate} | {escaped(', '.join(beside)) or '–'} | `{command}` |"


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
            print(
                "README.md is not what docs/benchmarks/results.json gives: make readme-table", file=sys.stderr
            )
        return int(made != readme)
    README.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
