"""Columns of texts and of lists of texts, as arrays: strings are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Lists", "TextTable", "Texts"]


class TextTable:
    """Texts that many lists are made of; what writers need of them is made once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts: NDArray[np.str_] = np.array(texts, dtype=np.str_)

    @cached_property
    def json(self) -> Texts:
        """The texts as JSON."""
        import json

        encode = json.JSONEncoder(ensure_ascii=False).encode
        return Texts.of([encode(text) for text in self.texts.tolist()], "backslashreplace")


@dataclass(frozen=True, eq=False)
class Lists(Sequence[list[str]]):
    """Lists of texts from a table of texts, made when they are asked for; a quick value of ``texts``.

    Attributes
    ----------
    offsets : int64 array of shape (n + 1,)
    numbers : array of whole numbers
        List i has the texts ``numbers[offsets[i]:offsets[i + 1]]`` of the table.
    table : TextTable
        Shared by all lists of a batch.

    Examples
    --------
    >>> list(Lists(np.array([0, 2, 3]), np.array([1, 0, 1]), TextTable(["tea", "eat"])))
    [['eat', 'tea'], ['eat']]
    """

    offsets: NDArray[np.int64]
    numbers: NDArray[np.integer]
    table: TextTable

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        texts: list[str] = self.table.texts[
            self.numbers[self.offsets[place] : self.offsets[place + 1]]
        ].tolist()
        return texts

    def __iter__(self) -> Iterator[list[str]]:
        texts = self.table.texts[self.numbers].tolist()
        return (texts[start:end] for start, end in pairwise(self.offsets.tolist()))


@dataclass(frozen=True, eq=False)
class Texts(Sequence[str]):
    """Texts in one array, made into strings when they are asked for; a quick value of ``text``.

    Attributes
    ----------
    data : uint8 array
        UTF-8, one text after the other.
    offsets : int64 array of shape (n + 1,)
        Text i is ``data[offsets[i]:offsets[i + 1]]``.

    Examples
    --------
    >>> texts = Texts.of(["tea", "", "eat"])
    >>> texts.offsets.tolist(), list(texts)
    ([0, 3, 3, 6], ['tea', '', 'eat'])
    """

    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str], errors: str = "surrogatepass") -> Texts:
        """Return some strings as such texts; `errors` as `str.encode` takes it."""
        joined = "".join(texts)
        if joined.isascii():
            return cls.cut(joined.encode(), list(map(len, texts)))
        parts = [text.encode("utf-8", errors) for text in texts]
        return cls.cut(b"".join(parts), list(map(len, parts)))

    @classmethod
    def cut(cls, data: bytes, sizes: Sequence[int] | NDArray[np.integer]) -> Texts:
        """Return texts of so many bytes each, that stand one after the other."""
        offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
        np.cumsum(sizes, out=offsets[1:])
        return cls(np.frombuffer(data, dtype=np.uint8), offsets)

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return (
            self.data[self.offsets[place] : self.offsets[place + 1]]
            .tobytes()
            .decode("utf-8", "surrogatepass")
        )

    def __iter__(self) -> Iterator[str]:
        data, ends = self.data.tobytes(), pairwise(self.offsets.tolist())
        if data.isascii():
            text = data.decode()
            return (text[start:end] for start, end in ends)
        return (data[start:end].decode("utf-8", "surrogatepass") for start, end in ends)
