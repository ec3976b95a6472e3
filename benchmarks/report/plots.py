"""The plots: bars of factors, curves on logarithmic axes, strips of single values."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from .blocks import Plot
from .fit import Fit, law
from .svg import COLOURS, WIDTH, Area, picture, text_width, wrapped
from .units import count_text, time_text

__all__ = ["Step", "bars", "curves", "position", "rows", "steps", "strips"]

SERIES = tuple(COLOURS)
"""Colours of lines, one after the other."""
LABEL, ROW = 150.0, 16.0
"""Most pixels of a line's label; of a row of it."""
LEADER = 0.06
"""Share of the width that a leader goes from the end of a line towards its label: a hint, no line."""
Points = Sequence[tuple[float, float]]


def _colour(role: str | None) -> str:
    return role if role in COLOURS else "general"


def position(value: float, low: float, high: float) -> float:
    """Return where a value stands on a logarithmic axis, as a share of its length.

    Examples
    --------
    >>> position(10, 1, 100)
    0.5
    """
    return math.log(value / low) / math.log(high / low) if high > low else 0.5


def _plot(area: Area, foot: float, name: str, title: str, description: str) -> Plot:
    return Plot(name, title, description, *picture(area, foot, name, title, description))


def bars(name: str, title: str, rows: Sequence[tuple[str, str, float, str | None]], base: str) -> Plot:
    """Draw bars from 1 on a logarithmic axis; a page shows them in the rows of its table instead.

    Parameters
    ----------
    name, title
        File name without ending; accessible name.
    rows
        (label, what stands at the end of the bar, factor, role), from top to bottom.
    base
        What has the factor 1.
    """
    factors = [factor for _, _, factor, _ in rows]
    low, high = min(1.0, *factors), max(1.0, *factors) * 1.0001
    one, y = position(1.0, low, high), 0.0
    area = Area(12, 12, 12, 0)
    for label, value, factor, role in rows:
        lines = wrapped(label, WIDTH - 60 - text_width(value))
        for at, line in enumerate(lines):
            area.text(0, y + 13 + ROW * at, line)
        area.text(1, y + 13, value, anchor="end", kind="soft")
        y += 18 + ROW * (len(lines) - 1)
        area.rect((one, position(factor, low, high)), y, 11, _colour(role))
        area.line((one, one), (y - 3, y + 14), "rule")
        y += 25
    for tick in _ticks(low, high):
        area.text(
            position(tick, low, high), y + 8, f"{tick:,.10g}×", anchor=_anchor(tick, low, high), kind="soft"
        )
    area.text(0, y + 26, f"times as fast as {base} (logarithmic)", kind="soft")
    area.height = y + 30
    description = "; ".join(f"{label}: {value}" for label, value, _, _ in rows)
    return replace(_plot(area, 8, name, title, description), inside="")


def _anchor(value: float, low: float, high: float) -> str:
    share = position(value, low, high)
    return "start" if share < 0.04 else "end" if share > 0.96 else "middle"


def _ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return no more than so many round values of a logarithmic axis, two at least.

    Examples
    --------
    >>> _ticks(0.5, 2000.0), _ticks(1.0, 4.0)
    ([1.0, 10.0, 100.0, 1000.0], [1.0, 2.0])
    >>> _ticks(97.0, 121.0)
    [97.0, 100.0, 110.0, 120.0]
    """
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    step = max(1, math.ceil((last - first) / most))
    inside: list[float] = []
    for factors in ((1,), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)):
        every = [factor * 10.0**power for power in range(first, last + 1, step) for factor in factors]
        inside = [tick for tick in every if low / 1.001 <= tick <= high * 1.001]
        if len(inside) >= 2:
            return inside
    fine = [float(f"{low * (high / low) ** (part / 4):.2g}") for part in range(5)]
    return sorted({tick for tick in fine if low <= tick <= high}) or [low]


def curves(  # noqa: PLR0913 (each is a part of a plot that callers set)
    name: str,
    title: str,
    series: Mapping[str, Points],
    *,
    x_name: str,
    y_name: str,
    y_is_time: bool,
    fitted: Collection[str] | None = None,
    joined: bool = True,
    roles: Mapping[str, str | None] | None = None,
    ideal: bool = False,
) -> Plot:
    """Draw points of several series on two logarithmic axes, each named at its end.

    A law goes through points that lie on it (see `fit.law`); other points are joined by dots if `joined`.

    Parameters
    ----------
    fitted
        The series that a law is looked for in, by default all.
    roles
        Of series, whose colours they then have.
    ideal : bool
        Whether to draw what n times as much of the abscissa would give at best, from each first point: for
        threads, and no law.
    """
    series = {label: sorted((x, y) for x, y in points if x > 0 and y > 0) for label, points in series.items()}
    series = {label: points for label, points in series.items() if points}
    laws = {
        label: None if ideal or (fitted is not None and label not in fitted) else law(points)
        for label, points in series.items()
    }
    y_text = time_text if y_is_time else count_text
    told = {
        label: _shared(points) if ideal else _told(points, laws[label], joined, y_text)
        for label, points in series.items()
    }
    x_low, x_high = _wide([x for points in series.values() for x, _ in points])
    best = [points[0][1] * points[0][0] / points[-1][0] for points in series.values()] if ideal else []
    y_low, y_high = _wide([y for points in series.values() for _, y in points] + best)
    longest = max((text_width(line) for label in series for line in wrapped(label, LABEL)), default=0.0)
    notes = max(
        (text_width(line, 12) for lines in told.values() for line in wrapped(lines, LABEL, 12)), default=0.0
    )
    tick_text = time_tick if y_is_time else _tick_text
    y_ticks = _ticks(y_low, y_high)
    left = 14 + max(text_width(tick_text(tick), 12) for tick in y_ticks)
    labels = {label: (wrapped(label, LABEL), wrapped(said, LABEL, 12)) for label, said in told.items()}
    rows = sum(len(one) + len(other) for one, other in labels.values())
    area = Area(left, 16 + max(longest, notes), 26, max(250.0, ROW * rows + 6.0 * len(labels)))

    def at(x: float, y: float) -> tuple[float, float]:
        return position(x, x_low, x_high), area.height * (1 - position(y, y_low, y_high))

    for tick in y_ticks:
        _, y = at(x_low, tick)
        area.line((0, 1), (y, y))
        area.text(0, y + 4, tick_text(tick), anchor="end", kind="soft", dx=-6)
    for tick in _x_ticks(series.values(), x_low, x_high):
        x, _ = at(tick, y_low)
        area.line((x, x), (0, area.height))
        area.text(x, area.height + 17, _tick_text(tick), anchor="middle", kind="soft")
    area.text(0, -10, y_name, kind="soft", dx=-left + 4)
    area.text(0.5, area.height + 35, x_name, anchor="middle", kind="soft")
    colours = _colours(series, roles)
    for label, points in series.items():
        colour = colours[label]
        _lines(area, at, points, colour, law=laws[label], joined=joined, ideal=ideal)
        for x, y in points:
            area.mark(*at(x, y), colour, f"{label}: {y_text(y)} at {x_name} {count_text(x)}")
    ends = {label: at(*points[-1]) for label, points in series.items()}
    _labels(area, labels, ends, colours)
    description = "; ".join(f"{label}{f': {said}' if said else ''}" for label, said in told.items())
    return _plot(area, 46, name, title, f"{y_name} by {x_name}: {description}")


def _shared(points: Points) -> str:
    """Return how much of what was to be had at best was had, from the first point to the last."""
    (first, start), (last, end) = points[0], points[-1]
    return f"{start / end:.2f} of {last / first:g} times" if last > first else ""


def _told(points: Points, found: Fit | None, joined: bool, text: Callable[[float], str]) -> str:
    """Return what is said of a line below its name: its law, or its local slopes."""
    if found is not None:
        if found.constant:
            return f"a·n^b + c, b {found}, c {text(found.constant)}"
        return f"a·n^b, b {found}"
    distinct = sorted(dict(points).items())
    slopes = [math.log(b / y) / math.log(a / x) for (x, y), (a, b) in pairwise(distinct)]
    if not joined or not slopes:
        return ""
    ends = [f"{slope:.2f}".replace("-0.00", "0.00").replace("-", "−") for slope in (slopes[0], slopes[-1])]
    return f"slope {ends[0]}" + (f" to {ends[1]}" if len(slopes) > 1 else "")


def _colours(series: Iterable[str], roles: Mapping[str, str | None] | None) -> dict[str, str]:
    """Return the colour of each line: that of its role, where no two have one."""
    if roles and len(set(roles.values())) == len(roles):
        return {label: _colour(roles.get(label)) for label in series}
    return {label: SERIES[at % len(SERIES)] for at, label in enumerate(series)}


def _lines(
    area: Area,
    at: Callable[[float, float], tuple[float, float]],
    points: Points,
    colour: str,
    *,
    law: Fit | None,
    joined: bool,
    ideal: bool,
) -> None:
    """Draw what goes through the points of a line."""
    low, high = points[0][0], points[-1][0]
    if ideal:
        ends = (low, points[0][1]), (high, points[0][1] * low / high)
        area.path([at(*end) for end in ends], f"ideal l-{colour}")
    if law is not None:
        steps = 1 if law.constant == 0 else 24
        xs = [low * (high / low) ** (step / steps) for step in range(steps + 1)]
        area.path([at(x, law.at(x)) for x in xs], f"law l-{colour}")
    elif joined:
        area.path([at(*point) for point in points], f"dots l-{colour}")


def _labels(
    area: Area,
    labels: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    ends: Mapping[str, tuple[float, float]],
    colours: Mapping[str, str],
) -> None:
    """Write each line's name beside its end, moved so far that no two meet."""
    order = sorted(labels, key=lambda label: ends[label][1])
    heights = {label: ROW * (len(labels[label][0]) + len(labels[label][1])) + 6 for label in order}
    tops: dict[str, float] = {}
    free = -8.0
    for label in order:
        tops[label] = max(free, ends[label][1] - 9)
        free = tops[label] + heights[label]
    limit = area.height + 10
    for label in reversed(order):
        tops[label] = min(tops[label], limit - heights[label])
        limit = tops[label]
    for label in order:
        x, y = ends[label]
        share = min(1.0, LEADER / max(1 - x, 1e-9))
        area.line((x, x + share * (1 - x)), (y, y + share * (tops[label] + 9 - y)), "lead")
        lines, notes = labels[label]
        for row, line in enumerate([*lines, *notes]):
            kind = "soft" if row >= len(lines) else f"name f-{colours[label]}"
            area.text(1, tops[label] + 13 + ROW * row, line, kind=kind, dx=8)


def _x_ticks(series: Iterable[Points], low: float, high: float) -> list[float]:
    """Return the abscissae themselves where they are few, else round values."""
    distinct = sorted({x for points in series for x, _ in points})
    if not 1 < len(distinct) <= 7:
        return _ticks(low, high, 5)
    kept = [distinct[0]]
    for value in distinct[1:]:
        if position(value, low, high) - position(kept[-1], low, high) > 0.2:
            kept.append(value)
    return kept


def _wide(values: Sequence[float]) -> tuple[float, float]:
    """Return bounds a little wider than the values, never the same twice."""
    low, high = min(values), max(values)
    room = max((high / low) ** 0.04, 1.1)
    return low / room, high * room


def _tick_text(value: float) -> str:
    if value >= 1e15:
        return f"10{str(round(math.log10(value))).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
    for factor, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g}{unit}"
    return f"{value:.4g}"


def time_tick(seconds: float) -> str:
    """Return a time for an axis.

    Examples
    --------
    >>> time_tick(1e-05), time_tick(0.1), time_tick(100.0)
    ('10 µs', '100 ms', '100 s')
    """
    number, unit = time_text(seconds).split(" ")
    return f"{float(number.replace(',', '')):g} {unit}"


def strips(
    name: str, title: str, columns: Sequence[tuple[str, Sequence[float]]], *, x_name: str, y_name: str
) -> Plot:
    """Draw each column's values as points above its name, on a logarithmic axis, a bar at the median."""
    low, high = _wide([max(value, 0.8) for _, values in columns for value in values])
    ticks = _ticks(low, high)
    left = 14 + max(text_width(_tick_text(tick), 12) for tick in ticks)
    area = Area(left, 12, 26, 260)
    wide = 1 / len(columns)
    for tick in ticks:
        y = area.height * (1 - position(tick, low, high))
        area.line((0, 1), (y, y))
        area.text(0, y + 4, _tick_text(tick), anchor="end", kind="soft", dx=-6)
    for at, (label, values) in enumerate(columns):
        ordered = sorted(values)
        for place, value in enumerate(ordered):
            across = wide * (at + 0.5 + 0.5 * ((place * 0.618034) % 1 - 0.5))
            y = area.height * (1 - position(max(value, 0.8), low, high))
            area.mark(across, y, "kernel", f"{label}: {count_text(value)}", 0.75)
        middle = (max(ordered[(len(ordered) - 1) // 2], 0.8) + max(ordered[len(ordered) // 2], 0.8)) / 2
        y = area.height * (1 - position(middle, low, high))
        area.line((wide * (at + 0.14), wide * (at + 0.86)), (y, y), "law l-textbook")
        area.text(wide * (at + 0.5), area.height + 17, label, anchor="middle", kind="soft")
    area.text(0, -10, y_name, kind="soft", dx=-left + 4)
    area.text(0.5, area.height + 35, x_name, anchor="middle", kind="soft")
    description = "; ".join(
        f"{label}: {count_text(min(values))} to {count_text(max(values))}" for label, values in columns
    )
    return _plot(area, 46, name, title, f"{y_name} by {x_name}: {description}")


def rows(
    name: str, title: str, lines: Sequence[tuple[str, Sequence[tuple[str, float]]]], *, x_name: str
) -> Plot:
    """Draw each line's named times as points on one logarithmic axis, a stroke at the median."""
    low, high = _wide([value for _, points in lines for _, value in points])
    area = Area(12, 20, 6, 36.0 * len(lines) + 4)
    for tick in _ticks(low, high):
        x = position(tick, low, high)
        area.line((x, x), (0, area.height))
        area.text(x, area.height + 17, time_tick(tick), anchor="middle", kind="soft")
    for at, (label, points) in enumerate(lines):
        y = 36.0 * at
        area.text(0, y + 13, label)
        for said, value in points:
            area.mark(position(value, low, high), y + 25, "kernel", f"{said}: {time_text(value)}", 0.6)
        middle = position(statistics.median(value for _, value in points), low, high)
        area.line((middle, middle), (y + 16, y + 34), "law l-textbook")
    area.text(0.5, area.height + 35, x_name, anchor="middle", kind="soft")
    description = "; ".join(
        f"{label}: {time_text(min(values))} to {time_text(max(values))}"
        for label, points in lines
        if (values := [value for _, value in points])
    )
    return _plot(area, 46, name, title, f"{x_name}: {description}")


@dataclass(frozen=True, slots=True)
class Step:
    """A case in one run of many: which, its time over that of its first run, what is said, its verdict."""

    at: int
    ratio: float
    said: str
    verdict: str = ""


def steps(name: str, title: str, series: Mapping[str, Sequence[Step]], labels: Sequence[str]) -> Plot:
    """Draw cases over runs, on a logarithmic axis of times; a change is a point of its verdict's colour.

    `labels` are those of the runs, which stand at equal distances.
    """
    values = [step.ratio for points in series.values() for step in points]
    low, high = _wide([*values, 1.0])
    ticks = _ticks(low, high)
    longest = max(text_width(line) for label in series for line in wrapped(label, LABEL))
    written = {label: (wrapped(label, LABEL), ()) for label in series}
    rows_needed = sum(len(lines) for lines, _ in written.values())
    left = 14 + max(text_width(f"{tick:g}×", 12) for tick in ticks)
    area = Area(left, 24 + longest, 66, max(220.0, (ROW + 6) * rows_needed))

    def place(step: Step) -> tuple[float, float]:
        share = 0.03 + 0.94 * step.at / max(1, len(labels) - 1)
        return share, area.height * (1 - position(step.ratio, low, high))

    for tick in ticks:
        y = area.height * (1 - position(tick, low, high))
        area.line((0, 1), (y, y))
        area.text(0, y + 4, f"{tick:g}×", anchor="end", kind="soft", dx=-6)
    every = max(1, math.ceil(len(labels) / 4))
    for at, label in enumerate(labels):
        x = 0.03 + 0.94 * at / max(1, len(labels) - 1)
        if at % every == 0:
            area.line((x, x), (area.height, area.height + 5), "rule")
            area.text(x, area.height + 17, label, anchor="start" if at == 0 else "middle", kind="soft")
    colours = {label: SERIES[at % len(SERIES)] for at, label in enumerate(series)}
    turned = 0
    for label, points in series.items():
        area.path([place(step) for step in points], f"dots l-{colours[label]}")
        for step in points:
            x, y = place(step)
            area.mark(x, y, colours[label], f"{label}: {step.said}")
            if step.verdict in ("slower", "faster"):
                tone = "textbook" if step.verdict == "slower" else "peer"
                area.line((x, x), (-14 * (turned % 3), area.height), f"law l-{tone}")
                said = f"{step.verdict}, {labels[step.at]}"
                area.text(x, -4 - 14 * (turned % 3), said, anchor=_side(x), kind=f"soft f-{tone}")
                turned += 1
    _labels(area, written, {label: place(points[-1]) for label, points in series.items()}, colours)
    area.text(0, -50, "time, first run = 1", kind="soft", dx=-left + 4)
    description = "; ".join(
        f"{label}: {points[-1].ratio:.2f} at {labels[points[-1].at]}" for label, points in series.items()
    )
    return _plot(area, 30, name, title, f"time of each run, the first run's being 1: {description}")


def _side(share: float) -> str:
    return "start" if share < 0.3 else "end" if share > 0.7 else "middle"
