"""Dense fill-ins: patterns of forbidden cells, filled from a word list, with exactly one solution."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...core.assign.placement import MAX_LETTERS, PlacementSearch
from ...lexicon import Lexicon
from ..framework.arguments import check_seed, check_shape
from .encode import count_words, encoded, filled, offsets_of
from .generate import Layout, with_givens
from .parse import board_rows
from .patterns import LONGEST, Pattern
from .puzzle import WordPlacement
from .result import WordFilling
from .rules import EMPTY, FORBIDDEN, find_slots, fold

if TYPE_CHECKING:
    from ...typing import OpenCellsLike, ShapeLike

__all__ = ["FILL_IN_LEVEL", "Filler", "attempt", "fill_in", "pattern_of"]

SHAPE = "13x13"
FILL_IN_LEVEL = 50
"""Rarity of the embedded list's words by default."""
DRAWN, MASKED = 400, 10_000
"""Nodes of a filling: of a pattern that was drawn, for which the next is drawn, and of one that is given."""
TRIES = 300


class Filler:
    """Words of a list as arrays of the kernel: made once, for any number of grids and threads.

    Parameters
    ----------
    words : iterable of str
        Those of other characters than letters, or of one letter, are passed over.

    Examples
    --------
    >>> filler = Filler(["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"])
    >>> filler.filled(("111", "111", "111"), seed=1, nodes=100).rows in (
    ...     ("ABC", "DEF", "GHI"), ("ADG", "BEH", "CFI"))
    True
    """

    def __init__(self, words: Iterable[str]) -> None:
        known, _ = count_words(word for word in words if len(word) > 1 and word.isalpha())
        self.keys = sorted(known, key=len)
        text = "".join(self.keys)
        self.alphabet = sorted(set(text))
        if not 1 <= len(self.alphabet) <= MAX_LETTERS:
            wrong = f"words with {len(self.alphabet)} different letters, expected 1 to {MAX_LETTERS}"
            raise PuzzleError(wrong)
        n = len(self.keys)
        self._words = encoded(text, self.alphabet), offsets_of([len(key) for key in self.keys])
        self._bounds = np.zeros(n, np.int32), np.ones(n, np.int32)
        self._scores = np.zeros(n, np.int32)

    def filled(self, rows: tuple[str, ...], seed: int, nodes: int) -> WordFilling | None:
        """Return a filling of a grid of 0, 1 and letters; None where so many nodes find none."""
        slots, width = find_slots(rows), len(rows[0])
        cells = [cell for slot in slots for cell in slot.indices(width)]
        masks = {letter: 1 << code for code, letter in enumerate(self.alphabet)}
        whole = (1 << len(self.alphabet)) - 1
        anything = {FORBIDDEN: whole, EMPTY: whole}
        allowed = [anything.get(entry, masks.get(fold(entry), 0)) for row in rows for entry in row]
        search = PlacementSearch(
            np.array(cells, np.int32),
            offsets_of([slot.length for slot in slots]),
            *self._words,
            *self._bounds,
            np.array(allowed, np.uint64),
            len(self.alphabet),
            self._scores,
            seed,
        )
        search.most_solutions = 1
        search.run(nodes)
        if not search.solutions:
            return None
        return filled(rows, slots, [self.keys[number] for number in search.solution.tolist()])


def fill_in(
    shape: ShapeLike | None = None,
    *,
    mask: OpenCellsLike | None = None,
    blocks: int | None = None,
    longest: int | None = None,
    symmetry: str | None = None,
    lexicon: Iterable[str] | None = None,
    seed: int | None = None,
) -> Layout:
    """Make a dense fill-in: a grid in which words cross all over, with exactly one solution.

    Parameters
    ----------
    shape : str, (int, int) or int, optional
        Rows and columns, from 3 to 31; 13x13 by default.
    mask : str or rows, optional
        The grid, in place of a shape: 0 or ``#`` is forbidden, 1 or ``.`` open, a letter is given.
    blocks : int, optional
        Forbidden cells, at least; by default 22 in a hundred.
    longest : int, optional
        Most letters of a word, 8 by default.
    symmetry : str, optional
        Of the forbidden cells: ``rotation``, the default, ``horizontal``, ``vertical`` or ``none``.
    lexicon : iterable of str, optional
        The words; by default those of level 50 of the embedded list, the offensive ones left out.
    seed : int, optional
        The same seed makes the same fill-in; None another one each time.

    Returns
    -------
    Layout
        The puzzle, its words in order of the alphabet, and its solution. Letters are given where others would
        fit too, which is rare.

    Raises
    ------
    PuzzleError
        Wrong options, or no fill-in came about: fewer words than such a grid asks for.

    Examples
    --------
    >>> made = fill_in("7x7", seed=1)
    >>> made.puzzle.shape, made.puzzle.solve().status, made.puzzle.check(made.solution)
    ((7, 7), <Status.UNIQUE: 'UNIQUE'>, True)
    """
    rng = random.Random(check_seed(seed))
    grid = pattern_of(shape, mask, blocks, longest, symmetry)
    filler = _common() if lexicon is None else Filler(lexicon)
    for _ in range(TRIES):
        made = attempt(filler, grid, rng)
        if made is not None:
            return made
    raise PuzzleError("no fill-in came about, expected more forbidden cells or more words")


def pattern_of(
    shape: ShapeLike | None,
    mask: OpenCellsLike | None,
    blocks: int | None,
    longest: int | None,
    symmetry: str | None,
) -> Pattern | tuple[str, ...]:
    """Return the grid that is given, or what it is to be like.

    Raises
    ------
    PuzzleError
        Wrong options, or a mask and others beside it.
    """
    if mask is not None:
        others = {"shape": shape, "blocks": blocks, "longest": longest, "symmetry": symmetry}
        if beside := [name for name, value in others.items() if value is not None]:
            raise PuzzleError(f"mask and {beside[0]}, expected one of them")
        rows = board_rows(mask)
        if not find_slots(rows):
            raise PuzzleError("a mask without a slot, expected two open cells in a row")
        return rows
    wanted = Pattern(
        *check_shape(SHAPE if shape is None else shape),
        blocks,
        LONGEST if longest is None else longest,
        symmetry or "rotation",
    )
    wanted.check()
    return wanted


@lru_cache(maxsize=1)
def _common() -> Filler:
    """Return the words that are taken by default."""
    return Filler(Lexicon.load("english", level=FILL_IN_LEVEL, clean=True))


def attempt(filler: Filler, grid: Pattern | tuple[str, ...], rng: random.Random) -> Layout | None:
    """Return a fill-in with exactly one solution; None where this try gives none."""
    rows = grid.draw(rng) if isinstance(grid, Pattern) else grid
    if rows is None:
        return None
    most = DRAWN if isinstance(grid, Pattern) else MASKED
    filling = filler.filled(rows, rng.getrandbits(62), most)
    if filling is None:
        return None
    puzzle = WordPlacement(sorted(placed.word for placed in filling.placed), rows)
    return Layout(puzzle=with_givens(puzzle, filling), solution=filling, left_out=())
