"""What a benchmark case is: one way to do a piece of work whose answer others agree on; shapes of many."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unriddle.search import find_path

__all__ = ["ROLES", "Case", "Work", "by_method", "digest", "each", "missing", "peer_version", "visited"]

ROLES = ("kernel", "twin", "textbook", "general", "peer")
"""The compiled kernel; its plain-Python twin; the usual algorithm in plain Python; the general solvers of
`unriddle.search`; another package."""


def _nothing(answer: Any) -> None:
    """Say that a case counts no nodes."""


def _no_facts(answer: Any) -> dict[str, Any]:
    """Say that a case has nothing to add."""
    return {}


def _right(found: Any) -> str:
    """Say that nothing is wrong."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One way to do a piece of work.

    The cases of a group do the same work, so their answers are compared before their times count.

    Attributes
    ----------
    suite, group, name : str
        The suite that can be asked for by name; what is done; how.
    role : str
        One of `ROLES`.
    prepare : callable
        Makes everything that is not to be timed and returns the work, a callable without arguments.
    answer : callable
        From what the work returned to the answers, one entry an item in the order of the items. Cases of a
        group agree where they answer the same: on as many items as the shorter list has.
    item, items : str and int
        What is answered (board, puzzle, query, word), and how many of it in one call of the work.
    nodes : callable
        From what the work returned to the nodes visited, None where it counts none.
    facts : callable
        From what the work returned to what else is worth knowing: words, moves, …
    params : dict
        The sizes that were chosen.
    series, x, x_name : str, number, str
        Where the case is a point of a curve: the curve's name (with the role it is one line), the place (or
        a function of what the work returned), and what the place counts.
    peer : str
        Import name of the other package.
    needs : str
        What it needs and has not got here, in a few words; such a case is named, and left out.
    expect : sequence
        The answers as they are known from elsewhere, one an item, or of the first items; none by default.
    check : callable
        From what the work returned to what is wrong with it, "" where nothing is: for what no other case
        answers and no list of answers shows.
    seconds : float
        Share of the usual time that the case may take.
    once : bool
        The first run is the only one, and its memory is not read: work of minutes, or work that finds
        itself done the second time.
    threads : int
        Threads that the work uses; the processor time of several tells nothing of its speed.

    Examples
    --------
    >>> case = Case(suite="sums", group="sum of 10", name="builtin", role="kernel", item="sum",
    ...             prepare=lambda: lambda: sum(range(10)), answer=lambda found: [found])
    >>> work = case.prepare()
    >>> case.fullname, case.answer(work())
    ('sum of 10/builtin', [45])
    """

    suite: str
    group: str
    name: str
    role: str
    item: str
    prepare: Callable[[], Callable[[], Any]]
    answer: Callable[[Any], Sequence[Any]]
    items: int = 1
    nodes: Callable[[Any], int | None] = _nothing
    facts: Callable[[Any], Mapping[str, Any]] = _no_facts
    params: Mapping[str, Any] = field(default_factory=dict)
    series: str = ""
    x: float | Callable[[Any], float] = 0
    x_name: str = ""
    peer: str = ""
    needs: str = ""
    expect: Sequence[Any] = ()
    check: Callable[[Any], str] = _right
    seconds: float = 1.0
    once: bool = False
    threads: int = 1

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"role {self.role!r}, expected one of {', '.join(ROLES)}")

    @property
    def fullname(self) -> str:
        """Group and name, which no other case has."""
        return f"{self.group}/{self.name}"


@dataclass(frozen=True, slots=True)
class Work:
    """Boards that any other program can be asked for; a module of cases has some in ``works(quick)``.

    It may have ``work_of(name, lines)`` as well, which makes one of boards that a user has, and returns None
    where the first line is none of its own.

    Attributes
    ----------
    name, item : str
        What it is called; what is answered: board, puzzle.
    header : callable
        From the name of a file of words to what announces the boards: the puzzle and its sizes.
    boards : sequence of str
        A line each.
    kernel : callable
        Makes what answers all boards by our kernel on one thread, a whole number each; parsed beforehand.
    """

    name: str
    item: str
    header: Callable[[str], str]
    boards: Sequence[str]
    kernel: Callable[[], Callable[[], list[int]]]


def digest(answer: Any) -> str:
    """Return sixteen hex digits that stand for an answer: arrays by their bytes, the rest by its repr.

    Examples
    --------
    >>> digest([1, 2]) == digest((1, 2)), digest([1, 2]) == digest([1, 2])
    (False, True)
    """
    if isinstance(answer, np.ndarray):
        data = np.ascontiguousarray(answer).tobytes()
    else:
        data = repr(answer).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def missing(case: Case) -> str:
    """Return why a case cannot run here, "" where it can.

    Examples
    --------
    >>> case = Case(suite="s", group="g", name="n", role="peer", item="sum", peer="no_such_package",
    ...             prepare=lambda: lambda: 1, answer=lambda found: [found])
    >>> missing(case)
    'no_such_package is not installed'
    """
    if case.needs:
        return f"needs {case.needs}"
    top = case.peer.partition(".")[0]
    return f"{top} is not installed" if top and importlib.util.find_spec(top) is None else ""


def peer_version(case: Case) -> str:
    """Return the name and version of a case's package, "" where it has none."""
    if not case.peer:
        return ""
    from importlib.metadata import packages_distributions, version

    top = case.peer.partition(".")[0]
    for name in packages_distributions().get(top, []):
        return f"{name} {version(name)}"
    return top


def visited(found: Any) -> int:
    """Return the nodes of a result, or of a list of them together.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> visited([RiverPuzzle.farmer().solve()]) == visited(RiverPuzzle.farmer().solve()) > 0
    True
    """
    return sum(map(visited, found)) if isinstance(found, list) else int(found.stats.nodes)


def each(
    make: Callable[[], Sequence[Any]], do: Callable[[Any], Any] | None = None
) -> Callable[[], Callable[[], list[Any]]]:
    """Return the `prepare` of a case whose work does the same with each of what `make` makes: solves it.

    Examples
    --------
    >>> each(lambda: ["a", "bc"], len)()()
    [1, 2]
    """

    def prepare() -> Callable[[], list[Any]]:
        made = make()
        if do is None:  # a call through another would be measured with it
            return lambda: [one.solve() for one in made]
        return lambda: [do(one) for one in made]

    return prepare


def _path_length(result: Any) -> list[Any]:
    return [result.stats.path_length]


def by_method(
    method: str,
    make: Callable[[], Any],
    *,
    answer: Callable[[Any], Sequence[Any]] = _path_length,
    cycles: str | None = None,
    params: Mapping[str, Any] | None = None,
    **common: Any,
) -> list[Case]:
    """Return two ways to search by a method: the puzzle's own kernel, and `unriddle.search`.

    Parameters
    ----------
    method : str
        One of `unriddle.search.METHODS`.
    make : callable
        Makes the puzzle, with all that is not to be timed.
    answer : callable
        From a result of either to the answers; the length of the path by default.
    cycles : str, optional
        How the general solver avoids cycles.
    params : dict, optional
        Sizes beside the method.
    **common
        What both cases have: suite, group, …

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> from benchmarks.case import by_method
    >>> two = by_method("bfs", RiverPuzzle.farmer, suite="river", group="river, farmer")
    >>> [(case.name, case.role, case.answer(case.prepare()())) for case in two]
    [('kernel', 'kernel', [7]), ('plain Python', 'general', [7])]
    """
    settings: dict[str, Any] = {"item": "puzzle", "answer": answer, "nodes": visited} | common
    settings["params"] = {**(params or {}), "method": method}
    ways: dict[str, Any] = {} if cycles is None else {"cycles": cycles}

    def compiled() -> Callable[[], Any]:
        puzzle = make()
        return lambda: puzzle.solve(method=method)

    def plain() -> Callable[[], Any]:
        puzzle = make()
        return lambda: find_path(puzzle, method, **ways)

    return [
        Case(name="kernel", role="kernel", prepare=compiled, **settings),
        Case(name="plain Python", role="general", prepare=plain, **settings),
    ]
