"""What the figures say, in sentences made from them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .compare import Comparison
from .groups import Group, heading
from .results import ROLES, Case, Run
from .units import count_text, percent, rate_text, ratio_text

__all__ = [
    "METHOD",
    "Standing",
    "changes_text",
    "compared",
    "headline",
    "headline_case",
    "headlines",
    "measured_text",
    "noise_text",
    "noise_word",
    "times",
]


def compared(group: Group, case: Case) -> int:
    """Return how many others a case can be compared with."""
    roles = ("twin", "textbook", "general")
    return sum(group.best(case, role) is not None for role in roles) + len(group.peers(case))


def headline_case(group: Group) -> Case | None:
    """Return the case that stands for a group: compiled, with the most to compare it with.

    Of several, the largest by abscissa, then the fastest by item.
    """
    kernels = [case for case in group.cases if case.role == "kernel"]
    return max(kernels, key=lambda case: _rank(group, case), default=None)


def _rank(group: Group, case: Case) -> tuple[int, float, float]:
    return (compared(group, case), case.x if case.x is not None else -math.inf, -case.seconds)


def headline(group: Group, case: Case | None = None) -> str | None:
    """Return one sentence on a group: the rate of a compiled case, beside what it was measured with.

    The case is that of `headline_case` unless one is given.
    """
    case = case or headline_case(group)
    if case is None:
        return None
    parts = [rate_text(case.seconds, case.item)]
    for role, name in (
        ("textbook", "the textbook Python"),
        ("twin", "its plain twin"),
        ("general", "the general solver in Python"),
    ):
        other = group.best(case, role)
        if other is not None:
            parts.append(times(other.seconds / case.seconds, name))
    parts.extend(
        times(other.seconds / case.seconds, name) for name, other in list(group.peers(case).items())[:3]
    )
    which = _which(group, case)
    end = f" ({which})" if which else ""
    return f"{'; '.join(parts)}{end}."


def _which(group: Group, case: Case) -> str:
    """Return what tells a case from the others of its group, and whether it ran once."""
    which = [case.label] if sum(other.role == "kernel" for other in group.cases) > 1 else []
    if case.x is not None:
        which.append(f"{case.x_name} {count_text(case.x)}")
    if case.rounds == 1:
        which.append("one round")
    return ", ".join(which)


@dataclass(frozen=True, slots=True)
class Standing:
    """A compiled case that stands for its group, under a heading."""

    lead: str
    group: Group
    case: Case

    @property
    def which(self) -> str:
        """What tells it from the others of its group."""
        return _which(self.group, self.case)

    @property
    def plain(self) -> tuple[str, float] | None:
        """Textbook, else general solver, else plain twin; how many times as fast as it the case is."""
        for role in ("textbook", "general", "twin"):
            other = self.group.best(self.case, role)
            if other is not None:
                return ROLES[role], other.seconds / self.case.seconds
        return None

    @property
    def peer(self) -> tuple[str, float] | None:
        """The fastest other package; how many times as fast as it the case is."""
        found = next(iter(self.group.peers(self.case).items()), None)
        return None if found is None else (found[0], found[1].seconds / self.case.seconds)


def headlines(
    groups: Sequence[Group], most: int = 3, chosen: Sequence[Sequence[str]] = ()
) -> tuple[list[Standing], list[Standing]]:
    """Return what stands for each group; of the groups of one series, only where most was compared.

    Groups without anything to compare are left out, unless none has. The first list has of each of `chosen`
    the first group that there is; without any, as many of a family as `most` says: those with the most to
    compare, of these those of the largest rounds. The second has the rest.
    """
    standing: dict[str, tuple[Group, Case]] = {}
    for group in groups:
        series = {case.series for case in group.cases if case.role == "kernel"}
        for name in sorted(series, key=lambda name: name or ""):
            some = [case for case in group.cases if case.role == "kernel" and case.series == name]
            case = max(some, key=lambda case: _rank(group, case))
            key = f"group {group.name}" if name is None else f"series {name}"
            if key not in standing or _rank(group, case)[:2] >= _rank(*standing[key])[:2]:
                standing[key] = (group, case)
    kept = [pair for pair in standing.values() if compared(*pair)] or list(standing.values())
    if named := _named(groups, chosen):
        others = [pair for pair in kept if pair[0].name not in {group.name for group, _ in named}]
        return _standings(named), _standings(others, {group.title for group, _ in named})
    families: dict[str, list[tuple[Group, Case]]] = {}
    for pair in kept:
        families.setdefault(pair[0].family, []).append(pair)
    first = {
        id(case)
        for pairs in families.values()
        for _, case in sorted(pairs, key=lambda pair: (compared(*pair), pair[1].items), reverse=True)[:most]
    }
    found = _standings(kept)
    return (
        [one for one in found if id(one.case) in first],
        [one for one in found if id(one.case) not in first],
    )


def _named(groups: Sequence[Group], chosen: Sequence[Sequence[str]]) -> list[tuple[Group, Case]]:
    """Return of each row of names the first group that there is, with its case."""
    by_name = {group.name: group for group in groups}
    found = []
    for names in chosen:
        group = next((by_name[name] for name in names if name in by_name), None)
        case = None if group is None else headline_case(group)
        if group is not None and case is not None:
            found.append((group, case))
    return found


def _standings(pairs: Sequence[tuple[Group, Case]], taken: Iterable[str] = ()) -> list[Standing]:
    """Return cases under the names of their groups, or under their own where that is taken."""
    leads = set(taken)
    found = []
    for group, case in pairs:
        lead = group.title if group.title not in leads else heading(case.series or case.label)
        leads.add(lead)
        found.append(Standing(lead, group, case))
    return found


def times(ratio: float, name: str) -> str:
    """Return how many times as fast something is as `name`; the other way round where it is slower.

    Examples
    --------
    >>> times(2913.0, "the textbook Python"), times(0.5, "tool 1.0"), times(1.02, "tool 1.0")
    ('2,900 times the textbook Python', 'tool 1.0 is 2.0 times as fast', 'level with tool 1.0')
    """
    if 0.95 <= ratio <= 1.05:
        return f"level with {name}"
    if ratio < 1:
        return f"{name} is {ratio_text(1 / ratio)} times as fast"
    return f"{ratio_text(ratio)} times {name}"


METHOD = (
    "Times are the minimum of the rounds divided by the items of a round, unless a column says median: "
    "other work on the machine can only add to a time, and the minimum has least of it. The spread is the "
    "distance between the quartiles of the rounds over their median. Speed-ups are ratios of minima. Nodes "
    "are counted, not timed, and the same on every machine."
)
"""How all runs are read."""


def measured_text(run: Run) -> str:
    """Return what a run holds: how many cases, how many rounds."""
    rounds = sorted(case.rounds for case in run.cases)
    groups = len({case.group for case in run.cases})
    text = (
        f"{len(run.cases)} case{'s' if len(run.cases) > 1 else ''} in {groups} "
        f"group{'s' if groups > 1 else ''}; each was run in rounds, {_range(rounds)}, and every round was "
        "timed as a whole."
    )
    single = sum(count == 1 for count in rounds)
    if single:
        plural = "s" if single > 1 else ""
        text += f" {count_text(single)} slow case{plural} had a single round, and so no spread."
    return text


def _range(counts: Sequence[int]) -> str:
    low, high = counts[0], counts[-1]
    if low == high:
        return count_text(low)
    middle = statistics.median_low(counts)
    return f"{count_text(low)} to {count_text(high)} (median {count_text(middle)})"


def noise_text(run: Run) -> str:
    """Return how noisy the machine was."""
    parts = []
    if run.noise:
        figures = []
        if "median_ratio" in run.noise:
            figures.append(f"its median was {run.noise['median_ratio']:.2f} times its minimum")
        if "spread" in run.noise:
            figures.append(f"its spread {percent(run.noise['spread'])}")
        parts.append(
            f"A fixed piece of work was timed again and again over the run: {' and '.join(figures)}."
        )
    else:
        parts.append("How noisy the machine was over the run is unknown: the results hold no yardstick.")
    spreads = sorted(case.spread for case in run.cases if case.spread is not None)
    if spreads:
        far = [case.quartiles[1] / case.least for case in run.cases if case.rounds > 1]
        parts.append(
            f"Over the rounds of a case, the spread was {percent(statistics.median(spreads))} at the median "
            f"of all cases and {percent(spreads[-1])} at most, and the median round took "
            f"{statistics.median(far):.2f} times the minimum."
        )
    return " ".join(parts)


def noise_word(run: Run) -> str:
    """Return how noisy the machine was, in a line.

    Examples
    --------
    >>> noise_word(Run(source="r", noise={"median_ratio": 1.07, "spread": 0.026}, cases=()))
    'Noise: a fixed piece of work took 1.07 times its best at the median, with a spread of 2.6 %: quiet.'
    """
    if not run.noise:
        return "How noisy the machine was is not known."
    ratio, spread = run.noise.get("median_ratio", 1.0), run.noise.get("spread", 0.0)
    word = "quiet" if ratio < 1.1 and spread < 0.1 else "busy, so read small factors with care"
    return (
        f"Noise: a fixed piece of work took {ratio:.2f} times its best at the median, with a spread of "
        f"{percent(spread)}: {word}."
    )


def changes_text(comparison: Comparison) -> str:
    """Return what changed between two runs."""
    slower, faster = comparison.those("slower"), comparison.those("faster")
    compared = sum(change.verdict in ("same", "slower", "faster") for change in comparison.changes)
    unknown = len(comparison.those("not judged"))
    rest = f" {unknown} more were timed too shortly, or beside too much else, to say." if unknown else ""
    names = f"{comparison.after.source} against {comparison.before.source}"
    if not comparison.changes:
        return f"{names}: the two have no case in common."
    if not slower and not faster:
        if not compared:
            return f"{names}: {'no case was timed long enough' if unknown else 'all cases did other work'}."
        return f"{names}: no change that exceeds the noise, in {compared} cases.{rest}"
    parts = []
    for found, word in ((slower, "slower"), (faster, "faster")):
        if found:
            most = found[0]
            factor = most.ratio if word == "slower" else 1 / most.ratio
            parts.append(
                f"{len(found)} {word}, most of all {most.after.label} ({most.after.group}) by a factor of "
                f"{ratio_text(factor)}"
            )
    same = compared - len(slower) - len(faster)
    return f"{names}: {'; '.join(parts)}; {same} of {compared} cases as before.{rest}"
