"""What the kernel takes and gives: letters as numbers, words as links between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...core.assign import gogen as kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["coded", "trace"]


def coded(cells: str, words: Iterable[str], alphabet: str) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
    """Return a puzzle in numbers, read-only: letter -> cell or -1, letter -> mask of the letters beside it."""
    code = {letter: k for k, letter in enumerate(alphabet)}
    givens = np.full(len(code), -1, dtype=np.int8)
    for cell, letter in enumerate(cells):
        if letter != ".":
            givens[code[letter]] = cell
    masks = [0] * len(code)
    for word in words:
        for a, b in pairwise(word):
            if a != b:  # a doubled letter has no place at all, and the kernel takes no link of one to itself
                masks[code[a]] |= 1 << code[b]
                masks[code[b]] |= 1 << code[a]
    links = np.array(masks, dtype=np.uint64)
    givens.flags.writeable = links.flags.writeable = False
    return givens, links


def trace(
    shape: tuple[int, int],
    arrays: tuple[NDArray[np.int8], NDArray[np.uint64]],
    alphabet: str,
    choices: Sequence[tuple[str, int]],
) -> list[str]:
    """Return the cells that are filled when all has followed from the givens, then from each choice."""
    givens, links = arrays[0].copy(), arrays[1]
    states = []
    for letter, cell in [("", -1), *choices]:
        if letter:
            givens[alphabet.index(letter)] = cell
        places = kernel.narrow(*shape, givens, links)
        cells = ["."] * len(alphabet)
        for ch, mask in zip(alphabet, [] if places is None else places.tolist(), strict=False):
            if mask & (mask - 1) == 0:
                cells[mask.bit_length() - 1] = ch
        states.append("".join(cells))
    return states
