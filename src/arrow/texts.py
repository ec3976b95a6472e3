"""Texts as slices of one buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Texts"]


@dataclass(frozen=True, eq=False)
class Texts(Sequence[str]):
    """Texts as slices of one buffer, each made when it is asked for.

    Attributes
    ----------
    data : uint8 array
    starts, ends : int64 arrays of shape (n,)
        The bytes of text i are ``data[starts[i]:ends[i]]``, UTF-8.
    name : str
        What errors call them.

    Examples
    --------
    >>> texts = Texts(np.frombuffer(b"teaeat", dtype=np.uint8), np.array([0, 3]), np.array([3, 6]))
    >>> list(texts), texts[1], texts[1:]
    (['tea', 'eat'], 'eat', ['eat'])
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    name: str = "column"

    def __len__(self) -> int:
        return self.starts.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        raw = self.data[self.starts[place] : self.ends[place]].tobytes()
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as reason:
            wrong = f"byte 0x{raw[reason.start]:02x} is not UTF-8, expected UTF-8 text"
            raise PuzzleError(wrong, file=self.name, index=place, column=reason.start + 1) from None

    def table(self) -> NDArray[np.uint8] | None:
        """Return the bytes as an array of a row a text; None where texts are of several lengths.

        Examples
        --------
        >>> Texts(np.frombuffer(b"teaeat", dtype=np.uint8), np.array([0, 3]), np.array([3, 6])).table()
        array([[116, 101,  97],
               [101,  97, 116]], dtype=uint8)
        """
        sizes = self.ends - self.starts
        size = int(sizes[0]) if sizes.size else 0
        if (sizes != size).any():
            return None
        first = int(self.starts[0]) if sizes.size else 0
        if (np.diff(self.starts) == size).all():
            return self.data[first : first + size * sizes.size].reshape(sizes.size, size)
        taken: NDArray[np.uint8] = self.data[self.starts[:, None] + np.arange(size)]
        return taken

    def __iter__(self) -> Iterator[str]:
        raw = self.data.tobytes()
        if raw.isascii():
            text = raw.decode("ascii")
            return (text[a:b] for a, b in zip(self.starts.tolist(), self.ends.tolist(), strict=True))
        return (self[place] for place in range(len(self)))
