"""Which attributes the `__eq__` of a class compares, found by calling it with stand-ins for them."""

from __future__ import annotations

from itertools import product
from typing import Any, NoReturn

__all__ = ["compared"]

MOST = 6
"""Compared attributes of which every combination of equal and unequal is tried; of more, a few."""


class _Touched(BaseException):
    """A stand-in was used for something else than a comparison with its like."""


class _Truth:
    """What a comparison of stand-ins says: true or false, as one value or as an array of such."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def __bool__(self) -> bool:
        return self.value

    def all(self, *_: Any, **__: Any) -> bool:
        return self.value


class _Trial:
    """One call of `__eq__`: which comparisons are to be false, what was compared, what went wrong."""

    def __init__(self, unequal: frozenset[str]) -> None:
        self.unequal, self.names, self.touched = unequal, set[str](), False

    def refuse(self) -> NoReturn:
        self.touched = True  # for an `__eq__` that catches everything
        raise _Touched


class _StandIn:
    """A stand-in for the value of an attribute: it can be compared with that of the other, nothing else."""

    __slots__ = ("_name", "_trial")
    _name: str
    _trial: _Trial

    def __init__(self, name: str, trial: _Trial) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_trial", trial)

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "_trial").refuse()

    def __eq__(self, other: object) -> Any:
        trial, name = object.__getattribute__(self, "_trial"), object.__getattribute__(self, "_name")
        if type(other) is not _StandIn or object.__getattribute__(other, "_name") != name:
            trial.refuse()
        trial.names.add(name)
        return _Truth(name not in trial.unequal)

    def __ne__(self, other: object) -> Any:
        return _Truth(not self == other)


def _refused(self: Any, *_: Any) -> NoReturn:
    trial: _Trial = object.__getattribute__(self, "_trial")
    trial.refuse()


REFUSED = """
hash bool len iter next getitem contains call str repr format index int float complex bytes reversed
lt le gt ge neg pos abs invert add sub mul matmul truediv floordiv mod divmod pow lshift rshift and
or xor radd rsub rmul rmatmul rtruediv rfloordiv rmod rdivmod rpow rlshift rrshift rand ror rxor
enter exit setitem delitem length_hint array setattr delattr instancecheck subclasscheck round trunc
floor ceil fspath
"""
"""What a stand-in does not do."""

for _method in REFUSED.split():
    setattr(_StandIn, f"__{_method}__", _refused)


def compared(state: Any, names: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the attributes of which `__eq__` asks that all be equal, and nothing else.

    Parameters
    ----------
    state : object
        One of the class; its `__eq__` is called with copies that hold stand-ins.
    names : tuple of str
        Its attributes.

    Returns
    -------
    tuple of str, or None
        What is compared, in the order of `names`. None where that is not clear: `__eq__` does more with a
        value than to ask whether it is equal to that of the other under the same name, or its answer is not
        that all of them are.

    Notes
    -----
    `__eq__` is called once for each combination of equal and unequal values, of up to six attributes; with
    more of them, for all equal, each one alone unequal, each pair, and all.

    Examples
    --------
    >>> class Board:
    ...     def __init__(self): self.cells, self.moves = [1, 2], 5
    ...     def __eq__(self, other): return type(self) is type(other) and self.cells == other.cells
    >>> compared(Board(), ("cells", "moves"))
    ('cells',)
    """
    empty = frozenset(name for name in names if getattr(state, name, None) is None)
    found = _conjunction(state, names, frozenset())
    if found and empty:  # what asks `is None` would take another way
        without = _conjunction(state, names, empty)
        if without is None or set(without) != set(found) - empty:
            return None
    return found or None


def _conjunction(state: Any, names: tuple[str, ...], kept: frozenset[str]) -> tuple[str, ...] | None:
    """Return the names that `__eq__` compares where it is true just if all of them are equal."""
    seen = _tried(state, names, kept, frozenset())
    if seen is None or not seen[0]:
        return None
    read = [name for name in names if name in seen[1]]
    if len(read) <= MOST:
        choices = [
            frozenset(name for name, chosen in zip(read, bits, strict=True) if chosen)
            for bits in product((False, True), repeat=len(read))
        ]
    else:
        choices = [frozenset({one, other}) for one in read for other in read] + [frozenset(read)]
    for unequal in choices:
        seen = _tried(state, names, kept, unequal)
        if seen is None or seen[0] == bool(unequal) or not seen[1] <= set(read):
            return None
    return tuple(read)


def _tried(
    state: Any, names: tuple[str, ...], kept: frozenset[str], unequal: frozenset[str]
) -> tuple[bool, set[str]] | None:
    """Return what `__eq__` says and what it compared; None where it did anything else."""
    trial, kind = _Trial(unequal), type(state)
    try:
        pair = []
        for _ in range(2):
            probe = object.__new__(kind)
            for name in names:
                value = getattr(state, name) if name in kept else _StandIn(name, trial)
                object.__setattr__(probe, name, value)
            pair.append(probe)
        answer = bool(kind.__eq__(*pair))
    except (_Touched, Exception):
        return None
    return None if trial.touched else (answer, trial.names)
