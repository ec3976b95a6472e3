"""What a benchmark case is: one way to do a piece of work whose answer others agree on."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["ROLES", "Case", "digest", "peer_missing", "peer_version"]

ROLES = ("kernel", "twin", "textbook", "general", "peer")
"""The compiled kernel; its plain-Python twin; the usual algorithm in plain Python; the general solvers of
`unriddle.search`; another package."""


def _nothing(answer: Any) -> None:
    """Say that a case counts no nodes."""


def _no_facts(answer: Any) -> dict[str, Any]:
    """Say that a case has nothing to add."""
    return {}


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
    seconds : float
        Share of the usual time that the case may take.
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
    seconds: float = 1.0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"role {self.role!r}, expected one of {', '.join(ROLES)}")

    @property
    def fullname(self) -> str:
        """Group and name, which no other case has."""
        return f"{self.group}/{self.name}"


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


def peer_missing(case: Case) -> bool:
    """Say whether a case needs a package that is not installed.

    Examples
    --------
    >>> case = Case(suite="s", group="g", name="n", role="peer", item="sum", peer="no_such_package",
    ...             prepare=lambda: lambda: 1, answer=lambda found: [found])
    >>> peer_missing(case)
    True
    """
    return bool(case.peer) and importlib.util.find_spec(case.peer.partition(".")[0]) is None


def peer_version(case: Case) -> str:
    """Return the name and version of a case's package, "" where it has none."""
    if not case.peer:
        return ""
    from importlib.metadata import packages_distributions, version

    top = case.peer.partition(".")[0]
    for name in packages_distributions().get(top, []):
        return f"{name} {version(name)}"
    return top
