"""Benchmark results from files: read, checked once, held as runs of cases.

The files are those that pytest-benchmark writes with ``--benchmark-json`` and `python -m benchmarks` with
``--json``. What a benchmark says of itself stands in its ``extra_info``; all of it may be missing.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unriddle.base import PuzzleError
from unriddle.io.text import printable, read_text, source_name

__all__ = ["ROLES", "Case", "Place", "Run", "compact", "read_run", "read_runs"]

ROLES = {
    "kernel": "compiled",
    "twin": "plain twin",
    "textbook": "textbook",
    "general": "general solver",
    "peer": "other package",
}
"""Role of a case -> how the report calls it: the compiled kernel; the plain-Python form of the kernel; the
usual algorithm in plain Python; the solvers for any puzzle; another package."""

LIMIT = 1 << 28
"""Most bytes of a file."""
LONGEST = 300
"""Most characters of a name or a description."""
BOUND, LEAST = 1e60, 1e-18
"""Numbers stay below the one, times above the other: what nobody measures would only break the plots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One benchmark of a run. Seconds are of one round, for all of its items.

    Attributes
    ----------
    group, name, params
        Where it belongs; its name; the values it was made with.
    role, peer
        A key of `ROLES` or None; name and version of another package.
    item, items
        What one round answers, and how many of them.
    nodes, instructions, peak_memory, digest
        Work of a round; bytes; what stands for the answer.
    series, x, x_name
        The point of a curve that this case is.
    facts
        What else was counted: rows, cols, seed, moves, words and the like; one number, or one an item.
    rounds, iterations, least, quartiles
        How many rounds; calls of the work in each; seconds of a call: the minimum over the
        rounds; lower quartile, median, upper quartile.
    process : tuple of float or None
        Minimum, median and distance of the quartiles in seconds of processor time, where one thread did the
        work: other work on the machine adds less to it.
    threads : int
        Threads that the work used.
    data : tuple of float
        Seconds of the rounds that the file has, in the order in which they ran.
    """

    group: str
    name: str
    params: Mapping[str, str] = field(default_factory=dict)
    role: str | None = None
    peer: str | None = None
    item: str = "round"
    items: int = 1
    nodes: int | None = None
    instructions: int | None = None
    peak_memory: int | None = None
    digest: str | None = None
    series: str | None = None
    x: float | None = None
    x_name: str | None = None
    facts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    rounds: int
    iterations: int = 1
    least: float
    quartiles: tuple[float, float, float]
    process: tuple[float, float, float] | None = None
    threads: int = 1
    data: tuple[float, ...] = ()

    @property
    def seconds(self) -> float:
        """The least seconds of an item."""
        return self.least / self.items

    @property
    def median(self) -> float:
        """The median seconds of an item."""
        return self.quartiles[1] / self.items

    @property
    def measured(self) -> float:
        """The seconds that all rounds took, about."""
        return self.quartiles[1] * self.rounds * self.iterations

    @property
    def spread(self) -> float | None:
        """The distance of the quartiles / the median; None for a single round."""
        low, middle, high = self.quartiles
        return (high - low) / middle if self.rounds > 1 else None

    @property
    def side(self) -> tuple[int, int] | None:
        """Rows and columns of the board, where the case says them."""
        sides = []
        for key in ("rows", "cols"):
            counted = self.facts.get(key, ())
            sides.append(str(int(counted[0])) if len(counted) == 1 else self.params.get(key, ""))
        if all(side.isascii() and side.isdigit() and len(side) < 10 for side in sides):
            return int(sides[0]), int(sides[1])
        return None

    @property
    def label(self) -> str:
        """The name as people read it: without `bench_`, parameters set apart."""
        name, bracket, rest = self.name.removeprefix("bench_").partition("[")
        words = name.replace("_", " ").strip() or self.name
        return f"{words}, {rest.removesuffix(']')}" if bracket and rest != "]" else words


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one file holds.

    Attributes
    ----------
    source : str
        Name of the file.
    date : str
        When it was measured, as the file says.
    committed : str
        When its commit was made, as the file says.
    machine : mapping
        What is known of the machine, the build and the package: "processor", "cores", …
    noise : mapping
        How a fixed piece of work varied over the run: "median_ratio", "spread".
    cases : tuple of Case
    """

    source: str
    date: str = ""
    committed: str = ""
    machine: Mapping[str, str] = field(default_factory=dict)
    noise: Mapping[str, float] = field(default_factory=dict)
    cases: tuple[Case, ...]


class Place:
    """A value of the file with where it stands; every question it is asked is answered or refused by name."""

    def __init__(self, value: Any, path: str, file: str) -> None:
        self.value, self.path, self.file = value, path, file

    def wrong(self, expected: str) -> PuzzleError:
        """Return the error that says where, what is there, and what was expected."""
        shown = repr(self.value)
        shown = "missing" if self.value is None else shown if len(shown) <= 40 else shown[:37] + "..."
        return PuzzleError(f"{self.path} is {shown}, expected {expected}", file=self.file)

    def get(self, key: str) -> Place:
        """Return what stands under a key of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return Place(self.value.get(key), f"{self.path}.{key}" if self.path else key, self.file)

    def part(self, key: str) -> Place:
        """Return what stands under a key; nothing where this is missing itself."""
        return Place(self.mapping().get(key), f"{self.path}.{key}", self.file)

    def items(self) -> list[Place]:
        """Return the entries of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return [Place(value, f"{self.path}[{at}]", self.file) for at, value in enumerate(self.value)]

    def mapping(self) -> dict[str, Any]:
        """Return an object, an empty one where it is missing."""
        if self.value is None:
            return {}
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self.value

    def text(self, default: str | None = None) -> str:
        """Return text as one printable line."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.wrong("text")
        return _short(self.value)

    def number(self, least: float = 0.0, *, above: bool = False) -> float:
        """Return a number from a bound up, or above it."""
        value = self.value
        good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < BOUND
        if not good or value < least or (above and value <= max(least, LEAST)):
            raise self.wrong(f"a number {'above' if above else 'from'} {least:g}{'' if above else ' up'}")
        return float(value)

    def whole(self, least: int) -> int:
        """Return a whole number from a bound up."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 1 << 80:
            raise self.wrong(f"a whole number from {least} up")
        return value


def _short(value: object) -> str:
    """Return a value as one printable line of bounded length."""
    if isinstance(value, list | tuple):
        value = " ".join(str(part) for part in value)
    shown = printable(" ".join(str(value).split()))
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def read_runs(sources: Sequence[str | os.PathLike[str]]) -> list[Run]:
    """Read several files; see `read_run`. Files of one name are told apart by their folders."""
    runs = [read_run(source) for source in sources]
    names = [run.source for run in runs]
    if len(set(names)) == len(names):
        return runs
    return [
        Run(
            source=f"{at}: {run.source}",
            date=run.date,
            committed=run.committed,
            machine=run.machine,
            noise=run.noise,
            cases=run.cases,
        )
        for at, run in enumerate(runs, 1)
    ]


def read_run(source: str | os.PathLike[str]) -> Run:
    """Read one file of results.

    Parameters
    ----------
    source : str or path
        The file, plain or gzip; ``-`` is standard input.

    Raises
    ------
    PuzzleError
        What cannot be read, is no JSON, or is not of the form: where, what, and what was expected.
    """
    name = source_name(source)
    text = read_text(source, limit=LIMIT)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise PuzzleError(
            f"{error.msg}, expected the JSON of benchmark results",
            file=name,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error).split(";")[0]
        raise PuzzleError(f"{reason}, expected the JSON of benchmark results", file=name) from None
    root = Place(value, "", name)
    if not isinstance(value, dict) or "benchmarks" not in value:
        raise PuzzleError("no key 'benchmarks', expected the JSON of benchmark results", file=name)
    places = root.get("benchmarks").items()
    if not places:
        raise PuzzleError("benchmarks is an empty list, expected at least one benchmark", file=name)
    cases = []
    seen: dict[tuple[str, str], str] = {}
    for place in places:
        case = _case(place)
        key = (case.group, case.name)
        if key in seen:
            raise PuzzleError(
                f"{place.path} repeats {seen[key]}, {case.name!r} of group {case.group!r}", file=name
            )
        seen[key] = place.path
        cases.append(case)
    noise = root.get("machine_info").part("unriddle").part("noise")
    return Run(
        source=_short(os.path.basename(name)),  # noqa: PTH119 (pathlib costs start-up time)
        date=root.get("datetime").text(""),
        committed=Place(root.get("commit_info").mapping().get("time"), "commit_info.time", name).text(""),
        machine=_machine(root, places),
        noise={key: noise.get(key).number() for key in ("median_ratio", "spread") if key in noise.mapping()},
        cases=tuple(cases),
    )


def _case(place: Place) -> Case:
    info, stats = place.get("extra_info"), place.get("stats")
    info = Place(info.mapping(), info.path, info.file)
    role = info.get("role").text("")
    if role and role not in ROLES:
        raise info.get("role").wrong(f"one of {', '.join(ROLES)}")
    whole = {
        key: info.get(key).whole(0)
        for key in ("nodes", "instructions", "peak_memory")
        if info.value.get(key) is not None
    }
    known = {"items", "x", "threads", "yardstick", *whole}
    x = None if info.value.get("x") is None else info.get("x").number(-math.inf)
    least = stats.get("min").number(above=True)
    median = stats.get("median").number(above=True)
    low = stats.get("q1").number() if _has(stats, "q1") else median
    high = stats.get("q3").number() if _has(stats, "q3") else median
    slack = 1 + 1e-9
    if least > median * slack or low > median * slack or median > high * slack:
        raise stats.wrong("minimum and lower quartile no more than the median, upper quartile no less")
    return Case(
        group=place.get("group").text(place.get("name").text()),
        name=place.get("name").text(),
        params={_short(key): _short(value) for key, value in place.get("params").mapping().items()},
        role=role or None,
        peer=info.get("peer").text("") or None,
        item=info.get("item").text("round"),
        items=info.get("items").whole(1) if _has(info, "items") else 1,
        digest=info.get("digest").text("") or None,
        series=_short(info.value["series"]) if _has(info, "series") else None,
        x=x,
        x_name=info.get("x_name").text("x") if x is not None else None,
        facts={
            _short(key): numbers
            for key, value in {**info.value, **info.get("facts").mapping()}.items()
            if key not in known and (numbers := _numbers(value))
        },
        rounds=stats.get("rounds").whole(1) if _has(stats, "rounds") else 1,
        iterations=stats.get("iterations").whole(1) if _has(stats, "iterations") else 1,
        least=least,
        quartiles=(low, median, high),
        process=_process(info),
        threads=info.get("threads").whole(1) if _has(info, "threads") else 1,
        data=tuple(one.number(above=True) for one in stats.get("data").items())
        if _has(stats, "data")
        else (),
        **whole,
    )


def _process(info: Place) -> tuple[float, float, float] | None:
    """Return what is said of processor time; None where several threads worked, or the clock stood still."""
    found = info.get("process")
    if found.value is None or (_has(info, "threads") and info.get("threads").number() > 1):
        return None
    least, median, width = (found.get(key).number() for key in ("min", "median", "iqr"))
    return (least, median, width) if least > 0 and median > 0 else None


def _numbers(value: Any) -> tuple[float, ...]:
    """Return a number, or a list of numbers, as a tuple; an empty one for anything else."""
    values = value if isinstance(value, list) else [value]
    good = all(
        isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < BOUND for one in values
    )
    return tuple(values) if good else ()


def _has(place: Place, key: str) -> bool:
    return place.get(key).value is not None


def _machine(root: Place, benchmarks: Sequence[Place]) -> dict[str, str]:
    """Return what the file says of the machine; what it does not say is not there."""
    info = root.get("machine_info").mapping()
    own = Place(info.get("unriddle"), "machine_info.unriddle", root.file).mapping()
    commit = root.get("commit_info").mapping()
    told = info.get("cpu")
    cpu: dict[str, Any] = told if isinstance(told, dict) else {}
    timers = {
        str(place.value["options"].get("timer", ""))
        for place in benchmarks
        if isinstance(place.value.get("options"), dict)
    }
    lexicon = own.get("lexicon")
    if isinstance(lexicon, dict):
        words = lexicon.get("words")
        parts = (
            lexicon.get("name"),
            f"{words:,} words" if isinstance(words, int) else None,
            lexicon.get("digest") and f"digest {lexicon['digest']}",
        )
        lexicon = ", ".join(str(part) for part in parts if part)
    identity = own.get("commit") or commit.get("id")
    values = {
        "version": own.get("version"),
        "commit": f"{identity}{', with changes' if commit.get('dirty') else ''}" if identity else None,
        "processor": own.get("processor") or cpu.get("brand_raw"),
        "cores": own.get("cores") or cpu.get("count"),
        "simd": own.get("simd"),
        "compiler": own.get("compiler"),
        "flags": own.get("flags"),
        "python": own.get("python") or info.get("python_version"),
        "numpy": own.get("numpy"),
        "lexicon": lexicon,
        "system": " ".join(str(info[key]) for key in ("system", "release", "machine") if info.get(key)),
        "timer": own.get("timer") or (timers.pop() if len(timers) == 1 else None),
    }
    return {key: _short(value) for key, value in values.items() if value not in (None, "", [], {})}


def compact(document: dict[str, Any], rounds: int = 50) -> dict[str, Any]:
    """Return results small enough to keep beside the code: no more than so many rounds of each case.

    Rounds are dropped evenly over the run, times keep six digits, and the name of the machine goes.
    All statistics stay as they were measured.

    Examples
    --------
    >>> small = compact({"benchmarks": [{"stats": {"min": 1.00000049, "data": [3.0, 1.0, 2.0]}}]}, rounds=2)
    >>> small["benchmarks"][0]["stats"]
    {'min': 1.0, 'data': [3.0, 1.0]}
    """
    out = {**document, "benchmarks": []}
    if isinstance(document.get("machine_info"), dict):
        info = dict(document["machine_info"])
        info.pop("node", None)
        if isinstance(info.get("cpu"), dict):
            info["cpu"] = {
                key: info["cpu"][key] for key in ("brand_raw", "count", "arch") if key in info["cpu"]
            }
        out["machine_info"] = info
    for benchmark in document["benchmarks"]:
        small = {**benchmark, "stats": _compact_stats(benchmark["stats"], rounds)}
        extra = benchmark.get("extra_info")
        if isinstance(extra, dict) and isinstance(extra.get("process"), dict):
            process = {key: value for key, value in extra["process"].items() if key != "data"}
            small["extra_info"] = {**extra, "process": _compact_stats(process, rounds)}
        out["benchmarks"].append(small)
    return out


def _compact_stats(stats: Mapping[str, Any], rounds: int) -> dict[str, Any]:
    """Return statistics to six digits, with no more than so many of the rounds that they were made from."""
    out = {key: float(f"{value:.6g}") if isinstance(value, float) else value for key, value in stats.items()}
    data = stats.get("data")
    if data:
        step = max(1.0, len(data) / rounds)
        out["data"] = [float(f"{data[int(at * step)]:.6g}") for at in range(min(rounds, len(data)))]
    return out
