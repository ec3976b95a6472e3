"""The benchmark suites that need no data: embedded words, seeded boards, generated puzzles.

A suite is a module with ``cases(quick)``, which returns its `Case` objects without doing any work. Modules of
a folder, such as ``benchmarks``, bring more: see `outside`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from unriddle.base import PuzzleError
from unriddle.io.text import printable

from ..case import ROLES, Case, digest, missing, peer_version
from ..puzzles import PUZZLES, Suite
from . import outside

__all__ = ["ROLES", "Case", "digest", "load", "missing", "peer_version", "suites"]

OWN = {
    "lexicon": Suite("word lists: reading, compiling, looking up", "lexicon"),
    "search": Suite("the general search engine", "search"),
    "parts": Suite("the kernels that others are built on", "parts"),
}
"""Suites of what puzzles share."""


KNOWN = {name: suite for puzzle in PUZZLES.values() for name, suite in puzzle.suites.items()} | OWN
"""Name of a suite -> what it measures, and its module."""


def suites(cases: str | None = None) -> dict[str, str]:
    """Return the name of each suite and its one line: of the puzzles, of what they share, of `cases`.

    Examples
    --------
    >>> suites()["river"]
    'river crossings'
    """
    known = {name: suite.summary for name, suite in KNOWN.items()}
    return known | (outside.summaries(cases) | known if cases else {})


def load(names: Iterable[str] = (), *, quick: bool = False, cases: str | None = None) -> list[Case]:
    """Return the cases of suites or groups, of all suites where none is named.

    Parameters
    ----------
    names : iterable of str
        Suites (``boggle``), or single groups (``boggle 4x4 dice``).
    quick : bool
        Tiny sizes.
    cases : str, optional
        A folder of modules ``cases_NAME.py``, or one such file, whose cases are added: those of a name that
        a suite has already to that suite.

    Raises
    ------
    PuzzleError
        No suite or group has that name, or `cases` names no modules of cases.

    Examples
    --------
    >>> sorted({case.role for case in load(["river"], quick=True)})
    ['general', 'kernel', 'textbook', 'twin']
    """
    wanted, known = list(dict.fromkeys(names)), suites(cases)
    if not wanted:
        return [case for suite in known for case in _cases(suite, quick, cases)]
    every = {} if set(wanted) <= set(known) else {suite: _cases(suite, quick, cases) for suite in known}
    found: dict[str, Case] = {}
    for name in wanted:
        if name in known:
            chosen = every.get(name) or _cases(name, quick, cases)
        else:
            chosen = [case for suite in every.values() for case in suite if case.group == name]
        if not chosen:
            raise PuzzleError(
                f"no benchmark group is called {printable(name)!r:.60}, expected one of {', '.join(known)}, "
                "or a group of --list"
            )
        found.update((case.fullname, case) for case in chosen)
    return list(found.values())


def _cases(name: str, quick: bool, more: str | None) -> list[Case]:
    found: list[Case] = []
    if name in KNOWN:
        found += importlib.import_module(f".{KNOWN[name].module}", __name__).cases(quick)
    return found + outside.cases(more, name, quick) if more else found
