"""What was measured, and on what: version, commit, processor, compiler, word list."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import unriddle

__all__ = ["ROOT", "checkout", "commit_info", "machine_info", "processor", "unriddle_info"]

ROOT = Path(__file__).resolve().parent.parent.parent
"""The folder that holds ``benchmarks``."""


def checkout() -> Path | None:
    """Return the folder of the checkout that the package runs from, None where it is installed."""
    source = Path(unriddle.__file__).resolve().parent
    return ROOT if source == ROOT / "src" and (ROOT / ".git").exists() else None


def git(*arguments: str) -> str | None:
    """Return what git says in the checkout, None where there is neither."""
    root = checkout()
    if root is None:
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def commit_info() -> dict[str, Any]:
    """Return the commit, its time, and whether files differ from it; None for each without a checkout.

    Examples
    --------
    >>> sorted(commit_info())
    ['dirty', 'id', 'project', 'time']
    """
    status = git("status", "--porcelain", "--untracked-files=no")
    return {
        "id": git("rev-parse", "HEAD"),
        "dirty": None if status is None else bool(status),
        "time": git("log", "-1", "--format=%cI"),
        "project": "unriddle",
    }


@cache
def processor() -> str:
    """Return the name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
            for line in stream:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def unriddle_info(noise: dict[str, float] | None = None, *, lexicon: bool = True) -> dict[str, Any]:
    """Return what a figure depends on.

    Parameters
    ----------
    noise : dict, optional
        What the yardstick showed over the run.
    lexicon : bool
        Whether to load the embedded word list and name its digest.

    Examples
    --------
    >>> info = unriddle_info()
    >>> info["lexicon"]["words"] > 100_000, info["cores"] >= 1
    (True, True)
    """
    from importlib.metadata import PackageNotFoundError, version

    from unriddle.core import build_info
    from unriddle.core.dispatch import chosen
    from unriddle.lexicon import Lexicon

    try:
        number = version("unriddle")
    except PackageNotFoundError:
        number = "unknown"
    commit = commit_info()
    words = Lexicon.load("english") if lexicon else None
    return {
        "version": number,
        "commit": commit["id"],
        "processor": processor(),
        "cores": _cores(),
        "compiler": build_info.COMPILER,
        "flags": build_info.FLAGS,
        "checked": build_info.CHECKED,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "simd": chosen(),
        "lexicon": None
        if words is None
        else {"name": words.name, "words": len(words), "digest": words.digest},
        "noise": noise or {"median_ratio": 1.0, "spread": 0.0},
        "timer": "perf_counter",
    }


def machine_info(noise: dict[str, float] | None = None) -> dict[str, Any]:
    """Return the machine under the keys of pytest-benchmark, what belongs to this package in ``unriddle``."""
    return {
        "processor": processor(),
        "machine": platform.machine(),
        "python_compiler": platform.python_compiler(),
        "python_implementation": platform.python_implementation(),
        "python_version": platform.python_version(),
        "release": platform.release(),
        "system": platform.system(),
        "cpu": {"brand_raw": processor(), "count": os.cpu_count() or 1},
        "unriddle": unriddle_info(noise),
    }


def now() -> str:
    """Return the time in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
