"""Find what changed between two runs beyond their noise."""

from __future__ import annotations

from dataclasses import dataclass

from .results import Run, Way
from .text import percent, ratio, seconds

__all__ = ["Change", "changes", "markdown", "sources", "summary"]

LEAST = 0.05
"""A change below this share is never reported: a shared machine cannot show it."""
WITHIN = "within the noise"


@dataclass(frozen=True, slots=True)
class Change:
    """One way in both runs, and the noise that a change must exceed."""

    before: Way
    after: Way
    noise: float

    @property
    def factor(self) -> float:
        """Median of the second / median of the first."""
        return self.after.median / self.before.median if self.before.median else 1.0

    @property
    def verdict(self) -> str:
        """Whether it is slower, faster, within the noise, or answers differently.

        The medians and the minima must both change by more than the noise, in the same direction.
        """
        digests = [way.info.get("digest", "") for way in (self.before, self.after)]
        if self.before.items == self.after.items and all(digests) and digests[0] != digests[1]:
            return "other answers"
        low = self.after.low / self.before.low if self.before.low else 1.0
        if min(self.factor, low) > 1 + self.noise:
            return "slower"
        return "faster" if max(self.factor, low) < 1 / (1 + self.noise) else WITHIN

    def __str__(self) -> str:
        """Return the verdict with the noise."""
        noise = f"±{percent(self.noise)}"
        return f"{WITHIN} ({noise})" if self.verdict == WITHIN else f"{self.verdict} (noise {noise})"


def changes(before: Run, after: Run) -> list[Change]:
    """Return the ways that both runs have, the largest changes first.

    The noise of a way is the largest of 5 %, the noise of both runs, and its interquartile range / its
    median in both.
    """
    noise = max(before.noise or 0.0, after.noise or 0.0, LEAST)
    found = []
    for way in after.ways():
        other = before.way(way.group, way.name)
        if other is not None:
            found.append(Change(other, way, max(noise, way.spread, other.spread)))
    order = {"other answers": 0, "slower": 1, "faster": 2, WITHIN: 3}
    return sorted(found, key=lambda one: (order[one.verdict], -abs(one.factor - 1)))


def sources(before: Run, after: Run) -> list[str]:
    """Return where both runs were measured, and a warning where the machines differ."""
    lines = [f"Before: {before.source}.", f"After: {after.source}."]
    machines = [(run.machine["processor"], run.machine.get("simd")) for run in (before, after)]
    if machines[0] != machines[1]:
        lines.append(
            "The runs are of different processors or vector paths: the changes include that difference."
        )
    return lines


def summary(found: list[Change], before: Run, after: Run) -> str:
    """Return one sentence about the changes."""
    counts = {
        kind: sum(one.verdict == kind for one in found) for kind in ("other answers", "slower", "faster")
    }
    parts = [f"{count} {kind}" for kind, count in counts.items() if count]
    alone = sum(before.way(way.group, way.name) is None for way in after.ways())
    gone = sum(after.way(way.group, way.name) is None for way in before.ways())
    changed = ", ".join(parts) or "no change beyond the noise"
    more = [f"{alone} new" if alone else "", f"{gone} no longer measured" if gone else ""]
    return ", ".join(filter(None, [f"{len(found)} ways measured in both: {changed}", *more])) + "."


def markdown(found: list[Change], before: Run, after: Run) -> str:
    """Return the changes for a pull request: those beyond the noise, the others folded."""
    head = "| work | after / before | verdict | way | before | after |\n|---|---:|---|---|---:|---:|"
    changed, within = [head], [head]
    for one in found:
        cells = (
            one.after.group, ratio(one.factor), str(one), one.after.name,
            seconds(one.before.median), seconds(one.after.median),
        )  # fmt: skip
        line = " | ".join(cell.replace("|", "\\|").replace("*", "\\*") for cell in cells)
        (within if one.verdict == WITHIN else changed).append(f"| {line} |")
    lines = [summary(found, before, after), "", *(f"- {line}" for line in sources(before, after))]
    if len(changed) > 1:
        lines += ["", *changed]
    if len(within) > 1:
        folded = f"<details><summary>{len(within) - 1} within the noise</summary>"
        lines += ["", folded, "", *within, "", "</details>"]
    return "\n".join(lines) + "\n"
