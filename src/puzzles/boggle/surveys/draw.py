"""Draw histograms of distributions, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...framework.svg import Drawing
from .distribution import Distribution

WIDTH, PANEL, EDGE, FOOT = 760.0, 170.0, 16.0, 34.0
"""Pixels: of the picture, the height of a panel, what is free at the sides, and below the bars."""
MOST_BARS, TICKS = 120, 8
BAR, MARK, INK, SOFT = "#6a8caf", "#c0392b", "#222222", "#6b665a"
MARKED = ((0.05, "5 %"), (0.5, "median"), (0.95, "95 %"))
"""Quantiles that are marked."""
FAR = 0.9995
"""A panel ends at this quantile; the greatest value is in the text."""


def bars_of(found: Distribution) -> tuple[int, int, list[int]]:
    """Return the first value of the first bar, how many values a bar has, and the boards of each bar."""
    last = int(found.quantile(FAR).value)
    counts = found.counts[: last - found.first + 1]
    wide = -(-counts.size // MOST_BARS)
    padded = np.zeros(-(-counts.size // wide) * wide, dtype=np.int64)
    padded[: counts.size] = counts
    return found.first, wide, [int(bar) for bar in padded.reshape(-1, wide).sum(axis=1)]


def histograms(title: str, name: str, panels: Sequence[tuple[str, Distribution]]) -> str:
    """Return a picture as SVG text: a histogram for each label and distribution."""
    height = 30 + PANEL * len(panels)
    picture = Drawing(WIDTH, height, title)
    picture.rect(0, 0, WIDTH, height, fill="#f4f1e8", rx=8)
    picture.text(EDGE, 18, f"{title}, {name:.60}", 15, text_anchor="start", fill=INK)
    for place, (label, found) in enumerate(panels):
        if found.n:
            _panel(picture, 30 + PANEL * place, found, label)
    return str(picture)


def _panel(picture: Drawing, top: float, found: Distribution, label: str) -> None:
    """Draw one histogram, its quantiles and its axis."""
    first, wide, bars = bars_of(found)
    step, height, foot = (WIDTH - 2 * EDGE) / len(bars), PANEL - FOOT - 34, top + PANEL - FOOT
    tallest = max(bars)
    for k, count in enumerate(bars):
        if count:
            tall = height * count / tallest
            picture.rect(EDGE + k * step, foot - tall, max(step - 1, 0.5), tall, fill=BAR)
    picture.line(EDGE, foot, WIDTH - EDGE, foot, stroke=SOFT)

    def across(value: float) -> float:
        return EDGE + ((value - first) + 0.5) / wide * step

    for share, name in MARKED:
        value = found.quantile(share).value
        x = min(across(value), WIDTH - EDGE)
        picture.line(x, foot - height - 6, x, foot, stroke=MARK, stroke_width=1.2, stroke_dasharray="4 3")
        anchor = "end" if share < 0.5 else "start" if share > 0.5 else "middle"
        picture.text(x, foot - height - 12, f"{name} {value:,.0f}", 11, text_anchor=anchor, fill=MARK)
    every = max(1, -(-len(bars) // TICKS)) if len(bars) > 2 * TICKS else 1
    for k in range(0, len(bars), every):
        picture.text(EDGE + (k + 0.5) * step, foot + 11, f"{first + k * wide:,}", 11, fill=SOFT)
    end = f"{label}: mean {found.mean.value:.4g}, most {found.most:,}"
    picture.text(WIDTH / 2, foot + 26, end, 12, fill=INK)
