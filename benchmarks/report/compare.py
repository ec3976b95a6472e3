"""Two runs side by side: a change counts only where it exceeds the noise.

The rule. A case is timed in both runs; its change is the ratio of times, second run over first, and counts as
one when the ratio of the medians and the ratio of the minima both leave the band from least/(1 + t) to
most·(1 + t).

- least and most are 1, widened to take in the median ratio of cases in plain Python and of other packages,
  where there are at least five: their code is not what changed, so they show how the machine drifted.
- t, the noise of the case, is the largest of: 5 %; the sum of both runs' spreads (distance of the quartiles
  over the median, of the rounds; with n rounds, fewer than ten, no less than the run's median spread times
  sqrt(10 / n)); three times the scatter of the ratios; three times the spread of the yardstick, a fixed piece
  of work that was timed over each run; 30 % where either run has fewer than three rounds.
- The scatter is the width of the shortest interval that holds half of the logarithms of the ratios, / 1.349,
  as for a normal distribution; the larger of that of the kernels and that of the cases that are none, each
  where there are at least eight. Whatever less than half of the kernels do, it stays as it is.
- Times are those of the processor where both runs have them, else those by the clock on the wall.
- A case that was timed for less than 50 ms in all, or for less than half a second in fewer than three rounds,
  in either run, says nothing: caches were cold, or other processes had the machine all the while. Nor does
  one of several threads where the yardstick spreads by more than 3 %: others had the cores.
- A case whose digest differs was given other work: it is not compared, and said to be so.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from .results import Case, Run

__all__ = ["Change", "Comparison", "compare"]

FLOOR, FEW_ROUNDS, MANY_ROUNDS = 0.05, 0.30, 10
SHORTEST, LONG_ROUND, QUIET = 0.05, 0.5, 0.03
CONTROLS = ("twin", "textbook", "general", "peer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One case in two runs.

    Attributes
    ----------
    before, after : Case
    ratio, least_ratio : float
        The ratios of the medians and of the minima, after / before.
    noise : float
        How far they must leave 1, as a fraction.
    verdict : str
        "same", "slower", "faster", "other work" or "not judged".
    """

    before: Case
    after: Case
    ratio: float
    least_ratio: float
    noise: float
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs.

    Attributes
    ----------
    before, after : Run
    changes : tuple of Change
        All cases that both have, in the order of the second.
    drift : float or None
        Median ratio of the cases whose code is not compiled here.
    scatter : float or None
        Scatter of the ratios.
    only_before, only_after : tuple of str
        Names of the cases that one run alone has.
    """

    before: Run
    after: Run
    changes: tuple[Change, ...]
    drift: float | None
    scatter: float | None
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    def those(self, verdict: str) -> list[Change]:
        """Return the changes of one verdict, the largest first."""
        found = [change for change in self.changes if change.verdict == verdict]
        return sorted(found, key=lambda change: -abs(math.log(change.ratio)))


def compare(before: Run, after: Run) -> Comparison:
    """Compare two runs by the rule of this module."""
    first = {(case.group, case.name): case for case in before.cases}
    second = {(case.group, case.name): case for case in after.cases}
    pairs = [(first[key], case) for key, case in second.items() if key in first]
    ratios = [_ratios(old, new) for old, new in pairs]
    logs = {
        id(new): math.log(median)
        for (old, new), (median, _) in zip(pairs, ratios, strict=True)
        if not _other_work(old, new)
    }
    controls = [logs[id(new)] for _, new in pairs if id(new) in logs and new.role in CONTROLS]
    drift = statistics.median(controls) if len(controls) >= 5 else None
    kernels = [logs[id(new)] for _, new in pairs if id(new) in logs and new.role not in CONTROLS]
    scatters = [_scatter(values) for values in (kernels, controls) if len(values) >= 8]
    scatter = max(scatters, default=None)
    yardstick = max(run.noise.get("spread", 0.0) for run in (before, after))
    shared = max(FLOOR, 3 * (scatter or 0.0), 3 * yardstick)
    low, high = min(0.0, drift or 0.0), max(0.0, drift or 0.0)
    changes = []
    typical = _typical(before), _typical(after)
    for (old, new), (median, least) in zip(pairs, ratios, strict=True):
        spreads = [
            max(
                _spread(case),
                usual * math.sqrt(MANY_ROUNDS / case.rounds) if case.rounds < MANY_ROUNDS else 0,
            )
            for case, usual in zip((old, new), typical, strict=True)
        ]
        noise = max(shared, sum(spreads))
        if min(old.rounds, new.rounds) < 3:
            noise = max(noise, FEW_ROUNDS)
        margin = math.log1p(noise)
        if _other_work(old, new):
            verdict = "other work"
        elif not (_long_enough(old) and _long_enough(new)) or (
            yardstick > QUIET and max(old.threads, new.threads) > 1
        ):
            verdict = "not judged"
        elif math.log(min(median, least)) > high + margin:
            verdict = "slower"
        elif math.log(max(median, least)) < low - margin:
            verdict = "faster"
        else:
            verdict = "same"
        changes.append(
            Change(before=old, after=new, ratio=median, least_ratio=least, noise=noise, verdict=verdict)
        )
    return Comparison(
        before=before,
        after=after,
        changes=tuple(changes),
        drift=None if drift is None else math.exp(drift),
        scatter=scatter,
        only_before=tuple(old.name for key, old in first.items() if key not in second),
        only_after=tuple(new.name for key, new in second.items() if key not in first),
    )


def _ratios(old: Case, new: Case) -> tuple[float, float]:
    """Return the ratios of the medians and of the minima, in processor time where both have it."""
    if old.process is not None and new.process is not None:
        return new.process[1] / old.process[1], new.process[0] / old.process[0]
    return new.median / old.median, new.seconds / old.seconds


def _spread(case: Case) -> float:
    """Return the distance of the quartiles over the median, in processor time where there is any."""
    return case.process[2] / case.process[1] if case.process is not None else case.spread or 0.0


def _long_enough(case: Case) -> bool:
    """Say whether a case was timed long enough to say anything."""
    return case.measured >= (SHORTEST if case.rounds > 2 else LONG_ROUND)


def _scatter(values: Sequence[float]) -> float:
    """Return the width of the shortest interval that holds half of some numbers, / 1.349.

    Examples
    --------
    >>> round(_scatter([0.0, 0.1, 0.2, 9.0, 10.0]) * 1.349, 6)
    0.2
    """
    ordered = sorted(values)
    half = len(ordered) // 2 + 1
    widths = [last - first for first, last in zip(ordered, ordered[half - 1 :], strict=False)]
    return min(widths) / 1.349


def _typical(run: Run) -> float:
    """Return the median spread of a run's cases."""
    spreads = [_spread(case) for case in run.cases if case.rounds > 1]
    return statistics.median(spreads) if spreads else 0.0


def _other_work(old: Case, new: Case) -> bool:
    """Say whether two cases of one name did different things."""
    if old.digest is not None and new.digest is not None and old.digest != new.digest:
        return True
    return (old.item, old.items) != (new.item, new.items)
