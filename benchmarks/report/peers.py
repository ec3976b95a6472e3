"""Read comparisons with other programs: each row is one workload, both programs on one machine."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .text import number, source

__all__ = ["FACTS", "Table", "facts", "headlines", "measured_where", "of_suite", "tables"]

FACTS = Path(__file__).resolve().parents[1] / "peers" / "results.json"
MORE = {
    "avx2": "factor on AVX2",
    "portable": "factor, portable path",
    "rust": "rust_sudoku",
    "one_lane": "ours, one lane",
}
"""Column of a table -> its head."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text with their title, and where they were measured."""

    title: str
    measured: str
    columns: list[str]
    rows: list[list[str]]


def facts(path: Path = FACTS) -> dict[str, Any]:
    """Return the facts."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def of_suite(known: dict[str, Any], files: Collection[str]) -> dict[str, Any]:
    """Return the facts about the work of some files of the suite."""
    found = []
    for measured in known["measurements"]:
        kept = [table for table in measured["tables"] if not set(files).isdisjoint(table["suite"])]
        found += [{**measured, "tables": kept}] if kept else []
    return {**known, "measurements": found}


def measured_where(measured: dict[str, Any]) -> str:
    """Return when and where a measurement was made."""
    return source(*(measured[key] for key in ("date", "commit", "machine", "simd", "noise")))


def headlines(known: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any], str]]:
    """Return the rows of the first chart, their measurement, and the unit of their table."""
    return [
        (row, measured, table["unit"])
        for measured in known["measurements"]
        for table in measured["tables"]
        for row in table["rows"]
        if "headline" in row
    ]


def factor_text(value: Any) -> str:
    """Return a factor, or a range of them.

    Examples
    --------
    >>> factor_text(9.1), factor_text([5, 12]), factor_text(None)
    ('9.1', '5 to 12', '–')
    """
    if isinstance(value, list):
        return " to ".join(map(number, value))
    return "–" if value is None else number(value)


def tables(known: dict[str, Any]) -> list[Table]:
    """Return the tables of all measurements."""
    made = []
    for measured in known["measurements"]:
        for table in measured["tables"]:
            timed = any(row["theirs"] is not None for row in table["rows"])
            noted = any("note" in row for row in table["rows"])
            unit = f", {table['unit']}" if table["unit"] else ""
            columns = ["work", "factor", "other program", *(["theirs", "ours"] if timed else [])]
            columns += [MORE[name] for name in table["columns"]] + (["note"] if noted else [])
            rows = []
            for row in table["rows"]:
                cells = [row["work"], factor_text(row["factor"]), row["program"]]
                cells += [factor_text(row[side]) for side in ("theirs", "ours")] if timed else []
                for name in table["columns"]:
                    value = row.get(name)
                    cells.append(factor_text(value[1] if isinstance(value, list) else value))
                rows.append(cells + ([row.get("note", "")] if noted else []))
            made.append(Table(table["title"] + unit, measured_where(measured), columns, rows))
    return made
