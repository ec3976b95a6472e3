"""How the solvers see what they search: a `Puzzle`, or raw states with functions on them."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any, Final, Literal

from ..base import Puzzle, PuzzleError, frozen, hash_by_equality
from ..core.search.objects import ALL_PATHS, Kind, Search
from ..hash_keys import Freezer, HashKeys, attributes_of, slots_of

__all__ = ["METHODS", "Cycles", "States"]

METHODS: Final = ("dfs", "bfs", "bidirectional", "astar", "ida")
"""Names of the methods that `find_path` knows."""

Cycles = Literal["path", "parent"]

NEEDED: Final = ("start", "successors", "is_goal")
"""What raw states must come with."""
OPTIONAL: Final = ("heuristic", "step_cost", "fail_fast", "predecessors", "goals")
ENTRY = 200
"""Bytes of a configuration beside its own, as the memory limit counts them."""


@dataclass(frozen=True, slots=True)
class States:
    """What is searched: where to start, and what the kernel must know of the states.

    Examples
    --------
    >>> doubling = States.of({"start": 1, "successors": lambda n: [n + 1, 2 * n],
    ...                       "is_goal": lambda n: n == 10})
    >>> search = doubling.search("bfs")
    >>> search.run(100), search.found
    (False, [1, 2, 4, 5, 10])
    """

    start: Any
    kinds: Kind | Callable[[type], Kind]
    name: str
    is_goal: Callable[[Any], object]
    goals: Callable[[], Sequence[Any]]
    step_cost: Callable[[Any, Any], float]
    size: int
    """Bytes of the first state as the memory limit counts them, its table entry included."""

    @classmethod
    def of(cls, rules: Any) -> States:
        """Return what is searched of a `Puzzle`, a dictionary, a class or an object.

        Raises
        ------
        PuzzleError
            It is none of these, or a function is missing, unknown or no function.
        """
        if not isinstance(rules, Puzzle):
            return _raw(rules)
        own = type(rules).configuration is not Puzzle.configuration
        values = (rules, rules.configuration() if own else (), *attributes_of(rules).values())
        return cls(
            start=rules,
            kinds=_kind_of,
            name=type(rules).__name__,
            is_goal=operator.methodcaller("is_solved"),
            goals=rules.goals,
            step_cost=lambda puzzle, other: puzzle.step_cost(other),
            size=ENTRY + sum(map(sys.getsizeof, values)),
        )

    def search(self, method: str, goals: Sequence[Any] | None = None, cycles: Cycles = "path") -> Search:
        """Return a search with the method of that name.

        Raises
        ------
        PuzzleError
            Unknown method or `cycles`; no goals for ``bidirectional``.
        """
        if method not in METHODS:
            raise PuzzleError(f"method {method!r}, expected one of {', '.join(METHODS)}")
        if method == "ida" and cycles not in ("path", "parent"):
            raise PuzzleError(f"cycles={cycles!r}, expected 'path' or 'parent'")
        ends: list[Any] = []
        if method == "bidirectional":
            ends = list(self.goals() if goals is None else goals)
            if not ends and not self.is_goal(self.start):
                raise PuzzleError(
                    f"{self.name} does not name its solved configurations, "
                    "expected goals=[...] or a method goals() for a bidirectional search"
                )
        return Search(self.start, self.kinds, METHODS.index(method), ends, cycles == "parent")

    def every_path(self) -> Search:
        """Return a search that stops at each path to a solution."""
        return Search(self.start, self.kinds, ALL_PATHS)


def _method(kind: type, name: str) -> Callable[..., Any]:
    """Return a method as a function of the object: the function itself where it is one of Python."""
    found = next(vars(base)[name] for base in kind.__mro__ if name in vars(base))
    if isinstance(found, FunctionType):
        return found
    return lambda puzzle, *others: getattr(puzzle, name)(*others)


def _key(kind: type[Puzzle]) -> Callable[..., Any] | str:
    """Return `configuration`; where it does nothing but return an attribute, the name of that."""
    method = _method(kind, "configuration")
    if isinstance(method, FunctionType) and len(method.__code__.co_names) == 1:
        plain = f"def configuration(self): return self.{method.__code__.co_names[0]}"
        if compile(plain, "", "exec").co_consts[0].co_code == method.__code__.co_code:
            return method.__code__.co_names[0]
    return method


def _frozen(kind: str, freeze: Freezer, value: Any, name: str) -> Any:
    return frozen(value, f"{kind}.{name}", freeze)


def _kind_of(kind: type[Puzzle]) -> Kind:
    """Return how configurations of a class are searched.

    What a class leaves as `Puzzle` has it is not called at all. A hash of its own is asked, with its
    equality; otherwise configurations are told apart by a `configuration` of its own, by what an `__eq__` of
    its own compares, and by all attributes where there is none of these.
    """
    if not issubclass(kind, Puzzle):
        raise PuzzleError(
            f"extensions() gave a {kind.__name__}, expected a list of puzzles one step away "
            "(as predecessors() and goals() do)"
        )
    kind.make_hashable()

    def own(name: str) -> Callable[..., Any] | None:
        return None if getattr(kind, name) is getattr(Puzzle, name) else _method(kind, name)

    freezer = Freezer()
    hashed = kind.__hash__ not in (Puzzle.__hash__, hash_by_equality)
    by_attributes = not hashed and own("configuration") is None
    told = HashKeys(freezer) if by_attributes and kind.__eq__ is not Puzzle.__eq__ else None
    return Kind(
        _method(kind, "extensions"),
        _method(kind, "is_solved"),
        own("fail_fast"),
        own("heuristic"),
        own("step_cost"),
        own("predecessors"),
        None if hashed else told or _key(kind),
        slots_of(kind) if by_attributes and told is None else None,
        partial(_frozen, kind.__name__, freezer),
        None,
        (f"{kind.__name__}.extensions()", f"{kind.__name__}.predecessors()"),
    )


def _raw(rules: Any) -> States:
    """Return raw states with their functions, from a dictionary, a class or an object."""
    given = rules() if isinstance(rules, type) else rules
    if isinstance(given, Mapping):
        name, found = "the puzzle", dict(given)
        for key in found:
            if key not in NEEDED + OPTIONAL:
                raise PuzzleError(f"{key!r:.40} of raw states, expected {', '.join(NEEDED + OPTIONAL)}")
    else:
        name = type(given).__name__
        found = {key: getattr(given, key) for key in NEEDED + OPTIONAL if hasattr(given, key)}
    for key in NEEDED:
        if key not in found:
            raise PuzzleError(f"{name} without {key}, expected a Puzzle or {', '.join(NEEDED)} of raw states")
    start, goals = found.pop("start"), found.pop("goals", ())
    for key, value in found.items():
        if not callable(value):
            raise PuzzleError(f"{key}={value!r:.40}, expected a function of a state")
    kind = Kind(
        found["successors"],
        found["is_goal"],
        found.get("fail_fast"),
        found.get("heuristic"),
        found.get("step_cost"),
        found.get("predecessors"),
        called=(f"{name}: successors(state)", f"{name}: predecessors(state)"),
    )
    return States(
        start=start,
        kinds=kind,
        name=name,
        is_goal=found["is_goal"],
        goals=goals if callable(goals) else lambda: goals,
        step_cost=found.get("step_cost", lambda state, other: 1),
        size=ENTRY + sys.getsizeof(start),
    )
