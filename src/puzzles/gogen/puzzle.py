"""Gogen: stand the letters of an alphabet on a board so that every word can be traced."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.assign import gogen as kernel
from ...io.grid_text import Symbols, read_grid
from ..framework.arguments import check_bool, check_text
from ..framework.assignment_puzzle import ALL, METHODS, Assigned, Ending, search_limit, stats_of
from ..framework.generator import of_difficulty
from ..framework.solutions import ResumableSource
from ..framework.steps import Step, Steps
from .check import solves
from .encode import trace
from .parse import (
    SYMBOLS,
    as_written,
    check_size,
    counted_words,
    default_alphabet,
    described,
    read_rows,
    read_words,
    split_text,
    take_words,
    tokens,
)
from .result import GogenResult
from .state import GogenState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...typing import PuzzlesLike, ShapeLike
    from ..framework.html import View
    from ..framework.result_sequence import Stop
    from .many import GogenMany

__all__ = ["Gogen"]

Progress = Callable[[int], None]


class Gogen(Assigned[GogenResult, tuple[str, ...]], GogenState):
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
    >>> puzzle = Gogen.parse("A..D", ["ABDC"], shape=2)
    >>> print(puzzle.solve().status, puzzle.count())
    MULTIPLE 2
    >>> [" ".join(rows) for rows in puzzle.solutions()]
    ['AB CD', 'AC BD']
    """

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    LONGEST: ClassVar[int] = 1 << 24
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    # Text and pictures

    @classmethod
    def parse(
        cls,
        text: str,
        words: str | Iterable[str] | None = None,
        *,
        shape: ShapeLike | None = None,
        alphabet: str | None = None,
        revisit: bool = False,
        file: str | None = None,
        words_file: str | None = None,
    ) -> Gogen:
        r"""Read a puzzle.

        Parameters
        ----------
        text : str
            The letters given in any form that `unriddle.io.grid_text` reads: nine for every second cell of
            rows 1, 3, 5 (``MGDWLYSJB``), or all cells, ``.`` ``_`` ``?`` ``*`` ``-`` or blank where empty.
            Without `words`: the grid, then an empty line or a colon, then the words.
        words : str or iterable of str, optional
            The words, or the text of a word file (its number of words first).
        shape : str, (int, int) or int, optional
            Rows and columns, where the text does not show them: ``"4x5"``, (4, 5) or 4; 5×5 for nine letters
            that do not fill a 3×3.
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
        plain = as_written(text, alphabet) if words is None and shape is None else None
        if plain is not None:
            self = cls.__new__(cls)
            self.grid, self.words, self.alphabet = plain
            self.rows, self.cols = len(self.grid), len(self.grid[0])
            self.revisit = check_bool("revisit", revisit)
            return self
        if words is None:
            text, words_text, first = split_text(text, file)
            word_tokens = counted_words(tokens(words_text, first), file, counted=False)
            words_file = file
        else:
            word_tokens = read_words(words, words_file)
        wanted = None if shape is None else check_size(shape)
        if alphabet is not None:
            check_text(alphabet)
        convert = read_rows(wanted, alphabet)
        boards = read_grid(check_text(text, file=file), convert, SYMBOLS, describe=described, file=file)
        if len(boards) > 1:  # words may tell which is meant
            known = {token.text.upper() for token in word_tokens if isinstance(token.text, str)}
            boards = [board for board in boards if set(board[1]).issuperset("".join(known))] or boards
        if len(boards) > 1:
            small, large = (f"{len(rows)}x{len(rows[0])}" for rows, _ in boards)
            said = f"the letters fill {small}, or every second cell of {large}"
            raise PuzzleError(f"{said}: pass shape={small} or shape={large} (--size)", file=file)
        self = cls.__new__(cls)
        self.grid, self.alphabet = boards[0]
        self.rows, self.cols = len(self.grid), len(self.grid[0])
        self.revisit = check_bool("revisit", revisit)
        self.words = take_words(word_tokens, self.alphabet, words_file)
        return self

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs beside the text: a size of one row, the alphabet, the rule for words."""
        found: dict[str, Any] = {}
        if self.rows == 1:
            found["shape"] = [1, self.cols]
        if len(self.alphabet) > 36 or self.alphabet != default_alphabet(len(self.alphabet)):
            found["alphabet"] = self.alphabet
        if self.revisit:
            found["revisit"] = True
        return found

    def text(self) -> str:
        """Return grid and words on one line.

        Examples
        --------
        >>> Gogen.parse("AB\\nC.\\n\\nADC").text()
        'AB/C.: 1 ADC'
        """
        full = self.rows == self.cols == 3 and "." not in "".join(self.grid)  # it could be spread over a 5×5
        size = "3 3/" if full else ""
        return " ".join([f"{size}{'/'.join(self.grid)}:", str(len(self.words)), *self.words])

    def format(self, solution: Sequence[str] | str | None = None) -> str:
        """Return the grid, or a solution, as text."""
        return "\n".join(
            " ".join(row) for row in (self.grid if solution is None else self._rows(self._cells(solution)))
        )

    def to_svg(self, solution: Sequence[str] | str | None = None) -> str:
        """Return a picture of the puzzle, or of a solution with what was given in bold."""
        from .draw import draw

        if solution is None:
            return draw(self.grid, self.grid, self.words)
        return draw(self.grid, self._rows(self._cells(solution)), ())

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the steps of a person, with candidates; the words."""
        from .draw import view

        return view(self, answer)

    def __repr__(self) -> str:
        return f"Gogen({'/'.join(self.grid)!r}, {len(self.words)} words)"

    def _cells(self, solution: Any) -> str:
        """Return all cells of an answer: it may be rows, one text, or a result."""
        if isinstance(solution, GogenResult):
            solution = solution.solution
        try:
            text = solution if isinstance(solution, str) else "".join(solution)
        except TypeError:
            text = ""
        cells = "".join(text.split()).replace("/", "")
        if len(cells) != self.rows * self.cols:
            raise PuzzleError(f"{solution!r:.60}, expected {self.rows} rows of {self.cols} letters")
        return cells

    # Solving

    def _search(self, stop_each: bool = False) -> kernel.GogenSearch:
        givens, links = self.arrays()
        return kernel.GogenSearch(self.rows, self.cols, givens, links, ALL, stop_each)

    def _searching(self, limit: int | None) -> tuple[Any, int] | None:
        if self.reason_against():
            return None
        search = self._search()
        each = math.factorial(search.n_free)  # ways to stand the letters that nothing binds
        search.limit = search_limit(limit, each)
        return search, each

    def _source(self, limit: int | None) -> ResumableSource[tuple[str, ...]] | None:
        return (
            None if self.reason_against() else ResumableSource(self._search(stop_each=True), self._fillings)
        )

    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        depth = len(search.choices)
        return stats_of(search, seconds, depth=depth, path_length=depth + 1 if found else 0)

    def _result(self, ending: Ending, search: Any, last: Gogen | None) -> GogenResult:
        first = None if search is None else search.first
        grid = solution = None if last is None else last.grid
        if first is not None:
            grid, solution = self.letters(first), self.filled(first)
        return GogenResult(
            **ending,
            puzzle=self,
            solution=solution,
            grid=grid,
            reason=self.reason_against() or ("" if search is None else self._refuted(ending)),
            choices=() if search is None else tuple((self.alphabet[a], cell) for a, cell in search.choices),
        )

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        method: str | None = None,
        progress: Progress | None = None,
    ) -> GogenResult:
        """Solve, with proof of uniqueness.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes.
        limit : int, optional
            Solutions to count; 2 settles uniqueness, None counts all.
        method : str, optional
            The general solvers instead of the compiled engine, one cell a step, to the first solution:
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
        return self._solve(limits, limit, method, progress)

    def _refuted(self, ending: Ending) -> str:
        """Return why no board is left, where it follows without a guess."""
        if ending["status"] is not Status.NO_SOLUTION or ending["stats"].guesses:
            return ""
        last = self.steps()[-1:]
        return last[0].text if last and last[0].kind == "contradiction" else ""

    def letters(self, codes: NDArray[np.int8]) -> tuple[str, ...]:
        """Return the rows that a solution of the kernel means, ``.`` for free letters."""
        return self._rows("".join("." if code < 0 else self.alphabet[code] for code in codes.tolist()))

    def filled(self, codes: NDArray[np.int8]) -> tuple[str, ...]:
        """Return the rows that a solution of the kernel means, free letters in alphabet order."""
        cells = "".join(self.letters(codes))
        left = iter(letter for letter in self.alphabet if letter not in cells)
        return self._rows("".join(next(left) if ch == "." else ch for ch in cells))

    def _fillings(self, codes: NDArray[np.int8]) -> Iterator[tuple[str, ...]]:
        cells = "".join(self.letters(codes))
        for order in permutations(letter for letter in self.alphabet if letter not in cells):
            letters = iter(order)
            yield self._rows("".join(next(letters) if ch == "." else ch for ch in cells))

    @classmethod
    def solve_many(
        cls,
        puzzles: PuzzlesLike[Gogen],
        *,
        limits: Limits | None = None,
        threads: int = 0,
        progress: Progress | None = None,
        limit: int | None = 2,
        stop: Stop | None = None,
        errors: str = "raise",
    ) -> GogenMany:
        """Solve many puzzles of one size on several threads; see `unriddle.gogen.solve_many`.

        Examples
        --------
        >>> Gogen.solve_many([Gogen.parse("AB/C.: ADC")])[0].solution
        ('AB', 'CD')
        """
        from .many import solve_many

        return solve_many(
            puzzles,
            limit=limit,
            limits=limits,
            threads=threads,
            progress=progress,
            stop=stop,
            errors=errors,
        )

    def check(self, solution: Any) -> bool:
        """Say whether a full grid solves this puzzle; shares nothing with the solver.

        Parameters
        ----------
        solution : sequence of str, str or GogenResult
            Rows, or all cells; white space and ``/`` are passed over.

        Examples
        --------
        >>> Gogen.parse("A.../..../..../....", ["ABC"]).check("ABCD EFGH IJKL MNOP")
        True
        """
        try:
            cells = self._cells(solution)
        except PuzzleError:
            return False
        return solves(
            cells,
            "".join(self.grid),
            self.words,
            alphabet=self.alphabet,
            cols=self.cols,
            revisit=self.revisit,
        )

    def paths(self, solution: Sequence[str]) -> dict[str, tuple[tuple[int, int], ...]]:
        """Return word -> the (row, column) of its letters in a solved grid."""
        cells = "".join(solution)
        return {word: tuple(divmod(cells.index(ch), self.cols) for ch in word) for word in self.words}

    # Reasoning and making

    def trace(self, choices: Iterable[tuple[str, int]] = ()) -> list[tuple[str, ...]]:
        """Return the grids on the way to a solution: the givens, what follows, what follows each choice.

        Parameters
        ----------
        choices : iterable of (letter, cell)
            `GogenResult.choices`.
        """
        states = [self.grid]
        for cells in trace((self.rows, self.cols), self.arrays(), self.alphabet, list(choices)):
            state = self._rows(cells)
            if state != states[-1]:
                states.append(state)
        return states

    def steps(self) -> tuple[Step, ...]:
        """Return the reasoning a person would follow, up to the solution or to where a guess is needed.

        Techniques from easy to hard: ``neighbours`` (a letter has one place beside the letters already
        placed), ``only letter`` (one letter can stand on a cell), ``chain`` (as the first, beside places
        still open), ``guess``; ``contradiction`` ends a puzzle that has no solution.
        """
        return Steps(self.reasoning())

    def reasoning(self) -> Iterator[Step]:
        """Yield the steps, each when it is asked for."""
        from .steps import reason

        return reason(self)

    def mistake(self, state: Gogen) -> Step | None:
        """Return the first letter in a player's `state` that no solution has, None where all is right.

        Raises
        ------
        PuzzleError
            `state` is not this puzzle, filled further.

        Examples
        --------
        >>> puzzle = Gogen.parse("AB../..../..../....", ["ABC"])
        >>> print(puzzle.mistake(puzzle.with_cells("AB.C............")))
        mistake: row 1, column 4 is C, which no solution has
        """
        from .steps import first_mistake

        return first_mistake(self, state)

    @classmethod
    def generate(
        cls,
        shape: ShapeLike = 5,
        *,
        seed: int | None = None,
        givens: int | None = None,
        words: Iterable[str] | None = None,
        alphabet: str | None = None,
        tries: int = 100,
        difficulty: str | None = None,
    ) -> Gogen:
        """Return a puzzle with exactly one solution and few words; the same for the same arguments.

        Parameters
        ----------
        shape : str, (int, int) or int
            Rows and columns, ``"5x5"``, (5, 5) or 5; at most 8 of each.
        seed : int, optional
            Start of the random numbers; another one each time by default.
        givens : int, optional
            Letters given, on random cells; every second cell of every second row else.
        words : iterable of str, optional
            Words to choose from, such as a `Lexicon`; the embedded English list else.
        alphabet : str, optional
            As for `Gogen`.
        tries : int
            Boards to try before giving up.
        difficulty : str, optional
            ``easy``, ``medium``, ``hard`` or ``expert``; see `difficulty`. Where a puzzle is too hard,
            letters are given that a harder step would find, unless `givens` says how many there are.

        Raises
        ------
        PuzzleError
            No puzzle with one solution, or of that difficulty, came up.

        Notes
        -----
        A board is improved by swaps until letters that meet often in the words are neighbours. Words are
        chosen like a cover: each solution other than the board must break a word; the word that breaks most
        of those known comes next, until none is left; then words that are not needed go.
        """
        from .generate import make

        rows, cols = check_size(shape)
        empty = cls(["." * cols] * rows, [], alphabet=alphabet)

        def one(start: int | None) -> Gogen:
            return cls(*make(empty, start, givens, words, tries), alphabet=alphabet)

        return one(seed) if difficulty is None else of_difficulty(one, difficulty, seed, ease=givens is None)
