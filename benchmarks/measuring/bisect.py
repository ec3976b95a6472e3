"""Which commit made a case slower: those between a good one and a bad one are built and measured, by halves.

Each is measured against the good one, both in turn (see `pairs`). A commit counts as bad from the square root
of the factor between the two ends on, and is measured longer until its interval leaves that out; one that
does not build, cannot run the case, or stays in doubt is passed over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from unriddle.base import PuzzleError
from unriddle.io.text import printable

from ..suites import Case, load, missing
from . import pairs, revision
from .machine import git
from .pairs import Difference, Plan, ProcessSide, Side

__all__ = ["Found", "bisect", "commits_between", "search"]

LONGER = (1, 2, 4)
"""How often as many starts a commit is measured with, where it was in doubt before."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to.

    Attributes
    ----------
    case : str
        The case that is slowest at the bad end, "" where none is slower.
    verdict : str
        "found", or that of the two ends: "same", "faster", "not judged", "absent", "wrong"; "interrupted".
    ratio : float
        Its time at the bad end over that at the good one.
    commits : tuple of str
        The commit that made it slower; several where those between could not be measured, or judged.
    steps : tuple of (str, Difference)
        The commits measured, in turn, each against the good end.
    """

    case: str
    verdict: str
    ratio: float
    commits: tuple[str, ...]
    steps: tuple[tuple[str, Difference], ...]

    def document(self) -> dict[str, Any]:
        """Return it as an object for JSON."""
        steps = [{"commit": commit, **asdict(difference)} for commit, difference in self.steps]
        return {
            "case": self.case,
            "verdict": self.verdict,
            "ratio": self.ratio,
            "commits": list(self.commits),
            "steps": steps,
        }


def search(count: int, judge: Callable[[int], bool | None]) -> tuple[int, int]:
    """Return the last good and the first bad of 0 to `count`, where 0 is good and `count` bad.

    `judge` says of one whether it is bad, None where that cannot be told; then the next ones are tried. What
    lies between the two that are returned could not be told. At most about log2(count) are judged beside
    those.

    Examples
    --------
    >>> search(100, lambda at: at >= 37)
    (36, 37)
    >>> search(8, lambda at: None if at in (3, 4) else at >= 4)
    (2, 5)
    """
    good, bad = 0, count
    told: dict[int, bool | None] = {}
    while True:
        middle = (good + bad) // 2
        left = sorted((at for at in range(good + 1, bad) if at not in told), key=lambda at: abs(at - middle))
        if not left:
            return good, bad
        at = left[0]
        told[at] = judge(at)
        if told[at] is True:
            bad = at
        elif told[at] is False:
            good = at


def commits_between(span: str) -> tuple[str, list[str]]:
    """Return the good commit of ``GOOD..BAD``, and those after it that changed what is measured.

    Raises
    ------
    PuzzleError
        It names no two commits, the first is no ancestor of the second, or nothing changed between them.
    """
    first, dots, last = span.partition("..")
    if not dots or not first or not last or last.startswith("."):
        raise PuzzleError(f"{printable(span)!r:.60}, expected GOOD..BAD")
    good, bad = revision.resolve(first), revision.resolve(last)
    if git("merge-base", good, bad) != good:
        raise PuzzleError(f"{printable(first)!r:.40} is no ancestor of {printable(last)!r:.40}")
    listed = git("rev-list", "--reverse", "--first-parent", f"{good}..{bad}", "--", "src", "setup.py") or ""
    if not listed:
        raise PuzzleError(f"no commit of {printable(span)!r:.60} changes what is measured")
    return good, listed.splitlines()


def bisect(
    group: str,
    span: str,
    *,
    quick: bool = False,
    cases: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Found:
    """Find the commit that made a group's kernels slower.

    Parameters
    ----------
    group : str
        A suite or a group; of its kernels the one that is slowest at the bad end is followed.
    span : str
        ``GOOD..BAD``, two revisions of the checkout.
    quick : bool
        Tiny sizes, few rounds.
    cases : str, optional
        Folder or file of more cases.
    say : callable
        Called with a line for each step.

    Raises
    ------
    PuzzleError
        There is no such group or span, or one of the ends does not build.
    """
    kernels = [
        case
        for case in load([group], quick=quick, cases=cases)
        if case.role == "kernel" and not missing(case)
    ]
    if not kernels:
        raise PuzzleError("no kernel in this group, expected some to compare")
    good, commits = commits_between(span)
    base = revision.build(good, say)
    steps: list[tuple[str, Difference]] = []
    plan = pairs.QUICK if quick else pairs.FULL

    def measured(commit: str, some: Sequence[Case], times: int = 1) -> Difference:
        longer = replace(plan, starts=times * plan.starts, again=times * plan.again)
        found = _measure(revision.build(commit, say), base, some, longer, quick=quick, cases=cases)
        steps.append((commit, found))
        say(f"{commit[:12]} {found}")
        return found

    try:
        return _follow(kernels, commits, steps, measured)
    except KeyboardInterrupt:
        return Found("", "interrupted", 0.0, (), tuple(steps))


def _follow(
    kernels: Sequence[Case],
    commits: Sequence[str],
    steps: list[tuple[str, Difference]],
    measured: Callable[..., Difference],
) -> Found:
    """Measure the bad end, then by halves the commits before it."""
    whole = measured(commits[-1], kernels)
    if whole.verdict != "slower":
        return Found("", whole.verdict, whole.ratio, (), tuple(steps))
    kernel = [case for case in kernels if case.fullname == whole.fullname]
    threshold = math.sqrt(whole.ratio)

    def judge(at: int) -> bool | None:
        try:
            for times in LONGER:
                found = measured(commits[at - 1], kernel, times)
                if found.verdict in ("absent", "wrong"):
                    return None
                if not found.low <= threshold <= found.high:
                    return found.low > threshold
        except PuzzleError as error:
            failed = Difference(fullname=whole.fullname, note=printable(str(error)))
            steps.append((commits[at - 1], failed))
        return None  # the noise hides it: a commit that is named wrongly is worse than two

    last_good, first_bad = search(len(commits), judge)
    return Found(whole.fullname, "found", whole.ratio, tuple(commits[last_good:first_bad]), tuple(steps))


def _measure(
    path: str | None, base: str | None, kernels: Sequence[Case], plan: Plan, *, quick: bool, cases: str | None
) -> Difference:
    """Return the difference of the case that is slowest at `path` against `base`."""

    def start() -> tuple[Side, Side]:
        return ProcessSide("this commit", path, cases), ProcessSide("the good one", base, cases)

    found, interrupted = pairs.interleave(kernels, start, plan, quick=quick)
    if interrupted:
        raise KeyboardInterrupt
    order = ("slower", "not judged", "same", "faster", "wrong", "absent")
    return min(found, key=lambda one: (order.index(one.verdict), -one.ratio))
