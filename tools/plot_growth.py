"""Measure and draw how the cost of a Boggle board grows with its size.

python tools/plot_growth.py enable2k.txt docs/boggle_growth.svg

The least processor time of `board.solve()` over some rounds, one thread; prints the table of docs/boggle.md.
"""

import math
import sys
import time
from pathlib import Path

from unriddle import Boggle, Lexicon
from unriddle.puzzles.framework.svg import Drawing

SIDES = (2, 3, 4, 5, 8, 16, 32, 100, 316, 1000)
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640.0, 400.0, 70.0, 50.0, 20.0, 110.0
COLOURS = {"uniform": "#1f77b4", "1987": "#d62728", "english": "#2ca02c"}
NAMES = {"uniform": "uniform", "1987": "dice", "english": "English"}


def measure(lexicon: Lexicon) -> dict[str, list[tuple[int, float]]]:
    """Return (side, seconds) by kind of letters."""
    series: dict[str, list[tuple[int, float]]] = {}
    for letters in NAMES:
        for side in SIDES:
            board = Boggle.random(side, dice=letters, seed=side)
            board.solve(lexicon)
            best, end = math.inf, time.perf_counter() + 1
            while time.perf_counter() < end:
                start = time.process_time()
                board.solve(lexicon)
                best = min(best, time.process_time() - start)
            series.setdefault(letters, []).append((side, best))
    return series


def table(series: dict[str, list[tuple[int, float]]]) -> str:
    """Return the figures as Markdown, in milliseconds."""
    rows = [f"| board | {' | '.join(NAMES.values())} |", "|---|" + "---|" * len(NAMES)]
    for place, side in enumerate(SIDES):
        times = " | ".join(f"{series[letters][place][1] * 1e3:.3g} ms" for letters in NAMES)
        rows.append(f"| {side}×{side} | {times} |")
    return "\n".join(rows)


def draw(series: dict[str, list[tuple[int, float]]]) -> str:
    """Return the SVG of a log-log plot."""
    points = [point for row in series.values() for point in row]
    low_x, high_x = math.log10(min(x for x, _ in points)), math.log10(max(x for x, _ in points))
    low_y, high_y = (
        math.floor(math.log10(min(y for _, y in points))),
        math.ceil(math.log10(max(y for _, y in points))),
    )
    picture = Drawing(WIDTH, HEIGHT, "Seconds by side of the board, both axes logarithmic")
    picture.rect(0, 0, WIDTH, HEIGHT, fill="#ffffff")

    def at(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - low_x) / (high_x - low_x)
        up = (math.log10(y) - low_y) / (high_y - low_y)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - BOTTOM - TOP)

    for power in range(low_y, high_y + 1):
        x, y = at(10**low_x, 10**power)
        picture.line(x, y, WIDTH - RIGHT, y, stroke="#dddddd")
        label = (
            f"{10 ** (power + 6):.0f} µs"
            if power < -3
            else f"{10 ** (power + 3):.0f} ms"
            if power < 0
            else "1 s"
        )
        picture.text(LEFT - 32, y, label if power < 1 else f"{10**power} s", 12)
    for side in sorted({x for x, _ in points}):
        x, y = at(side, 10**low_y)
        picture.text(x, y + 16, str(side), 11)
    picture.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "N of an N×N board", 13)
    for letters, row in series.items():
        picture.polyline([at(x, y) for x, y in row], stroke=COLOURS[letters], stroke_width=2)
        for x, y in row:
            picture.circle(*at(x, y), 3, fill=COLOURS[letters])
    ends = sorted((at(*row[-1])[1], letters) for letters, row in series.items())
    for place, (y, letters) in enumerate(ends):
        picture.text(
            WIDTH - RIGHT + 45, max(y, ends[0][0] + 16 * place), NAMES[letters], 13, fill=COLOURS[letters]
        )
    return str(picture)


def main() -> None:
    """Measure, write the picture, print the table."""
    if len(sys.argv) != 3:
        raise SystemExit("usage: plot_growth.py WORDS PICTURE.svg")
    series = measure(Lexicon.load(sys.argv[1]))
    Path(sys.argv[2]).write_text(draw(series))
    print(table(series))


if __name__ == "__main__":
    main()
