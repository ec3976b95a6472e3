"""What figures depend on: version, commit, processor, compiler, word list, and the noise of the machine."""

from __future__ import annotations

import hashlib
import os
import platform
import statistics
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from unriddle.core import build_info
from unriddle.core.dispatch import chosen
from unriddle.lexicon import Lexicon


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def built() -> dict[str, Any]:
    """Return how the kernels were compiled and what runs them: what counts of instructions depend on."""
    return {
        "compiler": build_info.COMPILER,
        "flags": build_info.FLAGS,
        "checked": build_info.CHECKED,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "simd": chosen(),
    }


def about() -> dict[str, Any]:
    """Return what a time depends on.

    Examples
    --------
    >>> about()["cores"] >= 1, about()["lexicon"]["words"] > 100_000
    (True, True)
    """
    try:
        number = version("unriddle")
    except PackageNotFoundError:
        number = "unknown"
    words = Lexicon.load("english")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return {
        "version": number,
        "processor": processor(),
        "cores": cores,
        **built(),
        "lexicon": {"name": words.name, "words": len(words), "digest": words.digest},
    }


class Yardstick:
    """A fixed piece of work that is timed again and again, so that a noisy machine shows.

    Half of it computes (a digest of a megabyte), half of it waits for memory (sorting 2¹⁷ numbers).

    Examples
    --------
    >>> yardstick = Yardstick()
    >>> yardstick.sample() >= 1, sorted(yardstick.noise())
    (True, ['median_ratio', 'spread'])
    """

    def __init__(self) -> None:
        self.samples: list[float] = []
        self._bytes = bytes(range(256)) * 4096
        self._numbers = np.random.default_rng(1).integers(0, 1 << 32, 1 << 17).astype(np.uint32)

    def sample(self) -> float:
        """Time it five times; return how many times the best sample so far the median takes."""
        taken = []
        for _ in range(5):
            start = time.perf_counter()
            hashlib.sha256(self._bytes).digest()
            np.sort(self._numbers)
            taken.append(time.perf_counter() - start)
        self.samples.append(statistics.median(taken))
        return self.samples[-1] / min(self.samples)

    def noise(self) -> dict[str, float]:
        """Return the median sample / the best, and the interquartile range / the median."""
        if not self.samples:
            return {"median_ratio": 1.0, "spread": 0.0}
        low, middle, high = (float(np.quantile(self.samples, share)) for share in (0.25, 0.5, 0.75))
        return {"median_ratio": middle / min(self.samples), "spread": (high - low) / middle}
