"""The content of a report, made from runs: what was measured, how, and what came of it."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from .assignments import answers
from .blocks import Block, Cell, Code, Column, Paragraph, Plot, Section, Table
from .compare import Comparison, compare
from .families import families, maybe, slug, unique
from .groups import Curve, Group, check_answers, curves_of, shown_groups
from .history import History, history_section
from .plots import curves, rows
from .ranking import summary
from .results import Case, Run
from .summary import METHOD, changes_text, measured_text, noise_text
from .units import count_text, percent, ratio_text, time_text

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


GROWTH = (
    "Time grows as a power of size, a·n^b, where the points lie on a line; with a constant part, a·n^b + c, "
    "where they bend up from a floor. A law is drawn only through points that are within 10 % of it, fitted "
    "by least squares on the logarithms, b with its standard error. Other points are joined by dots, and "
    "the slope of the first step and of the last are told. By threads, the broken line is what n threads "
    "would take at best."
)
"""How curves are read."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report before it is written.

    Attributes
    ----------
    title, subtitle : str
    sections : tuple of Section
    runs, groups, curves, comparisons, histories
        What the sections were made from.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    runs: tuple[Run, ...]
    groups: tuple[tuple[Run, Group], ...]
    curves: tuple[Curve, ...]
    comparisons: tuple[Comparison, ...]
    histories: tuple[History, ...] = ()


def compose(runs: Sequence[Run], found: Sequence[History] = (), beside: Section | None = None) -> Report:
    """Make a report of one run or several, with the histories that are given, and a section measured apart.

    The last run is what the report is on; a group that it lacks is taken from the last run that has it. Each
    run but the first is compared with the first.

    Raises
    ------
    PuzzleError
        Cases of a group that answer the same question disagree.
    """
    for run in runs:
        check_answers(run)
    shown = shown_groups(runs)
    groups = [group for _, group in shown]
    grown = curves_of(groups)
    comparisons = [compare(runs[0], run) for run in runs[1:]]
    last = runs[-1]
    version = last.machine.get("version")
    sections = [
        summary(groups, comparisons, last, _links(shown), beside),
        *([_comparisons(comparisons)] if comparisons else []),
        *([history_section(found)] if found else []),
        *([beside] if beside is not None else []),
        *families(shown, last),
        *([_growth(grown)] if grown else []),
        *_work(groups),
        answers(groups),
        _measured(runs),
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
        tuple(grown),
        tuple(comparisons),
        tuple(found),
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
    return Section("What was measured, on what, and how", blocks, "measured", True)


def _links(shown: Sequence[tuple[Run, Group]]) -> dict[str, str]:
    """Return the anchor of each group that has a section of its own."""
    names = unique([group.name for _, group in shown])
    return {
        group.name: f"group-{name}"
        for (_, group), name in zip(shown, names, strict=True)
        if len(group.cases) > 1
    }


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


def _growth(found: Sequence[Curve]) -> Section:
    sections = []
    for curve, name in zip(found, unique([f"growth {curve.name}" for curve in found]), strict=True):
        items = sorted({case.item for case in curve.cases})
        item = items[0] if len(items) == 1 else "item"
        threads, xs = curve.x_name == "threads", [case.x or 0.0 for case in curve.cases]
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
            ideal=threads,
        )
        heads = [Column("solver"), Column(curve.x_name, True), Column(f"time a {item}", True)]
        columns = [*heads, Column("spread", True), Column(f"nodes a {item}", True)]
        rows = [
            [
                Cell(label, None, case.role or "", case.group if case.group != curve.name else ""),
                Cell(count_text(case.x or 0.0), case.x),
                Cell(time_text(case.seconds), case.seconds),
                maybe(case.spread, percent),
                maybe(None if case.nodes is None else case.nodes / case.items, count_text),
            ]
            for label, cases in curve.lines.items()
            for case in cases
        ]
        table = Table(f"{curve.title}: all points", columns, rows, folded=True)
        lead = f"{curve.x_name} {count_text(min(xs))} to {count_text(max(xs))}"
        kind = "threads" if threads else "growth"
        sections.append(
            Section(curve.title, [plot, table], f"curve-{name}", True, lead, curve.puzzle, (kind,))
        )
    lead = f"{len(sections)} {'curve' if len(sections) == 1 else 'curves'}"
    return Section("How the cost grows", [Paragraph(GROWTH), *sections], "growth", True, lead)


def _work(groups: Sequence[Group]) -> list[Section]:
    """Return what a node costs, of the compiled cases."""
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
        "Each point is a compiled case: its time over its nodes, which are counted and the same everywhere. "
        f"A node costs from {time_text(least)} ({low.group}, {low.label}) to {time_text(most)} "
        f"({high.group}, {high.label})."
    )
    plot = rows(
        "time-a-node",
        "Time a node of the compiled cases",
        [
            (family, [(f"{case.group}, {case.label}", cost) for case, cost in pairs])
            for family, pairs in families.items()
        ],
        x_name="time a node; the stroke is the median",
    )
    cells_of = []
    for family, pairs in families.items():
        costs = sorted(cost for _, cost in pairs)
        figures = (costs[0], statistics.median(costs), costs[-1])
        cells = [Cell(time_text(value), value) for value in figures]
        cells_of.append([Cell(family), Cell(count_text(len(pairs)), len(pairs)), *cells])
    heads = [Column(head, True) for head in ("cases", "least", "median", "most")]
    table = Table("Time a node", [Column("puzzle"), *heads], cells_of)
    return [Section("Time a node", [Paragraph(text), plot, table], "nodes", True)]


def _reading() -> Section:
    return Section(
        "The data, and how to make this again",
        [
            Paragraph(
                "All figures of this report stand in report.json and report.csv beside it, each plot in "
                "plots/ as SVG. The answers of all solvers of a group are compared by digest: were they not "
                "equal, there would be no report."
            ),
            Code("python -m benchmarks.report -o report/"),
        ],
        "data",
        True,
    )


def counts(report: Report) -> dict[str, int]:
    """Return how many of what a report holds, for one line on the terminal."""
    return {
        "cases": sum(len(group.cases) for _, group in report.groups),
        "groups": len(report.groups),
        "plots": len(plots_of(report.sections)),
    }
