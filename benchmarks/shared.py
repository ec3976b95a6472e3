"""Words, boards, data and textbook algorithms that several benchmarks share; each is made once."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from reference.topology import neighbours
from unriddle.lexicon import Lexicon
from unriddle.puzzles.boggle.dice.dice import faces_of
from unriddle.puzzles.boggle.puzzle import Boggle
from unriddle.search.threads import workers_for

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
"""Whether sizes are tiny: what a test of the suite needs."""
T = TypeVar("T")


def pick(full: T, quick: T) -> T:
    """Return a size, or the tiny one."""
    return quick if QUICK else full


def answers_of(results: Iterable[Any]) -> list[Any]:
    """Return the values of each Sudoku's solution, or the number of solutions where there is not just one."""
    return [
        result.solution.array().ravel().tolist() if result.count == 1 else result.count for result in results
    ]


def sides(full: Sequence[int], quick: Sequence[int]) -> pytest.MarkDecorator:
    """Parametrize a test by the side of a square board."""
    return pytest.mark.parametrize("side", pick(full, quick), ids=lambda side: f"{side}x{side}")


threads = pytest.mark.parametrize("threads", range(1, min(workers_for(0), 16) + 1))


def data(name: str) -> Path:
    """Return a file of the folder that UNRIDDLE_DATA names; skip the test where none is named."""
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("needs puzzles with known answers: UNRIDDLE_DATA")
    nested = Path(folder) / "data"
    return (nested if nested.is_dir() else Path(folder)) / name


@cache
def rows(name: str) -> list[str]:
    """Return the lines of a file of data that are no comments."""
    return [line for line in data(name).read_text().splitlines() if line and line[0] != "#"]


@cache
def enable2k() -> Lexicon:
    """Return the word list ENABLE2K."""
    return Lexicon.load(data("enable2k.txt"))


def english(level: int | None = None) -> Lexicon:
    """Return the embedded list, or the part of it up to a level of rarity."""
    return Lexicon.load("english") if level is None else Lexicon.load("english", level=level)


@cache
def word_set() -> frozenset[str]:
    """Return the words of three letters or more."""
    return frozenset(word for word in english() if len(word) >= 3)


@cache
def prefixes() -> frozenset[str]:
    """Return the proper prefixes of those words."""
    return frozenset(word[:end] for word in word_set() for end in range(len(word)))


@cache
def _scratch() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="unriddle-bench-")


def scratch() -> Path:
    """Return a folder that is removed at exit."""
    return Path(_scratch().name)


def visited(found: Any) -> int:
    """Return the nodes of a result, or of a list of them together."""
    return sum(map(visited, found)) if isinstance(found, list) else int(found.stats.nodes)


def path_length(result: Any) -> list[int]:
    """Return the one answer of a search for a path."""
    return [result.stats.path_length]


def tiles_of(board: Boggle) -> list[str]:
    """Return the letters of each cell."""
    return [board.tile(cell) for cell in range(board.rows * board.cols)]


def as_letters(board: Boggle) -> Any:
    """Return the tiles as the definitions in plain Python take them."""
    return [[tuple(tile)] for tile in tiles_of(board)]


def spellable(board: Boggle) -> Any:
    """Return the words that a board has letters for, as tuples of letters."""
    lexicon = english()
    letters = "".join(tiles_of(board))
    have = np.array([letters.count(letter) for letter in lexicon.alphabet])
    enough = (_letter_counts() <= have).all(axis=1) & (lexicon.lengths >= 3)
    return {tuple(word) for word in lexicon.decode(np.flatnonzero(enough).astype(np.uint32))}


@cache
def _letter_counts() -> NDArray[np.int64]:
    lexicon = english()
    n, letters = len(lexicon), len(lexicon.alphabet)
    word_of = np.repeat(np.arange(n), lexicon.lengths)
    return np.bincount(word_of * letters + lexicon.letter_codes, minlength=n * letters).reshape(n, letters)


def board_of(side: int, dice: str = "1987", seed: int | None = None) -> Boggle:
    """Return a square board of dice, the same for the same side and seed."""
    return Boggle.random(side, dice=dice, seed=side if seed is None else seed)


def rolled(kind: str, count: int, seed: int = 1, up: int | None = None) -> NDArray[np.uint8]:
    """Return rolls of a set of dice as letter codes; a generator of its own draws the faces with `up`."""
    faces = np.array([[ord(face[0]) - 97 for face in die] for die in faces_of(kind)], dtype=np.uint8)
    rng, cells = np.random.default_rng(seed), len(faces)
    order = rng.permuted(np.tile(np.arange(cells), (count, 1)), axis=1)
    faced = rng if up is None else np.random.default_rng(up)
    boards: NDArray[np.uint8] = faces[order, faced.integers(0, 6, (count, cells))]
    return boards


def codes_4x4(kind: str, count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Return 4×4 boards of ``uniform`` letters or of dice; the first of many are those of few."""
    if kind == "uniform":
        return np.random.default_rng(seed).integers(0, 26, (count, 16)).astype(np.uint8)
    return rolled(kind, count, seed, seed + 1)


def in_letters(codes: NDArray[np.uint8]) -> list[str]:
    """Return boards of letter codes as strings."""
    return [row.tobytes().decode() for row in codes + np.uint8(ord("a"))]


def prefix_set(
    side: int, tiles: Sequence[str], words: Collection[str], begun: Collection[str]
) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: depth-first, back where no word begins so."""
    table, found, moves = neighbours(side, side), set(), 0
    used = [False] * len(tiles)

    def extend(cell: int, text: str) -> None:
        nonlocal moves
        word = text in words
        if word:
            found.add(text)
        if text not in begun:
            moves += word
            return
        moves += 1
        used[cell] = True
        for other in table[cell]:
            if not used[other]:
                extend(other, text + tiles[other])
        used[cell] = False

    for start in range(len(tiles)):
        extend(start, tiles[start])
    return found, moves


def every_path(side: int, tiles: Sequence[str], words: Collection[str]) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: every path made, then its string looked up."""
    table, found, moves = neighbours(side, side), set(), 0

    def extend(path: list[int], text: str) -> None:
        nonlocal moves
        moves += 1
        if text in words:
            found.add(text)
        for cell in table[path[-1]]:
            if cell not in path:
                extend([*path, cell], text + tiles[cell])

    for start in range(len(tiles)):
        extend([start], tiles[start])
    return found, moves


def lines_of(grid: Iterable[Iterable[Any]]) -> list[int]:
    """Return the numbers of a grid, row by row."""
    return [int(number) for row in grid for number in row]
