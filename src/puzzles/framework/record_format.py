"""Records of puzzles that were made: a text, and beside it the rules by which it is read.

A record is a mapping with `puzzle` (or `text`), and perhaps `rules`, as ``unriddle generate`` writes it; an
answer may stand in one too, as `answer` or `solution`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base import PuzzleError
from ...io.text import printable
from .arguments import of_many

if TYPE_CHECKING:
    from .batch_records import Batch, Records

__all__ = [
    "ANSWER_KEYS",
    "PUZZLE_KEYS",
    "RULES",
    "TABLE_NAMES",
    "Record",
    "alike",
    "answer_in",
    "contrary",
    "own_rules",
    "puzzle_of",
    "record_of",
    "rules_in",
]

RULES = "rules"
"""The key and the column of what `parse` takes beside a text."""

PUZZLE_KEYS = ("puzzle", "text")
"""Keys of the text of a puzzle in a record."""
TABLE_NAMES = frozenset(
    ("board", "boards", "puzzle", "puzzles", "grid", "grids", "quiz", "quizzes", "letters", "text")
)
"""What columns of puzzles are called in tables, in lower case; also by the name of the puzzle."""
ANSWER_KEYS = ("answer", "solution")
"""Keys of an answer in a record."""


class Record(NamedTuple):
    """A puzzle that says its rules itself: all that `parse` takes beside the text, but for word lists."""

    text: str
    rules: Mapping[str, Any]


def rules_in(value: object) -> dict[str, Any]:
    """Return the rules that a record holds: a JSON object, or the text of one.

    Examples
    --------
    >>> rules_in('{"wrap": true}'), rules_in(None)
    ({'wrap': True}, {})
    """
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
    """Return what a mapping says of a puzzle: a `Record`, or the text alone where it names no rules.

    Examples
    --------
    >>> record_of({"number": 1, "puzzle": "1 .", "rules": "{}"})
    Record(text='1 .', rules={})
    >>> record_of({"text": "1 ."})
    '1 .'
    """
    text = next((values[key] for key in PUZZLE_KEYS if key in values), None)
    if not isinstance(text, str):
        raise PuzzleError(f"no text under {' or '.join(PUZZLE_KEYS)}, expected a record of a puzzle")
    if kind is not None and text == kind.__name__ and isinstance(values.get("text"), str):
        rest = {name: value for name, value in values.items() if name not in PUZZLE_KEYS}
        return Record(values["text"], rest)  # what `to_dict` returned
    return Record(text, rules_in(values["rules"])) if "rules" in values else text


def alike(values: Sequence[Any]) -> tuple[list[str], Mapping[str, Any]] | None:
    """Return the texts and the rules of records that all say the same rules; None where they do not.

    Examples
    --------
    >>> alike([Record("1 .", {"wrap": True}), Record(". 1", {"wrap": True})])
    (['1 .', '. 1'], {'wrap': True})
    """
    if not values or not isinstance(values[0], Record):
        return None
    rules = values[0].rules
    if all(isinstance(value, Record) and value.rules == rules for value in values):
        return [value.text for value in values], rules
    return None


def answer_in(values: Mapping[str, Any]) -> Any:
    """Return the answer of a record.

    Examples
    --------
    >>> answer_in({"line": 3, "solution": "1 2"})
    '1 2'
    """
    for key in ANSWER_KEYS:
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
            raise PuzzleError(_other(record.rules, ", ".join(sorted(said))))
    return puzzle


def _other(rules: Mapping[str, Any], asked: str) -> str:
    """Return what is said of a record whose rules are others than those asked for."""
    mine = printable(json.dumps(dict(rules), sort_keys=True, default=repr))[:120]
    return f"its record says the rules {mine}, contrary to {asked}; expected the same"


def own_rules(batch: Batch) -> dict[str, Any]:
    """Return the rules of a batch as a record says them: those that differ from the usual ones.

    Examples
    --------
    >>> from unriddle.puzzles.registry import batch
    >>> own_rules(batch("numbrix")("solutions", {"wrap": True}))
    {'wrap': True}
    """
    usual = type(batch)(batch.WHAT[0], {}, batch.lexicon).rules()
    unsaid = getattr(batch.KIND, "UNSAID", ())
    own = {
        name: value
        for name, value in batch.rules().items()
        if name not in unsaid and usual.get(name) != value
    }
    found: dict[str, Any] = json.loads(json.dumps(own, default=repr))
    return found


def contrary(
    batch: Batch, records: Records, told: Sequence[Any], plain: Mapping[str, Any]
) -> list[tuple[int, str]]:
    """Return place and reason of each record that says other rules than a batch reads it by.

    Parameters
    ----------
    batch : Batch
    records : TextRecords or ArrayRecords
    told : sequence
        For each record the rules that stand beside it, as `rules_in` takes them.
    plain : mapping
        What `own_rules` returns of the batch.

    Notes
    -----
    Rules that are word for word those of the batch cost a look; others are compared by the puzzles that
    both make of the record.
    """
    found = []
    for place, value in enumerate(told):
        try:
            own = rules_in(value)
            if own != plain:
                _compared(batch, records[place], own, plain)
        except PuzzleError as error:
            found.append((place, error.reason))
    return found


def _compared(batch: Batch, record: Any, own: Mapping[str, Any], plain: Mapping[str, Any]) -> None:
    """Raise PuzzleError where the rules of a record make another puzzle of it than those of a batch."""
    kind, rules = batch.KIND, batch.rules()
    asked = printable(json.dumps(plain, sort_keys=True, default=repr))[:120]
    wrong = _other(own, f"the rules of this batch, {asked}")
    if kind is None or not isinstance(record, str):
        raise PuzzleError(wrong)
    unsaid = {name: rules[name] for name in kind.UNSAID if name in rules and name not in own}
    try:
        puzzle = kind.parse(record, **unsaid, **own)
    except TypeError as error:  # a rule that `parse` does not take
        raise PuzzleError(f"{error}, expected rules of {kind.__name__}") from None
    try:
        same = kind.parse(record, **rules) == puzzle
    except PuzzleError:
        same = False
    if not same:
        raise PuzzleError(wrong)
