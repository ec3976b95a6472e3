"""How the ratings of Sudokus go with guesses of a solver, over lists in the folder that UNRIDDLE_DATA names.

python tools/ratings.py                        # 200 grids of each list
python tools/ratings.py --grids 50 FILE ...    # other lists: a grid in each line, and a rating behind it

Spearman's rank correlation, ties by mean ranks, of the rating (grade, then score within the grade) with the
guesses that `solve` takes to prove the solution the only one; of each list, and of all of them together. Of a
list whose lines end with a rating that others gave, as of the Sudoku Exchange's bank, with that too.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unriddle import Difficulty, Rating, SudokuPuzzle

CELLS = 81
RATING = re.compile(r"[0-9]{1,2}\.[0-9]+")
LISTS = ("sudoku_17_clue.txt", "sudoku_top1465.txt", "sudoku_hardest.txt")


def grids(path: Path, count: int) -> tuple[list[SudokuPuzzle], NDArray[np.float64] | None]:
    """Return grids of a list, as many as asked for, evenly spread over it; and their ratings, if any."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    step = max(1, len(lines) // count)
    fields = [line.replace(":", " ").split() for line in lines[::step][:count]]
    found = [SudokuPuzzle.parse(next(field for field in row if len(field) == CELLS)) for row in fields]
    if not all(RATING.fullmatch(row[-1]) for row in fields):
        return found, None
    return found, np.array([float(row[-1]) for row in fields])


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ranks of values, equal ones with their mean.

    Examples
    --------
    >>> ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [1.5, 0.0, 1.5]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: NDArray[np.float64] = last - (counts + 1) / 2
    return mean[places]


def spearman(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation; nan where one side is all equal.

    Examples
    --------
    >>> round(spearman(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 9.0])), 3)
    1.0
    """
    a, b = ranks(one), ranks(other)
    a, b = a - a.mean(), b - b.mean()
    spread = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / spread if spread else float("nan")


def key(rating: Rating) -> float:
    """Return a number that orders ratings: by grade, then by score."""
    return list(Difficulty).index(rating.difficulty) * 1e6 + rating.score


def main() -> int:
    """Print a row for each list, and one for all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", help="lists; three of UNRIDDLE_DATA by default")
    parser.add_argument("--grids", type=int, default=200, metavar="N", help="grids of each list (200)")
    args = parser.parse_args()
    folder = os.environ.get("UNRIDDLE_DATA")
    if not args.files and folder is None:
        print("no lists, expected FILE, or the folder of lists in UNRIDDLE_DATA", file=sys.stderr)
        return 2
    paths = [Path(file) for file in args.files] or [Path(folder or "") / name for name in LISTS]
    print(f"{'list':26}{'grids':>6}{'correlation':>13}{'median score':>14}{'mean guesses':>14}  grades")
    rated, guessed = [], []
    for path in paths:
        found, said = grids(path, args.grids)
        ratings = [puzzle.rating() for puzzle in found]
        guesses = SudokuPuzzle.solve_many(found).guesses.astype(np.float64)
        rated.append(np.array([key(rating) for rating in ratings]))
        guessed.append(guesses)
        counts = Counter(str(rating.difficulty) for rating in ratings)
        print(
            f"{path.stem:26}{len(found):6}{spearman(rated[-1], guesses):13.2f}"
            f"{np.median([rating.score for rating in ratings]):14.0f}{guesses.mean():14.2f}"
            f"  {', '.join(f'{counts[level]} {level}' for level in Difficulty if counts[level])}"
        )
        if said is not None:
            scores = np.array([float(rating.score) for rating in ratings])
            print(
                f"{'  with the ratings said':26}{'':6}{spearman(rated[-1], said):13.2f}"
                f"  (score alone {spearman(scores, said):.2f}, guesses {spearman(guesses, said):.2f})"
            )
    every, guesses = np.concatenate(rated), np.concatenate(guessed)
    print(f"{'all':26}{len(every):6}{spearman(every, guesses):13.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
