"""Runs on a local Dask cluster whose workers, or whose head, are killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .bench import Bench, Child, difference, half_written, tree_of

__all__ = ["VICTIMS", "workers"]

VICTIMS = ("a worker in the middle", "a worker at its start", "every worker", "the head")


def workers(bench: Bench, number: int) -> list[str]:
    """Kill processes of runs with ``--cluster local:2``, in turn those of VICTIMS."""
    wrong: list[str] = []
    for case in range(number):
        victim = VICTIMS[case % len(VICTIMS)]
        out = bench.fresh("cluster")
        child = bench.start(out, None, "--cluster", "local:2")
        struck = _strike(bench, child, out, victim)
        outcome = child.wait()
        bench.met += struck
        head = victim == "the head" and outcome.code == -signal.SIGKILL
        found = half_written(out, bench.reference)
        if found is None and outcome.done:
            found = difference(tree_of(out), bench.reference)
        elif found is None and not head and not outcome.refused():
            found = f"ended with {outcome}"
        found = found or bench.finish(out)
        if found is not None:
            wrong.append(f"{victim} killed: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


def _strike(bench: Bench, child: Child, out: Path, victim: str) -> bool:
    """Kill when the time has come; return whether it came."""
    share = bench.rng.uniform(0, 0.7) * len(bench.reference)
    if victim == "a worker at its start":
        return _kill_one(bench, child, lambda: True)
    if victim == "a worker in the middle":
        return _kill_one(bench, child, lambda: len(list(out.glob("part-*"))) > share)
    if victim == "every worker":
        return _kill_all(child, bench.rng.uniform(2, 6))
    while not _ended(child):
        if len(list(out.glob("part-*"))) > share:
            child.kill()
            return True
        time.sleep(0.002)
    return False


def _kill_all(child: Child, seconds: float) -> bool:
    """Kill every worker that a run starts, for some seconds."""
    struck, end = False, time.perf_counter() + seconds
    while time.perf_counter() < end and not _ended(child):
        for pid in _workers(child.pid):
            _kill(pid)
            struck = True
        time.sleep(0.05)
    return struck


def _kill_one(bench: Bench, child: Child, when: Callable[[], bool]) -> bool:
    """Kill one worker when its time has come."""
    while not _ended(child):
        found = _workers(child.pid)
        if found and when():
            _kill(bench.rng.choice(found))
            return True
        time.sleep(0.002)
    return False


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _ended(child: Child) -> bool:
    """Say whether a process has come to its end; it is still to be waited for."""
    return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _workers(pid: int) -> list[int]:
    """Return the worker processes that a process has started."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(each) for each in task.read_text().split()]
    workers = []
    for each in found:
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes():
                workers.append(each)
    return workers
