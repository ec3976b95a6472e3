"""Derive hash keys for configurations: freeze values, and number the classes that define `__eq__` alone."""

from __future__ import annotations

import random
from array import array
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Final

LARGE: Final = 1000
"""Entries from which on a container that many states share is frozen once."""
MOST_KEPT: Final = 64
"""Large containers that one search keeps."""
THOROUGH: Final = 300
"""Configurations that are compared with all before them."""
SAMPLES: Final = 2
"""Earlier configurations of another hash that each one is compared with after that."""


class Unfrozen(Exception):
    """A value that cannot be frozen; the message says what it is."""


class _Large(tuple[Any, ...]):
    """A long tuple that is hashed once."""

    def __hash__(self) -> int:
        if "known" not in self.__dict__:
            self.known = tuple.__hash__(self)
        return self.known


def frozen(value: Any) -> Hashable:
    """Return a hashable value that is equal for equal values.

    A sequence (list, tuple, deque, `array.array`) becomes a tuple, so a list equals a tuple of equal items.
    Arrays of NumPy are equal by shape, type and entries. As in Python, -0.0 is 0.0, and a NaN in a list is
    equal to itself alone; in an array a NaN is equal to any other, so that it can stand for an empty cell.

    Raises
    ------
    Unfrozen
        Something in it is neither one of these nor hashable, or it holds itself.

    Examples
    --------
    >>> frozen([1, {2}, {"a": [3]}]) == frozen((1, {2}, {"a": (3,)}))
    True
    """
    return Freezer(keep=0)(value)


class Freezer:
    """Freeze the values of one search; a large container that states share is frozen once.

    It counts as unchanged while it has as many entries: to change a container of `LARGE` entries or more that
    states share, make a copy.

    Examples
    --------
    >>> words, freezer = {str(k) for k in range(5000)}, Freezer()
    >>> freezer(words) is freezer(words), freezer(words) == freezer(set(words))
    (True, True)
    """

    def __init__(self, keep: int = MOST_KEPT) -> None:
        self.keep = keep
        self.kept: dict[int, tuple[Any, int, Hashable]] = {}  # holds the value, so that its id stays its own

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
        made = self._made(value)
        if made is not value and (known is not None or len(self.kept) < self.keep) and _size(value) >= LARGE:
            self.kept[id(value)] = value, len(value), made
        return made

    def _made(self, value: Any) -> Hashable:
        if isinstance(value, (list, tuple, deque, array)):
            if len(value) < LARGE:
                return tuple(map(self._inside, value))
            items = _Large(value)
            try:
                hash(items)
            except TypeError:
                return _Large(map(self._inside, value))
            return items
        if isinstance(value, (set, frozenset)):
            return frozenset(value)
        if isinstance(value, dict):
            return dict, frozenset((key, self._inside(item)) for key, item in value.items())
        if isinstance(value, bytearray):
            return bytes(value)
        if isinstance(value, memoryview):
            plain = value.ndim == 1 and value.format == "B"
            return bytes(value) if plain else self._inside(value.tolist())
        if type(value).__hash__ is not None:  # its hash is not asked here: it may take long
            return value  # type: ignore[no-any-return]
        if hasattr(value, "tobytes") and hasattr(value, "dtype"):  # NumPy, which is not imported here
            return self._of_array(value)
        raise Unfrozen(f"is of type {type(value).__name__}, which cannot be hashed")

    def _of_array(self, value: Any) -> Hashable:
        """Return shape, type and entries: as bytes where equal entries have equal bytes, else as objects."""
        kind = value.dtype.kind
        if kind in "fc":
            value = value + value.dtype.type(0)  # -0.0 becomes 0.0
            unlike = value != value
            if unlike.any():
                value[unlike] = float("nan")
        if kind in "biufcmM" and not hasattr(value, "mask"):
            return value.shape, str(value.dtype), value.tobytes()
        return value.shape, self._inside(value.tolist())


def _size(value: Any) -> int:
    """Return the number of entries; 0 for what has no length."""
    return len(value) if hasattr(value, "__len__") and getattr(value, "shape", None) != () else 0


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an object, those in slots as well."""
    found = dict(getattr(value, "__dict__", {}))
    found.update({name: getattr(value, name) for name in slots_of(type(value)) if hasattr(value, name)})
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


class HashKeys:
    """Number configurations of a class that defines `__eq__` alone: equal ones get the same number.

    A configuration is compared with those of the same hash of all attributes, which are frozen by `freeze`.
    Whether equal ones always have one hash is not known, so each of the first `THOROUGH` is compared with all
    before it as well, later ones with `SAMPLES`. A pair that is equal with different hashes shows which
    attributes must not be in the hash.

    Examples
    --------
    >>> class Necklace:
    ...     def __init__(self, beads): self.beads = beads
    ...     def __eq__(self, other): return sorted(self.beads) == sorted(other.beads)
    >>> number = HashKeys()
    >>> [number(Necklace(beads)) for beads in ([1, 2], [2, 1], [2, 2])]
    [0, 0, 1]
    """

    def __init__(self, freeze: Callable[[Any], Hashable] = frozen) -> None:
        self.freeze = freeze
        self.states: list[Any] = []
        self.ignored: set[str] = set()
        """Attributes that are not in the hash."""
        self.numbers: dict[Hashable, list[int]] = {}
        self.random = random.Random(1)

    def __call__(self, state: Any) -> int:
        """Return the number of the first configuration that is equal."""
        key = self._key(state)
        for number in self.numbers.get(key, ()):
            if self.states[number] == state:
                return number
        n = len(self.states)
        others = range(n) if n <= THOROUGH else (self.random.randrange(n) for _ in range(SAMPLES))
        for number in others if key else ():  # without a key all have been compared
            if self.states[number] == state:
                self._ignore_differences(self.states[number], state)
                return number
        self.states.append(state)
        self.numbers.setdefault(self._key(state), []).append(n)
        return n

    def _key(self, state: Any) -> tuple[Hashable, ...]:
        """Return what equal configurations have in common, as far as is known."""
        found = attributes_of(state)
        try:
            return tuple((name, self.freeze(found[name])) for name in sorted(found.keys() - self.ignored))
        except Unfrozen:  # `__eq__` knows how to compare it
            self._ignore({name for name in found if not self._freezes(found[name])})
            return self._key(state)

    def _freezes(self, value: Any) -> bool:
        try:
            self.freeze(value)
        except Unfrozen:
            return False
        return True

    def _ignore_differences(self, one: Any, other: Any) -> None:
        """Leave out of the hash what differs between two equal configurations."""
        differing = set(self._key(one)) ^ set(self._key(other))
        self._ignore({pair[0] for pair in differing})  # type: ignore[index]

    def _ignore(self, names: set[str]) -> None:
        """Leave attributes out of the hash, and hash all configurations again."""
        self.ignored |= names
        self.numbers.clear()
        for number, state in enumerate(self.states):
            self.numbers.setdefault(self._key(state), []).append(number)
