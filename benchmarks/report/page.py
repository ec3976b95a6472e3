"""Make the page: one HTML file that loads nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .charts import NARROW, WIDE, Bar, bars, scaling
from .compare import WITHIN, Change, sources, summary
from .peers import facts, headlines, measured_where, of_suite, tables
from .results import KINDS, SECTIONS, Group, Run
from .text import number, percent, rate, ratio, seconds

__all__ = ["card", "page"]


def page(runs: Sequence[Run], found: Sequence[Change]) -> str:
    """Return the page about a run, or about the second of two and its changes."""
    run = runs[-1]
    known = of_suite(facts(), {group.file for group in run.groups.values()})
    rows = headlines(known)
    shown = [Bar(row["work"], row["factor"], re.split(r",| \(", row["program"])[0]) for row, _, _ in rows]
    first = {row["work"] for row, _, _ in rows}
    groups = sorted(run.groups.values(), key=lambda group: group.name not in first)
    title = "Speed compared with the best other program for each piece of work"
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"seconds": seconds, "ratio": ratio, "percent": percent, "where": measured_where}
    return environment.get_template("page.html.jinja").render(
        run=run,
        title="Changes of unriddle's speed" if len(runs) == 2 else "How fast unriddle is",
        sentence=_sentence(shown) if shown else "",
        headlines=[bars(shown, title, width) for width in (WIDE, NARROW)] if shown else [],
        headline_where="; ".join(sorted({measured_where(measured) for _, measured, _ in rows})),
        changed=[one for one in found if one.verdict != WITHIN],
        within=[one for one in found if one.verdict == WITHIN],
        change_sentence=summary(list(found), *runs) if len(runs) == 2 else "",
        change_sources=sources(*runs) if len(runs) == 2 else [],
        sections=[(name, [card(group) for group in groups if group.section == name]) for name in SECTIONS],
        charts=scaling(run),
        tables=tables(known),
        facts=known,
        kinds=KINDS,
    )


def _sentence(shown: Sequence[Bar]) -> str:
    """Return what the first chart shows, in one sentence."""
    values = [bar.value for bar in shown]
    behind = [bar.label for bar in sorted(shown, key=lambda bar: bar.value) if bar.value < 1]
    low, middle, high = (number(value) for value in (min(values), geometric_mean(values), max(values)))
    if len(values) == 1:
        return f"{shown[0].label}: unriddle is {low} times as fast as the best other program we know."
    text = f"On {len(values)} pieces of work, unriddle is {low} to {high} times as fast as the best other"
    text += f" program we know (geometric mean: {middle})"
    return text + (f". It is slower on {len(behind)}, most on: {behind[0]}." if behind else ".")


def card(group: Group) -> dict[str, Any]:
    """Return what the page shows of a group: one row per way, with the positions of its box."""
    ways = group.sorted()
    low, high = min(way.low for way in ways), max(way.high for way in ways)
    span = max(math.log(max(high, 1e-12) / max(low, 1e-12)), math.log(1.5))

    def place(value: float) -> float:
        return round(100 * math.log(max(value, 1e-12) / max(low, 1e-12)) / span, 1)

    base = group.base
    return {
        "name": group.name,
        "unit": ways[0].unit,
        "rate": rate(base.median, base.unit) if base else "",
        "ways": [
            {
                "way": way,
                "base": way is base,
                "factor": way.median / base.median if base else None,
                "places": [place(v) for v in (way.low, way.q1, way.median, way.q3, way.high)],
            }
            for way in ways
        ],
    }
