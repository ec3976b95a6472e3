"""Prove which boards have at least a score, up to symmetry, by branch and bound."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from ....base import Limits, PuzzleError, SearchStats, Status
from ....console import shard, whole
from ....core.walk.boggle_bound import MAX_CELLS
from ....io.checkpoints import Saver
from ....io.text import pluralize
from ....lexicon import Lexicon
from ....options import option, options
from ....search.run_loop import Outcome, drive
from ...framework.arguments import check_limits, check_seed, check_shard, check_whole
from ...framework.html import index_page
from ..best_board.board_space import OBJECTIVES, space_of
from ..parse import board_rows
from ..result import Described
from ..rules import options_and_rules
from .certificates import Certificate, ProofFile
from .cost_estimate import ProofEstimate, ProofProgress, Sample, Watch, estimated
from .engine import BOARD, DEFAULT_MEMORY, MOST_LEAST, SPARE, Proof
from .partition import First

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....typing import ShapeLike
    from ..best_board.board_space import Space
    from ..puzzle import Boggle

T = TypeVar("T")
WHOLE = (1, 1)  # the shard that has all classes
MOST_CELLS = 13  # that classes of an estimate decide


@options
class ProveOptions:
    """Options of `prove`."""

    objective: str = option("score", "count points, or words", choices=OBJECTIVES)
    threads: int = option(0, "use N threads; 0 is one per core, as memory allows", type=whole, metavar="N")
    checkpoint: str | os.PathLike[str] | None = option(
        None, "file that keeps certificates, and that the proof continues from", flag=False
    )
    shard: tuple[int, int] | None = option(None, "run only shard i of N", type=shard, metavar="i/N")
    cluster: str | None = option(
        None,
        "run on the Dask scheduler at tcp://host:port, or with local:N in N local processes (needs the "
        "cluster extra)",
        metavar="ADDRESS",
    )
    watch: Callable[[ProofProgress], None] | None = option(
        None, "called now and then with the progress and the time left", flag=False
    )
    sample: int = option(20, "classes that an estimate draws", flag=False)
    seed: int = option(0, "set the random seed of the sample", type=whole, metavar="N")
    cells: int = option(
        0,
        "estimate with classes that fix the letters of at least N cells",
        type=whole,
        metavar="N",
    )


class FoundBoards(Sequence["Boggle"]):
    """Boards that a proof found, which are made when they are asked for."""

    def __init__(self, space: Space, codes: NDArray[np.uint8]) -> None:
        self._space, self._codes = space, codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, at: Any) -> Any:
        found = self._codes[at]
        return FoundBoards(self._space, found) if isinstance(at, slice) else self._space.board(found)

    def lines(self) -> Iterator[str]:
        """Yield each board as a line, with / between its rows."""
        rows = board_rows(self._space.letters(self._codes)).split("\n")
        return ("/".join(board) for board in self._each(rows))

    def grids(self) -> Iterator[list[list[str]]]:
        """Yield the letters of each board in rows, "" for a hole."""
        return self._each(self._space.letters(self._codes).grid(""))

    def _each(self, rows: list[T]) -> Iterator[list[T]]:
        size = self._space.rows
        return (rows[at : at + size] for at in range(0, len(self) * size, size))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ProofResult(Described):
    """All boards of at least a score, one of each up to symmetry.

    The status is MULTIPLE, UNIQUE or NO_SOLUTION by their number, which is proven. It is LIMIT where the
    search ended before; `boards` are then those found so far. `stats.nodes` counts the classes bounded,
    `stats.generated` the terms made.
    """

    least: int
    boards: FoundBoards
    """Each a `Boggle`, the best first."""
    scores: list[int]
    remaining: int
    """Classes that are still to do, those of other shards included; 0 where all are done."""
    own: int = 0
    """Those of them that this shard has to do."""
    certificates: list[Certificate]
    """Of the classes that are done."""
    objective: str = "score"
    """What the scores are: ``score`` for points, or ``words``."""

    def __str__(self) -> str:
        proven = "not all searched" if self.status is Status.LIMIT else "proven"
        return f"{pluralize(len(self.boards), 'board')} of at least {self.least:,} ({proven})"

    def to_html(self) -> str:
        """Return a page of the boards, the best first."""
        rows = list(zip(self.boards, self.scores, strict=True))
        return index_page(
            str(self),
            ((board, None, (score,)) for board, score in rows),
            columns=("points" if self.objective == "score" else "words",),
            noun="boards",
        )

    def _repr_svg_(self) -> str | None:
        return self.boards[0].to_svg() if self.boards else None


@overload
def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    options: ProveOptions | None = None,
    *,
    estimate: Literal[False] = False,
    **named: Any,
) -> ProofResult: ...


@overload
def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    options: ProveOptions | None = None,
    *,
    estimate: Literal[True],
    **named: Any,
) -> ProofEstimate: ...


def prove(
    shape: ShapeLike,
    least: int,
    lexicon: Lexicon | Iterable[str] | None = None,
    options: ProveOptions | None = None,
    *,
    estimate: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **changes: Any,
) -> ProofResult | ProofEstimate:
    """List all boards of at least a score, up to symmetry, and so prove that there are no others.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 25 cells.
    least : int
        The score, 1 or more.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have (default: the embedded English list up to
        level 60).
    options : ProveOptions, optional
        See `ProveOptions`; the defaults where none are given.
    estimate : bool, optional
        Prove nothing: do some classes of boards, and estimate the cost of the proof.
    limits : Limits, optional
        Nodes are classes bounded. Memory is that of all threads (on a cluster, of each worker), 1 GiB by
        default: with less, classes are divided more often, and the work takes longer; the status is LIMIT
        where a thread has less than 256 KiB and 4 bytes per word, or the boards found take a quarter of it
        more.
    progress : callable, optional
        Called with the classes bounded.
    **changes
        Fields of `options` and of `Rules` by name, or `rules`: ``threads=2``, ``qu=True``. Points are by
        lengths and letters, none below 0.

    Returns
    -------
    ProofResult or ProofEstimate
        Ctrl-C ends the search; with `checkpoint` the next call continues. The boards do not depend on the
        number of threads; with one thread nor does what a limit of nodes leaves.

    Raises
    ------
    PuzzleError
        A parameter out of range; a checkpoint of another proof, or that is none; a cluster that is lost.
    MissingExtraError
        A cluster without its package.

    Notes
    -----
    Branch and bound over a tree of terms (see `upper_bound`). The cells are decided in order, those of many
    neighbours first; to decide a cell is to add what its letter requires of the others to what does without
    it, lazily: sums of subtrees are made only where the greatest bounds lead, until the whole is below the
    score. Of boards that are symmetric, only the one whose first cells have the rarest letters is searched
    for, and terms of other boards are left out. What the bound admits is scored. A class whose terms or tree
    do not fit in memory is divided by its next cell. Each class that is done leaves a certificate; together
    they are a proof where their classes cover all boards, which is checked exactly. `merge_proofs` merges the
    checkpoints of shards, `verify_proof` does some of their classes again by another route. A worker of a
    cluster that is lost costs the class that it was searching.

    Examples
    --------
    >>> found = prove("2x2", 3, Lexicon(["tea", "eat", "ate", "sea"]))
    >>> found
    <ProofResult MULTIPLE: 75 boards of at least 3 (proven)>
    >>> found.scores[0], found.boards[0].format().replace("\\n", "/")
    (4, 'A E/S T')
    """
    asked, rules = options_and_rules(ProveOptions, options, changes)
    limits, part = check_limits(limits) or Limits(), check_shard(asked.shard or WHOLE)
    least = check_whole("least", least, 1, MOST_LEAST - 1)
    if asked.cluster is not None and not isinstance(asked.cluster, str):
        raise PuzzleError(f"cluster={asked.cluster!r:.40}, expected an address as text")
    if asked.cluster is not None and limits.nodes is not None:
        raise PuzzleError("a cluster has no limit of nodes; use one of seconds")
    sample = Sample(
        check_whole("sample", asked.sample, 1),
        check_seed(asked.seed) or 0,
        check_whole("cells", asked.cells, 0, MOST_CELLS),
    )
    space, start = space_of(shape, lexicon, rules, asked.objective, MAX_CELLS), time.perf_counter()
    memory = DEFAULT_MEMORY if limits.memory is None else limits.memory
    if asked.cluster is None:
        proof = Proof(space, least, threads=asked.threads, memory=memory, most=limits.nodes)
    else:
        from .cluster import ClusterProof

        proof = ClusterProof(space, least, address=asked.cluster, memory=memory)
    if estimate:
        if not proof.fits:
            raise PuzzleError("too little memory for a worker; raise the limit")
        return estimated(proof, sample, limits, progress)
    proof.most_boards = proof.most_boards if limits.memory is None else limits.memory // 4 // BOARD
    if limits.seconds is not None:
        proof.ends = start + limits.seconds - SPARE * min(limits.seconds, 2)
    save = None if asked.checkpoint is None else _saver(os.fspath(asked.checkpoint), proof)
    others = _keep_shard(proof, part)
    watch = None if asked.watch is None else Watch(proof, asked.watch)

    def run(budget: int) -> bool:
        remains = proof.run(budget) and not proof.crowded
        if save is not None:
            save.now_and_then()
        if watch is not None:
            watch.look()
        return remains

    outcome = Outcome.FINISHED if proof.fits or not proof.stack else Outcome.LIMIT
    if proof.stack and proof.fits:
        with proof.at_work():
            outcome = drive(run, limits, nodes=lambda: proof.nodes, progress=progress)
    if save is not None:
        save()
    return _result(proof, outcome, others, time.perf_counter() - start)


def _saver(path: str, proof: Proof) -> Saver:
    """Read the checkpoint of a proof, where it exists; return what writes it."""
    file = ProofFile(proof.space, proof.at_least)
    if os.path.exists(path):  # noqa: PTH110 (pathlib costs start-up time)
        proof.know(file.read(path))
    return Saver(lambda: file.write(path, proof.done.values()))


def _keep_shard(proof: Proof, part: tuple[int, int]) -> list[First]:
    """Keep the classes of a shard in a proof; return the others."""
    if part == WHOLE:
        return []
    own = proof.division.shard(*part)
    depth, todo = proof.division.depth, proof.stack
    proof.stack = [first for first in todo if first[:depth] in own]
    return [first for first in todo if first[:depth] not in own]


def _result(proof: Proof, outcome: Outcome, others: list[First], seconds: float) -> ProofResult:
    """Return what a proof found."""
    codes, scores = proof.boards()
    if proof.crowded and proof.stack and outcome is Outcome.FINISHED:
        outcome = Outcome.LIMIT  # of memory, or of the time for what was found
    few = {0: Status.NO_SOLUTION, 1: Status.UNIQUE}
    complete = outcome is Outcome.FINISHED and not others
    if complete and next(proof.division.missing(proof.done), None) is not None:
        raise AssertionError("classes that no certificate covers")
    return ProofResult(
        status=few.get(len(codes), Status.MULTIPLE) if complete else Status.LIMIT,
        stats=SearchStats(nodes=proof.nodes, generated=proof.terms, seconds=seconds),
        interrupted=outcome is Outcome.INTERRUPTED,
        least=proof.at_least,
        boards=FoundBoards(proof.space, codes),
        scores=scores.tolist(),
        remaining=len(proof.stack) + len(others),
        own=len(proof.stack),
        certificates=sorted(proof.done.values(), key=lambda made: made.first),
        objective=proof.space.objective,
    )


def merge_proofs(
    files: Iterable[str | os.PathLike[str]],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    checkpoint: str | os.PathLike[str] | None = None,
) -> ProofResult:
    """Merge the certificates of several files of one proof.

    Parameters
    ----------
    files : iterable of paths
        The checkpoints of shards, or of earlier calls, which have the shape, rules and score.
    lexicon : Lexicon or iterable of str, optional
        That of the proof (default: the embedded English list up to level 60).
    checkpoint : path, optional
        A file for all certificates; `prove` continues from it where classes are missing.

    Returns
    -------
    ProofResult
        LIMIT where the classes do not cover all boards.

    Raises
    ------
    PuzzleError
        A file that is no checkpoint, or of another proof; certificates of one class that differ.

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
        raise PuzzleError("no files; name those of a proof")
    file, certificates = ProofFile.opened(paths[0], lexicon)
    for path in paths[1:]:
        certificates += file.read(path)
    proof = Proof(file.space, file.at_least, threads=1)
    proof.know(certificates)
    if checkpoint is not None:
        file.write(os.fspath(checkpoint), proof.done.values())
    outcome = Outcome.LIMIT if proof.stack else Outcome.FINISHED
    return _result(proof, outcome, [], time.perf_counter() - start)
