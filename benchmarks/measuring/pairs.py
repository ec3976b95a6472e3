"""Which of two is faster, on a machine that is not quiet: both in turn (A B B A A B …), ratios of pairs.

What slows the machine for a second slows both members of a pair, so their ratio stays; the median of many
ratios does not mind the pairs that were torn. Processes are started anew several times, because where code
and data come to lie in memory makes one process faster than its twin for as long as it lives.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from unriddle.io.text import printable

from ..suites import Case
from .machine import ROOT
from .worker import LocalSide

__all__ = [
    "FLOOR",
    "FULL",
    "QUICK",
    "Difference",
    "Plan",
    "ProcessSide",
    "Runs",
    "Side",
    "SideError",
    "difference",
    "in_turn",
    "interleave",
    "interval",
    "iterations_of",
    "with_peer",
]

FLOOR = 0.03
"""Smaller differences than this share are not told: two builds of one source differ by as much."""
BLURRED = 1.25
"""Where the median is not known within this factor, a change of a tenth could hide: that is not judged."""
CONFIDENCE = 0.99
START = """
import sys
if {path!r} is not None:  # an editable install would lend its modules to a package that lacks them
    sys.meta_path[:] = [one for one in sys.meta_path if "__editable__" not in getattr(one, "__module__", "")]
    sys.path.insert(0, {path!r})
sys.path.insert(0, {root!r})
from benchmarks.measuring.worker import main
sys.exit(main())
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is spent on a comparison: starts of both sides, pairs a start, seconds of a round, of a case.

    Differences below `floor` are not told. What does not come out as the same is measured in `again` more
    starts, later, before it is told.
    """

    starts: int = 3
    again: int = 3
    pairs: int = 24
    round_seconds: float = 0.01
    case_seconds: float = 2.0
    floor: float = FLOOR


FULL = Plan()
QUICK = Plan(starts=2, pairs=12, round_seconds=0.003, case_seconds=0.2)


class SideError(Exception):
    """One side cannot run a case; says why."""


class Runs(Protocol):
    """What can be run and timed."""

    def run(self, iterations: int) -> dict[str, float]:
        """Run the case so many times; return the seconds of a call, by the wall and of the process."""


class Side(Runs, Protocol):
    """One side of a comparison."""

    def prepare(self, fullname: str, quick: bool) -> dict[str, Any]:
        """Prepare a case, run it once."""

    def close(self) -> None:
        """End it."""


class ProcessSide:
    """A side that is a process of its own.

    Parameters
    ----------
    name : str
        What to call it in messages.
    path : str, optional
        Folder that holds the package ``unriddle`` to use; by default the one that this is.
    cases : str, optional
        Folder or file of more cases.
    """

    def __init__(self, name: str, path: str | None = None, cases: str | None = None) -> None:
        self.name = name
        self._cases = cases
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", START.format(path=path, root=str(ROOT))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ, PYTHONHASHSEED="0"),
            start_new_session=True,  # Ctrl-C is for the one that asks; it closes this one
        )

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):  # ended, or closed
            line = ""
        if not line:
            said = self._end().strip().splitlines()
            raise SideError(f"{self.name} has ended{f': {said[-1]}' if said else ''}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise SideError(f"{self.name}: {answer['error']}")
        return answer

    def prepare(self, fullname: str, quick: bool) -> dict[str, Any]:
        """Prepare a case, run it once."""
        return self._ask({"do": "prepare", "case": fullname, "quick": quick, "cases": self._cases})

    def run(self, iterations: int) -> dict[str, float]:
        """Run the case so many times; return the seconds of a call."""
        return self._ask({"do": "run", "iterations": iterations})

    def close(self) -> None:
        """End the process."""
        self._end()

    def _end(self) -> str:
        """End the process; return what it said on standard error."""
        process, said = self._process, ""
        if process.poll() is None:
            try:
                process.wait(0.2)  # one that ends by itself still has something to say
            except subprocess.TimeoutExpired:
                process.kill()
        if process.stderr is not None and not process.stderr.closed:
            said = process.stderr.read()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What a comparison came to.

    Attributes
    ----------
    fullname : str
        The case.
    ratio : float
        Median time of this side / the other; above 1 this one is slower. 0 where nothing was measured.
    low, high : float
        Where that median lies with 99 % confidence.
    pairs : int
        Pairs measured.
    verdict : str
        ``slower``, ``faster``, ``same`` (no difference measurable), ``not judged`` (the noise forbids it),
        ``wrong`` (answers differ), ``absent``.
    note : str
        Why it is absent, or what differs.
    """

    fullname: str
    ratio: float = 0.0
    low: float = 0.0
    high: float = 0.0
    pairs: int = 0
    verdict: str = "absent"
    note: str = ""

    def __str__(self) -> str:
        if self.verdict in ("absent", "wrong"):
            return f"{self.fullname}: {self.note}"
        told = "no difference measurable" if self.verdict == "same" else self.verdict
        return f"{self.fullname}: {self.ratio:.3f} ({self.low:.3f} to {self.high:.3f}): {told}"


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return where the median of what the values are drawn from lies, by their order alone.

    The k-th smallest and the k-th greatest value, k the greatest for which fewer than k heads in n tosses of
    a coin come with at most half of what `confidence` leaves; least and greatest value where there are few.

    Examples
    --------
    >>> interval([5, 1, 4, 2, 3])
    (1, 5)
    >>> interval(list(range(100)))
    (36, 63)
    """
    ordered, n = sorted(values), len(values)
    tail, k = 0.0, 0
    while k < n:
        tail += math.comb(n, k) / 2**n
        if tail > (1 - confidence) / 2:
            break
        k += 1
    return ordered[max(k - 1, 0)], ordered[min(n - k, n - 1)]


def difference(fullname: str, starts: Sequence[Sequence[float]], floor: float = FLOOR) -> Difference:
    """Judge ratios that were measured in several starts of the two sides.

    It differs where the interval of the median leaves 1 out, the median is `floor` away from 1, and the
    median of every start is on the same side: a process that is unlucky for as long as it lives is no change.
    Where it does not, and the interval is wider than `BLURRED` or only the starts disagree, it is not judged.

    Examples
    --------
    >>> difference("sum", [[1.3, 1.29, 1.31, 1.3], [1.28, 1.3, 1.33, 1.3]]).verdict
    'slower'
    >>> difference("sum", [[1.01, 0.99, 1.02, 0.98], [1.0, 1.01, 0.97, 1.0]]).verdict
    'same'
    >>> difference("sum", [[1.4, 0.7, 1.1, 0.9], [0.8, 1.3, 0.7, 1.2]]).verdict
    'not judged'
    >>> difference("sum", [[1.1, 1.09, 1.12, 1.11] * 8, [0.99] * 5]).verdict
    'not judged'
    """
    ratios = [ratio for start in starts for ratio in start]
    middle = statistics.median(ratios)
    low, high = interval(ratios)
    medians = [statistics.median(start) for start in starts]
    verdict = "same"
    if low > 1 and middle >= 1 + floor and min(medians) > 1:
        verdict = "slower"
    elif high < 1 and middle <= 1 / (1 + floor) and max(medians) < 1:
        verdict = "faster"
    elif high > BLURRED * low or ((low > 1 or high < 1) and max(middle, 1 / middle) >= 1 + floor):
        verdict = "not judged"
    return Difference(fullname=fullname, ratio=middle, low=low, high=high, pairs=len(ratios), verdict=verdict)


def iterations_of(side: Runs, once: float, seconds: float) -> int:
    """Return how often a side should run a case in a round."""
    iterations = 1
    while once * iterations < seconds and iterations < 1 << 20:
        iterations = max(2 * iterations, min(int(seconds / max(once, 1e-9)), 100 * iterations))
        once = side.run(iterations)["wall"]
    return iterations


def in_turn(
    this: Runs, other: Runs, counts: tuple[int, int], pairs: int, key: str
) -> list[tuple[float, float]]:
    """Run both sides in turn, the first of a pair second in the next."""
    found = []
    for number in range(pairs):
        if number % 2:
            second = other.run(counts[1])[key]
            first = this.run(counts[0])[key]
        else:
            first = this.run(counts[0])[key]
            second = other.run(counts[1])[key]
        found.append((max(first, 1e-9), max(second, 1e-9)))
    return found


def interleave(
    cases: Iterable[Case],
    start: Callable[[], tuple[Side, Side]],
    plan: Plan = FULL,
    *,
    quick: bool = False,
    watch: Callable[[int, int, Case], None] | None = None,
) -> tuple[list[Difference], bool]:
    """Compare two sides on cases.

    Parameters
    ----------
    cases : iterable of Case
        What to run; a case that uses threads is timed by the wall, others by the processor time they use.
    start : callable
        Starts both sides anew.
    plan : Plan
        How much to spend.
    quick : bool
        The sizes of the cases.
    watch : callable, optional
        Called before each case with the runs done, all runs, and the case.

    Returns
    -------
    differences, interrupted
        One a case, in their order; whether Ctrl-C ended it, what was not measured by then being absent.
    """
    chosen = list(cases)
    ratios: dict[str, list[list[float]]] = {case.fullname: [] for case in chosen}
    out: dict[str, Difference] = {}
    interrupted = False
    try:
        for number in range(plan.starts):
            _one_start(chosen, start, plan, quick, (number, plan.starts), watch, ratios, out)
        # A hundred cases on a machine that wavers for seconds: some are unlucky in each start of a pass.
        doubted = [
            case
            for case in chosen
            if ratios[case.fullname]
            and difference(case.fullname, ratios[case.fullname], plan.floor).verdict != "same"
        ]
        for number in range(plan.again if doubted else 0):
            _one_start(doubted, start, plan, quick, (number, plan.again), watch, ratios, out)
    except KeyboardInterrupt:
        interrupted = True
    for case in chosen:
        if case.fullname not in out:
            measured = ratios[case.fullname]
            absent = Difference(fullname=case.fullname, note="not measured before the interrupt")
            out[case.fullname] = difference(case.fullname, measured, plan.floor) if measured else absent
    return [out[case.fullname] for case in chosen], interrupted


def _one_start(
    cases: Sequence[Case],
    start: Callable[[], tuple[Side, Side]],
    plan: Plan,
    quick: bool,
    number: tuple[int, int],
    watch: Callable[[int, int, Case], None] | None,
    ratios: Mapping[str, list[list[float]]],
    out: dict[str, Difference],
) -> None:
    """Start both sides, the number-th time of so many; run all cases on them, but those that `out` has."""
    this, other = start()
    try:
        for done, case in enumerate(cases):
            if case.fullname in out:
                continue
            if watch is not None:
                watch(number[0] * len(cases) + done, number[1] * len(cases), case)
            try:
                measured = _one_case(case, this, other, plan, quick)
            except SideError as error:
                out[case.fullname] = Difference(fullname=case.fullname, note=printable(str(error)))
                this.close()
                other.close()
                this, other = start()
                continue
            if isinstance(measured, str):
                out[case.fullname] = Difference(fullname=case.fullname, verdict="wrong", note=measured)
            else:
                ratios[case.fullname].append(measured)
    finally:
        this.close()
        other.close()


def _one_case(case: Case, this: Side, other: Side, plan: Plan, quick: bool) -> list[float] | str:
    """Return the ratios of a case's pairs, or how the answers differ."""
    first, second = this.prepare(case.fullname, quick), other.prepare(case.fullname, quick)
    wrong = first.get("wrong") or second.get("wrong")
    if wrong:
        return str(wrong)
    if first["answers"] != second["answers"]:
        return "the answers of the two sides differ"
    once = max(first["wall"], second["wall"])
    iterations = iterations_of(this, once, plan.round_seconds)
    if once < plan.round_seconds:
        once = max(this.run(iterations)["wall"], other.run(iterations)["wall"])
    pairs = max(3, min(plan.pairs, int(plan.case_seconds / max(2 * once * iterations, 1e-9))))
    if case.once:
        pairs = 1
    key = "wall" if case.threads > 1 else "process"
    return [a / b for a, b in in_turn(this, other, (iterations, iterations), pairs, key)]


def with_peer(ours: Case, peer: Case, plan: Plan = FULL) -> Difference:
    """Compare a case with another package's of the same group, in this process, by the time an item takes.

    A difference is told only after the answers were found equal on the items that both answer.
    """
    sides = LocalSide(), LocalSide()
    name = f"{ours.fullname} and {peer.name}"
    first, second = sides[0].prepare_case(ours), sides[1].prepare_case(peer)
    wrong = first.get("wrong") or second.get("wrong")
    if wrong:
        return Difference(fullname=name, verdict="wrong", note=str(wrong))
    both = min(len(first["answers"]), len(second["answers"]))
    if first["answers"][:both] != second["answers"][:both]:
        return Difference(fullname=name, verdict="wrong", note=f"{peer.fullname} answers otherwise")
    counts = tuple(
        iterations_of(side, told["wall"], plan.round_seconds)
        for side, told in zip(sides, (first, second), strict=True)
    )
    once = first["wall"] * counts[0] + second["wall"] * counts[1]
    pairs = max(3, min(plan.pairs * plan.starts, int(plan.starts * plan.case_seconds / max(once, 1e-9))))
    measured = in_turn(sides[0], sides[1], (counts[0], counts[1]), pairs, "process")
    return difference(name, [[(a / ours.items) / (b / peer.items) for a, b in measured]], plan.floor)
