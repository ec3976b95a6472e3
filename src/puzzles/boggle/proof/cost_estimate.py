"""Estimate what a proof costs: by a sample of its classes before it begins, by those done while it runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from ....base import Limits, SearchStats, Status
from ....search.run_loop import Outcome, drive
from ..result import Described
from .engine import Proof
from .partition import First

SHOWN_EVERY = 0.5  # seconds between two reports


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The progress of a proof.

    Examples
    --------
    >>> str(ProofProgress(nodes=9, classes=3, left=1, seconds=90.0, seconds_left=60.0, error=12.0))
    '3 classes done, 1.0 min ± 12.0 s left'
    """

    nodes: int
    """Classes bounded."""
    classes: int
    """Classes with a certificate."""
    left: int
    """Classes to do; one of them may be divided yet."""
    seconds: float
    """Elapsed so far."""
    seconds_left: float | None = None
    """Of elapsed time; None before two of the classes at the beginning are done."""
    error: float | None = None
    """Standard error of that."""

    def __str__(self) -> str:
        text = f"{self.classes:,} classes done"
        if self.seconds_left is None or self.error is None:
            return text
        return f"{text}, {duration(self.seconds_left)} ± {duration(self.error)} left"


def duration(seconds: float) -> str:
    """Return a length of time in one unit."""
    for unit, size, most in (("s", 1, 60), ("min", 60, 3600), ("h", 3600, 172800)):
        if seconds < most:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 86400:,.1f} days"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ProofEstimate(Described):
    """The cost of a proof, estimated from some of its classes.

    The status is SOLVED; LIMIT where the sample was not finished, with the classes that were.
    """

    cpu_seconds: float | None
    """Processor time of the whole proof; None where no class was done."""
    error: float | None
    """Its standard error; 0 where all classes were done, None where fewer than two draws were."""
    classes: int
    """That the proof begins with."""
    sampled: int
    """Classes done for the estimate."""
    cells: int
    """That these decide."""
    divided: bool
    """Whether these decide more cells than those that the proof begins with."""
    least: int

    def __str__(self) -> str:
        part = " (the sample was not finished)" if self.status is Status.LIMIT else ""
        if self.cpu_seconds is None:
            return f"nothing is known yet: no class was done in {duration(self.stats.seconds)}{part}"
        known = "not known yet" if self.error is None else duration(self.error)
        which = f"{self.sampled:,} of {self.classes:,} classes"
        if self.divided:
            what = "class that decides" if self.sampled == 1 else "classes that decide"
            begins = f"the proof begins with {self.classes:,} classes"
            which = f"{self.sampled:,} {what} {self.cells} cells; {begins}"
        cost = f"about {duration(self.cpu_seconds)} of processor time"
        return f"{cost}, standard error {known}, by {which}{part}"


@dataclass(frozen=True, slots=True)
class Sample:
    """The classes that an estimate does: how many are drawn, by which seed, how many cells they decide."""

    number: int
    seed: int
    cells: int = 0

    def draws(self, proof: Proof) -> list[tuple[First, float]]:
        """Draw classes by their weights, with replacement; return each with its chance."""
        rng = np.random.default_rng(self.seed)

        def choose(classes: Sequence[First], number: int) -> list[tuple[First, float]]:
            chances = np.array([proof.division.weight(first) for first in classes])
            chances /= chances.sum()
            return [(classes[at], float(chances[at])) for at in rng.choice(len(classes), number, p=chances)]

        drawn = []
        for first, chance in choose(proof.stack, self.number):
            while len(first) < proof.began:
                ((first, share),) = choose(proof.division.parts(first), 1)
                chance *= share
            drawn.append((first, chance))
        return drawn


def estimated(
    proof: Proof, plan: Sample, limits: Limits, progress: Callable[[int], None] | None = None
) -> ProofEstimate:
    """Do some classes of a proof that has not begun, and estimate the cost of all.

    Classes are drawn with chances by their weights, and each draw estimates the whole as if its class were
    typical for its weight; the mean has no bias whatever the weights are (M. H. Hansen and W. N. Hurwitz,
    Ann. Math. Stat. 14, 1943).
    """
    start, n_classes, depth = time.perf_counter(), len(proof.stack), proof.division.depth
    proof.began = max(depth, min(plan.cells, proof.space.n_cells))
    every = plan.number >= n_classes and proof.began == depth
    draws = [(first, 1.0) for first in proof.stack] if every else plan.draws(proof)
    chosen = list(dict.fromkeys(first for first, _ in draws))
    proof.stack = chosen[::-1]  # in the order of the draws
    with proof.at_work():
        outcome = drive(proof.run, limits, nodes=lambda: proof.nodes, progress=progress)
    left = {first[: proof.began] for first in proof.stack}
    # Those after the first that is left would be the cheap ones.
    done = set(takewhile(lambda first: first not in left, chosen))
    each = [proof.spent.get(first, 0.0) / chance for first, chance in draws if first in done]
    cost, error = _with_the_rest(proof, chosen, done) if every else mean_of(each)
    return ProofEstimate(
        status=Status.SOLVED if outcome is Outcome.FINISHED else Status.LIMIT,
        stats=SearchStats(nodes=proof.nodes, generated=proof.terms, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        cpu_seconds=cost,
        error=error,
        classes=n_classes,
        sampled=len(done),
        cells=proof.began,
        divided=proof.began > depth,
        least=proof.at_least,
    )


def _with_the_rest(
    proof: Proof, classes: Sequence[First], done: Collection[First]
) -> tuple[float | None, float | None]:
    """Return the cost of all classes, of which some are done, and its standard error."""
    spent = {first: proof.spent.get(first, 0.0) for first in done}
    weights = {first: proof.division.weight(first) for first in classes}
    rest = sum(weight for first, weight in weights.items() if first not in done)
    cost, done_weights = sum(spent.values()), {first: weights[first] for first in done}
    if not rest:
        return cost, 0.0
    if (known := time_left(done_weights, spent, rest)) is not None:
        return cost + known[0], known[1]
    return (cost * (1 + rest / sum(done_weights.values())) if done else None), None


def mean_of(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Return a mean and its standard error; None where there are too few values."""
    n = len(values)
    error = float(np.std(values, ddof=1)) / math.sqrt(n) if n > 1 else None
    return float(np.mean(values)) if n else None, error


def time_left(
    weights: Mapping[First, float], costs: Mapping[First, float], rest: float
) -> tuple[float, float] | None:
    """Return the cost of what is left, and its standard error; None where too little is known.

    The ratio of cost to weight of the classes done, times the weight of the rest (W. G. Cochran, Sampling
    Techniques, 3rd ed. 1977, chapter 6).
    """
    n, weight, cost = len(weights), sum(weights.values()), sum(costs.values())
    if n < 2 or weight <= 0:
        return None
    ratio = cost / weight
    spread = sum((costs.get(first, 0.0) - ratio * own) ** 2 for first, own in weights.items()) / (n - 1)
    # Of a sum over what is left, as if it were drawn like what is done.
    alike = rest * n / weight
    return ratio * rest, math.sqrt(spread * alike * (1 + alike / n))


class Watch:
    """Report the progress of a proof now and then; made before it begins."""

    def __init__(self, proof: Proof, report: Callable[[ProofProgress], None]) -> None:
        self.proof, self.report = proof, report
        self.start = self.shown = time.perf_counter()
        self.known = set(proof.done)
        self.weights: dict[First, float] = {}
        for first in proof.stack:
            began = first[: proof.division.depth]
            self.weights[began] = self.weights.get(began, 0.0) + proof.division.weight(first)

    def look(self) -> None:
        """Report, where the last report was some time ago."""
        now = time.perf_counter()
        if now - self.shown < SHOWN_EVERY:
            return
        self.shown = now
        proof, seconds = self.proof, now - self.start
        depth, weight = proof.division.depth, proof.division.weight
        left = [*proof.stack, *proof.taken]
        begun = {first[:depth] for first in left}
        done = {began: share for began, share in self.weights.items() if began not in begun}
        rest = sum(share for began, share in self.weights.items() if began in begun)
        rest -= sum(weight(first) for first in set(proof.done) - self.known if first[:depth] in begun)
        cost = time_left(done, {began: proof.spent.get(began, 0.0) for began in done}, max(rest, 0.0))
        # In elapsed time, at the pace of all workers so far.
        pace = seconds / max(sum(proof.spent.values()), 1e-9)
        after = (None, None) if cost is None else (cost[0] * pace, cost[1] * pace)
        self.report(ProofProgress(proof.nodes, len(proof.done), len(left), seconds, *after))
