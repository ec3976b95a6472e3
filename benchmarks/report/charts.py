"""The charts of the page, by matplotlib: SVG whose text is text and whose colours are those of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from .results import Run, Way
from .text import number, seconds

__all__ = ["Bar", "Chart", "bars", "curves", "scaling"]

INK, FAINT, OURS = "#010203", "#040506", "#070809"
"""Colours that the page replaces by its own, light or dark."""
LINES = ("#2a6fb0", "#c4532d", "#3b8f4a", "#8a5bb5", "#a87b00", "#c23b7a", "#4b8f93", "#7a7a7a")
WIDE, NARROW = 9.2, 4.3
"""Inches of a chart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the first chart."""

    label: str
    value: float
    program: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and what it shows, in words."""

    title: str
    svg: str


def _svg(figure: Figure, title: str) -> str:
    out = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "unriddle", "font.family": "sans-serif"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r'\1 role="img"', text, count=1)
    text = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font: \1 var(--font)", text)
    text = re.sub(r"(?<=\d\.\d{2})\d+", "", text)  # hundredths of a point are enough
    text = re.sub(r"\n\s*", "\n", text)
    head, rest = text.split(">", 1)
    salt = re.sub(r"\W+", "", title)
    rest = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{salt}-", rest)  # ids of one page differ
    name = title.replace("&", "&amp;").replace("<", "&lt;")
    rest = rest.replace(INK, "var(--ink)").replace(FAINT, "var(--line)").replace(OURS, "var(--ours)")
    return f"{head}><title>{name}</title>{rest}"


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(colors=INK, which="both", length=0, labelsize=10)
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def bars(found: Sequence[Bar], title: str, width: float) -> Chart:
    """Return horizontal bars on a logarithmic axis, each with its value; 1 is drawn as a line."""
    narrow = width < WIDE
    figure, axes = _axes(width, (0.62 if narrow else 0.36) * len(found) + 0.8)
    places = range(len(found))
    values = [bar.value for bar in found]
    low = min(1.0, min(values) * 0.9)
    axes.barh(
        places,
        [value - low for value in values],
        left=low,
        height=0.32 if narrow else 0.62,
        color=OURS,
    )
    axes.set_xscale("log")
    axes.set_xlim(low, max(values) * (1.7 if narrow else 24))
    axes.grid(visible=False, axis="y")
    axes.axvline(1, color=INK, linewidth=1)
    ticks = [tick for tick in (0.5, 1, 2, 5, 10, 20, 50, 100) if low <= tick <= max(values) * 1.3]
    axes.set_xticks(ticks, [f"{tick:g}×" for tick in ticks])
    axes.xaxis.set_minor_formatter(NullFormatter())
    for place, bar in zip(places, found, strict=True):
        text = f"{number(bar.value)}×" + ("" if narrow else f"  {bar.program}")
        axes.text(bar.value * 1.04, place, text, color=INK, fontsize=10, va="center").set_in_layout(False)
        if narrow:
            axes.text(low, place - 0.4, bar.label, color=INK, fontsize=10, va="center").set_in_layout(False)
    axes.set_yticks(places, [""] * len(found) if narrow else [bar.label for bar in found])
    axes.invert_yaxis()
    return Chart(title, _svg(figure, f"{title} {width}"))


def curves(title: str, x_name: str, lines: dict[str, list[tuple[float, float]]], y_name: str = "") -> Chart:
    """Return lines over a logarithmic y axis, which is of seconds where it has no name."""
    figure, axes = _axes(5.2, 3.6 + 0.18 * len(lines))
    for number_, (name, points) in enumerate(lines.items()):
        colour, style = LINES[number_ % len(LINES)], ("-", "--", ":")[number_ // len(LINES) % 3]
        xs, ys = zip(*sorted(points), strict=True)
        axes.plot(xs, ys, style, color=colour, label=name, marker="o", markersize=3.5, linewidth=1.6)
    axes.set_yscale("log")
    span = [x for points in lines.values() for x, _ in points]
    if max(span) > 20 * max(1, min(span)):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _power(value)))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    axes.yaxis.set_major_formatter(
        FuncFormatter(lambda value, _: number(value) if y_name else seconds(value))
    )
    times = [y for points in lines.values() for _, y in points]
    if max(times) < 100 * max(min(times), 1e-12):
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(x_name, color=INK)
    if y_name:
        axes.set_ylabel(y_name, color=INK)
    axes.legend(frameon=False, labelcolor=INK, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.17))
    return Chart(title, _svg(figure, title))


def _power(value: float) -> str:
    if value < 10_000:
        return number(value)
    digits, exponent = f"{value:.0e}".split("e")
    raised = str(int(exponent)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


TITLES = (
    ("streaming", "Boards streamed to 10¹⁰ cells"),
    ("all words of a large board", "All words of a large board"),
    ("one board of", "One Boggle board"),
    ("growth:", "Boggle with pruning and without"),
    ("all paths of a board", "All paths of a board"),
)
"""Beginning of the names of curves -> the chart that has them together."""


def scaling(run: Run) -> list[Chart]:
    """Return the charts of cost against size: curves of at least three points, and those over threads."""
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    axes: dict[str, str] = {}
    for way in _on_curves(run.ways()):
        name, x_name = str(way.info["curve"]), str(way.info["x_name"])
        begin, title = next(
            ((begin, title) for begin, title in TITLES if name.startswith(begin)),
            ("", "By threads" if x_name == "threads" else f"By {x_name}"),
        )
        axes[title] = x_name
        line = name.removeprefix(begin).strip(" ,") or name
        found.setdefault(title, {}).setdefault(line, []).append((float(way.info["x"]), way.median))
    charts = []
    order = [title for _, title in TITLES]
    for title in sorted(found, key=lambda title: (order.index(title) if title in order else 99, title)):
        least = 2 if axes[title] == "threads" else 3
        lines = {name: points for name, points in found[title].items() if len(points) >= least}
        if lines:
            charts.append(curves(title, axes[title], lines))
    return charts


def _on_curves(ways: Iterable[Way]) -> Iterable[Way]:
    return (way for way in ways if {"curve", "x", "x_name"} <= set(way.info))
