"""Gogen: stand the letters of an alphabet on a board so that every word can be traced."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ...answers import PuzzleResult
from ...arrow import lists_of
from ...base import Limits, PuzzleError, SearchStats, Status, record
from ...core.assign import gogen as kernel
from ...io.formats.dimacs import Clauses, linked
from ...io.grid_text import GridRow, Symbols, check_even
from ..framework.arguments import check_bool, check_limit, check_limits, check_puzzles, in_usual_forms
from ..framework.assignment_puzzle import ALL, CellPuzzle, Ending, cell_mistake, search_limit, stats_of
from ..framework.check import Verdict
from ..framework.generator import of_difficulty
from ..framework.result_sequence import STATUSES, NullMany, ResultSequence, Stop, asks_null, nulled
from ..framework.solutions import ResumableSource
from ..framework.steps import FREE, Difficulty, Meter, Step
from .check import impossible, solves, traceable, verdict_of
from .many import Coded, Solved, coded, solve_boards, trace
from .parse import (
    SYMBOLS,
    Token,
    as_written,
    check_alphabet,
    check_size,
    default_alphabet,
    parse_answer,
    parse_board,
    take_grid,
    take_words,
)
from .steps import LEVELS, explained

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import PuzzlesLike, ShapeLike
    from ..framework.html import View

__all__ = ["Gogen", "GogenMany", "GogenResult", "solve_many"]

Progress = Callable[[int], None]


class Gogen(CellPuzzle["GogenResult", tuple[str, ...]]):
    """A Gogen: a board, letters given on some cells, and words to be traced through neighbouring cells.

    Parameters
    ----------
    grid : str or path, or sequence of str
        A text or a file as `parse` and `load` read it; or rows of letters, ``.`` where empty.
    words : iterable of str, optional
        Words; consecutive letters stand on cells that touch, diagonally too. A text may have them itself.
    shape : str, (int, int) or int, optional
        Rows and columns, where a text does not show them.
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

    LONGEST: ClassVar[int] = 1 << 24
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    def __init__(
        self,
        grid: str | os.PathLike[str] | Sequence[str],
        words: str | Iterable[str] | None = None,
        *,
        shape: ShapeLike | None = None,
        alphabet: str | None = None,
        revisit: bool = False,
    ) -> None:
        if words is None or isinstance(grid, (str, os.PathLike)):
            self._take(grid, words=words, shape=shape, alphabet=alphabet, revisit=revisit)
            return
        grid, words = lists_of(grid, name="grid"), lists_of(words, name="words")
        if (
            isinstance(grid, str)
            or not isinstance(grid, Sequence)
            or not all(type(row) is str for row in grid)
        ):
            raise PuzzleError(f"grid={grid!r:.40}, expected one string per row")
        rows, cols = len(grid), len(grid[0]) if grid else 0
        check_size((rows, cols))
        self.rows, self.cols, self.revisit = rows, cols, check_bool("revisit", revisit)
        self.alphabet = check_alphabet(alphabet, rows * cols)
        cells = [GridRow(list(row), None, [None] * cols) for row in grid]
        check_even(cells)
        self.grid = take_grid(cells, self.alphabet)
        self.words = take_words([Token(word) for word in words], self.alphabet, None)

    # As a `Puzzle`: the way it is usually taught, for the general solvers

    def configuration(self) -> tuple[object, ...]:
        """Return grid, words, alphabet and rule."""
        return (self.grid, self.words, self.alphabet, self.revisit)

    def is_solved(self) -> bool:
        """Return whether all cells are filled and all words can be traced."""
        return "." not in "".join(self.grid) and self.check(self.grid)

    def fail_fast(self) -> bool:
        """Return whether some word can be traced no more, empty cells standing for letters not placed yet."""
        cells = "".join(self.grid)
        return self.reason_against() != "" or not all(
            traceable(word, cells, self.near) for word in self.words
        )

    def extensions(self) -> list[Self]:
        """Return the puzzles with the first empty cell filled by each letter that is left."""
        cells = "".join(self.grid)
        hole = cells.find(".")
        if hole < 0:
            return []
        return [
            self.with_cells(cells[:hole] + letter + cells[hole + 1 :])
            for letter in self.alphabet
            if letter not in cells
        ]

    def with_cells(self, cells: str) -> Self:
        """Return the same puzzle with other letters given: all cells, row by row, ``.`` where empty."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.pop("_coded", None)
        other.grid = self._rows(cells)
        return other

    def given(self, cell: tuple[int, int], value: str) -> Self:
        """Return the puzzle with a letter more."""
        place, cells = cell[0] * self.cols + cell[1], "".join(self.grid)
        return self.with_cells(cells[:place] + value + cells[place + 1 :])

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

    # What follows from it

    def reason_against(self) -> str:
        """Return why no grid can solve this, as far as the words alone show it; "" where they do not."""
        return self._against

    @cached_property
    def _against(self) -> str:
        return impossible(self.words, self.revisit)

    def arrays(self) -> Coded:
        """Return what the kernel takes, read-only: letter -> cell or -1 (int8), letter -> links (uint64)."""
        return self._coded

    @cached_property
    def _coded(self) -> Coded:
        return coded("".join(self.grid), self.words, self.alphabet)

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
        self = cls.__new__(cls)
        self.revisit = check_bool("revisit", revisit)
        plain = as_written(text, alphabet) if words is None and shape is None else None
        if plain is None:
            plain = parse_board(text, words, shape=shape, alphabet=alphabet, file=file, words_file=words_file)
        self.grid, self.words, self.alphabet = plain
        self.rows, self.cols = len(self.grid), len(self.grid[0])
        return self

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs with the text: a size of one row, the alphabet, the rule for words."""
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
        from ..framework.html import answer_of
        from .draw import view

        solution = answer_of(answer)
        shown = None if solution is None else self._rows(self._cells(solution))
        steps = None if answer is None else list(self._explained())
        return view(self.grid, self.words, answer, shown, steps)

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

    def clauses(self) -> Clauses:
        """Return the puzzle as clauses: letters take cells; those that follow each other in a word touch."""
        code = {letter: k for k, letter in enumerate(self.alphabet)}
        pairs = sorted({(code[a], code[b]) for word in self.words for a, b in pairwise(word)})
        fixed = {code[letter]: cell for cell, letter in enumerate("".join(self.grid)) if letter != "."}
        return linked([self.near(cell) for cell in range(len(code))], pairs, fixed)

    def _assigned(self, values: Sequence[int]) -> tuple[str, ...]:
        letters = "".join(self.alphabet[values.index(cell)] for cell in range(len(values)))
        return tuple(letters[k : k + self.cols] for k in range(0, len(letters), self.cols))

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
        return next(self._fillings(codes))

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
        """Solve many puzzles of one size; see `PuzzleBase.solve_many`.

        Parameters
        ----------
        limit : int, optional
            Stop a puzzle after that many solutions; 2 proves uniqueness, None counts all (counts beyond 2**62
            are given as that).
        stop : callable, optional
            Asked from time to time, in every thread; where it returns True, KeyboardInterrupt ends the work.

        Raises
        ------
        PuzzleError
            Puzzles of different sizes.

        Examples
        --------
        >>> many = Gogen.solve_many([Gogen.parse("AB/C.: ADC")] * 3)
        >>> many.counts.tolist(), many.solutions[0].tolist(), many[0].solution
        ([1, 1, 1], [0, 1, 2, 3], ('AB', 'CD'))
        """
        most, bounds = search_limit(check_limit(limit)), check_limits(limits) or Limits()

        def solve(taken: Any) -> GogenMany:
            boards = check_puzzles(taken, cls)
            shape = (boards[0].rows, boards[0].cols) if boards else (0, 0)
            for k, board in enumerate(boards):
                if (board.rows, board.cols) != shape:
                    expected = f"expected {shape[0]} × {shape[1]} cells as before: one size a call"
                    raise PuzzleError(f"{board!r:.60}, {expected}", file="puzzles", index=k)
            found = solve_boards(
                shape,
                [board.arrays() for board in boards],
                most,
                limits=bounds,
                threads=threads,
                progress=progress,
                stop=stop,
            )
            for k, board in enumerate(boards):
                if board.reason_against():
                    found.counts[k], found.nodes[k], found.solutions[k] = 0, 0, -2
            return GogenMany(boards, found, most)

        if asks_null(errors):
            nulls: Any = NullMany(*nulled(solve, puzzles, "puzzles", lambda one: check_puzzles([one], cls)))
            return nulls  # type: ignore[no-any-return]
        return solve(puzzles)

    # Checking

    def read_answer(self, answer: Any) -> Any:
        """Return the cells of an answer in one text, ``.`` where it is empty: from rows or a text of them."""
        return parse_answer(getattr(answer, "solution", answer), self.rows, self.cols, self.alphabet)

    def read_state(self, text: str) -> Any:
        """Return a player's state: the letters of the cells, ``.`` where it is empty, or a puzzle."""
        return super().read_state(text) if ":" in text else self.with_cells(self.read_answer(text))

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return what is wrong: a given letter moved, one twice, letters of a word apart, empty cells."""
        return verdict_of(answer, "".join(self.grid), self.words, cols=self.cols, revisit=self.revisit)

    def check(self, solution: Any) -> bool:
        """Return whether a full grid solves this puzzle; shares nothing with the solver.

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

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first.

        Techniques from easy to hard: ``neighbours`` (a letter has one place next to the letters already
        placed), ``only letter`` (one letter can stand on a cell), ``chain`` (as the first, next to places
        still open), ``guess``; ``contradiction`` ends a puzzle that has no solution.
        """
        return LEVELS

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

    def _reasoning(self, meter: Meter) -> Iterator[Step]:
        return (step for step, _ in self._explained(meter))

    def _explained(self, meter: Meter = FREE) -> Iterator[tuple[Step, dict[str, set[int]]]]:
        """Yield the steps, each with the cells that it leaves to each letter not placed yet."""
        if self.reason_against():
            return iter([(Step(kind="contradiction", text=self.reason_against()), {})])
        return explained(self.arrays(), self.cols, self.words, self.alphabet, meter)

    def _mistake(self, state: Any, meter: Meter) -> Step | None:
        if (
            type(state) is not type(self)
            or state.configuration()[1:] != self.configuration()[1:]
            or state.cols != self.cols
        ):
            raise PuzzleError(f"state {state!r:.60}, expected the same puzzle with more letters given")
        given, now = "".join(self.grid), "".join(state.grid)

        def solvable(cells: Sequence[int]) -> bool:
            filled = (now[k] if k in cells else letter for k, letter in enumerate(given))
            return self.with_cells("".join(filled))._is_solvable(meter)

        return cell_mistake(given, now, self.cols, "letters", solvable, empty=".")

    @classmethod
    @in_usual_forms
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
        limits: Limits | None = None,
    ) -> Gogen:
        """Return a puzzle with exactly one solution and few words; the same for the same arguments.

        Parameters
        ----------
        shape : str, (int, int) or int
            Rows and columns, ``"5x5"``, (5, 5) or 5; at most 8 of each; two numbers and ``size=`` as well.
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
        limits : Limits, optional
            Seconds, and nodes: letters that a technique looks at, and 50,000 for each board, which is what
            its searches take at most.

        Raises
        ------
        PuzzleError
            No puzzle with one solution, or of that difficulty, came up, or none within the limits.

        Notes
        -----
        A board is improved by swaps until letters that meet often in the words are neighbours. Words are
        chosen like a cover: each solution other than the board must break a word; the word that breaks most
        of those known comes next, until none is left; then words that are not needed go.
        """
        size = check_size(shape)
        letters = check_alphabet(alphabet, size[0] * size[1])

        from .generate import make

        meter = Meter(limits)

        def one(start: int | None) -> Gogen:
            return cls(*make(size, letters, start, givens, words, tries, meter), alphabet=alphabet)

        made: Gogen = of_difficulty(one, difficulty, seed, ease=givens is None, meter=meter)
        return made


solve_many = Gogen.solve_many


@record
class GogenResult(PuzzleResult):
    """What a Gogen's `solve` found.

    Examples
    --------
    >>> result = Gogen.parse("A../.../...: 1 AB").solve()
    >>> result.status.value, result.grid, result.solution
    ('MULTIPLE', ('AB.', '...', '...'), ('ABC', 'DEF', 'GHI'))
    """

    ANSWER: ClassVar[str] = "grid"
    KEYS: ClassVar[tuple[str, ...]] = ("grid", "solution", "count", "complete", "reason", "paths")
    puzzle: Gogen
    solution: tuple[str, ...] | None
    """Rows of the first solution; letters that nothing binds in alphabet order on the cells left."""
    grid: tuple[str, ...] | None
    """The same with ``.`` on the cells of letters that nothing binds."""
    count: int
    """Solutions found, at most the number asked for; exact where `complete`."""
    complete: bool
    """Whether there are no others."""
    reason: str = ""
    """Why there is no solution, where that follows without a guess."""
    choices: tuple[tuple[str, int], ...] = ()
    """Letters and cells guessed on the way to the first solution."""

    @property
    def paths(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """Word -> row and column of each of its letters; empty without a solution."""
        return {} if self.solution is None else self.puzzle.paths(self.solution)

    def __str__(self) -> str:
        return "\n".join(self.grid) if self.grid is not None else self.reason or self.status.value


class GogenMany(ResultSequence[GogenResult]):
    """What `solve_many` returns: arrays, one entry a puzzle; a `GogenResult` is made when it is asked for.

    Attributes
    ----------
    puzzles : tuple of Gogen
    statuses : uint8 array
        Places in `unriddle.puzzles.framework.result_sequence.STATUSES`.
    solutions : int8 array of shape (puzzles, cells)
        Number of the letter, -1 for any free letter; all -2 where there is no solution.
    counts : int64 array
        Solutions found, at most `limit`.
    nodes : int64 array
        Nodes visited.

    Examples
    --------
    >>> many = Gogen.solve_many([Gogen.parse("AB/C.: ADC"), Gogen.parse("A./..: AA")])
    >>> [result.status.value for result in many], many[1].reason
    (['UNIQUE', 'NO_SOLUTION'], 'AA doubles A, and no cell is its own neighbour')
    """

    def __init__(self, puzzles: Sequence[Gogen], found: Solved, limit: int) -> None:
        self.solutions, counts, self.nodes = found
        self.puzzles, self._limit = tuple(puzzles), limit
        self.statuses = np.minimum(counts, 2).astype(np.uint8)
        if limit == 1:
            self.statuses[counts == 1] = STATUSES.index(Status.SOLVED)
        self.statuses[counts < 0] = STATUSES.index(Status.LIMIT)
        self.counts = np.where(counts < 0, -1 - counts, counts)

    def __len__(self) -> int:
        return len(self.puzzles)

    def item(self, index: int) -> GogenResult:
        """Return one result; of its statistics, the nodes are known."""
        puzzle, codes, count = self.puzzles[index], self.solutions[index], int(self.counts[index])
        status = STATUSES[self.statuses[index]]
        return GogenResult(
            status=status,
            stats=SearchStats(nodes=int(self.nodes[index])),
            puzzle=puzzle,
            solution=puzzle.filled(codes) if count else None,
            grid=puzzle.letters(codes) if count else None,
            count=count,
            complete=count < self._limit and status is not Status.LIMIT,
            reason=puzzle.reason_against(),
        )

    def columns(self) -> Mapping[str, Any]:
        """Return status, solution as text ("" where there is none), count and nodes."""
        found = zip(self.puzzles, self.solutions, self.counts.tolist(), strict=True)
        return {
            "status": [str(STATUSES[place]) for place in self.statuses.tolist()],
            "solution": ["/".join(puzzle.filled(codes)) if count else "" for puzzle, codes, count in found],
            "count": self.counts,
            "nodes": self.nodes,
        }
