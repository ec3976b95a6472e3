"""Counted work: nodes, and instructions where valgrind is there. They repeat where time does not.

Nodes are the same on every machine. Instructions depend on the compiler, its flags, the vector path, Python
and NumPy, so that they are kept apart for each such *setting* and compared only with their own.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from unriddle.base import PuzzleError
from unriddle.core.dispatch import VARIABLE
from unriddle.io.text import printable
from unriddle.search import run_loop

from ..puzzles import PUZZLES
from ..suites import Case, load
from .bench import write_json
from .machine import ROOT, unriddle_info

__all__ = [
    "CASES",
    "PATHS",
    "TOLERANCE",
    "asked_paths",
    "compare",
    "instructions",
    "nodes",
    "read",
    "setting",
    "update",
]

SHARED = (
    "search engine, dfs/kernel",
    "search engine, bfs/kernel",
    "search engine, bidirectional/kernel",
    "search engine, astar/kernel",
    "search engine, ida/kernel",
)
CASES = (*(case for puzzle in PUZZLES.values() for case in puzzle.counted), *SHARED)
"""The cases of counted work, at their quick sizes: each kernel, with little to prepare."""
TOLERANCE = 0.02
"""Instructions may differ by this share."""
SAMPLES = 3
PIECE, PIECES = 120 << 10, 600
"""Bytes, just too few for pages of their own (`instructions`), and how many such: more than comes back."""
PATHS = ("", "portable")
"""Vector paths that are counted: the best that valgrind's processor has, and the portable one."""
KEYS = ("compiler", "flags", "checked", "python", "numpy", "simd")
RUNNER = """
import os
from benchmarks.measuring.counted import run_between_marks
run_between_marks(os.getppid)
"""
"""``getppid`` marks: callgrind writes out what it has counted whenever that function is called."""


def _cases() -> list[Case]:
    wanted = set(CASES)
    groups = dict.fromkeys(name.rpartition("/")[0] for name in CASES)
    return [case for case in load(groups, quick=True) if case.fullname in wanted]


def nodes() -> dict[str, int]:
    """Return the nodes of each counted case that counts nodes.

    Examples
    --------
    >>> nodes()["river, three missionaries, astar/kernel"]
    13
    """
    found: dict[str, int] = {}
    for case in _cases():
        number = case.nodes(case.prepare()())
        if number is not None:
            found[case.fullname] = int(number)
    return found


def setting() -> dict[str, Any]:
    """Return what instructions depend on."""
    info = unriddle_info(lexicon=False)
    return {key: info[key] for key in KEYS}


def run_between_marks(mark: Any) -> None:
    """Run each case once to warm up, then some times between two marks; print a line a run.

    The clock by which a search is cut into slices stands still: the slices are the same on any machine. What
    Python collects comes between the marks by chance, so it does not.
    """
    vars(run_loop)["perf_counter"] = repeat(0.0).__next__
    gc.disable()
    for case in _cases():
        work = case.prepare()
        work()
        held = _held()
        for _ in range(SAMPLES):
            mark()
            work()
            mark()
            print(case.fullname, flush=True)
        del held


def _held() -> list[Any]:
    """Return what takes up the memory that came back in large pieces.

    A large table would else be made in such a piece where one is left, and zeroed by memset, where it is
    zeroed by the system elsewhere: what came before would decide.
    """
    return [np.empty(PIECE, np.uint8) for _ in range(PIECES)]


def instructions(path: str = "", timeout: float = 900) -> tuple[dict[str, int], dict[str, Any]] | None:
    """Return the instructions of one call of each counted case, and the setting; None without valgrind.

    A process of its own runs under callgrind, which shows it a processor of its own too: the vector path is
    the best one that runs there, or `path`. Of several runs the least counts.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        # Large tables are zeroed by the system or by memset, as memory came back before: by the system here.
        environment = dict(os.environ, PYTHONHASHSEED="0", MALLOC_MMAP_THRESHOLD_=str(1 << 17))
        if path:
            environment[VARIABLE] = path
        code = f"""
import json, sys
sys.path.insert(0, {str(ROOT)!r})
from benchmarks.measuring.counted import setting
print(json.dumps(setting()))
"""
        out = str(Path(folder) / "out")
        base = [
            valgrind,
            "--quiet",
            "--tool=callgrind",
            "--dump-before=getppid",
            f"--callgrind-out-file={out}",
        ]
        done = subprocess.run(
            [*base, sys.executable, "-c", code + RUNNER],
            capture_output=True, text=True, env=environment, timeout=timeout,
        )  # fmt: skip
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["it failed"])[-1]
            raise PuzzleError(f"counting instructions: {printable(said)}")
        first, *names = done.stdout.splitlines()
        # The first dump is what came before the first mark; the last, what came after the last one.
        totals = [_total(Path(f"{out}.{number}")) for number in range(1, 2 * len(names) + 1)]
    found: dict[str, int] = {}
    for name, total in zip(names, totals[1::2], strict=True):
        found[name] = min(total, found.get(name, total))
    return found, json.loads(first)


def asked_paths() -> tuple[str, ...]:
    """Return the vector paths to count: PATHS, or the one that ``UNRIDDLE_SIMD`` asks for."""
    asked = os.environ.get(VARIABLE)
    return (asked,) if asked else PATHS


def _total(path: Path) -> int:
    """Return the instructions of one of callgrind's dumps."""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith(("totals:", "summary:")):
            return int(line.split()[1])
    raise PuzzleError("no total in it", file=str(path))


def read(path: str) -> dict[str, Any]:
    """Return the recorded figures: ``nodes``, and ``instructions``, a list of settings with their counts."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        recorded = {"nodes": dict(found["nodes"]), "instructions": list(found["instructions"])}
        for entry in recorded["instructions"]:
            dict(entry["setting"]), dict(entry["counts"])
    except (ValueError, KeyError, TypeError):
        raise PuzzleError(
            "not in the form of counted work, expected what --update wrote", file=path
        ) from None
    return recorded


def compare(
    recorded: Mapping[str, Any],
    counted_nodes: Mapping[str, int],
    counted: tuple[Mapping[str, int], Mapping[str, Any]] | None,
) -> tuple[list[str], list[str]]:
    """Compare counted work with what is recorded.

    Returns
    -------
    faults, notes
        A line for each case that differs; and what could not be compared, and why.

    Examples
    --------
    >>> recorded = {"nodes": {"a": 5}, "instructions": [{"setting": {"simd": "avx2"}, "counts": {"a": 100}}]}
    >>> compare(recorded, {"a": 6}, ({"a": 103}, {"simd": "avx2"}))[0]
    ['a: 6 nodes, recorded 5', 'a: 103 instructions, recorded 100 (+3.0 %)']
    >>> compare(recorded, {"a": 5}, ({"a": 103}, {"simd": "portable"}))
    ([], ['instructions not compared: none recorded for simd portable'])
    """
    faults = [
        f"{name}: {_told(counted_nodes.get(name))} nodes, recorded {_told(recorded['nodes'].get(name))}"
        for name in _names(recorded["nodes"], counted_nodes)
        if counted_nodes.get(name) != recorded["nodes"].get(name)
    ]
    if counted is None:
        return faults, ["instructions not compared: valgrind is not installed"]
    counts, here = counted
    known = next((entry for entry in recorded["instructions"] if entry["setting"] == here), None)
    if known is None:
        told = ", ".join(f"{key} {value}" for key, value in here.items())
        return faults, [f"instructions not compared: none recorded for {told}"]
    for name in _names(known["counts"], counts):
        now, then = counts.get(name), known["counts"].get(name)
        if now is None or then is None:
            faults.append(f"{name}: {_told(now)} instructions, recorded {_told(then)}")
        elif abs(now - then) > TOLERANCE * then:
            faults.append(
                f"{name}: {now:,} instructions, recorded {then:,} ({now / then - 1:+.1%})".replace("%", " %")
            )
    return faults, []


def _names(one: Iterable[str], other: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*one, *other]))


def _told(number: int | None) -> str:
    return "no" if number is None else f"{number:,}"


def update(
    path: str,
    recorded: Mapping[str, Any] | None,
    counted_nodes: Mapping[str, int],
    counted: tuple[Mapping[str, int], Mapping[str, Any]] | None,
) -> None:
    """Write what was counted; instructions of other settings stay as long as the nodes do."""
    kept: list[Any] = []
    if recorded is not None and recorded["nodes"] == dict(counted_nodes):
        kept = [e for e in recorded["instructions"] if counted is None or e["setting"] != counted[1]]
    if counted is not None:
        kept.append({"setting": dict(counted[1]), "counts": dict(counted[0])})
    kept.sort(key=lambda entry: json.dumps(entry["setting"], sort_keys=True))
    write_json(path, {"nodes": dict(counted_nodes), "instructions": kept})
