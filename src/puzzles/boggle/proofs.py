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
from ...lexicon import Lexicon
from ...lexicon.normalise import fold
from ...running import Outcome, drive
from ...textio import printable
from ..common.checks import check_limits
from .classes import Space, space_of
from .proving import DEFAULT_MEMORY, MOST_LEAST, Proof, tree_of
from .puzzle import Boggle
from .rules import RuleWords, rules_of
from .text import HOLE, WILDCARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.board_tree import BoardTree

__all__ = ["ProofResult", "bound", "prove"]

USUAL_TERMS = 1 << 16  # of a class, in a kernel that is kept for the next call
MOST_TERMS = 1 << 24
KEY_BITS = 64
SAVE_EVERY = 5.0  # seconds between two writings of the checkpoint
VERSION = 2


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
        most 16 cells.
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
        No such class; one with more than 16,777,216 paths of words, or whose sets need more than 64 bits
        together: a set of n letters, two or more, as many as n has.

    Notes
    -----
    A word is a term for each set of cells and letters that a path of it asks for, cells of one letter
    apart, and counts once a term. Terms are put in a tree by the cells, in one order for all of them,
    whatever the order along the path; the bound is the sum over the cells of the most that one letter
    gives, recursively. The idea is D. Vanderkam's, "A Computational Proof of the Highest-Scoring Boggle
    Board" (arXiv:2507.02117). O(paths).

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
    counts = [int(letters).bit_count() for letters in sets]
    bits = sum(n.bit_length() for n in counts if n > 1)
    if bits > KEY_BITS:
        raise PuzzleError(
            f"sets of letters that need {bits} bits together, expected at most {KEY_BITS}: smaller sets"
        )
    key = ("bound", *space.key)
    kernel = space.made.take(key, lambda: tree_of(space, USUAL_TERMS, 16 * USUAL_TERMS))
    found = kernel.bound(sets)
    space.made.give(key, kernel)
    if found < 0:
        found = _large_bound(tree_of(space, MOST_TERMS, 16 * MOST_TERMS), sets)
    if found < 0:
        raise PuzzleError(f"more than {MOST_TERMS:,} paths of words, expected smaller sets of letters")
    return found


def _large_bound(kernel: BoardTree, sets: NDArray[np.uint32]) -> int:
    """Bound a class in a thread of its own: Ctrl-C is answered at once."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(kernel.bound, sets).result()
        except KeyboardInterrupt:
            kernel.stop()
            raise


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

    def to_html(self) -> str:
        """Return a page of the boards, the best first."""
        from ..common.index import index_page

        rows = list(zip(self.boards, self.scores, strict=True))
        return index_page(
            str(self),
            ((board, None, (score,)) for board, score in rows),
            columns=("points",),
            noun="boards",
        )

    def _repr_svg_(self) -> str | None:
        return self.boards[0].to_svg() if self.boards else None


class ProofWords(RuleWords, total=False):
    """The keywords of `prove` beside those of all searches."""

    threads: int
    objective: str
    checkpoint: str | os.PathLike[str] | None


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
        Rows and columns, at most 16 cells.
    least : int
        The score, 1 or more.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    limits : Limits, optional
        Nodes are classes bounded. Memory is that of all threads, 1 GiB by default: with less, classes are
        divided more often, and the work takes longer; the status is LIMIT where a thread's part is below
        256 KiB beside 4 bytes a word.
    progress : callable, optional
        Called with the classes bounded.
    threads : int, optional
        Workers; 0, the default, is one a core, but no more than one for each 256 MiB. The boards are the
        same whatever their number, and with one thread so is what a limit of nodes leaves.
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
    Branch and bound over a tree of terms (see `bound`). The cells are decided one after another, those of
    many neighbours first; to decide a cell is to add what its letter asks of the others to what does
    without it, lazily: sums of subtrees are made only where the greatest bounds lead, until the whole is
    below the score. Of boards that turns and mirrorings make equal, only the one whose first cells have
    the rarest letters is looked for, and terms that no such board meets are left out. What the bound lets
    through is scored. A class whose terms or tree have no room is divided by its next cell.

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
    threads = named.pop("threads", 0)
    space = space_of(shape, lexicon, rules_of(cast("RuleWords", named)), objective)
    if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least < MOST_LEAST:
        raise PuzzleError(f"least={least!r:.40}, expected a whole number from 1 to {MOST_LEAST - 1:,}")
    limits = check_limits(limits) or Limits()
    memory = DEFAULT_MEMORY if limits.memory is None else limits.memory
    start = time.perf_counter()
    proof = Proof(space, least, threads=threads, memory=memory, most=limits.nodes)
    file = None if checkpoint is None else _Checkpoint(os.fspath(checkpoint), proof)

    def run(budget: int) -> bool:
        remains = proof.run(budget)
        if file is not None:
            file.save_now_and_then()
        return remains

    outcome = Outcome.FINISHED
    if proof.stack and not proof.fits:
        outcome = Outcome.LIMIT
    elif proof.stack:
        try:
            outcome = drive(run, limits, nodes=lambda: proof.nodes, progress=progress)
        finally:
            proof.end()
        proof.collect()
    if file is not None:
        file.save()
    ordered = sorted(proof.boards.items(), key=lambda item: (-item[1], item[0]))
    few = {0: Status.NO_SOLUTION, 1: Status.UNIQUE}
    return ProofResult(
        status=few.get(len(ordered), Status.MULTIPLE) if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(
            nodes=proof.nodes,
            generated=proof.terms,
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

    def __init__(self, path: str, proof: Proof) -> None:
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
