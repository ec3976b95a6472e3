"""Proofs: all boards of at least a score, up to symmetry."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast, overload

import numpy as np

from ....base import Limits, PuzzleError, Result, SearchStats, Status
from ....io.text import pluralize
from ....lexicon import Lexicon
from ....search.run_loop import Outcome, drive
from ...framework.arguments import as_int, check_limits, check_seed, check_shard
from ..best_board.board_space import Space, space_of
from ..puzzle import Boggle
from ..rules import RuleWords, rules_of
from .certificates import Certificate, ProofFile
from .cost_estimate import ProofEstimate, ProofProgress, Sample, Watch, estimated
from .engine import DEFAULT_MEMORY, MOST_LEAST, Proof
from .partition import First

if TYPE_CHECKING:
    from ....typing import ShapeLike

__all__ = ["ProofResult", "merge_proofs", "prove"]

WHOLE = (1, 1)  # the shard that has all classes
SAMPLE = 20  # classes of an estimate
MOST_CELLS = 13  # that they decide
SAVE_EVERY = 5.0  # seconds between two writings of the checkpoint
SAVE_SHARE = 50  # or so many times as long as a writing takes


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
    """Classes that are still to do, those of other shards included; 0 where all are done."""
    own: int = 0
    """Those of them that this shard has to do: all of them where there are no shards."""
    certificates: list[Certificate]
    """Of the classes that are done."""
    objective: str = "score"
    """What the scores are: ``score`` for points, or ``words``."""

    def __str__(self) -> str:
        proven = "not all searched" if self.status is Status.LIMIT else "proven"
        return f"{pluralize(len(self.boards), 'board')} of at least {self.least:,} ({proven})"

    def __repr__(self) -> str:
        return f"<ProofResult {self.status}: {self}>"

    def to_html(self) -> str:
        """Return a page of the boards, the best first."""
        from ...framework.html import index_page

        rows = list(zip(self.boards, self.scores, strict=True))
        return index_page(
            str(self),
            ((board, None, (score,)) for board, score in rows),
            columns=("points" if self.objective == "score" else "words",),
            noun="boards",
        )

    def _repr_svg_(self) -> str | None:
        return self.boards[0].to_svg() if self.boards else None


class ProofWords(RuleWords, total=False):
    """The keywords of `prove` beside those of all searches."""

    threads: int
    objective: str
    checkpoint: str | os.PathLike[str] | None
    shard: tuple[int, int]
    cluster: str | None
    watch: Callable[[ProofProgress], None] | None
    sample: int
    seed: int
    cells: int


@overload
def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    estimate: Literal[False] = False,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[ProofWords],
) -> ProofResult: ...


@overload
def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    estimate: Literal[True],
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[ProofWords],
) -> ProofEstimate: ...


def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    estimate: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[ProofWords],
) -> ProofResult | ProofEstimate:
    """List all boards of at least a score, up to symmetry, and so prove that there are no others.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 25 cells.
    least : int
        The score, 1 or more.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    estimate : bool, optional
        Prove nothing: do some classes of boards, and tell what the proof would cost.
    limits : Limits, optional
        Nodes are classes bounded. Memory is that of all threads (on a cluster, of each worker), 1 GiB by
        default: with less, classes are divided more often, and the work takes longer; the status is LIMIT
        where a thread's part is below 256 KiB beside 4 bytes a word.
    progress : callable, optional
        Called with the classes bounded.
    threads : int, optional
        Workers; 0, the default, is one a core, but no more than one for each 256 MiB. The boards are the
        same whatever their number, and with one thread so is what a limit of nodes leaves.
    objective : str, optional
        ``score``, or ``words`` for the number of words.
    checkpoint : path, optional
        A file for the certificates of the classes that are done, written every few seconds and at the end.
        Where it exists, the work goes on from it. `merge_proofs` puts several together, `verify_proof`
        does some of their classes again by another route.
    shard : (int, int), optional
        ``(i, n)``: only the i-th of n parts of the work, i from 1.
    cluster : str, optional
        Address of a Dask scheduler, or ``local:N``; needs extra ``cluster``. A worker that is lost costs the
        class that it was at.
    watch : callable, optional
        Called with `ProofProgress` now and then: it tells the time left.
    sample, seed, cells : int, optional
        Of an estimate: how many classes are drawn (20), which, and how many cells they decide: with more
        than a proof begins with, they take less time, but all together more than the proof.
    **options
        ``rules=Rules(…)``, or its fields by name; points by lengths and letters, none below 0.

    Returns
    -------
    ProofResult or ProofEstimate
        Ctrl-C ends the search; with `checkpoint` the next call goes on.

    Raises
    ------
    PuzzleError
        A parameter out of range; a checkpoint of another proof, or that is none; a cluster that is lost.
    MissingExtraError
        A cluster without its package.

    Notes
    -----
    Branch and bound over a tree of terms (see `bound`). The cells are decided one after another, those of
    many neighbours first; to decide a cell is to add what its letter asks of the others to what does
    without it, lazily: sums of subtrees are made only where the greatest bounds lead, until the whole is
    below the score. Of boards that turns and mirrorings make equal, only the one whose first cells have
    the rarest letters is looked for, and terms that no such board meets are left out. What the bound lets
    through is scored. A class whose terms or tree have no room is divided by its next cell. Each class that
    is done leaves a certificate; they prove what they say where their classes cover all boards, which is
    checked exactly.

    Examples
    --------
    >>> found = prove("2x2", 3, Lexicon(["tea", "eat", "ate", "sea"]))
    >>> found
    <ProofResult MULTIPLE: 75 boards of at least 3 (proven)>
    >>> found.scores[0], found.boards[0].format().replace("\\n", "/")
    (4, 'A E/S T')
    """
    asked = _asked(shape, least, lexicon, limits, dict(options))
    if estimate:
        return _estimate(asked, progress)
    start = time.perf_counter()
    proof = asked.proof()
    file = None if asked.checkpoint is None else _Checkpoint(asked.checkpoint, proof)
    others = _keep_shard(proof, asked.shard)
    watch = None if asked.watch is None else Watch(proof, asked.watch)

    def run(budget: int) -> bool:
        remains = proof.run(budget)
        if file is not None:
            file.save_now_and_then()
        if watch is not None:
            watch.look()
        return remains

    outcome = Outcome.FINISHED
    if proof.stack and not proof.fits:
        outcome = Outcome.LIMIT
    elif proof.stack:
        with proof.at_work():
            outcome = drive(run, asked.limits, nodes=lambda: proof.nodes, progress=progress)
    if file is not None:
        file.save()
    return _result(proof, outcome, others, time.perf_counter() - start)


@dataclass(frozen=True)
class _Asked:
    """The arguments of `prove`, checked."""

    space: Space
    least: int
    limits: Limits
    threads: int
    checkpoint: str | None
    shard: tuple[int, int]
    cluster: str | None
    watch: Callable[[ProofProgress], None] | None
    sample: Sample

    def proof(self) -> Proof:
        """Return the work, to be begun."""
        memory = DEFAULT_MEMORY if self.limits.memory is None else self.limits.memory
        if self.cluster is None:
            return Proof(self.space, self.least, threads=self.threads, memory=memory, most=self.limits.nodes)
        from .cluster import ClusterProof

        return ClusterProof(self.space, self.least, address=self.cluster, memory=memory)


def _asked(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None,
    limits: Limits | None,
    named: dict[str, Any],
) -> _Asked:
    """Check the arguments of `prove`."""
    objective, checkpoint = named.pop("objective", "score"), named.pop("checkpoint", None)
    threads, cluster = named.pop("threads", 0), named.pop("cluster", None)
    watch, shard = named.pop("watch", None), check_shard(named.pop("shard", WHOLE))
    sample = _sample(named.pop("sample", SAMPLE), named.pop("seed", 0), named.pop("cells", 0))
    space = space_of(shape, lexicon, rules_of(cast("RuleWords", named)), objective)
    if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least < MOST_LEAST:
        raise PuzzleError(f"least={least!r:.40}, expected a whole number from 1 to {MOST_LEAST - 1:,}")
    if cluster is not None and not isinstance(cluster, str):
        raise PuzzleError(f"cluster={cluster!r:.40}, expected an address as text")
    limits = check_limits(limits) or Limits()
    if cluster is not None and limits.nodes is not None:
        raise PuzzleError("a limit of nodes on a cluster, expected one of seconds")
    path = None if checkpoint is None else os.fspath(checkpoint)
    return _Asked(space, least, limits, threads, path, shard, cluster, watch, sample)


def _sample(number: Any, seed: Any, cells: Any) -> Sample:
    """Check what an estimate is made of."""
    if (as_int(number) or 0) < 1:
        raise PuzzleError(f"sample={number!r:.40}, expected a whole number from 1 up")
    decided = as_int(cells)
    if decided is None or not 0 <= decided <= MOST_CELLS:
        raise PuzzleError(f"cells={cells!r:.40}, expected a whole number from 0 to {MOST_CELLS}")
    return Sample(int(number), check_seed(seed) or 0, decided)


def _estimate(asked: _Asked, progress: Callable[[int], None] | None) -> ProofEstimate:
    """Tell what a proof would cost."""
    start = time.perf_counter()
    proof = asked.proof()
    if not proof.fits:
        raise PuzzleError("too little memory for a worker, expected more")
    outcome, cost, error, classes, sampled = estimated(proof, asked.sample, asked.limits, progress)
    return ProofEstimate(
        status=Status.SOLVED if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(nodes=proof.nodes, generated=proof.terms, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        cpu_seconds=cost,
        error=error,
        classes=classes,
        sampled=sampled,
        cells=proof.began,
        divided=proof.began > proof.division.depth,
        least=asked.least,
    )


def _keep_shard(proof: Proof, shard: tuple[int, int]) -> list[First]:
    """Leave a proof the classes of a shard; return the others."""
    if shard == WHOLE:
        return []
    own = proof.division.shard(*shard)
    depth, todo = proof.division.depth, proof.stack
    proof.stack = [first for first in todo if first[:depth] in own]
    return [first for first in todo if first[:depth] not in own]


def _result(proof: Proof, outcome: Outcome, others: list[First], seconds: float) -> ProofResult:
    """Return what a proof found."""
    ordered = sorted(proof.boards.items(), key=lambda item: (-item[1], item[0]))
    few = {0: Status.NO_SOLUTION, 1: Status.UNIQUE}
    whole = outcome is Outcome.FINISHED and not others
    if whole and next(proof.division.missing(proof.done), None) is not None:
        raise AssertionError("classes that no certificate covers")
    return ProofResult(
        status=few.get(len(ordered), Status.MULTIPLE) if whole else Status.LIMIT,
        stats=SearchStats(nodes=proof.nodes, generated=proof.terms, seconds=seconds),
        interrupted=outcome is Outcome.INTERRUPTED,
        least=proof.at_least,
        boards=[proof.space.board(np.frombuffer(code, dtype=np.uint8)) for code, _ in ordered],
        scores=[score for _, score in ordered],
        remaining=len(proof.stack) + len(others),
        own=len(proof.stack),
        certificates=sorted(proof.done.values(), key=lambda made: made.first),
        objective=proof.space.objective,
    )


class _Checkpoint:
    """The file of a proof that goes on: read where it exists, written now and then."""

    def __init__(self, path: str, proof: Proof) -> None:
        self.path, self.proof = path, proof
        self.file = ProofFile(proof.space, proof.at_least)
        if os.path.exists(path):  # noqa: PTH110 (pathlib costs start-up time)
            proof.know(self.file.read(path))
        self.saved, self.every = time.perf_counter(), SAVE_EVERY

    def save_now_and_then(self) -> None:
        """Write the certificates where that was some seconds ago."""
        if time.perf_counter() - self.saved > self.every:
            start = time.perf_counter()
            self.save()
            self.saved = time.perf_counter()
            self.every = max(SAVE_EVERY, SAVE_SHARE * (self.saved - start))

    def save(self) -> None:
        """Write the certificates."""
        self.file.write(self.path, list(self.proof.done.values()))


def merge_proofs(
    files: Iterable[str | os.PathLike[str]],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    checkpoint: str | os.PathLike[str] | None = None,
) -> ProofResult:
    """Put the certificates of several files of one proof together.

    Parameters
    ----------
    files : iterable of paths
        The checkpoints of shards, or of earlier calls. What is proven stands in them.
    lexicon : Lexicon or iterable of str, optional
        That of the proof; the embedded list by default.
    checkpoint : path, optional
        A file for all certificates; `prove` goes on from it where classes are missing.

    Returns
    -------
    ProofResult
        LIMIT where the classes do not cover all boards.

    Raises
    ------
    PuzzleError
        A file that is none, or of another proof; certificates of one class that differ.

    Examples
    --------
    >>> import tempfile
    >>> words = Lexicon(["tea", "eat", "ate", "sea"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parts = [f"{folder}/{i}" for i in (1, 2)]
    ...     for i in (1, 2):
    ...         _ = prove("2x2", 4, words, shard=(i, 2), checkpoint=parts[i - 1])
    ...     merge_proofs(parts, words)
    <ProofResult MULTIPLE: 3 boards of at least 4 (proven)>
    """
    start = time.perf_counter()
    paths = [os.fspath(path) for path in files]
    if not paths:
        raise PuzzleError("no files, expected those of a proof")
    if lexicon is not None and not isinstance(lexicon, Lexicon):
        lexicon = Lexicon(lexicon)
    file, certificates = ProofFile.opened(paths[0], lexicon)
    for path in paths[1:]:
        certificates += file.read(path)
    proof = Proof(file.space, file.at_least, threads=1)
    proof.know(certificates)
    if checkpoint is not None:
        file.write(os.fspath(checkpoint), list(proof.done.values()))
    outcome = Outcome.LIMIT if proof.stack else Outcome.FINISHED
    return _result(proof, outcome, [], time.perf_counter() - start)
