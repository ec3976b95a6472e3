"""Gogen: stand the letters of an alphabet on a board so that every word can be traced."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ..core import gogen as kernel
from ..running import Outcome, drive
from ..textio import text_lines
from .enumeration import Solutions, status_of
from .explain import Step, grade
from .many import in_slices
from .svg import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["Gogen", "GogenMany", "GogenResult", "default_alphabet", "parse_words", "solve_many"]

EMPTY = ".?_*-"
MAX_SIDE, MAX_CELLS, MAX_WORDS, MAX_WORD = 8, 64, 100_000, 1_000
LEVELS = {
    "neighbours": "easy",
    "contradiction": "easy",
    "only letter": "medium",
    "chain": "hard",
    "guess": "very hard",
}


def default_alphabet(n_cells: int) -> str:
    """Return the first letters of A–Z and 0–9, one a cell: A–Y for 25.

    Raises
    ------
    PuzzleError
        More than 36 cells: say which symbols.

    Examples
    --------
    >>> default_alphabet(25)
    'ABCDEFGHIJKLMNOPQRSTUVWXY'
    """
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    if not 1 <= n_cells <= len(symbols):
        raise PuzzleError(
            f"{n_cells} cells, expected at most {len(symbols)} or an alphabet of as many symbols"
        )
    return symbols[:n_cells]


class _Token(NamedTuple):
    text: str
    line: int | None
    column: int | None


def _tokens(text: str, first_line: int | None) -> list[_Token]:
    found = []
    for number, line in text_lines(text):
        place = None if first_line is None else first_line + number - 1
        found += [_Token(m.group(), place, m.start() + 1) for m in re.finditer(r"[^\s,;]+", line)]
    return found


def parse_words(text: str, *, file: str | None = None, counted: bool = True) -> list[str]:
    r"""Return the words of a word file: their number, then the words, apart by white space or commas.

    Parameters
    ----------
    text : str
        The text.
    file : str, optional
        Its name for errors.
    counted : bool
        The number must be there; otherwise it may be.

    Raises
    ------
    PuzzleError
        No number at the head, a wrong one, a word that is not made of letters or digits.

    Examples
    --------
    >>> parse_words("2\nkeg\nman\n")
    ['keg', 'man']
    """
    return [token.text for token in _counted(_tokens(text, 1), file, counted)]


def _counted(tokens: list[_Token], file: str | None, counted: bool) -> list[_Token]:
    if not tokens:
        raise PuzzleError("no words, expected their number and then the words", file=file)
    head = tokens[0]
    if not (head.text.isascii() and head.text.isdigit()):
        if counted:
            raise PuzzleError(
                f"{head.text!r}, expected the number of words first",
                file=file,
                line=head.line,
                column=head.column,
            )
        return tokens
    words = tokens[1:]
    if len(head.text) > 9 or int(head.text) != len(words):
        raise PuzzleError(
            f"the file says {head.text[:20]} words and has {len(words)}, expected the same number",
            file=file,
            line=head.line,
            column=head.column,
        )
    return words


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
        _check_shape(rows, cols)
        self.rows, self.cols, self.revisit = rows, cols, bool(revisit)
        self.alphabet = _check_alphabet(alphabet, rows * cols)
        letters = "".join(grid)
        if any(len(row) != cols for row in grid):
            raise PuzzleError(f"rows of {sorted({len(row) for row in grid})} cells, expected equal ones")
        cells = [
            [_Token(ch, None, None) for ch in row]
            for row in (letters[k : k + cols] for k in range(0, rows * cols, cols))
        ]
        self.grid = _take_grid(cells, self.alphabet, None)
        self.words = _take_words([_Token(word, None, None) for word in words], self.alphabet, None)

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
        >>> print(Gogen.parse("AB\n..\n\n1\nADC").solve())
        AB
        CD
        >>> print(Gogen.parse("AB/..: ADC").solve())
        AB
        CD
        """
        first = 1
        if words is None:
            text, words_text, first = _split(text, file)
            word_tokens = _counted(_tokens(words_text, first), file, counted=False)
            words_file = file
        elif isinstance(words, str):
            word_tokens = _counted(_tokens(words, 1), words_file, counted=True)
        else:
            word_tokens = [_Token(word, None, None) for word in words]
        lines = _grid_lines(text)
        if not lines:
            raise PuzzleError("no letters, expected the cells of a grid", file=file)
        cells = _shape(lines, rows, cols, file)
        letters = _check_alphabet(alphabet, len(cells) * len(cells[0]))
        self = cls.__new__(cls)
        self.rows, self.cols, self.revisit, self.alphabet = len(cells), len(cells[0]), bool(revisit), letters
        self.grid = _take_grid(cells, letters, file)
        self.words = _take_words(word_tokens, letters, words_file)
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
        other.grid = self._rows(cells)
        return other

    def _rows(self, cells: str) -> tuple[str, ...]:
        return tuple(cells[k : k + self.cols] for k in range(0, len(cells), self.cols))

    def _near(self, cell: int) -> list[int]:
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
            near = {other for cell in here for other in self._near(cell)}
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
        """Return what the kernel takes: letter -> cell or -1 (int8), letter -> mask of its links (uint64)."""
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
        return givens, np.array(masks, dtype=np.uint64)

    def _search(self, limit: int, stop_each: bool = False) -> kernel.GogenSearch:
        givens, links = self.arrays()
        return kernel.GogenSearch(self.rows, self.cols, givens, links, limit, stop_each)

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        progress: Callable[[int], None] | None = None,
    ) -> GogenResult:
        """Solve, with proof of uniqueness.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes.
        limit : int, optional
            Solutions to count; 2 settles uniqueness, None counts all.
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        GogenResult
            Status UNIQUE, MULTIPLE, NO_SOLUTION (with a reason where the words alone rule it out), LIMIT;
            SOLVED where `limit` is 1.

        Notes
        -----
        A bitboard of places for each letter, narrowed to the surroundings of the places of the letters it
        is linked to, both ways until nothing changes; then the letter with the fewest places is tried.
        A newspaper's puzzle falls without a guess.
        """
        from time import perf_counter

        if limit is not None and limit < 1:
            raise PuzzleError(f"limit={limit!r}, expected a number from 1 up or None")
        reason = self.reason_against()
        if reason:
            return GogenResult(
                status=Status.NO_SOLUTION, stats=SearchStats(), solution=None, grid=None, count=0, complete=True,
                reason=reason,
            )  # fmt: skip
        start = perf_counter()
        search = self._search(1 << 62)
        each = math.factorial(search.n_free)  # ways to stand the letters that nothing binds
        if limit is not None:
            search.limit = min(-(-limit // each), 1 << 62)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        found = search.count * each
        complete = search.exhausted and (limit is None or found <= limit)
        first = search.first
        choices = tuple((self.alphabet[a], cell) for a, cell in search.choices)
        stats = SearchStats(
            nodes=search.nodes,
            guesses=search.guesses,
            propagations=search.propagations,
            depth=len(choices),
            seconds=perf_counter() - start,
            path_length=len(choices) + 1 if first is not None else 0,
        )
        return GogenResult(
            status=status_of(found, complete, outcome is Outcome.FINISHED, limit),
            stats=stats,
            interrupted=outcome is Outcome.INTERRUPTED,
            solution=None if first is None else self._filled(first),
            grid=None if first is None else self._letters(first),
            count=found if limit is None else min(found, limit),
            complete=complete,
            choices=choices,
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
        return tuple(_reason(self))

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
        side, pad = 48.0, 8.0
        words = [] if solution is not None else list(self.words)
        per_line = 4
        lines = [" ".join(words[k : k + per_line]) for k in range(0, len(words), per_line)]
        width = self.cols * side + 2 * pad
        picture = Drawing(width, self.rows * side + 2 * pad + 20 * len(lines), "Gogen")
        shown = self.grid if solution is None else solution
        for row in range(self.rows):
            for col in range(self.cols):
                x, y = pad + col * side, pad + row * side
                given = self.grid[row][col] != "."
                picture.rect(
                    x + 3, y + 3, side - 6, side - 6, rx=8, fill="#dde7f5" if given else "#fff", stroke="#445"
                )
                if shown[row][col] != ".":
                    weight = "bold" if given else "normal"
                    picture.text(x + side / 2, y + side / 2, shown[row][col], 22, font_weight=weight)
        for k, line in enumerate(lines):
            picture.text(width / 2, self.rows * side + 2 * pad + 20 * k + 8, line, 11)
        return str(picture)

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
        from ._gogen_maker import make

        return make(cls, seed, rows, cols, givens, words, alphabet, attempts)


# Reading


def _check_shape(rows: int, cols: int) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise PuzzleError(f"{rows} rows of {cols} cells, expected 1 to {MAX_SIDE} of each")


def _check_alphabet(alphabet: str | None, n_cells: int) -> str:
    if alphabet is None:
        return default_alphabet(n_cells)
    seen: set[str] = set()
    for ch in alphabet:
        if not ch.isprintable() or ch.isspace() or ch in EMPTY or ch in "/,;:":
            raise PuzzleError(f"{ch!r} in the alphabet, expected letters or digits")
        if ch in seen:
            raise PuzzleError(f"{ch!r} twice in the alphabet, expected each symbol once")
        seen.add(ch)
    if len(alphabet) != n_cells:
        raise PuzzleError(f"an alphabet of {len(alphabet)} symbols, expected {n_cells}, one a cell")
    return alphabet


def _split(text: str, file: str | None) -> tuple[str, str, int]:
    """Part a text at its first colon or empty line: grid, words, line where the words begin."""
    lines = list(text_lines(text))
    begun = False
    for number, line in lines:
        if ":" in line:
            before, _, after = line.partition(":")
            head = [*(part for n, part in lines if n < number), before]
            tail = [" " * (len(before) + 1) + after, *(part for n, part in lines if n > number)]
            return "\n".join(head), "\n".join(tail), number
        if line.strip():
            begun = True
        elif begun:
            return (
                "\n".join(part for n, part in lines if n < number),
                "\n".join(part for n, part in lines if n >= number),
                number,
            )
    raise PuzzleError("no words, expected them after an empty line or a colon", file=file)


def _grid_lines(text: str) -> list[list[_Token]]:
    """Return the symbols of each line that has any; lines of a drawn box are passed over."""
    lines = []
    for number, line in text_lines(text):
        for part in re.finditer(r"[^/]+", line):
            if re.fullmatch(r"[\s+=|─-╿-]+", part.group()) and "+" in part.group():
                continue
            symbols = [
                _Token(ch, number, part.start() + k + 1)
                for k, ch in enumerate(part.group())
                if not ch.isspace() and ch not in "|│┃║"
            ]
            if symbols:
                lines.append(symbols)
    return lines


def _shape(
    lines: list[list[_Token]], rows: int | None, cols: int | None, file: str | None
) -> list[list[_Token]]:
    """Return the cells in rows; spreads letters that are given for every second cell."""
    if rows is not None or cols is not None:
        n_rows, n_cols = rows or cols or 0, cols or rows or 0
        _check_shape(n_rows, n_cols)
    elif len(lines) > 1:
        n_rows, n_cols = len(lines), len(lines[0])
    else:
        side = math.isqrt(len(lines[0]))
        n_rows = n_cols = 5 if len(lines[0]) == 9 else side if side * side == len(lines[0]) else 5
    flat = [symbol for line in lines for symbol in line]
    spread = ((n_rows + 1) // 2, (n_cols + 1) // 2)
    if len(lines) == 1 and len(flat) == spread[0] * spread[1] and len(flat) != n_rows * n_cols:
        given = iter(flat)
        return [
            [next(given) if r % 2 == 0 and c % 2 == 0 else _Token(".", None, None) for c in range(n_cols)]
            for r in range(n_rows)
        ]
    if len(lines) == 1:
        if len(flat) != n_rows * n_cols:
            last = flat[min(len(flat), n_rows * n_cols) - 1]
            raise PuzzleError(
                f"{len(flat)} letters, expected {spread[0] * spread[1]} for every second cell"
                f" or {n_rows * n_cols} for all of {n_rows}x{n_cols}",
                file=file,
                line=last.line,
                column=last.column,
            )
        lines = [flat[k : k + n_cols] for k in range(0, len(flat), n_cols)]
    for line in lines:
        if len(line) != n_cols:
            raise PuzzleError(
                f"a row of {len(line)} cells, expected {n_cols}",
                file=file,
                line=line[0].line,
                column=line[min(len(line), n_cols) - 1].column,
            )
    if len(lines) != n_rows:
        raise PuzzleError(f"{len(lines)} rows, expected {n_rows}", file=file, line=lines[-1][0].line)
    _check_shape(n_rows, n_cols)
    return lines


def _fold(text: str, alphabet: str) -> str:
    return text.upper() if alphabet == alphabet.upper() else text


def _span(alphabet: str) -> str:
    start = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return f"{alphabet[0]} to {alphabet[-1]}" if start.startswith(alphabet) else f"one of {alphabet}"


def _take_grid(cells: list[list[_Token]], alphabet: str, file: str | None) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    rows = []
    for r, line in enumerate(cells, 1):
        row = ""
        for c, symbol in enumerate(line, 1):
            if symbol.text in EMPTY:
                row += "."
                continue
            letter, place = _fold(symbol.text, alphabet), f"row {r}, column {c}"
            if len(letter) != 1 or letter not in alphabet:
                raise PuzzleError(
                    f"{symbol.text!r} at {place}, expected {_span(alphabet)} or '.'",
                    file=file, line=symbol.line, column=symbol.column,
                )  # fmt: skip
            if letter in seen:
                raise PuzzleError(
                    f"{letter} is given twice, at {seen[letter]} and at {place}, expected each letter once",
                    file=file, line=symbol.line, column=symbol.column,
                )  # fmt: skip
            seen[letter] = place
            row += letter
        rows.append(row)
    return tuple(rows)


def _take_words(tokens: list[_Token], alphabet: str, file: str | None) -> tuple[str, ...]:
    if len(tokens) > MAX_WORDS:
        raise PuzzleError(f"{len(tokens):,} words, expected at most {MAX_WORDS:,}", file=file)
    words: dict[str, None] = {}
    for token in tokens:
        if not isinstance(token.text, str):
            raise PuzzleError(f"{token.text!r} among the words, expected str", file=file)
        if not 1 <= len(token.text) <= MAX_WORD:
            raise PuzzleError(
                f"a word of {len(token.text)} letters, expected 1 to {MAX_WORD}", file=file, line=token.line
            )
        word = _fold(token.text, alphabet)
        for k, ch in enumerate(word):
            if ch not in alphabet:
                raise PuzzleError(
                    f"{ch!r} in the word {token.text[:40]!r}, expected {_span(alphabet)}",
                    file=file,
                    line=token.line,
                    column=None if token.column is None else token.column + k,
                )
        words[word] = None
    return tuple(words)


# Explaining


def _reason(puzzle: Gogen) -> Iterator[Step]:
    givens, links = puzzle.arrays()
    n = len(puzzle.alphabet)
    linked = [[b for b in range(n) if mask >> b & 1] for mask in links.tolist()]
    near = [set(puzzle._near(cell)) for cell in range(n)]
    places = [set(range(n)) if cell < 0 else {cell} for cell in givens.tolist()]
    bound = [a for a in range(n) if linked[a] or givens[a] >= 0]
    at = {a: int(givens[a]) for a in bound if givens[a] >= 0}

    def step(kind: str, a: int, why: str) -> Step:
        (cell,) = places[a]
        at[a] = cell
        row, col = divmod(cell, puzzle.cols)
        text = f"{puzzle.alphabet[a]} at row {row + 1}, column {col + 1}: {why}"
        return Step(kind=kind, text=text, cell=(row, col), value=puzzle.alphabet[a])

    def contradiction(text: str) -> Step:
        return Step(kind="contradiction", text=text)

    def names(letters: Iterable[int]) -> str:
        return ", ".join(puzzle.alphabet[b] for b in letters)

    while len(at) < len(bound):
        for (
            a
        ) in bound:  # a place is lost to a letter that stands there, or out of reach of one it is linked to
            if a not in at:
                places[a] -= set(at.values())
                for b in linked[a]:
                    if b in at:
                        places[a] &= near[at[b]]
        open_letters = [a for a in bound if a not in at]
        stuck = next((a for a in open_letters if not places[a]), None)
        if stuck is not None:
            yield contradiction(f"{puzzle.alphabet[stuck]} has no place left")
            return
        single = next((a for a in open_letters if len(places[a]) == 1), None)
        if single is not None:
            beside = names(b for b in linked[single] if b in at)
            yield step(
                "neighbours", single, f"the only free cell beside {beside}" if beside else "the cell left"
            )
            continue
        if len(bound) == n:
            takers = {cell: [a for a in open_letters if cell in places[a]] for cell in range(n)}
            cell = next((c for c, who in takers.items() if len(who) == 1), None)
            if cell is not None:
                (a,) = takers[cell]
                places[a] = {cell}
                yield step("only letter", a, "no other letter can stand there")
                continue
        changed = False
        for a in open_letters:
            for b in linked[a]:
                kept = {cell for cell in places[a] if near[cell] & places[b]}
                if kept != places[a]:
                    places[a], changed = kept, True
            if len(places[a]) == 1:
                yield step("chain", a, f"the only cell beside the places left to {names(linked[a])}")
                break
            if not places[a]:
                yield contradiction(f"{puzzle.alphabet[a]} has no place left")
                return
        if not changed:
            a = min(open_letters, key=lambda b: len(places[b]))
            yield Step(
                kind="guess", text=f"nothing follows; {puzzle.alphabet[a]} has {len(places[a])} places left"
            )
            return
    for a in bound:
        for b in linked[a]:
            if at[b] not in near[at[a]]:
                text = f"{puzzle.alphabet[a]} and {puzzle.alphabet[b]} follow each other in a word and do not touch"
                yield contradiction(text)
                return


# Many at once


@dataclass(frozen=True, slots=True, kw_only=True)
class GogenMany:
    """What `solve_many` returns: arrays, one entry a puzzle."""

    statuses: tuple[Status, ...]
    solutions: NDArray[np.int8]
    """(puzzles, cells): letter number of each cell, -1 for a free letter; all -2 where there is no solution."""
    counts: NDArray[np.int64]
    """Solutions found, at most `limit`."""
    nodes: NDArray[np.int64]
    """Nodes visited."""


def solve_many(puzzles: Iterable[Gogen], *, limit: int = 2, threads: int = 0, budget: int = 0) -> GogenMany:
    """Solve many puzzles of one size, on several threads.

    Parameters
    ----------
    puzzles : iterable of Gogen
        Of one size.
    limit : int
        Stop a puzzle after that many solutions; 2 proves uniqueness.
    threads : int
        Threads; 0 takes all cores.
    budget : int
        Nodes a puzzle, 0 for no bound; a puzzle that needs more has status LIMIT.

    Examples
    --------
    >>> many = solve_many([Gogen.parse("AB/..: ADC")] * 3)
    >>> many.counts.tolist(), many.solutions[0].tolist()
    ([1, 1, 1], [0, 1, 2, 3])
    """
    boards = list(puzzles)
    if limit < 1 or threads < 0 or budget < 0:
        raise PuzzleError(f"limit={limit}, threads={threads}, budget={budget}, expected 1, 0 and 0 or more")
    if not boards:
        return GogenMany(
            statuses=(),
            solutions=np.empty((0, 0), np.int8),
            counts=np.empty(0, np.int64),
            nodes=np.empty(0, np.int64),
        )
    rows, cols = boards[0].rows, boards[0].cols
    if any((board.rows, board.cols) != (rows, cols) for board in boards):
        raise PuzzleError("puzzles of different sizes, expected one size a call")
    pairs = [board.arrays() for board in boards]
    givens, links = np.stack([pair[0] for pair in pairs]), np.stack([pair[1] for pair in pairs])
    n = len(boards)
    solutions = np.empty((n, rows * cols), dtype=np.int8)
    counts, nodes = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)

    def work(part: slice) -> None:
        kernel.solve_batch(
            rows, cols, givens[part], links[part], solutions[part], counts[part], nodes[part], limit, budget
        )

    in_slices(work, n, threads)
    free = ((givens < 0) & (links == 0)).sum(axis=1).tolist()
    statuses = []
    for k, board in enumerate(boards):
        if board.reason_against():
            counts[k], nodes[k], solutions[k] = 0, 0, -2
        found = int(counts[k])
        short = found < 0
        found = -1 - found if short else found
        counts[k] = min(found * math.factorial(free[k]), limit)
        if short:
            statuses.append(Status.LIMIT)
        elif counts[k] == 0:
            statuses.append(Status.NO_SOLUTION)
        elif counts[k] == 1:
            statuses.append(Status.UNIQUE if limit > 1 else Status.SOLVED)
        else:
            statuses.append(Status.MULTIPLE)
    return GogenMany(statuses=tuple(statuses), solutions=solutions, counts=counts, nodes=nodes)
