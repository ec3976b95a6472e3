"""Read many boards of one shape from letter codes or texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrow import TextSlices, array_of, is_column, read_column
from ...base import PuzzleError
from ..framework.arguments import chunked, is_masked, of_many
from .kernel_cache import NEITHER, NO_LETTER, letter_codes, letter_table
from .parse import HOLE, LetterBoard, board_from, board_size, row_shape
from .rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon
    from ...typing import BoardsLike, ShapeLike

Shape = tuple[int, int]
FEW = 1 << 12
"""Codes that are checked faster as bytes than by NumPy."""


@dataclass(slots=True, eq=False)  # not frozen: to make one takes half the time
class Boards:
    """Boards of one shape as letter codes, or one by one where their tiles are not letters."""

    rows: int
    cols: int
    codes: NDArray[np.uint8] | None  # (n, cells); NO_LETTER is a hole
    qu: bool
    single: Sequence[LetterBoard]

    def __len__(self) -> int:
        return len(self.single) if self.codes is None else len(self.codes)

    def board(self, index: int, alphabet: str) -> LetterBoard:
        """Return one board in the form that `find_words` takes."""
        if self.codes is None:
            return self.single[index]
        names = (*("qu" if self.qu and letter == "q" else letter for letter in alphabet), HOLE)
        tiles = np.minimum(self.codes[index], len(names) - 1).reshape(self.rows, self.cols)
        tiles.flags.writeable = False
        return LetterBoard(tiles, names)


def boards_of(boards: BoardsLike, shape: ShapeLike | None, lexicon: Lexicon, rules: Rules) -> Boards:
    """Return boards in any form that `score_many` takes; an iterator is read in chunks."""
    if any(rules.points.multipliers):
        raise PuzzleError("many boards have no multipliers")
    wanted, qu = None if shape is None else board_size(shape), rules.qu
    if type(boards) is list:
        return _from_items(boards, wanted, lexicon, rules)
    if is_column(boards):
        boards = read_column(boards, name="boards")
    else:
        boards = array_of(boards, name="boards")
    if isinstance(boards, TextSlices):
        raw = boards.table()
        fast = None if raw is None or not raw.size else _from_letters(raw, raw.shape[1], wanted, lexicon, qu)
        return _from_texts(list(boards), wanted, lexicon, qu) if fast is None else fast
    if isinstance(boards, np.ndarray) and boards.dtype.kind not in "USO":
        return _from_codes(boards, wanted, lexicon, qu)
    if isinstance(boards, (str, bytes, Set)) or not isinstance(boards, Iterable):
        expected = "expected an array, or texts: a sequence, an iterator, a column"
        raise PuzzleError(f"boards of type {type(boards).__name__}, {expected}")
    if isinstance(boards, Iterator):
        return _from_pieces(boards, wanted, lexicon, rules)
    return _from_items(list(boards), wanted, lexicon, rules)


def _from_items(
    items: list[Any], wanted: Shape | None, lexicon: Lexicon, rules: Rules, first: int = 0
) -> Boards:
    """Return boards that are `Boggle` objects, texts or rows of codes; errors count them from `first`."""
    if items and hasattr(items[0], "board_rules"):
        return _from_puzzles(items, lexicon, rules, first)
    if not items or not isinstance(items[0], (np.ndarray, list, tuple)):
        return _from_texts(items, wanted, lexicon, rules.qu, first)
    try:
        return _from_codes(np.asarray(items), wanted, lexicon, rules.qu, first)
    except ValueError as error:
        if isinstance(error, PuzzleError):
            raise
        other = next((k for k, item in enumerate(items) if len(item) != len(items[0])), None)
        raise PuzzleError(
            "rows of different lengths, expected boards of one shape",
            file="boards",
            index=None if other is None else first + other,
        ) from None


def _from_puzzles(puzzles: list[Any], lexicon: Lexicon, rules: Rules, first: int) -> Boards:
    """Return the boards of `Boggle` objects, which have to be of the rules of all."""
    for number, puzzle in enumerate(puzzles, first):
        own = getattr(puzzle, "board_rules", None)
        if own is None:
            raise PuzzleError(f"{type(puzzle).__name__}, expected Boggle", file="boards", index=number)
        for name in () if own == rules else Rules.__dataclass_fields__:
            here, asked = getattr(own, name), getattr(rules, name)
            if here != asked:
                wrong = f"the board has {name}={here!r}, and this call {name}={asked!r}"
                raise PuzzleError(wrong, file="boards", index=number)
    return _of_boards([puzzle.board for puzzle in puzzles], lexicon, first)


def _from_pieces(boards: Iterator[Any], wanted: Shape | None, lexicon: Lexicon, rules: Rules) -> Boards:
    """Return boards that an iterator yields."""
    made: list[Boards] = []
    done = 0
    for items in chunked(boards):
        made.append(_from_items(items, wanted, lexicon, rules, done))
        wanted = made[0].rows, made[0].cols
        done += len(items)
    if len(made) < 2 or wanted is None:
        return made[0] if made else _from_texts([], wanted, lexicon, rules.qu)
    codes = [piece.codes for piece in made if piece.codes is not None]
    if len(codes) == len(made) and len({piece.qu for piece in made}) == 1:
        return Boards(*wanted, np.concatenate(codes), made[0].qu, ())
    single = [piece.board(k, lexicon.alphabet) for piece in made for k in range(len(piece))]
    return Boards(*wanted, None, False, single)


def wrong_codes(array: NDArray[Any], letters: int) -> NDArray[np.bool_] | None:
    """Return where codes are neither a letter nor a hole, None without such a place."""
    if array.dtype == np.uint8 and array.size <= FEW:
        if not array.tobytes().translate(None, _codes_of_tiles(letters)):
            return None
    elif array.size and array.max() < letters and (array.dtype.kind == "u" or array.min() >= 0):
        return None
    wrong: NDArray[np.bool_] = (array < 0) | ((array >= letters) & (array != NO_LETTER))
    return wrong if wrong.any() else None


@lru_cache(maxsize=64)
def _codes_of_tiles(letters: int) -> bytes:
    """Return all valid codes as bytes."""
    return bytes([*range(min(letters, NO_LETTER)), NO_LETTER])


def _from_codes(
    array: NDArray[Any], wanted: Shape | None, lexicon: Lexicon, qu: bool, first: int = 0
) -> Boards:
    array, wanted = _flat(array, wanted)
    letters = len(lexicon.alphabet)
    wrong = wrong_codes(array, letters)
    if wrong is not None:
        board, cell = (int(i) for i in np.argwhere(wrong)[0])
        code = f"code {array[board, cell]} in cell {cell}"
        expected = f"expected 0 to {letters - 1} or {NO_LETTER} for a hole"
        raise PuzzleError(f"{code}, {expected}", file="boards", index=first + board)
    return _of_shape(np.ascontiguousarray(array, dtype=np.uint8), wanted, lexicon, qu, "cells")


def _flat(array: NDArray[Any], wanted: Shape | None) -> tuple[NDArray[Any], Shape | None]:
    """Return an array with one row of integers per board, and the shape of a 3-D array."""
    if is_masked(array):
        raise PuzzleError("the array has masked cells", file="boards")
    array = np.asarray(array)
    if array.ndim == 3:
        if wanted not in (None, array.shape[1:]):
            raise PuzzleError(
                f"boards of {array.shape[1]}x{array.shape[2]}, expected {wanted}", file="boards"
            )
        wanted = board_size(array.shape[1:])
        array = array.reshape(len(array), wanted[0] * wanted[1])
    if array.ndim != 2 or not array.shape[1]:
        raise PuzzleError(f"array of shape {array.shape}, expected (boards, cells)", file="boards")
    if array.dtype.kind not in "iu":
        raise PuzzleError(f"array of dtype {array.dtype}, expected uint8 letter codes", file="boards")
    return array, wanted


def _from_texts(texts: list[Any], wanted: Shape | None, lexicon: Lexicon, qu: bool, first: int = 0) -> Boards:
    fast = _from_plain_texts(texts, wanted, lexicon, qu)
    if fast is not None:
        return fast
    for number, text in enumerate(texts, first):
        if not isinstance(text, str):
            raise PuzzleError(f"{type(text).__name__}, expected str", file="boards", index=number)
        if not text:
            raise PuzzleError("is empty, expected letters", file="boards", index=number)
    boards = []
    for number, text in enumerate(texts, first):
        try:
            boards.append(board_from(text, shape=wanted, qu=qu))
        except PuzzleError as error:
            raise of_many(error, "boards", number) from None
    return _of_boards(boards, lexicon, first)


def _of_boards(boards: list[LetterBoard], lexicon: Lexicon, first: int) -> Boards:
    """Return boards that are read already, and have to be of one shape."""
    for number, board in enumerate(boards, first):
        if board.tiles.shape != boards[0].tiles.shape:
            raise PuzzleError(
                f"{board.rows}x{board.cols}, expected {boards[0].rows}x{boards[0].cols} as the first",
                file="boards",
                index=number,
            )
    rows, cols = boards[0].tiles.shape if boards else (1, 1)
    codes = codes_of(boards, lexicon)
    if codes is not None and boards:
        return Boards(rows, cols, codes[0], codes[1], ())
    return Boards(rows, cols, None, False, boards)


def _from_plain_texts(texts: list[str], wanted: Shape | None, lexicon: Lexicon, qu: bool) -> Boards | None:
    """Return boards of ASCII letters in one row of one length, None for any other."""
    try:
        joined = "".join(texts)
    except TypeError:  # one that is no text
        return None
    size = len(texts[0]) if texts else 0
    if not size or not joined.isascii() or set(map(len, texts)) != {size}:
        return None
    return _from_letters(joined.encode("ascii"), size, wanted, lexicon, qu)


def _from_letters(
    raw: bytes | NDArray[np.uint8], size: int, wanted: Shape | None, lexicon: Lexicon, qu: bool
) -> Boards | None:
    """Return boards of `size` bytes each, None where they are not all ASCII letters."""
    codes = bytes(raw).translate(letter_table(lexicon.alphabet))
    if NEITHER in codes:
        return None
    return _of_shape(np.frombuffer(codes, dtype=np.uint8).reshape(-1, size), wanted, lexicon, qu, "tiles")


def _of_shape(
    codes: NDArray[np.uint8], wanted: Shape | None, lexicon: Lexicon, qu: bool, what: str
) -> Boards:
    """Return boards of codes, one per row; `what` is what an error calls them."""
    size = codes.shape[1]
    shape = wanted or row_shape(size, file="boards")
    if shape[0] * shape[1] != size:
        expected = f"{shape[0] * shape[1]} for {shape[0]}x{shape[1]}"
        raise PuzzleError(f"boards of {size} {what}, expected {expected}", file="boards")
    return Boards(*shape, codes, qu and {"q", "u"} <= set(lexicon.alphabet), ())


def codes_of(boards: Sequence[LetterBoard], lexicon: Lexicon) -> tuple[NDArray[np.uint8], bool] | None:
    """Return boards of one shape as codes, and whether q is Qu; None for other tiles."""
    names = tuple(sorted({name for board in boards for name in board.names}))
    plain = letter_codes(names, lexicon.alphabet)
    if plain is None:
        return None
    numbers = {name: number for number, name in enumerate(names)}
    rows = [plain[0][[numbers[name] for name in board.names]][board.tiles.reshape(-1)] for board in boards]
    return np.array(rows, dtype=np.uint8), plain[1]
