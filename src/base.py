"""Puzzles that are solved step by step, results, limits, statistics, errors."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, dataclass_transform

from .core.result_slots import put
from .hash_keys import Unfrozen, attributes_of
from .hash_keys import frozen as freezing
from .nodes import PuzzleNode as PuzzleNode
from .repr_html import Shown, fields_table

C = TypeVar("C")
P = ParamSpec("P")
R = TypeVar("R")
_MAKERS: dict[Any, Callable[..., Any]] = {}

LONGEST = 600
"""Most characters of the reason of an error."""


def printable(text: str) -> str:
    r"""Return `text` with what could steer a terminal written as escapes.

    Examples
    --------
    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text)


class PuzzleError(ValueError):
    """Wrong input: one printable line with the place, what is wrong and what was expected.

    Parameters
    ----------
    reason : str
        What is wrong, and what was expected.
    file : str, optional
        The file, ``standard input``, or the name of an argument.
    line, column : int, optional
        Position in the file, both from 1.
    index : int, optional
        Which of many was wrong, from 0; `file` is then the name of the argument.

    Examples
    --------
    >>> print(PuzzleError("row 2 has 3 cells, but the first row has 4", file="board.txt", line=2))
    board.txt:2: row 2 has 3 cells, but the first row has 4
    >>> print(PuzzleError("no value, expected text", file="boards", index=5))
    boards[5]: no value, expected text
    """

    def __init__(
        self,
        reason: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        index: int | None = None,
    ) -> None:
        text = printable(reason)  # it may quote any input, or the repr of an array
        self.reason = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        self.file = None if file is None else printable(file)
        self.line = line
        self.column = column
        self.index = index
        name = self.file if index is None else f"{self.file or ''}[{index}]"
        if name is None:
            named = (
                f"{what} {part}" for what, part in (("line", line), ("column", column)) if part is not None
            )
            place = ", ".join(named)
        else:
            place = ":".join(str(part) for part in (name, line, column) if part is not None)
        super().__init__(f"{place}: {self.reason}" if place else self.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        places: dict[str, Any] = {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "index": self.index,
        }
        return partial(type(self), **places), (self.reason,)


class LexiconError(PuzzleError):
    """A word list that cannot be used."""


class MissingExtraError(ImportError):
    """An optional dependency is missing; the message is what to install.

    Examples
    --------
    >>> print(MissingExtraError("clusters", "distributed", "cluster"))
    clusters need distributed: pip install distributed
    """

    def __init__(self, what: str, module: str, extra: str) -> None:
        self.what, self.module, self.extra = what, module, extra
        super().__init__(f"{what} need {module}: pip install {module}", name=module)

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str, str]]:
        return type(self), (self.what, self.module, self.extra)


def import_extra(module: str, what: str, extra: str) -> Any:
    """Return a module of an optional dependency, which `what` needs."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0].replace("_", "-")
        raise MissingExtraError(what, package, extra) from None


class UnknownNameError(AttributeError):
    """An attribute that an object does not have; the message names those that are near.

    The message is made when it is asked for: `hasattr` does not wait for it.
    """

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(owner, name)

    def __str__(self) -> str:
        import difflib

        owner, name = self.args
        known = [one for one in dir(owner) if one[0].islower()]
        forms = [one for one in known if one.startswith("to_") and name.startswith("to_")]
        near = forms or difflib.get_close_matches(name, known, 3, 0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(known)}"
        return f"{type(owner).__name__} has no attribute {name!r}; {hint}"


class NearNames:
    """What names near attributes where one is asked for that it does not have.

    It makes every attribute some 20 ns slower, so puzzles, which searches read, do without it.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # checkers know all names

        def __getattr__(self, name: str) -> Any:
            if name[0] == "_" or hasattr(type(self), name):  # protocols; what failed inside of a property
                return object.__getattribute__(self, name)
            raise UnknownNameError(self, name)


def json_value(value: Any) -> Any:
    """Return a value as JSON has it: sequences and arrays as lists, the text of what JSON does not have.

    Examples
    --------
    >>> json_value({"cells": ((0, 1),), "status": Status.SOLVED, "error": PuzzleError("no board")})
    {'cells': [[0, 1]], 'status': 'SOLVED', 'error': 'no board'}
    """
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): json_value(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_value(one) for one in value]
    return value.tolist() if hasattr(value, "tolist") else str(value)


class Status(StrEnum):
    """What a solver found out about a puzzle. None of these is an error."""

    SOLVED = "SOLVED"
    """A solution was found; whether there are others is not known."""
    UNIQUE = "UNIQUE"
    """Exactly one solution exists."""
    MULTIPLE = "MULTIPLE"
    """At least two solutions exist."""
    NO_SOLUTION = "NO_SOLUTION"
    """No solution exists; this is proven."""
    LIMIT = "LIMIT"
    """A limit, or Ctrl-C, came first; the result has what was known by then."""


@dataclass(frozen=True, slots=True)
class Limits(Shown):
    """Bounds of a search; None is no bound.

    Parameters
    ----------
    seconds : float, optional
        Wall-clock time.
    nodes : int, optional
        Nodes visited: exact and reproducible.
    memory : int, optional
        Bytes for the tables of the search.

    Examples
    --------
    >>> Limits(nodes=1000)
    Limits(seconds=None, nodes=1000, memory=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name, kinds in (("seconds", (int, float)), ("nodes", (int,)), ("memory", (int,))):
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, kinds) or not value >= 0:
                whole = "a number" if name == "seconds" else "a whole number"
                raise PuzzleError(f"{name}={value!r:.40}, expected {whole} from 0 up or None")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(kind: type[C]) -> type[C]:
    """Make a class a frozen dataclass with slots and keyword fields, whose constructor is fast.

    The constructor of a frozen dataclass calls `object.__setattr__` for each slot; this one fills all slots
    by one call.

    Examples
    --------
    >>> @record
    ... class Found:
    ...     words: int
    ...     score: int = 0
    >>> Found(words=3)
    Found(words=3, score=0)
    """
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} has a __post_init__, which would not be called")
    made = dataclass(frozen=True, slots=True, kw_only=True)(kind)
    known: dict[str, Any] = {"_made": made, "_new": object.__new__, "_put": put}
    heads, names = [], []
    for field in fields(made):  # type: ignore[arg-type]
        if field.default_factory is not MISSING:
            raise TypeError(f"{kind.__name__}.{field.name} has a factory, expected a default")
        known[f"default_{field.name}"] = field.default
        heads.append(field.name + ("" if field.default is MISSING else f"=default_{field.name}"))
        names.append(field.name)
    known["_names"] = tuple(names)
    taken, filled = f"*, {', '.join(heads)}", f"_put(self, _names, ({', '.join(names)},))"
    exec(f"def __init__(self, {taken}):\n    {filled}", known)
    exec(f"def make({taken}):\n    self = _new(_made)\n    {filled}\n    return self", known)
    _MAKERS[made] = known["make"]
    made_quickly: Any = known["__init__"]
    made_quickly.__annotations__ = made.__init__.__annotations__
    made_quickly.__qualname__ = f"{made.__qualname__}.__init__"
    setattr(made, "__init__", made_quickly)  # noqa: B010 (a type checker takes no assignment)
    return made


def maker(kind: Callable[P, R]) -> Callable[P, R]:
    """Return the constructor of a `record` as a plain function, which is twice as fast as the class."""
    return _MAKERS[kind]


@record
class SearchStats(Shown):
    """What a search did. Counts are the same on every machine; seconds are not.

    Examples
    --------
    >>> SearchStats(nodes=20, path_length=5).efficiency
    0.25
    """

    nodes: int = 0
    """Nodes visited: configurations taken up, or trie nodes reached on a board."""
    generated: int = 0
    """Successors made, those thrown away included."""
    guesses: int = 0
    """Branchings of a constraint search: choices that were not forced."""
    propagations: int = 0
    """Values that followed from others without a guess."""
    pruned: int = 0
    """Subtrees or configurations dropped before a visit."""
    depth: int = 0
    """Greatest depth reached."""
    seconds: float = 0.0
    """Wall-clock time of the solver."""
    path_length: int = 0
    """Steps of the path found, 0 where none was found."""

    @property
    def efficiency(self) -> float:
        """Path length / nodes visited; 0 before any visit."""
        return self.path_length / self.nodes if self.nodes else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "length": self.path_length,
            "nodes": self.nodes,
            "guesses": self.guesses,
            "propagations": self.propagations,
            "efficiency": self.efficiency,
            "seconds": self.seconds,
        }


@record
class Result(NearNames):
    """What `solve` returns; each puzzle adds its answer to these two."""

    KEYS: ClassVar[tuple[str, ...]] = ()
    """Attributes that `to_dict` has, the answer first; all fields where a class names none."""

    status: Status
    stats: SearchStats
    interrupted: bool = False
    """Whether Ctrl-C ended the search; the status is then LIMIT."""

    def to_dict(self) -> dict[str, Any]:
        """Return status, answer, figures and what the search did as JSON values."""
        hidden = "status", "stats", "interrupted", "puzzle"
        names = self.KEYS or [name for name in self.__dataclass_fields__ if name not in hidden]
        found = {"status": str(self.status), **{name: json_value(getattr(self, name)) for name in names}}
        return found | {name: one for name, one in self.stats.to_dict().items() if name not in found}

    def to_json(self) -> str:
        """Return `to_dict` as the text of a JSON object."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_html(self) -> str:
        """Return a page that shows the answer: one self-contained HTML file.

        Raises
        ------
        PuzzleError
            The result does not know its puzzle, as that of a count; the page would be too large.
        """
        puzzle = getattr(self, "puzzle", None)
        if puzzle is None or not hasattr(puzzle, "to_html"):
            raise PuzzleError(f"{type(self).__name__} has no page; use a result of solve")
        page: str = puzzle.to_html(self)
        return page

    def _repr_html_(self) -> str | None:
        puzzle = getattr(self, "puzzle", None)
        in_notebook = getattr(puzzle, "in_notebook", None)
        shown: str | None = fields_table(self) if in_notebook is None else in_notebook(self)
        return shown


class Puzzle(ABC):
    """A configuration of a puzzle that is solved step by step.

    A subclass defines when it is solved and what is one step away; every solver of `unriddle.search` works
    on it. Equality and hash are those of `configuration`, so that no solver visits a configuration twice.

    Examples
    --------
    >>> class Count(Puzzle):
    ...     def __init__(self, n): self.n = n
    ...     def configuration(self): return self.n
    ...     def is_solved(self): return self.n == 10
    ...     def extensions(self): return [Count(self.n + 1), Count(self.n * 2)]
    ...     def fail_fast(self): return self.n > 10
    >>> Count(3) == Count(3), Count(3).is_solved()
    (True, False)
    """

    __slots__ = ()  # a subclass with slots has no dict; one without has one, as always

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.make_hashable()

    @classmethod
    def make_hashable(cls) -> None:
        """Give a class that defines `__eq__` alone a hash that is consistent with it.

        That of `configuration`, if the class has one of its own, else the same for all; solvers number them
        by `unriddle.hash_keys.HashKeys`. Called when the class is made, and by the solvers, since `dataclass`
        may change it afterwards.
        """
        if cls.__hash__ is None:  # what Python does to a class with __eq__ alone
            cls.__hash__ = hash_by_equality

    def configuration(self) -> Hashable:
        """Return what identifies this configuration; by default all attributes.

        Lists, sets, dicts, deques and arrays among them are frozen, nested ones as well, in time proportional
        to their size: `unriddle.hash_keys.frozen`.

        Raises
        ------
        PuzzleError
            An attribute that cannot be frozen: its class should be hashable, or this method defined.
        """
        found = attributes_of(self)
        return tuple((name, frozen(found[name], f"{type(self).__name__}.{name}")) for name in sorted(found))

    @abstractmethod
    def is_solved(self) -> bool:
        """Return whether this configuration is a solution."""

    @abstractmethod
    def extensions(self) -> Sequence[Puzzle]:
        """Return the configurations one legal step away."""

    def fail_fast(self) -> bool:
        """Return whether it is clear that no sequence of extensions leads to a solution."""
        return False

    def predecessors(self) -> Sequence[Puzzle]:
        """Return the configurations one legal step before; by default the extensions: steps can be undone."""
        return self.extensions()

    def goals(self) -> Sequence[Puzzle]:
        """Return the solved configurations in reach; by default none are named.

        A bidirectional search starts its second half from them.
        """
        return ()

    def heuristic(self) -> float:
        """Return a lower bound of the cost from here to a solution; 0 is always one."""
        return 0

    def step_cost(self, other: Puzzle) -> float:
        """Return the cost of the step from here to the extension `other`."""
        return 1

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.configuration() == other.configuration()

    def __hash__(self) -> int:
        return hash(self.configuration())


def frozen(value: Any, name: str, freeze: Callable[[Any], Hashable] = freezing) -> Hashable:
    """Return a hashable value that is equal for equal values; the error names it by `name`."""
    try:
        return freeze(value)
    except Unfrozen as error:
        raise PuzzleError(
            f"{name} {error}; define configuration(), which returns what identifies a puzzle"
        ) from None


def hash_by_equality(puzzle: Any) -> int:
    """Return a hash where the class has an `__eq__` alone: that of `configuration`, else the same for all."""
    kind = type(puzzle)
    return 0 if kind.configuration is Puzzle.configuration else hash(puzzle.configuration())
