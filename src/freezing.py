"""What tells values apart, as something that can be hashed: lists, sets, dicts, arrays, nested ones."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

__all__ = ["LARGE", "Freezer", "Unfrozen", "attributes_of", "frozen", "slots_of"]

LARGE = 1000
"""Entries from which on a container that many states share is frozen once."""
MOST_KEPT = 64
"""Large containers that one search holds."""


class Unfrozen(Exception):
    """A value that cannot be frozen; the message says what it is."""


class _Large(tuple[Any, ...]):
    """A long tuple that is hashed once."""

    def __hash__(self) -> int:
        known: int | None = self.__dict__.get("known")
        if known is None:
            known = self.known = tuple.__hash__(self)
        return known


def frozen(value: Any) -> Hashable:
    """Return a hashable value that is equal for equal values.

    A sequence (list, tuple, deque, `array.array`) becomes a tuple, so that a list and a tuple of equal
    items are one. Arrays of NumPy are told apart by shape, type of the entries and entries. As in Python,
    -0.0 is 0.0, and a NaN in a list is equal to itself alone, the same object; in an array, which has no
    objects, a NaN is equal to any other there, so that it can stand for an empty cell.

    Raises
    ------
    Unfrozen
        Something in it is neither one of these nor hashable, or it holds itself.

    Examples
    --------
    >>> frozen([1, {2}, {"a": [3]}]) == frozen((1, {2}, {"a": (3,)}))
    True
    """
    try:
        return _frozen(value, frozen_inside)
    except RecursionError:
        raise Unfrozen("holds itself, or lists in lists too deep to follow") from None


class Freezer:
    """Freezes the values of one search; a large container that states share is frozen once.

    What is frozen once is held, so its identity stays its own. It counts as unchanged as long as it has as
    many entries: whoever changes a container of `LARGE` entries or more that states share makes a copy.

    Examples
    --------
    >>> words, freezer = {str(k) for k in range(5000)}, Freezer()
    >>> freezer(words) is freezer(words), freezer(words) == freezer(set(words))
    (True, True)
    """

    def __init__(self) -> None:
        self.kept: dict[int, tuple[Any, int, Hashable]] = {}

    def __call__(self, value: Any) -> Hashable:
        """Return the frozen form of a value, as `frozen` does."""
        try:
            return self._inside(value)
        except RecursionError:
            raise Unfrozen("holds itself, or lists in lists too deep to follow") from None

    def _inside(self, value: Any) -> Hashable:
        known = self.kept.get(id(value))
        if known is not None and len(value) == known[1]:
            return known[2]
        made = _frozen(value, self._inside)
        large = made is not value and hasattr(value, "__len__") and _size(value) >= LARGE
        if large and (known is not None or len(self.kept) < MOST_KEPT):
            self.kept[id(value)] = value, len(value), made
        return made


def _size(value: Any) -> int:
    """Return the number of entries; 0 for an array without dimensions, which has no length."""
    return 0 if getattr(value, "shape", None) == () else len(value)


def frozen_inside(value: Any) -> Hashable:
    """Return the frozen form of what stands in another value."""
    return _frozen(value, frozen_inside)


def _frozen(value: Any, inside: Callable[[Any], Hashable]) -> Hashable:
    if isinstance(value, (list, tuple, deque, array)):
        if len(value) < LARGE:
            return tuple(map(inside, value))
        items = _Large(value)
        try:
            hash(items)
        except TypeError:
            return _Large(map(inside, value))
        return items
    if isinstance(value, (set, frozenset)):
        return frozenset(value)  # what is in it can be hashed
    if isinstance(value, dict):
        return _of_dict, frozenset((key, inside(item)) for key, item in value.items())
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, memoryview):
        plain = value.ndim == 1 and value.format == "B"
        return bytes(value) if plain else inside(value.tolist())
    if (
        type(value).__hash__ is None
    ):  # not asked for its hash here: that of what holds others may be long in coming
        if hasattr(value, "tobytes") and hasattr(value, "dtype"):  # NumPy, which is not imported here
            return _of_array(value, inside)
        raise Unfrozen(f"is a {type(value).__name__}, which cannot be hashed")
    found: Hashable = value
    return found


def _of_dict() -> None:
    """Stand in the frozen form of a dict, that of a set being another."""


def _of_array(value: Any, inside: Callable[[Any], Hashable]) -> Hashable:
    """Return shape, type and entries: as bytes where equal entries have equal bytes, else as objects."""
    kind = value.dtype.kind
    if kind in "fc":
        value = value + value.dtype.type(0)  # -0.0 becomes 0.0
        unlike = value != value
        if unlike.any():
            value[unlike] = float("nan")
    if kind in "biufcmM" and not hasattr(value, "mask"):
        return value.shape, str(value.dtype), value.tobytes()
    return value.shape, inside(value.tolist())


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object, those in slots as well."""
    found = dict(getattr(value, "__dict__", {}))
    for name in slots_of(type(value)):
        if hasattr(value, name):
            found[name] = getattr(value, name)
    return found


def slots_of(kind: type) -> tuple[str, ...]:
    """Return the names of the slots of a class, as its objects have them."""
    names: dict[str, None] = {}
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            private = name.startswith("__") and not name.endswith("__")
            names[f"_{base.__name__.lstrip('_')}{name}" if private else name] = None
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))
