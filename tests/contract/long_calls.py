"""A call of each public verb that takes limits: as long as the verb allows, most of them for hours.

`CALLS` is name -> what makes the call. What is made before a call (a board, a list of words) is no part of it.
`tests/contract/test_limits.py` reads the package and finds what is missing here.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import unriddle as ur
from unriddle import Limits
from unriddle.puzzles import registry

Call = Callable[[Limits], Any]

HARD_SUDOKU = "." * 625
FIFTEEN = "2 11 5 13/9 7 15 8/10 3 12 0/14 1 6 4"
LETTERS = "eariotnslcudpmhg"


def listed(call: Callable[..., Any]) -> Call:
    """Return a call that asks for all solutions, and keeps none."""

    def run(limits: Limits) -> Any:
        found = call(limits=limits)
        for _ in found:
            pass
        return found

    return run


def plain(call: Callable[..., Any], *args: Any, **options: Any) -> Call:
    """Return a call with limits."""
    return lambda limits: call(*args, limits=limits, **options)


def many(puzzle: Any) -> Call:
    """Return a call of `solve_many`, whose limits are those of each puzzle."""
    return lambda limits: list(type(puzzle).solve_many([puzzle], limits=limits, threads=1))


def verbs(name: str, puzzle: Any, **options: Any) -> dict[str, Callable[[], Call]]:
    """Return the calls that all puzzles have, on one puzzle."""
    return {
        f"{name}.solve": lambda: plain(puzzle().solve, **options),
        f"{name}.solutions": lambda: listed(puzzle().solutions),
        f"{name}.count": lambda: plain(puzzle().count),
        f"{name}.solve_many": lambda: many(puzzle()),
    }


@functools.cache
def wild() -> Any:
    """A board of wildcards: each path is a word's."""
    return ur.Boggle.parse("?" * 36)


@functools.cache
def gogen() -> Any:
    """An empty board without words: 25! solutions."""
    return ur.Gogen([""] * 25, [], shape=(5, 5)) if False else ur.Gogen.parse("\n".join(["....."] * 5))


@functools.cache
def numbrix() -> Any:
    return ur.Numbrix([[0] * 8] * 8)


@functools.cache
def hidato() -> Any:
    return ur.Hidato([[0] * 8] * 8)


@functools.cache
def ladder() -> Any:
    """Two words of a long list whose graph is not built: all words of six letters from twelve."""
    import itertools

    words = ["".join(word) for word in itertools.product("abcdefghij", repeat=5)]
    return words


def fresh_ladder() -> Any:
    return ur.WordLadderPuzzle("aaaaa", "jjjjj", ladder())


def fresh_graph() -> Any:
    return ur.ladder.WordGraph(ladder())


@functools.cache
def peg() -> Any:
    return ur.GridPegSolitairePuzzle.named("wiegleb")


@functools.cache
def placement() -> Any:
    """Forty words of one length into a grid that they cross: very many ways."""
    return ur.placement.WordPlacement


@functools.cache
def river() -> Any:
    return ur.RiverPuzzle.missionaries(60, 30) if hasattr(ur.RiverPuzzle, "missionaries") else None


@functools.cache
def sliding() -> Any:
    return ur.MNPuzzle.parse(FIFTEEN)


@functools.cache
def sudoku() -> Any:
    return ur.SudokuPuzzle.parse("." * 625)
