"""What tells configurations apart whose class has an `__eq__` and no hash that goes with it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final

from ..base import PuzzleError, compared_of, frozen
from ..freezing import attributes_of

__all__ = ["HashKeys"]

THOROUGH: Final = 300
"""Configurations that are compared with all before them."""
SAMPLES: Final = 2
"""Those that each one is compared with after that, beside those with its hash."""
WHOLE, BAG, NOTHING = 2, 1, 0
"""What of an attribute is in the hash: its value, what it is made of in any order, nothing."""


class HashKeys:
    """Gives equal configurations one key, and others another.

    Where `__eq__` asks that some attributes be equal and nothing else, which `unriddle.equality.compared`
    finds out, the key is those. Otherwise it is the number of the first configuration that was equal: found
    by a hash of all attributes, and compared with `__eq__`. Whether equal ones always have one hash is not
    known, so each of the first `THOROUGH` is compared with all before it as well, and later ones with some.
    Each pair that is equal with different hashes shows which attributes must not be in it: they are left
    out from then on. So none of the first `THOROUGH` is taken for new twice, and later ones only until it
    is noticed.

    Parameters
    ----------
    name : str
        Of the class, for errors.
    freeze : callable
        As `Freezer`.

    Examples
    --------
    >>> class Necklace:
    ...     def __init__(self, beads): self.beads = beads
    ...     def __eq__(self, other): return sorted(self.beads) == sorted(other.beads)
    >>> told = HashKeys("Necklace")
    >>> [told(Necklace(beads)) for beads in ([1, 2], [2, 1], [2, 2])]
    [0, 0, 1]
    """

    def __init__(self, name: str, freeze: Callable[[Any], Hashable] | None = None) -> None:
        self.name, self.freeze = name, freeze
        self.names: tuple[str, ...] | None = None
        self.asked = False
        self.states: list[Any] = []
        self.levels: dict[str, int] = {}
        self.numbers: dict[Hashable, list[int]] = {}
        self.random = random.Random(1)

    def learn(self, state: Any) -> tuple[str, ...] | None:
        """Return the attributes that are all that tells apart, None where that is not clear."""
        self.asked = True
        self.names = compared_of(state)
        return self.names

    def __call__(self, state: Any) -> Hashable:
        """Return the key of a configuration."""
        if not self.asked:
            self.learn(state)
        if self.names is None:
            return self.number(state)
        values = tuple(self._frozen(getattr(state, name), name) for name in self.names)
        return values[0] if len(values) == 1 else values

    def number(self, state: Any) -> int:
        """Return the number of the first configuration that is equal."""
        code = self.code(state)
        same = self.numbers.setdefault(code, [])
        for number in same:
            if self.states[number] == state:
                return number
        n = len(self.states)
        others = range(n) if n <= THOROUGH else (self.random.randrange(n) for _ in range(SAMPLES))
        if any(self.levels.values()):  # else all have one hash
            for number in others:
                if self.states[number] == state:
                    self.weaken(self.states[number], state)
                    return number
        self.states.append(state)
        same.append(n)
        return n

    def code(self, state: Any) -> Hashable:
        """Return what equal configurations have in common, as far as is known."""
        found = attributes_of(state)
        parts = [(name, self.part(name, found[name])) for name in sorted(found)]
        return tuple(part for part in parts if self.levels[part[0]])

    def part(self, name: str, value: Any) -> Hashable:
        """Return what an attribute adds to the hash."""
        level = self.levels.setdefault(name, WHOLE)
        if level == NOTHING:
            return None
        try:
            whole = self._frozen(value, name)
        except PuzzleError:  # `__eq__` knows how to compare it
            self.levels[name] = NOTHING
            self.renew()
            return None
        return whole if level == WHOLE else frozenset(Counter(_leaves(whole)).items())

    def weaken(self, one: Any, other: Any) -> None:
        """Leave out of the hash what tells two equal configurations apart."""
        both = attributes_of(one), attributes_of(other)
        for name in self.levels:
            while self.levels[name] and self._differ(name, *both):
                self.levels[name] -= 1
        self.renew()

    def renew(self) -> None:
        """Hash all configurations anew."""
        self.numbers.clear()
        for number, state in enumerate(self.states):
            self.numbers.setdefault(self.code(state), []).append(number)

    def _differ(self, name: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
        if name not in one or name not in other:
            return name in one or name in other
        parts = self.part(name, one[name]), self.part(name, other[name])
        return hash(parts[0]) != hash(parts[1]) or parts[0] != parts[1]

    def _frozen(self, value: Any, name: str) -> Hashable:
        told = f"{self.name}.{name}"
        return frozen(value, told) if self.freeze is None else frozen(value, told, self.freeze)


def _leaves(whole: Hashable) -> list[Hashable]:
    """Return what is in nested tuples and sets, in any order."""
    found: list[Hashable] = []
    left = [whole]
    while left:
        value = left.pop()
        if isinstance(value, (tuple, frozenset)):
            left += value
        else:
            found.append(value)
    return found
