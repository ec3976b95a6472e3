"""The words of a lexicon as a sequence that makes them when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from .info import LexiconInfo
    from .lexicon import Lexicon

__all__ = ["Words"]


class Words(Sequence[str]):
    """The words of a lexicon in order, each made when it is asked for.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> words = Lexicon(["tea", "at", "eat"]).words
    >>> words[0], words[-1], words[1:], words.index("eat"), "TEA" in words
    ('at', 'tea', ['eat', 'tea'], 1, True)
    """

    __slots__ = ("_lexicon",)

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    @property
    def info(self) -> LexiconInfo:
        """The same as `Lexicon.info`."""
        return self._lexicon.info

    def __len__(self) -> int:
        return len(self._lexicon)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._lexicon.decode(range(len(self))[index])
        return self._lexicon.word(index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lexicon)

    def __contains__(self, word: object) -> bool:
        return word in self._lexicon

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a word; ValueError where it is none."""
        number = self._lexicon.number(value) if isinstance(value, str) else -1
        if number not in range(len(self))[start:stop]:
            raise ValueError(f"{value!r} is not in the lexicon")
        return number

    def count(self, value: object) -> int:
        """Return 1 for a word of the lexicon, else 0."""
        return int(value in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Words):
            return self._lexicon == other._lexicon
        if isinstance(other, (list, tuple)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3])) + (", …" if len(self) > 3 else "")
        return f"<{len(self):,} words: {shown}>"
