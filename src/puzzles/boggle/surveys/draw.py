"""Draws how words, points and longest words are distributed over the boards of a survey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...framework.html import Frame, Row, Table, View
from ...framework.svg import Drawing
from .distribution import Distribution

if TYPE_CHECKING:
    from .result import Survey

__all__ = ["draw", "view"]

WIDTH, PANEL, EDGE, FOOT = 760.0, 170.0, 16.0, 34.0
"""Pixels: of the picture, the height of a panel, what is free at the sides, and below the bars."""
MOST_BARS, TICKS = 120, 8
BAR, MARK, INK, SOFT = "#6a8caf", "#c0392b", "#222222", "#6b665a"
MOST_WORDS = 10_000
"""Words that a page lists."""
MARKED = ((0.05, "5 %"), (0.5, "median"), (0.95, "95 %"))
"""Quantiles that are marked."""
FAR = 0.9995
"""A panel ends where so many boards are left of it: the rest is said in words."""
PANELS = (("words", "words a board"), ("score", "points a board"), ("longest", "letters of the longest word"))


def bars_of(found: Distribution) -> tuple[int, int, list[int]]:
    """Return the first value of the first bar, how many values a bar has, and the boards of each bar.

    Examples
    --------
    >>> bars_of(Distribution.of(np.array([3, 5, 5])))
    (3, 1, [1, 0, 2])
    """
    last = int(found.quantile(FAR).value)
    counts = found.counts[: last - found.first + 1]
    wide = -(-counts.size // MOST_BARS)
    padded = np.zeros(-(-counts.size // wide) * wide, dtype=np.int64)
    padded[: counts.size] = counts
    return found.first, wide, [int(bar) for bar in padded.reshape(-1, wide).sum(axis=1)]


def draw(survey: Survey) -> str:
    """Return a picture of a survey as SVG text: a histogram each of words, points and longest word.

    Examples
    --------
    >>> from unriddle.puzzles.boggle import survey
    >>> draw(survey("AB CD EF TX", ["tea", "bad"], boards=100, seed=1)).count("median")
    3
    """
    job = survey.job
    title = f"{survey.n:,} rolls of dice {job.dice!s:.40}, {job.shape[0]} x {job.shape[1]}"
    picture = Drawing(WIDTH, 30 + PANEL * len(PANELS), title)
    picture.rect(0, 0, WIDTH, 30 + PANEL * len(PANELS), fill="#f4f1e8", rx=8)
    picture.text(EDGE, 18, f"{title}, {survey.lexicon:.60}", 15, text_anchor="start", fill=INK)
    for place, (name, label) in enumerate(PANELS):
        if survey.n:
            _panel(picture, 30 + PANEL * place, getattr(survey, name), label)
    return str(picture)


def view(survey: Survey) -> View:
    """Return what the page of a survey shows: the distributions, and words by how often they occur."""
    job = survey.job
    facts = [("boards", f"{survey.n:,}"), ("dice", f"{job.dice:.60}"), ("lexicon", survey.lexicon)]
    facts += [("seed", str(job.seed))] + [("status", str(survey.status))] * (not survey.complete)
    if survey.n:
        named = ("words", survey.words), ("points", survey.score), ("longest word", survey.longest)
        facts += [(f"{name} a board", str(found.mean)) for name, found in named]
    found = survey.frequent(MOST_WORDS) if survey.sampled else []
    rows = [Row(values=(word, len(word), round(100 * share.value, 4))) for word, share in found]
    notes = []
    if rows:
        notes.append(f"Words by how many of {survey.sampled:,} boards they are on.")
    if len(survey.word_counts) > len(rows):
        notes.append(f"{len(survey.word_counts) - len(rows):,} words are not listed.")
    return View(
        title=f"Boggle {job.shape[0]} × {job.shape[1]}: {survey.n:,} rolls",
        facts=tuple(facts),
        frames=[Frame(svg=draw(survey), says="words, points and longest word of the boards")],
        table=Table(noun="words", columns=("word", "letters", "% of boards"), rows=rows, choices=(1,)),
        notes=tuple(notes),
    )


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
