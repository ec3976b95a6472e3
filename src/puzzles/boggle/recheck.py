"""Does classes of a proof again by another route, and compares."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...lexicon import Lexicon
from ...running import Outcome, drive
from ..common.checks import check_limits, check_seed, whole_number
from .array_terms import ArrayClass, ArrayWords, TooMuch
from .certificates import Certificate, ProofFile, united
from .division import First

__all__ = ["Verification", "verify_proof"]

SAMPLE = 100
MOST_WORK = 1 << 24  # paths and terms gone through for a class, before a part of it is taken


@dataclass(frozen=True, kw_only=True, eq=False)
class Verification(Result):
    """What came of doing classes of a proof again.

    The status is SOLVED where the certificates cover all boards and nothing differs, NO_SOLUTION where not,
    LIMIT where the sample was not gone through.
    """

    least: int
    classes: int
    """With a certificate."""
    missing: int
    """Classes that no certificate covers: with one or more there is no proof."""
    boards: int
    """Found, up to symmetry; all were scored again."""
    checked: int
    """Classes done again."""
    whole: int
    """Those of them done from end to end; of the others a part, picked at random."""
    wrong: list[str]
    """What differs, a line each."""

    def __str__(self) -> str:
        cover = f"{self.missing:,} classes are missing" if self.missing else "all boards are covered"
        again = f"{self.checked:,} done again, {self.whole:,} of them whole"
        return f"{self.classes:,} classes, {cover}; {again}; {len(self.wrong):,} differ"

    def __repr__(self) -> str:
        return f"<Verification {self.status}: {self}>"


def verify_proof(
    file: str | os.PathLike[str],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Check the certificates of a proof: that they cover all boards, and some of them by another route.

    Parameters
    ----------
    file : path
        A checkpoint of `prove`. What is proven stands in it.
    lexicon : Lexicon or iterable of str, optional
        That of the proof; the embedded list by default.
    sample : int, optional
        Classes to do again, drawn at random without the kernel that did them first.
    seed : int, optional
        Another seed, other classes.
    limits : Limits, optional
        Seconds; nodes are classes done again.
    progress : callable, optional
        Called with the classes done again.

    Returns
    -------
    Verification

    Raises
    ------
    PuzzleError
        A file that is none; another lexicon.

    Notes
    -----
    Exact for all of the file: the digest of words and points, that the classes cover all boards, that no
    class has two certificates that differ, and the score of each board. Of the sample: bound, number of
    leaves and boards, by terms in arrays, made from the text of the lexicon, which are split anew for each
    letter. A class with more than some millions of paths is represented by a part of it: its boards alone
    are compared then.

    Examples
    --------
    >>> import tempfile
    >>> from unriddle.puzzles.boggle import prove
    >>> words = Lexicon(["tea", "eat", "ate", "sea"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = prove("2x2", 4, words, checkpoint=f"{folder}/proof")
    ...     found = verify_proof(f"{folder}/proof", words)
    >>> found.status, found.checked, found.boards, found.wrong
    (<Status.SOLVED: 'SOLVED'>, 1, 3, [])
    """
    start = time.perf_counter()
    limits = check_limits(limits) or Limits()
    number = whole_number(sample)
    if number is None or number < 0:
        raise PuzzleError(f"sample={sample!r:.40}, expected a whole number from 0 up")
    if lexicon is not None and not isinstance(lexicon, Lexicon):
        lexicon = Lexicon(lexicon)
    proof_file, certificates = ProofFile.opened(os.fspath(file), lexicon)
    end = start + (float("inf") if limits.seconds is None else limits.seconds)
    work = _Again(proof_file, certificates, number, check_seed(seed) or 0, end)
    outcome = drive(work.run, limits, nodes=lambda: work.nodes, progress=progress)
    status = Status.NO_SOLUTION if work.wrong or work.missing else Status.SOLVED
    return Verification(
        status=status if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(nodes=work.nodes, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        least=proof_file.at_least,
        classes=len(work.done),
        missing=work.missing,
        boards=work.boards,
        checked=work.nodes,
        whole=work.whole,
        wrong=work.wrong,
    )


class _Late(Exception):
    """The time is over."""


class _Again:
    """The classes of a sample, one after another."""

    def __init__(
        self,
        file: ProofFile,
        certificates: list[Certificate],
        sample: int,
        seed: int,
        end: float = float("inf"),
    ) -> None:
        self.file, self.space, self.division = file, file.space, file.division
        self.done = united(certificates)
        self.missing = sum(1 for _ in self.division.missing(self.done))
        self.rng = np.random.default_rng(seed)
        self.nodes = self.whole = 0
        self.wrong: list[str] = []
        order = self.rng.permutation(len(self.done))[:sample].tolist()
        classes = sorted(self.done)
        self.todo = [classes[at] for at in order]
        self.words: ArrayWords | None = None
        self._end = end
        self.boards = self._score_all()

    def _score_all(self) -> int:
        """Score all boards again; return how many they are up to symmetry."""
        found = [pair for made in self.done.values() for pair in made.boards.items()]
        codes = np.frombuffer(b"".join(code for code, _ in found), dtype=np.uint8)
        codes = codes.reshape(-1, self.space.n_cells)
        for (code, points), score in zip(found, self.space.scores(codes).tolist(), strict=True):
            if points != score or score < self.file.at_least:
                self.wrong.append(f"board {self.division.text_of(tuple(code))} has {score}, not {points}")
        return len({form.tobytes() for form in self.space.canonical(codes)})

    def run(self, budget: int) -> bool:
        """Do some classes again; return whether any are left."""
        with suppress(_Late):
            if self.words is None:
                self.words = ArrayWords(self.space, self._look)
            while self.todo and budget > 0:
                self._check(self.words, self.todo[-1])
                self.todo.pop()
                self.nodes += 1
                budget -= 1
        return bool(self.todo)

    def _look(self) -> None:
        """Raise `_Late` where the time is over: a class may take seconds."""
        if time.perf_counter() >= self._end:
            raise _Late

    def _check(self, words: ArrayWords, first: First) -> None:
        """Do a class again, or as much of it as is not too much."""
        made, part = self.done[first], first
        name = f"class {self.division.text_of(first) or 'of all boards'}"
        while True:
            try:
                again = ArrayClass(words, self.division, part, MOST_WORK, self._look)
                if len(first) < self.space.n_cells and part == first and again.bound() != made.bound:
                    self.wrong.append(f"{name} has the bound {again.bound():,}, not {made.bound:,}")
                leaves = list(again.boards(self.file.at_least))
            except TooMuch:
                parts = self.division.parts(part)
                part = parts[int(self.rng.integers(len(parts)))]
                continue
            break
        if part == first:
            self.whole += 1
            if len(leaves) != made.leaves:
                self.wrong.append(f"{name} has {len(leaves):,} leaves, not {made.leaves:,}")
        codes = np.frombuffer(b"".join(leaves), dtype=np.uint8).reshape(-1, self.space.n_cells)
        scores: list[Any] = self.space.scores(codes).tolist() if leaves else []
        found = {
            code: score for code, score in zip(leaves, scores, strict=True) if score >= self.file.at_least
        }
        known = {
            code: points
            for code, points in made.boards.items()
            if self.division.first_of(code, len(part)) == part
        }
        if found != known:
            self.wrong.append(f"{name} has {len(found):,} boards in its part, not the {len(known):,} listed")
