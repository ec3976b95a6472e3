"""Check the arguments that all puzzles take, with one wording, and read records that bring their rules."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from functools import lru_cache, wraps
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from ...arrow import array_of, is_column, lists_of, read_column
from ...base import Limits, PuzzleError
from ...core.topology import HEX, KING, KNIGHT, ROOK
from ...io.text import printable, uneven

if TYPE_CHECKING:
    from ...typing import ShapeLike

LONGEST_SIDE = 1 << 31
TOPOLOGIES = {"king": KING, "rook": ROOK, "hex": HEX}
"""Name -> number of the core: 8 neighbours; 4; 6, each row set half a cell to the right of the one above."""
WITH_KNIGHT = {**TOPOLOGIES, "knight": KNIGHT}
"""The same, and the moves of a knight."""

T = TypeVar("T")


class RuleError(PuzzleError):
    """A rule that was given with a board is wrong, not the board; `file` is the name of the rule.

    Examples
    --------
    >>> print(RuleError("9x3, expected a shape of 6 cells", file="box"))
    box: 9x3, expected a shape of 6 cells
    """


def as_int(value: Any) -> int | None:
    """Return a whole number, of Python or NumPy, None for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def check_whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a whole number from `least` to `most`, or from `least` up."""
    number = as_int(value)
    if number is None or number < least or (most is not None and number > most):
        far = most is None or (most >= LONGEST_SIDE - 1 and (number is None or number < least))
        upper = "up" if far else f"to {most:,}"
        raise PuzzleError(f"{name}={value!r:.40}, expected a whole number from {least:,} {upper}")
    return number


def check_limit(limit: object) -> int | None:
    """Return a number of solutions asked for; None is all."""
    if limit is None or (type(limit) is int and limit > 0):
        return limit
    number = as_int(limit)
    if number is None or number < 1:
        raise PuzzleError(f"limit={limit!r:.40}, expected a whole number from 1 up or None")
    return number


def check_shard(shard: object) -> tuple[int, int]:
    """Return which part of the work is asked for: ``(i, n)``, the i-th of n, i from 1."""
    if not (isinstance(shard, tuple) and len(shard) == 2 and all(type(each) is int for each in shard)):
        raise PuzzleError(f"shard={shard!r:.40}, expected a pair of whole numbers")
    if not 1 <= shard[0] <= shard[1]:
        raise PuzzleError(f"shard {shard[0]}/{shard[1]}, expected i/N with i from 1 to N")
    return shard


def check_limits(limits: object) -> Limits | None:
    """Return the bounds of a search; None is no bound."""
    if limits is not None and not isinstance(limits, Limits):
        raise PuzzleError(f"limits={limits!r:.40}, expected Limits(seconds=…, nodes=…, memory=…) or None")
    return limits


def check_choice(name: str, value: object, known: Collection[str]) -> str:
    """Return which of the known words a value is, in any case."""
    if isinstance(value, str) and value in known:
        return value
    listed = ", ".join(known)
    if isinstance(value, str):
        import difflib

        for one in known:
            if one.lower() == value.lower():
                return one
        near = [one for one in known if one[:1].lower() == value[:1].lower()]
        close = difflib.get_close_matches(value, near, 1)
        if close:
            raise PuzzleError(f"{name}={value!r:.40}, did you mean {close[0]}? ({listed})")
    raise PuzzleError(f"{name}={value!r:.40}, expected one of {listed}")


def check_method(method: object, known: Collection[str]) -> str | None:
    """Return the name of a method of search; None is the fastest one of the puzzle."""
    if method is None:
        return None
    from ...search.adapters import method_of

    return check_choice("method", method_of(method), known)


def check_seed(seed: object) -> int | None:
    """Return a random seed; None is a random one."""
    if seed is None:
        return None
    number = as_int(seed)
    if number is None or number < 0:
        raise PuzzleError(f"seed={seed!r:.40}, expected a whole number from 0 up or None")
    return number


def check_puzzles(puzzles: object, kind: type[T]) -> list[T]:
    """Return puzzles of one class as a list; `parse` of the class reads texts and columns of texts."""
    if is_column(puzzles):
        puzzles = read_column(puzzles, name="puzzles")
    puzzles = array_of(puzzles, name="puzzles")
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, (str, bytes)):
        raise PuzzleError(f"puzzles={puzzles!r:.40}, expected a list of puzzles")
    return [
        puzzle if isinstance(puzzle, kind) else _parsed(puzzle, k, kind) for k, puzzle in enumerate(puzzles)
    ]


def _parsed(text: object, k: int, kind: type[T]) -> T:
    """Return the puzzle of text `k`."""
    parse: Callable[[str], T] | None = getattr(kind, "parse", None)
    if parse is None or not isinstance(text, str):
        expected = f"expected {kind.__name__}{', or text' if parse else ''}"
        raise PuzzleError(f"{text!r:.40}, {expected}", file="puzzles", index=k)
    try:
        return parse(text)
    except PuzzleError as error:
        raise of_many(error, "puzzles", k) from None


def of_many(error: PuzzleError, name: str, index: int) -> PuzzleError:
    """Return an error about one of many: it names the argument and the place, from 0."""
    return type(error)(error.reason, file=name, line=error.line, column=error.column, index=index)


def chunked(values: Iterator[T], size: int = 1 << 16) -> Iterator[list[T]]:
    """Yield the items of an iterator in lists of `size`."""
    while piece := list(islice(values, size)):
        yield piece


def is_masked(array: object) -> bool:
    """Return whether an array of numpy.ma has masked cells.

    The class is known by its name: the import of the module is slow, and another thread may be importing it.
    """
    for kind in type(array).__mro__[:-2]:  # a plain array has no class before it and object
        if kind.__name__ == "MaskedArray" and kind.__module__.startswith("numpy.ma"):
            return bool(cast("Any", array).mask.any())
    return False


def check_bool(name: str, value: object) -> bool:
    """Return a truth value, of Python or NumPy; 0 and 1 are such."""
    if getattr(value, "ndim", None) == 0:
        value = value.item()  # type: ignore[attr-defined]
    if isinstance(value, bool):
        return value
    number = as_int(value)
    if number not in (0, 1):
        raise PuzzleError(f"{name}={value!r:.40}, expected True or False")
    return bool(number)


def is_text(source: object) -> bool:
    """Return whether a puzzle is given as text: one, lines of one, or a path object of a file."""
    if isinstance(source, (list, tuple)):
        return bool(source) and all(isinstance(line, str) for line in source)
    return isinstance(source, (str, os.PathLike))


def is_whole(source: object) -> bool:
    """Return whether an array, or rows, are of whole numbers alone."""
    import numpy as np

    with suppress(ValueError, TypeError):  # rows of different lengths
        array = np.asarray(source)
        return bool(array.ndim) and array.dtype.kind in "iu"
    return False


def uneven_rows(rows: Iterable[Any]) -> PuzzleError:
    """Return the error of nested rows that make no array: the first row of another length is named.

    Examples
    --------
    >>> print(uneven_rows([[1, 2], [3]]))
    row 2 has 1 cell, but the first row has 2
    """
    sizes = [len(row) if isinstance(row, Sized) else 1 for row in rows]
    other = next((k for k, size in enumerate(sizes) if size != sizes[0]), None)
    if other is None:
        return PuzzleError("rows of different kinds, expected rows of cells")
    return PuzzleError(uneven(other + 1, sizes[other], sizes[0]))


def text_of(source: Any) -> str:
    r"""Return the text of a puzzle: a text as it is, of rows each on a line, with cells apart by blanks.

    Cells of None, NaN or "" are empty. Single characters, or cells without rows, are one line.

    Examples
    --------
    >>> text_of(["5 3 .", ". . 7"]), text_of([[5, None], [float("nan"), 7.0]]), text_of("5.")
    ('5 3 .\n. . 7', '5 .\n. 7', '5.')
    """
    if isinstance(source, str):
        return source
    rows = lists_of(source.to_numpy() if hasattr(source, "to_numpy") else source, name="puzzle")
    if not isinstance(rows, (list, tuple)) or not rows:
        raise PuzzleError(f"puzzle={source!r:.40}, expected text, rows or an array")
    if all(isinstance(row, str) and len(row) == 1 for row in rows):
        return "".join(rows)
    if not any(isinstance(row, (str, list, tuple)) for row in rows):
        rows = [rows]
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Iterable):
            raise PuzzleError(f"row {number} is {row!r:.40}, expected text or cells")
    return "\n".join(row if isinstance(row, str) else " ".join(map(_cell_text, row)) for row in rows)


def _cell_text(cell: Any) -> str:
    if cell is None or cell != cell:  # NaN
        return "."
    return str(int(cell) if isinstance(cell, float) and cell.is_integer() else cell).strip() or "."


def check_text(text: object, *, file: str | None = None) -> str:
    """Return a text that a puzzle is read from."""
    if not isinstance(text, str):
        raise PuzzleError(f"{text!r:.40}, expected text", file=file)
    return text


def check_shape(shape: ShapeLike, name: str = "shape") -> tuple[int, int]:
    """Return rows and columns from ``"4x5"``, (4, 5) or one number for a square."""
    if type(shape) is int and 1 <= shape < LONGEST_SIDE:
        return shape, shape
    return _shape_of_text(shape, name) if type(shape) is str else _shape_of(shape, name)


def _shape_of(shape: Any, name: str) -> tuple[int, int]:
    """Return rows and columns; see `check_shape`."""
    sides: list[object]
    if isinstance(shape, str):
        found = re.fullmatch(r"\s*(\d{1,30})(?:\s*[xX×*]\s*(\d{1,30}))?\s*", shape, re.ASCII)
        sides = [] if found is None else [int(found[1]), int(found[2] or found[1])]
    elif as_int(shape) is not None:
        sides = [shape, shape]
    else:
        try:
            sides = list(lists_of(shape, name=name))
        except TypeError:
            sides = []
    whole = [number for side in sides if (number := as_int(side)) is not None]
    shaped = len(sides) == len(whole) == 2
    if not shaped or not all(1 <= side < LONGEST_SIDE for side in whole):
        if shaped and min(whole) > 0:
            raise PuzzleError(f"{name}={shape!r:.40} is too large")
        least = " from 1 up," if shaped else ""
        raise PuzzleError(f"{name}={shape!r:.40}, expected rows and columns{least} such as 4x5, (4, 5) or 4")
    return whole[0], whole[1]


F = TypeVar("F", bound=Callable[..., Any])
GRADES = frozenset(("easy", "medium", "hard", "expert"))


def in_usual_forms(make: F) -> F:
    """Let a method that makes puzzles take its arguments in any usual form.

    Two numbers, or ``size=``, are the shape; the name of a difficulty may stand in any place.

    Examples
    --------
    >>> class Board:
    ...     @classmethod
    ...     @in_usual_forms
    ...     def generate(cls, shape=9, *, difficulty=None): return shape, difficulty
    >>> Board.generate(4, 5), Board.generate(size="4x5"), Board.generate("easy"), Board.generate(7, "hard")
    (((4, 5), None), ('4x5', None), (9, 'easy'), (7, 'hard'))
    """
    code = make.__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    shape = "shape" if "shape" in names else names[0]

    @wraps(make)
    def made(cls: Any, *given: Any, **options: Any) -> Any:
        if "size" in options and "size" not in names:
            options[shape] = options.pop("size")
        if len(given) > 1 and names[0] == shape and None not in map(as_int, given[:2]):
            given = ((given[0], given[1]), *given[2:])
        word = next((one for one in given if isinstance(one, str) and one.lower() in GRADES), None)
        if word is not None and "difficulty" in names:
            options["difficulty"] = word
            given = tuple(one for one in given if one is not word)
        return make(cls, *given, **options)

    return cast("F", made)


_shape_of_text = lru_cache(64)(_shape_of)  # an error is not kept


def distance(topology: str, down: int, right: int) -> int:
    """Return the fewest steps that go some rows down and some cells to the right, without wrapping."""
    # A row of hexagons further down is half a cell to the right: downwards and to the left is one step.
    if topology == "rook" or (topology == "hex" and down * right > 0):
        return abs(down) + abs(right)
    return max(abs(down), abs(right))


# Records that bring their rules

RULES = "rules"
"""The key and the column of what `parse` takes in addition to a text."""

PUZZLE_KEYS = ("puzzle", "text")
"""Keys of the text of a puzzle in a record."""
TABLE_NAMES = frozenset(
    ("board", "boards", "puzzle", "puzzles", "grid", "grids", "quiz", "quizzes", "letters", "text")
)
"""What columns of puzzles are called in tables, in lower case; also by the name of the puzzle."""
ANSWER_KEYS = ("answer", "solution")
"""Keys of an answer in a record."""
RESULT_KEYS = (*ANSWER_KEYS, "grid", "words", "jumps", "moves", "path")
"""The same, and those of the answer in what `to_dict` of a result returned."""


class Record(NamedTuple):
    """A puzzle that says its rules itself: what `parse` takes in addition to the text, except word lists."""

    text: str
    rules: Mapping[str, Any]


def flat(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record; of an entry of question, answer and metadata, one with what the metadata holds."""
    inner = values.get("metadata")
    own = isinstance(inner, Mapping) and not any(key in values for key in PUZZLE_KEYS)
    return {**inner, **values} if own and isinstance(inner, Mapping) else values


def rules_in(value: object) -> dict[str, Any]:
    """Return the rules that a record holds: a JSON object, or the text of one."""
    if isinstance(value, str) and value.strip():
        return dict(_read_rules(value))
    if isinstance(value, Mapping):
        return dict(value)
    if value is None or (isinstance(value, str) and not value.strip()):
        return {}
    raise PuzzleError(f"rules {printable(repr(value))[:60]}, expected a JSON object")


@lru_cache(maxsize=256)
def _read_rules(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise PuzzleError(f"rules {printable(text)[:60]!r}, expected a JSON object")
    return found


def record_of(values: Mapping[str, Any], kind: type[Any] | None = None) -> Record | str:
    """Return what a mapping says of a puzzle: a `Record`, or the text alone where it names no rules."""
    values = flat(values)
    text = next((values[key] for key in PUZZLE_KEYS if key in values), None)
    if not isinstance(text, str):
        raise PuzzleError(f"no text under {' or '.join(PUZZLE_KEYS)}, expected a record of a puzzle")
    if kind is not None and text == kind.__name__ and isinstance(values.get("text"), str):
        rest = {name: value for name, value in values.items() if name not in PUZZLE_KEYS}
        return Record(values["text"], rest)  # what `to_dict` returned
    return Record(text, rules_in(values["rules"])) if "rules" in values else text


def alike(values: Sequence[Any]) -> tuple[list[str], Mapping[str, Any]] | None:
    """Return the texts and the rules of records that all say the same rules; None where they do not."""
    if not values or not isinstance(values[0], Record):
        return None
    rules = values[0].rules
    if all(isinstance(value, Record) and value.rules == rules for value in values):
        return [value.text for value in values], rules
    return None


def answer_in(values: Mapping[str, Any]) -> Any:
    """Return the answer of a record."""
    for key in RESULT_KEYS:
        if key in values:
            return values[key]
    raise PuzzleError(f"no {' or '.join(ANSWER_KEYS)}, expected a record with an answer")


def puzzle_of(kind: type[Any], value: Any, k: int, rules: Mapping[str, Any]) -> Any:
    """Return the puzzle that answer `k` is to, from a text or a record where it is one."""
    if isinstance(value, kind):
        return value
    try:
        if isinstance(value, Mapping):
            value = record_of(value, kind)
        if isinstance(value, Record):
            return _recorded(kind, value, rules)
        if isinstance(value, str):
            return kind.parse(value, **rules)
    except PuzzleError as error:
        raise of_many(error, "puzzles", k) from None
    except TypeError as error:  # a rule that `parse` does not take
        raise PuzzleError(f"{error}, expected rules of {kind.__name__}", file="puzzles", index=k) from None
    raise PuzzleError(f"{value!r:.40}, expected {kind.__name__}, text or a record", file="puzzles", index=k)


def _recorded(kind: type[Any], record: Record, rules: Mapping[str, Any]) -> Any:
    """Return the puzzle of a record by its own rules, to which those of the caller must not be contrary."""
    unsaid = {name: rules[name] for name in kind.UNSAID if name in rules and name not in record.rules}
    own = {**unsaid, **record.rules}
    puzzle = kind.parse(record.text, **own)
    said = {name: value for name, value in rules.items() if name not in unsaid}
    if said:
        try:
            same = kind.parse(record.text, **{**own, **said}) == puzzle
        except PuzzleError:
            same = False
        if not same:
            raise PuzzleError(other_rules(record.rules, ", ".join(sorted(said))))
    return puzzle


def other_rules(rules: Mapping[str, Any], asked: str) -> str:
    """Return what is said of a record whose rules are others than those asked for."""
    mine = printable(json.dumps(dict(rules), sort_keys=True, default=repr))[:120]
    return f"the record has the rules {mine}, which contradict {asked}"
