"""Read files of pytest-benchmark: groups, the ways of each, and what the figures depend on."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .text import source

__all__ = ["Group", "ResultsError", "Run", "Way", "read_run"]

SECTIONS = ("Boggle", "Sudoku", "Other puzzles")
KINDS = {
    "ours": "unriddle",
    "definition": "definition in plain Python",
    "textbook": "usual algorithm in plain Python",
    "general": "general solver of unriddle",
    "other": "other program",
}
STATS = ("min", "q1", "median", "q3", "max")


class ResultsError(Exception):
    """A file that pytest-benchmark has not written, or not with this suite."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to do the work of a group.

    Attributes
    ----------
    low, q1, median, q3, high : float
        Seconds an item over the rounds.
    """

    group: str
    name: str
    kind: str
    unit: str
    items: int
    rounds: int
    low: float
    q1: float
    median: float
    q3: float
    high: float
    info: dict[str, Any]

    @property
    def spread(self) -> float:
        """Interquartile range / median."""
        return (self.q3 - self.q1) / self.median if self.median else 0.0


@dataclass(slots=True)
class Group:
    """A piece of work, of a file of the suite."""

    name: str
    file: str
    ways: list[Way] = field(default_factory=list)

    @property
    def section(self) -> str:
        """The section of the page, by the file of the suite."""
        if self.file.startswith(("bench_boggle", "bench_batch", "bench_peers")):
            return "Boggle"
        return "Sudoku" if self.file.startswith("bench_sudoku") else "Other puzzles"

    @property
    def base(self) -> Way | None:
        """The way that every factor of the group compares with: the first of ours on one thread.

        It is the first in the suite, so that neither noise nor another page chooses another one.
        """
        ours = (way for way in self.ways if way.kind == "ours" and way.info.get("threads", 1) == 1)
        return next(ours, None)

    def fastest(self, kind: str) -> Way | None:
        """Return the fastest way of a kind."""
        return min((way for way in self.ways if way.kind == kind), key=lambda way: way.median, default=None)

    def sorted(self) -> list[Way]:
        """Return the ways, the fastest first."""
        return sorted(self.ways, key=lambda way: way.median)


@dataclass(frozen=True, slots=True)
class Run:
    """One file."""

    path: str
    date: str
    machine: dict[str, Any]
    groups: dict[str, Group]

    def ways(self) -> Iterator[Way]:
        """Yield every way of every group."""
        for group in self.groups.values():
            yield from group.ways

    def way(self, group: str, name: str) -> Way | None:
        """Return a way, None where the run has none of that name."""
        known = self.groups.get(group)
        return None if known is None else next((way for way in known.ways if way.name == name), None)

    @property
    def noise(self) -> float | None:
        """How far the yardstick spread over the run, None where that was not recorded."""
        noise = self.machine.get("noise")
        return float(noise["spread"]) if noise else None

    @property
    def source(self) -> str:
        """Date, commit, machine, vector path and noise."""
        cores = self.machine.get("cores")
        machine = self.machine["processor"] + (f", {cores} cores" if cores else "")
        return source(self.date, self.machine.get("commit"), machine, self.machine.get("simd"), self.noise)


def read_run(path: str | Path) -> Run:
    """Read a file of pytest-benchmark.

    Raises
    ------
    ResultsError
        Not such a file; it names the file and what is wrong.
    """
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ResultsError(f"{path}: not JSON ({error}); pass what --benchmark-json wrote") from None
    groups: dict[str, Group] = {}
    try:
        machine = document["machine_info"]
        about = dict(machine.get("unriddle") or {})
        about.setdefault("processor", (machine.get("cpu") or {}).get("brand_raw", "unknown processor"))
        about.setdefault("noise", document.get("noise"))
        about.setdefault("commit", (document.get("commit_info") or {}).get("id"))
        for number, benchmark in enumerate(document["benchmarks"], 1):
            way = _way(benchmark, f"{path}: benchmark {number}")
            group = groups.setdefault(
                way.group, Group(way.group, Path(benchmark["fullname"].partition("::")[0]).stem)
            )
            if any(other.name == way.name for other in group.ways):
                raise ResultsError(f"{path}: {way.group!r} has {way.name!r} twice")
            group.ways.append(way)
    except (KeyError, TypeError, AttributeError) as error:
        raise ResultsError(f"{path}: not a file of pytest-benchmark ({error!r})") from None
    if not groups:
        raise ResultsError(f"{path}: holds no benchmark")
    return Run(str(path), str(document.get("datetime", ""))[:10], about, groups)


def _way(benchmark: dict[str, Any], where: str) -> Way:
    stats, info = benchmark["stats"], benchmark["extra_info"]
    name = info.get("way", benchmark["name"])
    kind = info.get("kind", "ours")
    items = info.get("items", 1)
    if kind not in KINDS or type(items) is not int or items < 1:
        raise ResultsError(f"{where}: kind {kind!r} of {items!r} items")
    times = [float(stats[key]) / items for key in STATS]
    if any(not math.isfinite(value) or value < 0 for value in times) or times != sorted(times):
        raise ResultsError(f"{where}: times are not in order")
    group = benchmark["group"] or benchmark["name"]
    low, q1, median, q3, high = times
    unit, rounds = info.get("unit", "run"), stats["rounds"]
    return Way(group, name, kind, unit, items, rounds, low, q1, median, q3, high, info)
