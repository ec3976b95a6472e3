"""The figures of a report as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from .assignments import sizes_of
from .compare import Comparison
from .compose import Report
from .fit import power_law
from .groups import Group, groups_of
from .history import History
from .results import Case, Run
from .summary import changes_text, headline

__all__ = ["csv_text", "json_text"]

COLUMNS = (
    "run",
    "group",
    "name",
    "role",
    "peer",
    "item",
    "items",
    "seconds_per_item",
    "median_seconds_per_item",
    "spread",
    "rounds",
    "times_twin",
    "times_textbook",
    "nodes",
    "instructions",
    "peak_memory",
    "digest",
    "series",
    "x_name",
    "x",
)
"""Columns of report.csv; seconds are the least of the rounds unless a name says median."""


def _row(run: Run, group: Group, case: Case) -> dict[str, Any]:
    row: dict[str, Any] = {
        "run": run.source,
        "group": group.name,
        "name": case.name,
        "role": case.role,
        "peer": case.peer,
        "item": case.item,
        "items": case.items,
        "seconds_per_item": _rounded(case.seconds),
        "median_seconds_per_item": _rounded(case.median),
        "spread": _rounded(case.spread),
        "rounds": case.rounds,
        "nodes": case.nodes,
        "instructions": case.instructions,
        "peak_memory": case.peak_memory,
        "digest": case.digest,
        "series": case.series,
        "x_name": case.x_name,
        "x": case.x,
    }
    for role in ("twin", "textbook"):
        other = None if case.role == role else group.best(case, role)
        row[f"times_{role}"] = None if other is None else _rounded(other.seconds / case.seconds)
    return {key: row[key] for key in COLUMNS}


def _rounded(value: float | None) -> float | None:
    """Return a figure to six digits: more than any timing holds, and the same text everywhere."""
    return None if value is None else float(f"{value:.6g}")


def _rows(run: Run) -> list[dict[str, Any]]:
    return [_row(run, group, case) for group in groups_of(run) for case in group.cases]


def csv_text(report: Report) -> str:
    """Return a row a case of every run; text that a spreadsheet would run as a formula is quoted."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run in report.runs:
        for row in _rows(run):
            writer.writerow(["" if value is None else _harmless(value) for value in row.values()])
    return stream.getvalue()


def _harmless(value: object) -> object:
    """Return text so that no spreadsheet takes it for a formula.

    Examples
    --------
    >>> _harmless("=1+1"), _harmless(-1)
    ("'=1+1", -1)
    """
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" else value


def json_text(report: Report) -> str:
    """Return all figures of a report as JSON."""
    value = {
        "title": report.title,
        "runs": [
            {
                "source": run.source,
                "date": run.date,
                "machine": dict(run.machine),
                "noise": dict(run.noise),
                "cases": _rows(run),
            }
            for run in report.runs
        ],
        "summary": {group.name: text for _, group in report.groups if (text := headline(group))},
        "curves": [
            {
                "name": curve.name,
                "x_name": curve.x_name,
                "lines": [_line(*line) for line in curve.lines.items()],
            }
            for curve in report.curves
        ],
        "comparisons": [_comparison(comparison) for comparison in report.comparisons],
        "growth_by_size": [
            {
                "side": size.side,
                "words": list(size.words.values()),
                "moves": list(size.moves.values()),
                "all_paths": size.every_path,
                "seconds": [
                    {"role": role, "pruning": pruned, "seconds_per_board": _rounded(size.time(role, pruned))}
                    for role, pruned in sorted(size.seconds)
                ],
            }
            for size in sizes_of([group for _, group in report.groups])
        ],
    }
    if report.histories:
        value["history"] = [_history(history) for history in report.histories]
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.replace("}, {", "},\n{") + "\n"


def _line(label: str, cases: Sequence[Case]) -> dict[str, Any]:
    fit = power_law([(case.x or 0.0, case.seconds) for case in cases])
    return {
        "line": label,
        "points": [[case.x, _rounded(case.seconds)] for case in cases],
        "exponent": None if fit is None else _rounded(fit.exponent),
        "standard_error": None if fit is None else _rounded(fit.error),
    }


def _history(history: History) -> dict[str, Any]:
    return {
        "machine": history.machine,
        "runs": [
            {"source": run.source, "date": run.date, "commit": run.machine.get("commit")}
            for run in history.runs
        ],
        "changes": [
            {
                "group": turn.change.after.group,
                "name": turn.change.after.name,
                "run": turn.at,
                "since": turn.since,
                "ratio_of_medians": _rounded(turn.change.ratio),
                "noise": _rounded(turn.change.noise),
                "verdict": turn.change.verdict,
            }
            for turn in history.turns
        ],
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "before": comparison.before.source,
        "after": comparison.after.source,
        "text": changes_text(comparison),
        "drift": _rounded(comparison.drift),
        "scatter": _rounded(comparison.scatter),
        "changes": [
            {
                "group": change.after.group,
                "name": change.after.name,
                "ratio_of_medians": _rounded(change.ratio),
                "ratio_of_minima": _rounded(change.least_ratio),
                "noise": _rounded(change.noise),
                "verdict": change.verdict,
            }
            for change in comparison.changes
        ],
    }
