"""How far above the optimum the solutions of 24-puzzles are that `solve` finds within some seconds.

python benchmarks/excess.py       # korf_24_puzzle.txt in the folder UNRIDDLE_DATA, 10 s a board
python benchmarks/excess.py --numbers 40 38 --seconds 5
python benchmarks/excess.py --threads 1 FILE

A line of the file is a number, the optimal length, the nodes that were published, and the cells, blank first.
The pattern databases are made before, and do not count.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from unriddle import Limits, MNPuzzle, build_tables


def boards(path: Path, numbers: list[int] | None) -> list[tuple[int, int, MNPuzzle]]:
    """Return number, optimal length and board of each line, or of those asked for."""
    lines = [
        line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"
    ]
    return [
        (int(line[0]), int(line[1]), MNPuzzle.from_cells(map(int, line[3:]), 5, blank_first=True))
        for line in lines
        if not numbers or int(line[0]) in numbers
    ]


def main() -> int:
    """Solve, and print a line a board; exit 1 where a bound is wrong, 2 where there is no board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Path(os.environ.get("UNRIDDLE_DATA", "."), "korf_24_puzzle.txt")
    parser.add_argument("file", nargs="?", type=Path, default=usual, help="the boards")
    parser.add_argument("--numbers", type=int, nargs="*", help="of the boards; all by default")
    parser.add_argument("--seconds", type=float, default=10, help="of wall time for each board")
    parser.add_argument("--threads", type=int, default=0, help="all cores by default")
    args = parser.parse_args()
    if not args.file.exists():
        parser.error(f"{args.file} is not there, expected a file of 24-puzzles")
    chosen = boards(args.file, args.numbers)
    if not chosen:
        parser.error(f"{args.file} has none of these numbers")
    build_tables(5)
    over, wrong = [], 0
    print("number  optimum  found  over %  bound     nodes  wall s   cpu s")
    for number, optimum, board in chosen:
        wall, busy = time.perf_counter(), time.process_time()
        result = board.solve(threads=args.threads, limits=Limits(seconds=args.seconds))
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
        wrong += not (result.lower_bound <= optimum <= result.length and board.check(result))
        over.append(100 * (result.length / optimum - 1))
        print(
            f"{number:6}  {optimum:7}  {result.length:5}  {over[-1]:6.2f}  {result.lower_bound:5}"
            f"  {result.stats.nodes:8.2g}  {wall:6.1f}  {busy:6.1f}",
            flush=True,
        )
    mean = sum(over) / len(over)
    print(f"{len(over)} boards, above the optimum {mean:.2f} % in the mean, {max(over):.2f} % at most")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
