"""Hold the distributions that a survey of rolls found; those of shards can be merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from ....base import PuzzleError, SearchStats, Status
from ....svg import Drawing, Ink
from ...framework.arguments import check_shape, check_whole
from ...framework.html import Frame, Row, Table, View, in_notebook, page
from ..dice.dice import dice_of
from ..result import Described
from ..rules import Rules
from .count import ranked
from .distribution import Distribution, Estimate, share_of

BLOCK = 4096
"""Boards that are rolled from one seed."""
VERSION = 1
MOST_WORDS = 10_000  # that a page lists
WIDTH, PANEL, EDGE, FOOT = 760.0, 170.0, 16.0, 34.0
"""Pixels: of the picture, the height of a panel, what is free at the sides, and below the bars."""
MOST_BARS, TICKS = 120, 8
MARKED = ((0.05, "5 %"), (0.5, "median"), (0.95, "95 %"))
"""Quantiles that are marked."""
LEGEND = "A bar is as high as boards have that many; dashed lines mark 5 %, half and 95 % of the boards."
FAR = 0.9995
"""A panel ends at this quantile; the greatest value is in the text."""
PANELS = (("words", "words a board"), ("score", "points a board"), ("longest", "letters of the longest word"))


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is surveyed: parts of equal jobs can be merged."""

    dice: str
    """Their name, or their text."""
    given: str | list[list[str]]
    """What `dice_of` reads."""
    shape: tuple[int, int]
    rules: Rules
    digest: str
    """Of the lexicon."""
    seed: int
    boards: int
    sample: int

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.boards // BLOCK)

    def size(self, block: int) -> int:
        """Return the number of boards of a block."""
        return min(BLOCK, self.boards - block * BLOCK)

    def sampled(self, block: int) -> bool:
        """Return whether the words of a block are counted one by one."""
        return block * BLOCK < self.sample


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Survey(Described):
    """How words, points and longest words are distributed over rolls of dice.

    The status is SOLVED where all boards of the call, or of its shard, are there, LIMIT after a limit or
    Ctrl-C: what is there is then whole blocks of 4,096 boards, a sample like any other.
    `stats.nodes` counts boards, `stats.generated` the paths walked.

    Examples
    --------
    >>> from unriddle.puzzles.boggle import survey
    >>> found = survey("AB CD EF TX", ["tea", "bed", "eat"], boards=5000, seed=1)
    >>> found.n, found.words.most, list(found.word_counts)
    (5000, 2, ['eat', 'tea', 'bed'])
    """

    job: Job
    lexicon: str
    """Name of the list."""
    done: int
    """Blocks that are there: bit b is block b."""
    words: Distribution
    score: Distribution
    longest: Distribution
    sampled: int
    """Boards whose words were counted one by one."""
    word_counts: Mapping[str, int]
    """Word -> number of the sampled boards that have it, the most frequent first."""

    def __str__(self) -> str:
        return f"{self.n:,} boards, {self.words.mean} words, {self.score.mean} points"

    @property
    def n(self) -> int:
        """Number of boards."""
        return self.words.n

    @property
    def complete(self) -> bool:
        """Whether all boards of the survey are there, those of other shards included."""
        return self.n == self.job.boards

    @property
    def dead(self) -> Estimate:
        """The share of boards without a word."""
        return self.words.share(most=0)

    def frequent(self, most: int = 20) -> list[tuple[str, Estimate]]:
        """Return the most frequent words, each with the share of `sampled` boards that it is on."""
        found = islice(self.word_counts.items(), check_whole("most", most, 0))
        return [(word, share_of(count, self.sampled)) for word, count in found]

    def merge(self, *others: Survey) -> Survey:
        """Return the survey of the boards of all: shards, or runs that ended early and their rest.

        Raises
        ------
        PuzzleError
            Another survey (dice, rules, words, seed, boards, sample); boards that are in two of them.

        Examples
        --------
        >>> from unriddle.puzzles.boggle import survey
        >>> a, b = (survey("AB CD EF TX", ["tea"], boards=9000, seed=1, shard=(i, 2)) for i in (1, 2))
        >>> a.merge(b).words == survey("AB CD EF TX", ["tea"], boards=9000, seed=1).words
        True
        """
        found = self
        for other in others:
            found = found._with(other)
        return found

    def _with(self, other: Survey) -> Survey:
        if not isinstance(other, Survey):
            raise PuzzleError(f"{other!r:.40}, expected a Survey")
        for name in ("dice", "shape", "rules", "digest", "seed", "boards", "sample"):
            mine, its = getattr(self.job, name), getattr(other.job, name)
            if mine != its:
                shown = "the list of words" if name == "digest" else f"{name} {its!s:.40}, not {mine!s:.40}"
                raise PuzzleError(f"the files are of different surveys: {shown}")
        if self.done & other.done:
            raise PuzzleError("the surveys have boards in common; merge each once")
        counts = Counter(self.word_counts)
        counts.update(other.word_counts)
        stats = ("nodes", "generated", "seconds")
        made = replace(
            self,
            stats=SearchStats(
                **{name: getattr(self.stats, name) + getattr(other.stats, name) for name in stats}
            ),
            done=self.done | other.done,
            sampled=self.sampled + other.sampled,
            word_counts=ranked(counts),
            interrupted=False,
            **{name: getattr(self, name) + getattr(other, name) for name, _ in PANELS},
        )
        return replace(made, status=Status.SOLVED if made.complete else Status.LIMIT)

    def to_dict(self) -> dict[str, Any]:
        """Return the survey as JSON values; `from_dict` makes an equal one."""
        job = self.job
        head = {"survey": VERSION, "status": str(self.status), "interrupted": self.interrupted}
        asked = {"dice": job.given, "shape": "{}x{}".format(*job.shape), "rules": job.rules.to_dict()}
        words = {"lexicon": self.lexicon, "digest": job.digest}
        numbers = {"seed": job.seed, "boards": job.boards, "sample": job.sample, "sampled": self.sampled}
        found = {name: getattr(self, name).to_dict() for name, _ in PANELS}
        counted = {"word_counts": dict(self.word_counts)}
        stats = {"nodes": self.stats.nodes, "moves": self.stats.generated, "seconds": self.stats.seconds}
        return {**head, **asked, **words, **numbers, "done": f"{self.done:x}", **found, **counted, **stats}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Survey:
        """Make a survey from what `to_dict` returned, after JSON or not.

        Raises
        ------
        PuzzleError
            Something else; parts that do not belong together.
        """
        try:
            return cls._read(values)
        except (TypeError, KeyError, ValueError, AttributeError, OverflowError) as error:
            why = f": {error}" if isinstance(error, PuzzleError) else ""
            raise PuzzleError(f"{values!r:.60}, expected what to_dict of a survey returned{why}") from None

    @classmethod
    def _read(cls, values: Mapping[str, Any]) -> Survey:
        if values["survey"] != VERSION:
            raise PuzzleError(f"version {values['survey']!r:.40}, expected {VERSION}")
        dice = dice_of(values["dice"])
        job = Job(
            dice=str(dice),
            given=dice.given,
            shape=check_shape(values["shape"]),
            rules=Rules(**values["rules"]),
            digest=str(values["digest"]),
            **{name: _count(values[name]) for name in ("seed", "boards", "sample")},
        )
        nodes, moves = _count(values["nodes"]), _count(values["moves"])
        made = cls(
            status=Status(values["status"]),
            stats=SearchStats(nodes=nodes, generated=moves, seconds=float(values["seconds"])),
            interrupted=bool(values["interrupted"]),
            job=job,
            lexicon=str(values["lexicon"]),
            done=int(values["done"], 16),
            sampled=_count(values["sampled"]),
            word_counts=ranked({str(word): _count(n) for word, n in values["word_counts"].items()}),
            **{name: Distribution.from_dict(values[name]) for name, _ in PANELS},
        )
        some = [block for block in range(job.blocks) if made.done >> block & 1]
        right = sum(map(job.size, some)), sum(job.size(block) for block in some if job.sampled(block))
        counted = made.n, made.score.n, made.longest.n, made.sampled
        if made.done >> job.blocks or counted != (*[right[0]] * 3, right[1]):
            raise PuzzleError("boards and counts differ")
        return made

    def to_svg(self) -> str:
        """Return the three distributions as a picture, SVG text."""
        rows, cols = self.job.shape
        title = f"{self.n:,} rolls of dice {self.job.dice!s:.40}, {rows} x {cols}"
        return histograms(title, self.lexicon, [(label, getattr(self, name)) for name, label in PANELS])

    def to_html(self) -> str:
        """Return a page of the distributions, and of the words by frequency."""
        return page(self.view())

    def _repr_html_(self) -> str:
        return in_notebook(self.view())

    def view(self) -> View:
        """Return what the page shows: the distributions, and words by frequency."""
        job = self.job
        facts = [("boards", f"{self.n:,}"), ("dice", f"{job.dice:.60}"), ("lexicon", self.lexicon)]
        facts += [("seed", str(job.seed))] + [("status", str(self.status))] * (not self.complete)
        if self.n:
            named = ("words", self.words), ("points", self.score), ("longest word", self.longest)
            facts += [(f"{name} a board", str(found.mean)) for name, found in named]
        found = self.frequent(MOST_WORDS) if self.sampled else []
        rows = [Row(values=(word, len(word), round(100 * share.value, 4))) for word, share in found]
        lead, notes = "", []
        if self.n:
            means = (f"{found.mean.value:.4g}" for _, found in named)
            lead = "On average {} words and {} points per board; the longest word has {} letters".format(
                *means
            )
        if rows:
            notes.append(f"Words by how many of {self.sampled:,} boards they are on.")
        if len(self.word_counts) > len(rows):
            notes.append(f"{len(self.word_counts) - len(rows):,} words are not listed.")
        return View(
            title=f"Boggle {job.shape[0]} × {job.shape[1]}: {self.n:,} rolls",
            lead=lead,
            facts=tuple(facts),
            frames=[Frame(svg=self.to_svg(), says=LEGEND)],
            table=Table(noun="words", columns=("word", "letters", "% of boards"), rows=rows, choices=(1,)),
            notes=tuple(notes),
        )

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _count(value: Any) -> int:
    """Return a whole number from 0 up."""
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise PuzzleError(f"{value!r:.40}, expected a whole number")
    return value


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
    picture.rect(0, 0, WIDTH, height, fill=Ink.RAISED, rx=8)
    picture.text(EDGE, 18, f"{title}, {name:.60}", 15, text_anchor="start")
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
            picture.rect(
                EDGE + k * step, foot - tall, max(step - 1, 0.5), tall, fill=Ink.ACCENT, fill_opacity=0.55
            )
    peak = f"highest bar: {tallest:,} board{'' if tallest == 1 else 's'}"
    picture.text(WIDTH - EDGE, foot - height - 24, peak, 11, text_anchor="end", fill=Ink.SOFT)
    picture.line(EDGE, foot, WIDTH - EDGE, foot, stroke=Ink.SOFT)

    def across(value: float) -> float:
        return EDGE + ((value - first) + 0.5) / wide * step

    for share, name in MARKED:
        value = found.quantile(share).value
        x = min(across(value), WIDTH - EDGE)
        picture.line(x, foot - height - 6, x, foot, stroke=Ink.GONE, stroke_width=1.2, stroke_dasharray="4 3")
        anchor = "end" if share < 0.5 else "start" if share > 0.5 else "middle"
        picture.text(x, foot - height - 12, f"{name} {value:,.0f}", 11, text_anchor=anchor, fill=Ink.GONE)
    every = max(1, -(-len(bars) // TICKS)) if len(bars) > 2 * TICKS else 1
    for k in range(0, len(bars), every):
        picture.text(EDGE + (k + 0.5) * step, foot + 11, f"{first + k * wide:,}", 11, fill=Ink.SOFT)
    end = f"{label}: mean {found.mean.value:.4g}, most {found.most:,}"
    picture.text(WIDTH / 2, foot + 26, end, 12)
