"""The questions of Boggle assignments, answered from the figures that a run holds.

How do moves, words and time grow with the side of the board; what does turning back save; why can the number
of words not be read off the size? A move is a path that is walked. The answers need cases that say rows and
cols, and moves and words of each board; those with pruning off are named "every path" or have the parameter
pruning False. Each sentence is made from figures, or not made.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .blocks import Block, Cell, Column, Paragraph, Section, Table
from .fit import power_law
from .groups import Group
from .plots import curves, strips
from .results import Case
from .units import count_text, percent, ratio_text, time_text

__all__ = ["Size", "answers", "sizes_of"]

LARGEST = 10
"""Largest side that is asked about."""


@dataclass(slots=True)
class Size:
    """The square boards of one side.

    Attributes
    ----------
    side : int
    words, moves : dict
        Board -> how many, with pruning.
    every_path : list of float
        Paths of a board, without pruning: walked, or counted.
    seconds : dict
        (role, pruned) -> seconds of a board, one entry a case.
    """

    side: int
    words: dict[object, float] = field(default_factory=dict)
    moves: dict[object, float] = field(default_factory=dict)
    every_path: list[float] = field(default_factory=list)
    seconds: dict[tuple[str, bool], list[float]] = field(default_factory=dict)

    @property
    def cells(self) -> int:
        """Cells of a board."""
        return self.side * self.side

    @property
    def name(self) -> str:
        """The size as people write it."""
        return f"{self.side}×{self.side}"

    def time(self, role: str, pruned: bool) -> float | None:
        """Return the median seconds of a board, None where they were not measured."""
        found = self.seconds.get((role, pruned))
        return statistics.median(found) if found else None


def _pruned(case: Case) -> bool:
    """Say whether a case turns back where no word begins."""
    told = case.params.get("pruning", "").lower()
    if told in ("true", "false", "on", "off"):
        return told in ("true", "on")
    said = " ".join([case.group, case.name, case.series or "", *case.params.values()]).replace("_", " ")
    return "every path" not in said and "without pruning" not in said


def sizes_of(groups: Iterable[Group]) -> list[Size]:
    """Return the sizes of square boards that cases tell moves or words of, the smallest first."""
    cases = [
        case
        for group in groups
        for case in group.cases
        if case.side is not None
        and case.side[0] == case.side[1]
        and 2 <= case.side[0] <= LARGEST
        and case.facts.keys() & {"moves", "words"}
    ]
    meant = [case for case in cases if "growth" in case.group.lower()]
    found: dict[int, Size] = {}
    for case in meant or cases:
        assert case.side is not None
        _add(found.setdefault(case.side[0], Size(case.side[0])), case)
    return [found[side] for side in sorted(found)]


def _add(size: Size, case: Case) -> None:
    pruned = _pruned(case)
    words, moves = case.facts.get("words", ()), case.facts.get("moves", ())
    seeds: Sequence[object] = case.facts.get("seeds", ()) or case.facts.get("seed", ())
    boards = seeds if len(seeds) == max(len(words), len(moves)) else range(max(len(words), len(moves)))
    if pruned and (case.role == "kernel" or not size.words):
        size.words.update(zip(boards, words, strict=False))
        size.moves.update(zip(boards, moves, strict=False))
    if not pruned:
        size.every_path.extend(moves)
    if words or pruned:  # what only counts the paths walks none of them
        size.seconds.setdefault((case.role or "", pruned), []).append(case.seconds)


def answers(groups: Sequence[Group]) -> Section:
    """Return the section that answers the questions as far as the figures go."""
    sizes = sizes_of(groups)
    blocks: list[Block] = [
        *_growth([size for size in sizes if size.moves or size.words]),
        *_pruning([size for size in sizes if size.moves or size.every_path]),
        *_words([size for size in sizes if len(size.words) >= 3]),
    ]
    if not blocks:
        blocks = [
            Paragraph(
                "The results hold no Boggle boards of several sizes with their moves and words: "
                "`python -m benchmarks growth paths` measures them."
            )
        ]
    return Section("The questions of the assignments", blocks, "questions", True)


def _median(values: Iterable[float]) -> float | None:
    values = list(values)
    return statistics.median(values) if values else None


def _cell(value: float | None, text: str | None = None) -> Cell:
    if value is None:
        return Cell("–")
    return Cell(count_text(value) if text is None else text, value)


Kind = tuple[str, list[tuple[Size, float | None]], Callable[[float], str]]
"""What grows: its name, its value at each size, how one is written."""


def _growth(sizes: Sequence[Size]) -> list[Block]:
    if len(sizes) < 2:
        return []
    kinds: list[Kind] = [
        ("moves", [(size, _median(size.moves.values())) for size in sizes], count_text),
        ("words", [(size, _median(size.words.values())) for size in sizes], count_text),
        ("time", [(size, size.time("kernel", True)) for size in sizes], time_text),
    ]
    paths = [(size, _median(size.every_path)) for size in sizes if size.every_path]
    drawn = {"moves with pruning": kinds[0][1], "words": kinds[1][1], "all paths, without pruning": paths}
    blocks: list[Block] = [
        Paragraph(
            f"From {sizes[0].name} to {sizes[-1].name}, turning back where no word begins, the medians grow: "
            f"{'; '.join(_growing(kinds))}."
        ),
        *_growth_curves(drawn),
        _growth_table(sizes, kinds),
        *_without_pruning(paths),
    ]
    return [Section("How do moves, words and time grow?", blocks, "question-growth")]


def _growing(kinds: Sequence[Kind]) -> Iterator[str]:
    """Yield what each kind grows from and to, and by which power of the cells."""
    for name, points, text in kinds:
        known = [(size, value) for size, value in points if value is not None]
        if len(known) < 2:
            continue
        fit = power_law([(size.cells, value) for size, value in known])
        power = f", as the cells to the power {fit}" if fit else ""
        yield f"the {name} of a board from {text(known[0][1])} to {text(known[-1][1])}{power}"


def _growth_curves(drawn: Mapping[str, Sequence[tuple[Size, float | None]]]) -> Iterator[Block]:
    series = {
        label: [(float(size.side), value) for size, value in points if value]
        for label, points in drawn.items()
    }
    if any(series.values()):
        yield curves(
            "growth-by-side",
            "Moves and words of a board of letters by its side",
            series,
            x_name="side of the board",
            y_name="moves or words",
            y_is_time=False,
            fitted=("moves with pruning", "words"),
        )


def _growth_table(sizes: Sequence[Size], kinds: Sequence[Kind]) -> Table:
    rows = []
    for at, size in enumerate(sizes):
        row = [Cell(size.name, size.side), _cell(len(size.words or size.moves))]
        for _, points, text in kinds:
            value, before = points[at][1], points[at - 1][1] if at else None
            row.append(_cell(value, None if value is None else text(value)))
            row.append(
                _cell(value / before, f"{ratio_text(value / before)}×") if value and before else Cell("–")
            )
        rows.append(row)
    heads = [Column("board"), Column("boards", True)]
    for name, _, _ in kinds:
        heads += [Column(name, True), Column("×", True)]
    caption = (
        "Moves, words and time of a board by its size, with pruning; × is the factor from the size before"
    )
    return Table(caption, heads, rows)


def _without_pruning(paths: Sequence[tuple[Size, float | None]]) -> Iterator[Block]:
    """Yield that no power of the size describes the number of paths, where that shows."""
    if len(paths) < 3:
        return
    slopes = [
        math.log((after or 1) / (before or 1)) / math.log(large.cells / small.cells)
        for (small, before), (large, after) in pairwise(paths)
    ]
    if all(one < other for one, other in pairwise(slopes)):
        yield Paragraph(
            f"Without pruning a board has {count_text(paths[0][1] or 0)} paths at {paths[0][0].name} "
            f"and {count_text(paths[-1][1] or 0)} at {paths[-1][0].name}, and no power of the size "
            f"describes it: from each size to the next the exponent is larger, {slopes[0]:.1f} at "
            f"first and {slopes[-1]:.1f} at last."
        )


def _pruning(sizes: Sequence[Size]) -> list[Block]:
    roles = [("textbook", "textbook"), ("kernel", "compiled")]
    rows, factors, times, guessed = [], [], [], False
    rates = {role: rate for role, _ in roles if (rate := _path_time(sizes, role))}
    for size in sizes:
        off, on = _median(size.every_path), _median(size.moves.values())
        row = [Cell(size.name, size.side), _cell(off), _cell(on)]
        if off and on:
            factors.append((size, off / on))
        row.append(_cell(off / on, f"{ratio_text(off / on)}×") if off and on else Cell("–"))
        for role, name in roles:
            without, with_it = size.time(role, False), size.time(role, True)
            if without is None and off and role in rates:
                guessed = True
                row.append(Cell(f"≈ {time_text(off * rates[role][1])} *", off * rates[role][1]))
            else:
                row.append(_cell(without, None if without is None else time_text(without)))
            row.append(_cell(with_it, None if with_it is None else time_text(with_it)))
            if without and with_it:
                times.append((size, name, without / with_it))
        rows.append(row)
    if not factors and not times:
        return []
    sentences = []
    if factors:
        size, factor = factors[-1]
        sentences.append(
            f"At {size.name} a walk of all paths makes {ratio_text(factor)} times the moves of one that "
            "turns back where no word begins with the letters so far."
        )
        if len(factors) > 1 and all(one < other for (_, one), (_, other) in pairwise(factors)):
            sentences.append(
                f"The larger the board, the more is saved: a factor of {ratio_text(factors[0][1])} at "
                f"{factors[0][0].name}, {ratio_text(factor)} at {size.name}."
            )
    sentences += _sped_up(times, roles)
    if guessed:
        sentences.append(_guessed(rates, roles))
    heads = ["moves, all paths", "moves, pruned", "saved"]
    heads += [f"{name}, {way}" for _, name in roles for way in ("off", "on")]
    return [
        Section(
            "What does pruning save?",
            [
                Paragraph(" ".join(sentences)),
                Table(
                    "Pruning off and on: moves of a board, and time of a board in plain Python and compiled",
                    [Column("board"), *(Column(head, True) for head in heads)],
                    rows,
                ),
            ],
            "question-pruning",
        )
    ]


def _sped_up(times: Sequence[tuple[Size, str, float]], roles: Sequence[tuple[str, str]]) -> list[str]:
    """Return for each solver how much faster pruning made it, at the largest size measured both ways."""
    said_of: list[str] = []
    for _, name in roles:
        found = [(size, ratio) for size, solver, ratio in times if solver == name]
        if found:
            size, ratio = found[-1]
            said = (
                f"{ratio_text(ratio)} times as fast with pruning"
                if ratio >= 1
                else f"{ratio_text(1 / ratio)} times as fast without pruning"
            )
            said_of.append(f"Measured at {size.name}, the {name} search is {said}.")
    return said_of


def _guessed(rates: Mapping[str, tuple[Size, float]], roles: Sequence[tuple[str, str]]) -> str:
    """Return what the times that were not measured come from."""
    told = "; ".join(
        f"{name}: {time_text(rates[role][1])} a path at {rates[role][0].name}"
        for role, name in roles
        if role in rates
    )
    return (
        "What is marked with * was not run: it is extrapolated, the paths of the board times what one "
        f"took at the largest size that was ({told})."
    )


def _path_time(sizes: Sequence[Size], role: str) -> tuple[Size, float] | None:
    """Return the largest size whose paths were all walked, and the seconds of a path there."""
    for size in reversed(sizes):
        seconds, paths = size.time(role, False), _median(size.every_path)
        if seconds and paths:
            return size, seconds / paths
    return None


def _of_words(sizes: Sequence[Size]) -> list[str]:
    """Return what can be said about the number of words of boards of one size."""
    told = next((size for size in sizes if size.side == 4), sizes[-1])
    low, high = min(told.words.values()), max(told.words.values())
    sentences = [
        f"Of {len(told.words)} boards {told.name}, the poorest has {_some(low)} and the richest {_some(high)}"
        + (f", {ratio_text(high / low)} times as many at the same size." if low else ", at the same size.")
    ]
    overlaps = []
    for small, large in pairwise(sizes):
        pairs = [a >= b for a in small.words.values() for b in large.words.values()]
        overlaps.append((sum(pairs) / len(pairs), small, large))
    share, small, large = max(overlaps, key=lambda entry: entry[0], default=(0.0, told, told))
    if share > 0:
        sentences.append(
            f"The ranges of neighbouring sizes overlap: of a {small.name} and a {large.name} board, the "
            f"smaller has as many words or more in {percent(share)} of the pairs."
        )
    elif overlaps:
        sentences.append("The ranges of the sizes measured do not overlap, yet each is wide.")
    paths = [size for size in sizes if len(size.every_path) > 1]
    if paths and all(len(set(size.every_path)) == 1 for size in paths):
        sentences.append(
            f"All boards {paths[-1].name} have the same {count_text(paths[-1].every_path[0])} paths; how "
            "many of them spell words is up to the letters and to which of them touch."
        )
    ranked = [(size, rank) for size in sizes if (rank := _rank_correlation(size)) is not None]
    if ranked:
        size, rank = ranked[-1]
        if rank >= 0.5:
            sentences.append(
                f"What does tell is how far the letters lead: among the {size.name} boards the words go with "
                f"the moves of a pruned search (rank correlation {rank:.2f})."
            )
    return sentences


def _words(sizes: Sequence[Size]) -> list[Block]:
    if not sizes:
        return []
    rows = []
    for size in sizes:
        values = sorted(size.words.values())
        low, high = values[0], values[-1]
        rows.append(
            [
                Cell(size.name, size.side),
                _cell(len(values)),
                _cell(low),
                _cell(statistics.median(values)),
                _cell(high),
                _cell(high / low, f"{ratio_text(high / low)}×") if low else Cell("–"),
            ]
        )
    heads = ("boards", "fewest words", "median", "most words", "most / fewest")
    return [
        Section(
            "Why can the number of words not be read off the size?",
            [
                Paragraph(" ".join(_of_words(sizes))),
                strips(
                    "words-of-boards",
                    "Words of single boards by size",
                    [(size.name, list(size.words.values())) for size in sizes],
                    x_name="board; the bar is the median",
                    y_name="words (none is drawn at the foot)",
                ),
                Table(
                    "Words of boards of one size",
                    [Column("board"), *(Column(head, True) for head in heads)],
                    rows,
                ),
            ],
            "question-words",
        )
    ]


def _some(count: float) -> str:
    """Return a count of words."""
    return "no word" if count == 0 else "1 word" if count == 1 else f"{count_text(count)} words"


def _rank_correlation(size: Size) -> float | None:
    """Return Spearman's rank correlation of moves and words over the boards of a size."""
    boards = [board for board in size.words if board in size.moves]
    if len(boards) < 5:
        return None
    ranks = []
    for values in (size.words, size.moves):
        ordered = sorted(values[board] for board in boards)
        ranks.append([ordered.index(values[board]) + ordered.count(values[board]) / 2 for board in boards])
    try:
        return statistics.correlation(*ranks)
    except statistics.StatisticsError:
        return None
