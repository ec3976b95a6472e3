"""The plots, as SVG that is the same byte for byte whenever it is made from the same figures.

Drawn by matplotlib, then made lean: numbers of two decimals, no metadata, identifiers that are unique on a
page. Text stays text in the reader's own sans-serif font; colours come from one table, and each has a form
for a dark page, chosen by a media query, so that one picture serves both themes.
"""

from __future__ import annotations

import io
import logging
import math
import re
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

from ..base import MissingExtraError
from .blocks import Plot
from .fit import Fit, power_law
from .units import count_text, time_text

__all__ = ["ROLE_COLOURS", "SERIES", "bars", "curves", "dark_style", "require_matplotlib", "strips"]

INK, SOFT, GRID = "#1f2328", "#59636e", "#d8dee4"
ROLE_COLOURS = {
    "kernel": "#0969da",
    "twin": "#8250df",
    "textbook": "#bc4c00",
    "general": "#6e7782",
    "peer": "#1a7f37",
    None: "#57606b",
}
"""Colour of a role on a light page."""
SERIES = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#1b7c83", "#57606b")
"""Colours of curves on a light page, one after the other."""
_DARK = {
    INK: "#e6edf3",
    SOFT: "#9198a1",
    GRID: "#3d444d",
    "#0969da": "#58a6ff",
    "#8250df": "#bc8cff",
    "#bc4c00": "#f0883e",
    "#6e7782": "#a3adb8",
    "#57606b": "#a3adb9",
    "#1a7f37": "#3fb950",
    "#bf3989": "#f778ba",
    "#9a6700": "#d29922",
    "#1b7c83": "#39c5cf",
}
WIDTH = 4.6
"""Inches; 72 points each. A phone shows it in full size."""
MARKERS = "osD^vPX"
"""One fewer than the colours, so that no pair of both comes twice before the fifty-seventh curve."""


def dark_style(text: str) -> str:
    """Return the style sheet that turns the colours found in the plots of a text into those for a dark page.

    Examples
    --------
    >>> print(dark_style('<path style="fill: #0969da"/>'))
    @media screen and (prefers-color-scheme:dark){svg [style*="fill: #0969da"]{fill:#58a6ff!important}}
    """
    rules = "".join(
        f'svg [style*="{what}: {light}"]{{{what}:{dark}!important}}'
        for light, dark in _DARK.items()
        for what in ("fill", "stroke")
        if f"{what}: {light}" in text
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"


def require_matplotlib() -> None:
    """Raise MissingExtraError where matplotlib cannot be imported."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise MissingExtraError("plots", "matplotlib", "report") from None


@contextmanager
def _figure(height: float) -> Iterator[Any]:
    """Yield a figure under settings of our own, whatever the user's are."""
    import matplotlib
    from matplotlib.figure import Figure

    with warnings.catch_warnings(), matplotlib.rc_context():
        warnings.simplefilter(
            "ignore"
        )  # letters that the measuring font lacks: the reader's font may have them
        logging.getLogger("matplotlib").setLevel(logging.ERROR)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "none",
                "svg.hashsalt": "unriddle",
                "text.parse_math": False,
                "font.family": "sans-serif",
                "font.size": 10,
                "axes.edgecolor": SOFT,
                "axes.labelcolor": SOFT,
                "text.color": INK,
                "xtick.color": SOFT,
                "ytick.color": SOFT,
                "xtick.labelsize": 9,
                "ytick.labelsize": 9,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "path.simplify": False,
            }
        )
        yield Figure(figsize=(WIDTH, height), layout="constrained")


def _plot(figure: Any, name: str, title: str, description: str) -> Plot:
    """Return the figure as lean SVG."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return Plot(name, title, description, lean(stream.getvalue(), name, title, description))


def lean(svg: str, name: str, title: str, description: str) -> str:
    """Return an SVG of matplotlib without what no page needs, its identifiers beginning with `name`."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, count=1, flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r' clip-path="[^"]*"', "", svg)  # nothing is drawn past the axes
    svg = re.sub(r"<clipPath.*?</clipPath>", "", svg, flags=re.DOTALL)
    used = sorted(set(re.findall(r'(?:href="|url\()#([^")]+)', svg)))
    renamed = {old: f"{name}-{at}" for at, old in enumerate(used)}

    def tag(match: re.Match[str]) -> str:
        text = match[0]
        text = re.sub(r' id="([^"]+)"', lambda m: f' id="{renamed[m[1]]}"' if m[1] in renamed else "", text)
        text = re.sub(r'(href="|url\()#([^")]+)', lambda m: f"{m[1]}#{renamed[m[2]]}", text)
        text = re.sub(r"(\.\d\d)\d+", r"\1", text)
        text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
        text = re.sub(r"(font: [\d.]+px) [^;\"]*", r"\1 system-ui, sans-serif", text)
        text = re.sub(r' transform="rotate\(-?0 [^"]*"', "", text)
        return re.sub(r"\s*\n\s*", " ", text)

    svg = re.sub(r"<[^>]+>", tag, svg)
    svg = re.sub(r">\s+<", "><", svg)
    svg = re.sub(r"<g/>|<g></g>|<defs/>|<defs></defs>", "", svg)
    while (shorter := re.sub(r"<g>(<(?:path|text|use)\b[^>]*(?:/>|>[^<]*</text>))</g>", r"\1", svg)) != svg:
        svg = shorter
    svg = re.sub(r"(<(?:path|text|use)\b)", r"\n\1", svg)
    width, height = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>\n'
    )
    return re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1).strip() + "\n"


def _clip(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def bars(name: str, title: str, rows: Sequence[tuple[str, str, float, str | None]], base: str) -> Plot:
    """Draw bars from 1 on a logarithmic axis.

    Parameters
    ----------
    name, title
        File name without ending; accessible name.
    rows
        (label, what stands at the end of the bar, factor, role), from top to bottom.
    base
        What has the factor 1.
    """
    low = min(1.0, *(factor for _, _, factor, _ in rows))
    high = max(1.0, *(factor for _, _, factor, _ in rows))
    with _figure(0.75 + 0.46 * len(rows)) as figure:
        axes = figure.add_subplot()
        axes.set_xscale("log")
        for at, (label, value, factor, role) in enumerate(rows):
            left, width = min(1.0, factor), abs(factor - 1.0)
            axes.barh(at, width, left=left, height=0.42, color=ROLE_COLOURS[role], zorder=2)
            axes.annotate(
                f"{_clip(label, 42)}  ",
                (1.0 if low == 1.0 else 0.0, at - 0.24),
                xycoords="data" if low == 1.0 else ("axes fraction", "data"),
                xytext=(4, 0),
                textcoords="offset points",
                va="bottom",
                fontsize=9.5,
            )
            axes.annotate(
                _clip(value, 30),
                (1, at - 0.24),
                xycoords=("axes fraction", "data"),
                va="bottom",
                ha="right",
                fontsize=9.5,
                color=SOFT,
            )
        middles = range(len(rows))
        axes.vlines(
            [1.0] * len(rows),
            [at - 0.24 for at in middles],
            [at + 0.24 for at in middles],
            color=INK,
            linewidth=1,
            zorder=3,
        )
        decades = max(0.1, math.log10(high / low))
        axes.set_xlim(low / 10 ** (0.02 * decades), high * 10 ** (0.02 * decades))
        axes.set_ylim(len(rows) - 0.6, -0.75)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        _log_ticks(axes.xaxis, low, high, lambda value: f"{value:,.10g}×")
        axes.grid(axis="x", color=GRID, linewidth=0.8, zorder=0)
        axes.tick_params(length=0)
        axes.set_xlabel(_clip(f"times as fast as {base} (logarithmic)", 60), fontsize=9)
        description = "; ".join(f"{label}: {value}" for label, value, _, _ in rows[:40])
        return _plot(figure, name, title, description)


def _log_ticks(axis: Any, low: float, high: float, text: Any) -> None:
    """Put no more than six labels on a logarithmic axis, and at least two."""
    import matplotlib.ticker

    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    step = max(1, math.ceil((last - first) / 6))
    ticks = [10.0**power for power in range(first, last + 1, step)]
    inside = [tick for tick in ticks if low / 1.05 <= tick <= high * 1.05]
    for factors in ((1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)):
        if len(inside) < 2:
            every = [factor * 10.0**power for power in range(first - 1, last + 1) for factor in factors]
            inside = [tick for tick in every if low / 1.05 <= tick <= high * 1.05]
    if len(inside) < 2:
        inside = [float(f"{bound:.2g}") for bound in ([low, high] if high > low * 1.02 else [low])]
    axis.set_major_locator(matplotlib.ticker.FixedLocator(inside))
    axis.set_minor_locator(matplotlib.ticker.NullLocator())
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: text(value)))


def curves(  # noqa: PLR0913 (each is a part of a plot that callers set)
    name: str,
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    x_name: str,
    y_name: str,
    y_is_time: bool,
    fitted: Collection[str] | None = None,
    joined: bool = True,
    roles: Mapping[str, str | None] | None = None,
) -> Plot:
    """Draw points of several series on two logarithmic axes, each with its fitted power law.

    `fitted` names the series that a law is fitted to, by default all; it takes three abscissae. The points of
    others are joined by lines if `joined`. `roles` gives series the colours of roles.
    """
    series = {label: [(x, y) for x, y in points if x > 0 and y > 0] for label, points in series.items()}
    series = {label: points for label, points in series.items() if points}
    every = [point for points in series.values() for point in points]
    fits = {}
    for label, points in series.items():
        fit = power_law(points) if fitted is None or label in fitted else None
        fits[label] = fit if fit is not None and fit.error is not None else None
    height = 2.9 + 0.19 * min(len(series), 12)
    with _figure(height) as figure:
        axes = figure.add_subplot()
        axes.set_xscale("log")
        axes.set_yscale("log")
        for at, (label, points) in enumerate(series.items()):
            colour = SERIES[at % len(SERIES)]
            if roles and len(set(roles.values())) == len(roles):
                colour = ROLE_COLOURS[roles.get(label)]
            axes.plot(
                *zip(*sorted(points), strict=True),
                MARKERS[at % len(MARKERS)],
                color=colour,
                markersize=4.5,
                label=_legend(label, fits[label]) if at < 12 else None,
                zorder=3,
            )
            fit = fits[label]
            if fit is not None:
                ends = [min(x for x, _ in points), max(x for x, _ in points)]
                axes.plot(ends, [fit.at(x) for x in ends], color=colour, linewidth=1.3, zorder=2)
            elif joined:
                axes.plot(
                    *zip(*sorted(points), strict=True), color=colour, linewidth=1, linestyle=":", zorder=2
                )
        xs, ys = [x for x, _ in every], [y for _, y in every]
        for axis, values, text in (
            (axes.xaxis, xs, _tick_text),
            (axes.yaxis, ys, time_tick if y_is_time else _tick_text),
        ):
            low, high = _wide(min(values), max(values))
            (axes.set_xlim if axis is axes.xaxis else axes.set_ylim)(low, high)
            distinct = sorted(set(values))
            if axis is axes.xaxis and 2 <= len(distinct) <= 7:
                _fixed_ticks(axis, distinct)
            else:
                _log_ticks(axis, low, high, text)
        axes.grid(color=GRID, linewidth=0.8, zorder=0)
        axes.tick_params(length=0)
        axes.set_xlabel(_clip(x_name, 60))
        axes.set_ylabel(_clip(y_name, 40))
        figure.legend(
            loc="outside lower left",
            fontsize=9,
            frameon=False,
            handletextpad=0.2,
            borderaxespad=0,
            labelspacing=0.3,
        )
        description = "; ".join(_legend(label, fits[label], 300) for label in series)
        return _plot(figure, name, title, f"{y_name} by {x_name}: {description}")


def _fixed_ticks(axis: Any, values: Sequence[float]) -> None:
    import matplotlib.ticker

    kept = [values[0]]
    for value in values[1:]:
        if math.log(value / kept[-1]) > 0.1 * math.log(values[-1] / values[0]):
            kept.append(value)
    axis.set_major_locator(matplotlib.ticker.FixedLocator(kept))
    axis.set_minor_locator(matplotlib.ticker.NullLocator())
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: _tick_text(value)))


def _wide(low: float, high: float) -> tuple[float, float]:
    """Return bounds a little wider than the values, never the same twice."""
    room = max((high / low) ** 0.06, 1.15)
    return low / room, high * room


def _legend(label: str, fit: Fit | None, most: int = 52) -> str:
    return f"{_clip(label, most)}: exponent {fit}" if fit else _clip(label, most)


def _tick_text(value: float) -> str:
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
    with _figure(3.2) as figure:
        axes = figure.add_subplot()
        axes.set_yscale("log")
        every = [max(value, 0.8) for _, values in columns for value in values]
        for at, (_, values) in enumerate(columns):
            n = len(values)
            ordered = sorted(max(value, 0.8) for value in values)
            across = [at + 0.5 * ((place * 0.618034) % 1 - 0.5) for place in range(n)]
            axes.plot(across, ordered, "o", color=SERIES[0], markersize=3.5, alpha=0.75, zorder=3)
            middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
            axes.plot([at - 0.36, at + 0.36], [middle, middle], color=SERIES[1], linewidth=2, zorder=4)
        low, high = _wide(min(every), max(every))
        axes.set_ylim(low, high)
        _log_ticks(axes.yaxis, low, high, _tick_text)
        axes.set_xticks(range(len(columns)), [label for label, _ in columns])
        axes.set_xlim(-0.6, len(columns) - 0.4)
        axes.grid(axis="y", color=GRID, linewidth=0.8, zorder=0)
        axes.tick_params(length=0)
        axes.set_xlabel(x_name)
        axes.set_ylabel(y_name)
        description = "; ".join(
            f"{label}: {count_text(min(values))} to {count_text(max(values))}" for label, values in columns
        )
        return _plot(figure, name, title, f"{y_name} by {x_name}: {description}")
