"""JSON records: one object a line, or an array of them; only the keys that are asked for are looked at.

A line that looks like those before it is read by a pattern made of their keys; another one by the scanner of
the standard library, value by value. No parser sees a record that is nested deeper than 64.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from json import decoder
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError, printable
from ..puzzles.framework.batch_records import reason_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = tuple[NDArray[np.int64], NDArray[np.int64]]

DEEPEST = 64
NEWLINE = 10
PATTERNS, MOST_KEYS = 8, 100
"""Most sequences of keys that have patterns of their own, and most keys of one."""
STRING = rb'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"'
NUMBER = rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
INSIDE = rb'[^\[\]{}"\n]*(?:' + STRING + rb'[^\[\]{}"\n]*)*'
VALUE = rb"|".join([STRING, NUMBER, rb"true|false|null", rb"\[" + INSIDE + rb"\]", rb"\{" + INSIDE + rb"\}"])
NO_JSON = re.compile(rb'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', re.DOTALL)
STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
SPACE = re.compile(r"[ \t\n\r]*")
_string: Any = decoder.scanstring  # type: ignore[attr-defined]
_scan: Any = json.JSONDecoder(parse_int=str, parse_float=str).scan_once  # type: ignore[attr-defined]


def shallow(record: bytes) -> bool:
    """Return whether a record of JSON is nested at most 64 deep."""
    if record.count(b"[") + record.count(b"{") <= DEEPEST:
        return True
    flat = np.frombuffer(STRINGS.sub(b"", record), np.uint8)
    return int(np.cumsum(_steps(flat), dtype=np.int64).max(initial=0)) <= DEEPEST


def _steps(flat: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return how much deeper each byte leads: 1 for what opens, -1 for what closes."""
    table = np.zeros(256, dtype=np.int8)
    table[list(b"[{")], table[list(b"]}")] = 1, -1
    return table[flat]


def members(text: str, wanted: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of some keys of an object, as the JSON text that they are, and all keys as written.

    Raises
    ------
    PuzzleError
        No JSON object; a key that is asked for is there twice.

    Examples
    --------
    >>> members('{"a": 1.0, "b": [007], "c": 1e5}', ["a"])  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: column 18: not JSON
    >>> members('{"a": 1.0, "b": [7], "c": 1e5}', ["a", "c"])
    ({'a': '1.0', 'c': '1e5'}, ['"a"', '"b"', '"c"'])
    """
    found: dict[str, str] = {}
    keys: list[str] = []
    at = _space(text, 0)
    if text[at : at + 1] != "{":
        raise PuzzleError("not a JSON object")
    at = _space(text, at + 1)
    more = text[at : at + 1] != "}"
    at += not more
    while more:
        try:
            name, key, value, at = _member(text, at)
        except StopIteration as stop:
            raise PuzzleError("not JSON", column=int(stop.value) + 1) from None
        except json.JSONDecodeError as error:
            raise PuzzleError("not JSON", column=error.pos + 1) from None
        keys.append(key)
        if name in wanted:
            if name in found:
                raise PuzzleError(f"key {printable(name)!r:.40} is there twice")
            found[name] = value
        at = _space(text, at)
        more = text[at : at + 1] == ","
        if not more and text[at : at + 1] != "}":
            raise PuzzleError("not JSON", column=at + 1)
        at = _space(text, at + 1) if more else at + 1
    at = _space(text, at)
    if at != len(text):
        raise PuzzleError("text behind the JSON object", column=at + 1)
    return found, keys


def _member(text: str, at: int) -> tuple[str, str, str, int]:
    """Return a member of an object: its name, its key and its value as written, and where it ends."""
    if text[at : at + 1] != '"':
        raise StopIteration(at)
    name, end = _string(text, at + 1)
    colon = _space(text, end)
    if text[colon : colon + 1] != ":":
        raise StopIteration(colon)
    start = _space(text, colon + 1)
    _, stop = _scan(text, start)
    return name, text[at:end], text[start:stop], stop


def _space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()


def value_text(value: bytes) -> str:
    r"""Return what a value of JSON is as plain text: a string is its text, another value its JSON.

    Examples
    --------
    >>> value_text(b'"t\\u00e9"'), value_text(b"1.0"), value_text(b"null")
    ('té', '1.0', 'null')
    """
    if value[:1] != b'"':
        return value.decode()
    return value[1:-1].decode() if b"\\" not in value else str(json.loads(value))


def only_json(value: bytes) -> bytes:
    """Return a value without the numbers that JSON does not have: null in their place."""
    return NO_JSON.sub(lambda found: found[0] if found[0][:1] == b'"' else b"null", value)


class JsonForm:
    """Records that are JSON objects: of lines, or of an array."""

    def __init__(self, wanted: Sequence[str], *, array: bool) -> None:
        self.wanted, self.array = tuple(wanted), array
        self._patterns: list[tuple[re.Pattern[bytes], list[int | None]]] = []

    def __getstate__(self) -> dict[str, Any]:
        return {"wanted": self.wanted, "array": self.array, "_patterns": []}

    def records(self, data: bytes, ended: bool) -> tuple[Places, int, bool]:
        r"""Return where whole records begin and end, where the next one begins, whether the array ends.

        Examples
        --------
        >>> (starts, ends), stop, _ = JsonForm((), array=False).records(b'{}\n\n{"a":\n{', False)
        >>> starts.tolist(), ends.tolist(), stop
        ([0, 4], [2, 9], 10)
        >>> (starts, ends), stop, closed = JsonForm((), array=True).records(b'{"a":"},"},\n{}]', False)
        >>> starts.tolist(), ends.tolist(), stop, closed
        ([0, 12], [10, 14], 15, True)
        """
        flat = np.frombuffer(data, np.uint8)
        ends, closed = self._elements(flat, data) if self.array else (np.flatnonzero(flat == NEWLINE), False)
        if ended and not closed:
            ends = np.append(ends, flat.size)
        stop = min(int(ends[-1]) + 1, flat.size) if ends.size else 0
        starts = np.concatenate([np.zeros(min(1, ends.size), np.int64), ends[:-1] + 1])
        return _stripped(flat, starts, ends), stop, closed

    def _elements(self, flat: NDArray[np.uint8], data: bytes) -> tuple[NDArray[np.int64], bool]:
        """Return where elements of an array end, at a comma or the closing bracket, and if that is there."""
        if b"\\" in data:
            data = re.sub(rb"\\.", b"__", data, flags=re.DOTALL)
            flat = np.frombuffer(data, np.uint8)
        outside = (np.cumsum(flat == ord('"'), dtype=np.int64) & 1) == 0
        depth = np.cumsum(_steps(flat) * outside, dtype=np.int64)
        ends = np.flatnonzero((flat == ord(",")) & outside & (depth == 0))
        closing = np.flatnonzero(depth < 0)
        if closing.size:
            ends = np.append(ends[ends < closing[0]], closing[0])
        return ends, bool(closing.size)

    def values(self, data: bytes, places: Places) -> tuple[list[list[bytes | None]], dict[int, str]]:
        """Return the values of the wanted keys, as JSON text, None where there is none; and faults."""
        starts, ends = places
        valid = is_utf8(data)
        plain = b"\\" not in data and b"[" not in data and data.count(b"{") == starts.size
        if self._patterns and valid and plain:
            pattern, order = self._patterns[0]
            rows: list[Any] = pattern.findall(data)
            if len(rows) == starts.size:
                groups = [rows] if pattern.groups < 2 else list(map(list, zip(*rows, strict=True)))
                return [[None] * len(rows) if place is None else groups[place] for place in order], {}
        columns: list[list[bytes | None]] = [[None] * starts.size for _ in self.wanted]
        faults: dict[int, str] = {}
        for place, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            try:
                values = self._one(data[start:end], valid)
            except PuzzleError as error:
                faults[place] = reason_of(error)
            else:
                for column, value in zip(columns, values, strict=True):
                    column[place] = value
        return columns, faults

    def _one(self, record: bytes, valid: bool) -> Sequence[bytes | None]:
        """Return the values of the wanted keys of one record; `valid` is whether it is known to be UTF-8."""
        for pattern, order in self._patterns if valid else ():
            found = pattern.fullmatch(record)
            if found is not None:
                values = [None if place is None else found[place + 1] for place in order]
                if all(_sound(value) for value in values if value and (b"\\" in value or value[:1] in b"[{")):
                    return values
        if not shallow(record):
            raise PuzzleError(f"nested deeper than {DEEPEST}")
        try:
            text = record.decode("utf-8")
        except UnicodeDecodeError as reason:
            wrong = f"byte 0x{record[reason.start]:02x} is not UTF-8, expected UTF-8 text"
            raise PuzzleError(wrong, column=reason.start + 1) from None
        known, keys = members(text, self.wanted)
        if len(self._patterns) < PATTERNS and len(set(keys)) == len(keys) <= MOST_KEYS:
            self._learn(keys, record)
        return [known[name].encode() if name in known else None for name in self.wanted]

    def _learn(self, keys: Sequence[str], record: bytes) -> None:
        """Make a pattern of records that have these keys in this order, with white space as in this one."""
        said = [json.loads(key) for key in keys]
        groups = [name for name in said if name in self.wanted]
        order = [groups.index(name) if name in groups else None for name in self.wanted]
        end = rb"[ \t\r]*(?:,[ \t\r]*)?$" if self.array else rb"[ \t\r]*$"
        for comma, colon in ((b",", b":"), (b", ", b": "), (rb"\s*,\s*", rb"\s*:\s*")):
            space = comma.removesuffix(b",").removesuffix(b", ").removesuffix(rb",\s*")
            members = (
                re.escape(key.encode()) + colon + (b"(" if name in self.wanted else b"(?:") + VALUE + b")"
                for key, name in zip(keys, said, strict=True)
            )
            body = rb"^[ \t]*\{" + space + comma.join(members) + space + rb"\}" + end
            pattern = re.compile(body, re.MULTILINE)
            if pattern.fullmatch(record):
                break
        self._patterns.append((pattern, order))


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _sound(value: bytes) -> bool:
    try:
        json.loads(value, parse_int=str)
    except (ValueError, RecursionError):
        return False
    return True


def _stripped(flat: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Places:
    """Return records without the white space around them; those of white space alone are none."""
    there = ends > starts
    starts, ends = starts[there], ends[there]
    if not starts.size:
        return starts, ends
    blank = np.zeros(256, dtype=bool)
    blank[list(b" \t\r\n")] = True
    if not (blank[flat[starts]] | blank[flat[ends - 1]]).any():
        return starts, ends
    solid = np.flatnonzero(~blank[flat])
    low = np.append(solid, flat.size)[np.searchsorted(solid, starts)]
    high = np.concatenate([[-1], solid])[np.searchsorted(solid, ends)] + 1
    there = high > np.maximum(low, starts)
    there &= low < ends
    return low[there], high[there]


def keys_of(record: bytes) -> list[str]:
    """Return the keys of a JSON object, none where it is no object."""
    if not shallow(record):
        return []
    try:
        return [json.loads(key) for key in members(record.decode("utf-8", "replace"), ())[1]]
    except PuzzleError:
        return []


def object_of(line: str, keys: Sequence[str]) -> Any:
    """Return the value that a line of JSON holds; it has each of `keys` at most once, and 64 levels."""
    if not shallow(line.encode("utf-8", "surrogatepass")):
        raise PuzzleError(f"nested deeper than {DEEPEST}")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise PuzzleError(f"{printable(line)[:40]!r} is not JSON") from None
    if isinstance(value, Mapping) and any(line.count(f'"{key}"') > 1 for key in keys):
        members(line, keys)
    return value
