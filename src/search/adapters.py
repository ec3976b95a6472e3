"""Adapt a `Puzzle`, or raw states with functions, to the kernel of the solvers."""

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

METHODS: Final = ("dfs", "bfs", "bidirectional", "astar", "ida")
"""Names of the methods that `find_path` knows."""
LONG_NAMES: Final = {
    **{name: name for name in METHODS},
    "depthfirst": "dfs",
    "breadthfirst": "bfs",
    "a": "astar",
    "idastar": "ida",
    "iterativedeepening": "ida",
    "iterativedeepeningastar": "ida",
}
"""Small letters of a name of a method -> its name."""

Cycles = Literal["path", "parent"]
Watch = Callable[[Callable[[Any], Any]], Callable[[Any], Any]]

NEEDED: Final = ("start", "successors", "is_goal")
"""Required keys of raw states."""
OPTIONAL: Final = ("heuristic", "step_cost", "fail_fast", "predecessors", "goals")
ENTRY = 200
"""Bytes of a table entry of a configuration, for the memory limit."""


def method_of(name: object) -> object:
    """Return the name of a method from one in any case, or a long one; another value as it is.

    Examples
    --------
    >>> method_of("BFS"), method_of("A*"), method_of("depth-first search"), method_of("dijkstra")
    ('bfs', 'astar', 'dfs', 'dijkstra')
    """
    if not isinstance(name, str):
        return name
    letters = "".join(filter(str.isalpha, name.lower().replace("*", "star")))
    return LONG_NAMES.get(letters.removesuffix("search").removesuffix("solve"), name)


@dataclass(frozen=True, slots=True)
class States:
    """The start of a search, and the functions that the kernel calls."""

    start: Any
    kinds: Kind | Callable[[type], Kind]
    name: str
    is_goal: Callable[[Any], object]
    goals: Callable[[], Sequence[Any]]
    step_cost: Callable[[Any, Any], float]
    successors: Callable[[Any], Any]
    """Those one step on; none of one that fails fast."""
    size: int
    """Bytes of the first state and its table entry, for the memory limit."""

    @classmethod
    def of(cls, rules: Any, watch: Watch | None = None) -> States:
        """Return the states of a `Puzzle`, a dictionary, a class or an object.

        `watch` returns what is called in place of the function that it is given, which makes successors.
        """
        if not isinstance(rules, Puzzle):
            return _raw(rules, watch)
        own = type(rules).configuration is not Puzzle.configuration
        values = (rules, rules.configuration() if own else (), *attributes_of(rules).values())
        return cls(
            start=rules,
            kinds=_kind_of if watch is None else partial(_kind_of, watch=watch),
            name=type(rules).__name__,
            is_goal=operator.methodcaller("is_solved"),
            goals=rules.goals,
            step_cost=lambda puzzle, other: puzzle.step_cost(other),
            successors=lambda puzzle: () if puzzle.fail_fast() else puzzle.extensions(),
            size=ENTRY + sum(map(sys.getsizeof, values)),
        )

    def search(self, method: str, goals: Sequence[Any] | None = None, cycles: Cycles = "path") -> Search:
        """Return a search with the method of that name."""
        method = str(method_of(method))
        if method not in METHODS:
            raise PuzzleError(f"{method!r:.40} is none of the methods, expected one of {', '.join(METHODS)}")
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
    """Return a method as a function of the object: the Python function itself where it is one."""
    found = next(vars(base)[name] for base in kind.__mro__ if name in vars(base))
    if isinstance(found, FunctionType):
        return found
    return lambda puzzle, *others: getattr(puzzle, name)(*others)


def _key(kind: type[Puzzle]) -> Callable[..., Any] | str:
    """Return `configuration`, or the name of the attribute that is all it returns."""
    method = _method(kind, "configuration")
    if isinstance(method, FunctionType) and len(method.__code__.co_names) == 1:
        plain = f"def configuration(self): return self.{method.__code__.co_names[0]}"
        if compile(plain, "", "exec").co_consts[0].co_code == method.__code__.co_code:
            return method.__code__.co_names[0]
    return method


def _frozen(kind: str, freeze: Freezer, value: Any, name: str) -> Any:
    return frozen(value, f"{kind}.{name}", freeze)


def _kind_of(kind: type[Puzzle], watch: Watch | None = None) -> Kind:
    """Return the functions of a class for the kernel; those that it does not override are not called.

    The key of a configuration is its own hash and equality, else its own `configuration`, else the attributes
    that its `__eq__` compares, else all attributes.
    """
    if not issubclass(kind, Puzzle):
        raise PuzzleError(
            f"extensions() returned {kind.__name__}, expected a list of puzzles one step away "
            "(as predecessors() and goals() do)"
        )
    kind.make_hashable()

    def own(name: str) -> Callable[..., Any] | None:
        return None if getattr(kind, name) is getattr(Puzzle, name) else _method(kind, name)

    freezer = Freezer()
    hashed = kind.__hash__ not in (Puzzle.__hash__, hash_by_equality)
    by_attributes = not hashed and own("configuration") is None
    keys = HashKeys(freezer) if by_attributes and kind.__eq__ is not Puzzle.__eq__ else None
    extensions = _method(kind, "extensions")
    return Kind(
        extensions if watch is None else watch(extensions),
        _method(kind, "is_solved"),
        own("fail_fast"),
        own("heuristic"),
        own("step_cost"),
        own("predecessors"),
        None if hashed else keys or _key(kind),
        slots_of(kind) if by_attributes and keys is None else None,
        partial(_frozen, kind.__name__, freezer),
        None,
        (f"{kind.__name__}.extensions()", f"{kind.__name__}.predecessors()"),
    )


def _raw(rules: Any, watch: Watch | None = None) -> States:
    """Return raw states with their functions, from a dictionary, a class or an object."""
    given = rules() if isinstance(rules, type) else rules
    if isinstance(given, Mapping):
        name, found = "the puzzle", dict(given)
        for key in found:
            if key not in NEEDED + OPTIONAL:
                raise PuzzleError(f"unknown key {key!r:.40}, expected {', '.join(NEEDED + OPTIONAL)}")
    else:
        name = type(given).__name__
        found = {key: getattr(given, key) for key in NEEDED + OPTIONAL if hasattr(given, key)}
    for key in NEEDED:
        if key not in found:
            raise PuzzleError(f"{name} has no {key}; pass a Puzzle, or a dictionary of {', '.join(NEEDED)}")
    start, goals = found.pop("start"), found.pop("goals", ())
    for key, value in found.items():
        if not callable(value):
            raise PuzzleError(f"{key}={value!r:.40}, expected a function of a state")
    successors, dead = found["successors"], found.get("fail_fast")
    kind = Kind(
        successors if watch is None else watch(successors),
        found["is_goal"],
        dead,
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
        successors=successors if dead is None else lambda state: () if dead(state) else successors(state),
        size=ENTRY + sys.getsizeof(start),
    )
