"""A call of each public verb that takes limits, most of them too long for any.

`CALLS` is name -> what makes the call: a board, a list of words; that is no part of it. `test_limits.py` reads the
package for verbs that are missing here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import unriddle as ur
from unriddle import Limits

Call = Callable[[Limits], Any]

FIFTEEN = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
"""80 moves from its goal, as far as any: Brüngger, Marzetta, Fukuda and Nievergelt, 1999."""


def listed(verb: Callable[..., Any]) -> Call:
    """Return a call that asks for all solutions, and keeps none."""

    def call(limits: Limits) -> Any:
        found = verb(limits=limits)
        for _ in found:
            pass
        return found

    return call


def plain(verb: Callable[..., Any], *args: Any, **options: Any) -> Call:
    """Return a call with limits."""
    return lambda limits: verb(*args, limits=limits, **options)


def many(puzzle: Any) -> Call:
    """Return a call of `solve_many`, whose limits are those of each puzzle."""
    return lambda limits: next(iter(type(puzzle).solve_many([puzzle], limits=limits, threads=1)))


def verbs(name: str, make: Callable[[], Any], hard: Callable[[], Any] | None = None) -> Iterator[tuple[str, Any]]:
    """Yield the calls that all puzzles have: `make` has very many solutions, `hard` takes long to solve."""
    hard = hard or make
    yield f"{name}.solve", lambda: plain(hard().solve)
    yield f"{name}.solutions", lambda: listed(make().solutions)
    yield f"{name}.count", lambda: plain(make().count)
    yield f"{name}.solve_many", lambda: many(hard())


def words(n_letters: int) -> list[str]:
    """All words of ten letters: each has nine neighbours a letter."""
    return ["".join(word) for word in itertools.product("abcdefghij", repeat=n_letters)]


def wild() -> Any:
    return ur.Boggle.parse("?" * 36)


def one_letter() -> Any:
    return ur.Boggle.parse("a" * 100)


def ladder() -> Any:
    """A list whose graph is not built yet."""
    return ur.WordLadderPuzzle("aaaaa", "jjjjj", words(5))


def gogen() -> Any:
    return ur.Gogen.parse("\n".join(["....."] * 5), ["ABC", "DEF", "GHIJ"])


def placement() -> Any:
    """Three-letter words crossing everywhere: word squares and more."""
    listed = ["".join(word) for word in itertools.product("ABCDEFGH", repeat=3)]
    return ur.WordPlacement(listed, ["1111111"] * 7) if False else ur.WordPlacement(listed[:6], ["111", "111", "111"])


def missionaries() -> Any:
    return ur.RiverPuzzle.missionaries(40, 10)


def crowd() -> Any:
    """A state graph of many crossings."""
    return ur.RiverPuzzle.missionaries(400, 390)


def fifteen() -> Any:
    return ur.MNPuzzle.parse(FIFTEEN)


def wiegleb() -> Any:
    return ur.GridPegSolitairePuzzle.named("wiegleb")


def crossword() -> list[str]:
    return ["." * 12] * 12
