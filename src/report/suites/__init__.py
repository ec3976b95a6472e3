"""The benchmark suites that need no checkout: embedded words, seeded boards, generated puzzles.

A suite is a module with ``cases(quick)``, which returns its `Case` objects without doing any work.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from ...base import PuzzleError
from ...textio import printable
from .case import ROLES, Case, digest, peer_missing, peer_version

__all__ = ["ROLES", "SUITES", "Case", "digest", "load", "peer_missing", "peer_version"]

SUITES = {
    "boggle": "one board by its size",
    "growth": "moves, words and time from 2x2 to 6x6, with pruning and without",
    "boggle_many": "many boards at once, batch sizes, threads",
    "boggle_large": "enormous boards",
    "boggle_best": "neighbours of a board, the best board",
    "paths": "counting all paths of a board",
    "lexicon": "word lists: reading, compiling, looking up",
    "sudoku": "Sudokus of all orders, with proof that the solution is the only one",
    "gogen": "letters on a board",
    "numbrix": "Numbrix and Hidato",
    "placement": "words into slots",
    "sliding": "the 15-puzzle and its kin",
    "peg": "peg solitaire",
    "ladder": "word ladders",
    "river": "river crossings",
    "search": "the general search engine",
    "parts": "the kernels that others are built on",
}
"""Name of a suite and its one line."""


def load(names: Iterable[str] = (), *, quick: bool = False) -> list[Case]:
    """Return the cases of suites or groups, of all suites where none is named.

    Parameters
    ----------
    names : iterable of str
        Suites (``boggle``), or single groups (``boggle 4x4 dice``).
    quick : bool
        Tiny sizes.

    Raises
    ------
    PuzzleError
        No suite or group has that name.

    Examples
    --------
    >>> sorted({case.role for case in load(["river"], quick=True)})
    ['general', 'kernel', 'textbook', 'twin']
    """
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return [case for suite in SUITES for case in _cases(suite, quick)]
    every = (
        {} if all(name in SUITES for name in wanted) else {suite: _cases(suite, quick) for suite in SUITES}
    )
    found: dict[str, Case] = {}
    for name in wanted:
        if name in SUITES:
            chosen = every.get(name) or _cases(name, quick)
        else:
            chosen = [case for cases in every.values() for case in cases if case.group == name]
        if not chosen:
            raise PuzzleError(
                f"no benchmark group is called {printable(name)!r:.60}, expected one of {', '.join(SUITES)}, "
                "or a group of --list"
            )
        found.update((case.fullname, case) for case in chosen)
    return list(found.values())


def _cases(suite: str, quick: bool) -> list[Case]:
    module = importlib.import_module(f".{suite}", __name__)
    cases: list[Case] = module.cases(quick)
    return cases
