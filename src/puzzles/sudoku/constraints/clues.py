"""Clues over lists of cells: kinds, notation, and the constraints that each kind is made of.

A `Sum` says what the numbers of some cells come to, a `LineRelation` which may follow each other on a line;
`Sandwiched` is a sum of cells between two numbers, `Held` says which numbers are in some cells. A kind of
clue is an entry of `KINDS`; solver, generator and steps see these constraints only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from ....base import PuzzleError
from ....io.text import pluralize
from ...framework.arguments import as_int
from .cells import Cells, cell_sign, listed, path_of, signs

MOST_SUMMED = 16
"""Most rows of a grid with other clues than lines."""
MOST_HELD = 4
"""Most numbers of a quadruple."""


class Clue(NamedTuple):
    """A clue: its kind in `KINDS`, its cells in order, and a number, or several, where it has them."""

    kind: str
    cells: Cells
    value: int | None = None
    numbers: Cells = ()


class Sum(NamedTuple):
    """The numbers of `cells`, less those of `minus`, come to `total`; with `distinct` all differ."""

    cells: Cells
    total: int
    minus: Cells = ()
    distinct: bool = False

    def fits(self, numbers: Sequence[int], n: int) -> bool:
        """Return whether the numbers of a grid, 0 for none yet, leave the total in reach."""
        added, minus = [numbers[cell] for cell in self.cells], [numbers[cell] for cell in self.minus]
        more, less, filled = added.count(0), minus.count(0), sum(added) - sum(minus)
        repeated = self.distinct and len(set(added)) < len(added) - max(more - 1, 0)
        within = filled + more - less * n <= self.total <= filled + more * n - less
        return within and not repeated


class Sandwiched(NamedTuple):
    """The numbers between 1 and n in `cells`, a row or a column, come to `total`."""

    cells: Cells
    total: int

    def fits(self, numbers: Sequence[int], n: int) -> bool:
        """Return whether the numbers of a grid, 0 for none yet, leave the total in reach."""
        values = [numbers[cell] for cell in self.cells]
        if not {1, n} <= set(values):
            return self.total <= sum(range(2, n))
        first, last = sorted((values.index(1), values.index(n)))
        return Sum(self.cells[first + 1 : last], self.total, distinct=True).fits(numbers, n)


class Held(NamedTuple):
    """Each of `numbers` is in one of `cells`; one that is listed twice is in two of them."""

    cells: Cells
    numbers: Cells

    def fits(self, numbers: Sequence[int], n: int) -> bool:
        """Return whether the numbers of a grid, 0 for none yet, leave room for what is missing."""
        values = [numbers[cell] for cell in self.cells]
        return (Counter(self.numbers) - Counter(values)).total() <= values.count(0)

    def one_of(self) -> Iterator[tuple[Cells, int]]:
        """Yield cells with a number that one of them holds; all together are what is asked for."""
        for number, count in Counter(self.numbers).items():
            for cells in combinations(self.cells, len(self.cells) - count + 1):
                yield cells, number


class LineRelation(NamedTuple):
    """Which numbers may follow each other on a line: by number, from 1, a mask of what the next may be."""

    cells: Cells
    kept: Cells
    every: bool = False
    """Of all pairs of cells, the earlier one first, and not of neighbours alone."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the cells that are related, the earlier one first."""
        return combinations(self.cells, 2) if self.every else pairwise(self.cells)


Counted = Sum | Sandwiched | Held
Constraint = Counted | LineRelation


@lru_cache(maxsize=256)
def _table(n: int, kind: str, value: int = 0) -> Cells:
    """Return by number a mask of the numbers that are in a relation to it."""
    kept = RELATIONS[kind]
    return tuple(sum(1 << (y - 1) for y in range(1, n + 1) if kept(x, y, value)) for x in range(1, n + 1))


RELATIONS: dict[str, Callable[[int, int, int], bool]] = {
    "less": lambda x, y, _: x < y,
    "far": lambda x, y, least: abs(x - y) >= least,
    "near": lambda x, y, count: 0 < abs(x - y) < count,
    "equal": lambda x, y, _: x == y,
}


def _cage(clue: Clue, n: int) -> Iterator[Constraint]:
    if clue.value is None:
        yield LineRelation(clue.cells, _table(n, "far", 1), every=True)
    else:
        yield Sum(clue.cells, clue.value, distinct=True)


def _arrow(clue: Clue, n: int) -> Iterator[Constraint]:
    yield Sum(clue.cells[1:], 0, minus=clue.cells[:1])


def _little_killer(clue: Clue, n: int) -> Iterator[Constraint]:
    yield Sum(clue.cells, clue.value or 0)


def _thermometer(clue: Clue, n: int) -> Iterator[Constraint]:
    yield LineRelation(clue.cells, _table(n, "less"))


def _whisper(clue: Clue, n: int) -> Iterator[Constraint]:
    yield LineRelation(clue.cells, _table(n, "far", _apart(clue, n)))


def _apart(clue: Clue, n: int) -> int:
    return (n + 1) // 2 if clue.value is None else clue.value


def _renban(clue: Clue, n: int) -> Iterator[Constraint]:
    yield LineRelation(clue.cells, _table(n, "near", len(clue.cells)), every=True)


def _palindrome(clue: Clue, n: int) -> Iterator[Constraint]:
    half = len(clue.cells) // 2
    for pair in zip(clue.cells[:half], clue.cells[: -half - 1 : -1], strict=True):
        yield LineRelation(pair, _table(n, "equal"))


def _clone(clue: Clue, n: int) -> Iterator[Constraint]:
    half = len(clue.cells) // 2
    for pair in zip(clue.cells[:half], clue.cells[half:], strict=True):
        yield LineRelation(pair, _table(n, "equal"))


def _sandwich(clue: Clue, n: int) -> Iterator[Constraint]:
    yield Sandwiched(clue.cells, clue.value or 0)


def _quadruple(clue: Clue, n: int) -> Iterator[Constraint]:
    yield Held(clue.cells, clue.numbers)


class Kind(NamedTuple):
    """A kind of clue."""

    one: str
    """What one is called."""
    means: Callable[[Clue, int], Iterator[Constraint]]
    """The constraints that it is made of."""
    number: bool | None
    """Whether a number stands before the cells; None where it may be left out."""
    least: int
    """Fewest cells."""
    help: str
    ordered: bool = True
    """Whether the order of the cells counts."""


KINDS = {
    "cages": Kind(
        "cage",
        _cage,
        None,
        1,
        "add killer cages: a total and its cells, all different, such as '15 r1c1 r1c2; 7 r2c1 r2c2'",
        ordered=False,
    ),
    "arrows": Kind("arrow", _arrow, False, 2, "add arrows: a circle, then the cells that add up to it"),
    "little_killers": Kind(
        "little killer",
        _little_killer,
        True,
        1,
        "add little killers: a total and the cells of a diagonal, such as '20 r1c2-r5c6'; numbers may repeat",
        ordered=False,
    ),
    "thermometers": Kind(
        "thermometer",
        _thermometer,
        False,
        2,
        "add thermometers: numbers rise from the first cell, such as 'r1c1 r1c2; r5c1-r5c9'",
    ),
    "whispers": Kind(
        "whisper",
        _whisper,
        None,
        2,
        "add whispers: neighbours on the line differ by at least n/2, rounded up (5 on 9x9), or by a number "
        "given first, such as '4 r1c1-r1c5'",
    ),
    "renban": Kind("renban line", _renban, False, 2, "add lines of consecutive numbers in any order"),
    "palindromes": Kind(
        "palindrome", _palindrome, False, 2, "add palindromes: lines that read the same from both ends"
    ),
    "clones": Kind(
        "clone",
        _clone,
        False,
        2,
        "add clones: two lists of cells with the same numbers: 'r1c1 r1c2 = r5c5 r5c6'",
    ),
    "sandwiches": Kind(
        "sandwich",
        _sandwich,
        True,
        2,
        "add sandwiches: the sum between 1 and n, and its row or column, such as '12 r1; 8 c3'",
        ordered=False,
    ),
    "quadruples": Kind(
        "quadruple",
        _quadruple,
        True,
        4,
        "add quadruples: numbers and the 2 × 2 cells that hold them, such as '1 2 3 r1c1-r2c2'",
        ordered=False,
    ),
}
"""Keyword -> kind of clue."""


# Notation

NUMBER = re.compile(r"\s*(\d+)\s*[\s:=]\s*(.*)\Z", re.DOTALL)
"""A number before cells."""
NUMBERS = re.compile(r"\s*(\d+(?:[\s,]+\d+)*)\s*[\s,:=]\s*(.*)\Z", re.DOTALL)
"""Numbers before cells."""
LINE = re.compile(r"\s*([rRcC])(\d{1,2})\s*\Z")
"""A row or a column."""


def clues_of(kind: str, value: Any, n: int) -> tuple[Clue, ...]:
    """Return the clues of a kind, from texts apart by ``;`` or a list of texts, cells or (number, cells).

    Examples
    --------
    >>> clues_of("cages", "5 r1c1 r1c2", 4) == clues_of("cages", [(5, "A1 B1")], 4)
    True
    """
    if value is None:
        return ()
    if isinstance(value, str):
        value = [part for part in re.split("[;\n]", value) if part.strip()]
    if isinstance(value, Mapping):
        value = [value]
    found = {
        _clue(kind, part, n, f"{KINDS[kind].one} {k}")
        for k, part in enumerate(listed(value, kind, _expected(kind)), 1)
    }
    return tuple(sorted(found, key=lambda clue: (clue.cells, clue.value or 0, clue.numbers)))


def _expected(kind: str) -> str:
    example = {"sandwiches": "(5, 'r1')", "quadruples": "([1, 2], 'r1c1-r2c2')"}.get(kind)
    if example is None:
        example = "'r1c1 r1c2'" if KINDS[kind].number is False else "(5, 'r1c1 r1c2')"
    return f"a list such as [{example}]"


def _clue(kind: str, given: Any, n: int, what: str) -> Clue:
    number, cells = _parted(kind, given, what)
    about = KINDS[kind]
    if kind == "clones":
        first, second = cells
        halves = [path_of(half, n, what) for half in (first, second)]
        if len(halves[0]) != len(halves[1]):
            counts = " and ".join(str(len(half)) for half in halves)
            raise PuzzleError(f"{what} of {counts} cells, expected as many on both sides")
        found = path_of([divmod(cell, n) for half in halves for cell in half], n, what)
    elif kind == "sandwiches":
        found = _line_of(cells, n, what)
    elif kind == "quadruples":
        found = _block_of(cells, n, what)
    else:
        found = path_of(cells, n, what)
    if len(found) < about.least:
        raise PuzzleError(f"{what} of {len(found)} cells, expected at least {about.least}")
    numbers: Cells = ()
    value = as_int(number)
    if kind == "quadruples" and number is not None:
        numbers, value = _numbers_of(number, n, what), None
    elif number is not None and (value is None or not 0 <= value <= n**3):
        raise PuzzleError(f"{number!r:.40} in {what}, expected a number from 0 to {n**3}")
    if about.number is (number is None):
        expected = "the cells alone" if number is not None else "a number before the cells"
        raise PuzzleError(
            f"{what} {'with' if number is not None else 'without'} a number, expected {expected}"
        )
    clue = Clue(kind, found if about.ordered else tuple(sorted(found)), value, numbers)
    if n > MOST_SUMMED and not all(isinstance(one, LineRelation) for one in about.means(clue, n)):
        raise PuzzleError(f"{kind} with {n} rows, expected at most {MOST_SUMMED}")
    return clue


def _line_of(value: Any, n: int, what: str) -> Cells:
    """Return the cells of a row or a column, from ``r1`` or ``c1`` or from its cells."""
    if isinstance(value, str) and (match := LINE.match(value)):
        k = int(match[2]) - 1
        if not 0 <= k < n:
            raise PuzzleError(f"{value!r:.40} in {what}, expected r1 to r{n} or c1 to c{n}")
        return tuple(range(n * k, n * k + n) if match[1] in "rR" else range(k, n * n, n))
    found = path_of(value, n, what)
    rows, cols = {cell // n for cell in found}, {cell % n for cell in found}
    if len(found) != n or 1 not in (len(rows), len(cols)):
        raise PuzzleError(f"{what} of {pluralize(len(found), 'cell')}, expected a row or a column such as r1")
    return found


def _block_of(value: Any, n: int, what: str) -> Cells:
    """Return four cells that touch in a corner, from all of them or from two opposite ones."""
    found = path_of(value, n, what)
    rows, cols = sorted({cell // n for cell in found}), sorted({cell % n for cell in found})
    touching = all(len(lines) == 2 and lines[1] - lines[0] == 1 for lines in (rows, cols))
    if len(found) not in (2, 4) or not touching:
        count = pluralize(len(found), "cell")
        raise PuzzleError(f"{what} of {count}, expected 2 × 2 cells such as r1c1-r2c2")
    return tuple(n * row + col for row in rows for col in cols)


def _numbers_of(value: Any, n: int, what: str) -> Cells:
    """Return the numbers of a quadruple in rising order."""
    numbers = [as_int(number) or 0 for number in (value if isinstance(value, (list, tuple)) else [value])]
    if not 1 <= len(numbers) <= MOST_HELD or not all(1 <= number <= n for number in numbers):
        expected = f"1 to {MOST_HELD} numbers from 1 to {n}, with spaces between"
        raise PuzzleError(f"{value!r:.40} in {what}, expected {expected}")
    return tuple(sorted(numbers))


def _parted(kind: str, given: Any, what: str) -> tuple[Any, Any]:
    """Return the number of a clue, None where there is none, and its cells; of clones two lists.

    The number of a quadruple may be several.
    """
    number: Any = None
    if isinstance(given, str):
        if kind == "quadruples" and (match := NUMBERS.match(given)):
            number, given = [int(part) for part in re.split(r"[\s,]+", match[1])], match[2]
        elif match := NUMBER.match(given):
            number, given = int(match[1]), match[2]
        if kind == "clones":
            given = given.split("=")
    elif (
        isinstance(given, (list, tuple))
        and len(given) == 2
        and (kind == "quadruples" or not isinstance(given[0], (str, list, tuple)))
    ):
        number, given = given
    if kind == "clones" and (not isinstance(given, (list, tuple)) or len(given) != 2):
        raise PuzzleError(f"{what}, expected two lists of cells with = between")
    return number, given


def clue_text(clue: Clue, n: int) -> str:
    """Return a clue as `clues_of` reads it."""
    if clue.kind == "clones":
        half = len(clue.cells) // 2
        return f"{signs(clue.cells[:half], n)} = {signs(clue.cells[half:], n)}"
    if clue.kind == "sandwiches":
        row, col = divmod(clue.cells[0], n)
        return f"{clue.value} " + (f"r{row + 1}" if clue.cells[1] // n == row else f"c{col + 1}")
    if clue.kind == "quadruples":
        ends = "-".join(cell_sign(cell, n) for cell in (clue.cells[0], clue.cells[-1]))
        return f"{' '.join(map(str, clue.numbers))} {ends}"
    return ("" if clue.value is None else f"{clue.value} ") + signs(clue.cells, n)


def clue_name(clue: Clue, n: int) -> str:
    """Return what a clue is called."""
    return f"{KINDS[clue.kind].one} {clue_text(clue, n)}"
