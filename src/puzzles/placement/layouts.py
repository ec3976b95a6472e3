"""Lay out criss-crosses and fill-ins as puzzles with their solutions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...base import PuzzleError
from ...lexicon import Lexicon
from ..framework.arguments import check_seed
from .generate import FILL_IN_LEVEL, Filler, MadePlacement, lay_out, make_fill_in, pattern_of
from .puzzle import WordPlacement
from .result import WordFilling

if TYPE_CHECKING:
    from ...typing import OpenCellsLike, ShapeLike

TRIES = 300
"""Fill-ins that are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrisscrossLayout:
    """A generated board.

    `puzzle` is the board with the words that found a place, `solution` the layout itself, and `left_out` are
    the words that found none.
    """

    puzzle: WordPlacement
    solution: WordFilling
    left_out: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.solution)

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)

    def to_html(self, clues: Mapping[str, str] | None = None) -> str:
        """Return a page of the board and the layout: its numbers, the words across and down, clues."""
        from ..framework.html import page

        return page(self.puzzle.view(self.solution, clues))

    def _repr_html_(self) -> str:
        return self.puzzle.in_notebook(self.solution)


def _layout(made: MadePlacement) -> CrisscrossLayout:
    puzzle = WordPlacement(made.words, made.board)
    return CrisscrossLayout(puzzle=puzzle, solution=made.solution, left_out=made.left_out)


def layout(
    words: Iterable[str],
    *,
    shape: ShapeLike | None = None,
    tries: int | None = None,
    unique: bool = False,
    seed: int | None = None,
) -> CrisscrossLayout:
    """Lay words out so that they cross, all connected, on a board as small as can be found.

    Parameters
    ----------
    words : iterable of str
        The words, two letters or more each, at most 2000; one that is listed twice is laid out twice.
    shape : str, (int, int) or int, optional
        Most rows and columns: ``"15x20"``, (15, 20) or 15.
    tries : int, optional
        How many layouts to make, the best of which is taken: most words, then smallest area, then most
        crossings. By default 1000 / words, at least 4.
    unique : bool
        Give letters on the board until the layout is its only solution.
    seed : int, optional
        The same seed makes the same layout; None another one each time.

    Returns
    -------
    CrisscrossLayout

    Raises
    ------
    PuzzleError
        No words, a word of one letter, wrong options.

    Notes
    -----
    Greedy with restarts: long words first, each where it crosses most and adds least to the area. O(tries *
    words * letters * cells).

    Examples
    --------
    >>> made = layout(["GTU", "TECH"], seed=0)
    >>> made.puzzle.check(made.solution), made.left_out, made.puzzle.shape
    (True, (), (4, 3))
    """
    return _layout(lay_out(words, shape, tries, unique, seed))


def fill_in(
    shape: ShapeLike | None = None,
    *,
    mask: OpenCellsLike | None = None,
    blocks: int | None = None,
    longest: int | None = None,
    symmetry: str | None = None,
    lexicon: Iterable[str] | None = None,
    seed: int | None = None,
) -> CrisscrossLayout:
    """Make a dense fill-in: a grid in which words cross all over, with exactly one solution.

    Parameters
    ----------
    shape : str, (int, int) or int, optional
        Rows and columns, from 3 to 31; 13x13 by default.
    mask : str or rows, optional
        The grid, in place of a shape, blocks and symmetry; as the board of `WordPlacement`.
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
    CrisscrossLayout
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
        made = make_fill_in(filler, grid, rng)
        if made is not None:
            return _layout(made)
    raise PuzzleError("no fill-in was found; use more forbidden cells or more words")


@lru_cache(maxsize=1)
def _common() -> Filler:
    """Return the words that are taken by default."""
    return Filler(Lexicon.load("english", level=FILL_IN_LEVEL, clean=True))
