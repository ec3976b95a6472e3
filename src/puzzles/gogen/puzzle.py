"""Gogen: stand the letters of an alphabet on a board so that every word can be traced."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ...core.assign import gogen as kernel
from ..common.assigning import by_steps, check_wish, run_search
from ..common.solutions import Solutions
from ..common.steps import Step, grade
from .many import GogenMany, solve_many
from .steps import LEVELS, reason
from .text import (
    Token,
    check_alphabet,
    check_shape,
    counted_words,
    default_alphabet,
    grid_lines,
    parse_words,
    shape_grid,
    split_text,
    take_grid,
    take_words,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["Gogen", "GogenMany", "GogenResult", "default_alphabet", "parse_words", "solve_many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GogenResult(Result):
    """What a Gogen's `solve` found."""

    solution: tuple[str, ...] | None
    """Rows of the first solution; letters that nothing binds in alphabet order on the cells left."""
    grid: tuple[str, ...] | None
    """The same with ``.`` on the cells of letters that nothing binds."""
    count: int
    """Solutions found, at most the limit; exact where `complete`."""
    complete: bool
    """Whether every solution has been counted."""
    reason: str = ""
    """Why there is no solution, where that was clear before any search."""
    choices: tuple[tuple[str, int], ...] = ()
    """Letters and cells guessed on the way to the first solution."""

    def __str__(self) -> str:
        return "\n".join(self.grid) if self.grid is not None else self.reason or self.status.value


class Gogen(Puzzle):
    """A Gogen: a board, letters given on some cells, and words to be traced through neighbouring cells.

    Parameters
    ----------
    grid : sequence of str
        Rows of letters, ``.`` where empty.
    words : iterable of str
        Words; consecutive letters stand on cells that touch, diagonally too.
    alphabet : str, optional
        The letters, each to be used once, as many as cells; `default_alphabet` else.
    revisit : bool
        A word may come back to a letter's cell. Without it a word with a repeated letter has no place.

    Raises
    ------
    PuzzleError
        Rows of unequal length, a letter given twice, a letter outside the alphabet.

    Examples
    --------
    >>> puzzle = Gogen.parse("A..D", ["ABDC"], rows=2)
    >>> print(puzzle.solve().status, puzzle.count())
    MULTIPLE 2
    >>> [" ".join(rows) for rows in puzzle.solutions()]
    ['AB CD', 'AC BD']
    """

    def __init__(
        self, grid: Sequence[str], words: Iterable[str], *, alphabet: str | None = None, revisit: bool = False
    ) -> None:
        rows, cols = len(grid), len(grid[0]) if grid else 0
        check_shape(rows, cols)
        self.rows, self.cols, self.revisit = rows, cols, bool(revisit)
        self.alphabet = check_alphabet(alphabet, rows * cols)
        letters = "".join(grid)
        if any(len(row) != cols for row in grid):
            raise PuzzleError(f"rows of {sorted({len(row) for row in grid})} cells, expected equal ones")
        cells = [
            [Token(ch, None, None) for ch in row]
            for row in (letters[k : k + cols] for k in range(0, rows * cols, cols))
        ]
        self.grid = take_grid(cells, self.alphabet, None)
        self.words = take_words([Token(word, None, None) for word in words], self.alphabet, None)

    @classmethod
    def parse(
        cls,
        text: str,
        words: str | Iterable[str] | None = None,
        *,
        rows: int | None = None,
        cols: int | None = None,
        alphabet: str | None = None,
        revisit: bool = False,
        file: str | None = None,
        words_file: str | None = None,
    ) -> Gogen:
        r"""Read a puzzle.

        Parameters
        ----------
        text : str
            The letters given: nine for every second cell of rows 1, 3, 5 (``MGDWLYSJB``), or all cells,
            row by row (apart by line ends or ``/``), ``.`` for empty. Without `words`: the grid, then an
            empty line or a colon, then the words.
        words : str or iterable of str, optional
            The words, or the text of a word file (its number of words first).
        rows, cols : int, optional
            Size, where the text does not show it; 5×5 for nine letters.
        alphabet, revisit
            As for `Gogen`.
        file, words_file : str, optional
            Names for errors.

        Raises
        ------
        PuzzleError
            With line and column: sizes, unknown symbols, repeated letters, words with other letters.

        Examples
        --------
        >>> print(Gogen.parse("AB\nC.\n\n1\nADC").solve())
        AB
        CD
        >>> print(Gogen.parse("AB/C.: ADC").solve())
        AB
        CD
        """
        first = 1
        if words is None:
            text, words_text, first = split_text(text, file)
            word_tokens = counted_words(tokens(words_text, first), file, counted=False)
            words_file = file
        elif isinstance(words, str):
            word_tokens = counted_words(tokens(words, 1), words_file, counted=True)
        else:
            word_tokens = [Token(word, None, None) for word in words]
        lines = grid_lines(text)
        if not lines:
            raise PuzzleError("no letters, expected the cells of a grid", file=file)
        cells = shape_grid(lines, rows, cols, file)
        letters = check_alphabet(alphabet, len(cells) * len(cells[0]))
        self = cls.__new__(cls)
        self.rows, self.cols, self.revisit, self.alphabet = len(cells), len(cells[0]), bool(revisit), letters
        self.grid = take_grid(cells, letters, file)
        self.words = take_words(word_tokens, letters, words_file)
        return self

    # The contract of `Puzzle`: the way it is usually taught, for the general solvers.

    def configuration(self) -> tuple[object, ...]:
        """Return grid, words, alphabet and rule."""
        return (self.grid, self.words, self.alphabet, self.revisit)

    def is_solved(self) -> bool:
        """Say whether all cells are filled and all words can be traced."""
        return "." not in "".join(self.grid) and self.check(self.grid)

    def fail_fast(self) -> bool:
        """Say whether some word can be traced no more, empty cells standing for letters not placed yet."""
        cells = "".join(self.grid)
        return self.reason_against() != "" or not all(self._traceable(word, cells) for word in self.words)

    def extensions(self) -> list[Gogen]:
        """Return the puzzles with the first empty cell filled by each letter that is left."""
        cells = "".join(self.grid)
        hole = cells.find(".")
        if hole < 0:
            return []
        return [
            self._with(cells[:hole] + letter + cells[hole + 1 :])
            for letter in self.alphabet
            if letter not in cells
        ]

    def _with(self, cells: str) -> Gogen:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.pop("_coded", None)
        other.grid = self._rows(cells)
        return other

    def _rows(self, cells: str) -> tuple[str, ...]:
        return tuple(cells[k : k + self.cols] for k in range(0, len(cells), self.cols))

    def near(self, cell: int) -> list[int]:
        """Return the cells that touch a cell."""
        row, col = divmod(cell, self.cols)
        return [
            r * self.cols + c
            for r in range(max(row - 1, 0), min(row + 2, self.rows))
            for c in range(max(col - 1, 0), min(col + 2, self.cols))
            if (r, c) != (row, col)
        ]

    def _traceable(self, word: str, cells: str) -> bool:
        """Say whether consecutive letters can stand side by side; letters not placed take empty cells."""
        at = {ch: k for k, ch in enumerate(cells) if ch != "."}
        here = {at[word[0]]} if word[0] in at else {k for k, ch in enumerate(cells) if ch == "."}
        for letter in word[1:]:
            near = {other for cell in here for other in self.near(cell)}
            here = near & ({at[letter]} if letter in at else {k for k, ch in enumerate(cells) if ch == "."})
            if not here:
                return False
        return bool(here)

    # Solving

    def reason_against(self) -> str:
        """Return why no grid can solve this, as far as the words alone show it; "" where they do not.

        Examples
        --------
        >>> Gogen.parse(".../.../...", ["DAD"]).reason_against()
        'DAD repeats D, and a word may not use a cell twice (revisit=True allows it)'
        """
        return self._against

    @cached_property
    def _against(self) -> str:
        for word in self.words:
            for a, b in pairwise(word):
                if a == b:
                    return f"{word} doubles {a}, and no cell is its own neighbour"
            if not self.revisit and len(set(word)) < len(word):
                letter = next(ch for ch in word if word.count(ch) > 1)
                return (
                    f"{word} repeats {letter}, and a word may not use a cell twice (revisit=True allows it)"
                )
        return ""

    def arrays(self) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
        """Return what the kernel takes, read-only: letter -> cell or -1 (int8), letter -> links (uint64)."""
        return self._coded

    @cached_property
    def _coded(self) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
        code = {letter: k for k, letter in enumerate(self.alphabet)}
        givens = np.full(len(code), -1, dtype=np.int8)
        for cell, letter in enumerate("".join(self.grid)):
            if letter != ".":
                givens[code[letter]] = cell
        masks = [0] * len(code)
        for word in self.words:
            for a, b in pairwise(word):
                masks[code[a]] |= 1 << code[b]
                masks[code[b]] |= 1 << code[a]
        links = np.array(masks, dtype=np.uint64)
        givens.flags.writeable = links.flags.writeable = False
        return givens, links

    def _search(self, limit: int, stop_each: bool = False) -> kernel.GogenSearch:
        givens, links = self.arrays()
        return kernel.GogenSearch(self.rows, self.cols, givens, links, limit, stop_each)

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        method: str = "kernel",
        progress: Callable[[int], None] | None = None,
    ) -> GogenResult:
        """Solve, with proof of uniqueness.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes.
        limit : int, optional
            Solutions to count; 2 settles uniqueness, None counts all.
        method : str
            ``kernel``, the compiled engine; or the general solvers, one cell a step, to the first solution:
            ``dfs`` (depth_first_solve), ``bfs`` (breadth_first_solve).
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        GogenResult
            Status UNIQUE, MULTIPLE, NO_SOLUTION (with a reason where the words alone rule it out), LIMIT;
            SOLVED where `limit` is 1 and that shows no more, and by the general solvers.

        Notes
        -----
        A bitboard of places for each letter, narrowed to the surroundings of the places of the letters it
        is linked to, both ways until nothing changes; then the letter with the fewest places is tried.
        A newspaper's puzzle falls without a guess.
        """
        check_wish(method, limit)
        against = self.reason_against()
        if against:
            return GogenResult(
                status=Status.NO_SOLUTION,
                stats=SearchStats(),
                solution=None,
                grid=None,
                count=0,
                complete=True,
                reason=against,
            )
        if method != "kernel":
            run, last = by_steps(self, method, limits, progress)
            rows = None if last is None else last.grid
            return GogenResult(**run.common, solution=rows, grid=rows, count=run.count, complete=run.complete)
        start = perf_counter()
        search = self._search(1 << 62)
        each = math.factorial(search.n_free)  # ways to stand the letters that nothing binds
        if limit is not None:
            search.limit = min(-(-limit // each), 1 << 62)
        run = run_search(
            search,
            limit,
            limits,
            progress,
            start=start,
            times=each,
            length=lambda: len(search.choices) + 1,
            depth=lambda: len(search.choices),
        )
        first = search.first
        return GogenResult(
            **run.common,
            solution=None if first is None else self._filled(first),
            grid=None if first is None else self._letters(first),
            count=run.count,
            complete=run.complete,
            choices=tuple((self.alphabet[a], cell) for a, cell in search.choices),
        )

    def _letters(self, codes: NDArray[np.int8]) -> tuple[str, ...]:
        return self._rows("".join("." if code < 0 else self.alphabet[code] for code in codes.tolist()))

    def _filled(self, codes: NDArray[np.int8]) -> tuple[str, ...]:
        cells = "".join(self._letters(codes))
        left = iter(letter for letter in self.alphabet if letter not in cells)
        return self._rows("".join(next(left) if ch == "." else ch for ch in cells))

    def count(self, limit: int | None = None) -> int:
        """Return the number of solutions, at most `limit`; letters that nothing binds are counted, not tried.

        Examples
        --------
        >>> Gogen.parse("..../..../..../....", []).count() == math.factorial(16)
        True
        """
        return self.solve(limit=limit).count

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None
    ) -> Solutions[tuple[str, ...]]:
        """Return an iterator over the solutions, rows of letters each, in a fixed order."""
        search = None if self.reason_against() else self._search(1 << 62, stop_each=True)
        return Solutions(search, self._fillings, limit, limits)

    def _fillings(self, codes: NDArray[np.int8]) -> Iterator[tuple[str, ...]]:
        cells = "".join(self._letters(codes))
        for order in permutations(letter for letter in self.alphabet if letter not in cells):
            letters = iter(order)
            yield self._rows("".join(next(letters) if ch == "." else ch for ch in cells))

    def check(self, solution: Sequence[str] | str) -> bool:
        """Say whether a full grid solves this puzzle; shares nothing with the solver.

        Parameters
        ----------
        solution : sequence of str, or str
            Rows, or all cells; white space and ``/`` are passed over.

        Examples
        --------
        >>> Gogen.parse("A.../..../..../....", ["ABC"]).check("ABCD EFGH IJKL MNOP")
        True
        """
        text = solution if isinstance(solution, str) else "".join(solution)
        cells = "".join(ch for ch in text if not ch.isspace() and ch != "/")
        if sorted(cells) != sorted(self.alphabet):
            return False
        if any(given not in (".", cell) for given, cell in zip("".join(self.grid), cells, strict=True)):
            return False
        for word in self.words:
            if not self.revisit and len(set(word)) < len(word):
                return False
            spots = [divmod(cells.index(letter), self.cols) for letter in word]
            for (r, c), (r2, c2) in pairwise(spots):
                if max(abs(r - r2), abs(c - c2)) != 1:
                    return False
        return True

    def paths(self, solution: Sequence[str]) -> dict[str, tuple[tuple[int, int], ...]]:
        """Return word -> the (row, column) of its letters in a solved grid."""
        cells = "".join(solution)
        return {word: tuple(divmod(cells.index(ch), self.cols) for ch in word) for word in self.words}

    def trace(self, choices: Iterable[tuple[str, int]] = ()) -> list[tuple[str, ...]]:
        """Return the grids on the way to a solution: the givens, what follows, what follows each choice.

        Parameters
        ----------
        choices : iterable of (letter, cell)
            `GogenResult.choices`.
        """
        givens, links = self.arrays()
        givens = givens.copy()
        states = [self.grid]
        for letter, cell in [("", -1), *choices]:
            if letter:
                givens[self.alphabet.index(letter)] = cell
            places = kernel.narrow(self.rows, self.cols, givens, links)
            cells = ["."] * (self.rows * self.cols)
            for ch, mask in zip(self.alphabet, [] if places is None else places.tolist(), strict=False):
                if mask & (mask - 1) == 0:
                    cells[mask.bit_length() - 1] = ch
            state = self._rows("".join(cells))
            if state != states[-1]:
                states.append(state)
        return states

    # Explaining

    def steps(self) -> tuple[Step, ...]:
        """Return the reasoning a person would follow, up to the solution or to where a guess is needed.

        Techniques from easy to hard: ``neighbours`` (a letter has one place beside the letters already
        placed), ``only letter`` (one letter can stand on a cell), ``chain`` (as the first, beside places
        still open), ``guess``; ``contradiction`` ends a puzzle that has no solution.
        """
        if self.reason_against():
            return ()
        return tuple(reason(self))

    def difficulty(self) -> str:
        """Return easy, medium, hard or very hard: the level of the hardest of `steps`."""
        return grade(self.steps(), LEVELS)

    # Showing

    def format(self, solution: Sequence[str] | None = None) -> str:
        """Return the grid, or a solution, as text."""
        return "\n".join(" ".join(row) for row in (self.grid if solution is None else solution))

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Gogen({'/'.join(self.grid)!r}, {len(self.words)} words)"

    def svg(self, solution: Sequence[str] | None = None) -> str:
        """Return a picture of the puzzle, or of a solution with what was given in bold."""
        from .draw import draw

        return draw(self.grid, self.grid if solution is None else solution, () if solution else self.words)

    def _repr_svg_(self) -> str:
        return self.svg()

    @classmethod
    def generate(
        cls,
        seed: int = 0,
        *,
        rows: int = 5,
        cols: int = 5,
        givens: int | None = None,
        words: Iterable[str] | None = None,
        alphabet: str | None = None,
        attempts: int = 100,
    ) -> Gogen:
        """Return a puzzle with exactly one solution and few words; the same for the same arguments.

        Parameters
        ----------
        seed : int
            Of the random choices.
        rows, cols : int
            Size.
        givens : int, optional
            Letters given, on random cells; every second cell of every second row else.
        words : iterable of str, optional
            Words to choose from, such as a `Lexicon`; the embedded English list else.
        alphabet : str, optional
            As for `Gogen`.
        attempts : int
            Boards to try before giving up.

        Raises
        ------
        PuzzleError
            No puzzle with one solution came up.

        Notes
        -----
        A board is improved by swaps until letters that meet often in the words are neighbours. Words are
        chosen like a cover: each solution other than the board must break a word; the word that breaks most
        of those known comes next, until none is left; then words that are not needed go.
        """
        from .generate import make

        return make(cls, seed, rows, cols, givens, words, alphabet, attempts)
