"""How long a piece of work takes, how much memory, and how steady the machine was meanwhile."""

from __future__ import annotations

import gc
import hashlib
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = [
    "FULL",
    "QUICK",
    "Rounds",
    "Settings",
    "Yardstick",
    "calibrate",
    "peak_memory",
    "stats",
    "time_rounds",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How much is spent on a case.

    Attributes
    ----------
    seconds : float
        Time for the rounds of a case.
    round_seconds : float
        A round repeats the work until it takes as long, so that the clock's step does not show.
    most_rounds : int
        Rounds at most.
    long : float
        Seconds beyond which a piece of work is not run again to see it warm.
    thorough : bool
        Whether garbage is collected before the rounds, and memory measured by one more run.
    """

    seconds: float = 0.5
    round_seconds: float = 0.005
    most_rounds: int = 50
    long: float = 1.0
    thorough: bool = True


FULL = Settings()
QUICK = Settings(seconds=0.01, round_seconds=0.0005, most_rounds=5, long=0.01, thorough=False)


@dataclass(frozen=True, slots=True)
class Rounds:
    """Seconds of one call of the work, round by round: by the clock on the wall, and of this process."""

    wall: list[float]
    process: list[float]
    iterations: int


def _round(work: Callable[[], Any], iterations: int) -> tuple[float, float]:
    repeat = range(iterations)
    process, wall = time.process_time(), time.perf_counter()
    for _ in repeat:
        work()
    return (time.perf_counter() - wall) / iterations, (time.process_time() - process) / iterations


def calibrate(work: Callable[[], Any], once: float, seconds: float) -> int:
    """Return how often to call the work so that a round takes some time.

    Parameters
    ----------
    work : callable
        The work.
    once : float
        Seconds that a call took.
    seconds : float
        What a round should take.
    """
    iterations = 1
    while once * iterations < seconds:
        iterations = min(max(iterations * 2, int(1.2 * seconds / max(once, 1e-9))), iterations * 100)
        once = min(once, _round(work, iterations)[0])
        if once <= 0:
            break
    return iterations


def time_rounds(
    work: Callable[[], Any],
    first: tuple[float, float],
    settings: Settings = FULL,
    share: float = 1.0,
    check: Callable[[], None] = lambda: None,
) -> Rounds:
    """Time the work in rounds.

    Parameters
    ----------
    work : callable
        The work; it has run once.
    first : (float, float)
        Wall and process seconds of that run. Where it took longer than all rounds may, it is run once more,
        or is the only one where it took longer than what the settings call long.
    settings : Settings
        How much to spend.
    share : float
        Share of the usual time.
    check : callable
        Called after each round; may raise to end it all.

    Examples
    --------
    >>> rounds = time_rounds(lambda: sum(range(1000)), (1e-5, 1e-5), QUICK)
    >>> len(rounds.wall) == len(rounds.process) <= QUICK.most_rounds, min(rounds.wall) > 0
    (True, True)
    """
    seconds = settings.seconds * share
    if first[0] >= seconds:
        if first[0] > settings.long:
            return Rounds([first[0]], [first[1]], 1)
        first = _round(work, 1)  # what is made once and kept shall not count
        check()
        if first[0] >= seconds:
            return Rounds([first[0]], [first[1]], 1)
    collecting = gc.isenabled()
    if settings.thorough:
        gc.collect()
    gc.disable()
    try:
        iterations = calibrate(work, first[0], settings.round_seconds)
        check()
        wall: list[float] = []
        process: list[float] = []
        end = time.perf_counter() + seconds
        while len(wall) < settings.most_rounds and (len(wall) < 3 or time.perf_counter() < end):
            one, other = _round(work, iterations)
            check()
            wall.append(one)
            process.append(other)
    finally:
        if collecting:
            gc.enable()
    return Rounds(wall, process, iterations)


def stats(data: Sequence[float], iterations: int = 1) -> dict[str, Any]:
    """Return minimum, quartiles and the rest of some seconds, under the keys of pytest-benchmark.

    Examples
    --------
    >>> found = stats([3.0, 1.0, 2.0])
    >>> found["min"], found["median"], found["iqr"], found["rounds"]
    (1.0, 2.0, 1.0, 3)
    """
    low, middle, high = (float(np.quantile(data, share)) for share in (0.25, 0.5, 0.75))
    mean = statistics.fmean(data)
    return {
        "min": min(data),
        "max": max(data),
        "mean": mean,
        "stddev": statistics.stdev(data) if len(data) > 1 else 0.0,
        "median": middle,
        "iqr": high - low,
        "q1": low,
        "q3": high,
        "ops": 1 / mean if mean else 0.0,
        "total": sum(data),
        "rounds": len(data),
        "iterations": iterations,
        "data": list(data),
    }


class Yardstick:
    """A fixed piece of work that is timed again and again, so that a noisy machine shows.

    Half of it computes (a digest of a megabyte), half of it waits for memory (sorting 2¹⁷ numbers). A sample
    is the median of some goes, by the clock on the wall.

    Parameters
    ----------
    goes : int
        Of a sample.

    Examples
    --------
    >>> yardstick = Yardstick()
    >>> yardstick.sample() >= 1, sorted(yardstick.noise())
    (True, ['median_ratio', 'spread'])
    """

    def __init__(self, goes: int = 5) -> None:
        self.samples: list[float] = []
        self._goes = goes
        self._bytes = bytes(range(256)) * 4096
        self._numbers = np.random.default_rng(1).integers(0, 1 << 32, 1 << 17).astype(np.uint32)

    def sample(self) -> float:
        """Time it once more; return how many times the best sample so far it took."""
        goes = []
        for _ in range(self._goes):
            start = time.perf_counter()
            hashlib.sha256(self._bytes).digest()
            np.sort(self._numbers)
            goes.append(time.perf_counter() - start)
        self.samples.append(statistics.median(goes))
        return self.samples[-1] / min(self.samples)

    def noise(self) -> dict[str, float]:
        """Return `median_ratio`, the median sample / the best, and `spread`, interquartile range / median."""
        if not self.samples:
            return {"median_ratio": 1.0, "spread": 0.0}
        low, middle, high = (float(np.quantile(self.samples, share)) for share in (0.25, 0.5, 0.75))
        return {"median_ratio": middle / min(self.samples), "spread": (high - low) / middle}


def _status(key: str) -> int:
    """Return a number of bytes from Linux's account of this process."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as stream:  # noqa: PTH123
        for line in stream:
            if line.startswith(key):
                return int(line.split()[1]) * 1024
    raise OSError(key)


def _give_back() -> None:
    """Return free memory to the system where the C library can, so that its use again shows."""
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def peak_memory(work: Callable[[], Any]) -> tuple[int, str]:
    """Return the bytes that a run of the work takes at most beyond what was there before, and what was read.

    It is a run of its own that is not timed. On Linux the peak of the resident memory is reset and read
    (``resident``); elsewhere Python's and NumPy's own allocations are traced (``traced``), which leaves out
    what kernels allocate in C.

    Examples
    --------
    >>> size, how = peak_memory(lambda: bytearray(1 << 24))
    >>> size > 1 << 23
    True
    """
    gc.collect()
    if sys.platform == "linux":
        try:
            _give_back()
            with open("/proc/self/clear_refs", "w", encoding="ascii") as stream:  # noqa: PTH123
                stream.write("5")
            before = _status("VmRSS")
            kept = work()
            peak = _status("VmHWM")
            del kept
            return max(peak - before, 0), "resident"
        except (OSError, AttributeError):
            pass
    tracemalloc.start()
    try:
        kept = work()
        peak = tracemalloc.get_traced_memory()[1]
        del kept
    finally:
        tracemalloc.stop()
    return peak, "traced"
