"""Answers to many boards judged together, word by word, by the letters alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base import PuzzleError, Result
from ...core.walk.boggle_check import judge
from ..framework.check import VerdictMany, judge_many, judge_one, pairs_of
from ..framework.record_format import ANSWER_KEYS, Record, answer_in, puzzle_of, record_of
from ..framework.result_sequence import Stop
from .check import FEW, Verifier
from .kernel_cache import NO_LETTER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .puzzle import Boggle

__all__ = ["check_many"]

BLOCK = 256
"""Answers that are judged together."""
MOST_CELLS = 64
STEPS = FEW // 2 - 1
"""Cells that the paths of a word may take up: so many and the way back are decided one by one as well."""
LETTER_A = ord("a")


class _World(NamedTuple):
    """What boards that are judged together have in common."""

    rows: int
    cols: int
    topology: str
    wrap: bool


class _Tiles(NamedTuple):
    """A board that is judged together with others."""

    world: _World
    letters: bytes
    """The code of the letter of each cell, `NO_LETTER` of a hole."""
    qu: bool
    """Whether a cell with q spells qu."""


def check_many(
    kind: type[Boggle],
    puzzles: Any,
    answers: Any = None,
    *,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    **rules: Any,
) -> VerdictMany:
    """Judge words on boards; see `Boggle.check_many`.

    Notes
    -----
    Boards of at most 64 cells with single letters, or qu, and words of ASCII letters are judged together by a
    kernel of their own, which knows no lexicon. All others are judged one by one, and so is a word whose
    beginning lies in a thousand ways on its board.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> many = Boggle.check_many("tea/ars", ["tea rate", "tea tee", ["era"]])
    >>> many.statuses.tolist(), many[1].reason
    ([0, 1, 0], "'tee' is not on the board")
    """
    asked, found = pairs_of(kind, puzzles, answers)
    boards = local()

    def kernel(piece: slice, statuses: NDArray[np.uint8]) -> None:
        if not hasattr(boards, "read"):
            boards.read = _Boards(kind, asked, rules)
        _judge_together(boards.read, found, range(piece.start, piece.stop), statuses)

    return judge_many(
        len(found),
        judge_one(kind, asked, found, rules),
        kernel=kernel,
        block=BLOCK,
        threads=threads,
        progress=progress,
        stop=stop,
    )


def _judge_together(boards: _Boards, found: Any, places: range, statuses: NDArray[np.uint8]) -> None:
    """Judge the answers at some places, as far as the kernel can, into their `statuses`."""
    groups: dict[_World, list[tuple[int, _Tiles, bytes]]] = {}
    for k in places:
        tiles, text = boards.tiles(k), _words_of(found, k)
        if tiles is not None and text is not None:
            groups.setdefault(tiles.world, []).append((k, tiles, text))
    for world, group in groups.items():
        codes = np.frombuffer(b"".join([tiles.letters for _, tiles, _ in group]), dtype=np.uint8)
        verdicts = np.empty(len(group), dtype=np.uint8)
        judge(
            np.frombuffer(b"".join([text for *_, text in group]), dtype=np.uint8),
            np.cumsum([len(text) for *_, text in group], dtype=np.int64),
            codes.reshape(len(group), -1),
            np.array([tiles.qu for _, tiles, _ in group], dtype=np.uint8),
            _near(world),
            STEPS,
            verdicts,
        )
        statuses[[k - places.start for k, *_ in group]] = verdicts


def _words_of(found: Any, k: int) -> bytes | None:
    """Return the words of an answer with blanks between; None where it is judged by itself."""
    try:
        answer = found[k]
    except PuzzleError:  # bytes of a column that are no text
        return None
    if isinstance(answer, Result):
        answer = getattr(answer, "solution", answer)
    elif isinstance(answer, Mapping) and any(key in answer for key in ANSWER_KEYS):
        answer = answer_in(answer)
    if isinstance(answer, (list, tuple)):
        if not all(type(word) is str and word.isalpha() for word in answer):
            return None
        answer = " ".join(answer)
    # What is no ASCII letter, half of a pair of UTF-16 too, the kernel leaves.
    return answer.encode("utf-8", "surrogatepass") if type(answer) is str else None


class _Boards:
    """Boards as they come in, in any form that `check_many` takes."""

    def __init__(self, kind: type[Boggle], asked: Any, rules: Mapping[str, Any]) -> None:
        self._kind, self._asked, self._rules = kind, asked, rules
        self._last: Any = None
        self._tiles: _Tiles | None = None
        self._said: Mapping[str, Any] | None = None
        """The rules of the last record that was read as any other is."""
        self._world: _World | None = None
        self._qu = False

    def tiles(self, k: int) -> _Tiles | None:
        """Return the board of an answer, None where it is judged by itself; PuzzleError where it is none."""
        value = self._asked[k]
        if value is not self._last:
            self._tiles = self._plain(value) or self._read(value, k)
            self._last = value
        return self._tiles

    def _plain(self, value: Any) -> _Tiles | None:
        """Return the board of a record with rules as the last had: tiles of letters with blanks between."""
        try:
            record = record_of(value) if isinstance(value, Mapping) else value
        except PuzzleError:
            return None  # who reads it tells what is wrong
        text, said = record if isinstance(record, Record) else (record, self._rules)
        if self._world is None or type(text) is not str or said != self._said:
            return None
        text = text.lower()
        several = text.count("qu")
        if several:
            text = text.replace("qu", "q")
        letters, shape = text[::2], _shape_of(text[1::2])
        if shape is None or not (letters.isascii() and letters.isalpha()):
            return None
        qu = self._qu or several > 0
        if several and not self._qu and several != letters.count("q"):
            return None
        return _Tiles(self._world._replace(rows=shape[0], cols=shape[1]), _coded(letters), qu)

    def _read(self, value: Any, k: int) -> _Tiles | None:
        """Return the board of an answer, read as any other is."""
        puzzle = puzzle_of(self._kind, value, k, self._rules)
        made = puzzle.board_rules
        world = _World(puzzle.rows, puzzle.cols, made.topology, made.wrap)
        record = record_of(value, self._kind) if isinstance(value, Mapping) else value
        if isinstance(record, str):
            said: Mapping[str, Any] | None = self._rules
        else:  # rules of the caller are compared with those of each record
            said = record.rules if isinstance(record, Record) and not self._rules else None
        if said is not None and "shape" not in said and set(said) <= {*made.to_dict()}:
            self._said, self._world, self._qu = said, world, made.qu
        names = puzzle.board.names
        tiles = [names[number] for number in puzzle.board.tiles.ravel().tolist()]
        qu = "qu" in tiles
        if len(tiles) > MOST_CELLS or (qu and "q" in tiles):
            return None
        letters = "".join(["q" if tile == "qu" else tile or "." for tile in tiles])
        plain = letters.replace(".", "a")
        if len(letters) != len(tiles) or not (plain.isascii() and plain.isalpha() and plain.islower()):
            return None
        return _Tiles(world, _coded(letters), qu)


def _coded(letters: str) -> bytes:
    """Return the codes of letters; of a point that of a hole."""
    return letters.encode().translate(_CODES)


_CODES = bytes([k - LETTER_A if LETTER_A <= k < LETTER_A + 26 else NO_LETTER for k in range(256)])


@lru_cache(maxsize=256)
def _shape_of(between: str) -> tuple[int, int] | None:
    """Return rows and columns, two or more of each, by what stands between the tiles: blanks and ``/``.

    Examples
    --------
    >>> _shape_of("  /  "), _shape_of("  "), _shape_of(" /  "), _shape_of("/")
    ((2, 3), None, None, None)
    """
    rows = between.split("/")
    cols = len(rows[0]) + 1
    if (
        min(len(rows), cols) < 2
        or len(rows) * cols > MOST_CELLS
        or any(row != " " * (cols - 1) for row in rows)
    ):
        return None
    return len(rows), cols


@lru_cache(maxsize=64)
def _near(world: _World) -> NDArray[np.uint64]:
    """Return the neighbours of each cell, a bit each."""
    masks = [
        sum(1 << cell for cell in Verifier.neighbours(*world, k)) for k in range(world.rows * world.cols)
    ]
    found = np.array(masks, dtype=np.uint64)
    found.flags.writeable = False
    return found
