"""Find how many words a board has by its size, and write it to docs/notes/large_boards.md with its plot.

python tools/plot_large.py enable2k.txt                    # to 10^8 cells, some minutes
python tools/plot_large.py enable2k.txt --cells 1e10       # two sizes more: minutes for each kind of letters

Square random boards of uniform letters, of the dice of 1987 and of English letters, each of ten times as
many cells as the one before. Beside the words that are found stand those that a model expects. Letters are
drawn one by one, so a cell begins walks(n) × the product of the shares of its tiles paths of a word of n
tiles on average, walks(n) being the self-avoiding walks of n - 1 steps. Paths of a word come in clusters,
as one of its cells may be exchanged for another of the same letter: there are about 6 such cells for the
first and the last, and 96/56 for the others, each with the share of its letter, s together; with a Poisson
number of exchanges a cluster has s / (1 - exp(-s)) paths. A board has a word with a chance of 1 -
exp(-clusters); edges are left out. Exact walks are those of `word_seeds.WALKS`; longer ones grow by 5.833 ×
(1 + 11/32 ÷ steps) a step, the usual law of such walks with the constant that fits the exact ones.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.report.charts import curves
from unriddle import Lexicon
from unriddle.puzzles.boggle import RandomBoard, StreamResult, stream
from unriddle.puzzles.boggle.streaming.seeds import WALKS, Spelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOT = Path(__file__).parent.parent
PAGE, PICTURE = ROOT / "docs" / "notes" / "large_boards.md", ROOT / "docs" / "large_words.svg"
BEGIN, END = "<!-- words by cells: begin, made by tools/plot_large.py -->", "<!-- words by cells: end -->"
LETTERS = {"uniform": "uniform", "1987": "dice", "english": "English"}
SEED = 1
GROWTH, EXPONENT = 5.833, 11 / 32
OTHERS = 6.0, 96 / 56
"""Cells that may stand for the first or the last of a path; for another one, over all walks of two steps."""
LISTED = 8


@dataclass
class Board:
    """A board that was searched."""

    side: int
    words: int
    paths: int
    expected: float

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.side * self.side


def walks(tiles: int) -> float:
    """Return the self-avoiding walks over so many cells, from one of them on."""
    exact = WALKS[0]
    count = float(exact[min(tiles, len(exact)) - 1])
    for steps in range(len(exact), tiles):
        count *= GROWTH * (1 + EXPONENT / steps)
    return count


def a_cell(lexicon: Lexicon, board: RandomBoard) -> NDArray[np.float64]:
    """Return how many clusters of paths each word has a cell on average; 0 where no tiles spell it."""
    weights = board.weights()
    total, qu = sum(weights.values()), "qu" in weights
    shares = np.zeros(32)
    for tile, weight in weights.items():
        if tile[:1] in lexicon.alphabet:
            shares[lexicon.alphabet.index(tile[:1])] = weight / total
    numbers = np.arange(len(lexicon))
    spelled = Spelled.of(lexicon, numbers, qu)
    means = np.array([walks(int(count)) for count in spelled.lengths])
    exchanged = np.zeros(len(lexicon))
    for place in range(spelled.codes.shape[1]):
        there, share = place < spelled.lengths, shares[spelled.codes[:, place]]
        means *= np.where(there, share, 1.0)
        at_end = (place == 0) | (place == spelled.lengths - 1)
        exchanged += np.where(there, share * np.where(at_end, *OTHERS), 0.0)
    means *= -np.expm1(-exchanged) / np.maximum(exchanged, 1e-9)
    if qu:  # a tile of a q alone there is not
        u, q = lexicon.alphabet.index("u"), lexicon.alphabet.index("q")
        whole = Spelled.of(lexicon, numbers)
        after = np.pad(whole.codes[:, 1:], ((0, 0), (0, 1)), constant_values=255)
        behind = np.arange(whole.codes.shape[1]) + 1 < whole.lengths[:, None]
        inside = np.arange(whole.codes.shape[1]) < whole.lengths[:, None]
        means[((whole.codes == q) & inside & ~((after == u) & behind)).any(axis=1)] = 0.0
    return means


def searched(
    lexicon: Lexicon, dice: str, sides: list[int], threads: int
) -> tuple[list[Board], StreamResult, NDArray[np.float64]]:
    """Search boards of some sizes; return them, what the last one had, and the model."""
    boards = []
    for side in sides:
        board = RandomBoard((side, side), dice=dice, seed=SEED)
        means = a_cell(lexicon, board)
        found = stream(board, lexicon, threads=threads)
        usable = means[lexicon.lengths >= found.rules.min_length]
        expected = float(-np.expm1(-usable * side * side).sum())
        boards.append(Board(side, found.count, found.stats.generated, expected))
        print(f"{dice} {side}x{side}: {found.count:,} words, {expected:,.0f} expected", flush=True)
    return boards, found, means


def power(value: float) -> str:
    """Return a number of cells as people write it.

    Examples
    --------
    >>> power(100), power(2.345e13)
    ('10²', '2.3 · 10¹³')
    """
    digits, exponent = f"{value:.1e}".split("e")
    raised = str(int(exponent)).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
    return f"10{raised}" if digits == "1.0" else f"{digits} · 10{raised}"


def by_size(series: dict[str, list[Board]]) -> str:
    """Return words found and expected by size, as Markdown."""
    heads = [f"{name}, {what}" for name in LETTERS.values() for what in ("found", "expected")]
    lines = [f"| cells | {' | '.join(heads)} |", "|---|" + "---:|" * len(heads)]
    for row in zip(*series.values(), strict=True):
        cells = " | ".join(f"{board.words:,} | {board.expected:,.0f}" for board in row)
        lines.append(f"| {row[0].side:,} × {row[0].side:,} | {cells} |")
    return "\n".join(lines)


def by_stretch(series: dict[str, list[Board]]) -> str:
    """Return paths a cell between two sizes, as Markdown."""
    lines = ["| cells | " + " | ".join(LETTERS.values()) + " |", "|---|" + "---:|" * len(LETTERS)]
    first = next(iter(series.values()))
    for place in range(len(first)):
        figures = []
        for boards in series.values():
            before = boards[place - 1] if place else Board(0, 0, 0, 0.0)
            paths, cells = boards[place].paths - before.paths, boards[place].cells - before.cells
            figures.append(f"{paths / cells:,.3g}")
        begin = power(first[place - 1].cells) if place else "0"
        lines.append(f"| {begin} to {power(first[place].cells)} | {' | '.join(figures)} |")
    return "\n".join(lines)


def by_rarity(lexicon: Lexicon, found: StreamResult, means: NDArray[np.float64], cells: int) -> str:
    """Return how many words of each rarity a board has, as Markdown."""
    lines = ["| expected once in so many cells | words | found | expected |", "|---|---:|---:|---:|"]
    usable = (means > 0) & (lexicon.lengths >= found.rules.min_length)
    has = np.zeros(len(lexicon), dtype=bool)
    has[found.numbers] = True
    decades = np.where(usable, np.floor(-np.log10(np.where(usable, means, 1.0))), -1).astype(int)
    for decade in range(max(0, round(math.log10(cells)) - 3), int(decades.max()) + 1):
        these = usable & (decades == decade)
        if these.any():
            expected = float(-np.expm1(-means[these] * cells).sum())
            figures = f"{int(these.sum()):,} | {int(has[these].sum()):,} | {expected:,.1f}"
            lines.append(f"| {power(10.0**decade)} to {power(10.0 ** (decade + 1))} | {figures} |")
    return "\n".join(lines)


def rarest(lexicon: Lexicon, found: StreamResult, means: NDArray[np.float64]) -> str:
    """Return the rarest words of a board, and of the list, as Markdown."""
    lines = ["| word | expected once in so many cells | found at cell |", "|---|---:|---:|"]
    order = np.argsort(means[found.numbers], kind="stable")
    for at in order[:LISTED].tolist():
        row, col = found.ends[at].tolist()
        once = power(1 / means[found.numbers[at]])
        lines.append(f"| {found.words[at]} | {once} | {power(row * found.cols + col + 1)} |")
    possible = np.flatnonzero((means > 0) & (lexicon.lengths >= found.rules.min_length))
    for number in possible[np.argsort(means[possible], kind="stable")][:LISTED].tolist():
        lines.append(f"| {lexicon.decode(np.array([number]))[0]} | {power(1 / means[number])} | – |")
    return "\n".join(lines)


def draw(series: dict[str, list[Board]]) -> str:
    """Return the plot of words by cells."""
    points = {
        LETTERS[dice]: [(float(board.cells), float(board.words)) for board in boards]
        for dice, boards in series.items()
    }
    chart = curves("Words by cells", "cells", points, y_name="words").svg
    for name, colour in (("ink", "#1b1f24"), ("line", "#d5d9de"), ("font", "sans-serif")):
        chart = chart.replace(f"var(--{name})", colour)  # a file of its own has no page with these
    return chart


def main() -> None:
    """Search, draw, and write the page's part."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lexicon", help="a word list")
    parser.add_argument("--cells", type=float, default=1e8, metavar="N", help="of the largest board (1e8)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of a search (1)")
    args = parser.parse_args()
    lexicon = Lexicon.load(args.lexicon)
    sides = [round(math.sqrt(10**power)) for power in range(2, round(math.log10(args.cells)) + 1)]
    series = {}
    for dice in LETTERS:
        series[dice], found, means = searched(lexicon, dice, sides, args.threads)
        if dice == "1987":
            rarity = by_rarity(lexicon, found, means, sides[-1] ** 2)
            words = rarest(lexicon, found, means)
    PICTURE.write_text(draw(series), encoding="utf-8")
    made = f"`python tools/plot_large.py enable2k.txt --cells {args.cells:.0e}`, seed {SEED}"
    parts = [
        f"![Words by cells, both axes logarithmic](../{PICTURE.name})",
        f"Words found, and expected by the model ({made}, {datetime.now(UTC):%Y-%m-%d}):",
        by_size(series),
        "Paths walked a cell, from one size to the next:",
        by_stretch(series),
        "Words of the largest board of dice by how rare they are:",
        rarity,
        f"The rarest words that the largest board of dice has, and the {LISTED} rarest of the list:",
        words,
    ]
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text("\n\n".join([before + BEGIN, *parts, END + rest.split(END)[1]]), encoding="utf-8")


if __name__ == "__main__":
    main()
