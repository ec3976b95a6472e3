"""Verify a proof: that its certificates cover all boards, and some of them by another route."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base import Limits, SearchStats, Status
from ....lexicon import Lexicon
from ....search.run_loop import Outcome, drive
from ...framework.arguments import check_limits, check_seed, check_whole
from ..result import Described
from .certificates import Certificate, ProofFile, united
from .numpy_bound import ArrayClass, ArrayWords, TooMuch
from .partition import First

SAMPLE = 100
WORK = 1 << 24  # paths and terms listed for a class as a whole, and as many for its parts
PART_WORK = 1 << 22  # for a part, before parts of it are taken
FOUND = ("missing", "boards", "checked", "whole", "in_parts", "shares", "wrong")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Verification(Described):
    """What a verification found.

    The status is SOLVED where the certificates cover all boards and nothing differs, NO_SOLUTION where not,
    LIMIT where the sample was not finished.
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
    """Those of them done as a whole: bound, number of leaves and boards were the same."""
    in_parts: int
    """Those of which all parts were done, one after another: the boards were the same."""
    shares: list[float]
    """Of each of the others the share of its weight that was done, in parts picked at random."""
    wrong: list[str]
    """What differs, a line each."""

    def __str__(self) -> str:
        cover = f"{self.missing:,} classes are missing" if self.missing else "all boards are covered"
        again = f"{self.checked:,} done again, {self.whole:,} of them whole"
        if self.in_parts:
            again += f", {self.in_parts:,} in parts"
        if self.shares:
            low, high = (f"{100 * share:.2g} %" for share in (min(self.shares), max(self.shares)))
            share = low if low == high else f"{low} to {high}"
            again += f", of {len(self.shares):,} a part, {share} of the class"
        return f"{self.classes:,} classes, {cover}; {again}; {len(self.wrong):,} differ"


def verify_proof(
    file: str | os.PathLike[str],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    work: int = WORK,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Check the certificates of a proof: that they cover all boards, and some of them by another route.

    Parameters
    ----------
    file : path
        A checkpoint of `prove`, which has the shape, rules and score.
    lexicon : Lexicon or iterable of str, optional
        That of the proof (default: the embedded English list up to level 60).
    sample : int, optional
        Classes to do again, drawn at random, without the kernel of the proof.
    seed : int, optional
        Random seed of the sample.
    work : int, optional
        Paths and terms to list for a class as a whole, 2**24 by default, some seconds; and as many again for
        its parts, where that was not enough.
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
        A file that is no checkpoint; another lexicon.

    Notes
    -----
    Exact for the whole file: the digest of words and points, that the classes cover all boards, that no class
    has two different certificates, and the score of each board. Of the sample: bound, number of leaves and
    boards, by terms in arrays that are made from the text of the lexicon. Where a class takes more than
    `work`, its parts are done in random order, and only their boards are compared; where these take more than
    `work` too, some of them stand for the class.

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
    sample, work = check_whole("sample", sample, 0), check_whole("work", work, 1)
    proof_file, certificates = ProofFile.opened(os.fspath(file), lexicon)
    end = start + (float("inf") if limits.seconds is None else limits.seconds)
    again = _Sample(proof_file, certificates, sample, check_seed(seed) or 0, end, work)
    outcome = drive(again.run, limits, nodes=lambda: again.checked, progress=progress)
    status = Status.NO_SOLUTION if again.wrong or again.missing else Status.SOLVED
    return Verification(
        status=status if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(nodes=again.checked, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        least=proof_file.at_least,
        classes=len(again.done),
        **{name: getattr(again, name) for name in FOUND},
    )


class _Late(Exception):
    """The time is over."""


class _Sample:
    """The classes of a sample, done again in turn."""

    def __init__(
        self,
        file: ProofFile,
        certificates: list[Certificate],
        sample: int,
        seed: int,
        end: float = float("inf"),
        work: int = WORK,
    ) -> None:
        self.at_least, self.space, self.division = file.at_least, file.space, file.division
        self.done, self.work, self._end = united(certificates), work, end
        self.missing = sum(1 for _ in self.division.missing(self.done))
        self.checked = self.whole = self.in_parts = 0
        self.shares: list[float] = []
        self.wrong: list[str] = []
        self.rng, classes = np.random.default_rng(seed), sorted(self.done)
        self.todo = [classes[at] for at in self.rng.permutation(len(classes))[:sample].tolist()]
        self.words: ArrayWords | None = None
        self.boards = self._score_all()

    def _score_all(self) -> int:
        """Score all boards again; return how many they are up to symmetry."""
        found = [pair for made in self.done.values() for pair in made.boards.items()]
        codes = np.frombuffer(b"".join(code for code, _ in found), dtype=np.uint8)
        codes = codes.reshape(-1, self.space.n_cells)
        for (code, points), score in zip(found, self.space.scores(codes).tolist(), strict=True):
            if points != score or score < self.at_least:
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
                self.checked += 1
                budget -= 1
        return bool(self.todo)

    def _look(self) -> None:
        """Raise `_Late` where the time is over: a class may take seconds."""
        if time.perf_counter() >= self._end:
            raise _Late

    def _check(self, words: ArrayWords, first: First) -> None:
        """Do a class again: whole, or as many of its parts as the work allows, at least one."""
        made, name = self.done[first], f"class {self.division.text_of(first) or 'of all boards'}"
        try:
            again = self._class(words, first, self.work)
            if len(first) < self.space.n_cells and again.bound() != made.bound:
                self.wrong.append(f"{name} has the bound {again.bound():,}, not {made.bound:,}")
            leaves = list(again.boards(self.at_least))
        except TooMuch:
            self._check_parts(words, first, name)
            return
        self.whole += 1
        if len(leaves) != made.leaves:
            self.wrong.append(f"{name} has {len(leaves):,} leaves, not {made.leaves:,}")
        self._compare(first, first, leaves, name)

    def _class(self, words: ArrayWords, first: First, most: int) -> ArrayClass:
        """Return a class by its terms; `TooMuch` where its keys are too long."""
        return ArrayClass(words, self.division, first, most, self._look)

    def _check_parts(self, words: ArrayWords, first: First, name: str) -> None:
        """Do the parts of a class in random order."""
        done, share, weight = 0, 0.0, self.division.weight
        todo = self._divided(first)
        while todo and (done < self.work or not share):
            part, again = todo.pop(), None
            try:
                again = self._class(words, part, min(self.work, PART_WORK))
                self._compare(first, part, list(again.boards(self.at_least)), name)
            except TooMuch:
                if len(part) < self.space.n_cells:  # one board, of very many paths, is scored as all others
                    todo += self._divided(part)
                    continue
            finally:
                done += 0 if again is None else again.done
            share += weight(part)
        if todo:
            self.shares.append(min(share / weight(first), 1.0))
        else:
            self.in_parts += 1

    def _divided(self, first: First) -> list[First]:
        """Return the parts of a class in random order."""
        parts = self.division.parts(first) if len(first) < self.space.n_cells else []
        return [parts[at] for at in self.rng.permutation(len(parts)).tolist()]

    def _compare(self, first: First, part: First, leaves: list[bytes], name: str) -> None:
        """Compare the boards of a class that lie in a part of it with those of its certificate."""
        codes = np.frombuffer(b"".join(leaves), dtype=np.uint8).reshape(-1, self.space.n_cells)
        scores: list[Any] = self.space.scores(codes).tolist() if leaves else []
        found = {code: score for code, score in zip(leaves, scores, strict=True) if score >= self.at_least}
        known = {
            code: points
            for code, points in self.done[first].boards.items()
            if self.division.first_of(code, len(part)) == part
        }
        if found != known:
            self.wrong.append(f"{name} has {len(found):,} boards in its part, not the {len(known):,} listed")
