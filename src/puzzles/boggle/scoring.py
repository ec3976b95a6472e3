"""Score words by length, by letters, and by the cells of their paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ...repr_html import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

USUAL_POINTS = (0, 0, 0, 1, 1, 2, 3, 5, 11)
"""Points by length in the game's rules; longer words are worth the last."""
MOST_POINTS = 1_000_000
LENGTHS = 256


@dataclass(frozen=True, eq=False)
class Scoring(Shown):
    """Score words by length, by letters, and by multipliers of cells.

    Parameters
    ----------
    by_length : sequence or mapping of int, optional
        Points by length: of a sequence the last stands for all longer words; lengths that a mapping does
        not name score as the next shorter one it names. The usual points by default.
    letter_values : mapping of str to int, optional
        Points of each letter, in any case, added to those by length; one that is not named is worth 0.
    multipliers : sequence of str, optional
        One per cell, row by row: ``2L`` and ``3L`` multiply the letters of the cell's tile, ``2W`` and ``3W``
        the whole word, "" does nothing. A word scores its best path.

    Examples
    --------
    >>> Scoring().points("quiz"), Scoring({3: 1, 5: 10}).points("seven")
    (1, 10)
    >>> Scoring((0,), letter_values={"q": 10, "u": 1}).points("quu")
    12
    """

    by_length: Sequence[int] | Mapping[int, int] = USUAL_POINTS
    letter_values: Mapping[str, int] = field(default_factory=dict)
    multipliers: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.letter_values, Mapping):
            raise PuzzleError(f"letter_values={self.letter_values!r:.40}, expected points by letter")
        letters: dict[str, int] = {}
        for key, value in self.letter_values.items():
            letter = key.lower() if isinstance(key, str) else ""
            if len(letter) != 1 or letters.setdefault(letter, value) != value:
                raise PuzzleError(f"{key!r:.40} in letter_values, expected each letter once, such as 'q'")
        object.__setattr__(self, "letter_values", letters)
        pairs = self._pairs()
        for length in pairs:
            if isinstance(length, bool) or not isinstance(length, int):
                raise PuzzleError(f"length {length!r:.40}, expected a whole number")
        for points in [*pairs.values(), *self.letter_values.values()]:
            if isinstance(points, bool) or not isinstance(points, int) or abs(points) > MOST_POINTS:
                raise PuzzleError(f"points {points!r:.40}, expected a whole number to {MOST_POINTS:,}")
        if isinstance(self.multipliers, (str, bytes)) or not isinstance(self.multipliers, Sequence):
            raise PuzzleError(f"multipliers={self.multipliers!r:.40}, expected one a cell")
        for mark in self.multipliers:
            if not isinstance(mark, str) or (
                mark and (len(mark) != 2 or mark[0] not in "123456789" or mark[1] not in "LW")
            ):
                raise PuzzleError(f"multiplier {mark!r:.40}, expected such as 2L, 3W or an empty text")

    def _pairs(self) -> dict[int, int]:
        if isinstance(self.by_length, Mapping):
            return dict(self.by_length)
        if isinstance(self.by_length, str) or not isinstance(self.by_length, Sequence):
            raise PuzzleError(f"points {self.by_length!r:.40}, expected numbers by length")
        if not self.by_length:
            raise PuzzleError("no points; give at least one")
        return dict(enumerate(self.by_length))

    def _key(self) -> tuple[object, ...]:
        values = tuple(sorted(self.letter_values.items()))
        return self._table.tobytes(), values, tuple(self.multipliers)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Scoring) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def to_dict(self) -> dict[str, Any]:
        """Return the scoring as JSON values; `from_dict` makes an equal one.

        Examples
        --------
        >>> Scoring({3: 1, 5: 10}).to_dict()
        {'by_length': [0, 0, 0, 1, 1, 10]}
        """
        points = self._pairs()
        longest = max([1, *(length for length in points if length < LENGTHS)])
        values: dict[str, Any] = {"by_length": self._table[: longest + 1].tolist()}
        if self.letter_values:
            values["letter_values"] = dict(self.letter_values)
        if any(self.multipliers):
            values["multipliers"] = list(self.multipliers)
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Scoring:
        """Make a scoring from what `to_dict` returned.

        Raises
        ------
        PuzzleError
            A key that is unknown, a value that is none.
        """
        try:
            return cls(**values)
        except (TypeError, AttributeError):
            known = [one.name for one in fields(cls)]
            keys = values if isinstance(values, Mapping) else ()
            wrong = next((key for key in keys if key not in known), values)
            raise PuzzleError(f"{wrong!r:.40} is not a scoring key; use {', '.join(known)}") from None

    @cached_property
    def by_length_only(self) -> bool:
        """Whether the length alone makes the score."""
        return not self.letter_values and not any(self.multipliers)

    @cached_property
    def _table(self) -> NDArray[np.int32]:
        table = np.zeros(LENGTHS, dtype=np.int32)
        for length, points in sorted(self._pairs().items()):
            if 0 <= length < LENGTHS:
                table[length:] = points
        table[:1] = 0
        return table

    @cached_property
    def most_by_length(self) -> int:
        """The most points, of either sign, that a word has by its length."""
        return int(np.abs(self._table).max())

    @cached_property
    def _tables(self) -> dict[int, NDArray[np.int32]]:
        """Hold what `table` returned, by the fewest letters."""
        return {}

    def table(self, min_length: int = 1) -> NDArray[np.int32]:
        """Return the points by length, int32 of shape (256,), read-only; 0 below `min_length`."""
        table = self._tables.get(min_length)
        if table is None:
            table = self._tables[min_length] = self._table.copy()
            table[: max(min_length, 1)] = 0
            table.flags.writeable = False
        return table

    def points(self, word: str) -> int:
        """Return the points of a word, multipliers of cells left out."""
        by_letter = sum(self.letter_values.get(letter, 0) for letter in word.lower())
        return int(self._table[min(len(word), LENGTHS - 1)]) + by_letter

    def values(self, lexicon: Lexicon, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the points of words by their numbers, multipliers of cells left out."""
        values: NDArray[np.int64] = self._table[lexicon.lengths[numbers]].astype(np.int64)
        if self.letter_values:
            of_letter = np.array(
                [self.letter_values.get(letter, 0) for letter in lexicon.alphabet], dtype=np.int64
            )
            sums = np.concatenate([[0], np.cumsum(of_letter[lexicon.letter_codes])])
            values += sums[lexicon.offsets[numbers + 1]] - sums[lexicon.offsets[numbers]]
        return values

    def along(self, word: str, path: Sequence[int], tiles: Sequence[str]) -> int:
        """Return the points of a word by a path of cells; `tiles` are the letters that each cell gives."""
        letters, times, place = 0, 1, 0
        for cell, tile in zip(path, tiles, strict=True):
            mark = self.multipliers[cell] if cell < len(self.multipliers) else ""
            spelt = word[place : place + len(tile)]  # a wildcard is worth the letter that it stands for
            place += len(tile)
            value = sum(self.letter_values.get(letter, 0) for letter in spelt)
            letters += value * int(mark[0]) if mark.endswith("L") else value
            times *= int(mark[0]) if mark.endswith("W") else 1
        return (int(self._table[min(len(word), LENGTHS - 1)]) + letters) * times


USUAL = Scoring()
"""The points of the game's rules."""
