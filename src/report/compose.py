"""The content of a report, made from runs: what was measured, how, and what came of it."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .assignments import answers
from .blocks import Block, Cell, Code, Column, Paragraph, Plot, Points, Section, Table
from .compare import Comparison, compare
from .groups import Curve, Group, check_answers, curves_of, shown_groups
from .plots import bars, curves
from .results import ROLES, Case, Run
from .summary import METHOD, changes_text, headline, headlines, measured_text, noise_text
from .units import bytes_text, count_text, percent, plural, ratio_text, time_text

__all__ = ["Report", "compose", "counts", "plots_of"]

MACHINE = {
    "version": "package",
    "commit": "commit",
    "processor": "processor",
    "cores": "cores",
    "simd": "dispatch path",
    "compiler": "compiler",
    "flags": "compiler flags",
    "python": "Python",
    "numpy": "NumPy",
    "lexicon": "word list",
    "system": "system",
    "timer": "timer",
}
"""What is said of a run -> how the report calls it."""
MOST_BARS = 30


@dataclass(frozen=True, slots=True)
class Report:
    """A report before it is written.

    Attributes
    ----------
    title, subtitle : str
    sections : tuple of Section
    runs, groups, curves, comparisons
        What the sections were made from.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    runs: tuple[Run, ...]
    groups: tuple[tuple[Run, Group], ...]
    curves: tuple[Curve, ...]
    comparisons: tuple[Comparison, ...]


def compose(runs: Sequence[Run]) -> Report:
    """Make a report of one run or several.

    The last run is what the report is on; a group that it lacks is taken from the last run that has it. Each
    run but the first is compared with the first.

    Raises
    ------
    PuzzleError
        Cases of a group that answer the same question disagree.
    MissingExtraError
        matplotlib is not installed.
    """
    for run in runs:
        check_answers(run)
    shown = shown_groups(runs)
    groups = [group for _, group in shown]
    found = curves_of(groups)
    comparisons = [compare(runs[0], run) for run in runs[1:]]
    last = runs[-1]
    version = last.machine.get("version")
    sections = [
        _summary(groups, comparisons),
        _measured(runs),
        *([_comparisons(comparisons)] if comparisons else []),
        *_families(shown, last),
        *([_growth(found)] if found else []),
        *_work(groups),
        answers(groups),
        _reading(),
    ]
    where = last.machine.get("processor")
    date = last.date[:10] if re.match(r"\d{4}-\d\d-\d\d", last.date) else last.date
    parts = [f"unriddle {version}" if version else None, where, date]
    return Report(
        "Benchmarks of unriddle",
        ", ".join(part for part in parts if part),
        tuple(sections),
        tuple(runs),
        tuple(shown),
        tuple(found),
        tuple(comparisons),
    )


def plots_of(blocks: Sequence[Block]) -> list[Plot]:
    """Return all plots of some blocks, those of sections inside them too."""
    found: list[Plot] = []
    for block in blocks:
        if isinstance(block, Plot):
            found.append(block)
        elif isinstance(block, Section):
            found.extend(plots_of(block.blocks))
    return found


def slug(text: str) -> str:
    """Return text as part of a file name or an anchor.

    Examples
    --------
    >>> slug("Boggle 4×4, dice / q")
    'boggle-4x4-dice-q'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("×", "x")).strip("-")[:60] or "x"


def _unique(names: Sequence[str]) -> list[str]:
    """Return a slug for each name, all different."""
    taken: dict[str, int] = {}
    slugs = []
    for name in names:
        base = slug(name)
        taken[base] = taken.get(base, 0) + 1
        slugs.append(base if taken[base] == 1 else f"{base}--{taken[base]}")
    return slugs


def _summary(groups: Sequence[Group], comparisons: Sequence[Comparison]) -> Section:
    blocks: list[Block] = [Paragraph(changes_text(comparison)) for comparison in comparisons]
    first, rest = headlines(groups)
    if first:
        blocks.append(Points(first))
        if rest:
            blocks.append(Points(rest, f"{len(rest)} more"))
    elif not blocks:
        blocks.append(Paragraph("The results name no compiled case, so there is nothing to sum up."))
    return Section("Summary", blocks, "summary")


def _measured(runs: Sequence[Run]) -> Section:
    rows = [
        [Cell(name), *(Cell(run.machine.get(key, "unknown")) for run in runs)]
        for key, name in MACHINE.items()
    ]
    rows.append([Cell("measured"), *(Cell(run.date or "unknown") for run in runs)])
    rows.append([Cell("cases"), *(Cell(count_text(len(run.cases)), len(run.cases)) for run in runs)])
    blocks: list[Block] = [
        Table(
            "What was measured, and on what",
            [Column(""), *(Column(run.source) for run in runs)],
            rows,
            sortable=False,
        )
    ]
    for run in runs:
        lead = f"{run.source}: " if len(runs) > 1 else ""
        blocks.append(Paragraph(f"{lead}{measured_text(run)} {noise_text(run)}"))
    blocks.append(Paragraph(METHOD))
    return Section("What was measured, on what, and how", blocks, "measured")


def _comparisons(comparisons: Sequence[Comparison]) -> Section:
    blocks: list[Block] = [
        Paragraph(
            "A change counts only where the ratio of the medians and that of the minima both exceed the "
            "noise of the case: 5 % at least; the spreads of its rounds in both runs; three times the "
            "scatter of the ratios of all cases; three times the spread of the yardstick; 30 % with fewer "
            "than three rounds. Processor time is compared where both runs have it. What was timed for less "
            "than 50 ms in all is not judged, nor are several threads on a machine that others used."
        )
    ]
    for comparison in comparisons:
        if comparison.changes:
            blocks.append(_comparison(comparison))
    return Section("What changed between the runs", blocks, "changes")


def _comparison(comparison: Comparison) -> Section:
    facts = [changes_text(comparison)]
    if comparison.drift is not None:
        facts.append(
            f"Cases in plain Python and of other packages took {grouped_ratio(comparison.drift)} times as "
            "long as before, at the median: so far the machine itself drifted, and no change within that "
            "counts."
        )
    if comparison.scatter is not None:
        facts.append(f"The ratios scatter by {percent(comparison.scatter)}.")
    for names, run in (
        (comparison.only_before, comparison.before),
        (comparison.only_after, comparison.after),
    ):
        if names:
            facts.append(f"{len(names)} case{'s' if len(names) > 1 else ''} only in {run.source}.")
    differing = [
        name
        for key, name in MACHINE.items()
        if comparison.before.machine.get(key) != comparison.after.machine.get(key)
    ]
    if differing:
        facts.append(f"Not the same in both: {', '.join(differing)}.")
    name = f"{comparison.after.source} against {comparison.before.source}"
    blocks: list[Block] = [Paragraph(" ".join(facts))]
    for verdicts, caption in (
        (("slower", "faster", "other work"), f"Changes: {name}"),
        (("same", "not judged"), f"Without change: {name}"),
    ):
        rows = [
            [
                Cell(change.after.label, None, change.after.role or "", change.after.group),
                Cell(time_text(change.before.median), change.before.median),
                Cell(time_text(change.after.median), change.after.median),
                Cell(grouped_ratio(change.ratio), change.ratio),
                Cell(grouped_ratio(change.least_ratio), change.least_ratio),
                Cell(f"± {percent(change.noise)}", change.noise),
                Cell("no change" if verdict == "same" else verdict, None, verdict),
            ]
            for verdict in verdicts
            for change in comparison.those(verdict)
        ]
        heads = ("median before", "median after", "ratio", "ratio of minima", "noise")
        columns = [Column("case"), *(Column(head, True) for head in heads), Column("verdict")]
        if rows:
            blocks.append(Table(caption, columns, rows, folded="same" in verdicts))
    return Section(name, blocks, f"changes-{slug(name)}")


def grouped_ratio(ratio: float) -> str:
    """Return a ratio near 1 with two decimals.

    Examples
    --------
    >>> grouped_ratio(1.037), grouped_ratio(12.34)
    ('1.04', '12')
    """
    return f"{ratio:.2f}" if 0.1 <= ratio < 10 else ratio_text(ratio)


def _families(shown: Sequence[tuple[Run, Group]], last: Run) -> list[Section]:
    """Return the groups by families; groups of a single case stand in one table at the end of theirs."""
    families: dict[str, list[Section]] = {}
    single: dict[str, list[Group]] = {}
    names = _unique([group.name for _, group in shown])
    for (run, group), name in zip(shown, names, strict=True):
        sections = families.setdefault(group.family, [])
        if len(group.cases) > 1:
            sections.append(_group(run, group, name, last))
        elif not group.cases[0].series:  # else a point of a curve, which stands there
            single.setdefault(group.family, []).append(group)
    for family, groups in single.items():
        title = f"{family}: measured alone" if families[family] else "Measured alone"
        table = _table(groups, f"{family}: groups of a single case", alone=True)
        families[family].append(Section(title, [table], f"alone-{slug(family)}"))
    return [
        Section(family, sections, f"family-{slug(family)}")
        for family, sections in families.items()
        if sections
    ]


def _group(run: Run, group: Group, name: str, last: Run) -> Section:
    text = headline(group) or ""
    if run is not last:
        text = f"From {run.source}. {text}"
    blocks: list[Block] = [Paragraph(text.strip())] if text.strip() else []
    plot = _bars(group, name)
    if plot is not None:
        blocks.append(plot)
    blocks.append(_table([group], f"{group.title}: all cases"))
    return Section(group.title, blocks, f"group-{name}")


def _table(groups: Sequence[Group], caption: str, alone: bool = False) -> Table:
    """Return a row a case, if it is `alone` with its group; columns that would be empty are left out."""
    pairs = [(group, case) for group in groups for case in group.cases]
    cases = [case for _, case in pairs]
    items = {case.item for case in cases}
    item = items.pop() if len(items) == 1 else "item"
    columns: list[tuple[Column, list[Cell]]] = []

    def add(title: str, cells: list[Cell]) -> None:
        if any(cell.text != "–" for cell in cells):
            columns.append((Column(title, True), cells))

    add(f"time a {item}", [Cell(time_text(case.seconds), case.seconds) for case in cases])
    add("median", [Cell(time_text(case.median), case.median) for case in cases])
    add("spread", [_maybe(case.spread, percent) for case in cases])
    if max(case.items for case in cases) > 1:
        rounds = [f"{count_text(case.rounds)} × {count_text(case.items)}" for case in cases]
        cells = [Cell(text, case.rounds) for text, case in zip(rounds, cases, strict=True)]
        add(f"rounds × {plural(item)}", cells)
    else:
        add("rounds", [Cell(count_text(case.rounds), case.rounds) for case in cases])
    for role, head in (("twin", "over twin"), ("textbook", "over textbook")):
        add(head, [_speed_up(group, case, role) for group, case in pairs])
    nodes = [None if case.nodes is None else case.nodes / case.items for case in cases]
    add(f"nodes a {item}", [_maybe(value, count_text) for value in nodes])
    add("time a node", [_maybe(case.least / case.nodes if case.nodes else None, time_text) for case in cases])
    counted = [None if case.instructions is None else case.instructions / case.items for case in cases]
    add(f"instructions a {item}", [_maybe(value, count_text) for value in counted])
    add("peak memory", [_maybe(case.peak_memory, bytes_text) for case in cases])
    rows = []
    for at, (group, case) in enumerate(pairs):
        role = case.peer or ROLES.get(case.role or "", "")
        note = ", ".join(part for part in (group.name if alone else "", role) if part)
        first = Cell(case.label, None, case.role or "", "" if note.lower() in case.label.lower() else note)
        rows.append([first, *(cells[at] for _, cells in columns)])
    return Table(caption, [Column("case"), *(column for column, _ in columns)], rows)


def _maybe(value: float | None, text: Callable[[float], str]) -> Cell:
    return Cell("–") if value is None else Cell(text(value), value)


def _speed_up(group: Group, case: Case, role: str) -> Cell:
    if case.role == role:
        return Cell("–")
    base = group.best(case, role)
    if base is None:
        return Cell("–")
    ratio = base.seconds / case.seconds
    return Cell(f"{ratio_text(ratio)}×", ratio)


def _bars(group: Group, name: str) -> Plot | None:
    """Return the speed-ups over the twin, the textbook where there is no twin, else over the slowest case."""
    if len(group.cases) < 2:
        return None
    bases = {
        "twin": "the plain twin",
        "textbook": "the textbook Python",
        "general": "the general solver in Python",
    }
    for role in bases:
        base = bases[role]
        pairs = [
            (case, other.seconds / case.seconds)
            for case in group.cases
            if (other := group.best(case, role)) is not None
        ]
        if len(pairs) > 1:
            break
    else:
        if len({case.item for case in group.cases}) > 1:
            return None
        slowest = max(group.cases, key=lambda case: case.seconds)
        base = f"the slowest, {slowest.label}"
        pairs = [(case, slowest.seconds / case.seconds) for case in group.cases]
    pairs.sort(key=lambda pair: -pair[1])
    rows = [
        (
            _row_label(case),
            f"{ratio_text(factor)}×, {time_text(case.seconds)}",
            factor,
            case.role,
        )
        for case, factor in pairs[:MOST_BARS]
    ]
    title = f"{group.title}: times as fast as {base}"
    if len(pairs) > MOST_BARS:
        title += f", the first {MOST_BARS} of {len(pairs)}"
    return bars(name, title, rows, base)


def _row_label(case: Case) -> str:
    role = ROLES.get(case.role or "", "")
    said = case.peer or role
    return case.label if not said or said.lower() in case.label.lower() else f"{case.label} ({said})"


def _growth(found: Sequence[Curve]) -> Section:
    sections = []
    for curve, name in zip(found, _unique([f"growth {curve.name}" for curve in found]), strict=True):
        items = sorted({case.item for case in curve.cases})
        item = items[0] if len(items) == 1 else "item"
        series = {
            label: [(case.x or 0.0, case.seconds) for case in cases] for label, cases in curve.lines.items()
        }
        plot = curves(
            name,
            f"{curve.title}: time a {item} by {curve.x_name}",
            series,
            x_name=curve.x_name,
            y_name=f"time a {item}",
            y_is_time=True,
            roles={label: cases[0].role for label, cases in curve.lines.items()},
        )
        heads = [Column("solver"), Column(curve.x_name, True), Column(f"time a {item}", True)]
        columns = [*heads, Column("spread", True), Column(f"nodes a {item}", True)]
        rows = [
            [
                Cell(label, None, case.role or "", case.group if case.group != curve.name else ""),
                Cell(count_text(case.x or 0.0), case.x),
                Cell(time_text(case.seconds), case.seconds),
                _maybe(case.spread, percent),
                _maybe(None if case.nodes is None else case.nodes / case.items, count_text),
            ]
            for label, cases in curve.lines.items()
            for case in cases
        ]
        sections.append(
            Section(curve.title, [plot, Table(f"{curve.title}: all points", columns, rows)], f"curve-{name}")
        )
    text = (
        "Time grows as a power of size where the points lie on a line; its slope, fitted by least squares "
        "on the logarithms, stands in the legend with its standard error."
    )
    return Section("How the cost grows", [Paragraph(text), *sections], "growth")


def _work(groups: Sequence[Group]) -> list[Section]:
    """Return the plot of time against nodes, of the compiled cases."""
    families: dict[str, list[tuple[Case, float]]] = {}
    for group in groups:
        for case in group.cases:
            if case.role in (None, "kernel") and case.nodes:
                families.setdefault(group.family, []).append((case, case.least / case.nodes))
    every = sorted((pair for pairs in families.values() for pair in pairs), key=lambda pair: pair[1])
    if len(every) < 2:
        return []
    (low, least), (high, most) = every[0], every[-1]
    text = (
        "Each point is a compiled case: its nodes, which are counted and the same everywhere, and its time, "
        f"which is not. A node costs from {time_text(least)} ({low.group}, {low.label}) to {time_text(most)} "
        f"({high.group}, {high.label})."
    )
    plot = curves(
        "time-against-nodes",
        "Time against nodes of the compiled cases",
        {
            family: [(float(case.nodes or 1), case.least) for case, _ in pairs]
            for family, pairs in families.items()
        },
        x_name="nodes of a round",
        y_name="time of a round",
        y_is_time=True,
        fitted=(),
        joined=False,
    )
    rows = []
    for family, pairs in families.items():
        costs = sorted(cost for _, cost in pairs)
        figures = (costs[0], statistics.median(costs), costs[-1])
        cells = [Cell(time_text(value), value) for value in figures]
        rows.append([Cell(family), Cell(count_text(len(pairs)), len(pairs)), *cells])
    heads = [Column(head, True) for head in ("cases", "least", "median", "most")]
    table = Table("Time a node", [Column("puzzle"), *heads], rows)
    return [Section("Time against nodes", [Paragraph(text), plot, table], "nodes")]


def _reading() -> Section:
    return Section(
        "The data, and how to make this again",
        [
            Paragraph(
                "All figures of this report stand in report.json and report.csv beside it, each plot in "
                "plots/ as SVG. The answers of all solvers of a group are compared by digest: were they not "
                "equal, there would be no report."
            ),
            Code("unriddle report -o report/"),
        ],
        "data",
    )


def counts(report: Report) -> dict[str, int]:
    """Return how many of what a report holds, for one line on the terminal."""
    return {
        "cases": sum(len(group.cases) for _, group in report.groups),
        "groups": len(report.groups),
        "plots": len(plots_of(report.sections)),
    }
