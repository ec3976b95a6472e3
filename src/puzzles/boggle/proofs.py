"""Upper bounds of classes of boards, and proofs: all boards of at least a score, up to symmetry."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...core.walk.board_bound import MAX_CELLS, MAX_LETTERS, BoardBound
from ...lexicon import Lexicon
from ...lexicon.normalise import fold
from ...running import Outcome, drive
from ...textio import printable
from ..common.checks import check_limits
from .classes import Space, space_of
from .puzzle import Boggle
from .rules import RuleWords, rules_of
from .text import HOLE, WILDCARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ProofResult", "bound", "prove"]

MOST_TERMS = 1 << 22  # of a class that is taken as a whole; one with more is divided
MOST_TERMS_OF_BOUND = 1 << 24
MOST_BOARDS = 1 << 20  # that a proof lists
SAVE_EVERY = 5.0  # seconds between two writings of the checkpoint
VERSION = 1


def _order(space: Space) -> list[int]:
    """Return the cells as they are decided: those of many neighbours first."""
    masks = space.adjacency.tolist()
    rows, cols = space.rows - 1, space.cols - 1

    def key(cell: int) -> tuple[int, int, int]:
        down, right = divmod(cell, space.cols)
        return -masks[cell].bit_count(), (2 * down - rows) ** 2 + (2 * right - cols) ** 2, cell

    return sorted(range(space.n_cells), key=key)


def _least(space: Space, order: Sequence[int]) -> NDArray[np.uint32]:
    """Return for each cell those whose letters need not come after its own, as bits.

    Of the forms of a board that symmetry makes equal, the one whose letters come first in the order of
    the cells is kept. It has, at each cell, no higher a letter than at any cell where a symmetry brings
    it that leaves all cells before it where they are.
    """
    least = np.zeros(space.n_cells, dtype=np.uint32)
    group = [tuple(form) for form in space.symmetries.tolist()]
    for cell in order:
        for form in group:
            if form[cell] != cell:
                least[form[cell]] |= np.uint32(1 << cell)
        group = [form for form in group if form[cell] == cell]
    return least


def _rank(space: Space) -> NDArray[np.uint8]:
    """Return the place of each letter from the rarest: the sets of the costly classes become small."""
    counts = np.bincount(space.lexicon.letter_codes, minlength=space.n_letters)
    rank = np.empty(space.n_letters, dtype=np.uint8)
    rank[np.argsort(counts, kind="stable")] = np.arange(space.n_letters)
    return rank


def _kernel(space: Space, capacity: int, least: NDArray[np.uint32] | None = None) -> BoardBound:
    if space.n_cells > MAX_CELLS:
        raise PuzzleError(f"{space.rows}x{space.cols} board, expected at most {MAX_CELLS} cells")
    if space.n_letters > MAX_LETTERS:
        raise PuzzleError(f"an alphabet of {space.n_letters} letters, expected at most {MAX_LETTERS}")
    if space.points.min() < 0:
        raise PuzzleError("points below 0, expected none for a bound")
    return BoardBound(
        space.words,
        space.adjacency,
        space.points,
        np.array(_order(space), dtype=np.int32),
        _rank(space),
        np.zeros(space.n_cells, dtype=np.uint32) if least is None else least,
        capacity,
    )


def bound(
    cells: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: Any = None,
    **rules: Unpack[RuleWords],
) -> int:
    """Return an upper bound of the scores of a class of boards.

    Parameters
    ----------
    cells : sequence of rows, or str
        For each cell the letters that it can have, as text: ``[["ab", "cd"], ["ef", "gh"]]``, or rows by
        line or ``/`` with spaces between cells, ``"ab cd/ef gh"``; ``?`` is any letter, ``.`` a hole. At
        most 12 cells.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    shape : str, int or pair, optional
        Rows and columns where the cells are given as one row.
    **rules
        ``rules=Rules(…)``, or its fields by name; points by length alone, none below 0.

    Returns
    -------
    int
        No board of the class scores more; of a single board its score.

    Raises
    ------
    PuzzleError
        No such class; one with more than 16,777,216 paths of words.

    Notes
    -----
    Each path of a word is a term that asks a letter of each of its cells. Terms are put in a tree by
    the cells, in one order for all of them, whatever the order along the path; the bound is the sum over
    the cells of the most that one letter gives, recursively. The idea is D. Vanderkam's, "A Computational
    Proof of the Highest-Scoring Boggle Board" (arXiv:2507.02117). O(terms).

    Examples
    --------
    >>> words = Lexicon(["tea", "eat", "ate", "sat", "sea"])
    >>> bound([["ts", "e"], ["a", "t"]], words), bound([["s", "e"], ["a", "t"]], words)
    (6, 5)
    """
    rows = _rows_of(cells)
    size = (len(rows), len(rows[0])) if shape is None else shape
    space = space_of(size, lexicon, rules_of(rules))
    flat = [cell for row in rows for cell in row]
    if len(flat) != space.n_cells:
        raise PuzzleError(f"{len(flat)} cells, expected {space.n_cells} for {space.rows}x{space.cols}")
    sets = np.array([_set_of(cell, space) for cell in flat], dtype=np.uint32)
    key = ("bound", *space.key)
    kernel = space.made.take(key, lambda: _kernel(space, 1 << 16))
    found = kernel.bound(sets)
    space.made.give(key, kernel)
    if found < 0:
        found = _kernel(space, MOST_TERMS_OF_BOUND).bound(sets)
    if found < 0:
        raise PuzzleError(
            f"more than {MOST_TERMS_OF_BOUND:,} paths of words, expected smaller sets of letters"
        )
    if not (sets & (sets - (sets > 0))).any():
        codes = [int(letters).bit_length() - 1 if letters else 255 for letters in sets]
        return int(space.scores(np.array([codes], dtype=np.uint8))[0])
    return found


def _rows_of(cells: Any) -> list[list[str]]:
    if isinstance(cells, str):
        text = cells.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        rows = [row.split() for line in text.split("\n") for row in line.split("/")]
    elif isinstance(cells, Sequence) and all(isinstance(row, Sequence) for row in cells):
        rows = [list(row) if not isinstance(row, str) else row.split() for row in cells]
    else:
        raise PuzzleError(f"cells of type {type(cells).__name__}, expected rows of texts")
    if not rows or not rows[0]:
        raise PuzzleError("no cells, expected rows of sets of letters")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(
                f"row of {len(row)} cells, expected {len(rows[0])} as in the first", line=number
            )
        for cell in row:
            if not isinstance(cell, str):
                raise PuzzleError(f"cell of type {type(cell).__name__}, expected text", line=number)
    return rows


def _set_of(cell: str, space: Space) -> int:
    if cell in (WILDCARD, "*"):
        return (1 << space.n_letters) - 1
    if cell in (HOLE, ".", "#"):
        return 0
    letters = 0
    for letter in fold(cell):
        if letter not in space.lexicon.alphabet:
            raise PuzzleError(f"'{printable(cell[:40])}', expected letters that the lexicon has, ? or .")
        letters |= 1 << space.lexicon.alphabet.index(letter)
    return letters


@dataclass(frozen=True, kw_only=True, eq=False)
class ProofResult(Result):
    """All boards of at least a score, one of each up to symmetry.

    The status is MULTIPLE where there are some, UNIQUE where there is one, NO_SOLUTION where none exists:
    each proven. It is LIMIT where the search was ended before; `boards` are then those met so far.
    `stats.nodes` counts the classes bounded, `stats.generated` the terms made.
    """

    least: int
    boards: list[Boggle]
    """The best first."""
    scores: list[int]
    remaining: int
    """Parts of the work that are still to do; 0 where it is done."""

    def __str__(self) -> str:
        proven = "not all searched" if self.status is Status.LIMIT else "proven"
        return f"{len(self.boards):,} boards of at least {self.least:,} ({proven})"

    def __repr__(self) -> str:
        return f"<ProofResult {self.status}: {self}>"

    def _repr_svg_(self) -> str | None:
        return self.boards[0].to_svg() if self.boards else None


class ProofWords(RuleWords, total=False):
    """The keywords of `prove` beside those of all searches."""

    objective: str
    checkpoint: str | os.PathLike[str] | None


class _Proof:
    """The work of `prove`: classes still to do, each given by the letters of the first cells."""

    def __init__(self, space: Space, at_least: int, capacity: int) -> None:
        self.space, self.at_least = space, at_least
        self.order, self.rank = _order(space), _rank(space)
        self.least = _least(space, self.order)
        self.search = _kernel(space, capacity, self.least)
        # Letters that do not come before a letter, as bits.
        self.above = [
            sum(1 << other for other in range(space.n_letters) if self.rank[other] >= self.rank[letter])
            for letter in range(space.n_letters)
        ]
        self.stack: list[list[int]] = [[]]
        self.boards: dict[bytes, int] = {}
        self.found: list[bytes] = []
        self.active = False

    def sets_of(self, first: Sequence[int]) -> NDArray[np.uint32]:
        """Return the class of boards whose first cells have these letters; 0 somewhere if it is empty."""
        sets = [(1 << self.space.n_letters) - 1] * self.space.n_cells
        for cell, letter in zip(self.order, first, strict=False):
            sets[cell] &= 1 << letter
            for other in range(self.space.n_cells):
                if int(self.least[other]) >> cell & 1:
                    sets[other] &= self.above[letter]
        return np.array(sets, dtype=np.uint32)

    def run(self, budget: int) -> bool:
        """Bound at most `budget` classes; return whether work remains."""
        end = self.search.nodes + budget
        while self.stack and self.search.nodes < end:
            if not self.active:
                sets = self.sets_of(self.stack[-1])
                if not sets.all():
                    self.stack.pop()
                    continue
                if not self.search.start(sets, self.at_least):
                    first = self.stack.pop()
                    self.stack += [[*first, letter] for letter in range(self.space.n_letters - 1, -1, -1)]
                    return True
                self.active = True
            if end > self.search.nodes:
                self.active = self.search.run(end - self.search.nodes, self.found)
                self.take()
                if not self.active:
                    self.stack.pop()
                return bool(self.stack)
        return bool(self.stack)

    def take(self) -> None:
        """Score the boards that were found, keep those of the score."""
        if not self.found:
            return
        codes = np.frombuffer(b"".join(self.found), dtype=np.uint8).reshape(-1, self.space.n_cells)
        self.found.clear()
        scores = self.space.scores(codes)
        kept = scores >= self.at_least
        forms = self.space.canonical(codes[kept])
        self.boards |= dict(zip([form.tobytes() for form in forms], scores[kept].tolist(), strict=True))
        if len(self.boards) > MOST_BOARDS:
            raise PuzzleError(
                f"more than {MOST_BOARDS:,} boards, expected a higher score than {self.at_least}"
            )

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes: a class in progress is begun anew, and finds its boards again."""
        return {"stack": self.stack, "boards": {code.hex(): score for code, score in self.boards.items()}}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        n, letters = self.space.n_cells, self.space.n_letters
        stack = [[int(letter) for letter in first] for first in state["stack"]]
        boards = {bytes.fromhex(code): int(score) for code, score in state["boards"].items()}
        if any(len(first) > n or not all(0 <= x < letters for x in first) for first in stack):
            raise ValueError("stack")
        if any(len(code) != n or max(code) >= letters for code in boards):
            raise ValueError("boards")
        self.stack, self.boards = stack, boards


def prove(
    shape: Any,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[ProofWords],
) -> ProofResult:
    """List all boards of at least a score, up to symmetry, and so prove that there are no others.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 12 cells.
    least : int
        The score, 1 or more.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    limits : Limits, optional
        Nodes are classes bounded.
    progress : callable, optional
        Called with the classes bounded.
    objective : str, optional
        ``score``, or ``words`` for the number of words.
    checkpoint : path, optional
        A file for the state of the work, written every few seconds and at the end. Where it exists, the
        work goes on from it.
    **options
        ``rules=Rules(…)``, or its fields by name; points by length alone, none below 0.

    Returns
    -------
    ProofResult
        Ctrl-C ends the search; with `checkpoint` the next call goes on.

    Raises
    ------
    PuzzleError
        A parameter out of range; a checkpoint of another search, or that is none.

    Notes
    -----
    Branch and bound. The cells are decided one after another, those of many neighbours first. A class is
    left where its bound (see `bound`) is below the score; to decide a cell is to merge the terms that do
    without it with those that ask the letter. Of boards that turns and mirrorings make equal, only the
    one whose first cells have the rarest letters is looked for. What the bound lets through is scored.

    Examples
    --------
    >>> found = prove("2x2", 3, Lexicon(["tea", "eat", "ate", "sea"]))
    >>> found
    <ProofResult MULTIPLE: 75 boards of at least 3 (proven)>
    >>> found.scores[0], found.boards[0].format().replace("\\n", "/")
    (4, 'A E/S T')
    """
    named: dict[str, Any] = dict(options)
    objective, checkpoint = named.pop("objective", "score"), named.pop("checkpoint", None)
    space = space_of(shape, lexicon, rules_of(cast("RuleWords", named)), objective)
    if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least < 1 << 40:
        raise PuzzleError(f"least={least!r:.40}, expected a whole number from 1 up")
    check_limits(limits)
    start = time.perf_counter()
    proof = _Proof(space, least, MOST_TERMS)
    file = None if checkpoint is None else _Checkpoint(os.fspath(checkpoint), proof)

    def run(budget: int) -> bool:
        remains = proof.run(budget)
        if file is not None:
            file.save_now_and_then()
        return remains

    outcome = Outcome.FINISHED
    if proof.stack:
        outcome = drive(run, limits, nodes=lambda: proof.search.nodes, progress=progress)
    if file is not None:
        file.save()
    ordered = sorted(proof.boards.items(), key=lambda item: (-item[1], item[0]))
    few = {0: Status.NO_SOLUTION, 1: Status.UNIQUE}
    return ProofResult(
        status=few.get(len(ordered), Status.MULTIPLE) if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(
            nodes=proof.search.nodes,
            generated=proof.search.terms,
            seconds=time.perf_counter() - start,
        ),
        interrupted=outcome is Outcome.INTERRUPTED,
        least=least,
        boards=[space.board(np.frombuffer(code, dtype=np.uint8)) for code, _ in ordered],
        scores=[score for _, score in ordered],
        remaining=len(proof.stack),
    )


def _sign(space: Space, least: int) -> dict[str, Any]:
    """Return what tells this search from others."""
    import hashlib

    digest = hashlib.sha256()
    for array in (space.words.trie.nodes, space.words.lengths, space.points):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(space.lexicon.alphabet.encode())
    return {
        "version": VERSION,
        "shape": [space.rows, space.cols],
        "topology": space.rules.topology,
        "wrap": space.rules.wrap,
        "qu": space.rules.qu,
        "at_least": least,
        "words": digest.hexdigest(),
    }


class _Checkpoint:
    """The file of a proof: read where it exists, written whole or not at all."""

    def __init__(self, path: str, proof: _Proof) -> None:
        self.path, self.proof = path, proof
        self.sign = _sign(proof.space, proof.at_least)
        self.saved = time.perf_counter()
        if os.path.exists(path):  # noqa: PTH110 (pathlib costs start-up time)
            self.load()

    def load(self) -> None:
        """Go on from the state in the file."""
        name = printable(self.path)
        try:
            with open(self.path, encoding="utf-8") as stream:  # noqa: PTH123 (pathlib costs start-up time)
                value = json.load(stream)
        except OSError as error:
            raise PuzzleError(f"cannot be read: {error.strerror}", file=name) from None
        except (ValueError, RecursionError):
            raise PuzzleError(
                "no checkpoint, expected JSON that an earlier search wrote", file=name
            ) from None
        if not isinstance(value, dict) or value.get("search") != self.sign:
            raise PuzzleError("the checkpoint of another search, expected one of this", file=name)
        try:
            self.proof.restore(value["state"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise PuzzleError("a damaged checkpoint, expected the state of a search", file=name) from None

    def save_now_and_then(self) -> None:
        """Write the state where that was some seconds ago."""
        if time.perf_counter() - self.saved > SAVE_EVERY:
            self.save()
            self.saved = time.perf_counter()

    def save(self) -> None:
        """Write the state: whole under its name, or not at all."""
        temporary = f"{self.path}.{os.getpid()}.tmp"
        try:
            with open(temporary, "w", encoding="utf-8") as stream:  # noqa: PTH123
                json.dump({"search": self.sign, "state": self.proof.state()}, stream)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(temporary, self.path)  # noqa: PTH105
        except OSError as error:
            with suppress(OSError):
                os.unlink(temporary)  # noqa: PTH108
            raise PuzzleError(f"cannot be written: {error.strerror}", file=printable(self.path)) from None
