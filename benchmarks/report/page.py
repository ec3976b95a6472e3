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
from .compare import Change, summary
from .peers import facts, headlines, tables
from .results import KINDS, SECTIONS, Group, Run
from .text import number, rate, ratio, seconds

__all__ = ["page"]


def page(runs: Sequence[Run], found: Sequence[Change]) -> str:
    """Return the page about a run, or about the second of two and its changes."""
    run, known = runs[-1], facts()
    rows = headlines(known)
    shown = [Bar(row["work"], row["factor"], re.split(r",| \(", row["program"])[0]) for row, _, _ in rows]
    first = {row["work"] for row, _, _ in rows}
    groups = sorted(run.groups.values(), key=lambda group: group.name not in first)
    where = {(measured["date"], measured["machine"], measured["commit"]) for _, measured, _ in rows}
    title = "Speed compared with the best other program for each piece of work"
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"seconds": seconds, "ratio": ratio, "percent": lambda v: f"{v * 100:.1f} %"}
    return environment.get_template("page.html.jinja").render(
        run=run,
        title="Changes of unriddle's speed" if len(runs) == 2 else "How fast unriddle is",
        sentence=_sentence(shown),
        headline=bars(shown, title, WIDE),
        headline_narrow=bars(shown, title, NARROW),
        headline_where=" and ".join(
            f"{date} on {machine}, unriddle {commit}" for date, machine, commit in sorted(where)
        ),
        changed=[one for one in found if one.verdict != "same"],
        same=[one for one in found if one.verdict == "same"],
        change_sentence=summary(list(found), *runs) if len(runs) == 2 else "",
        sections=[(name, [_card(group) for group in groups if group.section == name]) for name in SECTIONS],
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
    text = f"On {len(values)} pieces of work unriddle is {low} to {high} times as fast as the best other"
    text += f" program we know, {middle} times in the geometric mean"
    return text + (f"; behind in {len(behind)}, most of all: {behind[0]}." if behind else ".")


def _card(group: Group) -> dict[str, Any]:
    """Return what the page shows of a group: a row a way, with the places of its box."""
    ways = group.sorted()
    low, high = min(way.low for way in ways), max(way.high for way in ways)
    span = max(math.log(max(high, 1e-12) / max(low, 1e-12)), math.log(1.5))

    def place(value: float) -> float:
        return round(100 * math.log(max(value, 1e-12) / max(low, 1e-12)) / span, 1)

    best = group.best
    return {
        "name": group.name,
        "unit": ways[0].unit,
        "rate": rate(best.median, best.unit) if best else "",
        "ways": [
            {
                "way": way,
                "factor": way.median / best.median if best and way is not best else None,
                "places": [place(v) for v in (way.low, way.q1, way.median, way.q3, way.high)],
            }
            for way in ways
        ],
    }
