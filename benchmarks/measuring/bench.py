"""Runs benchmark cases: answers first, then times; one document of results."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from unriddle.io.text import printable

from ..suites import Case, digest, missing, peer_version
from .machine import commit_info, machine_info, now
from .measure import FULL, Rounds, Settings, Yardstick, peak_memory, stats, time_rounds

__all__ = [
    "Stop",
    "WrongAnswerError",
    "answers_of",
    "check_answers",
    "document",
    "extra_info",
    "measure_cases",
    "table",
    "write_json",
]

REFERENCE = ("twin", "textbook", "general", "kernel", "peer")
"""Whom to believe first where answers differ."""


class WrongAnswerError(Exception):
    """A case answers otherwise than the others of its group; names it."""


class Stop:
    """Whether Ctrl-C was pressed, also where a search took it for its own and returned."""

    def __init__(self) -> None:
        self.asked = False

    def check(self) -> None:
        """Raise KeyboardInterrupt if it was."""
        if self.asked:
            raise KeyboardInterrupt

    @contextmanager
    def listening(self) -> Iterator[Stop]:
        """Listen in this block; in a thread other than the main one nothing can be heard."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return

        def hear(number: int, frame: Any) -> None:
            self.asked = True
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGINT, hear)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)


def _groups(cases: Iterable[Case]) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    return groups


def answers_of(case: Case, found: Any) -> list[Any]:
    """Return the answers of a case from what its work returned, compared with what is known of them.

    Raises
    ------
    WrongAnswerError
        Not all items are answered, or one otherwise than `expect` has it, or `check` finds something wrong.

    Examples
    --------
    >>> case = Case(suite="sums", group="sum", name="kernel", role="kernel", item="sum", expect=[45],
    ...             prepare=lambda: lambda: sum(range(11)), answer=lambda found: [found])
    >>> try:
    ...     answers_of(case, case.prepare()())
    ... except WrongAnswerError as error:
    ...     print(error)
    sum/kernel: wrong answer for sum 1: 55, but what is known is 45
    """
    answer = list(case.answer(found))
    if len(answer) != case.items:
        raise WrongAnswerError(
            f"{case.fullname}: {len(answer)} answers, expected {case.items}: one for each {case.item}"
        )
    _compare(case, answer, case.expect, "what is known is")
    wrong = case.check(found)
    if wrong:
        raise WrongAnswerError(f"{case.fullname}: {printable(wrong)}")
    return answer


def _compare(case: Case, answer: Sequence[Any], known: Sequence[Any], whose: str) -> None:
    for k, (mine, theirs) in enumerate(zip(answer, known, strict=False)):
        if mine != theirs:
            told, right = (printable(repr(each))[:60] for each in (mine, theirs))
            raise WrongAnswerError(
                f"{case.fullname}: wrong answer for {case.item} {k + 1}: {told}, but {whose} {right}"
            )


def check_answers(answers: Sequence[tuple[Case, Sequence[Any]]]) -> None:
    """Compare the answers of the cases of a group, as far as they answer the same items.

    Raises
    ------
    WrongAnswerError
        A case does not answer what the one before it in the order of `REFERENCE` does.

    Examples
    --------
    >>> from types import SimpleNamespace as Fake
    >>> one = Fake(fullname="sum/kernel", role="kernel", items=2, item="sum")
    >>> other = Fake(fullname="sum/twin", role="twin", items=1, item="sum")
    >>> check_answers([(one, [3, 4]), (other, [3])])
    >>> try:
    ...     check_answers([(one, [2, 4]), (other, [3])])
    ... except WrongAnswerError as error:
    ...     print(error)
    sum/kernel: wrong answer for sum 1: 2, but sum/twin answers 3
    """
    ordered = sorted(answers, key=lambda pair: REFERENCE.index(pair[0].role))
    for number, (case, answer) in enumerate(ordered):
        for other, known in ordered[:number]:
            _compare(case, answer, known, f"{other.fullname} answers")


def _x(case: Case, found: Any) -> float:
    return case.x(found) if callable(case.x) else case.x


def measure_cases(
    cases: Iterable[Case],
    settings: Settings = FULL,
    *,
    memory: bool = True,
    watch: Callable[[int, int, Case], None] | None = None,
) -> tuple[list[dict[str, Any]], dict[str, float], bool]:
    """Measure cases, group by group.

    Each case of a group is prepared and run once; their answers are compared; only then are they timed.
    What takes longer than all rounds may, is timed by one run: the second, unless the first took a second.

    Parameters
    ----------
    cases : iterable of Case
        The cases; those that lack something here are left out (`missing` says what).
    settings : Settings
        How much to spend.
    memory : bool
        Whether to run each once more for its peak memory, where the settings are thorough.
    watch : callable, optional
        Called before each case with the cases done, all cases, and the case.

    Returns
    -------
    results, noise, interrupted
        One dict a case; what the yardstick showed; whether Ctrl-C ended it.

    Raises
    ------
    WrongAnswerError
        Answers differ.

    Examples
    --------
    >>> from benchmarks.measuring.measure import QUICK
    >>> from benchmarks.suites import load
    >>> results, noise, interrupted = measure_cases(load(["peg 3x4, bfs"], quick=True), QUICK)
    >>> [(result["name"], result["extra_info"]["nodes"]) for result in results], interrupted
    ([('kernel', 115), ('plain Python', 115)], False)
    """
    chosen = [case for case in cases if not missing(case)]
    results: list[dict[str, Any]] = []
    yardstick, stop, done = Yardstick(5 if settings.thorough else 1), Stop(), 0
    try:
        with stop.listening():
            yardstick.sample()
            for group in _groups(chosen).values():
                first = []
                for case in group:
                    if watch is not None:
                        watch(done, len(chosen), case)
                    first.append(_first_run(case))
                    stop.check()
                check_answers([(case, answer) for case, _, answer, _, _ in first])
                common = min(case.items for case in group)
                for case, work, answer, found, seconds in first:
                    if watch is not None:
                        watch(done, len(chosen), case)
                    extra = extra_info(case, found, answer[:common])
                    if case.once:
                        rounds = Rounds([seconds[0]], [seconds[1]], 1)
                    else:
                        rounds = time_rounds(work, seconds, settings, case.seconds, stop.check)
                    if memory and settings.thorough and not case.once:
                        extra["peak_memory"], extra["memory_by"] = peak_memory(work)
                        stop.check()
                    if case.threads == 1:
                        extra["process"] = {
                            key: value
                            for key, value in stats(rounds.process).items()
                            if key in ("min", "median", "iqr", "data")
                        }
                    extra["yardstick"] = yardstick.sample()
                    results.append(
                        {
                            "group": case.group,
                            "name": case.name,
                            "fullname": case.fullname,
                            "params": dict(case.params) or None,
                            "param": None,
                            "extra_info": extra,
                            "options": {"disable_gc": True, "timer": "perf_counter", "warmup": True},
                            "stats": stats(rounds.wall, rounds.iterations),
                        }
                    )
                    done += 1
    except KeyboardInterrupt:
        return results, yardstick.noise(), True
    return results, yardstick.noise(), False


def _first_run(case: Case) -> tuple[Case, Callable[[], Any], list[Any], Any, tuple[float, float]]:
    """Prepare a case and run it once; return the case, its work, its answer, what came out, its seconds."""
    work = case.prepare()
    process, wall = time.process_time(), time.perf_counter()
    found = work()
    seconds = time.perf_counter() - wall, time.process_time() - process
    return case, work, answers_of(case, found), found, seconds


def extra_info(case: Case, found: Any, answer: Sequence[Any]) -> dict[str, Any]:
    """Return what results say of a case beside its times; the digest is that of the answers given."""
    extra: dict[str, Any] = {"suite": case.suite, "role": case.role, "item": case.item, "items": case.items}
    nodes = case.nodes(found)
    if nodes is not None:
        extra["nodes"] = int(nodes)
    extra |= case.facts(found)
    extra["digest"] = digest(answer)
    if case.threads > 1:
        extra["threads"] = case.threads
    if case.peer:
        extra["peer"] = peer_version(case)
    if case.series:
        extra |= {"series": case.series, "x": _x(case, found), "x_name": case.x_name}
    return extra


def document(
    results: list[dict[str, Any]], noise: dict[str, float], interrupted: bool = False
) -> dict[str, Any]:
    """Return results as one document, in the form of pytest-benchmark's JSON.

    Examples
    --------
    >>> sorted(document([], {"median_ratio": 1.0, "spread": 0.0}))
    ['benchmarks', 'commit_info', 'datetime', 'interrupted', 'machine_info', 'version']
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("unriddle")
    except PackageNotFoundError:
        number = "unknown"
    return {
        "machine_info": machine_info(noise),
        "commit_info": commit_info(),
        "benchmarks": results,
        "datetime": now(),
        "version": f"unriddle {number}",
        "interrupted": interrupted,
    }


def write_json(path: str, value: Any) -> None:
    """Write JSON to a file at once: whoever reads it sees the old file or the whole new one.

    A device or a pipe is written to; a link stays one.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113
        with open(path, "w", encoding="utf-8") as device:  # noqa: PTH123
            json.dump(value, device, indent=1)
        return
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    handle, name = tempfile.mkstemp(prefix=".bench-", suffix=".json", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(value, stream, indent=1)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)  # noqa: PTH101
        os.replace(name, path)  # noqa: PTH105
    except BaseException:
        os.unlink(name)  # noqa: PTH108
        raise


def time_text(seconds: float) -> str:
    """Return a time with three digits.

    Examples
    --------
    >>> time_text(3.21e-8), time_text(0.0125), time_text(75)
    ('32.1 ns', '12.5 ms', '75.0 s')
    """
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{seconds:#.3g} s" if seconds < 99.95 else f"{seconds:,.0f} s"


def rate_text(rate: float) -> str:
    """Return a rate with about three digits.

    Examples
    --------
    >>> rate_text(1234567), rate_text(0.0312)
    ('1,230,000', '0.0312')
    """
    if rate >= 1000:
        digits = len(str(int(rate))) - 3
        return f"{round(rate, -digits):,.0f}"
    return f"{rate:.3g}"


def table(results: Sequence[dict[str, Any]]) -> str:
    """Return results as a table in plain text: of each case the best time an item, median, spread, rate.

    The last column is how many times as fast as the twin (or, where the group has none, the slowest of the
    plain ways) a kernel is.
    """
    lines: list[str] = []
    groups: dict[str, list[dict[str, Any]]] = {}
    for result in results:
        groups.setdefault(result["group"], []).append(result)
    for name, members in groups.items():
        lines += [printable(name), *_rows(members), ""]
    return "\n".join(lines).rstrip("\n") + "\n" if lines else ""


def _rows(members: Sequence[dict[str, Any]]) -> list[str]:
    plain = {
        role: max(_each(member) for member in members if member["extra_info"].get("role") == role)
        for role in ("twin", "textbook", "general")
        if any(member["extra_info"].get("role") == role for member in members)
    }
    role, base = next(iter(plain.items()), ("", 0.0))
    rows = []
    for member in members:
        extra, found = member["extra_info"], member["stats"]
        items, item = extra.get("items", 1), extra.get("item", "item")
        spread = found["iqr"] / found["median"] if found["median"] else 0.0
        faster = extra.get("role") in ("kernel", "peer") and base
        rows.append(
            (
                printable(member["name"]),
                extra.get("role", ""),
                f"{time_text(_each(member))} a {item}",
                f"median {time_text(found['median'] / items)}",
                f"± {spread:.0%}" if found["rounds"] > 1 else "once",
                f"{rate_text(items / found['min'])}/s" if found["min"] else "",
                f"{extra['nodes'] / items:,.0f} nodes" if "nodes" in extra else "",
                f"{base / _each(member):,.3g} x {role}" if faster else "",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            text.ljust(width) if k < 2 else text.rjust(width)
            for k, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _each(result: dict[str, Any]) -> float:
    """Return the best seconds an item."""
    return float(result["stats"]["min"]) / float(result["extra_info"].get("items", 1))
