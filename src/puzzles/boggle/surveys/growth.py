"""Measure how moves, words and time of a board grow with its side, with pruning and without."""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from ....base import PuzzleError
from ....console import aligned, draw, print_answer, seconds_text
from ....core.topology import neighbours
from ....core.walk.path_count import PathCounter
from ....lexicon.arguments import load_lexicon
from ....lexicon.lexicon import Lexicon
from ....svg import Drawing, Ink
from ...framework.command import exclude
from ..parse import board_size
from ..puzzle import Boggle
from ..rules import Rules
from ..solver import walk_exhaustively

SIDES = (2, 3, 4, 5, 6, 8, 16, 32, 100, 316, 1000)
BOARDS, WALKED, COUNTED = 12, 4, 6
"""Boards of a side; largest sides of which all paths are walked, and counted."""
COLOURS = {"with pruning": Ink.ACCENT, "without": Ink.GONE}


@dataclass(frozen=True, slots=True)
class Growth:
    """Averages over boards of one side; None where no pruning is out of reach, times above 4×4 estimated."""

    side: int
    words: float
    moves: float
    seconds: float
    all_moves: int | None
    all_seconds: float | None


def growth(
    lexicon: Lexicon, sides: Sequence[int], dice: str = "1987", seed: int = 0, rules: Rules | None = None
) -> list[Growth]:
    """Return what random boards of each side take, the least time of three solves of each."""
    rows, per_move = list[Growth](), 0.0
    for side in sides:
        boards = [Boggle.random(side, dice=dice, seed=seed + k, rules=rules) for k in range(BOARDS)]
        results = [[board.solve(lexicon, threads=1) for _ in range(3)] for board in boards]
        every, spent = None, None
        if side <= WALKED:
            walked = walk_exhaustively(boards[0].board, boards[0].board_rules, lexicon)
            every, spent = walked["moves"], walked["seconds"]
            per_move = spent / every
        elif side <= COUNTED:
            every = _all_paths(side, boards[0].board_rules)
            spent = every * per_move
        words = statistics.fmean(each[0].count for each in results)
        moves = statistics.fmean(each[0].moves for each in results)
        least = statistics.fmean(min(one.stats.seconds for one in each) for each in results)
        rows.append(Growth(side, words, moves, least, every, spent))
    return rows


def _all_paths(side: int, rules: Rules) -> int:
    table = neighbours(side, side, rules.kind, rules.wrap)
    counter = PathCounter(table, np.arange(side * side, dtype=np.int32), memory=1 << 31)
    while counter.run(1 << 20):
        pass
    if not counter.finished:
        raise PuzzleError(f"the paths of a {side}×{side} board need more than 2 GiB; pass a smaller --size")
    return counter.count()


def run_growth(args: argparse.Namespace, rules: Rules) -> int:
    """Print or draw the growth up to ``--size``."""
    exclude(args, "--growth", "puzzle", "random", "generate", "all", "count", "word", "html", "exhaustive")
    if args.format not in ("text", "json"):
        raise PuzzleError(f"--growth cannot be written as --format {args.format}; use text or json")
    height, width = board_size(args.size or "6x6")
    if height != width or height not in SIDES:
        raise PuzzleError(f"--growth needs a --size of {', '.join(f'{n}x{n}' for n in SIDES)}")
    sides = [side for side in SIDES if side <= height]
    seed = args.seed or 0
    rows = growth(load_lexicon(args), sides, args.dice or "1987", seed, rules)
    with draw(args, svg=lambda: drawn(rows)) as taken:
        if args.format == "json":
            print_answer(args, {"growth": [asdict(row) for row in rows], "seed": seed})
        elif not taken:
            print(table_text(rows), f"seed {seed}", sep=", ")
    return 0


def table_text(rows: Sequence[Growth]) -> str:
    """Return the figures as a table."""
    table = [["board", "words", "moves", "time", "all paths", "time"]]
    for row in rows:
        every = (
            "–" if row.all_moves is None else f"{row.all_moves:,}" if row.side < 5 else f"{row.all_moves:.2e}"
        )
        spent = "–" if row.all_seconds is None else _span(row.all_seconds)
        estimated = "≈ " if row.side > WALKED and row.all_seconds else ""
        name, taken = f"{row.side}×{row.side}", seconds_text(row.seconds)
        table.append([name, f"{row.words:,.1f}", f"{row.moves:,.0f}", taken, every, f"{estimated}{spent}"])
    notes = [
        "All paths: those that a search without pruning walks; ≈ is estimated.",
        f"Means of {BOARDS} boards",
    ]
    return "\n".join([*aligned(table), *notes])


def _span(seconds: float) -> str:
    return seconds_text(seconds) if seconds < 1e6 else f"{seconds / 31_557_600:.2g} years"


def drawn(rows: Sequence[Growth]) -> str:
    """Return a plot of time by side, both axes logarithmic."""
    lines = {
        "with pruning": [(row.side, row.seconds) for row in rows],
        "without": [(row.side, row.all_seconds) for row in rows if row.all_seconds],
    }
    points = [point for line in lines.values() for point in line]
    low, high = (
        math.floor(math.log10(min(y for _, y in points))),
        math.ceil(math.log10(max(y for _, y in points))),
    )
    last = max(math.log(rows[-1].side / rows[0].side), 1e-9)
    picture = Drawing(640, 400, "Seconds of a board by its side, with pruning and without")
    picture.rect(0, 0, 640, 400, fill=Ink.PAPER)

    def at(side: int, seconds: float) -> tuple[float, float]:
        across, up = math.log(side / rows[0].side) / last, (math.log10(seconds) - low) / max(high - low, 1)
        return 80 + 440 * across, 350 - 320 * up

    for power in range(low, high + 1):
        y = at(rows[0].side, 10.0**power)[1]
        picture.line(80, y, 520, y, stroke=Ink.LINE)
        picture.text(42, y, _span(10.0**power), 12)
    for row in rows:
        picture.text(at(row.side, 10.0**low)[0], 366, str(row.side), 11)
    for name, line in lines.items():
        places = [at(side, seconds) for side, seconds in line]
        picture.polyline(places, stroke=COLOURS[name], stroke_width=2)
        picture.text(places[-1][0] + 55, places[-1][1], name, 13, fill=COLOURS[name])
    picture.text(300, 388, "N of an N×N board", 13)
    return str(picture)
