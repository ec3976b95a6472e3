"""The facts beside other programs: each row one workload on one machine, in the unit of its table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .text import number

__all__ = ["FACTS", "Table", "facts", "headlines", "tables"]

FACTS = Path(__file__).resolve().parents[1] / "peers" / "results.json"
MORE = {
    "avx2": "factor on AVX2",
    "portable": "factor, portable",
    "rust": "rust_sudoku",
    "one_lane": "ours, one lane",
}
"""Column of a table -> its head."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text, and what stands above them."""

    title: str
    measured: str
    columns: list[str]
    rows: list[list[str]]


def facts(path: Path = FACTS) -> dict[str, Any]:
    """Return the facts."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


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
            columns = ["work", "other program", *(["theirs", "ours"] if timed else []), "factor"]
            columns += [MORE[name] for name in table["columns"]] + (["note"] if noted else [])
            rows = []
            for row in table["rows"]:
                cells = [row["work"], row["program"]]
                cells += [factor_text(row[side]) for side in ("theirs", "ours")] if timed else []
                cells.append(factor_text(row["factor"]))
                for name in table["columns"]:
                    value = row.get(name)
                    cells.append(factor_text(value[1] if isinstance(value, list) else value))
                rows.append(cells + ([row.get("note", "")] if noted else []))
            where = f"{measured['date']}, unriddle {measured['commit']}, {measured['machine']}"
            made.append(Table(table["title"] + unit, where, columns, rows))
    return made
