"""Solve records of Boggle boards in batches, whole arrays where all tiles are letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ...core.decode_words import letter_rows
from ...io.grid_text import size_of
from ...lexicon.arguments import COMMON, board_lexicon
from ..framework.batch_records import (
    Answers,
    ArrayRecords,
    Batch,
    Column,
    Lists,
    Option,
    Records,
    TextRecords,
    TextTable,
    declared,
    limit_options,
    limit_reason,
    reason_of,
    record_limits,
)
from .kernel_cache import NEITHER, NO_LETTER, letter_table
from .many import ManySearch
from .parse import board_size, row_shape
from .parse_many import boards_of, wrong_codes
from .puzzle import Boggle
from .rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon
    from ...typing import ShapeLike

MAX_NODES = 100_000_000
"""Default limit of nodes per board: some seconds."""
Group = tuple["NDArray[np.int64]", Any, Any]  # places, boards as `boards_of` takes them, shape


RULES = declared(Rules)
"""Options of batches that `rules_from` reads."""


def rules_from(options: Mapping[str, Any]) -> Rules:
    """Return the rules that the options of a batch give."""
    return Rules(**{option.name.replace("-", "_"): options[option.name] for option in RULES})


class BoggleRecords(Batch):
    """Return scores, words, or words with a path each, of records of boards.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> boards = np.frombuffer(b"teasrat.t1as", dtype=np.uint8)
    >>> records = TextRecords(boards, np.array([0, 4, 8]), np.array([4, 8, 12]))
    >>> answers = BoggleRecords("words", {}, Lexicon(["tea", "eats", "tar"])).answer(records)
    >>> answers.columns[0], list(answers.columns[1])
    (array([2, 1]), [['eats', 'tea'], ['tar']])
    >>> answers.rejected
    [(2, "column 2: '1' is not a letter; use letters, . (hole) or ? (wildcard)")]
    """

    KIND = Boggle
    WHAT = ("score", "words", "paths")
    OPTIONS = (
        Option("shape", "set rows and columns of boards that are given in one row", metavar="RxC"),
        *RULES,
        *limit_options(MAX_NODES),
    )
    USES_LEXICON = True
    LEVEL = COMMON

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.words = board_lexicon(lexicon)
        self.lexicon = self.words
        shape = self.options["shape"]
        self._shape = None if shape is None else board_size(shape)
        self._rules = rules_from(self.options)
        self._limits = record_limits(self.options)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The score, the words, and one path for each word."""
        longest = self.words.max_length
        columns = (
            Column("score", "int"),
            Column("words", "texts", longest),
            Column("paths", "paths", longest),
        )
        return columns[: self.WHAT.index(self.what) + 1]

    def check_first(self, record: Any) -> str | None:
        """Raise PuzzleError for a file of one board by lines, and for rows of codes that need a shape."""
        if not isinstance(record, str):
            if self._shape is None and record.ndim == 1:
                row_shape(len(record))
        elif (said := size_of(record)) is not None:
            taken = "put one board on each line, with / between rows; unriddle boggle reads such a file"
            raise PuzzleError(f"the size {said[0]} {said[1]} of a board whose rows are lines; {taken}")
        return None

    def rules(self) -> dict[str, Any]:
        """Return shape and rules of the boards."""
        rules = self._rules
        said = {name: getattr(rules, name) for name in ("topology", "wrap", "qu", "min_length")}
        return {"shape": self._shape, **said}

    @cached_property
    def _letters(self) -> NDArray[np.uint8]:
        """Letter code of each byte: 255 for a letter that no word has, 254 for any other byte."""
        return np.frombuffer(letter_table(self.words.alphabet), dtype=np.uint8)

    @cached_property
    def _latin(self) -> bool:
        """Whether the letters a to z have the codes 0 to 25."""
        return np.array_equal(self._letters[ord("a") : ord("z") + 1], np.arange(26))

    @cached_property
    def _table(self) -> TextTable:
        return TextTable(self.words.decode(range(len(self.words))))

    def answer(self, records: Records) -> Answers:
        """Return the answers to some records."""
        rejected: list[tuple[int, str]] = []
        groups = self._groups(records, rejected)
        answered = [done for group in groups for done in self._solve(group, rejected)]
        rejected.sort()
        if not answered:
            return Answers(np.empty(0, np.int64), [()] * len(self.columns), rejected)
        if len(answered) == 1:
            return Answers(answered[0][0], answered[0][1], rejected)
        places = np.concatenate([places for places, _ in answered])
        order = np.argsort(places, kind="stable")
        columns: list[Any] = [np.concatenate([columns[0] for _, columns in answered])[order]]
        for number in range(1, len(self.columns)):
            values = [value for _, columns in answered for value in columns[number]]
            columns.append([values[place] for place in order.tolist()])
        return Answers(places[order], columns, rejected)

    def _groups(self, records: Records, rejected: list[tuple[int, str]]) -> list[Group]:
        """Return the records as groups of boards of one shape."""
        if isinstance(records, ArrayRecords):
            return self._arrays(records, rejected)
        groups, others = self._plain(records, rejected)
        by_shape: dict[tuple[int, ...], tuple[list[int], list[str]]] = {}
        for index in others:
            try:
                text = records[index]
                board = Boggle.parse(text, shape=self._shape, rules=self._rules)
                shape = self.same_shape(board).shape
            except PuzzleError as error:
                rejected.append((index, reason_of(error)))
            else:
                places, texts = by_shape.setdefault(shape, ([], []))
                places.append(index)
                texts.append(text)
        groups += [(np.array(places), texts, shape) for shape, (places, texts) in by_shape.items()]
        return groups

    def _plain(self, records: TextRecords, rejected: list[tuple[int, str]]) -> tuple[list[Group], list[int]]:
        """Return groups of boards that are one row of ASCII letters, and the places of all others."""
        groups: list[Group] = []
        others: list[int] = []
        codes = letter_rows(records.data, records.starts, records.ends) if self._latin else None
        if codes is not None and self._fits(codes.shape[1]):
            self._add_group(np.arange(len(codes)), codes, groups, rejected)
            return groups, []
        sizes = records.ends - records.starts
        alike = sizes.size and (sizes == sizes[0]).all()
        for size in [int(sizes[0])] if alike else np.unique(sizes).tolist():
            places = np.flatnonzero(sizes == size)
            if not size or not self._fits(size) or (places.size < 16 and places.size != sizes.size):
                others += places.tolist()
                continue
            codes = self._letters[records.data[records.starts[places][:, None] + np.arange(size)]]
            bad = (codes == NEITHER).any(axis=1)
            others += places[bad].tolist()
            self._add_group(places[~bad], codes[~bad], groups, rejected)
        return groups, sorted(others)

    def _add_group(
        self,
        places: NDArray[np.int64],
        codes: NDArray[np.uint8],
        groups: list[Group],
        rejected: list[tuple[int, str]],
    ) -> None:
        """Add boards of letters in one row; reject them where they need a shape and have none."""
        try:
            shape = self._shape or row_shape(codes.shape[1])
        except PuzzleError as error:
            rejected += [(place, error.reason) for place in places.tolist()]
        else:
            if places.size:
                groups.append((places, codes, shape))

    def _fits(self, size: int) -> bool:
        """Return whether letters in a row can have the wanted shape."""
        if self._shape is not None:
            return self._shape[0] * self._shape[1] == size
        side = isqrt(size)
        return side * side != size or self.bound in (None, (side, side))

    def shape_of(self, puzzle: Boggle) -> tuple[int, int]:
        """Return rows and columns."""
        return puzzle.shape

    def _read(self, record: Any) -> Boggle:
        if not isinstance(record, str):
            raise PuzzleError("a row of numbers")  # all have one shape
        return Boggle.parse(record, shape=self._shape, rules=self._rules)

    def _arrays(self, records: ArrayRecords, rejected: list[tuple[int, str]]) -> list[Group]:
        array = records.data
        if array.dtype.kind not in "iu" or array.ndim not in (2, 3):
            raise PuzzleError(
                f"boards of dtype {array.dtype} and shape {array.shape[1:]}, expected letter codes "
                "(integers) of shape (boards, cells) or (boards, rows, columns)"
            )
        shape = self._shape or row_shape(array.shape[1]) if array.ndim == 2 else array.shape[1:]
        flat = array.reshape(len(array), int(np.prod(array.shape[1:])))
        letters = len(self.words.alphabet)
        wrong = wrong_codes(flat, letters)
        if wrong is None:
            return [(np.arange(len(flat)), flat.astype(np.uint8, copy=False), shape)] if len(flat) else []
        bad = wrong.any(axis=1)
        for place in np.flatnonzero(bad).tolist():
            cell = int(np.argmax(wrong[place]))
            reason = f"code {flat[place, cell]} in cell {cell}, expected 0 to {letters - 1} or {NO_LETTER}"
            rejected.append((place, f"{reason} for a hole"))
        places = np.flatnonzero(~bad)
        return [(places, flat[places].astype(np.uint8), shape)] if places.size else []

    def _solve(
        self, group: Group, rejected: list[tuple[int, str]]
    ) -> list[tuple[NDArray[np.int64], Sequence[Any]]]:
        places, boards, shape = group
        try:
            taken = boards_of(boards, shape, self.words, self._rules)
            search = ManySearch(taken, self.words, self._rules, self._limits)
        except PuzzleError as error:
            if len(places) == 1:
                rejected.append((int(places[0]), reason_of(error)))
                return []
            # One board is wrong: find it by bisection.
            half = len(places) // 2
            return [
                *self._solve((places[:half], boards[:half], shape), rejected),
                *self._solve((places[half:], boards[half:], shape), rejected),
            ]
        if self.what == "score":
            columns: list[Any] = [search.scores(stop=self.stop).astype(np.int64)]
        else:
            many = search.solve(stop=self.stop)
            columns = [many.scores, Lists(many.offsets, many.word_ids, self._table)]
        kept = range(len(places))
        if search.limited:
            rejected += [(int(places[k]), limit_reason(nodes)) for k, nodes in search.limited.items()]
            kept = [k for k in kept if k not in search.limited]  # type: ignore[assignment]
            places = places[kept]
            columns = [columns[0][kept], *([column[k] for k in kept] for column in columns[1:])]
        if self.what == "paths":
            pairs = zip(kept, columns[1], strict=True)
            columns.append([self._paths(boards[k], shape, words) for k, words in pairs])
        return [(places, columns)] if len(places) else []

    def _paths(self, board: str | NDArray[np.uint8], shape: ShapeLike, words: list[str]) -> list[list[int]]:
        """Return one path of each word."""
        if not isinstance(board, str):
            names = [*self.words.alphabet, *["."] * (256 - len(self.words.alphabet))]
            board = np.array(names)[board]
        puzzle = Boggle.parse(board, shape=shape, rules=self._rules)
        return [list(next(puzzle.iter_paths(word))) for word in words]
