"""What changed between two runs beyond their noise."""

from __future__ import annotations

from dataclasses import dataclass

from .results import Run, Way
from .text import ratio, seconds

__all__ = ["Change", "changes", "markdown"]

LEAST = 0.05
"""A share that no run of a shared machine can show."""


@dataclass(frozen=True, slots=True)
class Change:
    """One way in both runs: how many times as long it takes in the second."""

    before: Way
    after: Way
    threshold: float

    @property
    def factor(self) -> float:
        """Median of the second / median of the first."""
        return self.after.median / self.before.median if self.before.median else 1.0

    @property
    def verdict(self) -> str:
        """Whether it is slower, faster, the same, or answers differently.

        Medians and minima must both leave the noise, in the same direction.
        """
        digests = [way.info.get("digest", "") for way in (self.before, self.after)]
        if self.before.items == self.after.items and all(digests) and digests[0] != digests[1]:
            return "other answers"
        low = self.after.low / self.before.low if self.before.low else 1.0
        if min(self.factor, low) > 1 + self.threshold:
            return "slower"
        return "faster" if max(self.factor, low) < 1 / (1 + self.threshold) else "same"


def changes(before: Run, after: Run) -> list[Change]:
    """Return the ways that both runs have, the largest changes first.

    The threshold of a way is the largest of 5 %, the noise of both runs, and its own spread in both.
    """
    noise = max(before.noise, after.noise, LEAST)
    found = []
    for way in after.ways():
        other = before.way(way.group, way.name)
        if other is not None:
            found.append(Change(other, way, max(noise, way.spread, other.spread)))
    order = {"other answers": 0, "slower": 1, "faster": 2, "same": 3}
    return sorted(found, key=lambda one: (order[one.verdict], -abs(one.factor - 1)))


def summary(found: list[Change], before: Run, after: Run) -> str:
    """Return one sentence about the changes."""
    counts = {
        kind: sum(one.verdict == kind for one in found) for kind in ("other answers", "slower", "faster")
    }
    parts = [f"{count} {kind}" for kind, count in counts.items() if count]
    alone = sum(before.way(way.group, way.name) is None for way in after.ways())
    gone = sum(after.way(way.group, way.name) is None for way in before.ways())
    told = ", ".join(parts) or "no change beyond the noise"
    more = [f"{alone} new" if alone else "", f"{gone} no longer measured" if gone else ""]
    return ", ".join(filter(None, [f"{len(found)} ways measured in both: {told}", *more])) + "."


def markdown(found: list[Change], before: Run, after: Run) -> str:
    """Return the changes for a pull request: those beyond the noise, the others folded."""
    head = "| work | way | before | after | after / before | |\n|---|---|---:|---:|---:|---|"
    rows = {"changed": [head], "same": [head]}
    for one in found:
        cells = (
            one.after.group, one.after.name, seconds(one.before.median), seconds(one.after.median),
            ratio(one.factor), one.verdict,
        )  # fmt: skip
        line = " | ".join(cell.replace("|", "\\|").replace("*", "\\*") for cell in cells)
        rows["same" if one.verdict == "same" else "changed"].append(f"| {line} |")
    lines = [summary(found, before, after)]
    if len(rows["changed"]) > 1:
        lines += ["", *rows["changed"]]
    if len(rows["same"]) > 1:
        lines += [
            "",
            f"<details><summary>{len(rows['same']) - 1} as before</summary>",
            "",
            *rows["same"],
            "",
            "</details>",
        ]
    return "\n".join(lines) + "\n"
