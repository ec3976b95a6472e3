"""Bound the scores of a class of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....arrow import lists_of
from ....base import PuzzleError
from ....core.walk.boggle_bound import MAX_CELLS
from ....io.text import printable, uneven
from ....lexicon import Lexicon
from ....lexicon.normalise import fold
from ....search.threads import thread_pool, wait_interruptibly
from ..best_board.board_space import Space, space_of
from ..parse import HOLE, WILDCARD
from ..rules import rules_of
from .engine import tree_of

if TYPE_CHECKING:
    from ....typing import CellsLike, ShapeLike

USUAL_TERMS = 1 << 16  # of a class, in a kernel that is kept for the next call
MOST_TERMS = 1 << 24
KEY_BITS = 64


def upper_bound(
    cells: CellsLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    **rules: Any,
) -> int:
    """Return an upper bound of the scores of a class of boards.

    Parameters
    ----------
    cells : sequence of rows, or str
        For each cell the letters that it can have, as text: ``[["ab", "cd"], ["ef", "gh"]]``, or rows by
        line or ``/`` with spaces between cells, ``"ab cd/ef gh"``; ``?`` is any letter, ``.`` a hole. At
        most 25 cells.
    lexicon : Lexicon or iterable of str, optional
        The words that count (default: the embedded English list up to level 60).
    shape : str, int or pair, optional
        Rows and columns where the cells are given as one row.
    **rules
        ``rules=Rules(…)``, or its fields by name; points by lengths and letters, none below 0.

    Returns
    -------
    int
        No board of the class scores more; of a single board its score.

    Raises
    ------
    PuzzleError
        No such class; one with more than 16,777,216 paths of words, or whose sets need more than 64 bits
        together: a cell of n letters that words have, two or more, takes as many bits as n.

    Notes
    -----
    A word is a term for each set of cells and letters that a path of it requires, without cells of one
    letter, and counts once per term. Terms are in a tree by the cells, in one order whatever the order along
    the path; the bound is the sum over the cells of the most that one letter gives, recursively. D.
    Vanderkam, "A Computational Proof of the Highest-Scoring Boggle Board" (arXiv:2507.02117). O(paths).

    Examples
    --------
    >>> words = Lexicon(["tea", "eat", "ate", "sat", "sea"])
    >>> upper_bound([["ts", "e"], ["a", "t"]], words), upper_bound([["s", "e"], ["a", "t"]], words)
    (6, 5)
    """
    rows = _rows_of(cells)
    size = (len(rows), len(rows[0])) if shape is None else shape
    space = space_of(size, lexicon, rules_of(rules), most_cells=MAX_CELLS)
    flat = [cell for row in rows for cell in row]
    if len(flat) != space.n_cells:
        raise PuzzleError(f"{len(flat)} cells, expected {space.n_cells} for {space.rows}x{space.cols}")
    sets = np.array([_set_of(cell, space) for cell in flat], dtype=np.uint32)
    bits = sum(
        (letters & space.spelling).bit_count().bit_length()
        for letters in sets.tolist()
        if letters & (letters - 1)
    )
    if bits > KEY_BITS:
        wrong = f"sets of letters that need {bits} bits together, expected at most {KEY_BITS}: smaller sets"
        raise PuzzleError(wrong)
    key = ("bound", *space.key)
    kernel = space.made.take(key, lambda: tree_of(space, USUAL_TERMS, 16 * USUAL_TERMS))
    found = kernel.bound(sets)
    space.made.give(key, kernel)
    if found < 0:
        kernel = tree_of(space, MOST_TERMS, 16 * MOST_TERMS)
        with thread_pool(1, kernel.stop) as pool:  # Ctrl-C is answered at once
            found = wait_interruptibly(pool.submit(kernel.bound, sets))
    if found < 0:
        raise PuzzleError(f"more than {MOST_TERMS:,} paths of words, expected smaller sets of letters")
    return found


def _rows_of(cells: Any) -> list[list[str]]:
    cells = lists_of(cells, name="cells")
    if isinstance(cells, str):
        rows = [row.split() for line in cells.strip("\r\n").splitlines() for row in line.split("/")]
    elif isinstance(cells, Sequence) and all(isinstance(row, Sequence) for row in cells):
        rows = [row.split() if isinstance(row, str) else list(row) for row in cells]
    else:
        raise PuzzleError(f"cells of type {type(cells).__name__}, expected rows of texts")
    if not rows or not rows[0]:
        raise PuzzleError("no cells, expected rows of sets of letters")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(uneven(number, len(row), len(rows[0])))
        for cell in row:
            if not isinstance(cell, str):
                raise PuzzleError(f"cell of type {type(cell).__name__}, expected text", line=number)
    return rows


def _set_of(cell: str, space: Space) -> int:
    if cell in (WILDCARD, "*"):
        return (1 << space.n_letters) - 1
    if cell in (HOLE, ".", "#"):
        return 0
    letters = fold(cell)
    if not set(letters) <= set(space.lexicon.alphabet):
        raise PuzzleError(f"'{printable(cell[:40])}', expected letters that the lexicon has, ? or .")
    return sum(1 << space.lexicon.alphabet.index(letter) for letter in set(letters))
