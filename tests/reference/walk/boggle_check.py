"""Twin of `unriddle.core.walk.boggle_check`: whether all words of an answer are on a board."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["judge"]

MOST_CELLS = 64
OTHER = 255


def judge(
    text: NDArray[np.uint8],
    ends: NDArray[np.int64],
    boards: NDArray[np.uint8],
    qu: NDArray[np.uint8],
    near: NDArray[np.uint64],
    most: int,
    verdicts: NDArray[np.uint8],
) -> None:
    """Judge answers to boards of one shape by the paths that spell their words."""
    n, cells = len(ends), boards.shape[1]
    if cells > MOST_CELLS or len(near) != cells:
        raise ValueError(
            f"{cells} cells with neighbours of {len(near)}, expected as many, at most {MOST_CELLS}"
        )
    if len(boards) not in (1, n) or len(qu) != len(boards) or len(verdicts) != n:
        raise ValueError(f"{n} answers to {len(boards)} boards, expected as many")
    starts = [0, *ends.tolist()]
    for k in range(n):
        if not starts[k] <= starts[k + 1] <= len(text):
            raise ValueError(f"answer {k} ends at {starts[k + 1]}, expected {starts[k]} to {len(text)}")
    adjacent = [[cell for cell in range(cells) if int(mask) >> cell & 1] for mask in near]
    for k in range(n):
        board = k if len(boards) > 1 else 0
        tiles = [chr(97 + code) if code < 26 else "" for code in boards[board].tolist()]
        answer = text[starts[k] : starts[k + 1]].tobytes().decode("latin-1")
        verdicts[k] = _judged(tiles, adjacent, bool(qu[board]), answer, most)


def _judged(tiles: list[str], adjacent: list[list[int]], qu: bool, answer: str, most: int) -> int:
    words = [word.lower() for word in re.split(r"[ \t\n\v\f\r,/]+", answer) if word]
    if not words or not tiles or set("".join(words)) - set(ascii_lowercase):
        return OTHER
    if qu:
        tiles = ["qu" if tile == "q" else tile for tile in tiles]
    found = []
    for word in words:
        letters = re.findall("qu|." if qu else ".", word)
        able = len(letters) <= len(tiles) and not (qu and "q" in letters)
        try:
            found.append(able and _spelt(tiles, adjacent, letters, [], [most]))
        except TimeoutError:
            return OTHER
    return 0 if all(found) else 1


def _spelt(
    tiles: list[str], adjacent: list[list[int]], letters: list[str], path: list[int], left: list[int]
) -> bool:
    """Say whether a path continues with letters: depth first, cells in rising order, each counted."""
    for cell in adjacent[path[-1]] if path else range(len(tiles)):
        if cell in path or tiles[cell] != letters[len(path)]:
            continue
        if not left[0]:
            raise TimeoutError
        left[0] -= 1
        if len(path) + 1 == len(letters) or _spelt(tiles, adjacent, letters, [*path, cell], left):
            return True
    return False
