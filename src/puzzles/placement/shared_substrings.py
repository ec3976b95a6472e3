"""What words have in common: letters in a row, as lists of words for the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["parts_of"]

Parts = tuple["NDArray[np.int64]", "NDArray[np.int32]", "NDArray[np.int64]", "NDArray[np.int32]"]


def parts_of(
    codes: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    n_letters: int,
    length: int,
    alone: NDArray[np.bool_],
) -> Parts:
    """Return which words keep which others out of a filling, as `PlacementSearch.keep_apart` takes them.

    Words that have `length` letters in a row in common keep each other out, but for two that are `alone`.

    Parameters
    ----------
    codes : uint8 array
        The letters of all words, one word after another.
    offsets : int64 array of shape (n_words + 1,)
        Where each word begins.
    n_letters : int
        Size of the alphabet.
    length : int
        Letters of a part.
    alone : bool array of shape (n_words,)
        Words that keep only the others out.

    Returns
    -------
    tuple of arrays
        Lists of each word, and words of each list: a list is the words with a part; for words that are
        `alone`, those with it that are not.

    Notes
    -----
    O(letters * (length + log letters)).

    Examples
    --------
    >>> import numpy as np
    >>> codes, offsets = np.array([0, 1, 2, 1, 2], np.uint8), np.array([0, 3, 5])  # "abc" and "bc"
    >>> [part.tolist() for part in parts_of(codes, offsets, 3, 2, np.zeros(2, bool))]
    [[0, 2, 3], [0, 1, 1], [0, 1, 3], [0, 0, 1]]
    """
    n_words = len(offsets) - 1
    begins = np.maximum(np.diff(offsets) - length + 1, 0)
    word = np.repeat(np.arange(n_words), begins)
    at = np.arange(len(word)) - np.repeat(np.cumsum(begins) - begins, begins) + offsets[:-1][word]
    part, n_parts = np.zeros(len(at), np.int64), 1
    for k in range(length):
        part, n_parts = _ranks(part * n_letters + codes[at + k])
    pairs = _distinct(np.sort(part * n_words + word))  # a part may stand twice in a word
    part, word = np.divmod(pairs, max(n_words, 1))
    order = np.argsort(word, kind="stable")
    per_word, lists, members = np.bincount(word, minlength=n_words), part, word
    sizes = np.bincount(part, minlength=n_parts)
    if alone.any():  # a second half of the lists leaves out the words that are
        others = ~alone[word]
        lists = np.where(others, part, part + n_parts)
        members = np.concatenate([word, word[others]])
        sizes = np.concatenate([sizes, np.bincount(part[others], minlength=n_parts)])
    return _starts(per_word), lists[order].astype(np.int32), _starts(sizes), members.astype(np.int32)


def _ranks(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the place of each value among the distinct ones, and how many there are."""
    known = _distinct(np.sort(values))
    return np.searchsorted(known, values), len(known)


def _distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return sorted values each once; `np.unique` would import `numpy.ma`."""
    if not len(values):
        return values
    first: NDArray[np.bool_] = np.concatenate([[True], values[1:] != values[:-1]])
    return values[first]


def _starts(sizes: NDArray[Any]) -> NDArray[np.int64]:
    starts = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts
